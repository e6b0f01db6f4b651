"""Words of the language as the engine has them: bits, and comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from collections.abc import Callable

DOMAIN_BITS: Final = {"Fury": 1, "Calm": 2, "Mind": 4, "Body": 8, "Chaos": 16, "Order": 32}
NOUN_BITS: Final = {
    "unit": w.UNIT,
    "gear": w.GEAR,
    "Equipment": w.EQUIPMENT,
    "rune": w.RUNE,
    "legend": w.LEGEND,
    "permanent": w.PERMANENT,
    "battlefield": w.BATTLEFIELD,
    "spell": w.SPELL,
    "champion": w.CHAMPION,
    "chosen champion": w.CHAMPION,
    "card": w.MAIN_DECK,
    "something": w.PERMANENT | w.LEGEND | w.RUNE | w.SPELL,
}
OPERATORS: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
