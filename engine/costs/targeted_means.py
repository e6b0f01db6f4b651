"""Whether an item can be paid for with things that are its targets (CR 357.3, 358.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import get_index, sources
from riftcheck.engine.costs.affordability import in_some_way, surely_taken, use_of
from riftcheck.engine.costs.payability import NO_IDS, payable
from riftcheck.engine.costs.total_cost import altered, costs_of, deflect_for, total_price
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import ability_cost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.scripts import CostDef
    from riftcheck.engine.model.state import State


def targeted_means(s: State, item: Item, more: Sequence[int] = ()) -> frozenset[int]:
    """Return what leaves the board if it pays for an item, and is a target of it or among `more` (CR 358.1).

    That is runes, which are recycled, and sources that are killed.
    """
    means = s.players[item.you].runes
    index = s.index
    if index is None or index.granting:
        index = get_index(s)
    if index.sources:
        means = [*means, *(source[0] for source in sources(s, item.you) if source[4])]
    found: list[int] = []
    for refs in (*item.chosen, more):  # modes and places are no ids
        for ref in refs:
            if ref in means:
                found.append(ref)  # noqa: PERF401 - there hardly ever is one, and a comprehension is a call
    return frozenset(found) if found else NO_IDS


def exhausting(s: State, kept: frozenset[int], energy: int) -> list[int]:
    """Return the runes among kept things that pay energy before others: they may be exhausted, and not recycled."""
    ready = [oid for oid in sorted(kept) if s.board[oid].d.types & w.RUNE and not s.board[oid].exhausted]
    return ready[:energy]


def keeps_means(s: State, item: Item, refs: Sequence[int]) -> bool:
    """Return True if an item with more targets can be paid while all targets stay on the board (CR 358.1)."""
    if item.trigger is not None and item.trigger.cost is None:
        return True
    kept = targeted_means(s, item, refs)
    if not kept:
        return True
    more = sum(deflect_for(s, item, ref, set()) for ref in refs)
    base = ability_cost(item)
    ways = (None,) if base is None else base.ways or (base,)
    return any(_pays_keeping(s, item, way, more, kept) for way in ways)


def _pays_keeping(s: State, item: Item, base: CostDef | None, more: int, kept: frozenset[int]) -> bool:
    parts = [part for cost in (*costs_of(s, item), *(() if base is None else (base,))) for part in cost.parts]
    taken = surely_taken(s, item, parts)
    if taken is None:
        return False

    def pays() -> bool:
        energy, power = total_price(s, item, more)
        if base is not None:
            energy += 0 if base.energy is None else base.energy(s, item)
            energy, power = altered(s, item, energy, power + base.power)
        energy -= len(exhausting(s, kept - taken, energy))
        return payable(s, item.you, energy, power, use_of(s, item), taken | kept)

    return in_some_way(s, item, pays)
