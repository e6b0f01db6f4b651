"""Two independent samples: the difference of their means or rates, with its interval, and how likely it is by chance.

Means are compared by Welch's t, and their chance by that of the pooled spread where it is greater; rates by Newcombe's
interval of the two of Wilson, and their chance by the pooled rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, hypot, log1p, sqrt
from typing import TYPE_CHECKING, Final

from riftcheck.goldfish.stats.intervals import Z, student, wilson

if TYPE_CHECKING:
    from collections.abc import Mapping

_RULE_OF_THREE: Final = 3  # as for the mean of a sample: what n games never showed is rarer than 3/n


@dataclass(frozen=True, slots=True)
class SampleDifference:
    """The first of two samples less the second, with the bounds of its 95 % interval.

    `n` counts both samples. `chance`: the probability of a difference this large, up or down, between samples of the
    same games.
    """

    value: float
    low: float
    high: float
    n: int
    chance: float


def mean_difference(one: Mapping[int, int], other: Mapping[int, int]) -> SampleDifference:
    """Return the difference of the means of two histograms of whole numbers, from values to how often they came.

    A few numbers that lie far away may have fallen into the larger sample alone; the smaller then looks as if it hardly
    varied. Samples of the same games vary alike, so the chance is no less than that by the spread of both together.

    :raises ValueError: a sample has fewer than two numbers.
    """
    (n, mean, error), (others, other_mean, other_error) = _moments(one), _moments(other)
    both = hypot(error, other_error)
    freedom = both**4 / (error**4 / (n - 1) + other_error**4 / (others - 1))
    value = mean - other_mean
    half = student(max(int(freedom), 1)) * both
    variance = (error**2 * n * (n - 1) + other_error**2 * others * (others - 1)) / (n + others - 2)
    pooled = sqrt(variance * (1 / n + 1 / others))
    chance = max(_chance_of_t(value / both, freedom), _chance_of_t(value / pooled, n + others - 2))
    return SampleDifference(value, value - half, value + half, n + others, chance)


def rate_difference(count: int, n: int, other_count: int, others: int) -> SampleDifference:
    """Return the difference of the rates of `count` in `n` games and of `other_count` in `others`.

    :raises ValueError: a sample has no game.
    """
    if min(n, others) < 1:
        raise ValueError(f"A rate is of one game at the least; here are {n} and {others}.")
    rate, other_rate = count / n, other_count / others
    (low, high), (other_low, other_high) = wilson(count, n), wilson(other_count, others)
    value = rate - other_rate
    pooled = (count + other_count) / (n + others)
    error = sqrt(pooled * (1 - pooled) * (1 / n + 1 / others))
    return SampleDifference(
        value,
        value - hypot(rate - low, other_high - other_rate),
        value + hypot(high - rate, other_rate - other_low),
        n + others,
        erfc(abs(value) / error / sqrt(2)) if error else 1.0,
    )


def _moments(hist: Mapping[int, int]) -> tuple[int, float, float]:
    """Return how many numbers there are, their mean and its standard error; a spread that is hidden has one, too."""
    n = sum(hist.values())
    if n <= 1:
        raise ValueError(f"A spread is of two numbers at the least; here are {n}.")
    total = sum(value * count for value, count in hist.items())
    squares = sum(value * value * count for value, count in hist.items())
    spread = n * squares - total * total
    return n, total / n, sqrt(spread / (n * n * (n - 1))) if spread else _RULE_OF_THREE / n / Z


def _chance_of_t(t: float, freedom: float) -> float:
    """Return the probability of a t this far from 0, by Wallace's normal approximation.

    It is good to a hundredth of itself from about ten degrees of freedom on.
    """
    normal = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))
    return erfc(normal / sqrt(2))
