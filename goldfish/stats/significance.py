"""Tests of paired differences, and what keeps the errors of many tests, or of many looks, below a level."""

from __future__ import annotations

from math import erfc, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LEAST_CHANGED: Final = 30  # pairs that must differ: of fewer, which may be skewed, nothing can be said so surely

LEANS: Final = "the games that go the other way are few and go far, and a few more of them could turn it"
LEAST_LOST: Final = 5  # games: what a test of rates needs of each outcome
LEAST_SHARE_LOST: Final = 0.05  # of all games


def wins_decide(lost: int, games: int) -> bool:
    """Tell whether games are judged by how many were won, and not by the turn of the Victory Score.

    That is so where at least one in twenty was lost, and five at the least. In the usual thousand games these are
    enough for a card in the opening hand of one game in ten to have the five losses that a test of rates needs, and for
    two lists to have the thirty games that only one of them won. Of fewer the turn tells more, in which a game lost
    counts as the turn after the last; and which of both it is hangs less on the seed than on whether any game was lost.
    """
    return lost >= max(LEAST_LOST, LEAST_SHARE_LOST * games)


def paired_errors(steps: Sequence[int], seen: Sequence[int] = ()) -> float:
    """Return how many standard errors a sum of steps lies from 0, up or down, with one more step against it.

    It is a score test, which needs no estimate of the spread, so it holds for few steps that all go one way; steps that
    are 0 say nothing. One step more counts that goes against the sum as far as any of `steps` did, or of `seen`, which
    are those of all that is compared with the same games. Of steps of one size it is nearly McNemar's with the
    correction for whole numbers.

    Steps that go against the sum seldom and far are the danger: where they came too seldom by chance, both the sum is
    wrong and the sum of squares is too small. So the squares are those that would be there if the sum were 0 and more
    of these steps had made it so, by the ratio of cubes and squares: they lean as the variance of a mean does in
    `intervals.mean`. That a skewed sample has to be corrected by its third moment is shown by Johnson (Journal of the
    American Statistical Association 73, 1978).
    """
    total = sum(steps)
    sign = 1 if total > 0 else -1
    against = max(1, *(-sign * step for step in (*extremes([steps]), *seen)))
    left = abs(total) - against
    if left <= 0:
        return 0.0
    squares = sum(step * step for step in steps) + against**2
    cubes = sign * sum(step**3 for step in steps) - against**3
    return left / sqrt(squares + left * max(-cubes / squares, 0.0))


def plain_errors(steps: Sequence[int]) -> float:
    """Return how many standard errors a sum of steps lies from 0 where no step goes farther than others.

    It is the score test without what `paired_errors` allows for steps that came too seldom.
    """
    squares = sum(step * step for step in steps)
    return max(abs(sum(steps)) - 1, 0) / sqrt(squares) if squares else 0.0


def extremes(samples: Iterable[Sequence[int]]) -> tuple[int, int]:
    """Return how far the steps of samples go down and up; 0 where none goes there."""
    ends = [end for steps in samples if steps for end in (min(steps), max(steps))]
    return min(ends, default=0), max(ends, default=0)


def paired_chance(steps: Sequence[int], seen: Sequence[int] = ()) -> float:
    """Return the probability of a sum this far from 0, up or down, where nothing differs (see `paired_errors`)."""
    return _chance(paired_errors(steps, seen), steps)


def plain_chance(steps: Sequence[int]) -> float:
    """Return the probability as `paired_chance`, but where no step goes farther than others (see `plain_errors`)."""
    return _chance(plain_errors(steps), steps)


def _chance(errors: float, steps: Sequence[int]) -> float:
    return erfc(errors / sqrt(2)) if sum(map(bool, steps)) >= LEAST_CHANGED else 1.0


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
