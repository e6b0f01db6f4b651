"""Rates and percentiles: by the clock and by processor time, beside the calibration loops of their own moment."""

from __future__ import annotations

import time
from statistics import mean
from typing import TYPE_CHECKING, Any

from bench import calibration

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def rate(work: Callable[[], int], seconds: float = 3.0) -> dict[str, float]:
    """Return how many units `work` does a second, by the clock and of processor time; it returns how many it did.

    It is done until it has had the processor for `seconds`, so that a busy machine does not shorten the sample. Both
    loops run before and after; `ratio` is that to the arithmetic loop and `game_ratio` that to the one that does what
    games do, both by processor time.
    """
    work()
    loops = [_loops()]
    done, begun, spent_before = 0, time.perf_counter(), time.process_time()
    while time.process_time() - spent_before < seconds:
        done += work()
    wall, processor = time.perf_counter() - begun, time.process_time() - spent_before
    loops.append(_loops())
    arithmetic, games = (mean(pair) for pair in zip(*loops, strict=True))
    return {
        "per_second": round(done / wall, 1),
        "per_cpu_second": round(done / processor, 1),
        "loops_per_cpu_second": round(arithmetic, 2),
        "game_loops_per_cpu_second": round(games, 1),
        "ratio": round(done / processor / arithmetic, 2),
        "game_ratio": round(done / processor / games, 4),
    }


def _loops() -> tuple[float, float]:
    return calibration.per_cpu_second(), calibration.per_cpu_second(calibration.game_loop)


def percentiles(samples: Sequence[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the worst of some times in seconds, as milliseconds."""
    ordered = sorted(samples)
    at = {name: ordered[int((len(ordered) - 1) * share)] for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))}
    return {f"{name}_ms": round(value * 1000, 3) for name, value in at.items()}


def timed(work: Callable[[], Any]) -> float:
    """Return the seconds that one call takes, by the clock."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def cpu_timed(work: Callable[[], Any]) -> float:
    """Return the seconds of processor time that one call takes of this process."""
    begun = time.process_time()
    work()
    return time.process_time() - begun
