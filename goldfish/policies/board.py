"""The evaluation of a board: the worth of units, the outcome of combats, the units to send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.objects import Obj
    from riftcheck.goldfish.policies.seat_view import SeatView


def worth(seat: SeatView, o: Obj) -> int:
    """Return the worth of a unit or gear, in sixths of Might; at equal Might the dearer card has more."""
    might = seat.might(o) if o.d.might else 0
    return 6 * max(0, might) + o.d.energy + 1


def units_to_send(seat: SeatView, dest: int, movers: Sequence[Obj]) -> list[Obj]:
    """Return the ready units to send to a battlefield, none if that is not worth it.

    To where no enemy is one goes, or as many as would hold it against the enemies who could come. Against enemies as
    many go as kill all of them and are not all killed themselves.
    """
    if not movers:
        return []
    foes = seat.enemy_units(dest)
    here = seat.units(seat.player, dest)
    if not foes:
        if seat.control(dest) in seat.friends or here:
            return []
        return _takers(seat, dest, movers)
    toughness = strikes = 0
    for o in foes:
        toughness += max(1, seat.stands(o, attacks=False))
        strikes += seat.defence(o)
    if last_chance(seat) and seat.control(dest) in seat.enemies:
        strikes = -1
    chosen: list[Obj] = []
    strength = health = 0
    for o in here:
        strength += seat.attack(o)
        health += seat.stands(o, attacks=True)
    ranked = [(seat.attack(o), seat.stands(o, attacks=True), o) for o in movers]
    ranked.sort(key=lambda row: (-row[0], row[2].id))
    for number, (attack, stands, o) in enumerate(ranked):
        # The last of as few as it takes is the weakest that is enough; the strong stay for elsewhere.
        for strike, bears, least in reversed(ranked[number:]):
            if strength + strike >= toughness and health + bears > strikes:
                return [*chosen, least]
        chosen.append(o)
        strength += attack
        health += stands
    return []


def last_chance(seat: SeatView) -> bool:
    """Return True if an enemy wins in its next turn by the battlefields that it holds, if it keeps them."""
    goal = seat.goal
    for enemy in seat.enemies:
        points = seat.points(enemy)
        for loc in seat.fields:
            if seat.control(loc) == enemy:
                points += 1
        if points >= goal:
            return True
    return False


def _takers(seat: SeatView, dest: int, movers: Sequence[Obj]) -> list[Obj]:
    """Return the units to send to a battlefield without enemies: the weakest that hold it, or the weakest alone."""
    ranked = sorted(movers, key=lambda o: (seat.might(o), worth(seat, o), o.id))
    threat = 0
    for o in seat.enemy_army():
        if o.loc != dest:
            threat += seat.attack(o)
    if not threat:
        return ranked[:1]
    for o in ranked:
        if seat.stands(o, attacks=False) > threat:
            return [o]
    chosen: list[Obj] = []
    health = 0
    for o in reversed(ranked):
        chosen.append(o)
        health += seat.stands(o, attacks=False)
        if health > threat:
            return chosen
    return ranked[:1]


MINE: Final = 1
THEIRS: Final = -1
NOBODYS: Final = 0


def combat_outcome(seat: SeatView, loc: int) -> int:
    """Return the outcome of the combat at a location as it stands: 1 this player wins, -1 the enemy, 0 neither."""
    attacks = seat.attacking
    mine, theirs = seat.units(seat.player, loc), seat.enemy_units(loc)
    if not mine or not theirs:
        return MINE if mine else THEIRS if theirs else NOBODYS
    strike = seat.attack if attacks else seat.defence
    answer = seat.defence if attacks else seat.attack
    kills = sum(strike(o) for o in mine) >= sum(max(1, seat.stands(o, attacks=not attacks)) for o in theirs)
    dies = sum(answer(o) for o in theirs) >= sum(max(1, seat.stands(o, attacks=attacks)) for o in mine)
    if kills and not dies:
        return MINE
    if dies and not kills:
        return THEIRS
    # Attackers who are still there with defenders are recalled, so the defender keeps the battlefield.
    if not kills and not dies:
        return THEIRS if attacks else MINE
    return NOBODYS


def missing_damage(seat: SeatView, loc: int) -> int:
    """Return the damage that this player's side still lacks to kill every enemy unit there."""
    attacks = seat.attacking
    strike = seat.attack if attacks else seat.defence
    dealt = sum(strike(o) for o in seat.units(seat.player, loc))
    wanted = sum(max(1, seat.stands(o, attacks=not attacks)) for o in seat.enemy_units(loc))
    return max(0, wanted - dealt)
