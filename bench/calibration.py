"""The fixed loop: the same pure Python work each time, so that a figure can be given as a ratio to it."""

from __future__ import annotations

import time


def loop() -> int:
    """Do a fixed amount of dictionary, string and integer work and return a number that depends on all of it."""
    seen: dict[str, int] = {}
    value = 12345
    for step in range(20_000):
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        key = f"{value & 1023:04d}"
        seen[key] = seen.get(key, 0) + (value >> 8) % 7 + step % 3
    return sum(seen.values())


def per_second(seconds: float = 0.5) -> float:
    """Return how many times a second this machine runs the loop, right now."""
    runs, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        loop()
        runs += 1
    return runs / spent
