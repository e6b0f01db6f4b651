"""Goldfishing for long: memory over 100,000 games, and what a second process is worth.

`python -m bench endurance`; RIFTCHECK_ENDURANCE_GAMES plays fewer. Memory is that which all processes hold alone or
together (proportional set size), in megabytes, read while the games are played.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from typing import TYPE_CHECKING, Any, Final

from bench import calibration
from bench.processes import megabytes
from bench.simulation.goldfish import table
from riftcheck import carddb
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.jobs import Job
from riftcheck.goldfish.execution.runner import run_job

if TYPE_CHECKING:
    from riftcheck.goldfish.execution.jobs import PartialResult

GAMES: Final = int(os.environ.get("RIFTCHECK_ENDURANCE_GAMES", "100000"))
ROUNDS: Final = 3
SECONDS: Final = 8.0  # of each measurement of speed
AHEAD: Final = 60  # games before a measurement begins: the processes load their cards
CHUNK: Final = 25


def _memory() -> float:
    """Return the megabytes that this process and its children hold."""
    return megabytes([os.getpid(), *(child.pid for child in multiprocessing.active_children() if child.pid)])


def _speed(jobs: int) -> float:
    """Return games a second by so many processes, once they have begun."""
    begun: tuple[float, int] | None = None
    now = (0.0, 0)

    def note(part: PartialResult) -> None:
        nonlocal begun, now
        now = (time.perf_counter(), part.stop)
        if begun is None and part.stop >= AHEAD * jobs:
            begun = now

    def enough() -> bool:
        return begun is not None and time.perf_counter() - begun[0] >= SECONDS

    with process_executor(carddb.load, jobs) as executor:
        run_job(Job((table("passive").run,)), 10**6, executor, chunk=CHUNK, progress=note, should_stop=enough)
    first, count = begun or (0.0, 0)
    return (now[1] - count) / (now[0] - first)


def _lasting() -> dict[str, Any]:
    seen: dict[int, float] = {}
    step = max(1, GAMES // 10)

    def look(part: PartialResult) -> None:
        if part.stop // step > len(seen):
            seen[part.stop] = round(_memory(), 1)

    with process_executor(carddb.load, 2) as executor:
        run_job(Job((table("passive").run,)), GAMES, executor, chunk=CHUNK, progress=look)
    held = list(seen.values())
    return {"games": GAMES, "megabytes_by_games": seen, "last_to_first": round(held[-1] / held[0], 3)}


def run() -> dict[str, Any]:
    """Return memory by games, and games a second of one and two processes in turns with their ratio."""
    rounds = [_round() for _ in range(ROUNDS)]
    ratio = sorted(each["ratio"] for each in rounds)[ROUNDS // 2]
    return {"processes": {"rounds": rounds, "ratio": ratio}, "lasting": _lasting()}


def _round() -> dict[str, float]:
    loops = calibration.per_second()
    one, two = _speed(1), _speed(2)
    found = {"one": one, "two": two, "ratio": two / one, "loops_per_second": loops}
    return {name: round(value, 2) for name, value in found.items()}
