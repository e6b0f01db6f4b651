"""Instructions that take cards away: recycle, burn, discard, return, banish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.actions import departures
from riftcheck.engine.actions.draw import banish_top, burn
from riftcheck.engine.actions.recycle import recycle as recycle_refs
from riftcheck.engine.compile.core.registry import VERBS, amount
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import (
    at_once,
    bind,
    doer,
    in_two_steps,
    not_off_the_top,
    plain,
    set_name,
    two_steps,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.references import card_ref, ref_card

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
    """Return the references to recycle, the runes among them in the order of their owners' choosing (CR 417.5.a).

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


@VERBS.register(n.Burn)
def _burn(ctx: Context, node: n.Burn) -> None:
    number = amount(ctx, node.amount)
    who = doer(ctx, node.by)

    def burnt(s: State, item: Item) -> bool:
        player, count = who(s, item), number(s, item)
        return player < 0 or count <= 0 or burn(s, player, count)

    in_two_steps(ctx, node.into, burnt)


@VERBS.register(n.Discard)
def _discard(ctx: Context, node: n.Discard) -> None:
    slot = bind(ctx, node.into)
    who = doer(ctx, node.by)
    if node.what is not None:
        refs = acted_on(ctx, node.what, node.by)

        def these(s: State, item: Item) -> list[int]:
            cards = [card for card in (ref_card(s, ref) for ref in refs(s, item)) if card >= 0]
            done: list[int] = []
            for player in dict.fromkeys(s.owners[card] for card in cards):
                done += departures.discard(s, [card for card in cards if s.owners[card] == player], player)
            return done

        at_once(ctx, node.into, these)
        return
    number = amount(ctx, node.amount or p.Number(1))
    linked = node.into == f"it@{node.at}"

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        if player < 0:
            return True
        if s.answer is None:
            hand = s.players[player].hand
            count = min(number(s, item), len(hand))
            options: list[Option] = [(w.O_REF, card_ref(s, card), 0) for card in hand]
            if ask(s, player, w.D_PICK, options, count, count, item.id, "discard"):
                return False
        cards = [ref_card(s, ref) for _, ref, _ in take(s)]
        done = departures.discard(s, cards, player)
        # CR 359.3.e.14.b: `it` is the card, though its discard was replaced; an `as` name is what was discarded.
        set_name(s, item, slot, node.into, [card_ref(s, card) for card in cards] if linked else done)
        return True

    ctx.add(run)


@VERBS.register(n.Return)
def _return(ctx: Context, node: n.Return) -> None:
    if node.to == "champion zone":
        plain(lambda s, refs, player: departures.to_champion_zone(s, refs))(ctx, node)
    else:
        two_steps(departures.bring_home)(ctx, node)


@VERBS.register(n.Banish)
def _banish(ctx: Context, node: n.Banish) -> None:
    if isinstance(node.what, p.Top) and node.what.deck == "deck":
        _banish_top(ctx, node, node.what)
        return
    not_off_the_top(node.what)
    plain(departures.banish)(ctx, node)


def _banish_top(ctx: Context, node: n.Banish, top: p.Top) -> None:
    """Banish the top of the deck of whoever does it, who may burn out (CR 432.1.b)."""
    if top.whose != (node.by or "you"):
        message = "the top of a deck banished by another player"
        raise Unsupported(message)
    number = amount(ctx, top.count)
    who = doer(ctx, node.by)

    def banished(s: State, item: Item) -> bool:
        s.result = []
        player, count = who(s, item), number(s, item)
        return player < 0 or count <= 0 or banish_top(s, player, count)

    in_two_steps(ctx, node.into, banished)
