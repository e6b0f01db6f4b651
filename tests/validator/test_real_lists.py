"""The lists that people registered or saved: each has its verdict, on its day and today."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from riftcheck.decks.export import Target, export
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, Report, check
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.check import read_for
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

FOLDER = ROOT / "tests" / "fixtures" / "lists"
LISTS: list[dict[str, Any]] = yaml.load((FOLDER / "expected.yaml").read_text("utf-8"), yaml.CSafeLoader)["lists"]
TODAY = date(2026, 11, 21)
UNCODED = {"list-036", "list-038", "list-040"}  # cards that no deck code can carry


def text_of(row: dict[str, Any]) -> str:
    return (FOLDER / f"{row['id']}.txt").read_text("utf-8")


def report(db: CardDatabase, data: dict[str, Any], day: date) -> Report:
    parsed = read_list(data, db)
    return check(resolve(parsed.deck, db), db, Options(day), parsed)


def said(found: Report) -> dict[str, Any]:
    errors = [issue for issue in found.issues if issue.severity == "error"]
    return {
        "verdict": found.verdict,
        "errors": sorted({issue.code for issue in errors}),
        "banned": sorted({card.name for issue in errors if issue.code == "banned" for card in issue.cards}),
    }


def test_all_forty_two_are_here() -> None:
    assert len(LISTS) == 42
    assert {row["id"] for row in LISTS} == {path.stem for path in FOLDER.glob("*.txt")}


@pytest.mark.parametrize("row", LISTS, ids=lambda row: row["id"])
def test_a_list_has_its_verdict_on_its_day_and_today(db: CardDatabase, row: dict[str, Any]) -> None:
    data = {"text": text_of(row)}
    assert said(report(db, data, row["day"])) == row["then"]
    today = report(db, data, TODAY)
    assert said(today) == row["today"]
    assert today.deck["champion"] == row["champion"]
    assert today.problems == ()
    assert (today.missing_sets == ("RAD",)) == (today.verdict == "undetermined")


@pytest.mark.parametrize("row", LISTS, ids=lambda row: row["id"])
def test_every_error_names_its_lines(db: CardDatabase, row: dict[str, Any]) -> None:
    lines = text_of(row).splitlines()
    for issue in report(db, {"text": text_of(row)}, TODAY).issues:
        written = [lines[number - 1].partition(" ")[2] for number in issue.lines]
        named = {card.name for card in (db.find(name).card for name in written) if card is not None}
        assert all(card.name in named for card in issue.cards) or issue.code == "token"


@pytest.mark.parametrize("row", [row for row in LISTS if "code" in row], ids=lambda row: row["id"])
def test_its_deck_code_is_the_same_list(db: CardDatabase, row: dict[str, Any]) -> None:
    by_text = report(db, {"text": text_of(row)}, TODAY)
    by_code = report(db, {"code": row["code"], "champion": row["champion"]}, TODAY)
    assert said(by_code) == said(by_text)
    assert by_code.list_hash == by_text.list_hash
    assert by_code.counts == by_text.counts


@pytest.mark.parametrize("row", LISTS, ids=lambda row: row["id"])
@pytest.mark.parametrize("to", ["text", "sections", "code", "tts", "json"])
def test_an_export_is_the_same_list_or_says_what_it_is_not(db: CardDatabase, row: dict[str, Any], to: Target) -> None:
    held = ruleset_of(db, Options(TODAY))
    deck = resolve(read_list({"text": text_of(row)}, db).deck, db)
    reading = read_for(deck, held)
    made = export(reading.deck, to, db)
    before = check(deck, db, Options(TODAY))
    data = made.content if to == "json" else {"code" if to == "code" else "text": made.content}
    assert not isinstance(data, str)
    after = report(db, data, TODAY)
    if "main-size" not in {issue.code for issue in after.issues}:
        assert [issue.code for issue in after.issues if issue.severity == "warning"] == []
    if not made.warnings:
        assert after.list_hash == before.list_hash
        assert after.verdict == before.verdict
    else:
        assert row["id"] in UNCODED or to == "tts"
