"""Goldfishing on one core: a greedy player with a real list of Origins, against who only passes and against another.

Games a second stand beside the calibration loop of the same moment; calls a game do not vary.
"""

from __future__ import annotations

import cProfile
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from bench import measure
from bench.simulation.goldfish_runs import zones
from riftcheck import carddb
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import Opponent, Run
from riftcheck.goldfish.simulation.game import play_game

if TYPE_CHECKING:
    from riftcheck.goldfish.plan.prepared_run import PreparedRun

SEED: Final = 7
GAMES: Final = 20
# Games a second that the project promises, and those that it aims at, on a machine of 121 calibration loops a second.
FLOORS: Final = {"passive": 300, "two_greedy": 120}
AIMS: Final = {"passive": 800, "two_greedy": 300}
KINDS: Final = tuple(FLOORS)


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


def _figures(kind: str) -> dict[str, Any]:
    ready = table(kind)
    done = 0

    def one() -> int:
        nonlocal done
        play_game(ready, done)
        done += 1
        return 1

    return {
        "games": measure.rate(one),
        "calls_a_game": round(calls(kind), 1),
        "at_least": FLOORS[kind],
        "aim": AIMS[kind],
    }


def run() -> dict[str, Any]:
    """Return games a second beside the calibration loop, and calls a game, for both kinds."""
    return {kind: _figures(kind) for kind in KINDS}
