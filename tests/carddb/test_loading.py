"""Card data from folders: checked with file, line and path, laid over each other, and compiled once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from riftcheck import carddb
from riftcheck.carddb import CardDatabase, snapshot, sources
from riftcheck.carddb.errors import CardDataError
from riftcheck.carddb.layers import merge

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CARD = """
cards:
  - name: Neat Neutral
    type: Unit
    energy: 3
    power: 1
    might: 4
    rarity: Rare
    printings:
      - {id: RAD-011, variant: base, rarity: Rare}
    abilities: unsupported
    reason: made up for a test
"""


@pytest.fixture(autouse=True)
def _every_load_is_a_load(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere in the tests the database of the same sources is the same object."""
    monkeypatch.setattr(snapshot, "CardDatabase", CardDatabase)


@pytest.fixture
def overlay(tmp_path: Path) -> Callable[..., Path]:
    """Write files into a folder, a text a file, and return the folder."""

    def write(*texts: str) -> Path:
        folder = tmp_path / f"overlay{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        for number, text in enumerate(texts):
            (folder / f"{number}.yaml").write_text(text, encoding="utf-8")
        return folder

    return write


def faults(folder: Path) -> str:
    with pytest.raises(CardDataError) as caught:
        carddb.load([folder])
    return str(caught.value)


def test_an_overlay_adds_a_card_of_no_domain(overlay: Callable[..., Path]) -> None:
    db = carddb.load([overlay(CARD)])
    card = db.by_name["Neat Neutral"]
    assert (card.domains, card.domain_bits, card.kind, card.energy) == ((), 0, "main", 3)
    assert db.find("rad-11").card is card
    assert db.known_numbers("RAD") == 162
    assert len(db.cards) == 1098


def test_an_overlay_changes_the_version_and_the_shipped_data_does_not(
    db: CardDatabase, overlay: Callable[..., Path]
) -> None:
    assert carddb.load([overlay(CARD)]).version != db.version
    assert carddb.load().version == db.version


def test_a_name_in_another_script_is_found_and_punctuation_finds_nothing(overlay: Callable[..., Path]) -> None:
    db = carddb.load([overlay(CARD.replace("    energy", "    aliases: [金克丝, '...']\n    energy"))])
    assert db.find("金克丝").card is db.by_name["Neat Neutral"]
    assert db.find("...").card is db.by_name["Neat Neutral"]
    assert db.find("???").card is None
    assert db.find("金克").card is None


def test_a_card_of_a_known_name_is_replaced(overlay: Callable[..., Path]) -> None:
    db = carddb.load([overlay(CARD), overlay(CARD.replace("energy: 3", "energy: 5"))])
    assert db.by_name["Neat Neutral"].energy == 5


def test_printings_are_added_to_a_card(overlay: Callable[..., Path]) -> None:
    db = carddb.load([overlay('printings:\n  - {card: "Jinx, Rebel", id: RAD-177, variant: overnumbered}\n')])
    found = db.find("RAD-177")
    assert found.card is db.by_name["Jinx, Rebel"]
    assert found.card.base_printing.id == "OGN-202"


def test_a_set_format_ban_and_precon_can_be_laid_over(overlay: Callable[..., Path]) -> None:
    db = carddb.load(
        [
            overlay(
                "sets:\n  - {code: ZZZ, name: Test Set, size: 1, legal_from: 2026-10-23, source: made up test}\n",
                CARD.replace("RAD-011", "ZZZ-001"),
                "bans:\n  - {card: Neat Neutral, list: constructed, from: 2026-11-01, until: 2026-12-01, "
                "source: made up test}\n",
                "precons:\n  - {id: p, name: P, line: L, set: ZZZ, legend: Loose Cannon, champions: [Neat Neutral], "
                "main: {Neat Neutral: 3}, runes: {Fury Rune: 12}, battlefields: [], source: made up test}\n",
            )
        ]
    )
    assert db.sets["ZZZ"].size == db.known_numbers("ZZZ") == 1
    assert db.bans[-1].until is not None
    assert db.precons["p"].main == (("Neat Neutral", 3),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CARD.replace("energy", "energie"), "0.yaml:5: cards/0/energie: unknown field"),
        (CARD.replace("might: 4", "might: many"), "0.yaml:7: cards/0/might: must be a whole number from 0 to 99"),
        (CARD.replace("might: 4", "might: 1.5"), "0.yaml:7: cards/0/might: must be a whole number from 0 to 99"),
        (CARD.replace("type: Unit", "type: Unti"), "0.yaml:4: cards/0/type: must be one or more of Unit, Spell"),
        (
            CARD.replace("id: RAD-011", "id: rad1"),
            "0.yaml:10: cards/0/printings/0/id: must be a printing id such as OGN-007a",
        ),
        (CARD.replace("id: RAD-011", "id: OGN-001"), "OGN-001 is a printing of 'Blazing Scorcher' already"),
        (
            "rules:\n  - {version: '1.6', from: 2027-01-01, cited_as: '1.6', source: CR 1.6 title}\n",
            "0.yaml:2: rules/0/cited_as: there is no edition CR 1.6",
        ),
        (CARD.replace("id: RAD-011", "id: ZZZ-001"), "there is no set ZZZ"),
        (CARD.replace("    reason: made up for a test\n", ""), "reason: belongs to `abilities: unsupported`"),
        (CARD.replace("abilities: unsupported", "abilities: 3"), "abilities: must be `unsupported`"),
        (
            CARD.replace("    energy", "    champion_tag: Jinx\n    energy"),
            "champion_tag: must be one of the card's tags",
        ),
        (CARD.replace("    energy", "    supertypes: [Champion]\n    energy"), "names its champion tag"),
        (CARD.replace("name: Neat Neutral", "name: ''"), "name: must be printable text"),
        (CARD + CARD.split("cards:\n")[1], "'Neat Neutral' stands at"),
        ("bans:\n  - {card: No One, list: constructed, from: 2026-01-01, source: a b c}\n", "no card named 'No One'"),
        (
            "bans:\n  - {card: Charm, list: constructed, from: soon, source: a b c}\n",
            "must be a day such as 2026-07-16",
        ),
        ("bans:\n  - {card: Charm, list: constructed, from: 2026-01-01, source: TR}\n", "must be a document"),
        ("printings:\n  - {card: No One, id: RAD-011, variant: base}\n", "no card named 'No One'"),
        ("- 1\n", "a file of card data is a mapping with any of cards"),
        ("carts: []\n", "0.yaml:1: carts: unknown field"),
    ],
)
def test_a_fault_says_where_it_is(overlay: Callable[..., Path], text: str, told: str) -> None:
    assert told in faults(overlay(text))


def test_all_faults_of_all_files_are_told(overlay: Callable[..., Path]) -> None:
    told = faults(overlay("carts: []\n", "a: &x 1\n", CARD.replace("energy", "energie")))
    assert [part in told for part in ("0.yaml:1", "1.yaml:1", "2.yaml:5")] == [True, True, True]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "there is no such folder" in faults(tmp_path / "nowhere")


def test_the_snapshot_is_used_and_a_damaged_one_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: CardDatabase
) -> None:
    monkeypatch.setenv("RIFTCHECK_CACHE", str(tmp_path / "cache"))
    carddb.load()
    (place,) = (tmp_path / "cache").glob("cards-*.json")
    compiled = json.loads(place.read_text("utf-8"))
    compiled["plain"]["cards"][0]["energy"] = 77
    place.write_text(json.dumps(compiled), "utf-8")
    assert carddb.load().cards[0].energy == 77, "the snapshot is what is read"
    for damage in ("", "{", "[]", '{"plain": 1}'):
        place.write_text(damage, "utf-8")
        assert carddb.load().cards[0].energy == db.cards[0].energy
    assert len(list((tmp_path / "cache").iterdir())) == 1, "no temporary file stays behind"


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("RIFTCHECK_CACHE", str(tmp_path / "file" / "cache"))
    assert len(carddb.load().cards) == 1097


def test_the_snapshot_holds_all_that_the_sources_say(db: CardDatabase) -> None:
    layers = sources.files([sources.SHIPPED])
    plain = merge(layers)
    assert json.loads(json.dumps(plain)) == plain
    assert len(plain["cards"]) == len(db.cards)
    assert sources.fingerprint(layers)[:12] == db.version


def test_settings_lay_folders_over(
    overlay: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = overlay(CARD), overlay(CARD)
    monkeypatch.setenv("RIFTCHECK_CARDS", f"{one}{os.pathsep}{two}")
    monkeypatch.setattr(snapshot, "user_overlay", lambda: tmp_path / "absent")
    assert carddb.setting_folders() == [one, two]
    three = overlay(CARD.replace("energy: 3", "energy: 9"))
    assert carddb.load_default().by_name["Neat Neutral"].energy == 3
    assert carddb.load_default([three]).by_name["Neat Neutral"].energy == 9


def test_shipped_data_wins_over_what_was_synced(overlay: Callable[..., Path], db: CardDatabase) -> None:
    charm = CARD.replace("Neat Neutral", "Charm").replace("RAD-011", "OGN-043")
    loaded = carddb.load(synced=overlay(charm, CARD, "texts:\n  - {card: Charm, text: Made up.}\n"))
    assert loaded.by_name["Charm"].energy == db.by_name["Charm"].energy
    assert loaded.by_name["Charm"].official_text == "Made up."
    assert loaded.by_name["Neat Neutral"].energy == 3


def test_a_printing_that_the_card_has_already_is_no_fault(overlay: Callable[..., Path], db: CardDatabase) -> None:
    loaded = carddb.load(synced=overlay("printings:\n  - {card: Charm, id: OGN-043, variant: promo}\n"))
    assert loaded.by_name["Charm"].base_printing.id == "OGN-043"
    assert len(loaded.by_printing) == len(db.by_printing)


def test_a_synced_overlay_that_no_longer_fits_is_left_out_with_a_warning(
    overlay: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, db: CardDatabase
) -> None:
    stale = overlay(CARD.replace("RAD-011", "OGN-001"))
    monkeypatch.setattr(snapshot, "user_overlay", lambda: stale)
    assert carddb.load_default().version == db.version
    assert "sync again" in caplog.text
    with pytest.raises(CardDataError, match="carts"):
        carddb.load_default([overlay("carts: []\n")])


def test_loading_is_the_same_under_any_hash_seed() -> None:
    code = (
        "from riftcheck import carddb; db = carddb.load()\n"
        "print(db.version, [c.name for c in db.cards][:50], db.suggest('Jinks'))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(answers) == 1
