"""Wilson intervals and Holm's correction agree with statsmodels, an independent implementation."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from riftcheck.goldfish.stats.intervals import LEVEL, wilson
from riftcheck.goldfish.stats.significance import holm
from tests.examples import examples

FEW = 3  # up to 3 events (or non-events), the bound on that side is the one of Brown, Cai and DasGupta

counts = st.integers(1, 10**6).flatmap(
    lambda n: st.tuples(st.one_of(st.integers(0, n), st.floats(0, n, allow_subnormal=False)), st.just(n))
)
chances = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0, 0.01, 0.05, 1])), min_size=1, max_size=40)


@settings(max_examples=examples(400))
@given(counts)
@example((4, 8))
@example((3, 6))
@example((0, 1))
@example((1, 1))
def test_wilson_intervals_are_those_of_statsmodels(counted: tuple[float, int]) -> None:
    from statsmodels.stats.proportion import proportion_confint

    count, n = counted
    low, high = proportion_confint(count, n, alpha=1 - LEVEL, method="wilson")
    ours = wilson(count, n)
    # For few events the interval of riftcheck is wider on that side. It is never narrower.
    assert ours[0] == pytest.approx(low, abs=1e-12) if count > FEW else ours[0] <= low + 1e-12
    assert ours[1] == pytest.approx(high, abs=1e-12) if n - count > FEW else ours[1] >= high - 1e-12


@settings(max_examples=examples(400))
@given(chances)
@example([0.05, 0.05, 0.05])
@example([0.04, 0.03, 0.01])
def test_corrected_probabilities_are_those_of_statsmodels(uncorrected: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests

    with patch("gc.collect"):  # which multipletests calls each time
        corrected = multipletests(uncorrected, method="holm")[1]
    assert holm(uncorrected) == pytest.approx(corrected, abs=1e-12)
