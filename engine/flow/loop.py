"""The loop: HOT FEPR (CR 332-340), one frame after the other.

How the steps of frames work together is told in `engine.model.frames`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.actions.draw import step_draw
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.replacements import step_event
from riftcheck.engine.board.triggers import start_placing, step_place
from riftcheck.engine.costs.bill import step_pay
from riftcheck.engine.flow.cleanup import quiet, start_cleanup, step_cleanup
from riftcheck.engine.flow.combat import focus_after_chain, step_showdown
from riftcheck.engine.flow.setup import step_setup
from riftcheck.engine.flow.turn import step_turn
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import only_adds
from riftcheck.engine.model.decisions import ask, take_one
from riftcheck.engine.model.turn_order import count_players, next_player
from riftcheck.engine.playing.finalization import start_finalize, step_finalize
from riftcheck.engine.playing.movement import step_move
from riftcheck.engine.playing.new_choices import step_rechoose, step_remake
from riftcheck.engine.playing.options import WINDOW, priority_options, take_action
from riftcheck.engine.playing.resolution import start_resolve, step_resolve

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.frames import Frame, ShowdownFrame
    from riftcheck.engine.model.state import State

    # Goes on with a frame of one kind, of which it takes the class alone.
    Step = Callable[[State, Any], None]

# The step that goes on with the unfinished work of each kind of frame.
STEPS_BY_KIND: Final[dict[int, Step]] = {
    w.F_SETUP: step_setup,
    w.F_TURN: step_turn,
    w.F_CLEANUP: step_cleanup,
    w.F_SHOWDOWN: step_showdown,
    w.F_RESOLVE: step_resolve,
    w.F_FINALIZE: step_finalize,
    w.F_PAY: step_pay,
    w.F_RECHOOSE: step_rechoose,
    w.F_REMAKE: step_remake,
    w.F_PLACE: step_place,
    w.F_MOVE: step_move,
    w.F_EVENT: step_event,
    w.F_DRAW: step_draw,
}
# The same at the place of the kind: compiled, a place in a list is found without a number being made an object.
STEPS: Final[list[Step]] = [STEPS_BY_KIND[kind] for kind in range(len(STEPS_BY_KIND))]


def advance(s: State) -> None:
    """Run the game until a player must choose or a player has won."""
    while not s.waiting and s.winner < 0:
        f = s.frames[-1]
        if f.kind == w.F_TURN:
            _between(s, f)  # as `TASKS` has it, but compiled without a call from Python: most of a game comes here
        else:
            TASKS[f.kind](s, f)


def submit(s: State, chosen: list[int]) -> None:
    """Give a checked answer to a state and run on. For agents in the process; `Game.answer` checks first."""
    s.answer = chosen
    s.waiting = False
    advance(s)


def _between(s: State, f: Frame) -> None:
    """Handle outstanding tasks, then finalize, execute, pass, resolve; only then the turn or showdown goes on."""
    if s.answer is not None:
        if s.chain:
            _priority(s)
        else:
            _go_on(s, f)
        return
    if s.triggered:
        start_placing(s)  # CR 320.1: on the chain, pending, before the next cleanup adds others
        return
    if s.dirty:
        if quiet(s):
            s.dirty = 0
        else:
            step_cleanup(s, start_cleanup(s))
            return
    if s.chain:
        for item in s.chain:
            if item.pending:  # the oldest such item, but for those that Add (CR 430.2)
                first = item if item is s.chain[-1] else _first_pending(s, item)
                step_finalize(s, start_finalize(s, first))
                return
        _priority(s)
        return
    if s.open_chain:
        s.open_chain = False
        s.prio = w.NOBODY
        s.passes = 0
        if s.showdown >= 0:
            focus_after_chain(s)
    _go_on(s, f)


def _first_pending(s: State, oldest: Item) -> Item:
    """Return the pending item that is finalized first: the oldest that Adds, or the oldest."""
    if not s.rules.adds_at_once:
        return oldest
    return next((item for item in s.chain if item.pending and only_adds(item)), oldest)


def _go_on(s: State, f: Frame) -> None:
    if f.kind == w.F_TURN:
        step_turn(s, f)  # type: ignore[arg-type]  # its class is that of the kind; called as in `advance`
    else:
        STEPS[f.kind](s, f)


def _priority(s: State) -> None:
    """Ask the players with priority; when all have passed in sequence the newest item resolves (CR 338-340)."""
    if s.prio < 0:
        you = s.chain[-1].you
        s.prio = next_player(s, you) if s.players[you].gone else you
        s.passes = 0
    if s.passes > 1 and s.passes >= count_players(s):  # CR 652.5.c.2: who had not passed yet has left
        _all_passed(s)
        return
    while True:
        player = s.prio
        if s.answer is None:
            options = priority_options(s, player)
            if ask(s, player, w.D_PRIORITY, options, 1, 1, s.chain[-1].id, WINDOW):
                return
        option = take_one(s)
        if option[0] != w.O_PASS:
            take_action(s, player, option)
            s.passes = 0
            return
        s.passes += 1
        if s.log is not None and s.watched[w.E_PASS]:
            emit(s, w.E_PASS, player, s.chain[-1].id)
        if s.passes > 1 and s.passes >= count_players(s):  # two are in the game at least, or somebody has won
            _all_passed(s)
            return
        s.prio = next_player(s, player)
        if s.triggered or s.dirty:
            return  # what waited for the pass comes first


def _all_passed(s: State) -> None:
    s.prio = w.NOBODY
    s.passes = 0
    step_resolve(s, start_resolve(s, s.chain[-1]))


def _showdown(s: State, f: ShowdownFrame) -> None:
    """Go on with a showdown: outstanding tasks come first, but for the damage of a combat (CR 467.3)."""
    if f.dealing:
        step_showdown(s, f)
    else:
        _between(s, f)


# The next step by the frame on top: in a turn and in a showdown the outstanding tasks come first.
TASKS: Final[list[Step]] = STEPS.copy()
TASKS[w.F_TURN] = _between
TASKS[w.F_SHOWDOWN] = _showdown
