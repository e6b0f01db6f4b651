"""What a choice must have to do with those before it: not the same things, the same place, the same controller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.compile.core.subjects import Unsupported, controller_of
from riftcheck.engine.compile.selectors.places import of_this_execution
from riftcheck.engine.model.chain_items import Item
from riftcheck.engine.model.scripts import TARGETS

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Legal, Refs
    from riftcheck.engine.model.state import State


def but_others(found: Refs, said: list[Refs]) -> Refs:
    """Leave out the choices of this item so far, and the references of the line: they are not another (CR 355.9)."""
    named = tuple(said)

    def others(s: State, env: Env) -> list[int]:
        if not isinstance(env, Item):
            return found(s, env)
        before = {ref for chosen in of_this_execution(s, env) for ref in chosen}
        for refs in named:
            before.update(refs(s, env))
        return [ref for ref in found(s, env) if ref not in before]

    return others


def at_same_place(found: Refs, before: int) -> Refs:
    """Leave in what is where the choice before is."""

    def at_same(s: State, env: Env) -> list[int]:
        if not isinstance(env, Item) or before < 0 or not env.chosen:
            return found(s, env)
        places = {s.board[ref].loc for ref in env.chosen[-1] if ref in s.board}
        return [ref for ref in found(s, env) if ref in s.board and s.board[ref].loc in places]

    return at_same


def last_target(ctx: Context) -> int:
    """Return the number of the last opening so far that chooses targets, -1 without one."""
    return next((number for number in reversed(range(len(ctx.openings))) if ctx.openings[number].kind == TARGETS), -1)


def of_its_controller(ctx: Context, found: Refs, legal: Legal) -> tuple[Refs, Legal]:
    """Restrict one target to what has the same controller as the one chosen before it.

    :raises Unsupported: if nothing is chosen before it.
    """
    before = last_target(ctx)
    if before < 0:
        message = "one thing with the same controller as what is chosen before it, where nothing is"
        raise Unsupported(message)

    def controllers(s: State, env: Env) -> set[int] | None:
        chosen = of_this_execution(s, env) if isinstance(env, Item) else []
        return {controller_of(s, env, ref) for ref in chosen[before]} if before < len(chosen) else None

    def same(s: State, env: Env) -> list[int]:
        known = controllers(s, env)
        return [ref for ref in found(s, env) if known is None or controller_of(s, env, ref) in known]

    def still_same(s: State, env: Env, ref: int) -> bool:
        known = controllers(s, env)
        return legal(s, env, ref) and known is not None and controller_of(s, env, ref) in known

    return same, still_same
