"""Requirements on a group of targets as a whole (CR 355.11): one place, one controller, a limit of their Might."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.registry import amount
from riftcheck.engine.compile.core.subjects import Unsupported, controller_of, loc_of, might_of
from riftcheck.engine.compile.selectors.selections import OF_GROUP

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Number
    from riftcheck.engine.model.state import State


def group_test(ctx: Context, sel: p.Selector) -> Callable[[State, Env, list[int]], bool] | None:
    """Return the requirement on a group of targets as a whole (CR 355.11), or None."""
    parts: list[Callable[[State, Env, list[int]], bool]] = []
    alone = sel.high == p.Number(1) and sel.place != p.Place("one battlefield")
    if sel.place is not None and sel.place.kind in OF_GROUP and not alone:
        parts.append(same_place)
    if sel.place is not None and sel.place.kind == "each location" and sel.high is not None:
        parts.append(_at_each_location(amount(ctx, sel.high)))
    if sel.same_controller:
        parts.append(lambda s, env, refs: len({controller_of(s, env, ref) for ref in refs}) <= 1)
    if sel.total is not None:
        parts.append(_total(ctx, sel.total))
    if not parts:
        return None
    return lambda s, env, refs: all(part(s, env, refs) for part in parts)


def _at_each_location(most: Number) -> Callable[[State, Env, list[int]], bool]:
    """Return the test that a group has no more than so many at any one location."""

    def fits(s: State, env: Env, refs: list[int]) -> bool:
        limit = most(s, env)
        places = [loc_of(s, env, ref) for ref in refs]
        return all(places.count(place) <= limit for place in places)

    return fits


def same_place(s: State, env: Env, refs: list[int]) -> bool:
    """Tell whether all of a group are at one location."""
    return len({loc_of(s, env, ref) for ref in refs}) <= 1


def _total(ctx: Context, node: p.Measure) -> Callable[[State, Env, list[int]], bool]:
    limit = amount(ctx, node.amount)
    if node.trait != "might" or node.operator not in ("<=", "<"):
        message = f"a total of {node.trait} {node.operator}"
        raise Unsupported(message)
    strict = node.operator == "<"

    def total(s: State, env: Env, refs: list[int]) -> bool:
        value = sum(max(0, might_of(s, env, ref)) for ref in refs)
        return value < limit(s, env) if strict else value <= limit(s, env)

    return total
