"""The timing at which a card may be played: its keywords, and those that it has by the text of something (CR 310)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.active_texts import in_force
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.state import State

# The times of playing: in a Neutral Open State, in a Showdown Open State, in a Closed State (CR 310).
T_MAIN: Final = 0
T_ACTION: Final = 1
T_REACTION: Final = 2

# The keywords that say so.
TIMING: Final = w.K_ACTION | w.K_REACTION | w.K_QUICK_DRAW


def speed_of(s: State, item: Item) -> int:
    """Return the widest timing that the card's keywords allow (CR 806, 813, 811.6)."""
    return T_REACTION if item.zone == w.Z_FACEDOWN else speed_by(timing_keywords(s, item))


def speed_by(kw: int) -> int:
    """Return the widest timing that keywords allow."""
    if kw & (w.K_REACTION | w.K_QUICK_DRAW):
        return T_REACTION
    return T_ACTION if kw & w.K_ACTION else T_MAIN


def timing_keywords(s: State, item: Item) -> int:
    """Return the keywords of a card that is played as bits, with those of timing that a text gives it now."""
    kw = item.d.kw
    for static in item.d.main.statics:
        # CR 806.4, 813.4: a keyword that it has itself under a condition.
        if static.to_me and static.grant is not None and static.grant.kw & TIMING and in_force(s, item, static):
            kw |= static.grant.kw
    index = get_index(s)
    if index.hastening:
        ref = item.id if item.id >= 0 else item.it
        for env, other, _ in index.statics:
            if other.hastens and in_force(s, env, other) and other.applies(s, env, ref):
                kw |= other.hastens
    return kw
