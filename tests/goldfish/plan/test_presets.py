"""Opponents by name: they do what docs say of them, and every way in knows them."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean
from typing import TYPE_CHECKING

import pytest

from riftcheck.api.schemas.goldfish import PRESETS
from riftcheck.goldfish.opponents.scripted import steps_of
from riftcheck.goldfish.plan.presets import opponent_named, preset_names, presets
from riftcheck.goldfish.plan.run import MAX_TURNS, opponent_from
from riftcheck.goldfish.report.run_words import opponent_words
from riftcheck.goldfish.simulation.game import play_game
from tests.goldfish.game_lists import real, table
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.simulation.facts import GameFacts


def games(db: CardDatabase, name: str) -> list[GameFacts]:
    opponent = opponent_named(name)
    assert opponent is not None
    ready = table(db, real(db), opponent, policy="greedy", seed=7, turns=15)
    return [play_game(ready, index) for index in range(30)]


def test_the_names_are_those_of_the_api_and_of_the_docs() -> None:
    assert preset_names() == PRESETS
    page = (ROOT / "docs" / "goldfish.md").read_text("utf-8")
    for name, preset in presets().items():
        assert f"| `{name}` |" in page
        assert preset.asks.endswith("?")
    assert opponent_named("nobody") is None


@pytest.mark.parametrize("name", sorted(presets()))
def test_a_preset_can_be_followed_and_is_told(name: str) -> None:
    for turns in (1, 30, MAX_TURNS):
        steps_of(presets()[name].script, turns)
    opponent = opponent_named(name)
    assert opponent is not None
    assert opponent_from(opponent.to_json()) == opponent
    assert opponent_words(opponent.to_json()) == f"the {name} (a script)"
    assert "preset" not in replace(opponent, preset="").to_json()


def test_each_opponent_asks_something_else(db: CardDatabase) -> None:
    played = {name: games(db, name) for name in preset_names()}

    def most(of: str) -> dict[str, float]:
        return {name: mean(getattr(one, of) for one in found) for name, found in played.items()}

    points, lost = most("opponent_points"), most("units_lost")
    assert points["passive"] == points["removal"] == 0
    assert points["racer"] > 0
    assert points["blocker"] > 0
    assert lost["passive"] < 0.5
    assert lost["removal"] > 1.5
    pace = {name: mean(len(one.turns) for one in found) for name, found in played.items()}
    assert all(pace[name] > pace["passive"] for name in presets())
