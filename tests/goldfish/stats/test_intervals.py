"""Intervals hold the true value about 95 times in a hundred, and say nothing where nothing was counted."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING

import pytest

from riftcheck.goldfish.stats.intervals import NOTHING, Figure, mean, mean_of, quantile, quotient, rate, share, student

if TYPE_CHECKING:
    from collections.abc import Callable

REPEATS = 1000
LEAST, MOST = 0.93, 0.975


def ends(figure: Figure, digits: int = 12) -> tuple[float, float]:
    """Return where an interval begins and ends; it has both."""
    assert figure.low is not None
    assert figure.high is not None
    return round(figure.low, digits), round(figure.high, digits)


def holds(figure: Figure, value: float) -> bool:
    assert figure.low is not None
    assert figure.high is not None
    return figure.low <= value <= figure.high


def covered(hits: int) -> bool:
    return LEAST <= hits / REPEATS <= MOST


def test_wilson_is_as_published() -> None:
    # Newcombe 1998, table I: 81 of 263 and 1 of 29.
    one = rate(81, 263)
    assert ends(one, 4) == (0.2553, 0.3662)
    other = rate(1, 29)
    assert ends(other, 4) == (0.0061, 0.1718)
    assert rate(0, 29).low == 0
    assert rate(29, 29).high == 1


def test_a_thousand_games_give_every_rate_within_3_1_points() -> None:
    assert max((high - low) / 2 for low, high in (ends(rate(count, 1000)) for count in range(1001))) < 0.031


@pytest.mark.parametrize("n", [40, 200, 500])
def test_wilson_covers_rates(n: int) -> None:
    """Exactly: the probability of a sample whose interval holds the true rate, for a hundred rates."""
    bounds = [rate(count, n) for count in range(n + 1)]
    covers = []
    for step in range(1, 100):
        p = step / 100
        odds = (comb(n, count) * p**count * (1 - p) ** (n - count) for count in range(n + 1))
        covers.append(sum(odd for odd, bound in zip(odds, bounds, strict=True) if holds(bound, p)))
    assert 0.945 < sum(covers) / len(covers) < 0.965
    assert min(covers) > 0.83  # at the rates nearest 0 and 1


def skewed(rng: random.Random) -> int:
    """Return a whole number with a long tail, of mean 2."""
    value = 0
    while rng.random() < 2 / 3:
        value += 1
    return value


def dice(rng: random.Random) -> int:
    """Return the eyes of four dice, of mean 14."""
    return sum(rng.randint(1, 6) for _ in range(4))


@pytest.mark.parametrize(
    ("draw", "true", "n", "least"),
    [(dice, 14, 5, LEAST), (dice, 14, 40, LEAST), (skewed, 2, 30, 0.91), (skewed, 2, 300, LEAST)],
    ids=["few games", "games", "a long tail in few games", "a long tail"],
)
def test_means_are_covered(draw: Callable[[random.Random], int], true: float, n: int, least: float) -> None:
    rng = random.Random(n)
    hits = 0
    for _ in range(REPEATS):
        numbers = [draw(rng) for _ in range(n)]
        figure = mean(n, sum(numbers), sum(number * number for number in numbers))
        hits += holds(figure, true)
    assert least <= hits / REPEATS <= MOST


def clustered(rng: random.Random, games: int) -> list[int]:
    """Return the sums of games with one to three copies that all fare alike, well 3 times in 10."""
    parts = [0] * 6
    for _ in range(games):
        x = rng.randint(1, 3)
        y = x if rng.random() < 0.3 else 0
        for place, number in enumerate((1, x, y, x * x, x * y, y * y)):
            parts[place] += number
    return parts


@pytest.mark.parametrize("figure_of", [share, quotient])
def test_copies_in_one_game_are_not_taken_for_independent(figure_of: Callable[[list[int]], Figure]) -> None:
    rng = random.Random(3)
    hits = naive = 0
    for _ in range(REPEATS):
        parts = clustered(rng, 200)
        figure = figure_of(parts)
        hits += holds(figure, 0.3)
        wrong = rate(parts[2], parts[1])
        naive += holds(wrong, 0.3)
    assert covered(hits)
    assert naive / REPEATS < 0.88


def test_medians_are_covered_also_where_the_turn_was_never_reached() -> None:
    rng = random.Random(4)
    hits = 0
    for _ in range(REPEATS):
        turns = [rng.choice((4, 5, 5, 6, 7, 8, 9, 31, 31, 31, 31)) for _ in range(100)]
        hist = Counter(turn for turn in turns if turn <= 30)
        figure = quantile(hist, 0.5, 100 - sum(hist.values()))
        hits += holds(replace(figure, high=figure.high or 31), 8)
    assert hits / REPEATS > 0.945  # whole numbers cover more than they must


def test_a_median_that_was_not_reached_is_none() -> None:
    figure = quantile({5: 40}, 0.5, 60)
    assert (figure.value, figure.n) == (None, 100)
    assert quantile({5: 98, 6: 2}, 0.5).to_json() == {"value": 5, "low": 5, "high": 5, "n": 100}


def test_quantiles_are_values_in_their_order() -> None:
    hist = dict.fromkeys(range(1, 101), 1)
    assert [quantile(hist, q).value for q in (0.1, 0.5, 0.9)] == [10, 50, 90]
    assert (quantile(hist, 0.5).low, quantile(hist, 0.5).high) == (40, 61)


def test_equal_numbers_still_have_an_interval() -> None:
    figure = mean(300, 600, 1200)
    assert (figure.value, figure.low, figure.high) == (2, 1.99, 2.01)
    assert mean_of({0: 300}).to_json() == {"value": 0, "low": 0, "high": 0.01, "n": 300}
    assert ends(share([10, 20, 0, 40, 0, 0]))[1] > 0.2
    assert quotient([10, 10, 20, 10, 20, 40]).high == 2.3


def test_one_game_has_a_mean_and_no_bounds() -> None:
    assert mean(1, 4, 16).to_json() == {"value": 4, "low": None, "high": None, "n": 1}
    assert quotient([1, 2, 3, 4, 6, 9]).low is None


def test_games_that_are_not_in_a_histogram_count_as_0() -> None:
    assert mean_of({2: 10}, 40).value == 0.5


def test_nothing_counted_is_no_figure() -> None:
    nothing = [rate(0, 0), mean(0, 0, 0), share([0] * 6), quotient([0] * 6), quantile({}, 0.5)]
    assert nothing == [NOTHING] * 5


def test_students_quantiles() -> None:
    known = {1: 12.7062, 2: 4.3027, 5: 2.5706, 6: 2.4469, 10: 2.2281, 30: 2.0423, 120: 1.9799}
    assert {freedom: round(student(freedom), 4) for freedom in known} == pytest.approx(known, abs=2e-3)
