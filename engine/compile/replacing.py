"""Instructions that put a token in the place of a battlefield, and the battlefield back (CR 438)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from carddb.abilities import instructions as n
from carddb.abilities import phrases as p
from engine import words as w
from engine.compile.doing import doer
from engine.compile.subjects import here_of, loc_of
from engine.compile.targets import acted_on
from engine.zones import card_def, changed, find_card, put_card, take_card

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.compile.context import Context
    from engine.defs import CardDef
    from engine.items import Item
    from engine.objects import Obj
    from engine.state import Frame, State


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


def _replace(ctx: Context, node: n.ReplaceBattlefield) -> None:
    found = _battlefields(ctx, node.what)
    who = doer(ctx, node.by)
    name = node.token
    ctx.pool.tokens.add(name)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        player = who(s, item)
        for o in found(s, item) if player >= 0 else []:
            if o.card >= 0:
                put_card(s, o.card, w.Z_BANISHED)  # CR 438.5: replaced, not banished
                o.under = (o.card,)
            _becomes(s, o, w.NOBODY, s.pool.defs[s.pool.by_name[name]], player)
        return True

    ctx.add(run, "replace battlefield")


def _swap_back(ctx: Context, node: n.SwapBack) -> None:
    found = _battlefields(ctx, node.what)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        for o in found(s, item):
            # CR 438.7.c: never, if what it replaced is in Banishment no more.
            for card in o.under:
                if find_card(s, card) == w.Z_BANISHED:
                    take_card(s, card, w.Z_BANISHED)
                    o.under = ()
                    _becomes(s, o, card, card_def(s, card), s.owners[card])
        return True

    ctx.add(run, "swap back")


LINES: Final[dict[type, Callable[..., None]]] = {n.ReplaceBattlefield: _replace, n.SwapBack: _swap_back}
