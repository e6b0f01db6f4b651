"""Each executable card with text has a file of its own, `cards/<name>.yaml`, that goes red when it does nothing."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb.abilities.heads import CardAbilities
from riftcheck.carddb.abilities.loader import load_abilities
from riftcheck.scenario.format.reader import read_file, scenario_files
from riftcheck.scenario.runner import HOLDS, run
from riftcheck.scenario.setup.cards import Pools

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

FILES = scenario_files(Path(__file__).parent / "cards")


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


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_scenarios_of_a_card_notice_if_it_does_nothing(file: Path, pools: Pools) -> None:
    scenarios = read_file(file)
    names = {name for scenario in scenarios for name in scenario.cards_proved}
    blanked = {name for name in names if _slug(name) == file.stem}
    assert len(blanked) == 1, f"{file.name} should prove the card that it is named like, not {sorted(names)}"
    assert any(run(scenario, pools, blank=frozenset(blanked)).result != HOLDS for scenario in scenarios)
