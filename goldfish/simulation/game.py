"""One game of a run, by its number: what was counted, or the game itself for looking at.

A game hangs on the run's data and its number alone. Two runs of one seed meet the same shuffles, first player and
battlefields in the game of a number: each deck and each draw has a stream of its own, and policies draw from others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.flow.loop import advance
from riftcheck.engine.flow.setup import MODES, new_state
from riftcheck.engine.game import submit
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.rng import mix64
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.recorder import Recorder

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.simulation.facts import GameFacts

GOLDEN: Final = 0x9E3779B97F4A7C15
PLAYER: Final = 0
OPPONENT: Final = 1
# More answers than a game of 1000 turns has; only a game that does not end gets there.
MAX_ANSWERS: Final = 1_000_000


class EndlessGameError(RuntimeError):
    """A game that did not end; it is a fault of a policy or of the engine, and the message says which game it was."""


def game_seed(seed: int, index: int) -> int:
    """Return the seed of the game of a number in a run of a seed."""
    return mix64(seed + (index + 1) * GOLDEN)


def first_player(first: str, index: int) -> int:
    """Return the seat that goes first in the game of a number: 0 the player, 1 the opponent."""
    return {"play": PLAYER, "draw": OPPONENT}.get(first, index % 2)


def new_game(table: PreparedRun, index: int) -> State:
    """Return the game of a number before anything has happened: decks shuffled, nothing asked."""
    run = table.run
    seed = game_seed(run.seed, index)
    s = new_state(table.pool, table.rules, MODES[run.mode], table.decks, seed, first_player(run.first, index))
    if table.steps:
        # The deck of a script is stacked: the first card of the list is the first that is drawn.
        s.players[OPPONENT].deck.sort(reverse=True)
    return s


def play_game(table: PreparedRun, index: int) -> GameFacts:
    """Return what was noted of the game of a number; the same whenever and wherever it is played.

    :raises EndlessGameError: if it does not end.
    """
    s = new_game(table, index)
    return play_out(table, s, Recorder(table, s, PLAYER, index))


def play_out(table: PreparedRun, s: State, watch: Recorder) -> GameFacts:
    """Play a game that has just begun to its end, and return what its watch has noted.

    :raises EndlessGameError: if it does not end.
    """
    index = watch.facts.index
    policies = table.policies(game_seed(table.run.seed, index))
    seats = (SeatView(s, PLAYER), SeatView(s, OPPONENT))
    advance(s)
    for _ in range(MAX_ANSWERS):
        if s.winner >= 0 or watch.over:
            return watch.result()
        decision = s.decision
        if decision is None:
            break
        player = decision.player
        chosen = policies[player].answer(seats[player])
        if decision.kind == w.D_MULLIGAN and player == PLAYER:
            hand = s.players[PLAYER].hand
            watch.opened([hand[place] for place in chosen])
        submit(s, chosen)
    raise EndlessGameError(
        f"game {index} of the run with seed {table.run.seed} does not end: turn {s.turn} after {MAX_ANSWERS} answers"
    )
