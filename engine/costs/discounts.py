"""Discounts on a price (CR 356.4): what each takes off, in which of its ways, and whether it is taken at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import PriceChange
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.scripts import CostDef
    from riftcheck.engine.model.state import State

# Between the key of an additional cost and the way in which a discount on it is taken, in `Item.extras`.
MARK: Final = "#"

# Of a discount that a player may take: the way in which it is left.
LEFT: Final = 1

Price = tuple[int, tuple[int, ...]]


def has_ways(change: PriceChange) -> bool:
    """Tell whether a discount on a whole price is taken in one of several ways, or not at all."""
    return change.less is not None and bool(change.less.ways) and not of_part(change)


def mark_of(env: Env, change: PriceChange) -> str:
    """Return the start of the marks of a discount in `Item.extras`; the number of its way follows."""
    return f"{MARK}{change.key}{MARK}{env.me}{MARK}"


def way_of(s: State, item: Item, env: Env, change: PriceChange, price: Price) -> CostDef:
    """Return what a discount takes off the whole price: the way that was chosen, or the first that is of use."""
    less = change.less
    assert less is not None
    if not less.ways:
        return less
    start = mark_of(env, change)
    for mark in item.extras:
        if mark.startswith(start):
            return less.ways[int(mark.removeprefix(start))]
    return less.ways[useful_way(s, env, change, *price)]


def useful_way(s: State, env: Env, change: PriceChange, energy: int, power: tuple[int, ...]) -> int:
    """Return the first way of a discount that takes anything off."""
    assert change.less is not None
    for number, less in enumerate(change.less.ways):
        if discounted(s, env, change, less, energy, power) != (energy, power):
            return number
    return 0


def of_part(change: PriceChange) -> bool:
    """Tell whether a price change is of additional costs, which is made as they are added (CR 356.4.c)."""
    return bool(change.component) and change.cards


def discounted(s: State, env: Env, change: PriceChange, less: CostDef, energy: int, power: tuple[int, ...]) -> Price:
    """Return a price less one way of a discount, not below its floor (CR 356.4.e)."""
    times = 1 if change.per is None else max(0, change.per(s, env))
    amount = times * (0 if less.energy is None else less.energy(s, env))
    energy = max(energy - amount, min(energy, change.floor))
    for mask in less.power * times:
        if len(power) <= change.floor_power:
            break
        power = without(power, mask)
    return energy, power


def without(power: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """Take one power that the mask covers off a cost, the most specific first."""
    for place, needed in enumerate(power):
        if needed & mask == needed or (mask & needed and mask != w.ANY_DOMAIN):
            return power[:place] + power[place + 1 :]
    return power[1:] if mask == w.ANY_DOMAIN else power


def may_still(s: State, env: Env, change: PriceChange) -> bool:
    """Tell whether a discount that is there once each turn has not been taken yet (CR 386.3)."""
    o = s.board.get(env.me)
    return o is None or change.key not in o.once


def note_taken(s: State, item: Item, env: Env, change: PriceChange) -> None:
    """Note that a discount of once each turn was taken for a play; one that was left is still there (CR 386.3.a)."""
    o = s.board.get(env.me)
    if o is not None and not (change.may and f"{mark_of(env, change)}{LEFT}" in item.extras):
        o.once = (*o.once, change.key)
