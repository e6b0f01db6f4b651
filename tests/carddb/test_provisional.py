"""Facts that are not known for sure, products without counts, and the last day that data covers."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb import CardDataError, load
from riftcheck.carddb.legality import legal_names, legal_sets
from riftcheck.carddb.lint import lint
from riftcheck.carddb.model import NamelessCard
from riftcheck.engine.compile.pool import UNSUPPORTED, pool_of

if TYPE_CHECKING:
    from pathlib import Path

COVERED = date(2026, 10, 22)
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
        assert pool.definition(card.name).unsupported == card.unsupported


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


def test_shipped_data_covers_the_last_search_of_the_sources() -> None:
    found = load().coverage
    assert {of: entry.until for of, entry in found.items()} == dict.fromkeys(("rules", "bans", "cards"), COVERED)
    assert [entry.newer for entry in found.values()] == [(), (), ()]


def test_each_nameless_card_of_radiance_has_a_window() -> None:
    db = load()
    nameless = db.sets["RAD"].nameless
    assert tuple(card.number for card in nameless) == db.unnamed_numbers("RAD") == (11, 22, 32, 44, 94, 104)
    assert {card.kind for card in nameless} == {"main"}


@pytest.mark.parametrize(
    ("number", "inside", "outside"),
    [
        (11, ["Forbidden Zone", "Gggg", "Runebearer"], ["Forbidden Aaaa", "Runeblade Zzzz", "Aaaa"]),
        (22, ["Ekko, Silent", "Ziggs, Loud"], ["Ekko, Able", "Ziggs, Tall"]),
        (32, ["Aaaa", "Command, Able"], ["Command: Defend", "Dddd"]),
        (44, ["Aaaa", "K'Sante, Able", "Kayle", "Ksante"], ["K'Sante, Even", "Llll"]),
        (94, ["Distant", "Momentary Bliss"], ["Disposal Able", "Momentary Grace"]),
        (104, ["Gutter Rat", "Reckless Ace"], ["Gutter Able", "Reckless Youth"]),
    ],
)
def test_window_contains_names_that_sort_between_its_ends(number: int, inside: list[str], outside: list[str]) -> None:
    (card,) = (card for card in load().sets["RAD"].nameless if card.number == number)
    assert [name for name in (*inside, *outside) if card.may_be(name)] == inside


def test_window_accepts_both_sort_orders_of_punctuation() -> None:
    """Without its apostrophe, K'Sante sorts after Kayle; with it, before."""
    card = NamelessCard(1, "main", None, "K'Sante, Dauntless")
    assert card.may_be("Kayle")
    card = NamelessCard(1, "main", "K'Sante, Dauntless", None)
    assert card.may_be("Kayle")


def test_announced_sets_make_no_card_legal_and_are_not_listed_as_sets() -> None:
    db = load()
    assert [(one.name, one.code, one.legal_from.isoformat(), one.confidence) for one in db.announced] == [
        ("Legacy", "LGC", "2027-01-29", "medium"),
        ("Proving Grounds 2", None, "2027-02-19", "medium"),
        ("The Reckoning", "REC", "2027-04-30", "medium"),
    ]
    day = date(2027, 6, 1)
    assert {card_set.code for card_set in legal_sets(db, day)} == {"OGN", "OGS", "SFD", "UNL", "VEN", "RAD"}
    assert legal_names(db, day) == legal_names(db, date(2026, 10, 23))
    assert "LGC" not in db.sets


@pytest.mark.parametrize(
    ("nameless", "told"),
    [
        ("{number: 4, kind: main}", ["4 is outside the numbering, 1 to 3"]),
        ("{number: 2, kind: main, after: Nobody}", ["the set has no card named 'Nobody'"]),
        ("{number: 2, kind: main, before: Defy}", ["the set has no card named 'Defy'"]),
        (
            "{number: 2, kind: main, after: Gust, before: Charm}",
            ["'Gust' sorts after 'Charm', so no name sorts between"],
        ),
        ("{number: 2, kind: main, after: Charm, before: Gust}", []),
        ("{number: 2, kind: main, after: Charm}", []),
        ("{number: 2, kind: main}", []),
    ],
)
def test_lint_checks_the_windows_of_nameless_cards(tmp_path: Path, nameless: str, told: list[str]) -> None:
    text = (
        "printings:\n  - {card: Charm, id: TSV-001, variant: alt_art}\n"
        "  - {card: Gust, id: TSV-003, variant: alt_art}\n"
        f"sets:\n  - {{code: TSV, name: T, size: 3, source: test 2026-01-01 x, nameless: [{nameless}]}}\n"
    )
    problems = lint(_written(tmp_path, text)).problems
    assert [problem.message.partition(": ")[2].partition(" them")[0] for problem in problems] == told
    assert all(problem.path.startswith("sets/0/nameless/0/") for problem in problems)


@pytest.mark.parametrize("entry", ["{number: 0, kind: main}", "{number: 1}", "{number: 1, kind: main, until: Gust}"])
def test_nameless_card_entry_is_checked_strictly(tmp_path: Path, entry: str) -> None:
    text = f"sets:\n  - {{code: TSV, name: T, size: 9, source: test 2026-01-01 x, nameless: [{entry}]}}\n"
    with pytest.raises(CardDataError, match="nameless"):
        load(_written(tmp_path, text))


@pytest.mark.parametrize("more", ["confidence: sure", "confidence: low, size: 3", "confidence: low, code: lgc"])
def test_announced_set_entry_is_checked_strictly(tmp_path: Path, more: str) -> None:
    text = f"announced:\n  - {{name: Next, legal_from: 2027-01-29, source: test 2026-01-01 x, {more}}}\n"
    with pytest.raises(CardDataError, match="announced"):
        load(_written(tmp_path, text))


_PRODUCT = "products:\n  - {{name: A Box, set: OGN, cards: [{card}], source: catalogue 2026-05 box}}\n"


def test_a_product_is_found_by_its_cards(tmp_path: Path) -> None:
    db = load(_written(tmp_path, _PRODUCT.format(card="Charm")))
    assert "A Box" in [product.name for product, _ in db.products_with(db.by_name["Charm"])]
    assert "A Box" not in [product.name for product, _ in db.products_with(db.by_name["Cleave"])]


def test_a_product_names_only_cards_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(CardDataError, match="no card named 'Chram'"):
        load(_written(tmp_path, _PRODUCT.format(card="Chram")))
