"""Instructions that put a token in the place of a battlefield, and the battlefield back (CR 438)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.board.zones import changed, find_card, put_card, take_card
from riftcheck.engine.compile.core.registry import VERBS
from riftcheck.engine.compile.core.subjects import here_of, loc_of
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import doer
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.references import card_def

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


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
    """Let a battlefield be another one: it stays the same object with all that is on it (CR 438.1.a)."""
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
    ctx.pool.tokens.add(name)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        for o in found(s, item) if player >= 0 else []:
            if o.card >= 0:
                put_card(s, o.card, w.Z_BANISHED)  # CR 438.5: replaced, not banished
                o.under = (o.card,)
            _becomes(s, o, w.NOBODY, s.pool.defs[s.pool.by_name[name]], player)
        return True

    ctx.add(run)


@VERBS.register(n.SwapBack)
def _swap_back(ctx: Context, node: n.SwapBack) -> None:
    found = _battlefields(ctx, node.what)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for o in found(s, item):
            # CR 438.7.c: never, if what it replaced is in Banishment no more.
            for card in o.under:
                if find_card(s, card) == w.Z_BANISHED:
                    take_card(s, card, w.Z_BANISHED)
                    o.under = ()
                    _becomes(s, o, card, card_def(s, card), s.owners[card])
        return True

    ctx.add(run)
