"""Might as it changes: which units have become Mighty, or reached another Might that is waited for (CR 709)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import MIGHTY, might
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import NOT_NOTICED

if TYPE_CHECKING:
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def notice(s: State, o: Obj, value: int) -> bool:
    """Note a Might that differs from the one last noticed, and tell of the change; False where the unit has just come.

    All that changed it in one instant is one change, for the layers are evaluated in one.
    """
    before, o.noticed = o.noticed, value
    if before == NOT_NOTICED:
        return False
    emit(s, w.E_MIGHT, o.controller, o.id, loc=o.loc, origin=before, amount=value)
    if before < MIGHTY <= value:
        emit(s, w.E_BECOMES, o.controller, o.id, loc=o.loc, amount=value)
    return True


def notice_all(s: State) -> None:
    """Notice the Might of every unit, after an instruction of an effect (CR 383.2.c, 709: at the moment of the change).

    Without it, one that becomes Mighty and is so no more when the effect is done would never have become it.
    """
    for at in s.locs:
        for oid in at.units[:]:
            o = s.board[oid]
            value = might(s, o)
            if value != o.noticed:
                notice(s, o, value)
