"""Goldfishing for long: memory over 100,000 games, and what a second process or a second worker of Dask is worth.

`python -m bench endurance`; RIFTCHECK_ENDURANCE_GAMES plays fewer. Memory is that which all processes hold alone or
together (proportional set size), in megabytes, read while the games are played.
"""

from __future__ import annotations

import multiprocessing
import os
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from bench import calibration
from bench.processes import megabytes
from bench.simulation import throughput
from bench.simulation.goldfish import job
from riftcheck import carddb
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.runner import run_job

if TYPE_CHECKING:
    from riftcheck.goldfish.execution.jobs import PartialResult

GAMES: Final = int(os.environ.get("RIFTCHECK_ENDURANCE_GAMES", "100000"))
ROUNDS: Final = 3
AIM: Final = 1.8  # times the games of one process, by two workers


def _memory() -> float:
    """Return the megabytes that this process and its children hold."""
    return megabytes([os.getpid(), *(child.pid for child in multiprocessing.active_children() if child.pid)])


def _lasting() -> dict[str, Any]:
    seen: dict[int, float] = {}
    step = max(1, GAMES // 10)

    def look(part: PartialResult) -> None:
        if part.stop // step > len(seen):
            seen[part.stop] = round(_memory(), 1)

    with process_executor(carddb.load, 2) as executor:
        run_job(job("passive"), GAMES, executor, progress=look).checked()
    held = list(seen.values())
    return {"games": GAMES, "megabytes_by_games": seen, "last_to_first": round(held[-1] / held[0], 3)}


def run() -> dict[str, Any]:
    """Return memory by games, and games a second of one worker and of two, in turns, with the medians of their ratios.

    The one is a process; the two are processes, and then workers of Dask.
    """
    rounds = [_round() for _ in range(ROUNDS)]
    ratios = {name: median(each[name] for each in rounds) for name in ("ratio", "dask_ratio")}
    return {"processes": {"rounds": rounds, **ratios, "aim": AIM}, "lasting": _lasting()}


def _round() -> dict[str, float]:
    loops = calibration.per_second()
    one, two, dask = throughput.by_processes(1), throughput.by_processes(2), throughput.by_dask_workers(2)
    found = {
        "one": one,
        "two": two,
        "two_dask_workers": dask,
        "ratio": two / one,
        "dask_ratio": dask / one,
        "loops_per_second": loops,
    }
    return {name: round(value, 2) for name, value in found.items()}
