"""Finalizing a pending item (CR 355-359, 402-406): choices, price, payment, legality.

One frame for one item. A trigger that cannot be chosen for, or whose cost or offer is declined, is removed: it never
triggered (CR 383.3.a.2, 402.4, 404.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.costs import affordable, bill_for_play, can_pay_total, deflect_for, price_uses, push_bill
from engine.departures import leave_chain
from engine.events import emit
from engine.items import I_CARD, I_TRIGGER, Item
from engine.playing import (
    ability_cost,
    can_complete,
    destination_choices,
    locations,
    mandatory_extras,
    mode_choices,
    openings_possible,
    speed_of,
    target_choices,
)
from engine.scripts import DESTINATION, MODES, TARGETS, Opening
from engine.state import Frame, Option, ask, take
from engine.zones import base_of, put_card

if TYPE_CHECKING:
    from engine.state import State
    from engine.texts import Extra

STEP_OFFER: Final = 0
STEP_START: Final = 1
STEP_EXTRAS: Final = 2
STEP_LOCATION: Final = 3
STEP_OPENINGS: Final = 4
STEP_PAY: Final = 5
STEP_DONE: Final = 6


def start_finalize(s: State, item: Item) -> None:
    """Leave a frame that finalizes an item."""
    s.frames.append(Frame(w.F_FINALIZE, item=item))


def step_finalize(s: State, f: Frame) -> None:
    """Go on finalizing; each step either falls through or waits."""
    item = f.item
    assert item is not None
    if f.step == STEP_OFFER and not _offer(s, f, item):
        return
    if f.step == STEP_START and not _can_start(s, f, item):
        return
    if f.step == STEP_EXTRAS and not _extras(s, f, item):
        return
    if f.step == STEP_LOCATION and not _location(s, f, item):
        return
    if f.step == STEP_OPENINGS and not _openings(s, f, item):
        return
    if f.step == STEP_PAY:
        f.step = STEP_DONE
        bill = bill_for_play(s, item, ability_cost(item))
        if bill.energy or bill.power or bill.parts:
            push_bill(s, item, bill)
            return
    if f.step == STEP_DONE:
        _finish(s, item)


def _remove(s: State, item: Item) -> None:
    """Take an item off the chain that never became finalized."""
    s.frames.pop()
    s.chain.remove(item)
    s.dirty |= w.DIRTY_CHAIN
    s.prio = w.NOBODY
    leave_chain(s, item)


# --- the offer of a trigger -------------------------------------------------------------------------------------------


def _offer(s: State, f: Frame, item: Item) -> bool:
    """Ask whether a trigger that says "may", or that costs something, is performed at all (CR 402.1, 404.2)."""
    trigger = item.trigger
    if item.kind != I_TRIGGER or trigger is None:
        f.step = STEP_START
        return True
    if s.answer is None:
        if _used_up(s, item) or not openings_possible(s, item):
            _remove(s, item)
            return False
        if trigger.cost is not None and not affordable(s, item, trigger.cost):
            _remove(s, item)
            return False
        asked = trigger.cost is not None or (trigger.may and s.rules.may_at_finalize)
        if asked:
            options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
            if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, "may"):
                return False
    if s.answer is not None and take(s)[0][0] == w.O_NO:
        _remove(s, item)
        return False
    if trigger.once:
        o = s.board.get(item.me)
        if o is not None:
            o.once = (*o.once, trigger.key)
    f.step = STEP_START
    return True


def _used_up(s: State, item: Item) -> bool:
    """Whether a once-a-turn trigger was performed since it was noted (CR 383.3.e.1)."""
    if item.trigger is None or not item.trigger.once:
        return False
    o = s.board.get(item.me)
    return o is not None and item.trigger.key in o.once


# --- choices of a card ------------------------------------------------------------------------------------------------


def _can_start(s: State, f: Frame, item: Item) -> bool:
    """Undo a play that an effect caused and that cannot be completed (CR 358.5, 419.3.c)."""
    f.step = STEP_EXTRAS
    if item.kind != I_CARD or not item.limited:
        return True
    if can_complete(s, item) and openings_possible(s, item):
        item.extras = ()
        return True
    _undo(s, item)
    return False


def _undo(s: State, item: Item) -> None:
    """Take a card's item off the chain and put the card back where it came from."""
    s.frames.pop()
    s.chain.remove(item)
    s.dirty |= w.DIRTY_CHAIN
    s.prio = w.NOBODY
    if item.card >= 0:
        put_card(s, item.card, item.zone)


def _extras(s: State, f: Frame, item: Item) -> bool:
    """Ask for each optional additional cost that can be paid (CR 355.1.a, 356.2.b)."""
    if item.kind != I_CARD or not item.d.main.extras:
        f.step = STEP_LOCATION
        return True
    extras = item.d.main.extras
    if f.a == 0 and f.b == 0:
        item.extras = mandatory_extras(s, item)
    while f.a < len(extras):
        extra = extras[f.a]
        if f.b == 0 and not _ask_extra(s, f, item, extra):
            return False
        if f.b == 1 and not _ask_variable(s, f, item, extra):
            return False
        f.a += 1
        f.b = 0
    f.a = f.b = 0
    item.executions = 1 + sum(1 for extra in extras if extra.repeat and extra.key in item.extras)
    if any(extra.ready and extra.key in item.extras for extra in extras):
        item.ready = 1  # CR 805.2.b
    f.step = STEP_LOCATION
    return True


def _ask_extra(s: State, f: Frame, item: Item, extra: Extra) -> bool:
    f.b = 1
    if not extra.optional:
        return True
    if s.answer is None:
        if extra.gate is not None and not extra.gate(s, item):
            f.b = 2
            return True
        with_it, without = _payable_with(s, item, extra), _payable_later(s, item, f.a + 1)
        if not with_it:
            f.b = 2
            return True
        options: list[Option] = [(w.O_YES, f.a, 0)]
        if without:
            options.append((w.O_NO, f.a, 0))
        if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, extra.name):
            f.b = 0
            return False
    if take(s)[0][0] == w.O_YES:
        item.extras = (*item.extras, extra.key)
    else:
        f.b = 2
    return True


def _payable_with(s: State, item: Item, extra: Extra) -> bool:
    """Whether the item stays payable with one more extra; things of any number are taken as many as there are."""
    before, slots = item.extras, item.slots
    item.extras = (*before, extra.key)
    item.slots = slots[:]
    possible = all(len(part.candidates(s, item)) >= part.low(s, item) for part in extra.cost.parts)
    for part in extra.cost.parts:
        if part.slot >= 0:
            item.slots[part.slot] = tuple(part.candidates(s, item))
    possible = possible and can_pay_total(s, item)
    item.extras, item.slots = before, slots
    return possible


def _payable_later(s: State, item: Item, start: int) -> bool:
    """Whether the item is payable as it stands, or with an extra that is still to be asked."""
    if can_pay_total(s, item):
        return True
    return any(extra.optional and _payable_with(s, item, extra) for extra in item.d.main.extras[start:])


def _ask_variable(s: State, f: Frame, item: Item, extra: Extra) -> bool:
    """Choose at once what a cost of any number takes, for the price may hang on it."""
    if extra.key not in item.extras:
        return True
    for part in extra.cost.parts:
        if part.slot < 0:
            continue
        found = part.candidates(s, item)
        low, high = part.low(s, item), min(part.high(s, item), len(found))
        if low == high and low < len(found) and not f.c:
            continue
        if s.answer is None:
            needed = _fewest(s, item, part.slot, found, low, high)
            options: list[Option] = [(w.O_REF, ref, number) for number, ref in enumerate(found)]
            if ask(s, item.you, w.D_COST, options, needed, high, item.id, part.text):
                return False
        item.slots[part.slot] = tuple(ref for _, ref, _ in take(s))
    return True


def _fewest(s: State, item: Item, slot: int, found: list[int], low: int, high: int) -> int:
    """Return how many must be taken so that the rest of the price can be paid."""
    before = item.slots[slot]
    for count in range(low, high + 1):
        item.slots[slot] = tuple(found[:count])
        if can_pay_total(s, item):
            item.slots[slot] = before
            return count
    item.slots[slot] = before
    return high


def _location(s: State, f: Frame, item: Item) -> bool:
    """Choose where a unit will enter (CR 355.2); gear goes to the base unless hidden (CR 148.1.a.1, 811.1.d.1.a)."""
    f.step = STEP_OPENINGS
    if item.kind != I_CARD or not item.d.types & w.PERMANENT:
        return True
    if not item.d.types & w.UNIT:
        hidden = item.zone == w.Z_FACEDOWN and item.facedown_loc >= 0
        item.loc = item.facedown_loc if hidden else (item.only_to if item.only_to >= 0 else base_of(s, item.you))
        return True
    if s.answer is None:
        places = locations(s, item, _timing(s, item))
        options: list[Option] = [(w.O_LOCATION, loc, 0) for loc in places]
        if not options:
            # An effect told the player to play it, and there is nowhere to go.
            _undo(s, item)
            return False
        if ask(s, item.you, w.D_LOCATION, options, 1, 1, item.id, "location"):
            f.step = STEP_LOCATION
            return False
    item.loc = take(s)[0][1]
    return True


def _timing(s: State, item: Item) -> int:
    """Return the timing at which an item was played, for what its keywords then allow."""
    if item.limited:
        return 0
    if len(s.chain) > 1:
        return min(2, speed_of(item)) if not item.d.kw & w.K_AMBUSH else 2
    if s.showdown >= 0:
        return 1
    return 0


# --- targets, modes, destinations --------------------------------------------------------------------------------------


def _openings(s: State, f: Frame, item: Item) -> bool:
    """Ask every opening of every execution in order (CR 355.3-355.5, 820.2)."""
    script = item.script
    if script is None:
        f.step = STEP_PAY
        return True
    openings = script.openings
    total = len(openings) * item.executions
    while len(item.chosen) < total:
        number = len(item.chosen)
        opening = openings[number % len(openings)]
        chosen = _choose(s, f, item, opening, number - number % len(openings))
        if chosen is None:
            return False
        item.chosen.append(chosen)
    f.step = STEP_PAY
    return True


def _asked(s: State, item: Item, opening: Opening, first: int) -> bool:
    """Whether an opening applies: its condition holds and its mode was chosen in this execution."""
    assert item.script is not None
    if opening.kind != MODES and opening.modes >= 0:
        place, mode = divmod(opening.modes, 16)
        chosen = item.chosen[first + place]
        if mode not in chosen:
            return False
    return opening.when is None or opening.when(s, item)


def _choose(s: State, f: Frame, item: Item, opening: Opening, first: int) -> tuple[int, ...] | None:
    """Return what was chosen for one opening, or None while the player is asked."""
    if s.answer is not None and f.c == 0:
        return tuple(subject for _, subject, _ in take(s))
    if not _asked(s, item, opening, first):
        return ()
    if opening.kind == MODES:
        return _choose_modes(s, item, opening)
    if opening.kind == DESTINATION:
        return _choose_destination(s, item, opening, first)
    found = target_choices(s, item, opening)
    low, high = opening.low(s, item), opening.high(s, item)
    if high < 0 or high > len(found):
        high = len(found)
    low = min(low, high)
    if f.c or opening.group is not None or (high > 1 and any(deflect_for(s, item, ref, set()) for ref in found)):
        return _one_by_one(s, f, item, opening, low, high)
    options: list[Option] = [(w.O_REF, ref, 0) for ref in found]
    if ask(s, item.you, w.D_TARGET, options, low, high, item.id, opening.text):
        return None
    return tuple(subject for _, subject, _ in take(s))


def _one_by_one(s: State, f: Frame, item: Item, opening: Opening, low: int, high: int) -> tuple[int, ...] | None:
    """Choose a group one target at a time, so that every answer offered keeps the group legal and payable.

    `f.c` is 1 while this goes on, `f.data` the targets so far.
    """
    f.c = 1
    while True:
        if s.answer is not None:
            kind, subject, _ = take(s)[0]
            if kind == w.O_PASS:
                break
            f.data.append(subject)
        if len(f.data) >= high:
            break
        item.chosen.append(tuple(f.data))
        found = [ref for ref in target_choices(s, item, opening) if ref not in f.data]
        item.chosen.pop()
        if opening.group is not None:
            found = [ref for ref in found if opening.group(s, item, [*f.data, ref])]
        options: list[Option] = [(w.O_REF, ref, 0) for ref in found]
        if not options:
            break
        if len(f.data) >= low:
            options.append((w.O_PASS, 0, 0))
        if ask(s, item.you, w.D_TARGET, options, 1, 1, item.id, opening.text):
            return None
    chosen, f.data, f.c = tuple(f.data), [], 0
    return chosen


def _choose_modes(s: State, item: Item, opening: Opening) -> tuple[int, ...] | None:
    options: list[Option] = [(w.O_MODE, mode, 0) for mode in mode_choices(s, item, opening)]
    if ask(s, item.you, w.D_MODE, options, 1, 1, item.id, opening.text):
        return None
    return tuple(subject for _, subject, _ in take(s))


def _choose_destination(s: State, item: Item, opening: Opening, first: int) -> tuple[int, ...] | None:
    if opening.moved < 0:
        moved = () if opening.moving is None else tuple(opening.moving(s, item))
    else:
        moved = item.chosen[first + opening.moved]
    options: list[Option] = [(w.O_LOCATION, loc, 0) for loc in destination_choices(s, item, opening, moved)]
    if ask(s, item.you, w.D_LOCATION, options, min(1, len(options)), 1, item.id, opening.text):
        return None
    return tuple(subject for _, subject, _ in take(s))


# --- done ----------------------------------------------------------------------------------------------------------------


def _finish(s: State, item: Item) -> None:
    """The item is no longer pending; permanents and Add abilities resolve at once (CR 337.2, 359, 406)."""
    s.frames.pop()
    item.pending = False
    item.bill = None
    s.dirty |= w.DIRTY_CHAIN
    s.prio = w.NOBODY
    if item.kind == I_CARD:
        price_uses(s, item)
        p = s.players[item.you]
        if item.card >= 0:
            p.finalized.append(item.card)
        emit(s, w.E_FINALIZE, item.you, item.id, loc=item.loc, amount=item.paid_energy)
    elif item.activated is not None and item.activated.once:
        o = s.board.get(item.me)
        if o is not None:
            o.once = (*o.once, item.activated.key)
    _announce_targets(s, item)
    permanent = item.kind == I_CARD and bool(item.d.types & w.PERMANENT)
    adds = item.kind != I_CARD and item.script is not None and item.script.adds
    if permanent or adds:
        from engine.resolve import start_resolve  # noqa: PLC0415

        start_resolve(s, item)


def _announce_targets(s: State, item: Item) -> None:
    """Note what was targeted (CR 383.4.b)."""
    script = item.script
    if script is None or not script.openings:
        return
    seen: list[int] = []
    for number, chosen in enumerate(item.chosen):
        if script.openings[number % len(script.openings)].kind != TARGETS:
            continue
        for ref in chosen:
            if ref not in seen:
                seen.append(ref)
    item.targets_seen = tuple(seen)
    for ref in seen:
        o = s.board.get(ref)
        emit(
            s,
            w.E_CHOOSE,
            item.you,
            ref,
            other=item.id,
            loc=w.NOBODY if o is None else o.loc,
            amount=item.kind,
            origin=item.d.types,
        )
