"""Naming a tag, adding a battlefield or legends, entering somewhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import ENTERS_EXHAUSTED, ENTERS_READY, add_mod
from riftcheck.engine.board.zones import find_card, new_object, relocate, take_card, touch_all
from riftcheck.engine.compile.core.registry import VERBS
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.core.vocabulary import NOUN_BITS
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.lasting_effects import UNTIL, until_ref
from riftcheck.engine.compile.statements.performers import at_once, bind, doer, set_name
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.definitions import card_names, tag_names
from riftcheck.engine.model.frames import ResolveFrame
from riftcheck.engine.model.objects import Loc, Mod
from riftcheck.engine.model.references import card_def, ref_card
from riftcheck.engine.playing.movement import may_be_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.state import State


def _tags(s: State, listed: tuple[str, ...]) -> Sequence[int]:
    """Return the places of the tags that may be named: all of them, or those of a list."""
    names = tag_names(s.pool)
    return [names.index(tag) for tag in listed if tag in names] if listed else range(len(names))


@VERBS.register(n.NameA)
def _name_a(ctx: Context, node: n.NameA) -> None:
    """Name a tag or a card (CR 759-763): the name holds its place among all tags, or among the cards of the pool."""
    what, listed = node.what, node.of
    bits = 0 if what == "tag" else NOUN_BITS[what]
    who = doer(ctx, node.by)
    slot = bind(ctx, node.into)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        if player < 0:
            return True
        if s.answer is None:
            places = card_names(s.pool, bits) if bits else _tags(s, listed)
            options: list[Option] = [(w.O_NUMBER, place, 0) for place in places]
            if ask(s, player, w.D_NAME, options, min(1, len(options)), 1, item.id, what):
                return False
        set_name(s, item, slot, node.into, [place for _, place, _ in take(s)])
        return True

    ctx.add(run)


@VERBS.register(n.AddBattlefield)
def _add_battlefield(ctx: Context, node: n.AddBattlefield) -> None:
    """Create a battlefield token, which nobody controls (CR 440.2.b.5)."""
    name = node.token
    slot = bind(ctx, node.into)
    ctx.pool.notes.tokens.add(name)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        d = s.pool.defs[s.pool.by_name[name]]
        loc = len(s.locs)
        s.locs.append(Loc(w.NOBODY, w.NOBODY))
        s.locs[loc].bf = new_object(s, w.NOBODY, d, item.you, item.you, loc).id
        s.dirty |= w.DIRTY_PRESENCE
        touch_all(s)
        set_name(s, item, slot, node.into, [w.REF_LOCATION + loc])
        return True

    ctx.add(run)


@VERBS.register(n.Enter)
def _enter(ctx: Context, node: n.Enter) -> None:
    """Let the permanent that is being played enter ready or exhausted, which replaces what is usual (CR 369.3)."""
    state = ENTERS_READY if node.state == "ready" else ENTERS_EXHAUSTED

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for frame in s.frames:
            if not isinstance(frame, ResolveFrame) or not _enters(frame):
                continue
            entering = frame.data
            if entering and entering[0] == item.me:
                frame.data = [item.me, entering[1] | state]  # of both its controller says which (CR 372)
        return True

    ctx.add(run)


def _enters(frame: ResolveFrame) -> bool:
    item = frame.item
    return item is not None and item.kind == I_CARD and bool(item.d.types & w.PERMANENT)


@VERBS.register(n.AddLegend)
def _add_legend(ctx: Context, node: n.AddLegend) -> None:
    """Add legends to the Legend Zone, beside the Champion Legend (CR 107.4.d.1)."""
    refs = acted_on(ctx, node.what, node.by)
    who = doer(ctx, node.by)
    until = UNTIL[node.until]
    if until not in (w.U_FOREVER, w.U_LEAVES):
        raise Unsupported(f"a legend added until {node.until}")

    def added(s: State, item: Item) -> list[int]:
        player = who(s, item)
        if player < 0 or (until == w.U_LEAVES and item.me not in s.board):
            return []  # CR 359.3.e.16
        cards = [ref_card(s, ref) for ref in refs(s, item)]
        return [_add(s, card, player, until, until_ref(item, until)) for card in cards if _waits(s, card)]

    at_once(ctx, node.into, added)


def _waits(s: State, card: int) -> bool:
    return card >= 0 and find_card(s, card) == w.Z_LEGENDS


def _add(s: State, card: int, player: int, until: int, ref: int) -> int:
    take_card(s, card, w.Z_LEGENDS)
    o = new_object(s, card, card_def(s, card), s.owners[card], player, w.NOBODY)
    p = s.players[player]
    p.legends = (*p.legends, o.id)
    if until == w.U_LEAVES:
        add_mod(s, o, Mod(w.M_ADDED, 0, None, None, until, ref, s.next_id))
    emit(s, w.E_ENTER, player, o.id)
    return o.id


@VERBS.register(n.EnterAt)
def _enter_at(ctx: Context, node: n.EnterAt) -> None:
    """Let the permanent that is being played enter there instead (CR 369.3), if it may be there (CR 464.2)."""
    # A name holds the battlefield that was added.
    place = node.place
    locs = locations_of(ctx, p.Place("location of", ref=place) if isinstance(place, p.Ref) else place)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        o = s.board.get(item.me)
        loc = next(iter(locs(s, item)), w.NOBODY)
        if o is not None and loc >= 0 and may_be_at(s, o.controller, loc):
            relocate(s, o, loc)
        return True

    ctx.add(run)
