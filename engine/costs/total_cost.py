"""Prices (CR 201-206, 356): the total cost of a play or ability.

An effect's word on a price is the tuple `Item.price`: (mode, energy, power, less energy). The mode's bits: 1 the base
energy is ignored, 2 the base power is ignored, 4 all costs are ignored, 8 energy and power replace the base cost, 16
they do so as its Flow cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.active_texts import in_force
from riftcheck.engine.board.layers import keywords, use_delayed
from riftcheck.engine.costs.additional import asked_of, paid_extras
from riftcheck.engine.costs.discounts import (
    MARK,
    discounted,
    has_ways,
    mark_of,
    may_still,
    note_taken,
    of_part,
    useful_way,
    way_of,
    without,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import Extra, PriceChange
from riftcheck.engine.model.chain_items import I_CARD, Env, Item, ability_cost
from riftcheck.engine.model.references import card_ref
from riftcheck.engine.model.turn_order import enemies

if TYPE_CHECKING:
    from riftcheck.engine.costs.discounts import Price
    from riftcheck.engine.model.scripts import CostDef, Reduction
    from riftcheck.engine.model.state import State

IGNORE_ENERGY: Final = 1
IGNORE_POWER: Final = 2
IGNORE_ALL: Final = 4
REPLACED: Final = 8
FLOWING: Final = 16
FREE: Final = (IGNORE_ENERGY | IGNORE_POWER, 0, (), 0)
PRINTED: Final = (0, 0, (), 0)


def total_price(s: State, item: Item, deflected: int = 0) -> Price:
    """Return the total energy and power of an item as its choices stand (CR 356).

    `deflected` is the power that Deflect would add for targets that are not chosen yet.
    """
    if item.kind != I_CARD and item.price == PRINTED and not (item.chosen or item.extras or deflected):
        return 0, ()  # the cost of an ability is no part of this
    mode = item.price[0]
    if mode & IGNORE_ALL and not (item.card < 0 and item.extras):
        return 0, ()  # but for what a token is given: it has no costs itself (CR 185.3.a)
    energy, power = _printed(item)
    # The cost of an ability is changed together with its base cost: see `altered`.
    changes = _changes(s, item, get_index(s).prices, item.d.main.prices) if item.kind == I_CARD else []
    if changes and any(change.ignore for _, change in changes):
        energy, power = 0, ()
    paid = paid_extras(s, item) if item.extras else []
    for extra in paid:
        more_energy, more_power = _component(s, item, extra, changes)
        energy += more_energy
        power += more_power
    if item.chosen:
        deflected += deflect_of(s, item)
    if deflected:
        power += (w.ANY_DOMAIN,) * deflected
    if changes:
        energy, power = _changed(s, item, energy, power, changes)
    if paid:
        energy, power = _eased(s, item, paid, energy, power)
    if item.price[3]:
        energy = max(0, energy - item.price[3])
    return energy, power


def altered(s: State, item: Item, energy: int, power: tuple[int, ...], *, played: bool = True) -> Price:
    """Return the price of an ability's energy and power after all changes to it (CR 404.2-404.3).

    If it is not played, what makes abilities cheaper as they are played is no change of it (CR 821.1.c.2.a).
    """
    if item.kind == I_CARD:
        return energy, power
    base = ability_cost(item)
    if base is not None and base.less is not None:
        energy, power = _reduced(s, item, base.less, energy, power)
    prices = get_index(s).prices
    if not prices:
        return energy, power
    if not played:
        counted = {delayed.id for delayed in s.delayed if delayed.uses}
        prices = [row for row in prices if not row[1].played and row[2] not in counted]
    return _changed(s, item, energy, power, _changes(s, item, prices, ()))


def _reduced(s: State, item: Item, less: Reduction, energy: int, power: tuple[int, ...]) -> Price:
    """Take off a price what the ability's own text takes off it (CR 827.1.c.3)."""
    if less.condition is not None and not less.condition(s, item):
        return energy, power
    times = 1 if less.per is None else max(0, less.per(s, item))
    off = 0 if less.energy is None else max(0, less.energy(s, item))
    for mask in less.power * times:
        power = without(power, mask)
    return max(0, energy - times * off), power


def base_energy(s: State, item: Item) -> int:
    """Return the energy of an ability's base cost before changes (CR 206.1); the energy paid where it has several."""
    cost = ability_cost(item)
    if cost is None or cost.ways:
        return item.paid_energy
    return 0 if cost.energy is None else cost.energy(s, item)


def _printed(item: Item) -> Price:
    mode, energy, power, _ = item.price
    if mode & REPLACED:
        return energy, power
    if item.kind != I_CARD:
        return 0, ()
    d = item.d
    return (0 if mode & IGNORE_ENERGY else d.energy), (() if mode & IGNORE_POWER else d.power)


Change = tuple[Env, PriceChange]


def _changes(
    s: State, item: Item, prices: list[tuple[Env, PriceChange, int]], own: tuple[PriceChange, ...]
) -> list[Change]:
    found: list[Change] = []
    if not prices and not own:
        return found
    for env, change, _ in prices:
        if _in_place(s, env, change, item) and _covered(s, env, change, item):
            found.append((env, change))
    last: dict[str, Change] = {}
    for change in own:
        if not change.own or not _holds(s, item, change):
            continue
        if change.slot:
            last[change.slot] = (item, change)
        else:
            found.append((item, change))
    found.extend(last.values())
    return found


def _covered(s: State, env: Env, change: PriceChange, item: Item) -> bool:
    if not (change.cards if item.kind == I_CARD else change.abilities):
        return False
    if change.component and item.kind != I_CARD:
        # What is said of Equip and Empower costs is said of what has the ability.
        if item.activated is None or change.component not in ("activated", item.activated.keyword):
            return False
        return change.covers(s, env, item.me)
    # A facedown card has Reaction (CR 811.6), so has a unit that is played by its Ambush (CR 822.1.b), and so may have
    # what a text speaks of (CR 813.4); a card of the trash has left it as its price is asked for (CR 354).
    bare = item.id < 0 and item.kind == I_CARD and not item.d.kw & w.K_AMBUSH
    if bare and (get_index(s).hastening or (item.d.types & w.SPELL and item.d.main.statics)):
        bare = False
    if bare and item.zone not in (w.Z_FACEDOWN, w.Z_TRASH):
        return change.covers(s, env, card_ref(s, item.card))
    return asked_of(s, item, env, change.covers)


def prices_by_place(s: State) -> bool:
    """Tell whether the price of a permanent may hang on where it is played."""
    prices = get_index(s).prices
    return bool(prices) and any(change.places is not None for _, change, _ in prices)


def _in_place(s: State, env: Env, change: PriceChange, item: Item) -> bool:
    """Tell whether a price change holds, for what is played to the place that it speaks of: there `they` play it."""
    if change.places is None:
        return _holds(s, env, change)
    if item.kind != I_CARD or item.loc < 0 or item.loc not in change.places(s, env):
        return False
    before, env.who = env.who, item.you
    holds = _holds(s, env, change)
    env.who = before
    return holds


def _holds(s: State, env: Env, change: PriceChange) -> bool:
    if change.gate is not None and not change.gate(s, env):
        return False
    if change.once and not may_still(s, env, change):
        return False
    return change.condition is None or change.condition(s, env)


def _component(s: State, item: Item, extra: Extra, changes: list[Change]) -> Price:
    cost = extra.cost
    energy = 0 if cost.energy is None else cost.energy(s, item)
    power = cost.power
    ways = _ways_taken(item, extra)
    for env, change in _on_component(extra, changes):
        # CR 356.4.c: a discount on a component is applied as that component is added.
        assert change.less is not None
        less = change.less
        if less.ways:
            less = less.ways[ways.pop(0) if ways else useful_way(s, env, change, energy, power)]
        energy, power = discounted(s, env, change, less, energy, power)
    return energy, power


def _on_component(extra: Extra, changes: list[Change]) -> list[Change]:
    """Return the discounts on one additional cost."""
    sort = "repeat" if extra.repeat else "accelerate" if extra.ready else "optional"
    return [one for one in changes if extra.optional and one[1].component in ("optional", sort)]


def discount_ways(s: State, item: Item, extra: Extra) -> list[tuple[str, ...]]:
    """Return the choices among the discounts on an additional cost, each as a tuple of marks for `Item.extras`.

    One empty tuple where there is nothing to choose: at most one way takes anything off.
    """
    energy = 0 if extra.cost.energy is None else extra.cost.energy(s, item)
    if not energy or not extra.cost.power:
        return [()]
    found: list[tuple[str, ...]] = [()]
    for _, change in _on_component(extra, _changes(s, item, get_index(s).prices, item.d.main.prices)):
        assert change.less is not None
        if change.less.ways:
            found = [(*marks, f"{extra.key}{MARK}{way}") for marks in found for way in range(len(change.less.ways))]
    return found


def _ways_taken(item: Item, extra: Extra) -> list[int]:
    start = f"{extra.key}{MARK}"
    return [int(key.removeprefix(start)) for key in item.extras if key.startswith(start)]


def whole_discounts(s: State, item: Item) -> list[tuple[list[str], bool]]:
    """Return the ways of each discount on the whole price of which none is chosen yet, as marks of `Item.extras`.

    The second of each pair tells whether it may be left. What is not chosen takes the first way that is of use.
    """
    prices = get_index(s).prices
    own = item.d.main.prices if item.kind == I_CARD else ()
    if not prices and not own:
        return []
    if not any(has_ways(change) for _, change, _ in prices) and not any(has_ways(change) for change in own):
        return []
    found: list[tuple[list[str], bool]] = []
    for env, change in _changes(s, item, prices, own):
        start = mark_of(env, change)
        if has_ways(change) and not any(mark.startswith(start) for mark in item.extras):
            assert change.less is not None
            found.append(([f"{start}{way}" for way in range(len(change.less.ways))], change.may))
    return found


def _changed(s: State, item: Item, energy: int, power: tuple[int, ...], changes: list[Change]) -> Price:
    for env, change in changes:
        if change.more is not None and not of_part(change):
            times = 1 if change.per is None else change.per(s, env)
            energy += times * (0 if change.more.energy is None else change.more.energy(s, env))
            power += change.more.power * times
    # CR 356.4.d-e: any order; those with a floor of their own first, which is never worse for the payer.
    for floored in (True, False):
        for env, change in changes:
            has_floor = change.floor > 0 or change.floor_power > 0
            if change.less is not None and not of_part(change) and has_floor == floored:
                less = way_of(s, item, env, change, (energy, power))
                energy, power = discounted(s, env, change, less, energy, power)
    return max(0, energy), power


def _eased(s: State, item: Item, paid: list[Extra], energy: int, power: tuple[int, ...]) -> Price:
    """Take off a price what additional costs that are paid take off it (CR 356.4)."""
    for extra in paid:
        if extra.less is not None:
            energy = max(0, energy - (0 if extra.less.energy is None else extra.less.energy(s, item)))
            for mask in extra.less.power:
                power = without(power, mask)
    return energy, power


def deflect_of(s: State, item: Item) -> int:
    """Return the power that Deflect adds for the targets chosen so far (CR 809): once for each time chosen."""
    total = 0
    seen: set[int] = set()
    for chosen in item.chosen:
        for ref in chosen:
            if ref < w.FIRST_ID:
                continue
            total += deflect_for(s, item, ref, seen)
    return total


def deflect_for(s: State, item: Item, ref: int, seen: set[int]) -> int:
    """Return the power that choosing one object adds by Deflect; the object is noted in `seen` where it counts once."""
    o = s.board.get(ref)
    if o is None or not keywords(s, o) & w.K_DEFLECT or not enemies(s, item.you, o.controller):
        return 0
    if waives_deflect(s, item):
        return 0
    if not s.rules.deflect_per_choice:
        if ref in seen:
            return 0
        seen.add(ref)
    return o.deflect


def waives_deflect(s: State, item: Item) -> bool:
    """Tell whether Deflect is ignored while an item is paid for (CR 764-767): for all that it chooses (VFAQ 32)."""
    if item.kind == I_CARD and any(
        static.ignores & w.K_DEFLECT and in_force(s, item, static) for static in item.d.main.statics
    ):
        return True
    index = get_index(s)
    return index.waiving and any(
        static.ignores & w.K_DEFLECT and in_force(s, env, static) and asked_of(s, item, env, static.applies)
        for env, static, _ in index.statics
    )


def price_uses(s: State, item: Item) -> None:
    """Count the use of every discount for the "next" play (CR 392), or for one each turn, that this play has had."""
    for env, change, delayed in list(get_index(s).prices):
        if not (change.once or delayed >= 0):
            continue
        if not (_in_place(s, env, change, item) and _covered(s, env, change, item)):
            continue
        if change.once:
            note_taken(s, item, env, change)
        else:
            use_delayed(s, delayed)


def costs_of(s: State, item: Item) -> list[CostDef]:
    """Return the additional costs that a play pays, and what replaces its base cost."""
    if item.price[0] & IGNORE_ALL:
        return []
    extras = [extra.cost for extra in paid_extras(s, item)] if item.extras else []
    return extras if item.instead is None else [item.instead, *extras]
