"""Permission to play a card: prohibitions, permissions, and the timing of a play (CR 054, 310, 355.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import forbidden, forbids, get_index
from riftcheck.engine.board.timing import speed_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Permission
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.state import State


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
