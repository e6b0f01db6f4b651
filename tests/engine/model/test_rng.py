"""Random numbers: what is written out for speed does what the plain functions do."""

from __future__ import annotations

import pytest

from riftcheck.engine.model.rng import WARM_UP, below, following, shuffle, stream


@pytest.mark.parametrize("seed", range(40))
def test_shuffling_takes_a_number_below_each_place(seed: int) -> None:
    rng, plain = stream(seed, "deck 0"), stream(seed, "deck 0")
    cards, wanted = list(range(40)), list(range(40))
    shuffle(rng, cards)
    for last in range(39, 0, -1):
        other = below(plain, last + 1)
        wanted[last], wanted[other] = wanted[other], wanted[last]
    assert (cards, rng) == (wanted, plain)


def test_the_first_number_is_below_one_place_or_two() -> None:
    for out in (0, 1, 2**31 - 1, 2**31, 2**32 - 1):
        # Four numbers of a generator of which the next is `out`.
        rng, cards = [out, 0, 0, 0], [7, 8]
        assert following(rng[:]) == out
        shuffle(rng, cards)
        assert cards == ([8, 7] if out < 2**31 else [7, 8])


def test_a_stream_has_been_warmed_up() -> None:
    assert stream(7, "deck 0")[3] == WARM_UP + 1
    assert stream(7, "deck 0") != stream(7, "deck 1") != stream(8, "deck 1")
