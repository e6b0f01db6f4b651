"""Permission to play a card: timing, prohibitions and permissions (CR 054, 310, 355.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import forbidden, forbids, get_index
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Permission, Static
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.state import State

# The times of playing: in a Neutral Open State, in a Showdown Open State, in a Closed State (CR 310).
T_MAIN: Final = 0

T_ACTION: Final = 1

T_REACTION: Final = 2

# The keywords that say so.
TIMING: Final = w.K_ACTION | w.K_REACTION | w.K_QUICK_DRAW


def speed_of(s: State, item: Item) -> int:
    """Return the widest timing that the card's keywords allow (CR 806, 813, 811.6)."""
    kw = item.d.kw
    for static in item.d.main.statics:
        # CR 806.4, 813.4: a keyword that it has itself under a condition.
        if static.to_me and static.grant is not None and static.grant.kw & TIMING and _in_force(s, item, static):
            kw |= static.grant.kw
    index = get_index(s)
    if index.hastening:
        for env, other, _ in index.statics:
            if other.hastens and _in_force(s, env, other) and other.applies(s, env, item.it):
                kw |= other.hastens
    if item.zone == w.Z_FACEDOWN or kw & (w.K_REACTION | w.K_QUICK_DRAW):
        return T_REACTION
    return T_ACTION if kw & w.K_ACTION else T_MAIN


def _in_force(s: State, env: Env, static: Static) -> bool:
    if static.gate is not None and not static.gate(s, env):
        return False
    return static.condition is None or static.condition(s, env)


def play_forbidden(s: State, item: Item, loc: int) -> bool:
    """Tell whether a `can't` forbids playing an item, to a place or (-1) at all (CR 054.1): its own, or another's."""
    own = item.d.main.cannots
    if not own and get_index(s).cannots.get(w.E_PLAY) is None:
        return False
    subject = item.id if item.id >= 0 else item.it
    event = Event(w.E_PLAY, item.you, subject, -1, loc, -1, 0, item.id, None)
    if any(cannot.kind == w.E_PLAY and forbids(s, item, cannot, event) for cannot in own):
        return True
    return forbidden(s, w.E_PLAY, event)


def holds(s: State, env: Env, can: Permission) -> bool:
    """Tell whether a permission is in force: its gate and its condition."""
    if can.gate is not None and not can.gate(s, env):
        return False
    return can.condition is None or can.condition(s, env)


def timing_of(s: State, item: Item) -> int:
    """Return the timing at which an item was played, for what its keywords then allow."""
    if item.limited:
        return 0
    if len(s.chain) > 1:
        return min(2, speed_of(s, item)) if not item.d.kw & w.K_AMBUSH else 2
    if s.showdown >= 0:
        return 1
    return 0
