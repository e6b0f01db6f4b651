"""Each executable card with text has a file of its own, `cards/<name>.yaml`, that goes red without any of its text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from riftcheck.carddb.abilities.heads import CardAbilities, DeckRule
from riftcheck.carddb.abilities.loader import abilities_of, load_abilities
from riftcheck.engine.compile.cards import add
from riftcheck.engine.compile.pool import facts_of
from riftcheck.scenario.format.reader import scenario_files
from riftcheck.scenario.runner import HOLDS, run
from riftcheck.scenario.setup.cards import Pools
from tests.scenarios.files import scenarios_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.rules_version import RulesVersion
    from riftcheck.scenario.format.reader import Scenario

FILES = scenario_files(Path(__file__).parent / "cards")
# Of deck building only, which no scenario shows.
DECK_KEYWORDS: Final = frozenset({"unique"})
# What another ability of the card says as well, of it and of others.
SAID_TWICE: Final = {"Arachnoid Horror": {"abilities/0"}, "Miss Fortune, Buccaneer": {"abilities/0"}}


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def test_each_executable_card_with_text_has_scenarios_of_its_own(db: CardDatabase) -> None:
    abilities = load_abilities(db)
    with_text = {_slug(name) for name, text in abilities.items() if text != CardAbilities(name)}
    assert sorted(with_text - {file.stem for file in FILES}) == []


def _proved(file: Path, scenarios: tuple[Scenario, ...]) -> str:
    """Return the card that a file is named like."""
    names = {name for scenario in scenarios for name in scenario.cards_proved}
    found = [name for name in names if _slug(name) == file.stem]
    assert len(found) == 1, f"{file.name} should prove the card that it is named like, not {sorted(names)}"
    return found[0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_scenarios_of_a_card_notice_if_it_does_nothing(file: Path, pools: Pools) -> None:
    scenarios = scenarios_of(file)
    blanked = frozenset({_proved(file, scenarios)})
    assert any(run(scenario, pools, blank=blanked).result != HOLDS for scenario in scenarios)


# --- a part of its text ----------------------------------------------------------------------------------------------


class _Without(Pools):
    """The pools of a database in which one card has only a part of its text."""

    def __init__(self, pools: Pools, text: CardAbilities) -> None:
        super().__init__(pools.db)
        self.whole = pools
        self.text = text

    def pool(self, scenario: Scenario, rules: RulesVersion, blank: frozenset[str] = frozenset()) -> Pool:
        pool = self.whole.pool(scenario, rules, blank | {self.text.card})  # a copy, which is changed here
        add(pool, facts_of(self.db.by_name[self.text.card], self.text), rules.own_power_is_own)
        return pool


def _shortened(text: CardAbilities) -> Iterator[tuple[str, CardAbilities]]:
    """Yield the text of a card without each of its parts in turn, and the path of that."""
    for field in ("keywords", "do", "abilities", "effect", "effect_keywords"):
        parts = getattr(text, field)
        for place, part in enumerate(parts):
            if not isinstance(part, DeckRule) and not (field == "keywords" and part.name in DECK_KEYWORDS):
                yield f"{field}/{place}", replace(text, **{field: parts[:place] + parts[place + 1 :]})


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_scenarios_of_a_card_notice_if_a_part_of_it_is_away(file: Path, pools: Pools) -> None:
    scenarios = scenarios_of(file)
    name = _proved(file, scenarios)
    text = abilities_of(pools.db, pools.db.by_name[name])
    assert text is not None
    unnoticed = {
        path
        for path, shorter in _shortened(text)
        if all(run(scenario, _Without(pools, shorter)).result == HOLDS for scenario in scenarios)
    }
    assert unnoticed == SAID_TWICE.get(name, set())
