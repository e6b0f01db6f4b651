"""The number of examples of a property test, by the profile that a run is given."""

from __future__ import annotations

from typing import Final

from hypothesis import settings

_DEFAULT: Final = 100  # examples of the profile `default`


def examples(count: int) -> int:
    """Return `count` scaled by the profile: a quarter under `quick`, 200 times as many under `fuzz`."""
    return max(1, count * settings().max_examples // _DEFAULT)
