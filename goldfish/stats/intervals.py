"""Figures with their uncertainty: what was counted, and between which bounds the true value lies, at 95 %.

Every figure comes from whole numbers. Rates have Wilson's interval, as Brown, Cai and DasGupta mend it for few events
(Statistical Science 16, 2001). Means have a score interval like it that leans by their skewness; quotients of counts
that come several a game have the uncertainty of games, not of counts. Figures are rounded to four
places and other numbers of results to six, so that no system's last bit shows. What they are made of is not rounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, inf, sqrt
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEVEL: Final = 0.95
Z: Final = 1.959963984540054  # the normal quantile of 97.5 %
_PLACES: Final = 6
_SHOWN: Final = 4  # a hundredth of a per cent
LEAST: Final = 20  # numbers, or games of a share; of fewer there are no bounds
# What makes numbers skewed must have come as often as this for a bound on its side: n numbers that are 0 but for k that
# are 1 have a skewness of nearly the root of n/k.
SEEN: Final = 10
_FEW: Final = (0.051293, 0.355362, 0.817691)  # of 1 to 3 events: the rate of which so many come 5 times in 100
_T: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582)  # Student's quantiles of 1 to 5 degrees of freedom


@dataclass(frozen=True, slots=True)
class Figure:
    """A value from `n` games (or what the figure says it counts), with the bounds of its interval.

    `value` is None where nothing was counted, or where a turn lies beyond the last one played. A bound is None where
    nothing bounds it.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


NOTHING: Final = Figure(None, None, None, 0)


def rate(count: float, n: float, games: int | None = None) -> Figure:
    """Return the share of `count` in `n` with Wilson's interval; `games` is shown as the number, else `n`.

    Where at most 3 are in, or are not, the bound on that side is the rate of which so many come 5 times in 100.
    """
    if n <= 0:
        return NOTHING
    low, high = wilson(count, n)
    return _figure(count / n, low, high, int(n) if games is None else games)


def wilson(count: float, n: float) -> tuple[float, float]:
    """Return the bounds of Wilson's interval of the share of `count` in `n`, which is above 0; they are not rounded."""
    share = count / n
    around = Z * Z / n
    middle = (share + around / 2) / (1 + around)
    half = Z / (1 + around) * sqrt(share * (1 - share) / n + around / (4 * n))
    low = 0.0 if count <= 0 else min(max(middle - half, 0.0), _rate_of_few(count) / n)
    high = 1.0 if count >= n else max(min(middle + half, 1.0), 1 - _rate_of_few(n - count) / n)
    return low, high


def _rate_of_few(count: float) -> float:
    """Return the events of a Poisson distribution that gives this many or more 5 times in 100; of more than 3 any."""
    if count > len(_FEW):
        return inf
    whole = int(count)
    below = _FEW[whole - 1] if whole else 0.0
    return below if count == whole else below + (count - whole) * (_FEW[whole] - below)


def mean(n: int, total: int, squares: int, cubes: int) -> Figure:
    """Return the mean of `n` whole numbers of 0 or more, from the sums of the numbers, their squares and their cubes.

    It has no bounds where the numbers are fewer than `LEAST` or all equal. It has none on the side of their tail where
    they are so skewed that what made them so came less than about `SEEN` times: what is rarer, and was not seen yet,
    may lie anywhere there.
    """
    if n <= 0:
        return NOTHING
    spread = n * squares - total * total
    third = n * n * cubes - 3 * n * total * squares + 2 * total**3
    return _skewed(total / n, n, spread / (n * n), third / n**3)


def mean_of(hist: Mapping[int, int], games: int | None = None) -> Figure:
    """Return the mean of a histogram; with `games`, those that are not in it count as 0."""
    total, squares, cubes = (sum(value**power * count for value, count in hist.items()) for power in (1, 2, 3))
    return mean(sum(hist.values()) if games is None else games, total, squares, cubes)


def share(parts: Sequence[int]) -> Figure:
    """Return the share of y in x over all games, where y is a part of x and both come several a game.

    `parts` are: games with an x, sums of x, y, xx, xy and yy. What happens to two copies in one game is not
    independent: the interval is Wilson's for as many independent copies as would give the spread between games. Of
    fewer than `LEAST` games that spread is not known, and there are no bounds.
    """
    games, x, y, *_ = parts
    if x <= 0:
        return NOTHING
    value = y / x
    if games < LEAST:
        return _figure(value, None, None, games)
    worth = float(games)
    if 0 < y < x and games > 1:
        variance = _spread(parts) / x**2 * games / (games - 1)
        if variance > 0:
            worth = min(float(x), max(value * (1 - value) / variance, 1.0))
    return rate(value * worth, worth, games)


def quotient(parts: Sequence[int]) -> Figure:
    """Return the sum of y by the sum of x over all games, with the uncertainty of games; it has bounds as a mean has.

    `parts` are those of `share`, and the sums of xxx, xxy, xyy and yyy.
    """
    games, x, y, _, _, _, xxx, xxy, xyy, yyy = parts
    if x <= 0:
        return NOTHING
    # The sum over games of (y * X - x * Y) cubed, x and y being the sums: whole numbers, so that nothing is lost.
    cubes = yyy * x**3 - 3 * x * x * y * xyy + 3 * x * y * y * xxy - y**3 * xxx
    of_one = games / x
    return _skewed(y / x, games, _spread(parts) / games * of_one**2, cubes / x**3 / games * of_one**3)


def _spread(parts: Sequence[int]) -> float:
    """Return the sum over games of the squares of what y lies above the part of x that it is on the whole."""
    _, x, y, xx, xy, yy, *_ = parts
    return (yy * x * x - 2 * x * y * xy + y * y * xx) / x**2


def _skewed(value: float, n: int, variance: float, third: float) -> Figure:
    """Return a mean of n numbers with these second and third moments about it, with its interval.

    The bounds are those true means from which the mean lies Student's quantile of standard errors away, where the
    variance changes with the true mean as the third moment has it: numbers with a long tail upwards vary more where
    their mean is higher. It is Wilson's interval for whatever is skewed: of numbers that are 0 or 1 it is nearly the
    same.
    """
    if n < LEAST or variance <= 0:
        return _figure(value, None, None, n)
    slope = third / variance * n / (n - 2)  # of the variance by the mean
    room = student(n - 1) ** 2 / n
    shift = room * slope / 2
    reach = sqrt(shift * shift + room * variance * n / (n - 1))
    low, high = max(value + shift - reach, 0.0), value + shift + reach
    seen = n * variance**3 / third**2 if third else inf
    if seen >= SEEN:
        return _figure(value, low, high, n)
    # The other bound is that of few events, as a rate has it.
    without = (seen - _rate_of_few(seen)) * abs(slope) / n
    if third > 0:
        return _figure(value, max(min(low, value - without), 0.0), None, n)
    return _figure(value, None, max(high, value + without), n)


def quantile(hist: Mapping[int, int], q: float, beyond: int = 0) -> Figure:
    """Return the `q` quantile of a histogram; `beyond` games have a value above all in it (a turn never reached).

    The interval is between two of the values in their order, by the binomial; values are 0 or more, and where the games
    are too few for a value to be the upper bound, it is None. None is a value beyond, too.
    """
    n = sum(hist.values()) + beyond
    if n == 0:
        return NOTHING
    half = Z * sqrt(n * q * (1 - q))
    below, above = floor(n * q - half), ceil(n * q + half) + 1
    low = _ranked(hist, below) if below >= 1 else 0.0
    high = _ranked(hist, above) if above <= n else None
    return Figure(_ranked(hist, ceil(n * q)), low, high, n)


def _ranked(hist: Mapping[int, int], rank: int) -> float | None:
    passed = 0
    for value in sorted(hist):
        passed += hist[value]
        if passed >= rank:
            return float(value)
    return None


def student(freedom: int) -> float:
    """Return Student's quantile of 97.5 % for so many degrees of freedom."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    z = Z
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def rounded(value: float) -> float:
    """Return a number as results hold it, to six places."""
    return round(value, _PLACES) + 0.0  # no minus zero


def _figure(value: float, low: float | None, high: float | None, n: int) -> Figure:
    lower, upper = (None if bound is None else round(bound, _SHOWN) + 0.0 for bound in (low, high))
    return Figure(round(value, _SHOWN) + 0.0, lower, upper, n)
