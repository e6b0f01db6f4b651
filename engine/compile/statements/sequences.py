"""Lists of instructions as operations. Every line may carry `if`, `may`, `by` and a name; these are handled here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import instructions as n
from riftcheck.engine.compile.core.registry import VERBS, condition
from riftcheck.engine.compile.core.subjects import Unsupported, compiling, item_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take, tells_hidden
from riftcheck.engine.model.frames import ResolveFrame
from riftcheck.engine.storage.save import same

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.scripts import Script
    from riftcheck.engine.model.state import State


# The effect of a stretch of a script: some, none for all to see, none for a reason that others cannot see.
OCCUPIED: Final = 0
PLAINLY_IDLE: Final = 1
IDLE_IN_SECRET: Final = 2


def lines(ctx: Context, nodes: tuple[n.Instruction, ...]) -> None:
    """Append the operations of a list of instructions."""
    for node in nodes:
        line(ctx, node)


def script_of(ctx: Context, do: tuple[n.Instruction, ...]) -> Script:
    """Return the script of a list of instructions."""
    lines(ctx, do)
    return ctx.script()


def line(ctx: Context, node: n.Instruction) -> None:
    """Append the operations of one instruction."""
    with compiling(node.at):
        _line(ctx, node)


def _line(ctx: Context, node: n.Instruction) -> None:
    compiler = VERBS.of(node)
    ctx.said = []
    found = ctx.its.get(node.at)
    if found is not None:
        ctx.last = ctx.refs(found)
    skip = None
    if node.condition is not None:
        skip = ctx.branch(condition(ctx, node.condition))
    declined = offer(ctx, node) if node.may else None
    outer, ctx.verb = ctx.verb, type(node)
    asked, ctx.asked = ctx.asked, set()
    compiler(ctx, node)
    if node.by is not None and node.by != "you" and node.by not in ctx.asked and not node.may:
        message = f"by: {node.by}, of a line that is nobody's to do or to choose for"
        raise Unsupported(message)
    ctx.asked |= asked
    ctx.verb = outer
    if declined is not None:
        declined()
    if skip is not None:
        skip()


def offer(ctx: Context, node: n.Instruction) -> Callable[[], None]:
    """Ask whether to do what follows, when it is reached; the returned function marks where it ends."""
    who = ctx.who(node.by)
    slot = ctx.slot(node.into) if isinstance(node, n.MayDo) and node.into else -1
    target = [0]
    following = len(ctx.ops) + 1

    def op(s: State, f: ResolveFrame, item: Item) -> int:
        players = list(who(s, item))
        if not players:
            return target[0]
        if s.answer is None:
            options: list[Option] = [(w.O_YES, 0, 0), (w.O_NO, 0, 0)]
            idle = OCCUPIED if slot >= 0 else _idle(s, f, following, target[0])
            if idle == PLAINLY_IDLE or (idle and not s.ask_all):
                return target[0]
            if idle:
                options = [(w.O_NO, 0, 0)]
            if ask(s, players[0], w.D_YES_NO, options, 1, 1, item.id, "may"):
                return w.NOBODY
        if take(s)[0][0] == w.O_NO:
            if slot >= 0:
                item.slots[slot] = ()
            return target[0]
        if slot >= 0:
            item.slots[slot] = (players[0],)
        return following

    ctx.raw(op)

    def here() -> None:
        target[0] = len(ctx.ops)

    return here


def _known(s: State, item: Item, refs: tuple[int, ...]) -> tuple[int, ...]:
    """Leave out of a name's references the objects that have gone without a record: they are nothing."""
    return tuple(
        ref for ref in refs if ref < w.FIRST_ID or ref in s.board or ref in item.snaps or item_of(s, ref) is not None
    )


def _idle(s: State, f: ResolveFrame, first: int, end: int) -> int:
    """Return the effect that the operations of a stretch would have now, OCCUPIED, PLAINLY_IDLE or IDLE_IN_SECRET.

    They are done on a copy of the game; one that asks, or leaves work to be done, does something. Where what is lacking
    is in a place that others cannot see, they do nothing in secret: a question left out would tell that.
    """
    before, after = s.clone(), s.clone()
    top = after.frames[-1]
    item = top.item
    if not isinstance(top, ResolveFrame) or item is None or item.script is None or s.frames[-1] is not f:
        return OCCUPIED
    before.resolving, after.resolving = before.frames[-1].item, item
    after.log = None
    before.ask_all = after.ask_all = False
    questions: list[Decision] = []
    after.on_question = questions.append
    depth = len(after.frames)
    place = first
    while place < end:
        place = item.script.ops[place](after, top, item)
        if place < 0 or after.waiting or after.winner >= 0 or len(after.frames) != depth:
            return OCCUPIED
        top.step = 0
        top.data = []
    before.result = after.result  # the things that the last act was done to are no part of the game
    for state, mine in ((before, before.frames[-1].item), (after, item)):
        if mine is not None:
            mine.slots = [_known(state, mine, refs) for refs in mine.slots]
    if not same(before, after):
        return OCCUPIED
    secret = any(tells_hidden(question) for question in questions)
    return IDLE_IN_SECRET if secret else PLAINLY_IDLE
