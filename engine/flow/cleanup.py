"""Cleanups (CR 318-324): a loop over outstanding tasks until nothing changes.

A cleanup runs only when something is dirty. It is a frame, because a death may be replaced and the turn player may have
to choose a battlefield; most run from end to end in one call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.damage import heal, kill_by_damage
from riftcheck.engine.actions.departures import to_trash
from riftcheck.engine.actions.status import contest, detach, recall
from riftcheck.engine.board.ability_index import facedown_room, get_index
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.layers import drop_mods, keywords, refresh
from riftcheck.engine.board.might_changes import notice
from riftcheck.engine.board.zones import remove
from riftcheck.engine.flow.combat_roles import designate, open_combat, recall_after_tie
from riftcheck.engine.flow.lethal_damage import any_kills
from riftcheck.engine.flow.scoring import check_win, establish_control
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.frames import CleanupFrame, ShowdownFrame
from riftcheck.engine.model.turn_order import enemies

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.objects import Loc, Obj
    from riftcheck.engine.model.state import State

NORMAL: Final = 0
COMBAT: Final = 1
ENDING: Final = 2

STEP_START: Final = 0
STEP_DEAD: Final = 1
STEP_CHOOSE: Final = 2
STEP_PLACES: Final = 3
STEP_ROOM: Final = 4


def start_cleanup(s: State, special: int = NORMAL) -> CleanupFrame:
    """Leave and return a frame that performs a cleanup; `special` adds the steps of a combat or of the end of turn."""
    frame = CleanupFrame(special)
    s.frames.append(frame)
    return frame


def step_cleanup(s: State, f: CleanupFrame) -> None:
    """Perform the tasks of CR 323 in order."""
    if f.step == STEP_START:
        dirty, s.dirty = s.dirty, 0
        f.changed = dirty
        if dirty & w.DIRTY_POINTS and s.rules.win_in_cleanup:
            check_win(s)
            if s.winner >= 0:
                s.frames.pop()
                return
        if s.combat:
            designate(s)
        f.step = STEP_DEAD
        if dirty & w.DIRTY_DAMAGE or s.cleanup_stamp != s.stamp or s.index is None or s.index.rules:
            dead = _look_at_units(s, f)
            if dead and not kill_by_damage(s, dead):
                return
    if f.step == STEP_DEAD:
        f.step = STEP_PLACES
        if f.special != NORMAL:
            _special_steps(s, f.special)
            if s.frames[-1] is not f:
                return  # the recall of the attackers is replaced
    if f.step == STEP_PLACES:
        dirty = f.changed | s.dirty
        index = s.index
        if index is None or index.granting:
            index = get_index(s)
        if dirty & w.DIRTY_PRESENCE or index.rules or (dirty & w.DIRTY_CHAIN and _loses_some(s)):
            crowded = _presence(s)
            f.step = STEP_ROOM if crowded else STEP_CHOOSE
        else:
            if s.stamp != s.cleanup_stamp:
                _recall_gear(s, s.locs[len(s.players) :])  # gear may have lost what let it stay at a battlefield
            f.step = STEP_CHOOSE
    if f.step == STEP_ROOM:
        if not _make_room(s):
            return
        f.step = STEP_CHOOSE
    if f.step == STEP_CHOOSE and not _open_showdown(s):
        return
    if not s.dirty:
        if f.some_hurt:
            _forget_dealers(s)
        s.cleanup_stamp = s.stamp
    s.frames.pop()


def quiet(s: State) -> bool:
    """Tell whether a cleanup would find nothing to do: only the chain or a status has changed, and no Might.

    A battlefield is lost, and a showdown begins, only when the chain is empty (CR 323.5, 323.11).
    """
    if s.dirty & ~(w.DIRTY_CHAIN | w.DIRTY_STATUS) or s.combat:
        return False
    if s.cleanup_stamp != s.stamp or s.index is None or s.index.rules:
        return False  # some Might may have changed, or a rule of an ability bears on cleanups
    if s.chain:
        return s.rules.control_lost_when_open
    return s.showdown < 0 and not _loses_some(s) and not _staged(s)


def _staged(s: State) -> bool:
    """Tell whether a showdown or combat is staged anywhere."""
    for at in s.locs:  # noqa: SIM110 - asked at every cleanup; a generator costs twice as much
        if at.showdown or at.combat:
            return True
    return False


def _forget_dealers(s: State) -> None:
    """Let units that live on not be killed later by what dealt them damage before this cleanup (CR 429.5.c)."""
    for at in s.locs:
        for oid in at.units:
            o = s.board[oid]
            if o.damage:
                o.hurt_item, o.hurt_bits = w.NOBODY, 0


def _look_at_units(s: State, f: CleanupFrame) -> list[int]:
    """Return the units with lethal damage: some damage, and at least their Might (CR 142.4.b).

    See as well which units have become Mighty, or reached another Might that is waited for (CR 709).
    """
    board = s.board
    dead: list[int] = []
    if s.index is None or s.index.granting:
        get_index(s)
    stamp = s.stamp
    for at in s.locs:
        for oid in at.units:
            o = board[oid]
            if o.seen != stamp:
                refresh(s, o)
            value = o.might
            if o.damage:
                f.some_hurt = 1
                if o.damage >= value or _any_was_enough(s, o):
                    dead.append(oid)
            if value != o.noticed and notice(s, o, value):
                get_index(s)
                stamp = s.stamp
    return dead


def _any_was_enough(s: State, o: Obj) -> bool:
    """Tell whether a unit has damage of a player whose damage kills it in any amount (CR 142.4.c)."""
    if not get_index(s).rules:
        return False
    return any(o.hurters >> player & 1 and any_kills(s, player, o) for player in range(len(s.players)))


def _special_steps(s: State, special: int) -> None:
    if special == COMBAT:
        if s.rules.heal_before_recheck:
            heal_all(s)  # CR 468.1.a.1
        recall_after_tie(s)
    elif special == ENDING:
        heal_all(s)  # CR 317.2.b
        expire_turn(s)
        for p in s.players:
            p.pool = [0] * w.POOL_SIZE  # CR 317.2.d


def heal_all(s: State) -> None:
    """Heal every unit (CR 419)."""
    hurt = [oid for at in s.locs for oid in at.units if s.board[oid].damage]
    if hurt:
        heal(s, hurt)


def expire_turn(s: State) -> None:
    """End every "this turn" effect at once (CR 317.2.c), and with it stun (CR 424.1.a.2)."""
    for o in s.board.values():
        if o.temp_might or o.stunned:
            o.temp_might = 0
            o.stunned = False
            o.seen = -1
            s.stamp += 1
            s.dirty |= w.DIRTY_DAMAGE
        if o.mods:
            drop_mods(s, o, w.U_TURN)
    if not s.delayed:
        return
    kept = [delayed for delayed in s.delayed if delayed.until != w.U_TURN]
    if len(kept) != len(s.delayed):
        s.delayed = kept
        s.index = None
        s.stamp += 1
        s.dirty |= w.DIRTY_DAMAGE  # a passive among them may have given Might


def _presence(s: State) -> bool:
    """Tasks 4 to 8: control, objects in the wrong place, staging, Contested (CR 323.5-323.10).

    Return whether a facedown zone holds more cards than one, which may be more than it has room for.
    """
    crowded = False
    bases = len(s.players)
    losing = _losing(s)
    fields = s.locs[bases:]
    for place, at in enumerate(fields):
        loc = bases + place
        if losing and at.control >= 0 and _is_lost(s, loc, at):
            establish_control(s, w.NOBODY, loc)
        if at.facedown:
            _drop_facedown(s, at)
            crowded = crowded or len(at.facedown) > 1
    _recall_gear(s, fields)
    for loc in range(bases):
        at = s.locs[loc]
        if at.units or at.gear:
            _recall_strays(s, at, loc)
    for place, at in enumerate(fields):
        loc = bases + place
        if at.units or at.contested >= 0 or at.showdown or at.combat:
            _stage(s, loc, at)
    return crowded


def _losing(s: State) -> bool:
    """Tell whether control of a battlefield without units of its controller is lost now (CR 323.5)."""
    return not (s.chain or s.triggered) or not s.rules.control_lost_when_open


def _is_lost(s: State, loc: int, at: Loc) -> bool:
    """Tell whether the controller of a battlefield has no unit there, and no showdown keeps it."""
    control = at.control
    if control < 0 or loc == s.showdown:
        return False
    board = s.board
    for oid in at.units:  # noqa: SIM110 - asked at every cleanup; a generator costs twice as much
        if board[oid].controller == control:
            return False
    return True


def _loses_some(s: State) -> bool:
    """Tell whether an emptied chain loses a player a battlefield; nothing else of `_presence` depends on the chain."""
    if _losing(s):
        # A base has no controller, so it is never lost.
        for loc, at in enumerate(s.locs):
            if at.control >= 0 and _is_lost(s, loc, at):
                return True
    return False


def _recall_gear(s: State, fields: list[Loc]) -> None:
    """Recall unattached gear at a battlefield that is neither a unit nor deployed there (CR 323.6, 830.1.b.3)."""
    board = s.board
    stray: list[int] = []
    for at in fields:
        for oid in at.gear:
            o = board[oid]
            if o.attachments:
                _let_go(s, o)
            if o.attached_to < 0 and not keywords(s, o) & w.K_DEPLOY:
                stray.append(oid)
    if stray:
        recall(s, stray, w.NOBODY)


def _let_go(s: State, o: Obj) -> None:
    """Detach what is attached to gear that is no unit any more (CR 435.1)."""
    for ref in o.attachments:
        detach(s, ref, o.controller)


def _recall_strays(s: State, at: Loc, loc: int) -> None:
    board = s.board
    stray: list[int] = []
    for oid in at.units:
        if board[oid].controller != loc:
            stray.append(oid)  # noqa: PERF401 - there hardly ever is one, and a comprehension is a call
    for oid in at.gear:
        o = board[oid]
        if o.attachments:
            _let_go(s, o)
        if o.controller != loc and o.attached_to < 0:
            stray.append(oid)
    if stray:
        recall(s, stray, w.NOBODY)


def _drop_facedown(s: State, at: Loc) -> None:
    """Put facedown cards into the trash where their controller lacks the battlefield (CR 323.6.a)."""
    for oid in list(at.facedown):
        o = s.board[oid]
        lost = at.control != o.controller
        if not s.rules.hidden_kept_by_control:
            lost = not any(s.board[other].controller == o.controller for other in at.units)
        if lost:
            drop_facedown(s, o)


def _make_room(s: State) -> bool:
    """Have players trash facedown cards for which there is no room (CR 107.3.b.2); False while one is asked."""
    for loc in range(len(s.players), len(s.locs)):
        at = s.locs[loc]
        over = len(at.facedown) - facedown_room(s, loc)
        if over <= 0:
            continue
        if s.answer is None:
            options: list[Option] = [(w.O_REF, oid, 0) for oid in at.facedown]
            if ask(s, at.control, w.D_PICK, options, over, over, w.REF_LOCATION + loc, "facedown"):
                return False
        for _, oid, _ in take(s):
            drop_facedown(s, s.board[oid])
    return True


def drop_facedown(s: State, o: Obj) -> None:
    """Put one facedown card into its owner's trash, revealed (CR 422.4)."""
    remove(s, o)
    if o.card < 0 or to_trash(s, o.card, w.Z_FACEDOWN):
        emit(s, w.E_PUT_TRASH, o.controller, -1, loc=o.loc)


def _stage(s: State, loc: int, at: Loc) -> None:
    board = s.board
    by = at.contested
    if by < 0:
        at.showdown = at.combat = False
        if at.units:
            _contest_again(s, at)
        return
    here = {board[oid].controller for oid in at.units}
    at.combat = len(here) > 1 and any(enemies(s, one, other) for one in here for other in here)
    at.showdown = by in here or at.combat
    if loc == s.showdown:
        # A showdown in progress there is not staged again; it may still become a combat (CR 323.13).
        at.showdown = False
        at.combat = at.combat and not s.combat
    if by not in here and loc != s.showdown:
        # CR 323.10: whoever applied Contested has left.
        at.contested = w.NOBODY
        at.showdown = at.combat = False
        _contest_again(s, at)


def _contest_again(s: State, at: Loc) -> None:
    board = s.board
    for oid in at.units:
        o = board[oid]
        if o.controller != at.control and at.contested < 0:
            contest(s, o)


def _open_showdown(s: State) -> bool:
    """Begin a staged showdown or combat in a Neutral Open State; the turn player picks (CR 323.11-12)."""
    if s.chain or s.triggered or s.winner >= 0:
        return True
    if s.showdown >= 0:
        _convert(s)
        return True
    if s.dirty:
        return True  # CR 322: first another cleanup
    if not _staged(s):
        return True
    marked = [loc for loc, at in enumerate(s.locs) if at.showdown or at.combat]
    staged = [loc for loc in marked if not s.locs[loc].combat] or marked
    if s.answer is None:
        options = [(w.O_LOCATION, loc, 0) for loc in staged]
        if ask(s, s.tp, w.D_SHOWDOWN, options, 1, 1, w.NOBODY, "showdown"):
            return False
    loc = take(s)[0][1]
    s.frames.pop()
    s.frames.append(ShowdownFrame(loc))
    return False


def _convert(s: State) -> None:
    """Turn the ongoing showdown into a combat where opposing units have met (CR 323.13)."""
    at = s.locs[s.showdown]
    if s.combat or not at.combat:
        return
    open_combat(s, s.showdown)
