"""How much damage to one unit would be prevented: combat damage is assigned with that in view (CR 437.5, 465.2.c.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.damage import BY_COMBAT
from engine.index import get_index
from engine.objects import Event

if TYPE_CHECKING:
    from engine.objects import Obj
    from engine.state import State

ALL: Final = 10**6


def prevented(s: State, o: Obj) -> int:
    """Return how much of the combat damage to a unit would be prevented; ALL if every amount would be (CR 437.5.b)."""
    waiting = get_index(s).replacements.get(w.E_DAMAGE)
    if not waiting:
        return 0
    event = Event(w.E_DAMAGE, w.NOBODY, o.id, w.NOBODY, o.loc, BY_COMBAT, 1, w.NOBODY, None)
    total = 0
    for env, replacement, _ in waiting:
        if not replacement.prevents or not replacement.match(s, env, event):
            continue
        if replacement.prevents < 0:
            return ALL
        total += replacement.prevents
    return total
