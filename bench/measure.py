"""Rates and percentiles, each beside the calibration loop of its own moment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from bench import calibration

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def rate(work: Callable[[], int], seconds: float = 3.0) -> dict[str, float]:
    """Return how many units a second `work` does; it returns how many it did. The loop runs before and after."""
    work()
    before = calibration.per_second()
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        done += work()
    loops = (before + calibration.per_second()) / 2
    return {
        "per_second": round(done / spent, 1),
        "loops_per_second": round(loops, 2),
        "ratio": round(done / spent / loops, 2),
    }


def percentiles(samples: Sequence[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the worst of some times in seconds, as milliseconds."""
    ordered = sorted(samples)
    at = {name: ordered[int((len(ordered) - 1) * share)] for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))}
    return {f"{name}_ms": round(value * 1000, 3) for name, value in at.items()}


def timed(work: Callable[[], Any]) -> float:
    """Return the seconds that one call takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
