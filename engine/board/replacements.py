"""Replacing events (CR 367-376): `perform` lets a batch of simultaneous events of one kind happen.

Where nothing can replace them it does them at once; otherwise it leaves an EVENT frame that asks, replaces, and does
the rest. What of combat damage is left after its replacements is told before it is dealt (CR 467.2.c.5).
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.events import COPYING, COSTS, DOING, TURNING, UNDOING, item_id
from riftcheck.engine.board.layers import use_delayed
from riftcheck.engine.board.triggers import bound_to, named_controller
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_TRIGGER, Env, Item
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.frames import EventFrame, ResolveFrame
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.turn_order import players_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.abilities import Replacement, Trigger
    from riftcheck.engine.model.state import State

    Waiting = tuple[Env, Trigger, int]


def perform(s: State, events: list[Event]) -> bool:
    """Let a batch of simultaneous events of one kind happen. True: done, with the subjects in `s.result`.

    False: a frame was left that will do it; the caller goes on when it is on top again.
    """
    if not events:
        s.result = []
        return True
    kind = events[0].kind
    index = s.index
    if index is None or index.granting:
        index = get_index(s)
    if kind in index.replacements:
        frame = EventFrame(kind)
        frame.events = events
        s.frames.append(frame)
        if _applicable(s, frame):
            return False
        s.frames.pop()
    s.result = DOING[kind](s, events)
    return True


def goes_to(s: State, card: int, origin: int) -> int:
    """Return the zone into which a card is put that is to be put into its owner's trash from another zone.

    What replaces that is done at once, for it can only be banishing the card; a death is replaced as one, in `perform`.
    """
    waiting = get_index(s).replacements.get(w.E_PUT_TRASH)
    if waiting is None:
        return w.Z_TRASH
    owner = s.owners[card]
    event = Event(w.E_PUT_TRASH, owner, owner, w.NOBODY, w.NOBODY, origin, 0, item_id(s), None)
    for env, replacement, _ in waiting:
        if _usable(s, env, replacement) and replacement.match(s, env, event) and _fits(s, env, replacement, event):
            return w.Z_BANISHED
    return w.Z_TRASH


# The number of keys by which replacements are told apart.
KEYS: Final = 65536


def identity(env: Env, replacement: Replacement, delayed: int) -> int:
    """Return a number for one replacement of one object, or one delayed one, for "only once to an event" (CR 370.2)."""
    source = env.me if delayed < 0 else delayed
    return (source + 2) * KEYS + zlib.crc32(replacement.key.encode()) % KEYS


# Of a frame's `data`: three numbers for each replacement of each event that was applied or declined.
ENTRY: Final = 3

APPLIED: Final = 0

DECLINED: Final = 1

Pair = tuple[int, Env, "Replacement", int]


def _applied_below(s: State, f: EventFrame) -> set[int]:
    """Return the replacements already applied to the events that this frame's events replace (CR 370.2)."""
    found: set[int] = set()
    for frame in s.frames:
        if frame is f:
            break
        if isinstance(frame, EventFrame):
            found.update(number for number, _, how in _entries(frame) if how == APPLIED)
    return found


def _entries(f: EventFrame) -> list[tuple[int, int, int]]:
    data = f.entries
    return [(data[place], data[place + 1], data[place + 2]) for place in range(0, len(data), ENTRY)]


def _spent(entries: list[tuple[int, int, int]], number: int, subject: int) -> bool:
    """Tell whether a replacement can no longer be applied to one of simultaneous events.

    CR 370.2: once to an event. CR 373.2: to any number of them, but in one sequence that no other interrupts.
    """
    applied = [one for one, _, how in entries if how == APPLIED]
    if number in applied and applied[-1] != number:
        return True
    return any(one == number and about == subject for one, about, _ in entries)


def _applicable(s: State, f: EventFrame) -> list[Pair]:
    """Return every (event number, surroundings, replacement, delayed id) that may be applied now."""
    found: list[Pair] = []
    below = _applied_below(s, f)
    entries = _entries(f)
    for env, replacement, delayed in get_index(s).replacements.get(f.event_kind, ()):
        number = identity(env, replacement, delayed)
        if number in below or not _usable(s, env, replacement):
            continue
        for place, event in enumerate(f.events):
            if _spent(entries, number, event.subject) or not replacement.match(s, env, event):
                continue
            own = _of_controller(s, env, replacement, event)
            if _fits(s, env, replacement, event) and _payable(s, own, replacement, event):
                found.append((place, own, replacement, delayed))
    return found


def _of_controller(s: State, env: Env, replacement: Replacement, event: Event) -> Env:
    """Return the surroundings in which an event is replaced: those of the player whose the replacement says it is.

    Whether it applies is judged from its source, as of triggers: `an enemy unit` is one of the source's controller's.
    """
    if not replacement.controller:
        return env
    own = Env(named_controller(s, replacement.controller, event), env.me, env.this, env.card, env.d)
    own.slots, own.snaps = env.slots, env.snaps
    return own


def _usable(s: State, env: Env, replacement: Replacement) -> bool:
    if replacement.gate is not None and not replacement.gate(s, env):
        return False
    if not replacement.once:
        return True
    o = s.board.get(env.me)
    return o is None or replacement.key not in o.once


def _fits(s: State, env: Env, replacement: Replacement, event: Event) -> bool:
    """Tell whether the condition beside a replacement holds for an event."""
    if replacement.condition is None:
        return True
    return replacement.condition(s, bound_to(env, replacement.script.slots, event))


def _payable(s: State, env: Env, replacement: Replacement, event: Event) -> bool:
    if replacement.cost is None:
        return True
    return COSTS.affordable(s, _item_for(s, env, replacement, event), replacement.cost)


def _item_for(s: State, env: Env, replacement: Replacement, event: Event) -> Item:
    item = Item(w.NOBODY, I_TRIGGER, env.you, env.me, env.this, env.card, env.d, replacement.script)
    item.ability = replacement.key
    item.slots = list(env.slots) + [()] * (replacement.script.slots - len(env.slots))
    item.snaps = env.snaps.copy()
    item.it = event.subject
    item.there = event.loc
    item.origin = event.origin
    item.who = event.player
    item.amount = event.amount
    item.event_item = event.item
    if item.you < 0:
        item.you = s.tp
    return item


def _owner_of(s: State, event: Event) -> int:
    """Return the seat that orders the replacements of an event: the object's controller, or the player (CR 372)."""
    o = s.board.get(event.subject)
    if o is not None:
        return o.controller if o.controller >= 0 else s.tp
    return event.player if event.player >= 0 else s.tp


STEP_FIND: Final = 0

STEP_CHOSEN: Final = 1

STEP_PAID: Final = 2

STEP_DONE: Final = 3


def step_event(s: State, f: EventFrame) -> None:
    """Go on with a batch of events: apply its replacements, one at a time, then do the rest."""
    if f.step in (STEP_DONE, STEP_PAID):
        f.item = None
        f.step = STEP_FIND
    if f.step == STEP_FIND and not _ask_which(s, f):
        return
    if f.step == STEP_CHOSEN:
        _chosen(s, f)


def _finish(s: State, f: EventFrame) -> None:
    s.frames.pop()
    below = s.frames[-1] if s.frames else None
    before = s.resolving
    if below is not None and below.kind in (w.F_RESOLVE, w.F_PAY):
        s.resolving = below.item  # what replaced some of it has been done in the meantime
    s.result = DOING[f.event_kind](s, f.events) if f.events else []
    if below is not None and below.kind == w.F_PAY:
        s.resolving = before


def choices(s: State, f: EventFrame) -> list[Pair]:
    """Return the replacements among which one player now chooses the next one, in the order of the options."""
    pairs = _applicable(s, f)
    if not pairs:
        return []
    # CR 373: each player orders those for their own objects; the turn player's come first.
    for player in players_from(s, s.tp):
        mine = [pair for pair in pairs if _owner_of(s, f.events[pair[0]]) == player]
        if mine:
            return mine
    return pairs


def replacing(place: int, env: Env) -> int:
    """Return the detail of an option to replace an event: its place, and the card whose text does it."""
    return place + w.REPLACE_PLACES * env.d.index


def _ask_which(s: State, f: EventFrame) -> bool:
    """Ask for the next replacement and its event; True where one is settled, False while asked or without any."""
    pairs = choices(s, f)
    if not pairs:
        _finish(s, f)
        return False
    f.step = STEP_CHOSEN
    optional = pairs[0][2].may
    if len(pairs) == 1 and not optional:
        f.chosen = 0
        return True
    if f.event_kind == w.E_DAMAGE and s.replacement_orders:
        f.chosen = _next_settled(s, f, pairs)
        if f.chosen >= 0:
            return True
    options = [
        (w.O_REF, f.events[number].subject, replacing(place, env)) for place, (number, env, _, _) in enumerate(pairs)
    ]
    if all(replacement.may for _, _, replacement, _ in pairs):
        options.append((w.O_NO, 0, 0))
    f.chosen = -1
    decider = pairs[0][1].you if optional else _owner_of(s, f.events[pairs[0][0]])
    return not ask(s, decider, w.D_REPLACE, options, 1, 1, pairs[0][1].me, pairs[0][2].key)


def _next_settled(s: State, f: EventFrame, pairs: list[Pair]) -> int:
    """Return the place of the pair that is next by the orders settled as damage was assigned, -1 if none were.

    Of several the replacement that was applied last goes on, for it has but one sequence (CR 373.2).
    """
    numbers = [identity(env, replacement, delayed) for _, env, replacement, delayed in pairs]
    ready: list[int] = []
    for place, (number, _, replacement, _) in enumerate(pairs):
        subject = f.events[number].subject
        order = s.replacement_orders.get(subject, ())
        mine = [numbers[other] for other, pair in enumerate(pairs) if f.events[pair[0]].subject == subject]
        if order and not replacement.may and numbers[place] == min(mine, key=lambda one: _rank(order, one)):
            ready.append(place)
    last = next((number for number, _, how in reversed(_entries(f)) if how == APPLIED), 0)
    return next((place for place in ready if numbers[place] == last), ready[0] if ready else -1)


def _rank(order: tuple[int, ...], number: int) -> int:
    return order.index(number) if number in order else len(order)


def _chosen(s: State, f: EventFrame) -> None:
    pairs = choices(s, f)
    if f.chosen < 0:
        kind, _, place = take(s)[0]
        if kind == w.O_NO:
            # CR 371.2.b, 386.2.b: declined, so not applied; not asked again for these events.
            for number, env, replacement, delayed in pairs:
                f.entries += [identity(env, replacement, delayed), f.events[number].subject, DECLINED]
            f.step = STEP_FIND
            return
        f.chosen = place % w.REPLACE_PLACES
    number, env, replacement, delayed = pairs[f.chosen]
    f.step = STEP_DONE
    f.entries += [identity(env, replacement, delayed), f.events[number].subject, APPLIED]
    _apply(s, f, number, env, replacement, delayed)


def _apply(s: State, f: EventFrame, number: int, env: Env, replacement: Replacement, delayed: int) -> None:
    event = f.events[number]
    o = s.board.get(env.me)
    if replacement.once and o is not None:
        o.once = (*o.once, replacement.key)
    item = _item_for(s, env, replacement, event)
    value = _prevent_value(s, replacement, delayed)
    if delayed >= 0:
        use_delayed(s, delayed, min(value, event.amount) if replacement.tracks else 1)  # CR 438.3
    _change(s, f, number, item, replacement, value)
    if not replacement.script.ops and replacement.cost is None:
        return
    item.id = s.next_id
    s.next_id += 1
    item.pending = False
    item.chosen = [()] * len(replacement.script.openings)
    s.frames.append(ResolveFrame(item=item))
    if replacement.cost is not None:
        COSTS.push(s, item, replacement.cost)


def _prevent_value(s: State, replacement: Replacement, delayed: int) -> int:
    """Return the amount that a replacement prevents now, -1 for all."""
    if not replacement.tracks:
        return replacement.prevents
    return next((other.uses for other in s.delayed if other.id == delayed), 0)


def _change(s: State, f: EventFrame, number: int, item: Item, replacement: Replacement, value: int) -> None:
    """Take a replaced event out of its batch, or let it go on with another number or in more copies (CR 375)."""
    event = f.events[number]
    changed = [event]
    if replacement.prevents:
        left = 0 if value < 0 else max(0, event.amount - value)
        changed = [_with_amount(event, left)] if left else []
    elif not replacement.proceeds:
        changed = []
        if event.kind in UNDOING:
            UNDOING[event.kind](s, event)
    elif replacement.amount is not None:
        changed = [_with_amount(event, max(0, replacement.amount(s, item)))]
    if replacement.token:
        TURNING[event.kind](s, event, replacement.token)
    for _ in range(replacement.copies):
        copy = COPYING[event.kind](s, event)
        f.entries += [f.entries[-ENTRY], copy.subject, APPLIED]
        changed.append(copy)
    f.events = [*f.events[:number], *changed, *f.events[number + 1 :]]


# One thing that must replace an event: its number, its surroundings, itself, and how much it prevents.
Must = tuple[int, Env, "Replacement", int]


def must_replace(s: State, event: Event) -> list[Must]:
    """Return the replacements that must replace an event and the amount each prevents, in the order of the index."""
    return [
        (
            identity(env, replacement, delayed),
            _of_controller(s, env, replacement, event),
            replacement,
            _prevent_value(s, replacement, delayed),
        )
        for env, replacement, delayed in get_index(s).replacements.get(event.kind, ())
        if not replacement.may and replacement.cost is None and replacement.match(s, env, event)
        if _usable(s, env, replacement) and _fits(s, env, replacement, event)
    ]


def reckoned(s: State, event: Event) -> int:
    """Return the rest of an event's number after all that must replace it, in the order that is settled."""
    order = s.replacement_orders.get(event.subject, ())
    found = must_replace(s, event)
    found.sort(key=lambda must: (_rank(order, must[0]), not must[3]))
    return left_by(s, event, found)


def left_by(s: State, event: Event, found: Sequence[Must]) -> int:
    """Return the rest of an event's number after some replacements in this order."""
    for _, env, replacement, value in found:
        if value < 0 or not (value or replacement.proceeds):
            return 0
        amount = max(0, event.amount - value)
        if replacement.amount is not None:
            amount = max(0, replacement.amount(s, _item_for(s, env, replacement, event)))
        if not amount:
            return 0
        event = _with_amount(event, amount)
    return event.amount


def _with_amount(event: Event, amount: int) -> Event:
    return Event(
        event.kind, event.player, event.subject, event.other, event.loc, event.origin, amount, event.item, event.snap
    )
