"""Lists of Radiance: five pairs of domains, each legal, of fifteen of its names and more, and played whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

import riftcheck
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

FOLDER: Final = ROOT / "tests" / "fixtures" / "radiance"
DAY: Final = "2026-11-22"
SET: Final = "RAD"
LISTS: Final = {
    "evelynn": {"Body", "Chaos"},
    "jarvan-iv": {"Body", "Order"},
    "mordekaiser": {"Fury", "Order"},
    "orianna": {"Calm", "Mind"},
    "ziggs": {"Chaos", "Fury"},
}
# An opponent who contests what is held, kills and comes with a unit.
SCRIPT: Final = {
    "units": [{"turn": 2, "might": 4}, {"turn": 3, "might": 3, "at": "held"}],
    "contest": {"might": 4, "from": 4, "every": 2},
    "removal": {"act": "kill", "every": 3, "from": 3},
}


def _text(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


def _names(name: str, db: CardDatabase) -> set[str]:
    """Return the names of Radiance among a list's main deck and battlefields."""
    deck = riftcheck.check(_text(name), date=DAY, cards=db).to_json()["deck"]
    return {entry["name"] for zone in ("main", "battlefields") for entry in deck[zone] if _is_new(entry["name"], db)}


def _is_new(name: str, db: CardDatabase) -> bool:
    return all(printing.id.startswith(SET) for printing in db.by_name[name].printings)


def _played(name: str, db: CardDatabase, **options: Any) -> dict[str, Any]:
    return riftcheck.simulate(_text(name), seed=5, date=DAY, cards=db, **options).to_json()


def test_every_list_in_the_folder_is_tried() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(LISTS)


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_legal_and_has_fifteen_new_names(name: str, db: CardDatabase) -> None:
    report = riftcheck.check(_text(name), date=DAY, cards=db)
    assert report.verdict == "legal"
    assert len(_names(name, db)) >= 15


@pytest.mark.parametrize("name", LISTS)
def test_its_legend_is_of_the_set_and_of_its_domains_and_it_is_playable(name: str, db: CardDatabase) -> None:
    document = riftcheck.check(_text(name), date=DAY, cards=db).to_json()
    (legend,) = document["deck"]["legend"]
    assert _is_new(legend["name"], db)
    assert set(db.by_name[legend["name"]].domains) == LISTS[name]
    assert document["simulation"] == {"playable": True, "unsupported": []}


def test_they_have_most_names_of_the_set_between_them(db: CardDatabase) -> None:
    assert len(set().union(*(_names(name, db) for name in LISTS))) == 120


@pytest.mark.parametrize("name", LISTS)
def test_it_is_goldfished_and_the_same_seed_plays_the_same_games(name: str, db: CardDatabase) -> None:
    first, again = (_played(name, db, games=4) for _ in range(2))
    assert first["games"] == 4
    assert first["flags"]["cards"] == []
    assert first == again


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_it_plays_against_itself(name: str, policy: str, db: CardDatabase) -> None:
    result = _played(name, db, games=2, opponent=_text(name), policy=policy)
    assert (result["games"], result["run"]["opponent"]["kind"]) == (2, "list")


@pytest.mark.parametrize("name", LISTS)
def test_it_plays_against_a_script(name: str, db: CardDatabase) -> None:
    result = _played(name, db, games=2, opponent=SCRIPT)
    assert (result["games"], result["run"]["opponent"]["kind"]) == (2, "scripted")
