"""The definition that an object has by its effects (CR 479.1-479.2): a copy of something, or gear that is a unit.

What becomes a unit, or is none any more, stands in another list of its location.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.zones import place
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.definitions import as_unit
from riftcheck.engine.model.objects import NOT_NOTICED

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def shaped(s: State, o: Obj, d: CardDef) -> CardDef:
    """Return a definition as the effects on an object have it: gear that became a unit is one, whatever it copies."""
    kinds = [mod.kind for mod in o.mods if mod.kind in (w.M_COPY, w.M_UNIT)]
    if not s.rules.copies_in_own_layer:
        kinds = kinds[-1:]
    printed = s.pool.defs[d.index]
    return as_unit(s.pool, printed) if w.M_UNIT in kinds else printed


def reshape(s: State, o: Obj, d: CardDef) -> None:
    """Give an object a definition, as its effects have it."""
    o.d = shaped(s, o, d)
    at = s.locs[o.loc]
    was = o.id in at.units
    if bool(o.d.types & w.UNIT) == was:
        return
    (at.units if was else at.gear).remove(o.id)
    place(s, o, o.loc)
    o.noticed = NOT_NOTICED
    if was:
        # CR 178.1.a.1: only a unit has damage marked on it, and takes part in a combat.
        o.damage = o.hurt_bits = o.hurters = o.role = 0
        o.stunned = False
    s.dirty |= w.DIRTY_PRESENCE | w.DIRTY_STATUS
