"""Figures with their uncertainty: what was counted, and between which bounds the true value lies, at 95 %.

Every figure comes from whole numbers. Rates have Wilson's interval, means the normal one (Student's for few games),
quotients of counts that come several a game have the uncertainty of games, not of counts. Figures are rounded to four
places and other numbers of results to six, so that no system's last bit shows. What they are made of is not rounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEVEL: Final = 0.95
Z: Final = 1.959963984540054  # the normal quantile of 97.5 %
_PLACES: Final = 6
_SHOWN: Final = 4  # a hundredth of a per cent
_RULE_OF_THREE: Final = 3  # what happened in none of n games happens, at 95 %, in less than 3/n
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
    """Return the share of `count` in `n` with Wilson's interval; `games` is shown as the number, else `n`."""
    if n <= 0:
        return NOTHING
    share = count / n
    around = Z * Z / n
    middle = (share + around / 2) / (1 + around)
    half = Z / (1 + around) * sqrt(share * (1 - share) / n + around / (4 * n))
    low = 0.0 if count <= 0 else max(middle - half, 0.0)
    high = 1.0 if count >= n else min(middle + half, 1.0)
    return _figure(share, low, high, int(n) if games is None else games)


def mean(n: int, total: int, squares: int) -> Figure:
    """Return the mean of `n` whole numbers of 0 or more, from their sum and the sum of their squares.

    Where all were equal there is no spread to go by: then what happened in none of n games has a rate below 3/n, and
    the interval is that wide, as for numbers that differ by one.
    """
    if n <= 0:
        return NOTHING
    value = total / n
    if n == 1:
        return _figure(value, None, None, n)
    spread = n * squares - total * total
    half = student(n - 1) * sqrt(spread / (n * n * (n - 1))) if spread else _RULE_OF_THREE / n
    return _figure(value, max(value - half, 0.0), value + half, n)


def mean_of(hist: Mapping[int, int], games: int | None = None) -> Figure:
    """Return the mean of a histogram; with `games`, those that are not in it count as 0."""
    total = sum(value * count for value, count in hist.items())
    squares = sum(value * value * count for value, count in hist.items())
    return mean(sum(hist.values()) if games is None else games, total, squares)


def share(parts: Sequence[int]) -> Figure:
    """Return the share of y in x over all games, where y is a part of x and both come several a game.

    `parts` are: games with an x, sums of x, y, xx, xy and yy. What happens to two copies in one game is not
    independent: the interval is Wilson's for as many independent copies as would give the spread between games.
    """
    games, x, y, *_ = parts
    if x <= 0:
        return NOTHING
    value = y / x
    variance = _quotient_variance(parts)
    worth = float(games)
    if 0 < y < x and variance > 0:
        worth = min(float(x), max(value * (1 - value) / variance, 1.0))
    return rate(value * worth, worth, games)


def quotient(parts: Sequence[int]) -> Figure:
    """Return the sum of y by the sum of x over all games, with the uncertainty of games; `parts` as for `share`."""
    games, x, y, *_ = parts
    if x <= 0:
        return NOTHING
    value = y / x
    if games == 1:
        return _figure(value, None, None, games)
    variance = _quotient_variance(parts)
    half = student(games - 1) * sqrt(variance) if variance > 0 else _RULE_OF_THREE / games
    return _figure(value, max(value - half, 0.0), value + half, games)


def _quotient_variance(parts: Sequence[int]) -> float:
    games, x, y, xx, xy, yy = parts
    if games <= 1:
        return 0.0
    # The sum over games of (y - value * x) squared, times x squared: whole numbers, so that nothing is lost.
    spread = yy * x * x - 2 * y * x * xy + y * y * xx
    return spread / x**4 * games / (games - 1)


def quantile(hist: Mapping[int, int], q: float, beyond: int = 0) -> Figure:
    """Return the `q` quantile of a histogram; `beyond` games have a value above all in it (a turn never reached).

    The interval is between two of the values in their order, by the binomial. None is a value beyond.
    """
    n = sum(hist.values()) + beyond
    if n == 0:
        return NOTHING
    half = Z * sqrt(n * q * (1 - q))
    ranks = (ceil(n * q), floor(n * q - half), ceil(n * q + half) + 1)
    value, low, high = (_ranked(hist, min(max(rank, 1), n)) for rank in ranks)
    return Figure(value, low, high, n)


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
