"""Showdowns and combat (CR 341-348, 461-468): focus, roles, damage, result, control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.damage import BY_COMBAT
from riftcheck.engine.board.ability_index import forbidden, get_index
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import ignored_by, might, order_of_damage
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.zones import touch_all
from riftcheck.engine.flow.cleanup import COMBAT, drop_facedown, heal_all, start_cleanup
from riftcheck.engine.flow.combat_roles import end_combat_effects, open_combat, sides
from riftcheck.engine.flow.lethal_damage import amount_matters, lethal_amount, orders_settled, to_assign
from riftcheck.engine.flow.scoring import conquer, establish_control
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Decision, ask, take, take_one
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.turn_order import count_players, next_player
from riftcheck.engine.playing.options import WINDOW, focus_options, take_action

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.frames import ShowdownFrame
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State

STEP_OPEN: Final = 0
STEP_FOCUS: Final = 1
STEP_CLOSED: Final = 2
STEP_ASSIGN: Final = 3
STEP_DEAL: Final = 4
STEP_CLEANED: Final = 5
STEP_RESULT: Final = 6
STEP_CONTROL: Final = 7
STEP_END: Final = 8


def step_showdown(s: State, f: ShowdownFrame) -> None:
    """Go on with the showdown or combat at location `f.location`."""
    if f.step == STEP_OPEN:
        _open(s, f)
    elif f.step == STEP_FOCUS:
        _focus(s, f)
    elif f.step == STEP_CLOSED:
        _closed(s, f)
    elif f.step == STEP_ASSIGN:
        _assign(s, f)
    elif f.step == STEP_DEAL:
        _deal(s, f)
    elif f.step == STEP_CLEANED:
        # CR 467.3: no window between damage and the Combat Cleanup.
        f.step = STEP_RESULT
        f.dealing = 0
        s.replacement_orders = {}
        s.dirty |= w.DIRTY_ALL
        start_cleanup(s, COMBAT)
    elif f.step == STEP_RESULT:
        _result(s, f)
    elif f.step == STEP_CONTROL:
        _control(s, f)
    else:
        _end(s, f)


def _open(s: State, f: ShowdownFrame) -> None:
    at = s.locs[f.location]
    s.showdown = f.location
    s.focus = at.contested
    s.focus_passes = 0
    s.excess = [0] * len(s.players)
    s.combat = False
    touch_all(s)  # passive abilities may count only during a showdown
    f.step = STEP_FOCUS
    at.showdown = False
    emit(s, w.E_SHOWDOWN_STARTS, at.contested, at.bf, loc=f.location)
    if at.combat:
        open_combat(s, f.location)
    s.dirty |= w.DIRTY_STATUS


def _focus(s: State, f: ShowdownFrame) -> None:
    """Ask the player with focus; all passing in sequence closes the showdown (CR 347-348)."""
    player = s.focus
    if s.players[player].gone:
        s.focus = next_player(s, player)
        return
    if s.focus_passes > 1 and s.focus_passes >= count_players(s):
        f.step = STEP_CLOSED  # CR 652.5.b.2: who had not passed yet has left
        return
    if s.answer is None:
        options = focus_options(s, player)
        if ask(s, player, w.D_FOCUS, options, 1, 1, w.REF_LOCATION + f.location, WINDOW):
            return
    option = take_one(s)
    if option[0] == w.O_PASS:
        _pass_focus(s, f)
        return
    s.focus_passes = 0
    take_action(s, player, option)


def _pass_focus(s: State, f: ShowdownFrame) -> None:
    s.focus_passes += 1
    if s.focus_passes > 1 and s.focus_passes >= count_players(s):
        f.step = STEP_CLOSED
        return
    s.focus = next_player(s, s.focus)


def focus_after_chain(s: State) -> None:
    """Pass focus when a chain has closed, unless a trigger or an Add ability opened it (CR 340.2.a, 346)."""
    if s.showdown >= 0 and not s.chain_kept and s.focus >= 0:
        s.focus = next_player(s, s.focus)
        s.focus_passes = 0


def _closed(s: State, f: ShowdownFrame) -> None:
    s.focus = w.NOBODY
    if not s.combat:
        _non_combat_end(s, f)
        return
    attackers, defenders = sides(s, f.location)
    if attackers and defenders:
        f.dealing = 1  # from here to the Combat Cleanup nothing comes between (CR 467.3)
        f.step = STEP_ASSIGN
        f.assigned = []
    else:
        f.dealing = 1
        f.step = STEP_CLEANED


def _non_combat_end(s: State, f: ShowdownFrame) -> None:
    """Give control to the only player with units there (CR 348.2)."""
    at = s.locs[f.location]
    here = {s.board[oid].controller for oid in at.units}
    loc = f.location
    s.frames.pop()
    s.showdown = w.NOBODY
    touch_all(s)
    at.contested = w.NOBODY
    s.dirty |= w.DIRTY_ALL
    if len(here) == 1:
        player = here.pop()
        if at.control != player:
            establish_control(s, player, loc)
            conquer(s, player, loc)


# --- damage -----------------------------------------------------------------------------------------------------------


def _assign(s: State, f: ShowdownFrame) -> None:
    """Let the attacker, then the defender, assign damage (CR 467.2.c)."""
    while f.side < 2:
        attackers, defenders = sides(s, f.location)
        mine, theirs = (attackers, defenders) if f.side == 0 else (defenders, attackers)
        player = s.attacker if f.side == 0 else s.defender
        if not _assign_side(s, f, player, mine, theirs):
            return
        f.side += 1
    f.side = 0
    f.step = STEP_DEAL


def damage_of(s: State, units: list[Obj]) -> int:
    """Return the damage of a side of a combat, the sum of its units' Might (CR 467.2.a-b).

    A stunned unit, one below 0 and one that cannot deal damage add nothing (CR 424.1.b, 143.2.c).
    """
    total = 0
    cannots = get_index(s).cannots.get(w.E_DAMAGE)
    for o in units:
        if o.stunned:
            continue
        if cannots is not None and forbidden(
            s, w.E_DAMAGE, Event(w.E_DAMAGE, o.controller, w.NOBODY, o.id, o.loc, BY_COMBAT, 1, -1, None)
        ):
            continue
        total += max(0, might(s, o))
    return total


def _lethal_left(s: State, o: Obj, assigned: dict[int, int]) -> int:
    """Return the damage still to be lethal to a unit, after that marked, assigned and replaced (CR 467.2.c.4-5)."""
    player = s.defender if o.controller == s.attacker else s.attacker
    need = to_assign(s, player, o, lethal_amount(s, player, o))
    return max(0, need - assigned.get(o.id, 0))


def _assign_side(s: State, f: ShowdownFrame, player: int, mine: list[Obj], theirs: list[Obj]) -> bool:
    assigned = {f.assigned[place]: f.assigned[place + 1] for place in range(0, len(f.assigned) - 1, 2)}
    # A unit that is chosen, and how much it gets is asked.
    victim = f.assigned[-1] if len(f.assigned) % 2 else w.NOBODY
    left = damage_of(s, mine) - sum(assigned.get(o.id, 0) for o in theirs)
    targets = [o for o in theirs if _can_be_dealt(s, o)]
    replaced = bool(get_index(s).replacements.get(w.E_DAMAGE))
    if replaced and not assigned and left > 0 and not orders_settled(s, player, targets, left):
        return False
    ignoring = ignored_by(s, player) if get_index(s).statics else 0
    while left > 0 and targets:
        open_ = [o for o in targets if _lethal_left(s, o, assigned) > 0]
        if not open_:
            if not _over(s, f, player, _last_class(s, targets, ignoring), left, assigned):
                return False
            break
        others = len(open_) > 1
        if (s.rules.no_over_assignment or not others) and sum(_lethal_left(s, o, assigned) for o in open_) <= left:
            _put_order(s, f, player, open_, ignoring, assigned)
            left -= _fill_all(s, open_, assigned)
            continue
        if victim < 0:
            choice = _first_class(s, open_, ignoring, assigned)
            if s.answer is None:
                f.assigned = [number for pair in assigned.items() for number in pair]
                options: list[Option] = [(w.O_REF, o.id, 0) for o in choice]
                if ask(s, player, w.D_ASSIGN, options, 1, 1, w.REF_LOCATION + f.location, "assign"):
                    return False
            victim = take(s)[0][1]
        least = min(left, _lethal_left(s, s.board[victim], assigned))
        amount = least
        if not s.rules.no_over_assignment and others and least < left:
            f.assigned = [*(number for pair in assigned.items() for number in pair), victim]
            amount = _more_than_lethal(s, player, victim, least, left)
            if amount < 0:
                return False
        assigned[victim] = assigned.get(victim, 0) + amount
        s.excess[player] += amount - least
        left -= amount
        victim = w.NOBODY
    f.assigned = [number for pair in assigned.items() for number in pair]
    return True


def _more_than_lethal(s: State, player: int, victim: int, least: int, left: int) -> int:
    """Ask for the damage to a unit; by 1.0: 626.1.d.2 it may be more than lethal. -1 while that is asked."""
    if s.answer is None:
        options: list[Option] = [(w.O_NUMBER, number, 0) for number in range(least, left + 1)]
        if ask(s, player, w.D_NUMBER, options, 1, 1, victim, "assign"):
            return w.NOBODY
    return take(s)[0][1]


def _fill_all(s: State, units: list[Obj], assigned: dict[int, int]) -> int:
    spent = 0
    for o in units:
        amount = _lethal_left(s, o, assigned)
        assigned[o.id] = assigned.get(o.id, 0) + amount
        spent += amount
    return spent


# The text of an order that is no question, for the damage is enough for all.
ENOUGH: Final = "enough"


def _put_order(
    s: State, f: ShowdownFrame, player: int, units: list[Obj], ignoring: int, assigned: dict[int, int]
) -> None:
    """Tell whoever listens to questions the order in which damage that is enough for all is assigned."""
    while s.on_question is not None and units:
        first = _first_class(s, units, ignoring, assigned)
        options: list[Option] = [(w.O_REF, o.id, 0) for o in first]
        count = len(first)
        where = w.REF_LOCATION + f.location
        s.on_question(Decision(player, w.D_ASSIGN, options, count, count, where, ENOUGH))
        units = [o for o in units if o not in first]


def _over(s: State, f: ShowdownFrame, player: int, units: list[Obj], left: int, assigned: dict[int, int]) -> bool:
    """Assign the rest when all units have lethal damage; it is excess damage. False while that is asked.

    CR 467.2.c.4: no limit holds for it, so the player divides it; asked only where something looks at amounts.
    """
    asked = len(units) > 1 and any(amount_matters(s, player, o) for o in units)
    victim = f.assigned[-1] if len(f.assigned) % 2 else w.NOBODY
    while left > 0:
        if not asked:
            victim, amount = units[0].id, left
        else:
            if victim < 0:
                if s.answer is None:
                    f.assigned = [number for pair in assigned.items() for number in pair]
                    options: list[Option] = [(w.O_REF, o.id, 0) for o in units]
                    if ask(s, player, w.D_ASSIGN, options, 1, 1, w.REF_LOCATION + f.location, "assign"):
                        return False
                victim = take(s)[0][1]
                f.assigned = [*(number for pair in assigned.items() for number in pair), victim]
            amount = _more_than_lethal(s, player, victim, 1, left)
            if amount < 0:
                return False
        assigned[victim] = assigned.get(victim, 0) + amount
        s.excess[player] += amount
        left -= amount
        victim = w.NOBODY
    return True


def _last_class(s: State, units: list[Obj], ignoring: int) -> list[Obj]:
    """Return the units that are assigned damage last: those with Backline alone, if there are any (CR 467.2.c.6)."""
    return [o for o in units if order_of_damage(s, o, ignoring) == 1] or units


def _can_be_dealt(s: State, o: Obj) -> bool:
    if get_index(s).cannots.get(w.E_DAMAGE) is None:
        return True
    return not forbidden(s, w.E_DAMAGE, Event(w.E_DAMAGE, w.NOBODY, o.id, w.NOBODY, o.loc, BY_COMBAT, 1, -1, None))


def _first_class(s: State, units: list[Obj], ignoring: int, assigned: dict[int, int]) -> list[Obj]:
    """Return the units of which one must be assigned damage next: Tank, then plain, then Backline (CR 467.2.c.6-9)."""
    order = {o.id: order_of_damage(s, o, ignoring) for o in units}
    either = [o for o in units if order[o.id] == 2]
    first = [o for o in units if order[o.id] == -1]
    if first:
        return first + either
    plain = [o for o in units if order[o.id] == 0]
    if plain:
        # CR 467.2.c.8: a unit with both goes first or last, never between.
        begun = any(amount and order_of_damage(s, s.board[ref], ignoring) == 0 for ref, amount in assigned.items())
        return plain if begun else plain + either
    return units


def _deal(s: State, f: ShowdownFrame) -> None:
    f.step = STEP_CLEANED
    pairs = [(f.assigned[place], f.assigned[place + 1]) for place in range(0, len(f.assigned), 2)]
    f.assigned = []
    events: list[Event] = []
    for ref, amount in pairs:
        o = s.board.get(ref)
        if o is not None:
            by = s.defender if o.controller == s.attacker else s.attacker
            events.append(Event(w.E_DAMAGE, by, ref, w.NOBODY, f.location, BY_COMBAT, amount, w.NOBODY, None))
    perform(s, events)


# --- after damage -----------------------------------------------------------------------------------------------------


def _result(s: State, f: ShowdownFrame) -> None:
    """Determine the winner and loser of a combat (CR 468.3)."""
    f.step = STEP_CONTROL
    attackers, defenders = sides(s, f.location)
    tied, s.tied = s.tied, False
    if attackers and defenders:
        at = s.locs[f.location]
        at.showdown = at.combat = True  # CR 468.3.d.1
        return
    if tied or not (attackers or defenders):
        return
    winner, loser = (s.attacker, s.defender) if attackers else (s.defender, s.attacker)
    emit(s, w.E_WIN_COMBAT, winner, s.locs[f.location].bf, loc=f.location)
    if loser >= 0:
        emit(s, w.E_LOSE_COMBAT, loser, s.locs[f.location].bf, loc=f.location)


def _control(s: State, f: ShowdownFrame) -> None:
    """Establish control, which may be a conquer (CR 468.5)."""
    f.step = STEP_END
    at = s.locs[f.location]
    if at.combat:
        return
    here = {s.board[oid].controller for oid in at.units}
    at.contested = w.NOBODY
    if not here:
        establish_control(s, w.NOBODY, f.location)
    elif len(here) == 1:
        player = here.pop()
        if at.control != player:
            establish_control(s, player, f.location)
            conquer(s, player, f.location)
    for oid in list(at.facedown):
        if s.board[oid].controller != at.control:
            drop_facedown(s, s.board[oid])


def _end(s: State, f: ShowdownFrame) -> None:
    s.frames.pop()
    if not s.rules.heal_before_recheck:
        heal_all(s)  # 1.0: 627.5
    at = s.locs[f.location]
    emit(s, w.E_COMBAT_ENDS, s.attacker, at.bf, other=s.defender, loc=f.location)
    end_combat_effects(s)
    s.showdown = w.NOBODY
    s.combat = False
    s.attacker = s.defender = w.NOBODY
    touch_all(s)
    s.dirty |= w.DIRTY_ALL
