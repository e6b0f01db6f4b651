"""What every generated client has to find out from the server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

HERE = ROOT / "tests" / "generated"
LEGAL = ROOT / "tests" / "fixtures" / "lists" / "list-072.txt"  # on the day that the programs name


def check_told(printed: str, db: CardDatabase) -> None:
    """Hold what a program printed against what it should have been told."""
    told = json.loads(printed)
    assert told["legal"] == {"verdict": "legal", "codes": []}
    assert told["illegal"]["verdict"] == "illegal"
    assert {"legend-count", "champion-missing", "main-size", "rune-count"} <= set(told["illegal"]["codes"])
    assert sorted(told["names"]) == sorted(card.name for card in db.cards)
    assert (told["state"], told["games"]) == ("done", 4)
    assert 0 <= told["won"] <= 1
