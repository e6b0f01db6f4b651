"""Recycling as an instruction (CR 416): the owner of several runes says in which order they go under the rune deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.engine.actions.recycle import recycle as recycle_refs
from riftcheck.engine.compile.core.registry import VERBS
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import bind, doer, set_name
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.state import State


@VERBS.register(n.Recycle)
def recycle(ctx: Context, node: n.Recycle) -> None:
    """Compile a line that recycles its objects."""
    refs = acted_on(ctx, node.what, node.by)
    who = doer(ctx, node.by)
    slot = bind(ctx, node.into)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        found = runes_in_order(s, f, item, refs(s, item))
        if found is None:
            return False
        done = recycle_refs(s, found, item.you if player < 0 else player)
        set_name(s, item, slot, node.into, done)
        return True

    ctx.add(run)


def runes_in_order(s: State, f: ResolveFrame, item: Item, refs: list[int]) -> list[int] | None:
    """Return the references to recycle, the runes among them in the order of their owners' choosing (CR 416.5.a).

    None means that a question was asked. The rune that is chosen last ends up at the very bottom; equal runes are not
    asked about. `f.data` holds how many runes are in order, then all of them.
    """
    if f.step == 0:
        runes = [ref for ref in dict.fromkeys(refs) if ref in s.board and s.board[ref].d.types & w.RUNE]
        f.data = [0, *runes]
        f.step = 1
    # CR 652.1: the runes of a player who left while somebody was asked are gone.
    ordered, left = (
        [ref for ref in part if ref in s.board] for part in (f.data[1 : 1 + f.data[0]], f.data[1 + f.data[0] :])
    )
    f.data = [len(ordered), *ordered, *left]
    while f.data[0] < len(f.data) - 1:
        done = f.data[0]
        left = f.data[1 + done :]
        owner = s.board[left[0]].owner
        kinds = {s.board[ref].d.index: ref for ref in reversed(left) if s.board[ref].owner == owner}
        if s.answer is None:
            options: list[Option] = [(w.O_REF, kinds[kind], 0) for kind in sorted(kinds)]
            if ask(s, owner, w.D_ORDER, options, 1, 1, item.id, "put-under"):
                return None
        chosen = take(s)[0][1]
        f.data = [done + 1, *f.data[1 : 1 + done], chosen, *(ref for ref in left if ref != chosen)]
    return [*f.data[1:], *(ref for ref in refs if ref not in f.data[1:])]
