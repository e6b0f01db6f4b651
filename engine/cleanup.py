"""Cleanups (CR 318-324): a loop over outstanding tasks until nothing changes.

A cleanup runs only when something is dirty. It is a frame, because a death may be replaced and the turn player may have
to choose a battlefield; most run from end to end in one call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.actions import contest, recall
from engine.damage import heal
from engine.departures import kill_by_damage
from engine.events import emit
from engine.index import get_index, rule_value
from engine.layers import MIGHTY, drop_mods, might
from engine.scoring import check_win, establish_control
from engine.state import Frame, ask, enemies, take
from engine.zones import battlefields, put_card, remove, touch_all

if TYPE_CHECKING:
    from engine.objects import Loc, Obj
    from engine.state import State

NORMAL: Final = 0
COMBAT: Final = 1
ENDING: Final = 2

# What can bear on control, on what is in a wrong place and on what is staged; a chain that empties does too.
PLACES: Final = w.DIRTY_PRESENCE | w.DIRTY_CHAIN

STEP_START: Final = 0
STEP_DEAD: Final = 1
STEP_CHOOSE: Final = 2


def start_cleanup(s: State, special: int = NORMAL) -> None:
    """Leave a frame that performs a cleanup; `special` adds the steps of a combat or of the end of turn."""
    s.frames.append(Frame(w.F_CLEANUP, special))


def step_cleanup(s: State, f: Frame) -> None:
    """Perform the tasks of CR 323 in order."""
    if f.step == STEP_START:
        dirty, s.dirty = s.dirty, 0
        f.b = dirty
        if dirty & w.DIRTY_POINTS and s.rules.win_in_cleanup:
            check_win(s)
            if s.winner >= 0:
                s.frames.pop()
                return
        if s.combat:
            designate(s)
        f.step = STEP_DEAD
        _notice_might(s)
        dead = _lethal(s)
        if dead and not kill_by_damage(s, dead):
            return
    if f.step == STEP_DEAD:
        _special_steps(s, f.a)
        if (f.b | s.dirty) & PLACES or get_index(s).rules:
            _presence(s)
        f.step = STEP_CHOOSE
    if f.step == STEP_CHOOSE and not _open_showdown(s, f):
        return
    s.frames.pop()


def _notice_might(s: State) -> None:
    """See which units have become Mighty, or reached another Might that is waited for (CR 709)."""
    waiting = get_index(s).triggers
    if w.E_MIGHT not in waiting and w.E_BECOMES not in waiting and w.E_MIGHT not in s.pool.asked:
        return
    for o in list(s.board.values()):
        if not o.d.types & w.UNIT or o.facedown:
            continue
        value = might(s, o)
        mighty = value >= MIGHTY
        if mighty and not o.mighty:
            emit(s, w.E_BECOMES, o.controller, o.id, loc=o.loc, amount=w.E_MIGHT)
        o.mighty = mighty


def _lethal(s: State) -> list[int]:
    """Return the units with lethal damage: some damage, and at least their Might (CR 142.4.b)."""
    dead: list[int] = []
    for at in s.locs:
        for oid in at.units:
            o = s.board[oid]
            if o.damage and o.damage >= might(s, o):
                dead.append(oid)
    if not dead and get_index(s).rules and rule_value(s, "lethal damage", 0):
        return _any_damage(s)
    return dead


def _any_damage(s: State) -> list[int]:
    found: list[int] = []
    for env, rule in get_index(s).rules:
        if rule.name != "lethal damage":
            continue
        for at in s.locs:
            for oid in at.units:
                o = s.board[oid]
                if o.damage and o.hurt_by == env.you and enemies(s, env.you, o.controller) and oid not in found:
                    found.append(oid)
    return found


def _special_steps(s: State, special: int) -> None:
    if special == COMBAT:
        heal(s, _damaged(s))
        _recall_attackers(s)
    elif special == ENDING:
        heal(s, _damaged(s))  # CR 317.2.b
        expire_turn(s)
        for p in s.players:
            p.pool = [0] * 24  # CR 317.2.d


def _damaged(s: State) -> list[int]:
    return [oid for at in s.locs for oid in at.units if s.board[oid].damage]


def _recall_attackers(s: State) -> None:
    """Recall attackers if defenders are still there (CR 466.1.a.2)."""
    from engine.combat import recall_after_tie  # noqa: PLC0415

    recall_after_tie(s)


def expire_turn(s: State) -> None:
    """End every "this turn" effect at once (CR 317.2.c), and with it stun (CR 423.1.a.2)."""
    for o in s.board.values():
        if o.temp_might or o.stunned:
            o.temp_might = 0
            o.stunned = False
            o.seen = -1
            s.stamp += 1
            s.dirty |= w.DIRTY_DAMAGE
        if o.mods:
            drop_mods(s, o, w.U_TURN)
    kept = [delayed for delayed in s.delayed if delayed.until != w.U_TURN]
    if len(kept) != len(s.delayed):
        s.delayed = kept
        s.index = None
        s.stamp += 1


def designate(s: State) -> None:
    """Give and take the roles of attacker and defender (CR 323.2); a first role in this combat triggers (CR 383.4.e)."""
    gained: list[tuple[Obj, int]] = []
    for o in s.board.values():
        if not o.d.types & w.UNIT:
            continue
        role = 0
        if o.loc == s.showdown and not o.facedown:
            role = w.ATTACKER if o.controller == s.attacker else (w.DEFENDER if o.controller == s.defender else 0)
        if role == o.role:
            continue
        o.role = role
        o.seen = -1
        s.stamp += 1
        s.dirty |= w.DIRTY_DAMAGE
        if role and (not o.had_role & role or not s.rules.attack_triggers_once):
            o.had_role |= role
            gained.append((o, role))
    attackers = [o for o, role in gained if role == w.ATTACKER]
    defenders = [o for o, role in gained if role == w.DEFENDER]
    for o in attackers:
        emit(s, w.E_ATTACK, s.attacker, o.id, loc=s.showdown, amount=len(attackers))
    for o in defenders:
        emit(s, w.E_DEFEND, s.defender, o.id, loc=s.showdown, amount=len(defenders))


def _presence(s: State) -> None:
    """Tasks 4 to 8: control, what is in the wrong place, what is staged, Contested (CR 323.6-323.11)."""
    bases = len(s.players)
    opened = not s.chain and not s.triggered
    for loc in battlefields(s):
        at = s.locs[loc]
        may_lose = at.control >= 0 and (opened or not s.rules.control_lost_when_open) and loc != s.showdown
        if may_lose and not any(s.board[oid].controller == at.control for oid in at.units):
            establish_control(s, w.NOBODY, loc)
        if at.gear:
            _recall_gear(s, at)
        if at.facedown:
            _drop_facedown(s, at)
    for loc in range(bases):
        _recall_strays(s, loc)
    for loc in battlefields(s):
        _stage(s, loc, s.locs[loc])


def _recall_gear(s: State, at: Loc) -> None:
    board = s.board
    stray = [oid for oid in at.gear if board[oid].attached_to < 0 and not board[oid].d.types & w.UNIT]
    if stray:
        recall(s, stray, w.NOBODY)


def _recall_strays(s: State, loc: int) -> None:
    at = s.locs[loc]
    board = s.board
    stray = [oid for oid in at.units if board[oid].controller != loc]
    stray += [oid for oid in at.gear if board[oid].controller != loc and board[oid].attached_to < 0]
    if stray:
        recall(s, stray, w.NOBODY)


def _drop_facedown(s: State, at: Loc) -> None:
    """Put facedown cards into the trash where their controller lacks the battlefield (CR 323.7)."""
    for oid in list(at.facedown):
        o = s.board[oid]
        lost = at.control != o.controller
        if not s.rules.hidden_kept_by_control:
            lost = not any(s.board[other].controller == o.controller for other in at.units)
        if lost:
            drop_facedown(s, o)
    room = rule_value(s, "facedown cards here", 1, at.bf) if get_index(s).rules else 1
    while len(at.facedown) > room:
        drop_facedown(s, s.board[at.facedown[-1]])


def drop_facedown(s: State, o: Obj) -> None:
    """Put one facedown card into its owner's trash, revealed (CR 421.4)."""
    remove(s, o)
    if o.card >= 0:
        put_card(s, o.card, w.Z_TRASH)
    emit(s, w.E_PUT_TRASH, o.controller, -1, loc=o.loc)


def _stage(s: State, loc: int, at: Loc) -> None:
    board = s.board
    by = at.contested
    here = {board[oid].controller for oid in at.units}
    if by < 0:
        at.showdown = at.combat = False
        _contest_again(s, at)
        return
    at.showdown = by in here and (s.rules.showdown_wherever_contested or at.control < 0 or at.combat)
    at.combat = any(enemies(s, one, other) for one in here for other in here)
    if at.combat:
        at.showdown = True
    if by not in here and loc != s.showdown:
        # CR 323.11: whoever applied Contested has left.
        at.contested = w.NOBODY
        at.showdown = at.combat = False
        _contest_again(s, at)


def _contest_again(s: State, at: Loc) -> None:
    for oid in at.units:
        o = s.board[oid]
        if o.controller != at.control and at.contested < 0:
            contest(s, o)


def _open_showdown(s: State, f: Frame) -> bool:
    """Begin a staged showdown or combat in a Neutral Open State; the turn player picks (CR 323.12-13)."""
    if s.chain or s.triggered or s.winner >= 0:
        return True
    if s.showdown >= 0:
        _convert(s)
        return True
    if s.dirty:
        return True  # CR 322: first another cleanup
    staged = [loc for loc in battlefields(s) if s.locs[loc].showdown and not s.locs[loc].combat]
    if not staged:
        staged = [loc for loc in battlefields(s) if s.locs[loc].combat]
    if not staged:
        return True
    if s.answer is None:
        options = [(w.O_LOCATION, loc, 0) for loc in staged]
        if ask(s, s.tp, w.D_SHOWDOWN, options, 1, 1, w.NOBODY, "showdown"):
            return False
    loc = take(s)[0][1]
    s.frames.pop()
    s.frames.append(Frame(w.F_SHOWDOWN, loc))
    del f
    return False


def _convert(s: State) -> None:
    """Turn the ongoing showdown into a combat where opposing units have met (CR 323.14)."""
    at = s.locs[s.showdown]
    if s.combat or not at.combat:
        return
    from engine.combat import open_combat  # noqa: PLC0415

    open_combat(s, s.showdown)


def end_combat_effects(s: State) -> None:
    """End every "this combat" effect and the roles (CR 466.7)."""
    for o in s.board.values():
        if o.role or o.had_role:
            o.role = o.had_role = 0
            o.seen = -1
            s.stamp += 1
            s.dirty |= w.DIRTY_DAMAGE
        if o.mods:
            drop_mods(s, o, w.U_COMBAT)
    s.delayed = [delayed for delayed in s.delayed if delayed.until != w.U_COMBAT]
    s.index = None
    touch_all(s)
