"""A list of Neeko alone, without and with legends for her to add."""

from __future__ import annotations

from typing import Any, Final

from tests.hosts import GUESTS

NEEKO: Final = "Neeko, Blending In"
ALONE: Final[dict[str, Any]] = {
    "legend": "Loose Cannon",
    "main": [{"name": NEEKO, "count": 40}],
    "runes": [{"name": "Fury Rune", "count": 12}],
    "battlefields": ["Altar to Unity"],
}
HOSTING: Final[dict[str, Any]] = ALONE | {"extra_legends": list(GUESTS)}
