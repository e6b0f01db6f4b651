"""The amount of combat damage that is lethal to a unit, with what would replace it in view (CR 438.5, 467.2.c.5)."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.damage import BY_COMBAT
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.layers import might
from riftcheck.engine.board.replacements import left_by, must_replace, reckoned, replacing
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.turn_order import enemies

if TYPE_CHECKING:
    from riftcheck.engine.board.replacements import Must
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State

ALL: Final = 10**6
# Of so many replacements of one damage all orders are tried, to see whether it is worth a question.
MOST_ORDERS: Final = 4


def to_assign(s: State, player: int, o: Obj, need: int) -> int:
    """Return the least damage that a player must assign to a unit for it to be dealt at least `need`.

    It is more where some would be prevented, less where it would be increased (CR 467.2.c.4.a), and ALL where no
    amount is enough (CR 438.5.b).
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


def orders_settled(s: State, player: int, units: list[Obj], most: int) -> bool:
    """Ask in which order prevention and the like apply to what units are assigned; False while that is asked.

    The controller of a unit says it before anything is assigned (CR 372, 467.2.c.5), and only where it matters for up
    to `most` damage of a player. It is noted until the damage is dealt.
    """
    for o in units:
        while True:
            order = s.replacement_orders.get(o.id, ())
            left = [must for must in must_replace(s, _event(player, o, most)) if must[0] not in order]
            if len(left) < 2:
                break
            if not _order_matters(s, player, o, left, most):
                _settle(s, o, (*order, *(must[0] for must in sorted(left, key=lambda must: not must[3]))))
                break
            if s.answer is None:
                options: list[Option] = [
                    (w.O_REF, o.id, replacing(place, env)) for place, (_, env, _, _) in enumerate(left)
                ]
                if ask(s, o.controller, w.D_REPLACE, options, 1, 1, left[0][1].me, left[0][2].key):
                    return False
            _settle(s, o, (*order, left[take(s)[0][2] % w.REPLACE_PLACES][0]))
    return True


def _settle(s: State, o: Obj, order: tuple[int, ...]) -> None:
    """Note the order of what replaces a unit's damage, behind those that were settled before it."""
    others = {ref: numbers for ref, numbers in s.replacement_orders.items() if ref != o.id}
    s.replacement_orders = {**others, o.id: order}


def _order_matters(s: State, player: int, o: Obj, left: list[Must], most: int) -> bool:
    """Tell whether some amount of damage comes out differently in different orders of the replacements in `left`."""
    if len(left) > MOST_ORDERS:
        return True
    events = [_event(player, o, amount) for amount in range(1, most + 1)]
    return len({tuple(left_by(s, event, order) for event in events) for order in permutations(left)}) > 1


def amount_matters(s: State, player: int, o: Obj) -> bool:
    """Tell whether an ability counts or replaces combat damage to a unit, so that damage beyond lethal matters."""
    index = get_index(s)
    event = _event(player, o, 1)
    return any(
        trigger.counts and trigger.match(s, env, event) for env, trigger, _ in index.triggers.get(w.E_DAMAGE, ())
    ) or any(
        (replacement.may or replacement.script.ops) and replacement.match(s, env, event)
        for env, replacement, _ in index.replacements.get(w.E_DAMAGE, ())
    )


def lethal_amount(s: State, player: int, o: Obj) -> int:
    """Return the amount of a player's damage that is lethal to a unit, with the damage marked on it now (CR 142.4)."""
    return 1 if any_kills(s, player, o) else max(1, might(s, o)) - o.damage


def any_kills(s: State, player: int, o: Obj) -> bool:
    """Tell whether a rule in force makes any amount of a player's damage lethal to a unit (CR 142.4.c)."""
    for env, rule in get_index(s).rules:
        if rule.name != "lethal damage" or env.you != player or not enemies(s, player, o.controller):
            continue
        if rule.gate is not None and not rule.gate(s, env):
            continue
        if rule.condition is None or rule.condition(s, env):
            return True
    return False


def _dealt(s: State, player: int, o: Obj, amount: int) -> int:
    return reckoned(s, _event(player, o, amount))


def _event(player: int, o: Obj, amount: int) -> Event:
    return Event(w.E_DAMAGE, player, o.id, w.NOBODY, o.loc, BY_COMBAT, amount, w.NOBODY, None)
