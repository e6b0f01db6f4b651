"""Instructions of `as-played`: naming a tag, adding a battlefield, entering somewhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.board.layers import ENTERS_EXHAUSTED, ENTERS_READY
from riftcheck.engine.board.zones import new_object, relocate, touch_all
from riftcheck.engine.compile.core.registry import VERBS
from riftcheck.engine.compile.core.vocabulary import NOUN_BITS
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.statements.performers import bind, doer, set_name
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.definitions import card_names, tag_names
from riftcheck.engine.model.frames import ResolveFrame
from riftcheck.engine.model.objects import Loc
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
    """Create a battlefield token, which nobody controls (CR 439.2.b.5)."""
    name = node.token
    slot = bind(ctx, node.into)
    ctx.pool.tokens.add(name)

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
            entering = frame.entering
            if entering and entering[0] == item.me:
                frame.entering = [item.me, entering[1] | state]  # of both its controller says which (CR 372)
        return True

    ctx.add(run)


def _enters(frame: ResolveFrame) -> bool:
    item = frame.item
    return item is not None and item.kind == I_CARD and bool(item.d.types & w.PERMANENT)


@VERBS.register(n.EnterAt)
def _enter_at(ctx: Context, node: n.EnterAt) -> None:
    """Let the permanent that is being played enter there instead (CR 369.3), if it may be there (CR 462.2)."""
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
