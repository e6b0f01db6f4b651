"""Instructions of the processor that a game takes: the same in every run, whatever else a machine does.

Valgrind counts those of a program that plays a few games, and of one that plays more; the difference is what the
further games take. Unlike calls it is told of both builds, and unlike time it can be compared over days.
`python -m bench.instructions KIND GAMES` is the program that is counted.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from bench import engine
from bench.simulation import goldfish

ROOT: Final = Path(__file__).parent.parent
# By kind: the games of the short program and of the long one; what the first ones take alone is in both.
LENGTHS: Final = {"passive": (10, 160), "two_greedy": (5, 65), "keyword_units": (5, 35), "real_cards": (5, 35)}
COUNTED: Final = re.compile(r"I\s+refs:\s+([\d,]+)")


def play(kind: str, games: int) -> None:
    """Play so many games of a kind of `goldfish` or `engine`, alone."""
    if kind in goldfish.KINDS:
        one = goldfish.game_alone(kind)
        for _ in range(games):
            one()
    else:
        for seed in range(games):
            engine.whole(kind, seed)


def program(kind: str, games: int) -> list[str]:
    """Return the command that plays them."""
    return [sys.executable, "-m", "bench.instructions", kind, str(games)]


def counted(kind: str, games: int) -> int:
    """Return how many instructions the program takes.

    :raises SystemExit: if valgrind or the program fails.
    """
    ran = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *program(kind, games)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = COUNTED.search(ran.stderr)
    if ran.returncode or found is None:
        raise SystemExit(f"valgrind could not count the games of {kind}:\n{ran.stderr[-2000:]}")
    return int(found[1].replace(",", ""))


def a_game(kind: str) -> int:
    """Return how many instructions a game of a kind takes in the mean."""
    short, long = LENGTHS[kind]
    subprocess.run(program(kind, 1), cwd=ROOT, check=True)  # what is compiled or kept once is not counted
    return round((counted(kind, long) - counted(kind, short)) / (long - short))


def run() -> dict[str, Any]:
    """Return the instructions of a game, in thousands, by kind.

    :raises SystemExit: if there is no valgrind.
    """
    if shutil.which("valgrind") is None:
        raise SystemExit("Instructions are counted by valgrind, which is not installed here.")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(a_game, LENGTHS))
    return {kind: {"thousands_a_game": round(one / 1000)} for kind, one in zip(LENGTHS, found, strict=True)}


if __name__ == "__main__":
    play(sys.argv[1], int(sys.argv[2]))
