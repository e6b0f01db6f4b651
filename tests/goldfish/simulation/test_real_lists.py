"""Real lists are played as they are, on a day on which they are legal."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

import pytest
import yaml

import riftcheck
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.validator.report import Options
from riftcheck.validator.timeline import legal_days, timeline
from tests.goldfish.game_lists import LISTS

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

# The day in the options of a history does not matter.
ANY_DAY: Final = date(2026, 11, 22)
ENTRIES: Final = [
    one["id"] for one in yaml.load((LISTS / "expected.yaml").read_text("utf-8"), yaml.CSafeLoader)["lists"]
]


def _text(name: str) -> str:
    return (LISTS / f"{name}.txt").read_text("utf-8")


def _legal_day(name: str, db: CardDatabase) -> date | None:
    """Return the day from which a list was legal last, None if it never is."""
    deck = resolve(read_list({"text": _text(name)}, db).deck, db)
    days = legal_days(timeline(deck, db, Options(ANY_DAY)))
    return days[-1][0] if days else None


@pytest.mark.parametrize("name", ENTRIES)
def test_a_list_that_is_legal_on_some_day_is_played_on_it(name: str, db: CardDatabase) -> None:
    day = _legal_day(name, db)
    if day is None:
        return
    result = riftcheck.simulate(_text(name), games=2, seed=5, date=str(day), cards=db)
    assert result.to_json()["games"] == 2


def test_thirty_five_lists_are_legal_on_some_day(db: CardDatabase) -> None:
    assert sum(_legal_day(name, db) is not None for name in ENTRIES) == 35
