"""Prices that hang on what an item chooses (CR 355.16, 404.2): discounts for it, and Deflect that is ignored for it.

A choice may be made where some choices after it leave the item payable. These are looked for only while something on
the board, or the item's own text, makes a price hang so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.costs.affordability import affordable, can_pay_total, use_of
from riftcheck.engine.costs.payability import payable
from riftcheck.engine.costs.total_cost import (
    IGNORE_ALL,
    REPLACED,
    altered,
    deflect_for,
    deflect_of,
    total_price,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, ability_cost
from riftcheck.engine.model.scripts import MODE_STEP, MODES, TARGETS
from riftcheck.engine.playing.legal_targets import legal_targets, may_hold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.costs.discounts import Price
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.scripts import Opening, Script
    from riftcheck.engine.model.state import State

# A price from which every discount takes what it takes.
MUCH: Final = 50


def hangs(s: State, item: Item) -> bool:
    """Tell whether the price of an item may hang on what it chooses."""
    if item.script is None or not item.script.openings:
        return False
    index = get_index(s)
    if index.waiving:
        return True
    if index.prices and any(change.hangs for _, change, _ in index.prices):
        return True
    if item.kind == I_CARD:
        own = item.d.main.prices
        return bool(own) and any(change.hangs for change in own)
    base = ability_cost(item)
    return base is not None and base.less is not None and base.less.hangs


def payable_by_choice(s: State, item: Item) -> bool:
    """Tell whether some choices, from where those of an item stand, make it payable."""
    return _tried(s, item, [None])


def payable_choosing(s: State, item: Item, opening: Opening, taken: int, ref: int) -> bool:
    """Tell whether an item can be paid after one more target of an opening, with some choices after it.

    `taken`: the number of targets already chosen for it, where they are chosen one by one; they end `item.chosen`.
    """
    before = item.chosen[-1] if taken >= 0 else ()
    chosen = (*before, ref)
    low, high = opening.low(s, item), opening.high(s, item)
    others = [other for other in legal_targets(s, item, opening) if other not in chosen]
    fill = _cheapest(s, item, others)[: max(0, low - len(chosen))]
    if len(chosen) + len(fill) < low:
        return False
    ways: list[tuple[int, ...] | None] = [(*chosen, *fill)]
    if not 0 <= high <= len(chosen):
        ways += [(*chosen, other, *[each for each in fill if each != other][:-1]) for other in others]
    fitting = [way for way in ways if way is None or opening.group is None or opening.group(s, item, list(way))]
    return _tried(s, item, fitting, partial=taken >= 0)


def payable_stopping(s: State, item: Item, targets: list[int]) -> bool:
    """Tell whether an item can be paid with these as all targets of an opening, with some choices after it."""
    return _tried(s, item, [tuple(targets)])


def payable_in_mode(s: State, item: Item, mode: int) -> bool:
    """Tell whether an item can be paid in a mode, with some choices after it."""
    return _tried(s, item, [(mode,)])


def _tried(s: State, item: Item, ways: Sequence[tuple[int, ...] | None], *, partial: bool = False) -> bool:
    """Tell whether one of some next choices, or none, leaves the item payable, tried on a copy that stands for it."""
    before = s.resolving
    found = False
    for way in ways:
        trial = item.clone()
        trial.id = item.id if item.id >= 0 else s.next_id
        if partial:
            trial.chosen.pop()
        if way is not None:
            _choose(trial, way)
        s.resolving = trial
        found = _search(s, trial)
        s.resolving = before
        if found:
            break
    return found


def _choose(item: Item, chosen: tuple[int, ...]) -> None:
    assert item.script is not None
    opening = item.script.openings[len(item.chosen) % len(item.script.openings)]
    item.chosen.append(chosen)
    if opening.kind == TARGETS and opening.slot >= 0:
        item.slots[opening.slot] = chosen


def _search(s: State, item: Item) -> bool:
    script = item.script
    if script is None:
        return payable_now(s, item)
    repeats = sum(1 for extra in extras_of(s, item) if extra.repeat and extra.key in item.extras)
    total = len(script.openings) * max(item.executions, 1 + repeats)
    failed: set[tuple[int, ...]] | None = set() if _separate(script) else None
    return _search_from(s, item, total, failed)


def _search_from(s: State, item: Item, total: int, failed: set[tuple[int, ...]] | None) -> bool:
    """Tell whether an item that makes `total` choices is payable with some of those that are left.

    `failed` are the targets from which it is not, in order; None where it matters which is chosen for what.
    """
    assert item.script is not None
    if len(item.chosen) >= total:
        return payable_now(s, item)
    known = (len(item.chosen), *sorted(ref for chosen in item.chosen for ref in chosen))
    if failed is not None and known in failed:
        return False
    slots = item.slots[:]
    ways = _choices(s, item, item.script.openings[len(item.chosen) % len(item.script.openings)])
    for chosen in ways if failed is None else _unlike(s, item, ways):
        _choose(item, chosen)
        if _search_from(s, item, total, failed):
            return True
        item.chosen.pop()
        item.slots = slots[:]
    if failed is not None:
        failed.add(known)
    return False


def _separate(script: Script) -> bool:
    """Tell whether all choices of a script are targets, of which none hangs on another but by being another thing."""
    return all(
        opening.kind == TARGETS and opening.group is None and opening.feeds < 0 and not opening.fed
        for opening in script.openings
    )


def _unlike(s: State, item: Item, ways: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return one of each kind of choice: those alike change the price alike, and may be chosen later for the same."""
    assert item.script is not None
    openings = item.script.openings
    later = [legal_targets(s, item, opening) for opening in openings[len(item.chosen) % len(openings) + 1 :]]
    found: dict[object, tuple[int, ...]] = {}
    slots = item.slots[:]
    for way in ways:
        _choose(item, way)
        kind = _of_much(s, item), tuple(ref in legal for ref in way for legal in later)
        found.setdefault(kind, way)
        item.chosen.pop()
        item.slots = slots[:]
    return list(found.values())


def _of_much(s: State, item: Item) -> Price:
    """Return what an item would cost as its choices stand if it cost so much that every discount took all it takes."""
    power = (w.ANY_DOMAIN,) * MUCH
    if item.kind != I_CARD:
        deflect = (w.ANY_DOMAIN,) * deflect_of(s, item)
        return altered(s, item, MUCH, power + deflect)
    before = item.price
    item.price = ((before[0] | REPLACED) & ~IGNORE_ALL, MUCH, power, 0)
    found = total_price(s, item)
    item.price = before
    return found


def _choices(s: State, item: Item, opening: Opening) -> list[tuple[int, ...]]:
    """Return choices for an opening among which is the cheapest: one thing of its own, and the cheapest beside it."""
    if not _applies(s, item, opening):
        return [()]
    if opening.kind == MODES:
        return [(mode,) for mode in opening.candidates(s, item)]
    if opening.kind != TARGETS:
        return [()]
    low, found = opening.low(s, item), legal_targets(s, item, opening)
    if len(found) < low:
        return []
    cheap = _cheapest(s, item, found)
    ways: list[tuple[int, ...]] = [] if low else [()]
    ways += [(ref, *[other for other in cheap if other != ref][: max(0, low - 1)]) for ref in found]
    return [way for way in ways if opening.group is None or opening.group(s, item, list(way))]


def _applies(s: State, item: Item, opening: Opening) -> bool:
    assert item.script is not None
    if opening.kind != MODES and opening.modes >= 0:
        place, mode = divmod(opening.modes, MODE_STEP)
        first = len(item.chosen) - len(item.chosen) % len(item.script.openings)
        if mode not in item.chosen[first + place]:
            return False
    return may_hold(s, item, opening)


def _cheapest(s: State, item: Item, found: list[int]) -> list[int]:
    return sorted(found, key=lambda ref: deflect_for(s, item, ref, set()) if ref >= w.FIRST_ID else 0)


def price_now(s: State, item: Item) -> Price:
    """Return the energy and power of an item as its choices stand: of an ability with one base cost, with that."""
    energy, power = total_price(s, item)
    base = ability_cost(item)
    if base is None:
        return energy, power
    more = 0 if base.energy is None else base.energy(s, item)
    return altered(s, item, energy + more, power + base.power)


def payable_now(s: State, item: Item) -> bool:
    """Tell whether an item can be paid as its choices stand."""
    if item.kind == I_CARD:
        return can_pay_total(s, item)
    energy, power = total_price(s, item)
    cost = ability_cost(item)
    if cost is not None:
        return affordable(s, item, cost, energy, power)
    return payable(s, item.you, energy, power, use_of(s, item))
