"""The roles of a combat: as it opens, as units come and go, when it is tied, and as it ends (CR 466, 468)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.actions.status import recall
from riftcheck.engine.board.events import DOING, emit
from riftcheck.engine.board.layers import drop_mods
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.zones import touch_all, units_at
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.turn_order import enemies, players_from

if TYPE_CHECKING:
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def open_combat(s: State, loc: int) -> None:
    """Make the showdown at a location a combat: attacker and defender, and what that triggers (CR 466)."""
    at = s.locs[loc]
    s.combat = True
    touch_all(s)
    at.combat = False
    s.attacker = at.contested
    here = {s.board[oid].controller for oid in at.units}
    s.defender = next(
        (player for player in players_from(s, s.tp) if player in here and enemies(s, player, s.attacker)), -1
    )
    emit(s, w.E_COMBAT_STARTS, s.attacker, at.bf, loc=loc)
    designate(s, opening=True)
    s.dirty |= w.DIRTY_STATUS


def designate(s: State, *, opening: bool = False) -> None:
    """Give and take the roles of attacker and defender (CR 323.2); a first role in this combat triggers (CR 383.4.e).

    `opening`: the players get their roles now, and the first event of each stands for that (CR 466.2.c.3).
    """
    gained: list[tuple[Obj, int]] = []
    board = s.board
    attacker, defender = s.attacker, s.defender
    for loc, at in enumerate(s.locs):
        fighting = loc == s.showdown
        for oid in (*at.units, *at.facedown) if at.facedown else at.units:
            o = board[oid]
            role = 0
            if fighting and not o.facedown:
                role = w.ATTACKER if o.controller == attacker else (w.DEFENDER if o.controller == defender else 0)
            if role == o.role:
                continue
            o.role = role
            o.seen = -1
            s.stamp += 1
            s.dirty |= w.DIRTY_DAMAGE
            if role and (not o.had_role & role or not s.rules.attack_triggers_once):
                o.had_role |= role
                gained.append((o, role))
    if not gained:
        return
    gained.sort(key=lambda pair: pair[0].id)  # in order of entering
    for kind, role, player in ((w.E_ATTACK, w.ATTACKER, s.attacker), (w.E_DEFEND, w.DEFENDER, s.defender)):
        units = [o for o, given in gained if given == role]
        before: list[Event] = []
        for number, o in enumerate(units):
            first = w.PLAYERS_FIRST if opening and not number else w.NOBODY
            told = emit(s, kind, player, o.id, loc=s.showdown, origin=first, amount=len(units), before=before)
            if told is not None:
                before.append(told)


def end_combat_effects(s: State) -> None:
    """End every "this combat" effect and the roles (CR 468.7)."""
    for o in s.board.values():
        if o.role or o.had_role:
            o.role = o.had_role = 0
            o.seen = -1
            s.stamp += 1
            s.dirty |= w.DIRTY_DAMAGE
        if o.mods:
            drop_mods(s, o, w.U_COMBAT)
    if any(delayed.until == w.U_COMBAT for delayed in s.delayed):
        s.delayed = [delayed for delayed in s.delayed if delayed.until != w.U_COMBAT]
        s.index = None
    touch_all(s)


def sides(s: State, loc: int) -> tuple[list[Obj], list[Obj]]:
    """Return the units of the attacker and those of the defender at a location."""
    here = units_at(s, loc)
    return (
        [o for o in here if o.controller == s.attacker],
        [o for o in here if o.controller == s.defender],
    )


def recall_after_tie(s: State) -> None:
    """Recall the attackers if defenders are still there (CR 468.1.a.2); that recall can be replaced."""
    if not s.combat:
        return
    attackers, defenders = sides(s, s.showdown)
    if attackers and defenders:
        event = Event(w.E_TIE_RECALL, s.attacker, s.locs[s.showdown].bf, -1, s.showdown, -1, 0, -1, None)
        s.tied = True
        perform(s, [event])


def do_tie_recall(s: State, events: list[Event]) -> list[int]:
    """Recall the attackers at the battlefield of a tie."""
    attackers, _ = sides(s, events[0].loc)
    return recall(s, [o.id for o in attackers], w.NOBODY)


DOING[w.E_TIE_RECALL] = do_tie_recall
