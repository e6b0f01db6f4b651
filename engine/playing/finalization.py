"""Finalizing a pending item (CR 355-359, 402-406): choices, price, payment, legality.

One frame for one item. A trigger that cannot be chosen for, or whose cost or offer is declined, is removed: it never
triggered (CR 383.3.a.2, 402.4, 404.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.departures import leave_chain
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import claim_bonus
from riftcheck.engine.board.zones import base_of, chain_changed, put_card
from riftcheck.engine.costs.affordability import affordable, can_pay_total
from riftcheck.engine.costs.bill import bill_for_play, push_bill
from riftcheck.engine.costs.dependent_parts import possible as parts_possible
from riftcheck.engine.costs.total_cost import IGNORE_ALL, discount_ways, price_uses, total_price
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, I_TRIGGER, Item, only_adds
from riftcheck.engine.model.scripts import TARGETS
from riftcheck.engine.model.state import Frame, Option, ask, take
from riftcheck.engine.playing.choices import announce_targets, choose
from riftcheck.engine.playing.plays import (
    can_complete,
    locations,
    mandatory_extras,
    openings_possible,
    play_forbidden,
    speed_of,
)
from riftcheck.engine.playing.resolution import item_snap, start_resolve

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Extra
    from riftcheck.engine.model.state import State

STEP_OFFER: Final = 0
STEP_START: Final = 1
STEP_EXTRAS: Final = 2
STEP_LOCATION: Final = 3
STEP_OPENINGS: Final = 4
STEP_PAY: Final = 5
STEP_DONE: Final = 6
# The text of the question whether a trigger's player pays what its choices cost.
INCURRED: Final = "incurred"


def start_finalize(s: State, item: Item) -> None:
    """Leave a frame that finalizes an item."""
    s.frames.append(Frame(w.F_FINALIZE, item=item))


def step_finalize(s: State, f: Frame) -> None:
    """Go on finalizing; each step either falls through or waits."""
    item = f.item
    assert item is not None
    if f.step == STEP_OFFER and not _offer(s, f, item):
        return
    if f.step == STEP_START and item.kind != I_CARD:
        f.step = STEP_OPENINGS  # an ability has no additional costs and enters nowhere
    if f.step == STEP_START and not _can_start(s, f, item):
        return
    if f.step == STEP_EXTRAS and not _extras(s, f, item):
        return
    if f.step == STEP_LOCATION and not _location(s, f, item):
        return
    if f.step == STEP_OPENINGS and not _openings(s, f, item):
        return
    if f.step == STEP_PAY:
        if item.kind == I_TRIGGER and not _agrees(s, item):
            return
        f.step = STEP_DONE
        bill = bill_for_play(s, item)
        if bill.energy or bill.power or bill.parts:
            push_bill(s, item, bill)
            return
    if f.step == STEP_DONE:
        _finish(s, item)


def _remove(s: State, item: Item) -> None:
    """Take an item off the chain that never became finalized."""
    s.frames.pop()
    s.chain.remove(item)
    chain_changed(s)
    s.prio = w.NOBODY
    leave_chain(s, item)


# --- the offer of a trigger -------------------------------------------------------------------------------------------


def _offer(s: State, f: Frame, item: Item) -> bool:
    """Ask whether a trigger that says "may", or that costs something, is performed at all (CR 402.1, 404.2)."""
    trigger = item.trigger
    if item.kind == I_TRIGGER and s.answer is None and not openings_possible(s, item):
        _remove(s, item)  # CR 402.4: a reflexive ability, which is no text's trigger, as well
        return False
    if item.kind != I_TRIGGER or trigger is None:
        f.step = STEP_START
        return True
    if s.answer is None:
        # CR 190.6.d: what "you may" do, no one may.
        declined = item.nobodys and (trigger.may or trigger.cost is not None)
        if declined or _used_up(s, item):
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


def _agrees(s: State, item: Item) -> bool:
    """Ask whether what a trigger has incurred, such as Deflect, is paid (CR 404.2); False while asked, or declined."""
    if s.answer is None:
        if not any(total_price(s, item)):
            return True
        options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
        if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, INCURRED):
            return False
    if take(s)[0][0] == w.O_YES:
        return True
    o = s.board.get(item.me)
    if item.trigger is not None and item.trigger.once and o is not None:
        o.once = tuple(key for key in o.once if key != item.trigger.key)
    _remove(s, item)
    return False


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
    if can_complete(s, item) and openings_possible(s, item) and not play_forbidden(s, item, w.NOBODY):
        item.extras = ()
        return True
    _undo(s, item)
    return False


def _undo(s: State, item: Item) -> None:
    """Take a card's item off the chain and put the card back where it came from."""
    s.frames.pop()
    s.chain.remove(item)
    chain_changed(s)
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
        if f.b == 1:
            if not _ask_variable(s, f, item, extra):
                return False
            f.b = 3
        if f.b == 3 and not _ask_discount(s, item, extra, f.a + 1):
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
        with_it, without = _payable_with(s, item, extra, f.a + 1), _payable_later(s, item, f.a + 1)
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


def _payable_with(s: State, item: Item, extra: Extra, start: int) -> bool:
    """Whether the item stays payable with one more extra, perhaps together with some that are asked later.

    Things of any number are taken as many as there are; `start` is the place of the first extra that is asked later.
    """
    before, slots = item.extras, item.slots
    item.extras = (*before, extra.key)
    # CR 355.16: nobody may choose to pay what leaves too little to choose.
    free = bool(item.price[0] & IGNORE_ALL)
    possible = (
        (free or parts_possible(s, item, extra.cost.parts)) and openings_possible(s, item) and _placeable(s, item)
    )
    item.slots = slots[:]
    for part in extra.cost.parts:
        if part.slot >= 0:
            item.slots[part.slot] = tuple(part.candidates(s, item))
    possible = possible and bool(_discounts(s, item, extra, start))
    item.extras, item.slots = before, slots
    return possible


def _placeable(s: State, item: Item) -> bool:
    """Whether a unit with Ambush has a place that its costs leave it (CR 822.3)."""
    return not item.d.kw & w.K_AMBUSH or not item.d.types & w.UNIT or bool(locations(s, item, _timing(s, item)))


def _discounts(s: State, item: Item, extra: Extra, start: int) -> list[tuple[str, ...]]:
    """Return the ways to take the discounts on an extra with which the item is, or can still become, payable."""
    before = item.extras
    found: list[tuple[str, ...]] = []
    for marks in discount_ways(s, item, extra):
        item.extras = (*before, *marks)
        if _payable_later(s, item, start):
            found.append(marks)
    item.extras = before
    return found


def _ask_discount(s: State, item: Item, extra: Extra, start: int) -> bool:
    """Choose how a discount is taken that is of one thing or another."""
    if extra.key not in item.extras:
        return True
    every = discount_ways(s, item, extra)
    if len(every) == 1:
        return True
    if s.answer is None:
        ways = _discounts(s, item, extra, start)
        options: list[Option] = [(w.O_MODE, number, 0) for number, marks in enumerate(every) if marks in ways]
        if ask(s, item.you, w.D_MODE, options, 1, 1, item.id, "discount"):
            return False
    item.extras = (*item.extras, *every[take(s)[0][1]])
    return True


def _payable_later(s: State, item: Item, start: int) -> bool:
    """Whether the item is payable as it stands, or with extras that are still to be asked (CR 356.4.f)."""
    if can_pay_total(s, item):
        return True
    for place, extra in enumerate(item.d.main.extras[start:], start):
        # What only adds to the price helps to pay nothing.
        if not extra.optional or extra.ready or extra.repeat:
            continue
        if (extra.gate is None or extra.gate(s, item)) and _payable_with(s, item, extra, place + 1):
            return True
    return False


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
            needed = _fewest(s, item, part.slot, found, low, high, f.a + 1)
            options: list[Option] = [(w.O_REF, ref, number) for number, ref in enumerate(found)]
            if ask(s, item.you, w.D_COST, options, needed, high, item.id, part.text):
                return False
        item.slots[part.slot] = tuple(ref for _, ref, _ in take(s))
    return True


def _fewest(s: State, item: Item, slot: int, found: list[int], low: int, high: int, start: int) -> int:
    """Return how many must be taken so that the rest of the price can be paid."""
    before = item.slots[slot]
    for count in range(low, high + 1):
        item.slots[slot] = tuple(found[:count])
        if _payable_later(s, item, start):
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
        return min(2, speed_of(s, item)) if not item.d.kw & w.K_AMBUSH else 2
    if s.showdown >= 0:
        return 1
    return 0


# --- targets, modes, destinations -------------------------------------------------------------------------------------


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
        chosen = choose(s, f, item, opening, number - number % len(openings))
        if chosen is None:
            return False
        item.chosen.append(chosen)
        if opening.kind == TARGETS and opening.slot >= 0:
            item.slots[opening.slot] = chosen  # CR 355.14.c: what is chosen later may hang on it
    f.step = STEP_PAY
    return True


# --- done -------------------------------------------------------------------------------------------------------------


def _finish(s: State, item: Item) -> None:
    """The item is no longer pending; permanents and Add abilities resolve at once (CR 337.2, 359, 406)."""
    s.frames.pop()
    item.pending = False
    item.bill = None
    chain_changed(s)
    adds = only_adds(item)
    if not adds:
        s.prio = w.NOBODY
    if get_index(s).prices:
        price_uses(s, item)
    if item.kind == I_CARD:
        if get_index(s).statics:
            claim_bonus(s, item)
        p = s.players[item.you]
        if item.card >= 0:
            p.finalized.append(item.card)
        emit(s, w.E_FINALIZE, item.you, item.id, loc=item.loc, amount=item.paid_energy, snap=item_snap(item))
    elif item.activated is not None and item.activated.once:
        o = s.board.get(item.me)
        if o is not None:
            o.once = (*o.once, item.activated.key)
    announce_targets(s, item)
    permanent = item.kind == I_CARD and bool(item.d.types & w.PERMANENT)
    if permanent or adds:
        start_resolve(s, item)
