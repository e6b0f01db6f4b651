"""Tests, amounts and conditions by the kind of their node: what compiles them stands in tables.

`compile.statements.tables` fills the tables from the modules with the functions: phrases hold phrases of other kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.compile.core.subjects import Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb.abilities import phrases as p
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Legal, Number, Test
    from riftcheck.engine.model.state import State

TESTS: Final[dict[type, Callable[..., Legal]]] = {}
AMOUNTS: Final[dict[type, Callable[..., Number]]] = {}
CONDITIONS: Final[dict[type, Callable[..., Test]]] = {}


def test(ctx: Context, node: p.Test) -> Legal:
    """Return the closure of one test."""
    maker = TESTS.get(type(node))
    if maker is None:
        message = f"the test {type(node).__name__}"
        raise Unsupported(message)
    return maker(ctx, node)


def all_tests(ctx: Context, tests: tuple[p.Test, ...]) -> Legal | None:
    """Return one closure that asks every test, or None where there is none."""
    if not tests:
        return None
    found = [test(ctx, each) for each in tests]
    if len(found) == 1:
        return found[0]

    def every(s: State, env: Env, ref: int) -> bool:
        for one in found:  # noqa: SIM110 - asked of everything on the board; a generator costs twice as much
            if not one(s, env, ref):
                return False
        return True

    return every


def amount(ctx: Context, node: p.Amount) -> Number:
    """Return the closure of an amount."""
    maker = AMOUNTS.get(type(node))
    if maker is None:
        message = f"the amount {type(node).__name__}"
        raise Unsupported(message)
    return maker(ctx, node)


def condition(ctx: Context, node: p.Condition) -> Test:
    """Return the closure of a condition."""
    maker = CONDITIONS.get(type(node))
    if maker is None:
        message = f"the condition {type(node).__name__}"
        raise Unsupported(message)
    return maker(ctx, node)
