"""Facts that are not known for sure, products without counts, and the last day that data covers."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb import CardDataError, load
from riftcheck.carddb.lint import lint
from riftcheck.engine.compile.pool import UNSUPPORTED, pool_of

if TYPE_CHECKING:
    from pathlib import Path

_UNIT = """
cards:
  - name: Somebody Unread
    type: Unit
    domains: [Fury]
    energy: 2
    power: 0
    rarity: Common
    {more}
    printings:
      - {{id: RAD-011, variant: base, rarity: Common}}
    abilities: unsupported
    reason: no text is known
"""


def _written(folder: Path, text: str) -> list[Path]:
    (folder / "own.yaml").write_text(text, "utf-8")
    return [folder]


def test_an_unknown_might_is_unknown_and_not_nought(tmp_path: Path) -> None:
    folders = _written(tmp_path, _UNIT.format(more="provisional: {might: no source tells it}"))
    card = load(folders).by_name["Somebody Unread"]
    assert card.might is None
    assert card.is_provisional("might")
    assert not card.is_provisional("energy")
    assert [(fact.field, fact.reason) for fact in card.provisional] == [("might", "no source tells it")]
    assert not [problem for problem in lint(folders).problems if problem.path.endswith("/might")]


def test_a_unit_without_might_that_nobody_calls_unknown_is_a_fault(tmp_path: Path) -> None:
    problems = lint(_written(tmp_path, _UNIT.format(more="provisional: {energy: one source}"))).problems
    assert [problem.path for problem in problems] == ["cards/0/might"]


@pytest.mark.parametrize("unknown", ["energy", "power", "might"])
def test_a_card_of_which_a_number_is_unknown_is_not_played_whatever_its_text(tmp_path: Path, unknown: str) -> None:
    text = _UNIT.format(more=f"might: 2\n    provisional: {{{unknown}: no source tells it}}")
    text = re.sub(rf"^ +{unknown}: \d\n", "", text, flags=re.MULTILINE)
    text = text.replace("abilities: unsupported\n    reason: no text is known", "abilities: []")
    db = load(_written(tmp_path, text))
    card = db.by_name["Somebody Unread"]
    assert (getattr(card, unknown), card.unknown_numbers, card.executable) == (None, (unknown,), False)
    assert card.unsupported == f"nobody knows its {unknown}"
    for way in UNSUPPORTED:
        pool = pool_of(db, unsupported=way)
        assert pool.defs[pool.by_name[card.name]].unsupported == card.unsupported


def test_only_a_fact_of_a_card_can_be_provisional(tmp_path: Path) -> None:
    with pytest.raises(CardDataError, match="provisional"):
        load(_written(tmp_path, _UNIT.format(more="provisional: {mihgt: no source tells it}")))


def test_a_folder_moves_the_last_day_of_one_kind_of_data_only(tmp_path: Path) -> None:
    shipped = load().coverage
    laid = load(_written(tmp_path, "coverage:\n  - {of: bans, until: 2026-12-01}\n")).coverage
    assert laid["bans"].until == date(2026, 12, 1)
    assert laid["bans"].newer == ()
    assert {of: found.until for of, found in laid.items() if of != "bans"} == {
        of: found.until for of, found in shipped.items() if of != "bans"
    }


def test_the_shipped_data_names_the_documents_that_it_lacks() -> None:
    found = load().coverage
    assert {of: entry.until for of, entry in found.items()} == {
        "rules": date(2026, 10, 15),
        "bans": date(2026, 10, 10),
        "cards": date(2026, 10, 12),
    }
    assert {document.from_date for document in found["rules"].newer} == {date(2026, 10, 16)}


_PRODUCT = "products:\n  - {{name: A Box, set: OGN, cards: [{card}], source: catalogue 2026-05 box}}\n"


def test_a_product_is_found_by_its_cards(tmp_path: Path) -> None:
    db = load(_written(tmp_path, _PRODUCT.format(card="Charm")))
    assert "A Box" in [product.name for product, _ in db.products_with(db.by_name["Charm"])]
    assert "A Box" not in [product.name for product, _ in db.products_with(db.by_name["Cleave"])]


def test_a_product_names_only_cards_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(CardDataError, match="no card named 'Chram'"):
        load(_written(tmp_path, _PRODUCT.format(card="Chram")))
