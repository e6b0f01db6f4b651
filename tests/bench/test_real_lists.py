"""The real lists of `python -m bench real_lists`: all that are legal on some day, and those of Origins among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.simulation import real_lists
from riftcheck.engine.model.rules_version import VERSIONS

if TYPE_CHECKING:
    import pytest

    from riftcheck.carddb import CardDatabase


def test_every_list_that_is_legal_on_some_day_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_lists, "ROUNDS", 1)
    monkeypatch.setattr(real_lists, "GAMES", 1)
    found = real_lists.run()
    assert (found["lists"], found["of_origins"], found["games_of_each"]) == (35, 3, 1)
    assert found["ratio"] > 0
    assert found["promised_ratio"] == 0.667


def test_a_list_is_played_by_the_rules_of_its_day_and_its_games_are_counted(db: CardDatabase) -> None:
    found = real_lists.legal_lists(db)
    assert {one.ready.run.rules for one in found} <= VERSIONS.keys()
    origins = next(one for one in found if one.origins)
    names = origins.ready.run.list.names()
    assert all(real_lists.ORIGINS & {printing.set for printing in db.by_name[name].printings} for name in names)
    origins.play(range(2))
    assert origins.games == 2
    assert origins.rate > 0
