"""Probabilities corrected for their number: of many comparisons a few look like something by chance alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def holm(chances: Sequence[float]) -> list[float]:
    """Return probabilities corrected for their number by Holm's method, in the order given."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    corrected = [0.0] * len(chances)
    highest = 0.0
    for passed, place in enumerate(order):
        highest = max(highest, min(1.0, chances[place] * (len(chances) - passed)))
        corrected[place] = highest
    return corrected
