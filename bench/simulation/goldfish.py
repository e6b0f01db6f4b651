"""Goldfishing on one core: a greedy player with a real list of Origins, against who only passes and against another.

`games` are played alone; those of a `run` are played and counted as a worker of the program does it. Games a second
stand beside the calibration loops of the same moment; calls a game do not vary.
"""

from __future__ import annotations

import cProfile
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from bench import interpreter, measure
from bench.simulation.goldfish_runs import zones
from riftcheck import carddb
from riftcheck.goldfish.execution.executors import ChunkPlayer
from riftcheck.goldfish.execution.jobs import Job, PartialResult
from riftcheck.goldfish.execution.runner import CHUNK_GAMES
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import Opponent, Run
from riftcheck.goldfish.simulation.game import play_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.goldfish.plan.prepared_run import PreparedRun

SEED: Final = 7
GAMES: Final = 20
# Games a second that the project promises interpreted, on a machine of 121 calibration loops a second.
FLOORS: Final = {"passive": 300, "two_greedy": 120}
# Games a second of processor time that it aims at, by the build.
AIMS: Final = {
    "interpreted": {"passive": 550, "two_greedy": 190},
    "compiled": {"passive": 3300, "two_greedy": 1050},
    "interpreted_on_optimised": {"passive": 550, "two_greedy": 190},
    "compiled_on_optimised": {"passive": 4000, "two_greedy": 1300},
}
KINDS: Final = tuple(FLOORS)
NEVER: Final = float("inf")


@cache
def table(kind: str) -> PreparedRun:
    """Return the run of a kind, made ready for playing."""
    db = carddb.load()
    listed = zones(db)
    opponent = Opponent() if kind == "passive" else Opponent("list", list=listed)
    return prepare(Run(listed, opponent, seed=SEED), db)


def calls(kind: str) -> float:
    """Return how many functions a game calls, built-in ones too, over the fixed games. It does not vary."""
    ready = table(kind)
    counter = cProfile.Profile()
    for index in range(GAMES):
        play_game(ready, index)  # what is made once and kept is not counted
    counter.enable()
    for index in range(GAMES):
        play_game(ready, index)
    counter.disable()
    return sum(entry.callcount for entry in counter.getstats()) / GAMES


def game_alone(kind: str) -> Callable[[], int]:
    """Return a function that plays the next game and tells that it was one."""
    ready = table(kind)
    done = 0

    def one() -> int:
        nonlocal done
        play_game(ready, done)
        done += 1
        return 1

    return one


def job(kind: str) -> Job:
    """Return the job to play the run of a kind and count its games."""
    return Job((table(kind).run,))


def counted_games(kind: str, counted: PartialResult) -> Callable[[], int]:
    """Return a function that plays and counts the next chunk, as a worker does, and merges it into those before."""
    player, played = ChunkPlayer(carddb.load()), job(kind)

    def one() -> int:
        part = player.play(played, counted.stop, counted.stop + CHUNK_GAMES, NEVER)
        counted.add(part)
        return part.stop - part.start

    return one


def _figures(kind: str) -> dict[str, Any]:
    return {
        "games": measure.rate(game_alone(kind)),
        "run": measure.rate(counted_games(kind, PartialResult.of(job(kind), 0, 0))),
        "calls_a_game": None if interpreter.is_compiled() else round(calls(kind), 1),
        "at_least": None if interpreter.is_compiled() else FLOORS[kind],
        "aim": AIMS[interpreter.build()][kind],
    }


def run() -> dict[str, Any]:
    """Return games a second alone and counted, beside the calibration loops, and calls a game, for both kinds.

    Calls and what is promised at the least are None for the compiled build.
    """
    return {kind: _figures(kind) for kind in KINDS}
