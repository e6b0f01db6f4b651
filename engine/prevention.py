"""How much combat damage is lethal to a unit, with what would replace it in view (CR 437.5, 465.2.c.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.damage import BY_COMBAT
from engine.events import reckoned
from engine.index import get_index
from engine.layers import might
from engine.objects import Event
from engine.state import enemies

if TYPE_CHECKING:
    from engine.objects import Obj
    from engine.state import State

ALL: Final = 10**6


def to_assign(s: State, player: int, o: Obj, need: int) -> int:
    """Return the least damage that a player must assign to a unit for it to be dealt at least `need`.

    It is more where some would be prevented, less where it would be increased (CR 465.2.c.4.a), and ALL where no
    amount is enough (CR 437.5.b).
    """
    if need <= 0 or not get_index(s).replacements.get(w.E_DAMAGE):
        return need
    if _dealt(s, player, o, need) == need and _dealt(s, player, o, need - 1) == need - 1:
        return need
    if _dealt(s, player, o, ALL) < need:
        return ALL
    amount = 1
    while _dealt(s, player, o, amount) < need:
        amount += 1
    return amount


def lethal_amount(s: State, player: int, o: Obj) -> int:
    """Return how much more damage of a player is lethal to a unit, as it is marked now (CR 142.4)."""
    return 1 if any_kills(s, player, o) else max(1, might(s, o)) - o.damage


def any_kills(s: State, player: int, o: Obj) -> bool:
    """Whether a rule in force makes any amount of a player's damage lethal to a unit (CR 142.4.c)."""
    for env, rule in get_index(s).rules:
        if rule.name != "lethal damage" or env.you != player or not enemies(s, player, o.controller):
            continue
        if rule.gate is not None and not rule.gate(s, env):
            continue
        if rule.condition is None or rule.condition(s, env):
            return True
    return False


def _dealt(s: State, player: int, o: Obj, amount: int) -> int:
    return reckoned(s, Event(w.E_DAMAGE, player, o.id, w.NOBODY, o.loc, BY_COMBAT, amount, w.NOBODY, None))
