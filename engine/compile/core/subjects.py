"""Reading one thing of any sort by its reference: an object, a card elsewhere, a chain item, or one that has left."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.layers import keywords, read_might
from riftcheck.engine.board.zones import find_card
from riftcheck.engine.costs.given_flow import given_flows
from riftcheck.engine.costs.total_cost import FLOWING
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.references import any_card, card_ref, def_behind, ref_card

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Snap
    from riftcheck.engine.model.state import State

# The number that cannot be known any more (CR 359.3.e.12). Every number computed from it is null as well.
NULL: Final = -(10**9)
NULL_BELOW: Final = -(10**8)


class Unsupported(Exception):
    """Something that a card says and the engine cannot do yet; the message is the reason.

    `at` is the path in the card of the line, ability or keyword that says it, as far as that is known.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.at = ""


@contextmanager
def compiling(at: str) -> Iterator[None]:
    """Give whatever is refused within its path in the card; the path of what stands deeper inside is kept."""
    try:
        yield
    except Unsupported as why:
        why.at = why.at or at
        raise


def speaker(env: Env) -> int:
    """Return the seat of "you": the controller, but -1 in an ability of a battlefield without one (CR 190.6.d).

    Friendly and enemy are judged by `Env.you`, for a rule then takes the turn player for it (CR 190.6.b).
    """
    return w.NOBODY if env.nobodys else env.you


def is_null(value: int) -> bool:
    """Tell whether a number is null."""
    return value < NULL_BELOW


def item_of(s: State, ref: int) -> Item | None:
    """Return the chain item with this id."""
    if ref < w.FIRST_ID:
        return None
    resolving = s.resolving
    if resolving is not None and resolving.id == ref:
        return resolving
    for item in s.chain:
        if item.id == ref:
            return item
    return None


def snap_of(env: Env, ref: int) -> Snap | None:
    """Return the record of a thing that has left, as this item or its event noted it; None without one."""
    return env.snaps.get(ref) if env.snaps else None


def d_of(s: State, env: Env, ref: int) -> CardDef | None:
    """Return the definition of a thing, or None for a player, a place or something unknown."""
    o = s.board.get(ref)
    if o is not None:
        return o.d
    if ref <= -2:
        return def_behind(s, ref)
    snap = snap_of(env, ref)
    if snap is not None:
        return snap.d
    item = item_of(s, ref)
    return None if item is None else item.d


def is_token(s: State, env: Env, ref: int) -> bool:
    """Tell whether a thing is a token, whatever it has become a copy of (CR 185.1)."""
    if ref <= -2:
        return bool(def_behind(s, ref).types & w.TOKEN)
    o = s.board.get(ref)
    if o is not None:
        return o.card < 0
    snap = snap_of(env, ref)
    if snap is not None:
        return snap.card < 0
    d = d_of(s, env, ref)
    return d is not None and bool(d.types & w.TOKEN)


def controller_of(s: State, env: Env, ref: int) -> int:
    """Return the seat of a thing's controller: its owner off the board, the player itself for a player; -1 for none."""
    o = s.board.get(ref)
    if o is not None:
        return s.locs[o.loc].control if o.d.types & w.BATTLEFIELD else o.controller
    if 0 <= ref < w.REF_LOCATION:
        return ref
    if w.REF_LOCATION <= ref < w.FIRST_ID:
        at = s.locs[ref - w.REF_LOCATION]
        return at.base if at.base >= 0 else at.control
    if ref <= -2:
        return s.owners[any_card(s, ref)]
    snap = snap_of(env, ref)
    if snap is not None:
        return snap.controller
    item = item_of(s, ref)
    return w.NOBODY if item is None else item.you


def owner_of(s: State, env: Env, ref: int) -> int:
    """Return the seat of a thing's owner, or of its controller where it has no owner of its own; -1 for none."""
    o = s.board.get(ref)
    if o is not None:
        return o.owner
    snap = snap_of(env, ref)
    if snap is not None:
        return snap.owner
    item = item_of(s, ref)
    if item is not None and item.card >= 0:
        return s.owners[item.card]
    return controller_of(s, env, ref)


def might_of(s: State, env: Env, ref: int) -> int:
    """Return the Might of a thing as effects read it, printed off the board (CR 711); NULL where it has none."""
    o = s.board.get(ref)
    if o is not None:
        return read_might(s, o)
    if ref <= -2:
        return def_behind(s, ref).might
    snap = snap_of(env, ref)
    if snap is not None:
        return max(0, snap.might)
    item = item_of(s, ref)
    return NULL if item is None else item.d.might


def loc_of(s: State, env: Env, ref: int) -> int:
    """Return the location of a thing, or the one noted when it left; -1 for none."""
    if w.REF_LOCATION <= ref < w.FIRST_ID:
        return ref - w.REF_LOCATION
    o = s.board.get(ref)
    if o is not None:
        return o.loc
    snap = snap_of(env, ref)
    return w.NOBODY if snap is None else snap.loc


def kw_of(s: State, env: Env, ref: int) -> int:
    """Return the keywords of a thing as bits."""
    o = s.board.get(ref)
    if o is not None:
        if not o.facedown:
            return keywords(s, o)
        kw = o.d.kw if s.rules.facedown_has_hidden else o.d.kw & ~w.K_HIDDEN  # CR 811.5.a
        return kw if o.turn == s.turn else kw | w.K_REACTION  # CR 811.6
    snap = snap_of(env, ref)
    if snap is not None:
        return snap.kw
    item = item_of(s, ref)
    if item is not None and (item.activated is not None or item.trigger is not None):
        # CR 806.5.c, 813.5.c: what the ability has, not the card that it stands on.
        return 0 if item.activated is None else (0, w.K_ACTION, w.K_REACTION)[item.activated.speed]
    d = d_of(s, env, ref)
    if d is None:
        return 0
    if item is not None and item.zone == w.Z_FACEDOWN:
        return d.kw | w.K_REACTION  # CR 811.6
    return d.kw | w.K_FLOW if _given_flow(s, item, ref) else d.kw


def _given_flow(s: State, item: Item | None, ref: int) -> bool:
    """Tell whether a card in the trash has been given Flow, or was so and is played for it (CR 829.2)."""
    if item is not None:
        return bool(item.price[0] & FLOWING)
    return ref <= -2 and bool(s.delayed) and ref_card(s, ref) >= 0 and bool(given_flows(s, ref_card(s, ref)))


def tags_of(s: State, env: Env, ref: int) -> frozenset[str]:
    """Return the tags of a thing."""
    o = s.board.get(ref)
    if o is not None:
        keywords(s, o)
        return o.tags
    snap = snap_of(env, ref)
    if snap is not None:
        return snap.tags
    d = d_of(s, env, ref)
    return frozenset() if d is None else d.tags


def here_of(s: State, env: Env) -> int:
    """Return the location of an ability's own object, now or as noted (CR 359.3.f.2, 808.1.d.3)."""
    if isinstance(env, Item) and env.kind != I_CARD and env.loc >= 0:
        return env.loc  # CR 464.2.b: an ability enters nowhere, so this is set only where "here" has been reassigned
    return loc_of(s, env, env.me)


def self_ref(s: State, env: Env) -> int:
    """Return the reference to an ability's own thing: the object, or its card where it is off the board.

    An object that went to the trash is followed by what triggered on that or put it there (CR 359.3.e.13, 808.1.d);
    everything else that changes zones is a new object, which the ability does not know (CR 124).
    """
    me = env.me
    if me in s.board:
        return me
    if isinstance(env, Item) and env.kind == I_CARD and me < 0 and item_of(s, env.id) is env:
        return env.id
    card = env.card
    if card < 0 or me <= -2 or (me >= 0 and me not in env.snaps):
        return me
    zone = find_card(s, card)
    if me >= 0:
        noted = env.snaps[me].ref  # the card as it came there: one that left and came back is another (CR 124)
        return noted if zone == w.Z_TRASH and ref_card(s, noted) >= 0 else me
    return card_ref(s, card) if zone >= 0 else me
