"""How the cost of a game grows: with the Victory Score, the players, the objects on the board, and the processes.

`python -m bench curves`. Games at random of real cards, the same for every build, by processor time; those by processes
are goldfish games that are counted, by the clock.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from bench import engine
from bench.simulation import throughput
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.game import Game

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

    Point = dict[str, float | int | str]

GAMES: Final = 200  # of each point
WARM: Final = 20  # games before: what is made once and kept is not counted
VICTORY_SCORES: Final = (4, 8, 16, 24)
PLAYERS: Final = {"2": "duel", "3": "ffa3", "4": "ffa4", "2v2": "2v2"}
# The Victory Score of the games whose boards are looked at: they grow larger than in those to 8.
LONG: Final = 16
BUCKET: Final = 10  # objects
FEW: Final = 200  # decisions; a bucket of fewer is left out
PROCESSES: Final = (1, 2)


def start(mode: str, seed: int, victory: int) -> State:
    """Return the game of a seed at its first decision, with decks of real cards, to a Victory Score."""
    pool, decks = engine.real_games()
    seats = [decks[(seed * 5 + place * 7) % len(decks)] for place in range(MODES[mode].players)]
    s = Game.start(pool, seats, mode, seed).state
    s.victory = victory
    return s


def _cost(mode: str, victory: int) -> Point:
    """Return games a second of processor time, and the decisions of a game."""
    for seed in range(WARM):
        engine.play(start(mode, seed, victory), random.Random(seed))
    begun, decisions = time.process_time(), 0
    for seed in range(GAMES):
        decisions += engine.play(start(mode, seed, victory), random.Random(seed))
    spent = time.process_time() - begun
    return {"games_per_cpu_second": round(GAMES / spent, 1), "decisions_a_game": round(decisions / GAMES, 1)}


def by_victory_score() -> list[Point]:
    """Return the cost of duels by the Victory Score to which they are played."""
    return [{"victory_score": score, **_cost("duel", score)} for score in VICTORY_SCORES]


def by_players() -> list[Point]:
    """Return the cost of games by their players, each to the Victory Score of its mode."""
    return [{"players": players, **_cost(mode, MODES[mode].victory)} for players, mode in PLAYERS.items()]


def by_objects() -> list[Point]:
    """Return the microseconds of a decision by the objects that are on the board as it is answered, in tens.

    A decision is what lies between two readings of the clock: to choose at random, too.
    """
    spent: dict[int, int] = defaultdict(int)
    decisions: dict[int, int] = defaultdict(int)
    for seed in range(GAMES):
        s, rng = start("duel", seed, LONG), random.Random(seed)
        before = time.process_time_ns()
        while s.waiting:
            bucket = len(s.board) // BUCKET
            engine.answer(s, rng)
            now = time.process_time_ns()
            spent[bucket] += now - before
            decisions[bucket] += 1
            before = now
    return [
        {
            "objects": f"{bucket * BUCKET}-{bucket * BUCKET + BUCKET - 1}",
            "us_a_decision": round(spent[bucket] / decisions[bucket] / 1000, 1),
            "decisions": decisions[bucket],
        }
        for bucket in sorted(decisions)
        if decisions[bucket] >= FEW
    ]


def by_processes() -> list[Point]:
    """Return the games a second of a run that is counted, by the clock, by the processes that play it."""
    return [
        {"processes": processes, "games_per_second": round(throughput.by_processes(processes), 1)}
        for processes in PROCESSES
    ]


def run() -> dict[str, Any]:
    """Return the four curves, each as its points in order."""
    return {
        "victory_score": by_victory_score(),
        "players": by_players(),
        "objects": by_objects(),
        "processes": by_processes(),
    }
