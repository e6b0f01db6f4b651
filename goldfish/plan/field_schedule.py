"""The schedule of a field: which of its lists is met in the game of a number."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Final

from riftcheck.engine.model.rng import shuffle, stream

if TYPE_CHECKING:
    from collections.abc import Sequence

# Games in a row against the same list: one that the player begins and one that the opponent begins, where each begins
# in turn.
GAMES_TOGETHER: Final = 2


def exact_weight(weight: float) -> Fraction:
    """Return a weight as the fraction that its decimals say: 0.1 is one tenth.

    :raises ValueError: if it is infinite, or no number.
    """
    return Fraction(weight) if isinstance(weight, int) else Fraction(str(weight))


class FieldSchedule:
    """Lists with weights, given to pairs of games so that each list always has close to its share of them.

    Games 0 and 1 are a pair, then 2 and 3, and so on. It is Tijdeman's method (The chairman assignment problem, 1980):
    after any number of pairs each list has been met in less than one pair more, or fewer, than its share of them. The
    seed decides between lists that have waited alike. The same weights and seed give the same schedule.
    """

    __slots__ = ("_behind", "_lists", "_order", "_period", "_scales", "_total", "_weights")

    def __init__(self, weights: Sequence[float], seed: int) -> None:
        exact = [exact_weight(weight) for weight in weights]
        whole = [int(one * lcm(*(other.denominator for other in exact))) for one in exact]
        divisor = gcd(*whole)
        self._weights = [number // divisor for number in whole]
        self._total = sum(self._weights)
        # With n lists: 2n - 2 times how many pairs a list is behind its share, in parts of the total.
        self._behind = [0] * len(weights)
        self._period = self._total
        common = lcm(*self._weights)
        self._scales = [common // weight for weight in self._weights]
        self._order = list(range(len(weights)))
        shuffle(stream(seed, "field"), self._order)
        # The lists of the pairs so far: after `_period` of them all have exactly their shares, and it begins anew.
        self._lists: list[int] = []

    def list_of(self, index: int) -> int:
        """Return the place of the list that is met in the game of a number, from 0."""
        pair = index // GAMES_TOGETHER % self._period
        while len(self._lists) <= pair:
            self._lists.append(self._following())
        return self._lists[pair]

    def _following(self) -> int:
        """Return the list of the next pair: of those that are behind enough, the one that can wait least."""
        weights, behind, total = self._weights, self._behind, self._total
        bound = 2 * len(weights) - 2
        if not bound:
            return 0
        for place, weight in enumerate(weights):
            behind[place] += bound * weight
        # How long a list can wait until it is a pair behind, but for 1 in `bound`.
        latest = total * (bound - 1)
        due = [place for place in self._order if behind[place] >= total]
        found = min(due, key=lambda place: (latest - behind[place]) * self._scales[place])
        behind[found] -= bound * total
        return found
