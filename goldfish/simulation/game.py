"""One game of a prepared run, by its number.

A game depends on the run and its number alone. Two runs of one seed meet the same shuffles, first player and
battlefields in the game of a number: each deck and each draw has a random stream of its own, and so has each policy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.flow.setup import MODES, new_state
from riftcheck.engine.game import FAILURES
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.rng import mix64
from riftcheck.goldfish.policies.planner import PlannerPolicy
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.errors import EndlessGameError, FailedGameError
from riftcheck.goldfish.simulation.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.policies.planner import Plan
    from riftcheck.goldfish.simulation.facts import GameFacts

GOLDEN: Final = 0x9E3779B97F4A7C15
PLAYER: Final = 0
OPPONENT: Final = 1
# More answers than a game of 1000 turns has; only a game that does not end gets there.
MAX_ANSWERS: Final = 1_000_000


def game_seed(seed: int, index: int) -> int:
    """Return the seed of the game of a number in a run of a seed."""
    return mix64(seed + (index + 1) * GOLDEN)


def first_player(first: str, index: int) -> int:
    """Return the seat that goes first in the game of a number: 0 the player, 1 the opponent."""
    return {"play": PLAYER, "draw": OPPONENT}.get(first, index % 2)


def new_game(prepared: PreparedRun, index: int) -> State:
    """Return the state of the game of a number at its start: decks shuffled, no decision asked yet."""
    run = prepared.run
    seed = game_seed(run.seed, index)
    decks = prepared.seat_decks(index)
    s = new_state(prepared.pool, prepared.rules, MODES[run.mode], decks, seed, first_player(run.first, index))
    if prepared.steps:
        # The deck of a script is stacked: the first card of the list is the first that is drawn.
        s.players[OPPONENT].deck.sort(reverse=True)
    return s


def play_game(prepared: PreparedRun, index: int) -> GameFacts:
    """Play the game of a number and return its facts, the same whenever and wherever it is played.

    :raises EndlessGameError: if it does not end. :raises FailedGameError: if the engine or a policy fails.
    """
    s = new_game(prepared, index)
    return play_out(prepared, s, Recorder(prepared, s, PLAYER, index))


def play_out(
    prepared: PreparedRun, s: State, recorder: Recorder, tell: Callable[[Plan], None] | None = None
) -> GameFacts:
    """Play a new game to its end, and return the facts of its recorder; `tell` is told what the player plans.

    :raises EndlessGameError: if it does not end. :raises FailedGameError: if the engine or a policy fails.
    """
    index, seed = recorder.facts.index, prepared.run.seed
    try:
        return _played_out(prepared, s, recorder, tell)
    except EndlessGameError:
        raise
    except FAILURES as fault:
        failure = FailedGameError(
            f"game {index} of the run with seed {seed} failed in turn {s.turn} ({type(fault).__name__}: {fault}); "
            f"the same lists and options with --seed {seed} --game {index} repeat it"
        )
        failure.__cause__ = fault  # compiled, `raise ... from` leaves it out
        raise failure from fault


def _played_out(prepared: PreparedRun, s: State, recorder: Recorder, tell: Callable[[Plan], None] | None) -> GameFacts:
    index = recorder.facts.index
    policies = prepared.policies(game_seed(prepared.run.seed, index))
    mine = policies[PLAYER]
    if isinstance(mine, PlannerPolicy):
        mine.tell = tell
    seats = (SeatView(s, PLAYER), SeatView(s, OPPONENT))
    advance(s)
    for _ in range(MAX_ANSWERS):
        if s.winner >= 0 or recorder.over:
            return recorder.result()
        decision = s.decision
        if decision is None:
            break
        player = decision.player
        chosen = policies[player].answer(seats[player])
        if decision.kind == w.D_MULLIGAN and player == PLAYER:
            hand = s.players[PLAYER].hand
            recorder.opened([hand[place] for place in chosen])
        submit(s, chosen)
    raise EndlessGameError(
        f"game {index} of the run with seed {prepared.run.seed} does not end: turn {s.turn} after {MAX_ANSWERS} answers"
    )
