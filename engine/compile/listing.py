"""Lists of instructions as operations. Every line may carry `if`, `may`, `by` and a name; these are handled here.

The functions for the verbs stand in `VERBS`, which `engine.compile.lines` fills: blocks of lines are lines themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from carddb.abilities import instructions as n
from engine import words as w
from engine.compile.conditions import condition
from engine.compile.subjects import Unsupported
from engine.state import Option, ask, take

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.compile.context import Context
    from engine.items import Item
    from engine.state import Frame, State

VERBS: Final[dict[type, Callable[..., None]]] = {}


def lines(ctx: Context, nodes: tuple[n.Instruction, ...]) -> None:
    """Append the operations of a list of instructions."""
    for node in nodes:
        line(ctx, node)


def line(ctx: Context, node: n.Instruction) -> None:
    """Append the operations of one instruction."""
    maker = VERBS.get(type(node))
    if maker is None:
        message = f"the instruction {type(node).__name__}"
        raise Unsupported(message)
    ctx.said = []
    found = ctx.its.get(node.at)
    if found is not None:
        ctx.last = ctx.refs(found)
    skip = None
    if node.condition is not None:
        skip = ctx.branch(condition(ctx, node.condition))
    declined = offer(ctx, node) if node.may else None
    maker(ctx, node)
    if declined is not None:
        declined()
    if skip is not None:
        skip()


def offer(ctx: Context, node: n.Line) -> Callable[[], None]:
    """Ask whether to do what follows, when it is reached; the returned function marks where it ends."""
    who = ctx.who(node.by)
    slot = ctx.slot(node.into) if isinstance(node, n.MayDo) and node.into else -1
    target = [0]
    following = len(ctx.ops) + 1

    def op(s: State, f: Frame, item: Item) -> int:
        del f
        players = list(who(s, item))
        if not players:
            return target[0]
        if s.answer is None:
            options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
            if ask(s, players[0], w.D_YES_NO, options, 1, 1, item.id, "may"):
                return w.NOBODY
        if take(s)[0][0] == w.O_NO:
            if slot >= 0:
                item.slots[slot] = ()
            return target[0]
        if slot >= 0:
            item.slots[slot] = (players[0],)
        return following

    ctx.raw(op, "may")

    def here() -> None:
        target[0] = len(ctx.ops)

    return here
