"""Two samples: differences by hand, by tables of the t distribution and by counting, and the correction of many."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import pytest

from riftcheck.goldfish.stats.intervals import student
from riftcheck.goldfish.stats.samples import mean_difference, rate_difference
from riftcheck.goldfish.stats.significance import holm


def test_a_difference_of_means_by_hand() -> None:
    # Means 6 and 5; variances 10/9 * 0.4 and 20/19 * 0.5, over 10 and 20; Welch's degrees of freedom.
    one, other = {5: 2, 6: 6, 7: 2}, {4: 5, 5: 10, 6: 5}
    a, b = 10 / 9 * 0.4 / 10, 20 / 19 * 0.5 / 20
    found = mean_difference(one, other)
    freedom = (a + b) ** 2 / (a * a / 9 + b * b / 19)
    assert 19 < freedom < 20
    assert (found.value, found.n) == (1, 30)
    assert found.high - found.value == pytest.approx(student(19) * sqrt(a + b))
    assert found.value - found.low == pytest.approx(student(19) * sqrt(a + b))
    mirrored = mean_difference(other, one)
    assert (mirrored.value, mirrored.chance) == (-1, found.chance)


@pytest.mark.parametrize(
    ("t", "freedom", "chance"),
    [(2.042272, 30, 0.05), (2.749996, 30, 0.01), (3.645959, 30, 0.001), (2.228139, 10, 0.05)],
)
def test_the_chance_of_a_difference_is_that_of_the_table(t: float, freedom: int, chance: float) -> None:
    # Two samples of the same spread s and of n numbers each have 2n - 2 degrees of freedom, and s * sqrt(2/n) as error.
    n = freedom // 2 + 1
    step = 10**6
    spread = {-step: n // 2, step: n // 2} | ({0: 1} if n % 2 else {})
    error = step * sqrt(2 * (n // 2) / (n - 1) * 2 / n)
    found = mean_difference({value + round(t * error): count for value, count in spread.items()}, spread)
    assert found.chance == pytest.approx(chance, rel=0.01)


def test_samples_without_spread_are_known_within_three_by_n() -> None:
    found = mean_difference({6: 40}, {6: 60})
    assert (found.value, found.chance) == (0, 1)
    assert found.high == pytest.approx(student(75) * sqrt((3 / 40) ** 2 + (3 / 60) ** 2) / 1.959964, rel=0.01)
    assert mean_difference({6: 40}, {7: 60}).high < 0


def test_a_few_far_numbers_in_the_larger_sample_prove_nothing() -> None:
    """Of 1,000 games 10 end far later. That none of these is among 115 is no rarity: it comes in three of ten."""
    with_it, without = {5: 30, 6: 60, 7: 25}, {5: 230, 6: 460, 7: 185, 31: 10}
    found = mean_difference(with_it, without)
    assert found.high < 0
    assert found.chance > 0.1
    assert mean_difference({5: 60, 6: 45, 7: 10}, {5: 235, 6: 460, 7: 190}).chance < 0.001


def test_a_difference_of_rates_by_the_example_of_newcombe() -> None:
    # Newcombe 1998, method 10, 56/70 and 48/80: 0.2, from 0.0524 to 0.3339.
    found = rate_difference(56, 70, 48, 80)
    assert (round(found.value, 4), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)
    # The pooled test: z = 0.2 / sqrt(104/150 * 46/150 * (1/70 + 1/80)) = 2.650.
    assert found.chance == pytest.approx(0.00805, abs=5e-5)
    assert rate_difference(0, 10, 0, 20).chance == 1
    assert rate_difference(10, 10, 20, 20).low < 0 < rate_difference(10, 10, 20, 20).high


def test_samples_that_are_too_small_are_refused() -> None:
    with pytest.raises(ValueError, match="two numbers at the least; here are 1"):
        mean_difference({3: 1}, {3: 5})
    with pytest.raises(ValueError, match="one game at the least; here are 0 and 4"):
        rate_difference(0, 0, 1, 4)


def test_nineteen_of_twenty_intervals_hold_the_difference() -> None:
    rng = random.Random(5)
    held = chances = 0
    for _ in range(1000):
        one = Counter(rng.choice((5, 5, 6, 6, 7, 9)) for _ in range(40))
        other = Counter(rng.choice((5, 6, 6, 7)) for _ in range(200))
        found = mean_difference(one, other)
        held += found.low <= 38 / 6 - 6 <= found.high
        won = [sum(rng.random() < 0.8 for _ in range(games)) for games in (40, 200)]
        rates = rate_difference(won[0], 40, won[1], 200)
        held += rates.low <= 0 <= rates.high
        chances += rates.chance <= 0.05
    assert 0.93 < held / 2000 < 0.97
    assert 0.03 < chances / 1000 < 0.07


def test_holms_correction() -> None:
    # The smallest is taken four times, the next three times; none falls below one that was smaller.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1, 1]
    assert holm([]) == []
