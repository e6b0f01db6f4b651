"""Instructions that change what an object is: a copy, the text of another thing once more, gear that is a unit.

And those that put a token in the place of a battlefield, and the battlefield back (CR 439).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.actions import status
from riftcheck.engine.board.layers import add_mod
from riftcheck.engine.board.shapes import reshape
from riftcheck.engine.board.zones import changed, find_card, put_card, take_card
from riftcheck.engine.compile.core.registry import VERBS
from riftcheck.engine.compile.core.subjects import here_of, loc_of
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.lasting_effects import lasts, until_ref
from riftcheck.engine.compile.statements.performers import doer
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.constants import M_COPY, M_GRANT, M_UNIT
from riftcheck.engine.model.objects import Mod
from riftcheck.engine.model.references import any_card, card_def
from riftcheck.engine.playing.movement import may_be_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.abilities import Grant
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


@VERBS.register(n.BecomeCopy)
def _become_copy(ctx: Context, node: n.BecomeCopy) -> None:
    refs = acted_on(ctx, node.what)
    model = acted_on(ctx, node.of)
    until = lasts(ctx, node.until)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        found = model(s, item)
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is None or not found:
                continue
            other = s.board.get(found[0])
            # CR 479.1.c: that gear is a unit as well is no copyable trait.
            d = (
                s.pool.defs[other.d.index]
                if other is not None
                else (card_def(s, any_card(s, found[0])) if found[0] <= -2 else None)
            )
            if d is None:
                continue
            add_mod(s, o, Mod(M_COPY, 0, None, o.d, until, until_ref(item, until), s.next_id))
            reshape(s, o, d)
            # VFAQ 10: each copying makes new instances of the abilities, which have not been used yet.
            o.once = tuple(key for key in o.once if not key.startswith(f"{d.name}/"))
            changed(s, o)
            s.index = None
        return True

    ctx.add(run)


@VERBS.register(n.CopyText)
def _copy_text(ctx: Context, node: n.CopyText) -> None:
    model = acted_on(ctx, node.of)
    refs = acted_on(ctx, node.to)
    until = lasts(ctx, node.until)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        found = [s.board[ref].d for ref in model(s, item) if ref in s.board]
        for o in [s.board[ref] for ref in refs(s, item) if ref in s.board and found]:
            text = cast("Grant", s.pool.held(f"{found[0].name}/text"))
            # VFAQ 10: each copying makes new instances of the abilities, which have not been used yet.
            o.once = tuple(
                key for key in o.once if not (key.startswith(f"{found[0].name}/") and key.endswith("/again"))
            )
            add_mod(s, o, Mod(M_GRANT, 0, text, None, until, until_ref(item, until), s.next_id))
        return True

    ctx.add(run)


@VERBS.register(n.BecomeUnit)
def _become_unit(ctx: Context, node: n.BecomeUnit) -> None:
    refs = acted_on(ctx, node.what)
    until = lasts(ctx, node.until)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is None or not o.d.types & w.GEAR or o.facedown:
                continue
            status.detach(s, ref, item.you)  # CR 143.5.b: a unit is attached to nothing
            add_mod(s, o, Mod(M_UNIT, 0, None, None, until, until_ref(item, until), s.next_id))
            reshape(s, o, o.d)
            changed(s, o)
            s.index = None
            if may_be_at(s, o.controller, o.loc):
                status.contest(s, o)
            else:
                # CR 449.2.c: no unit of theirs may be there, as with a teammate's.
                status.recall(s, [ref], item.you)
        return True

    ctx.add(run)


# --- battlefields (CR 439) --------------------------------------------------------------------------------------------


def _battlefields(ctx: Context, what: p.Selection) -> Callable[[State, Item], list[Obj]]:
    """Return the battlefields that a selection means, also as places: `there`, `here`."""
    if isinstance(what, p.Ref) and what.name in ("there", "here"):
        there = what.name == "there"
        locs: Callable[[State, Item], list[int]] = lambda s, item: [item.there if there else here_of(s, item)]  # noqa: E731
    else:
        refs = acted_on(ctx, what)
        locs = lambda s, item: [loc_of(s, item, ref) for ref in refs(s, item)]  # noqa: E731
    return lambda s, item: [s.board[s.locs[loc].bf] for loc in locs(s, item) if loc >= len(s.players)]


def _becomes(s: State, o: Obj, card: int, d: CardDef, owner: int) -> None:
    """Let a battlefield be another one: it stays the same object with all that is on it (CR 439.1.a)."""
    o.card = card
    o.d = d
    o.owner = owner
    changed(s, o)
    s.index = None
    s.stamp += 1
    s.dirty |= w.DIRTY_PRESENCE


@VERBS.register(n.ReplaceBattlefield)
def _replace(ctx: Context, node: n.ReplaceBattlefield) -> None:
    found = _battlefields(ctx, node.what)
    who = doer(ctx, node.by)
    name = node.token
    ctx.pool.notes.tokens.add(name)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        for o in found(s, item) if player >= 0 else []:
            if o.card >= 0:
                put_card(s, o.card, w.Z_BANISHED)  # CR 439.5: replaced, not banished
                o.under = (o.card,)
            _becomes(s, o, w.NOBODY, s.pool.defs[s.pool.by_name[name]], player)
        return True

    ctx.add(run)


@VERBS.register(n.SwapBack)
def _swap_back(ctx: Context, node: n.SwapBack) -> None:
    found = _battlefields(ctx, node.what)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for o in found(s, item):
            # CR 439.7.c: never, if what it replaced is in Banishment no more.
            for card in o.under:
                if find_card(s, card) == w.Z_BANISHED:
                    take_card(s, card, w.Z_BANISHED)
                    o.under = ()
                    _becomes(s, o, card, card_def(s, card), s.owners[card])
        return True

    ctx.add(run)
