"""Every ruling of the FAQs has scenarios that show it, or a reason why none can: `faq/not-scenarios.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from riftcheck.scenario.format.reader import scenario_files
from riftcheck.scenario.runner import HOLDS, run
from riftcheck.scenario.setup.cards import Pools
from tests.scenarios.files import scenarios_of
from tests.scenarios.proofs import unproved

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.scenario.format.reader import Scenario

HERE: Final = Path(__file__).parent
FAQ: Final = HERE / "faq"
FAQS: Final[dict[str, list[dict[str, Any]]]] = yaml.load(
    (FAQ / "not-scenarios.yaml").read_text("utf-8"), yaml.CSafeLoader
)
RULINGS: Final = [ruling for faq in FAQS.values() for ruling in faq]
KEYS: Final = frozenset({"id", "says", "shown", "cards", "reason", "waits-for"})
CARDS: Final = [(ruling, card) for ruling in RULINGS for card in ruling.get("cards", ())]


@cache
def _by_name(file: str) -> dict[str, list[Scenario]]:
    """Return the scenarios of a file by name; one name has several where versions of the rules differ."""
    found: dict[str, list[Scenario]] = {}
    for scenario in scenarios_of(HERE / file):
        found.setdefault(scenario.name, []).append(scenario)
    return found


def _named(ruling: dict[str, Any]) -> list[tuple[str, str]]:
    return [(file, name) for file, names in ruling.get("shown", {}).items() for name in names]


def _scenarios(ruling: dict[str, Any]) -> list[Scenario]:
    return [scenario for file, name in _named(ruling) for scenario in _by_name(file)[name]]


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def test_the_rulings_are_counted_through() -> None:
    assert [ruling["id"] for ruling in FAQS["origins"]] == [f"FO-{place:03d}" for place in range(1, 161)]
    assert [ruling["id"] for ruling in FAQS["vendetta"]] == [*(f"VFAQ {number}" for number in range(1, 35)), "VFAQ D"]
    assert [ruling["id"] for ruling in FAQS["spiritforged"]] == [f"SF{place:02d}" for place in range(1, 32)]
    assert [ruling["id"] for ruling in FAQS["unleashed"]] == [f"UN{place:02d}" for place in range(1, 28)]


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["id"])
def test_a_ruling_has_scenarios_or_a_reason(ruling: dict[str, Any]) -> None:
    assert set(ruling) <= KEYS
    assert ruling["says"].strip()
    assert bool(ruling.get("shown")) != bool(ruling.get("reason"))
    files = {file: (HERE / file).is_file() and set(_by_name(file)) for file in ruling.get("shown", {})}
    assert [named for named in _named(ruling) if named[1] not in (files[named[0]] or ())] == []
    assert len(_named(ruling)) == len(set(_named(ruling)))
    assert all(ruling.get("shown", {}).values())


@pytest.mark.parametrize(("ruling", "card"), CARDS, ids=lambda part: part if isinstance(part, str) else part["id"])
def test_what_shows_a_ruling_on_a_card_notices_if_the_card_does_nothing(
    ruling: dict[str, Any], card: str, pools: Pools
) -> None:
    scenarios = _scenarios(ruling)
    assert all(run(scenario, pools).result == HOLDS for scenario in scenarios)
    assert any(run(scenario, pools, blank=frozenset({card})).result != HOLDS for scenario in scenarios)


@pytest.mark.parametrize("file", scenario_files(FAQ), ids=lambda file: file.stem)
def test_a_scenario_of_the_faq_fails_without_a_card_that_it_proves(file: Path, pools: Pools) -> None:
    assert unproved(file, pools) == []


@pytest.mark.parametrize("ruling", FAQS["vendetta"], ids=lambda ruling: ruling["id"])
def test_what_shows_a_ruling_of_vendetta_cites_it(ruling: dict[str, Any]) -> None:
    citing = {
        (str(file.relative_to(HERE)), scenario.name)
        for file in scenario_files(FAQ)
        for scenario in scenarios_of(file)
        if ruling["id"] in scenario.rules
    }
    assert set(_named(ruling)) == citing


def test_the_cards_that_rulings_wait_for_are_cards_and_not_proved(db: CardDatabase) -> None:
    for ruling in RULINGS:
        waiting = ruling.get("waits-for", [])
        assert [card for card in waiting if db.find(card).card is None] == []
        assert set(waiting).isdisjoint(ruling.get("cards", ()))


def test_every_scenario_of_the_faq_shows_a_ruling() -> None:
    written = {
        (str(file.relative_to(HERE)), scenario.name) for file in scenario_files(FAQ) for scenario in scenarios_of(file)
    }
    assert written
    assert written - {named for ruling in RULINGS for named in _named(ruling)} == set()
