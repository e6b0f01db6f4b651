"""Numbers and names as people read them: each figure with its interval, names without what cannot be printed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEAST: Final = 0.05  # per cent; what would be shown as 0.0
_WIDE: Final = frozenset("WF")
NONE: Final = "-"
LATER: Final = "later"


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure in a table: `value`, how `far` the farther bound of its interval is, and the interval, as text.

    `share` is the value as a part of one, for shades; None where it is not a rate. `marked`: it has to be read with
    the flags of the result.
    """

    value: str
    far: str = ""
    interval: str = ""
    share: float | None = None
    marked: bool = False

    def short(self, sign: str = "\N{PLUS-MINUS SIGN}") -> str:
        """Return the value and how far the farther bound of its interval is, with a star where it is marked."""
        around = f"{sign}{self.far}" if self.far else f" ({self.interval})" if self.interval else ""
        return f"{self.value}{around}{'*' * self.marked}"


def display_width(text: str) -> int:
    """Return the width of a text in columns of a terminal."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in _WIDE else 1


def wrap_words(text: str, wide: int) -> list[str]:
    """Return a text as lines of at most so many columns, broken at spaces; a longer word is broken where it must be."""
    lines = [""]
    for word in text.split():
        for part in _pieces(word, wide):
            longer = f"{lines[-1]} {part}" if lines[-1] else part
            if display_width(longer) <= wide:
                lines[-1] = longer
            else:
                lines.append(part)
    return lines


def _pieces(word: str, wide: int) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and display_width(pieces[-1]) + _columns(letter) > wide:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def percent(figure: Mapping[str, Any]) -> Cell:
    """Return a rate in per cent; certain and impossible only where they are exactly that."""
    if figure["value"] is None:
        return Cell(NONE)
    low, high = figure["low"], figure["high"]
    if low is None or high is None:
        return Cell(_percent(figure["value"]), share=figure["value"], marked="flags" in figure)
    return Cell(
        _percent(figure["value"]),
        f"{_farther(figure) * 100:.1f}",
        f"{low * 100:.1f}-{high * 100:.1f}",
        figure["value"],
        "flags" in figure,
    )


def _farther(figure: Mapping[str, Any]) -> float:
    """Return the distance from a value to its farther bound: of a share of 0 the upper one, within what is shown."""
    far: float = max(figure["high"] - figure["value"], figure["value"] - figure["low"])
    return far


def _percent(value: float) -> str:
    hundred = value * 100
    if 0 < hundred < _LEAST:
        return "<0.1"
    if 100 - _LEAST <= hundred < 100:  # noqa: PLR2004 (per cent)
        return ">99.9"
    return f"{hundred:.1f}"


def number(figure: Mapping[str, Any]) -> Cell:
    """Return a mean, to two places."""
    if figure["value"] is None:
        return Cell(NONE)
    value, low, high = (figure[key] for key in ("value", "low", "high"))
    if low is None or high is None:
        return Cell(f"{value:.2f}", marked="flags" in figure)
    return Cell(f"{value:.2f}", f"{_farther(figure):.2f}", f"{low:.2f}-{high:.2f}", marked="flags" in figure)


def signed(figure: Mapping[str, Any], times: float = 1, places: int = 2) -> Cell:
    """Return a difference with its sign, so many times itself, to so many places."""
    if figure["value"] is None:
        return Cell(NONE)
    value, low, high = (f"{figure[key] * times:+.{places}f}" for key in ("value", "low", "high"))
    return Cell(value, f"{_farther(figure) * times:.{places}f}", f"{low} to {high}", marked="flags" in figure)


def signed_percent(figure: Mapping[str, Any]) -> Cell:
    """Return a difference of rates in points of a hundred."""
    return signed(figure, 100, 1)


def turn(figure: Mapping[str, Any]) -> Cell:
    """Return a quantile of turns or of whole numbers; what lies beyond the last turn is `later`."""
    if not figure["n"]:
        return Cell(NONE)
    value, low, high = (LATER if figure[key] is None else f"{figure[key]:g}" for key in ("value", "low", "high"))
    return Cell(value, "", "" if low == LATER else f"{low}-{high}", marked="flags" in figure)


def probability(value: float | None) -> str:
    """Return an exact probability in per cent."""
    return NONE if value is None else _percent(value)
