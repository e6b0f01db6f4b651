"""Tests of paired differences, and what keeps the errors of many tests, or of many looks, below a level."""

from __future__ import annotations

from math import erfc, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_CHANGED: Final = 30  # pairs that must differ: of fewer, which may be skewed, nothing can be said so surely


def paired_chance(steps: Sequence[int]) -> float:
    """Return the probability of a sum this far from 0, up or down, where each step is as likely up as down.

    It is the score test, the sum less 1 over the root of the sum of squares: of steps of one size it is McNemar's with
    the correction for whole numbers. Steps that are 0 say nothing. It needs no estimate of the spread, so it holds for
    few steps that all go one way.
    """
    changed = [step for step in steps if step]
    if len(changed) < LEAST_CHANGED:
        return 1.0
    return erfc(max(abs(sum(changed)) - 1, 0) / sqrt(2 * sum(step * step for step in changed)))


def holm(chances: Sequence[float]) -> list[float]:
    """Return probabilities corrected for their number by Holm's method, in the order given."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    corrected = [0.0] * len(chances)
    highest = 0.0
    for passed, place in enumerate(order):
        highest = max(highest, min(1.0, chances[place] * (len(chances) - passed)))
        corrected[place] = highest
    return corrected


def spent(level: float, share: float) -> float:
    """Return how much of a level the looks up to a share of all games may spend together: all of it at the end.

    It grows with the square of the share: what is spent early is little, and dear at the end (Lan and DeMets, with the
    power family of Kim and DeMets).
    """
    return level * min(max(share, 0.0), 1.0) ** 2
