"""Scoring (CR 469-474): conquer, hold, the Final Point, and the win check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.actions.draw import draw
from riftcheck.engine.actions.resources import gain, leads, victory_score, win
from riftcheck.engine.board.ability_index import forbidden, get_index
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.index_updates import with_controller
from riftcheck.engine.board.zones import battlefields, changed, touch_all
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State


def scored(s: State, player: int, loc: int) -> bool:
    """Tell whether a player's team has scored a battlefield this turn, or may not score it (CR 472, 471.1.a)."""
    return bool(s.scored[s.team[player]] >> loc & 1)


def mark_scored(s: State, player: int, loc: int) -> None:
    """Note that a team has scored a battlefield this turn."""
    s.scored[s.team[player]] |= 1 << loc


def establish_control(s: State, player: int, loc: int) -> None:
    """Set the controller of a battlefield; its abilities follow (CR 190.6)."""
    at = s.locs[loc]
    if at.control == player:
        return
    at.was, at.control = at.control, player
    field = s.board.get(at.bf)
    if field is not None and not with_controller(s, field):
        changed(s, field)
    touch_all(s)
    s.dirty |= w.DIRTY_PRESENCE
    emit(s, w.E_CONTROL, player, at.bf, loc=loc)


def conquer(s: State, player: int, loc: int) -> None:
    """Score a battlefield by gaining control of it, once a turn (CR 471.1)."""
    if scored(s, player, loc):
        return
    event = Event(w.E_SCORE, player, s.locs[loc].bf, -1, loc, -1, 1, -1, None)
    if w.E_SCORE in get_index(s).cannots and forbidden(s, w.E_SCORE, event):
        return
    mark_scored(s, player, loc)
    if _final_point_denied(s, player):
        draw(s, player, 1)  # CR 473.1.b.1
    else:
        gain(s, player, 1, w.E_CONQUER)
    _announce(s, w.E_CONQUER, player, loc, s.locs[loc].was)


def hold(s: State, player: int, loc: int) -> None:
    """Score a battlefield by holding it in the Beginning Phase (CR 471.2)."""
    if scored(s, player, loc) and s.rules.hold_needs_unscored:
        return
    event = Event(w.E_SCORE, player, s.locs[loc].bf, -1, loc, -1, 1, -1, None)
    if w.E_SCORE in get_index(s).cannots and forbidden(s, w.E_SCORE, event):
        return
    mark_scored(s, player, loc)
    gain(s, player, 1, w.E_HOLD)
    _announce(s, w.E_HOLD, player, loc, player)


def _announce(s: State, kind: int, player: int, loc: int, before: int) -> None:
    """Trigger the abilities of scoring: the units' there, then those of the player (CR 383.4.c-d, 473.2).

    `before` is who controlled the battlefield until then.
    """
    emit(s, w.E_SCORE, player, s.locs[loc].bf, loc=loc, amount=kind)
    emit(s, kind, player, s.locs[loc].bf, loc=loc, origin=before)
    touch_all(s)


def _final_point_denied(s: State, player: int) -> bool:
    team = s.team[player]
    points, goal = s.points[team], victory_score(s)
    near = points >= goal - 1 if s.rules.final_point_or_higher else points == goal - 1
    if not near:
        return False
    # CR 491.8.g.1: battlefields that an ally held are excepted; they were marked as scored when the turn began.
    return any(not s.scored[team] >> loc & 1 for loc in battlefields(s))


def check_win(s: State) -> None:
    """End the game if a team has the Victory Score and more points than every other (CR 194.2, 323.1)."""
    goal = victory_score(s)
    for points in s.points:
        if points >= goal:
            break
    else:
        return  # nearly always
    for player, p in enumerate(s.players):
        if not p.gone and leads(s, s.team[player]):
            win(s, s.team[player])
            return
