"""Intervals hold the true value about 95 times in a hundred, and say nothing where nothing was counted."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import comb, exp, factorial, sqrt
from typing import TYPE_CHECKING

import pytest

from riftcheck.goldfish.stats.intervals import (
    LEAST,
    NOTHING,
    Figure,
    mean,
    mean_of,
    quantile,
    quotient,
    rate,
    share,
    student,
)
from riftcheck.goldfish.stats.tally import Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

REPEATS = 1000
HELD_LEAST, HELD_MOST = 0.93, 0.975


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
    return HELD_LEAST <= hits / REPEATS <= HELD_MOST


def test_wilson_is_as_published() -> None:
    # Newcombe 1998, table I: 81 of 263 and 1 of 29.
    one = rate(81, 263)
    assert ends(one, 4) == (0.2553, 0.3662)
    assert ends(rate(9, 29), 4) == (0.1728, 0.4923)
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
    assert min(covers) > 0.92


@pytest.mark.parametrize("n", [5, 20, 60, 200])
def test_rates_of_few_events_are_covered(n: int) -> None:
    """Exactly, where Wilson's own interval holds the true rate 84 times in 100: a rate of 0.17 events."""
    bounds = [rate(count, n) for count in range(n + 1)]
    for step in range(1, 400):
        for p in (step / 100 / n, 1 - step / 100 / n):
            odds = (comb(n, count) * p**count * (1 - p) ** (n - count) for count in range(n + 1))
            held = sum(odd for odd, bound in zip(odds, bounds, strict=True) if holds(bound, p))
            assert held > 0.91


def test_few_events_have_the_rate_of_which_so_many_come_five_times_in_a_hundred() -> None:
    # Brown, Cai and DasGupta: half the quantile of 5 % of chi squared with twice as many degrees of freedom as events.
    assert [ends(rate(count, 100), 4)[0] for count in (1, 2, 3)] == [0.0005, 0.0036, 0.0082]
    assert [ends(rate(100 - count, 100), 4)[1] for count in (1, 2, 3)] == [0.9995, 0.9964, 0.9918]
    for events, least in ((1, 0.051293), (2, 0.355362), (3, 0.817691)):
        rarer = sum(exp(-least) * least**count / factorial(count) for count in range(events))
        assert rarer == pytest.approx(0.95, abs=1e-6)
    lows = [rate(count / 10, 100).low for count in range(61)]
    assert lows == sorted(lows, key=lambda low: low or 0)  # shares have parts of an event


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
    [(dice, 14, LEAST, HELD_LEAST), (dice, 14, 40, HELD_LEAST), (skewed, 2, 50, 0.92), (skewed, 2, 300, HELD_LEAST)],
    ids=["few games", "games", "a long tail in few games", "a long tail"],
)
def test_means_are_covered(draw: Callable[[random.Random], int], true: float, n: int, least: float) -> None:
    rng = random.Random(n)
    hits = 0
    for _ in range(REPEATS):
        numbers = [draw(rng) for _ in range(n)]
        figure = mean(n, *powers(numbers))
        hits += not missed(figure, true)
    assert least <= hits / REPEATS <= HELD_MOST


def powers(numbers: Iterable[int]) -> tuple[int, int, int]:
    """Return the sums of numbers, of their squares and of their cubes."""
    one, two, three = (sum(number**power for number in numbers) for power in (1, 2, 3))
    return one, two, three


def missed(figure: Figure, true: float) -> int:
    """Return -1 if the true value is below the interval, 1 if it is above, else 0; a side without a bound is open."""
    if figure.low is not None and true < figure.low:
        return -1
    return int(figure.high is not None and true > figure.high)


def rare_cards(rng: random.Random, p: float) -> int:
    """Return cards drawn on a turn: one, and four more where a spell draws them."""
    return 5 if rng.random() < p else 1


def rare_losses(rng: random.Random, p: float) -> int:
    """Return points, 8 but for some games, which end with 0 to 3."""
    return rng.randint(0, 3) if rng.random() < p else 8


def rare_events(rng: random.Random, p: float) -> int:
    """Return 0, and now and then 1 to 3."""
    return rng.randint(1, 3) if rng.random() < p else 0


@pytest.mark.parametrize("p", [0.005, 0.02, 0.05, 0.1])
@pytest.mark.parametrize(("draw", "without", "jump"), [(rare_cards, 1, 4), (rare_losses, 8, -6.5), (rare_events, 0, 2)])
def test_means_of_rare_and_skewed_counts_are_covered(
    draw: Callable[[random.Random, float], int], without: float, jump: float, p: float
) -> None:
    """The interval that does not lean is missed by far more, nearly always on the side of the tail."""
    rng = random.Random(6)
    n = 200
    misses: Counter[int] = Counter()
    straight = shown = 0
    for _ in range(REPEATS):
        numbers = [draw(rng, p) for _ in range(n)]
        figure = mean(n, *powers(numbers))
        misses[missed(figure, without + jump * p)] += 1
        shown += figure.low is not None and figure.high is not None
        total, squares, _ = powers(numbers)
        half = student(n - 1) * sqrt((squares / n - (total / n) ** 2) / (n - 1)) or 3 / n
        straight += abs(total / n - without - jump * p) > half
    assert misses[0] > 0.91 * REPEATS
    if p == 0.005:
        assert shown == 0
        assert straight > 0.2 * REPEATS or draw is rare_events
    if p == 0.1:
        assert shown > 0.9 * REPEATS


def test_the_mean_of_what_is_or_is_not_has_the_interval_of_a_rate() -> None:
    """By hand: d is how far a bound lies, dd = room (variance + slope d), of 20 in 200 with Student's 1.971957."""
    figure = mean(200, 20, 20, 20)
    room = 1.971957**2 / 200
    variance, slope = 0.1 * 0.9 * 200 / 199, (1 - 2 * 0.1) * 200 / 198
    root = sqrt((room * slope / 2) ** 2 + room * variance)
    assert ends(figure, 4) == (round(0.1 + room * slope / 2 - root, 4), round(0.1 + room * slope / 2 + root, 4))
    assert ends(figure, 4) == pytest.approx(ends(rate(20, 200)), abs=0.002)


def test_the_interval_of_a_mean_leans_to_its_tail() -> None:
    numbers = [0] * 170 + [1] * 15 + [4] * 15
    figure = mean_of(Counter(numbers))
    low, high = ends(figure)
    assert figure.value is not None
    assert high - figure.value > 1.2 * (figure.value - low) > 0
    mirrored = mean_of(Counter(9 - number for number in numbers))
    assert ends(mirrored, 3) == (round(9 - high, 3), round(9 - low, 3))


def test_the_interval_of_numbers_without_a_tail_is_students() -> None:
    # 1 to 25: the variance is 54 1/6, that of the mean 2 1/6; Student's quantile of 24 degrees of freedom is 2.063899.
    even = mean_of(dict.fromkeys(range(1, 26), 1))
    half = 2.063899 * sqrt(54.1666667 / 25)
    assert ends(even, 3) == (round(13 - half, 3), round(13 + half, 3))


def test_numbers_that_are_too_few_or_equal_have_a_mean_and_no_bounds() -> None:
    for figure in (mean_of(dict.fromkeys(range(LEAST - 1), 1)), mean_of({3: 500}), mean_of({0: 400})):
        assert figure.value is not None
        assert (figure.low, figure.high) == (None, None)
    assert None not in (mean_of(dict.fromkeys(range(LEAST), 1)).low, mean_of(dict.fromkeys(range(LEAST), 1)).high)


def test_what_was_seen_too_rarely_leaves_the_side_of_its_tail_open() -> None:
    # Of k in 200 the skewness squared is (1 - 2p)^2 / (p (1 - p)): with it 8 weigh as 9.1, 9 as 10.4.
    for few in (1, 2, 3, 8):
        upwards, downwards = mean_of({0: 200 - few, 1: few}), mean_of({8: 200 - few, 7: few})
        assert (upwards.high, downwards.low) == (None, None)
        assert upwards.low == pytest.approx(ends(rate(few, 200))[0], abs=1e-3)
        assert downwards.high == pytest.approx(8 - ends(rate(few, 200))[0], abs=1e-3)
    assert None not in (mean_of({0: 191, 1: 9}).low, mean_of({0: 191, 1: 9}).high)
    assert None not in (mean_of({8: 191, 7: 9}).low, mean_of({8: 191, 7: 9}).high)


def clustered(rng: random.Random, games: int) -> list[int]:
    """Return the sums of games with one to three copies that all fare alike, well 3 times in 10."""
    counts = Counts()
    for _ in range(games):
        x = rng.randint(1, 3)
        counts.note_quotient("", x, x if rng.random() < 0.3 else 0)
    return counts.sums[""]


def test_a_quotient_has_the_interval_of_the_mean_where_every_game_has_one_copy() -> None:
    rng = random.Random(2)
    numbers = [skewed(rng) for _ in range(50)]
    counts = Counts()
    for number in numbers:
        counts.note_quotient("", 1, number)
    assert quotient(counts.sums[""]) == mean_of(Counter(numbers))


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


def test_quantiles_of_few_games_are_open_where_no_value_bounds_them() -> None:
    assert quantile({5: 3}, 0.5).to_json() == {"value": 5, "low": 0, "high": None, "n": 3}
    assert quantile({0: 3, 1: 22}, 0.1).to_json() == {"value": 0, "low": 0, "high": 1, "n": 25}
    assert quantile({0: 3, 1: 22}, 0.9).high is None


def test_quantiles_are_values_in_their_order() -> None:
    hist = dict.fromkeys(range(1, 101), 1)
    assert [quantile(hist, q).value for q in (0.1, 0.5, 0.9)] == [10, 50, 90]
    assert (quantile(hist, 0.5).low, quantile(hist, 0.5).high) == (40, 61)


def test_the_share_of_few_games_has_no_bounds() -> None:
    """In few games the spread between them is not known: Wilson's intervals missed the true share twice too often."""
    rng = random.Random(9)
    for games in (1, 2, 6, LEAST - 1):
        figure = share(clustered(rng, games))
        assert (figure.low, figure.high, figure.n) == (None, None, games)
        assert figure.value is not None
    hits = sum(holds(share(clustered(rng, LEAST)), 0.3) for _ in range(REPEATS))
    assert covered(hits)
    assert share([LEAST - 1, 40, 0, 90, 0, 0]).high is None


def test_equal_shares_still_have_an_interval() -> None:
    assert ends(share([20, 40, 0, 80, 0, 0]))[1] > 0.1
    assert quotient([10, 10, 20, 10, 20, 40, 10, 20, 40, 80]).to_json() == {
        "value": 2,
        "low": None,
        "high": None,
        "n": 10,
    }


def test_one_game_has_a_mean_and_no_bounds() -> None:
    assert mean(1, 4, 16, 64).to_json() == {"value": 4, "low": None, "high": None, "n": 1}
    assert quotient([1, 2, 3, 4, 6, 9, 8, 12, 18, 27]).low is None


def test_games_that_are_not_in_a_histogram_count_as_0() -> None:
    assert mean_of({2: 10}, 40).value == 0.5


def test_nothing_counted_is_no_figure() -> None:
    nothing = [rate(0, 0), mean(0, 0, 0, 0), share([0] * 6), quotient([0] * 10), quantile({}, 0.5)]
    assert nothing == [NOTHING] * 5


def test_students_quantiles() -> None:
    known = {1: 12.7062, 2: 4.3027, 5: 2.5706, 6: 2.4469, 10: 2.2281, 30: 2.0423, 120: 1.9799}
    assert {freedom: round(student(freedom), 4) for freedom in known} == pytest.approx(known, abs=2e-3)
