"""The adjectives that a candidate must fit (`friendly`, `stunned`, `alone`), as closures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.layers import MIGHTY
from riftcheck.engine.board.zones import DIED_ALONE, WAS_FACEDOWN, is_alone
from riftcheck.engine.compile.core.subjects import (
    controller_of,
    is_null,
    is_token,
    item_of,
    loc_of,
    might_of,
    owner_of,
    snap_of,
    speaker,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Item
from riftcheck.engine.model.turn_order import allies, enemies

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Legal
    from riftcheck.engine.model.state import State


def friendly(s: State, env: Env, ref: int) -> bool:
    """CR 740.1.a: the same controller, or teammates."""
    o = s.board.get(ref)
    who = controller_of(s, env, ref) if o is None or o.d.types & w.BATTLEFIELD else o.controller
    return allies(s, who, env.you)


def enemy(s: State, env: Env, ref: int) -> bool:
    """CR 740.1.b."""
    return enemies(s, env.you, controller_of(s, env, ref))


def yours(s: State, env: Env, ref: int) -> bool:
    """Controlled by you alone, never by a teammate."""
    return speaker(env) >= 0 and controller_of(s, env, ref) == env.you


def _flag(bit: int, live: Callable[[State, int], bool]) -> Legal:
    def flag(s: State, env: Env, ref: int) -> bool:
        if ref in s.board:
            return live(s, ref)
        snap = snap_of(env, ref)
        return snap is not None and bool(snap.state & bit)

    return flag


def _buffed(s: State, env: Env, ref: int) -> bool:
    o = s.board.get(ref)
    if o is not None:
        return o.buffs > 0
    snap = snap_of(env, ref)
    return snap is not None and snap.buffs > 0


def _mighty(s: State, env: Env, ref: int) -> bool:
    value = might_of(s, env, ref)
    return not is_null(value) and value >= MIGHTY


def _role(role: int) -> Legal:
    def has_role(s: State, env: Env, ref: int) -> bool:
        if 0 <= ref < len(s.players):
            return ref == (s.attacker if role == w.ATTACKER else s.defender)  # CR 466.2.c: players have roles too
        o = s.board.get(ref)
        if o is not None:
            return o.role == role
        snap = snap_of(env, ref)
        return snap is not None and snap.role == role

    return has_role


def _played_from_facedown(s: State, env: Env, ref: int) -> bool:
    """CR 811.1.d: it is being played, or has come, from a facedown zone; of what has left, as its own text knew it."""
    o = s.board.get(ref)
    if o is not None:
        return o.origin_loc >= 0
    item = item_of(s, ref)
    if item is not None:
        return item.zone == w.Z_FACEDOWN
    return isinstance(env, Item) and ref == env.me and env.facedown_loc >= 0


def alone(s: State, _env: Env, ref: int) -> bool:
    """CR 740.2.a: no other friendly unit is at its location."""
    o = s.board.get(ref)
    return o is not None and is_alone(s, o)


def died_alone(s: State, env: Env, ref: int) -> bool:
    """CR 740.2.a, 808.1.d.3: it was alone as it died; as its own death triggers it is there still."""
    if ref in s.board:
        return alone(s, env, ref)
    snap = snap_of(env, ref)
    return snap is not None and bool(snap.state & DIED_ALONE)


def _loc_state(kind: str) -> Legal:
    def loc_state(s: State, env: Env, ref: int) -> bool:
        loc = loc_of(s, env, ref)
        if loc < 0:
            return False
        at = s.locs[loc]
        if kind == "occupied":
            return bool(at.units)
        if kind == "controlled":
            return at.control >= 0
        if kind == "uncontrolled":
            return at.control < 0
        return not at.units and at.control < 0

    return loc_state


STATES: Final[dict[str, Legal]] = {
    "friendly": friendly,
    "enemy": enemy,
    "your": yours,
    "ready": lambda s, env, ref: ref in s.board and not s.board[ref].exhausted,
    "exhausted": _flag(1, lambda s, ref: s.board[ref].exhausted),
    "stunned": _flag(2, lambda s, ref: s.board[ref].stunned),
    "damaged": _flag(4, lambda s, ref: s.board[ref].damage > 0),
    "empowered": _flag(8, lambda s, ref: s.board[ref].empowered > 0),
    "facedown": _flag(WAS_FACEDOWN, lambda s, ref: s.board[ref].facedown),
    "buffed": _buffed,
    "equipped": lambda s, env, ref: (
        ref in s.board and any(s.board[a].d.types & w.EQUIPMENT for a in s.board[ref].attachments)
    ),
    "attached": lambda s, env, ref: ref in s.board and s.board[ref].attached_to >= 0,
    "detached": lambda s, env, ref: ref in s.board and s.board[ref].attached_to < 0,
    "mighty": _mighty,
    "attacking": _role(w.ATTACKER),
    "defending": _role(w.DEFENDER),
    "alone": alone,
    "token": is_token,
    "occupied": _loc_state("occupied"),
    "open": _loc_state("open"),
    "controlled": _loc_state("controlled"),
    "uncontrolled": _loc_state("uncontrolled"),
    "played from face down": _played_from_facedown,
    "owned": lambda s, env, ref: speaker(env) >= 0 and owner_of(s, env, ref) == env.you,
}
