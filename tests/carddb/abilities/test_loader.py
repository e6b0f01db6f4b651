"""How abilities reach whoever plays: on demand from card files, from lists of their own, faults with file and line."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml

from riftcheck import carddb
from riftcheck.carddb import CardDataError, strict_yaml
from riftcheck.carddb.abilities import instructions as do
from riftcheck.carddb.abilities.heads import CardAbilities
from riftcheck.carddb.abilities.loader import abilities_of, load_abilities, overlaid_cards, read_many
from riftcheck.carddb.abilities.phrases import Number
from riftcheck.carddb.lint import lint

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

CARD = """
cards:
  - name: Neat Neutral
    type: Spell
    energy: 3
    power: 1
    rarity: Rare
    printings:
      - {id: RAD-011, variant: base, rarity: Rare}
"""
DRAWS = CARD + "    keywords: [action]\n    do:\n      - draw: 1\n"
WRONG = CARD + "    do:\n      - draw: 1\n      - deal: 3\n        to: choose a unti\n      - kill: a unit\n"

TARGET = "a target is possible here: say choose (a target) or pick (chosen when the line runs)"


def overlay(folder: Path, text: str) -> Path:
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_card_is_read_when_it_is_asked_for_and_only_once(tmp_path: Path) -> None:
    db = carddb.load([overlay(tmp_path, DRAWS)])
    card = db.by_name["Neat Neutral"]
    assert card.executable
    found = abilities_of(db, card)
    assert found is not None
    assert found.do == (do.Draw(at="do/0", amount=Number(1)),)
    assert abilities_of(db, card) is found
    again = carddb.load([tmp_path])  # from the snapshot
    assert abilities_of(again, again.by_name["Neat Neutral"]) == found


def test_a_card_without_text_does_nothing_and_an_unsupported_one_is_none(tmp_path: Path) -> None:
    db = carddb.load([overlay(tmp_path, CARD + "    abilities: []\n")])
    assert abilities_of(db, db.by_name["Neat Neutral"]) == CardAbilities("Neat Neutral")
    unsupported = next(card for card in db.cards if not card.executable)
    assert abilities_of(db, unsupported) is None
    assert set(load_abilities(db)) == {card.name for card in db.cards if card.executable}


def test_a_fault_names_file_line_card_path_and_words(tmp_path: Path) -> None:
    db = carddb.load([overlay(tmp_path, WRONG)])
    with pytest.raises(CardDataError) as caught:
        abilities_of(db, db.by_name["Neat Neutral"])
    file = tmp_path / "own.yaml"
    line = WRONG.splitlines().index("        to: choose a unti") + 1
    assert [str(problem) for problem in caught.value.problems] == [
        f'{file}:{line}: Neat Neutral: do/1/to: "choose a unti": no noun "unti" (unit?)',
        f"{file}:{line + 1}: Neat Neutral: do/2/kill: {TARGET}",
    ]


def test_lint_tells_the_faults_of_abilities(tmp_path: Path) -> None:
    told = [problem.path for problem in lint([overlay(tmp_path, WRONG)]).problems]
    assert told == ["Neat Neutral: do/1/to", "Neat Neutral: do/2/kill"]


def test_loading_a_database_imports_nothing_of_the_language() -> None:
    code = (
        "import sys\nfrom riftcheck import carddb\ncarddb.load()\n"
        "sys.exit(any('riftcheck.carddb.abilities' in name for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CARD, "abilities: is missing: `unsupported` with a reason, a list, or [] for a card without text"),
        (CARD + "    abilities: unsupported\n    reason: odd\n    do: [{draw: 1}]\n", "does not go together with do"),
        (DRAWS + "    reason: odd\n", "reason: belongs to `abilities: unsupported`, and only there"),
        (DRAWS + "    effects: []\n", "effects: unknown field"),
    ],
)
def test_the_keys_of_a_card_agree(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(CardDataError, match=told.replace("[", r"\[").replace("]", r"\]")):
        carddb.load([overlay(tmp_path, text)])


# --- lists of their own ----------------------------------------------------------------------------------------------


def many(text: str) -> dict[str, CardAbilities | None]:
    return read_many(strict_yaml.read(text.encode(), "scenario.yaml"))


def test_a_list_of_cards_with_facts() -> None:
    found = many(
        "- {name: A, type: Spell, energy: 1, do: [{draw: 1}]}\n"
        "- {name: B, abilities: unsupported, reason: odd}\n"
        "- {name: C, type: Unit}\n"
    )
    assert list(found) == ["A", "B", "C"]
    assert (found["B"], found["C"]) == (None, CardAbilities("C"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{name: A}", ["scenario.yaml:1: must be a list of cards, each with its name"]),
        ("- draw", ["scenario.yaml:1: 0: must be a card with its name"]),
        ("- name: A\n- name: A", ["scenario.yaml:2: 1/name: there is a card named 'A' above"]),
        (
            "- name: A\n  do:\n    - draw: 1\n    - kill: gone\n- name: B\n  do: [{heal: it}]",
            [
                'scenario.yaml:4: A: do/1/kill: there is no name "gone" here',
                'scenario.yaml:6: B: do/0/heal: "it" has nothing above that it could mean: name the thing with as',
            ],
        ),
    ],
)
def test_every_fault_of_a_list_is_told(text: str, told: list[str]) -> None:
    with pytest.raises(CardDataError) as caught:
        many(text)
    assert [str(problem) for problem in caught.value.problems] == told


def test_an_unknown_key_of_a_card_names_the_nearest() -> None:
    with pytest.raises(CardDataError, match=r'scenario.yaml:2: 0/abilites: unknown key "abilites" \(abilities\?\)'):
        many("- name: A\n  abilites: []\n")


def test_a_card_of_a_folder_named_like_the_package_is_an_overlaid_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "carddb"
    folder.mkdir()
    overlay(folder, DRAWS.replace("draw: 1", "draw: 7"))  # of other bytes than any overlay with a snapshot
    monkeypatch.chdir(tmp_path)
    assert [card.name for card in overlaid_cards(carddb.load([folder.relative_to(tmp_path)]))] == ["Neat Neutral"]


def test_databases_share_the_abilities_of_equal_sources_only(db: CardDatabase, tmp_path: Path) -> None:
    other = carddb.load([overlay(tmp_path, yaml.safe_dump(yaml.safe_load(DRAWS)))])
    card = other.by_name["Neat Neutral"]
    assert abilities_of(other, card) != abilities_of(db, db.by_name["Pit Crew"])
    assert abilities_of(other, other.by_name["Pit Crew"]) is abilities_of(db, db.by_name["Pit Crew"])
