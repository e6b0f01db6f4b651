"""The turn (CR 301-317): its phases as steps of one frame, each a task that is done before anything else happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.draw import draw
from riftcheck.engine.actions.resources import channel
from riftcheck.engine.actions.status import ready
from riftcheck.engine.board.ability_index import get_index, rule_value
from riftcheck.engine.board.events import DOING, emit
from riftcheck.engine.board.layers import drop_mods
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.zones import touch_game
from riftcheck.engine.flow.cleanup import ENDING, start_cleanup, step_cleanup
from riftcheck.engine.flow.scoring import hold, mark_scored
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take_one
from riftcheck.engine.model.frames import TurnFrame
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.turn_order import next_player, teammates
from riftcheck.engine.playing.options import WINDOW, invited_options, main_options, take_action

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

STEP_AWAKEN: Final = 0
STEP_BEGINNING: Final = 1
STEP_SCORING: Final = 2
STEP_CHANNEL: Final = 3
STEP_DRAW: Final = 4
STEP_MAIN_START: Final = 5
STEP_MAIN: Final = 6
STEP_ENDING: Final = 7
STEP_EXPIRE: Final = 8
STEP_REPEAT: Final = 9
STEP_NEXT: Final = 10

# The phases and steps of the turn (CR 314-317): before which step of the frame, and with which one it goes on without.
PARTS: Final = {
    STEP_AWAKEN: ((w.AWAKEN, STEP_BEGINNING),),
    STEP_BEGINNING: ((w.BEGINNING, STEP_CHANNEL), (w.BEGINNING_STEP, STEP_SCORING)),
    STEP_SCORING: ((w.SCORING_STEP, STEP_CHANNEL),),
    STEP_CHANNEL: ((w.CHANNEL, STEP_DRAW),),
    STEP_DRAW: ((w.DRAW, STEP_MAIN_START),),
    STEP_MAIN_START: ((w.MAIN, STEP_ENDING),),
    STEP_ENDING: ((w.ENDING, STEP_NEXT), (w.ENDING_STEP, STEP_EXPIRE)),
    STEP_EXPIRE: ((w.EXPIRATION_STEP, STEP_NEXT),),
}
RUNES_A_TURN: Final = 2
# The Expiration Step is repeated so often at most, should its abilities never end.
MOST_REPEATS: Final = 100
# In `TurnFrame.invited`, in place of an invited player and one.
DECLINED: Final = -1


def step_turn(s: State, f: TurnFrame) -> None:
    """Do steps of the turn until something else comes first; the loop comes back here when that is done."""
    frames = s.frames
    while frames[-1] is f and not s.waiting:
        step = f.step
        index = s.index
        if index is None or index.granting:
            index = get_index(s)
        asked = f.part or (index.replacements and index.replacements.get(w.E_PHASE))
        if step == STEP_MAIN:
            _main(s, f)
        elif not asked or _is_held(s, f):
            f.step = step + 1
            if step == STEP_AWAKEN:
                _awaken(s)
            elif step == STEP_BEGINNING:
                s.phase = w.BEGINNING
                _expire(s, w.U_BEGINNING)
                _phase_starts(s, w.BEGINNING)
            elif step == STEP_SCORING:
                _score(s)
            elif step == STEP_CHANNEL:
                _channel(s)
            elif step == STEP_DRAW:
                _draw(s)
            elif step == STEP_MAIN_START:
                s.phase = w.MAIN
                # CR 316.3; up to 1.3 the last task of the Draw Phase (315.4.d), which comes to the same.
                _empty_pools(s)
                _phase_starts(s, w.MAIN)
            elif step == STEP_ENDING:
                _ending(s)
            elif step == STEP_EXPIRE:
                f.free_id = s.next_id
                s.dirty |= w.DIRTY_ALL
                step_cleanup(s, start_cleanup(s, ENDING))
            elif step == STEP_REPEAT:
                # CR 317.2.f (1.0: 517.4): if anything went on the chain meanwhile, expire again.
                if f.free_id != s.next_id and f.repeats < MOST_REPEATS:
                    f.repeats += 1
                    f.step = STEP_EXPIRE
            else:
                _next(s, f)
        if s.dirty or s.triggered or s.winner >= 0:
            # The loop sees to that first; what came onto the chain is a change as well. Where nothing is outstanding
            # it would only come back here.
            return


def _is_held(s: State, f: TurnFrame) -> bool:
    """Tell whether the part of the turn that comes next takes place; False also while that is asked (CR 444).

    `f.part` is the number of the part, and whether it was done; a part that was not is skipped.
    """
    # CR 317.2.f returns to the start of a step that takes place already.
    parts = () if f.step == STEP_EXPIRE and f.repeats else PARTS.get(f.step, ())
    while f.part or parts:
        number = 0
        if f.part:
            number, done = f.part
            f.part = []
            if not done:
                f.step = parts[number][1]
                return False
            number += 1
        if number == len(parts):
            break
        f.part = [number, 0]
        event = Event(w.E_PHASE, s.tp, s.tp, s.players[s.tp].turns, -1, -1, parts[number][0], w.NOBODY, None)
        if not perform(s, [event]):
            return False
    return True


def _hold_part(s: State, events: list[Event]) -> list[int]:
    """Note that a part of the turn takes place; the turn itself does the acts in it."""
    turn = _turn_frame(s)
    turn.part = [turn.part[0], 1]
    return [event.subject for event in events]


def _turn_frame(s: State) -> TurnFrame:
    """Return the frame of the turn, which lies under all others."""
    frame = s.frames[0]
    assert isinstance(frame, TurnFrame)
    return frame


def start_turn(s: State, player: int) -> None:
    """Make a player the turn player, at the beginning of a new turn."""
    s.tp = player
    s.turn += 1
    s.phase = w.AWAKEN
    p = s.players[player]
    p.turns += 1
    s.history = []
    s.scored = [0] * len(s.scored)
    for other in s.players:
        other.finalized = []
    for o in s.board.values():
        if o.once:
            o.once = ()
    if s.wide:
        touch_game(s)
    emit(s, w.E_TURN_STARTS, player, player, amount=s.turn)


def _awaken(s: State) -> None:
    """Ready everything of the turn player's that can be readied (CR 315.1)."""
    s.phase = w.AWAKEN
    player = s.tp
    spent = [o.id for o in s.board.values() if o.exhausted and o.controller == player and not o.facedown]
    if spent:
        ready(s, spent, player)  # CR 416.3.a: this is readying like any other, for what waits for it


def _phase_starts(s: State, phase: int) -> None:
    if s.wide:
        touch_game(s)
    emit(s, w.E_PHASE, s.tp, s.tp, amount=phase, other=s.players[s.tp].turns)


def _expire(s: State, until: int) -> None:
    """End the effects that last until this player's next Beginning or Ending Phase, which begins."""
    for o in s.board.values():
        if o.mods:
            drop_mods(s, o, until, s.tp)
    if not s.delayed:
        return
    kept = [delayed for delayed in s.delayed if delayed.until != until or delayed.ref != s.tp]
    if len(kept) != len(s.delayed):
        s.delayed = kept
        s.index = None
        s.stamp += 1


def _score(s: State) -> None:
    """Hold every battlefield that the turn player controls (CR 315.2.b)."""
    player = s.tp
    # A base has no controller, so it is never scored.
    for loc, at in enumerate(s.locs):
        if at.control >= 0 and at.control != player and s.team[at.control] == s.team[player]:
            mark_scored(s, player, loc)  # CR 491.8.b.1: an ally's battlefield cannot be scored this turn
    for loc, at in enumerate(s.locs):
        if at.control == player:
            hold(s, player, loc)


def _channel(s: State) -> None:
    s.phase = w.CHANNEL
    _phase_starts(s, w.CHANNEL)
    count = RUNES_A_TURN
    p = s.players[s.tp]
    # CR 487.7, 489.7: the last player in turn order channels one more in their first Channel Phase.
    if p.turns == 1 and s.tp == s.order[-1]:
        count += 1
    if get_index(s).rules:
        count = rule_value(s, "runes in the channel phase", count)
    channel(s, s.tp, count)


def _draw(s: State) -> None:
    s.phase = w.DRAW
    _phase_starts(s, w.DRAW)
    # CR 489.7: with more than two players the first one draws nothing in the first Draw Phase.
    if s.turn > 1 or len(s.players) == 2:
        draw(s, s.tp, 1)


def _empty_pools(s: State) -> None:
    for p in s.players:
        if p.pool != w.NO_POOL:
            p.pool = [0] * w.POOL_SIZE


def _main(s: State, f: TurnFrame) -> None:
    """Ask the turn player for a discretionary action until the turn is ended (CR 316.5)."""
    if f.invited > 0:
        _invited(s, f)
        return
    player = s.tp
    if s.answer is None:
        options: list[Option] = main_options(s, player)
        mates = teammates(s, player) if f.invited != DECLINED else []
        if mates:
            options[-1:-1] = [(w.O_INVITE, mate, 0) for mate in mates]
        if ask(s, player, w.D_MAIN, options, 1, 1, w.NOBODY, WINDOW):
            return
    option = take_one(s)
    if option[0] == w.O_END:
        f.invited = 0
        f.step = STEP_ENDING
        return
    if option[0] == w.O_INVITE:
        f.invited = option[1] + 1
        return
    f.invited = 0
    take_action(s, player, option)


def _invited(s: State, f: TurnFrame) -> None:
    """Ask a teammate whom the turn player has invited for a spell or an ability (CR 316.5.b.1, 491.8.a).

    Who declines is not invited again until the turn player has done something else.
    """
    mate = f.invited - 1
    if s.answer is None:
        options = invited_options(s, mate)
        if ask(s, mate, w.D_INVITE, options, 1, 1, w.NOBODY, WINDOW):
            return
    option = take_one(s)
    if option[0] == w.O_PASS:
        f.invited = DECLINED
        return
    f.invited = 0
    take_action(s, mate, option)


def _ending(s: State) -> None:
    s.phase = w.ENDING
    _expire(s, w.U_ENDING)
    emit(s, w.E_TURN_ENDS, s.tp, s.tp)
    if not s.rules.stun_ends_in_expiration:
        for o in s.board.values():
            o.stunned = False


def _next(s: State, f: TurnFrame) -> None:
    """Give the turn to the next player; one that is skipped goes by, and it comes back here (CR 444)."""
    f.step = STEP_NEXT
    f.free_id = f.repeats = 0
    player = _following(s)
    perform(s, [Event(w.E_TURN_STARTS, player, player, -1, -1, -1, s.turn + 1, w.NOBODY, None)])


def _following(s: State) -> int:
    """Take the next turn out of the queue, an additional one first (CR 735-738), and return whose it is."""
    while s.queue:
        player = s.queue.pop(0)
        if not s.players[player].gone:
            return player
    following = next_player(s, s.order[s.seat])
    s.seat = s.order.index(following)
    return following


def _begin_turn(s: State, events: list[Event]) -> list[int]:
    _turn_frame(s).step = STEP_AWAKEN
    start_turn(s, events[0].player)
    return [events[0].player]


DOING[w.E_PHASE] = _hold_part
DOING[w.E_TURN_STARTS] = _begin_turn
