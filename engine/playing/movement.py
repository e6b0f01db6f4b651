"""Movement (CR 144, 421, 447-455): where units may go, standard moves, and moves that effects cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.status import contest, exhaust
from riftcheck.engine.board.ability_index import forbidden, get_index
from riftcheck.engine.board.events import DOING, emit, item_id, publish_all
from riftcheck.engine.board.layers import keywords
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.zones import base_of, battlefields, relocate
from riftcheck.engine.costs.applied_costs import (
    TOLL_ASKED,
    TOLL_NONE,
    TOLL_PAYING,
    TOLL_REFUSED,
    can_pay_for,
    payable_together,
    settle,
)
from riftcheck.engine.costs.payability import NO_IDS
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.frames import MoveFrame
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.turn_order import enemies

if TYPE_CHECKING:
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State

DUEL: Final = 2


def may_be_at(s: State, player: int, loc: int) -> bool:
    """Tell whether a player's units may move to, or be played at, a location at all (CR 449.2, 451.2, 464)."""
    players = len(s.players)
    if loc < players or players == DUEL:
        return True
    at = s.locs[loc]
    there = {s.board[oid].controller for oid in at.units}
    others = there - {player}
    if any(not enemies(s, player, other) for other in others):
        return False  # CR 449.2.b: occupied by a teammate
    fighting = {s.attacker, s.defender} if s.combat and s.showdown == loc else set()
    if (at.combat or fighting) and player not in there and player not in fighting:
        return False
    return len(others) < DUEL


def _may_come(s: State, o: Obj, loc: int) -> bool:
    """Tell whether an object may move to a location; what bars units says nothing of gear that an effect moves."""
    return not o.d.types & w.UNIT or may_be_at(s, o.controller, loc)


def destinations(s: State, o: Obj) -> list[int]:
    """Return the locations to which an effect may move an object: any other where it is allowed (CR 355.4.a)."""
    everywhere = (base_of(o.controller), *battlefields(s))
    return [loc for loc in everywhere if loc != o.loc and _may_come(s, o, loc)]


def can_move(s: State, o: Obj, dest: int, player: int) -> bool:
    """Tell whether no `can't` forbids this move."""
    if get_index(s).cannots.get(w.E_MOVE) is None:
        return True
    return not forbidden(s, w.E_MOVE, Event(w.E_MOVE, player, o.id, -1, dest, o.loc, 1, item_id(s), None))


def standard_movers(s: State, player: int, dest: int) -> list[int]:
    """Return the ready units of a player whose standard move may go to a location (CR 144.4)."""
    board = s.board
    found: list[int] = []
    for loc, at in enumerate(s.locs):
        if loc == dest or not at.units:
            continue
        for oid in at.units:
            o = board[oid]
            if not o.exhausted and o.controller == player and _may_go(s, o, dest, player):
                found.append(oid)
    return found


def _may_go(s: State, o: Obj, dest: int, player: int) -> bool:
    """Tell whether a ready unit elsewhere may standard move there (CR 144.4.c.1: between battlefields with Ganking)."""
    bases = len(s.players)
    if o.loc >= bases and dest >= bases and not keywords(s, o) & w.K_GANKING and not _any_way(s, o, dest):
        return False
    if get_index(s).tolls and not can_pay_for(s, player, move_events(s, [(o.id, dest)], player)):
        return False  # CR 204.4.c
    return can_move(s, o, dest, player)


def _any_way(s: State, o: Obj, dest: int) -> bool:
    """Tell whether a permission lets a unit move from battlefield to battlefield there."""
    for env, can, _ in get_index(s).cans:
        if can.act == "move" and can.covers(s, env, o.id) and (can.places is None or dest in can.places(s, env)):
            return True
    return False


def move_options(s: State, player: int) -> list[int]:
    """Return the locations to which some standard move of a player may go."""
    board = s.board
    ready: list[Obj] = []
    for at in s.locs:
        for oid in at.units:
            o = board[oid]
            if not o.exhausted and o.controller == player:
                ready.append(o)
    if not ready:
        return []
    index = get_index(s)
    free = w.E_MOVE not in index.cannots and not index.tolls
    bases = len(s.players)
    base = base_of(player)
    open_to_all = bases == DUEL  # see `may_be_at`
    found: list[int] = []
    for loc in range(len(s.locs)):
        there = loc >= bases or loc == base
        if there and (open_to_all or may_be_at(s, player, loc)) and _any_may_go(s, ready, loc, player, free, bases):
            found.append(loc)
    return found


def _any_may_go(s: State, units: list[Obj], dest: int, player: int, free: bool, bases: int) -> bool:
    """Tell whether some of a player's ready units may standard move there; `free`: no `can't` and no toll is about."""
    for o in units:
        plain = free and (o.loc < bases or dest < bases)
        if o.loc != dest and (plain or _may_go(s, o, dest, player)):
            return True
    return False


def start_move(s: State, player: int, dest: int) -> None:
    """Leave a frame that asks which units move there, and moves them as one action (CR 144.3)."""
    s.frames.append(MoveFrame(player, dest))


def most_movers(s: State, player: int, movers: list[int], dest: int) -> int:
    """Return how many units the player can pay to move there at the same time (CR 204.4.c)."""
    if not get_index(s).tolls:
        return len(movers)
    return payable_together(s, player, move_events(s, [(oid, dest) for oid in movers], player))


STEP_ASK: Final = 0
STEP_TOLL: Final = 1
STEP_MOVE: Final = 2
STEP_MOVED: Final = 3


def step_move(s: State, f: MoveFrame) -> None:
    """Ask for the units of a standard move, exhaust them, pay what must be paid, and move (CR 144)."""
    player, dest = f.player, f.destination
    if f.step == STEP_ASK:
        if s.answer is None:
            movers = standard_movers(s, player, dest)
            options = [(w.O_REF, oid, 0) for oid in movers]
            most = most_movers(s, player, movers, dest)
            if ask(s, player, w.D_MOVE, options, 1, most, w.REF_LOCATION + dest, "move"):
                return
        f.units = [ref for _, ref, _ in take(s)]
        f.step = STEP_TOLL
    pairs = [(ref, dest) for ref in f.units]
    if f.step == STEP_TOLL:
        outcome = settle_toll(s, player, pairs, frozenset(f.units))
        if outcome == TOLL_REFUSED:
            s.frames.pop()
            return
        if outcome == TOLL_ASKED:
            return
        f.step = STEP_MOVE
        exhaust(s, f.units, player)  # CR 144.3.c: before the applied cost is paid, which so is not paid with them
        if outcome == TOLL_PAYING:
            return
    if f.step == STEP_MOVE:
        f.step = STEP_MOVED
        if not move(s, pairs, player):
            return
    s.frames.pop()


def settle_toll(s: State, player: int, pairs: list[tuple[int, int]], without: frozenset[int] = NO_IDS) -> int:
    """Ask for and pay the applied costs of moving units there together; return a TOLL outcome of `applied_costs`.

    `without` are the ids of what cannot pay.
    """
    if not get_index(s).tolls:
        return TOLL_NONE
    # CR 449.2.c: what would be recalled instead does not move, and owes nothing.
    moving = [event for event in move_events(s, pairs, player) if _may_come(s, s.board[event.subject], event.loc)]
    return settle(s, player, moving, without)


def move_events(s: State, pairs: list[tuple[int, int]], player: int) -> list[Event]:
    """Return the events of moving units at once, each to its own location, without those that cannot happen."""
    return [
        Event(w.E_MOVE, player, ref, -1, dest, s.board[ref].loc, len(pairs), item_id(s), None)
        for ref, dest in pairs
        if ref in s.board and s.board[ref].loc != dest and can_move(s, s.board[ref], dest, player)
    ]


def move(s: State, pairs: list[tuple[int, int]], player: int) -> bool:
    """Move objects at once, each to its own location (CR 447).

    A unit that may not be there is recalled instead (CR 449.2.c).
    """
    return perform(s, move_events(s, pairs, player))


def do_move(s: State, events: list[Event]) -> list[int]:
    """Relocate the units, apply Contested, and see what moving triggers."""
    moved: list[Event] = []
    for event in events:
        o = s.board.get(event.subject)
        if o is None or o.attached_to >= 0:
            continue
        if not _may_come(s, o, event.loc):
            origin = o.loc
            relocate(s, o, base_of(o.controller))
            emit(s, w.E_RECALL, event.player, o.id, loc=o.loc, origin=origin)
            continue
        relocate(s, o, event.loc)
        moved.append(event)
    for event in moved:
        contest(s, s.board[event.subject])
    publish_all(s, moved)
    return [event.subject for event in moved]


DOING[w.E_MOVE] = do_move
