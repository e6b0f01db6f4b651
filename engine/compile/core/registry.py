"""The compilers of the nodes of the ability language, by the class of node: who compiles a kind registers for it.

Phrases hold phrases of other kinds, and instructions lists of instructions, so each asks here for the compiler of
what it holds. The tables are full once `riftcheck.engine.compile.cards` is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from riftcheck.engine.compile.core.subjects import Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb.abilities import phrases as p
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Legal, Number, Test
    from riftcheck.engine.model.state import State

More = ParamSpec("More")
Made = TypeVar("Made")
Node = TypeVar("Node")


class Registry(Generic[More, Made]):
    """The compilers of one kind of node; `kind` names it in the reason for a card that cannot be played."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.compilers: dict[type, Callable[..., Made]] = {}

    def register(
        self, node: type[Node]
    ) -> Callable[[Callable[Concatenate[Context, Node, More], Made]], Callable[Concatenate[Context, Node, More], Made]]:
        """Return a decorator that makes a function the compiler of a class of nodes."""

        def add(
            compiler: Callable[Concatenate[Context, Node, More], Made],
        ) -> Callable[Concatenate[Context, Node, More], Made]:
            self.compilers[node] = compiler
            return compiler

        return add

    def of(self, node: object) -> Callable[..., Made]:
        """Return the compiler of a node.

        :raises Unsupported: if there is none.
        """
        found = self.compilers.get(type(node))
        if found is None:
            message = f"the {self.kind} {type(node).__name__}"
            raise Unsupported(message)
        return found


# An instruction appends its operations to the context.
VERBS: Final[Registry[[], None]] = Registry("instruction")
# A head becomes abilities; it is also given the key of the ability.
HEADS: Final[Registry[[str], list[Any]]] = Registry("head")
TESTS: Final[Registry[[], Legal]] = Registry("test")
AMOUNTS: Final[Registry[[], Number]] = Registry("amount")
CONDITIONS: Final[Registry[[], Test]] = Registry("condition")


def test(ctx: Context, node: p.Test) -> Legal:
    """Return the closure of one test.

    :raises Unsupported: if the engine cannot ask it.
    """
    return TESTS.of(node)(ctx, node)


def all_tests(ctx: Context, tests: tuple[p.Test, ...]) -> Legal | None:
    """Return one closure that asks every test, or None where there is none.

    :raises Unsupported: if the engine cannot ask one of them.
    """
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
    """Return the closure of an amount.

    :raises Unsupported: if the engine cannot count it.
    """
    return AMOUNTS.of(node)(ctx, node)


def condition(ctx: Context, node: p.Condition) -> Test:
    """Return the closure of a condition.

    :raises Unsupported: if the engine cannot judge it.
    """
    return CONDITIONS.of(node)(ctx, node)
