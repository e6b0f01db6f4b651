"""Choosing the optional additional costs of a card, and what those of any number take (CR 355.1, 356.2.b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.costs.affordability import keeps_time
from riftcheck.engine.costs.dependent_parts import act, note_shown
from riftcheck.engine.costs.dependent_parts import possible as parts_possible
from riftcheck.engine.costs.discounts import LEFT
from riftcheck.engine.costs.total_cost import IGNORE_ALL, discount_ways, prices_by_place, whole_discounts
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.scripts import C_SHOW
from riftcheck.engine.playing.entry_locations import bound_by, expected_place, locations
from riftcheck.engine.playing.openings import openings_possible
from riftcheck.engine.playing.permissions import timing_of
from riftcheck.engine.playing.plays import completes, mandatory_extras, slots_with
from riftcheck.engine.playing.prices_by_choice import payable_now, price_now

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Extra
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.frames import FinalizeFrame
    from riftcheck.engine.model.scripts import CostPart
    from riftcheck.engine.model.state import State

# The text of the question whether a discount is taken that may be left.
TAKE_DISCOUNT: Final = "take-discount"


def choose_extras(s: State, f: FinalizeFrame, item: Item) -> bool:
    """Ask for each optional additional cost that can be paid (CR 355.1.a, 356.2.b)."""
    extras = extras_of(s, item)
    if not extras:
        return True
    if f.extra == 0 and f.extra_stage == 0:
        item.extras = mandatory_extras(s, item)
    while f.extra < len(extras):
        extra = extras[f.extra]
        if f.extra_stage == 0 and not _ask_extra(s, f, item, extra):
            return False
        if f.extra_stage == 1:
            if not _ask_variable(s, f, item, extra):
                return False
            f.extra_stage = 3
        if f.extra_stage == 3 and not _ask_discount(s, item, extra, f.extra + 1):
            return False
        f.extra += 1
        f.extra_stage = 0
    f.extra = f.extra_stage = 0
    item.executions = 1 + sum(1 for extra in extras if extra.repeat and extra.key in item.extras)
    if any(extra.ready and extra.key in item.extras for extra in extras):
        item.ready = 1  # CR 805.2.b
    return True


def _ask_extra(s: State, f: FinalizeFrame, item: Item, extra: Extra) -> bool:
    f.extra_stage = 1
    if not extra.optional:
        return True
    if s.answer is None:
        if extra.gate is not None and not extra.gate(s, item):
            f.extra_stage = 2
            return True
        with_it, without = _payable_with(s, item, extra, f.extra + 1), _payable_later(s, item, f.extra + 1)
        if not with_it:
            f.extra_stage = 2
            return True
        if extra.loc >= 0 and without:
            without = _placed_later(s, item, f.extra + 1)
        options: list[Option] = [(w.O_YES, f.extra, 0)]
        if without:
            options.append((w.O_NO, f.extra, 0))
        if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, extra.name):
            f.extra_stage = 0
            return False
    if take(s)[0][0] == w.O_YES:
        item.extras = (*item.extras, extra.key)
        _expect_bound_place(s, item, extra)
    else:
        f.extra_stage = 2
    return True


def _payable_with(s: State, item: Item, extra: Extra, start: int) -> bool:
    """Tell whether the item stays payable with one more extra, perhaps together with some that are asked later.

    Things of any number are taken as many as there are; `start` is the place of the first extra that is asked later.
    """
    before, slots, loc = item.extras, item.slots, item.loc
    item.extras = (*before, extra.key)
    _expect_bound_place(s, item, extra)
    # CR 355.16: nobody may choose to pay what leaves too little to choose.
    free = bool(item.price[0] & IGNORE_ALL)
    possible = (
        (free or parts_possible(s, item, extra.cost.parts))
        and openings_possible(s, item)
        and _placeable(s, item, extra)
        and keeps_time(s, item)
    )
    possible = possible and any(_payable_taking(s, item, extra, start, taken) for taken in slots_with(s, item, extra))
    item.extras, item.slots, item.loc = before, slots, loc
    return possible


def _expect_bound_place(s: State, item: Item, extra: Extra) -> None:
    """Reckon with the place to which a cost binds a permanent, where its price hangs on where it is played."""
    if extra.loc >= 0 and item.d.types & w.PERMANENT and prices_by_place(s):
        item.loc = expected_place(s, item, timing_of(s, item))


def _payable_taking(s: State, item: Item, extra: Extra, start: int, slots: list[tuple[int, ...]]) -> bool:
    """Tell whether the item stays payable with an extra for which the things of these slots are taken."""
    item.slots = slots
    return bool(_discounts(s, item, extra, start))


def _placeable(s: State, item: Item, extra: Extra | None = None) -> bool:
    """Tell whether a unit with Ambush, or that a cost binds to a place, has one that is left (CR 822.3, VFAQ 27)."""
    free = (extra is None or extra.loc < 0) and not (item.d.kw & w.K_AMBUSH and item.d.types & w.UNIT)
    return free or bool(locations(s, item, timing_of(s, item)))


def _placed_later(s: State, item: Item, start: int) -> bool:
    """Tell whether a unit has a place as it stands, or with costs that are asked later and bind it to one."""
    timing = timing_of(s, item)
    return bool(locations(s, item, timing)) or any(
        bound_by(s, item, timing, extra) for extra in extras_of(s, item)[start:]
    )


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
    """Let the player choose between the ways of a discount; False while the player is asked."""
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


def choose_discounts(s: State, item: Item) -> bool:
    """Let the player choose how a discount on the whole price is taken (CR 356.4); False while the player is asked."""
    for marks, may in whole_discounts(s, item):
        if may:
            if not _offer_discount(s, item, marks):
                return False
            continue
        if s.answer is None:
            useful = _useful(s, item, marks)
            if len(useful) < len(marks):
                continue
            options: list[Option] = [(w.O_MODE, number, 0) for number in useful if _payable_so(s, item, marks[number])]
            if ask(s, item.you, w.D_MODE, options, 1, 1, item.id, "discount"):
                return False
        item.extras = (*item.extras, marks[take(s)[0][1]])
    return True


def _offer_discount(s: State, item: Item, marks: list[str]) -> bool:
    """Let the player take or leave a discount; False while the player is asked. One that takes off nothing is left."""
    if s.answer is None:
        taken = _prices(s, item, marks)
        if taken[0] == taken[LEFT]:
            item.extras = (*item.extras, marks[LEFT])
            return True
        options: list[Option] = [
            (word, 0, 0) for number, word in enumerate((w.O_YES, w.O_NO)) if _payable_so(s, item, marks[number])
        ]
        if ask(s, item.you, w.D_YES_NO, options, 1, 1, item.id, TAKE_DISCOUNT):
            return False
    item.extras = (*item.extras, marks[0 if take(s)[0][0] == w.O_YES else LEFT])
    return True


def _useful(s: State, item: Item, marks: list[str]) -> list[int]:
    """Return the ways of a discount after which no other way is as cheap in energy and in power alike."""
    prices = _prices(s, item, marks)
    return [
        number
        for number, (energy, power) in enumerate(prices)
        if not any(one <= energy and other <= power for place, (one, other) in enumerate(prices) if place != number)
    ]


def _prices(s: State, item: Item, marks: list[str]) -> list[tuple[int, int]]:
    """Return the energy and the number of powers that an item costs in each way of a discount."""
    before = item.extras
    prices: list[tuple[int, int]] = []
    for mark in marks:
        item.extras = (*before, mark)
        energy, power = price_now(s, item)
        prices.append((energy, len(power)))
    item.extras = before
    return prices


def _payable_so(s: State, item: Item, mark: str) -> bool:
    before = item.extras
    item.extras = (*before, mark)
    payable = payable_now(s, item)
    item.extras = before
    return payable


def _payable_later(s: State, item: Item, start: int) -> bool:
    """Tell whether the item is complete as it stands, or with extras that are still to be asked (CR 356.4.f)."""
    if completes(s, item):
        return True
    for place, extra in enumerate(extras_of(s, item)[start:], start):
        # An extra that only adds to the price helps to pay nothing.
        if not extra.optional or extra.ready or extra.repeat:
            continue
        if (extra.gate is None or extra.gate(s, item)) and _payable_with(s, item, extra, place + 1):
            return True
    return False


def _ask_variable(s: State, f: FinalizeFrame, item: Item, extra: Extra) -> bool:
    """Choose at once the things for a cost of any number, for the price may depend on them."""
    if extra.key not in item.extras:
        return True
    for part in extra.cost.parts:
        if part.slot < 0:
            continue
        found = part.candidates(s, item)
        low, high = part.low(s, item), min(part.high(s, item), len(found))
        if low == high and low < len(found) and not f.one_by_one and not part.early:
            continue
        if s.answer is None:
            if part.early:
                found = _affording(s, item, part.slot, found, f.extra + 1)
            needed = _fewest(s, item, part.slot, found, low, high, f.extra + 1)
            options: list[Option] = [(w.O_REF, ref, number) for number, ref in enumerate(found)]
            if ask(s, item.you, w.D_COST, options, needed, high, item.id, part.text):
                return False
        item.slots[part.slot] = _taken(s, item, part, tuple(ref for _, ref, _ in take(s)))
    return True


def _taken(s: State, item: Item, part: CostPart, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Return what the slot of a part holds once it is chosen; what is shown off is shown and noted at once."""
    if part.kind != C_SHOW or not s.rules.shown_off_is_noted:
        return chosen
    act(s, item, part, list(chosen))
    return note_shown(s, chosen)


def _affording(s: State, item: Item, slot: int, found: list[int], start: int) -> list[int]:
    """Return the things for a slot with each of which the rest can be paid, and a place is left (CR 355.16)."""
    before = item.slots[slot]
    kept: list[int] = []
    for ref in found:
        item.slots[slot] = (ref,)
        if _payable_later(s, item, start) and _placeable(s, item):
            kept.append(ref)
    item.slots[slot] = before
    return kept


def _fewest(s: State, item: Item, slot: int, found: list[int], low: int, high: int, start: int) -> int:
    """Return the least number of things for a slot with which the rest of the price can be paid; `high` if none can."""
    before = item.slots[slot]
    for count in range(low, high + 1):
        item.slots[slot] = tuple(found[:count])
        if _payable_later(s, item, start):
            item.slots[slot] = before
            return count
    item.slots[slot] = before
    return high
