"""`riftcheck cards lint --explain NAME`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from riftcheck.carddb.abilities import canonical
from riftcheck.carddb.abilities import instructions as do
from riftcheck.carddb.abilities.heads import CardAbilities
from riftcheck.carddb.abilities.phrases import Number
from tests.cli.command_runs import run, run_json

if TYPE_CHECKING:
    from pathlib import Path

CARD = """
cards:
  - name: Neat Neutral
    type: Spell
    energy: 3
    power: 1
    rarity: Rare
    printings:
      - {id: OGN-901, variant: overnumbered, rarity: Rare}
    do: [{draw: 2}]
"""
READ = CardAbilities("Neat Neutral", do=(do.Draw(at="do/0", amount=Number(2)),))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "own.yaml").write_text(CARD, encoding="utf-8")
    return tmp_path


def test_the_nodes_and_the_english_are_printed(folder: Path) -> None:
    nodes, _, english = run("cards", "lint", "--explain", "neat neutral", str(folder)).stdout.partition("\n\n")
    assert canonical.from_mapping({"CardAbilities": yaml.safe_load(nodes)}) == READ
    assert english == "Draw 2 cards.\n"


def test_as_json(folder: Path) -> None:
    answer = run_json("cards", "lint", "--explain", "Neat Neutral", "--json", str(folder))
    assert canonical.from_mapping({"CardAbilities": answer["abilities"]}) == READ
    assert answer["english"] == ["Draw 2 cards."]


def test_what_cannot_be_explained(folder: Path) -> None:
    (folder / "own.yaml").write_text(CARD.replace("draw", "darw"), encoding="utf-8")
    result = run("cards", "lint", "--explain", "Neat Neutral", str(folder))
    assert result.exit_code == 1
    assert 'own.yaml:10: Neat Neutral: do/0: "darw" is no verb (draw' in result.stdout
    assert run("cards", "lint", "--explain", "Nobody At All").exit_code == 2
    (folder / "own.yaml").write_text(
        CARD.replace("do: [{draw: 2}]", "abilities: unsupported\n    reason: odd"), "utf-8"
    )
    result = run("cards", "lint", "--explain", "Neat Neutral", str(folder))
    assert (result.exit_code, result.stdout) == (1, "Neat Neutral cannot be played out: odd\n")
