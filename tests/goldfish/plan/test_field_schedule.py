"""The schedule of a field: shares are kept at any time, seats are balanced, and weights and seed decide alone."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riftcheck.goldfish.plan.field_schedule import GAMES_TOGETHER, FieldSchedule, exact_weight
from tests.examples import examples

WEIGHTS = st.lists(st.one_of(st.integers(1, 12), st.sampled_from([0.1, 0.25, 7.5, 33.3, 100])), min_size=1, max_size=12)
SEEDS = st.integers(0, 2**63 - 1)


@settings(max_examples=examples(80), deadline=None)
@given(WEIGHTS, SEEDS)
def test_each_list_is_always_less_than_a_pair_from_its_share(weights: list[float], seed: int) -> None:
    schedule = FieldSchedule(weights, seed)
    shares = [exact_weight(weight) / sum(map(exact_weight, weights)) for weight in weights]
    met = [0] * len(weights)
    for pair in range(150):
        met[schedule.list_of(GAMES_TOGETHER * pair)] += 1
        assert all(abs(count - share * (pair + 1)) < 1 for count, share in zip(met, shares, strict=True))


@settings(max_examples=examples(40), deadline=None)
@given(WEIGHTS, SEEDS, st.integers(0, 400))
def test_both_games_of_a_pair_meet_the_same_list(weights: list[float], seed: int, pair: int) -> None:
    schedule = FieldSchedule(weights, seed)
    assert schedule.list_of(2 * pair) == schedule.list_of(2 * pair + 1)


@settings(max_examples=examples(40), deadline=None)
@given(WEIGHTS, SEEDS, st.permutations(range(300)))
def test_games_may_be_asked_for_in_any_order(weights: list[float], seed: int, order: list[int]) -> None:
    rising = FieldSchedule(weights, seed)
    expected = [rising.list_of(index) for index in range(300)]
    schedule = FieldSchedule(weights, seed)
    assert {index: schedule.list_of(index) for index in order} == dict(enumerate(expected))


def test_shares_are_met_exactly_where_games_can_be_shared_out() -> None:
    schedule = FieldSchedule([1] * 8, 7)
    assert Counter(schedule.list_of(index) for index in range(160)) == dict.fromkeys(range(8), 20)
    assert sorted(schedule.list_of(index) for index in range(0, 16, 2)) == list(range(8))
    schedule = FieldSchedule([12, 7.5, 0.5], 7)
    assert Counter(schedule.list_of(index) for index in range(80)) == {0: 48, 1: 30, 2: 2}
    schedule = FieldSchedule([3.1, 96.9], 7)
    assert sum(schedule.list_of(index) == 0 for index in range(1000)) in (30, 32)


def test_weights_are_shares_and_not_sizes() -> None:
    small, large = FieldSchedule([0.1, 0.2, 0.3], 5), FieldSchedule([100, 200, 300], 5)
    assert [small.list_of(index) for index in range(100)] == [large.list_of(index) for index in range(100)]


def test_the_seed_decides_between_lists_that_have_waited_alike() -> None:
    firsts = Counter(FieldSchedule([1, 1, 1, 1], seed).list_of(0) for seed in range(200))
    assert set(firsts) == set(range(4))
    assert min(firsts.values()) > 25


@pytest.mark.parametrize("weights", [[1e-300, 1e300], [5e-324, 1], [10**400, 0.5]])
def test_weights_may_be_far_apart(weights: list[float]) -> None:
    schedule = FieldSchedule(weights, 1)
    heavy = max(range(2), key=weights.__getitem__)
    assert {schedule.list_of(index) for index in range(200)} == {heavy}


def test_a_list_alone_is_always_met() -> None:
    assert {FieldSchedule([0.3], 1).list_of(index) for index in (0, 1, 10**9)} == {0}


def test_a_weight_is_what_its_decimals_say() -> None:
    assert exact_weight(0.1) == Fraction(1, 10)
    with pytest.raises(ValueError, match="nan"):
        exact_weight(float("nan"))
