"""The pipeline of an event: is it forbidden, is it replaced, do it, record it, see what it triggers (CR 367-388).

`perform` takes a batch of simultaneous events of one kind. Where nothing can replace them it does them at once;
otherwise it leaves an EVENT frame that asks, replaces, and does the rest.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.index import get_index
from engine.items import I_TRIGGER, Env, Item
from engine.layers import extra_triggers
from engine.objects import Event
from engine.state import Frame, ask, players_from, take
from engine.triggering import may_trigger, queue

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.objects import Snap
    from engine.state import State
    from engine.texts import Replacement

# What does a batch that nothing replaced; each returns the subjects that it happened to. Filled by engine.actions.
DOING: Final[dict[int, Callable[[State, list[Event]], list[int]]]] = {}


def item_id(s: State) -> int:
    """Return the id of the chain item that is being resolved, NOBODY without one."""
    return w.NOBODY if s.resolving is None else s.resolving.id


def emit(
    s: State,
    kind: int,
    player: int,
    subject: int = w.NOBODY,
    other: int = w.NOBODY,
    loc: int = w.NOBODY,
    origin: int = w.NOBODY,
    amount: int = 0,
    snap: Snap | None = None,
) -> Event | None:
    """Record that something has happened, and note what it triggers (CR 383.2.c). None where nobody cares."""
    waiting = get_index(s).triggers.get(kind)
    asked = kind in s.pool.asked
    if waiting is None and not asked and s.log is None:
        return None
    item = s.resolving
    event = Event(kind, player, subject, other, loc, origin, amount, w.NOBODY if item is None else item.id, snap)
    publish(s, event)
    return event


def publish(s: State, event: Event) -> None:
    """Note what an event triggers, then put it into the history and the log."""
    waiting = get_index(s).triggers.get(event.kind)
    if waiting is not None:
        for env, trigger, delayed in waiting:
            if may_trigger(s, env, trigger, event):
                queue(s, env, trigger, event, delayed)
    if event.kind in s.pool.asked:
        s.history.append(event)
    if s.log is not None:
        s.log.append(event)


def perform(s: State, events: list[Event]) -> bool:
    """Let a batch of simultaneous events of one kind happen. True: done, with the subjects in `s.result`.

    False: a frame was left that will do it; the caller goes on when it is on top again.
    """
    if not events:
        s.result = []
        return True
    kind = events[0].kind
    if get_index(s).replacements.get(kind) is not None and _applicable(s, events, _applied_below(s)):
        frame = Frame(w.F_EVENT, kind)
        frame.events = events
        s.frames.append(frame)
        return False
    s.result = DOING[kind](s, events)
    return True


def identity(env: Env, replacement: Replacement) -> int:
    """Return a number for one replacement of one object, for "only once to an event" (CR 370.2)."""
    return (env.me + 2) * 65536 + (zlib.crc32(replacement.key.encode()) & 0xFFFF)


def _applied_below(s: State) -> set[int]:
    """Return the replacements already applied to the events that are being replaced right now."""
    found: set[int] = set()
    for frame in s.frames:
        if frame.kind == w.F_EVENT:
            found.update(frame.data)
    return found


Pair = tuple[int, Env, "Replacement", int]


def _applicable(s: State, events: list[Event], applied: set[int]) -> list[Pair]:
    """Return every (event number, surroundings, replacement, delayed id) that may be applied now."""
    found: list[Pair] = []
    for env, replacement, delayed in get_index(s).replacements.get(events[0].kind, ()):
        if identity(env, replacement) in applied or not _usable(s, env, replacement):
            continue
        for number, event in enumerate(events):
            if replacement.match(s, env, event) and _payable(s, env, replacement, event):
                found.append((number, env, replacement, delayed))
    return found


def _usable(s: State, env: Env, replacement: Replacement) -> bool:
    if replacement.gate is not None and not replacement.gate(s, env):
        return False
    if replacement.condition is not None and not replacement.condition(s, env):
        return False
    if not replacement.once:
        return True
    o = s.board.get(env.me)
    return o is None or replacement.key not in o.once


def _payable(s: State, env: Env, replacement: Replacement, event: Event) -> bool:
    if replacement.cost is None:
        return True
    from engine.costs import affordable  # noqa: PLC0415 - costs are actions, and actions are events

    return affordable(s, _item_for(s, env, replacement, event), replacement.cost)


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
    """Return who orders the replacements of an event: the affected object's controller, or the player (CR 372)."""
    o = s.board.get(event.subject)
    if o is not None:
        return o.controller if o.controller >= 0 else s.tp
    return event.player if event.player >= 0 else s.tp


STEP_FIND: Final = 0
STEP_CHOSEN: Final = 1
STEP_PAID: Final = 2
STEP_DONE: Final = 3


def step_event(s: State, f: Frame) -> None:
    """Go on with a batch of events: apply what replaces it, one at a time, then do what is left."""
    if f.step in (STEP_DONE, STEP_PAID):
        f.item = None
        f.step = STEP_FIND
    if f.step == STEP_FIND and not _ask_which(s, f):
        return
    if f.step == STEP_CHOSEN:
        _chosen(s, f)


def _finish(s: State, f: Frame) -> None:
    s.frames.pop()
    if f.events:
        s.result = DOING[f.a](s, f.events)
    else:
        s.result = []


def _pairs(s: State, f: Frame) -> list[Pair]:
    declined = set(f.data)
    pairs = [] if not f.events else _applicable(s, f.events, _applied_below(s) | declined)
    if not pairs:
        return []
    # CR 373: each player orders those for their own objects; the turn player's come first.
    for player in players_from(s, s.tp):
        mine = [pair for pair in pairs if _owner_of(s, f.events[pair[0]]) == player]
        if mine:
            return mine
    return pairs


def _ask_which(s: State, f: Frame) -> bool:
    """Ask which replacement to apply to which event; return whether there is an answer."""
    pairs = _pairs(s, f)
    if not pairs:
        _finish(s, f)
        return False
    f.step = STEP_CHOSEN
    optional = pairs[0][2].may
    if len(pairs) == 1 and not optional:
        f.b = 0
        return True
    options = [(w.O_REF, f.events[number].subject, place) for place, (number, _, _, _) in enumerate(pairs)]
    if all(replacement.may for _, _, replacement, _ in pairs):
        options.append((w.O_NO, 0, 0))
    f.b = -1
    decider = pairs[0][1].you if optional else _owner_of(s, f.events[pairs[0][0]])
    return not ask(s, decider, w.D_REPLACE, options, 1, 1, pairs[0][1].me, pairs[0][2].key)


def _chosen(s: State, f: Frame) -> None:
    pairs = _pairs(s, f)
    if f.b < 0:
        kind, _, place = take(s)[0]
        if kind == w.O_NO:
            # CR 371.2.b: declined, so not applied; not asked again for these events.
            f.data.extend(identity(env, replacement) for _, env, replacement, _ in pairs)
            f.step = STEP_FIND
            return
        f.b = place
    number, env, replacement, delayed = pairs[f.b]
    f.step = STEP_DONE
    f.data.append(identity(env, replacement))
    _apply(s, f, number, env, replacement, delayed)


def _apply(s: State, f: Frame, number: int, env: Env, replacement: Replacement, delayed: int) -> None:
    from engine.layers import use_delayed  # noqa: PLC0415

    event = f.events[number]
    o = s.board.get(env.me)
    if replacement.once and o is not None:
        o.once = (*o.once, replacement.key)
    if delayed >= 0:
        use_delayed(s, delayed)
    if replacement.prevents:
        left = 0 if replacement.prevents < 0 else max(0, event.amount - replacement.prevents)
        changed = _with_amount(event, left)
        f.events = [
            changed if place == number else other for place, other in enumerate(f.events) if left or place != number
        ]
        return
    if not replacement.proceeds:
        f.events = [other for place, other in enumerate(f.events) if place != number]
    item = _item_for(s, env, replacement, event)
    item.id = s.next_id
    s.next_id += 1
    item.pending = False
    item.chosen = [()] * len(replacement.script.openings)
    resolve = Frame(w.F_RESOLVE, item=item)
    s.frames.append(resolve)
    if replacement.cost is not None:
        from engine.costs import push_cost  # noqa: PLC0415

        push_cost(s, item, replacement.cost)


def _with_amount(event: Event, amount: int) -> Event:
    return Event(
        event.kind, event.player, event.subject, event.other, event.loc, event.origin, amount, event.item, event.snap
    )


def times_more(s: State, player: int, label: int) -> int:
    """Return how often more a labelled effect triggers; 0 without a passive that says so."""
    return extra_triggers(s, player, label) if get_index(s).statics else 0
