"""Gaps in the card data: provisional facts, numbers without a name, and dates after the last covered one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from riftcheck import carddb
from riftcheck.decks.model import Entry
from riftcheck.decks.reader import read_text
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options
from riftcheck.validator.check import judge as verdict_of
from riftcheck.validator.timeline import timeline
from tests.validator.validator_lists import CONSTRUCTED, FORMATS, alone, codes, judge, legal, named, one, said

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

COVERED = date(2026, 10, 22)
OUT = date(2026, 10, 23)  # the release of Radiance; six of its cards have no name in the card data
DAY = timedelta(days=1)
_UNREAD = """
cards:
  - name: Somebody Unread
    type: Unit
    domains: [{domain}]
    energy: 2
    power: 0
    rarity: Common
    provisional: {{{provisional}}}
    printings:
      - {{id: TST-001, variant: base, rarity: Common}}
    abilities: unsupported
    reason: no text is known
sets:
  - {{code: TST, name: Test Set, size: 1, legal_from: 2026-08-15, source: TR 2026-07-16 601.3.c}}
"""
_NO_TEXT = "might: no source, text: no source, copies: its text is not known, unique: its text is not known"


def unread(folder: Path, provisional: str = _NO_TEXT, domain: str = "Fury") -> CardDatabase:
    text = _UNREAD.format(domain=domain, provisional=provisional)
    (folder / "own.yaml").write_text(text, "utf-8")
    return carddb.load([folder])


# --- the last date that the data covers ------------------------------------------------------------------------------


def laid_over(folder: Path, text: str) -> CardDatabase:
    (folder / "own.yaml").write_text(text, "utf-8")
    return carddb.load([folder])


def covered(folder: Path, rules: str, bans: str, cards: str) -> CardDatabase:
    days = {"rules": rules, "bans": bans, "cards": cards}
    return laid_over(folder, "coverage:\n" + "\n".join(f"  - {{of: {of}, until: {day}}}" for of, day in days.items()))


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_date_that_is_covered_has_no_data_age(db: CardDatabase, fmt: str) -> None:
    assert {data.until for data in db.coverage.values()} == {COVERED}
    assert said(judge(db, legal(), fmt, day=COVERED)) == []


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_later_date_has_data_age_as_info_in_json(db: CardDatabase, fmt: str) -> None:
    report = judge(db, legal(), fmt, day=COVERED + DAY)
    assert said(report) == [("data-age", "info")]
    assert report.verdict == "legal"
    (shown,) = report.to_json()["issues"]
    kinds = "Rules, bans and cards" if fmt in CONSTRUCTED else "Rules and cards"  # a format without bans misses none
    assert shown["message"] == f"{kinds} are covered up to 2026-10-22."


def test_data_age_is_hidden_from_people_for_60_days(db: CardDatabase) -> None:
    for days in range(1, 61):
        report = judge(db, legal(), day=COVERED + days * DAY)
        assert (codes(report, "info"), report.shown) == (["data-age"], ())
    assert date(2026, 12, 22) == COVERED + 61 * DAY
    shown = judge(db, legal(), day=date(2026, 12, 22)).shown
    assert [issue.code for issue in shown] == ["data-age"]


def test_newer_document_is_shown_from_the_date_it_is_in_force(tmp_path: Path) -> None:
    newer = "{name: Core Rules of 2026-11-02, from: 2026-11-09, may_change: everything}"
    db = laid_over(tmp_path, f"coverage:\n  - {{of: rules, until: 2026-10-22, newer: [{newer}]}}\n")
    assert judge(db, legal(), day=date(2026, 11, 8)).shown == ()
    (issue,) = judge(db, legal(), day=date(2026, 11, 9)).shown
    assert issue.message == (
        "Rules, bans and cards are covered up to 2026-10-22; "
        "Core Rules of 2026-11-02, in force from 2026-11-09, are not included."
    )


def test_only_overdue_data_is_named_with_the_date_of_each(tmp_path: Path) -> None:
    db = covered(tmp_path, "2026-10-15", "2026-10-10", "2026-10-15")
    found = {day: one(judge(db, legal(), day=date(2026, 10, day)), "data-age").message for day in (11, 16)}
    assert found == {
        11: "Bans are covered up to 2026-10-10.",
        16: "Rules and cards are covered up to 2026-10-15; bans up to 2026-10-10.",
    }
    assert judge(db, legal(), day=date(2026, 10, 10)).issues == ()
    assert judge(db, legal(), day=date(2026, 12, 9)).shown == ()
    assert len(judge(db, legal(), day=date(2026, 12, 10)).shown) == 1  # the oldest is 61 days old


def test_data_age_never_changes_the_verdict(db: CardDatabase) -> None:
    for day in (COVERED + DAY, date(2026, 12, 22), date(2030, 1, 1)):
        assert judge(db, legal(), day=day).verdict == "legal"
        assert judge(db, legal().add("Sai Scout"), day=day).verdict == "illegal"


def test_newer_data_in_a_folder_moves_the_dates(tmp_path: Path) -> None:
    moved = covered(tmp_path, *["2026-12-31"] * 3)
    assert judge(moved, legal(), day=date(2026, 12, 31)).issues == ()
    assert said(judge(moved, legal(), day=date(2027, 1, 1))) == [("data-age", "info")]


# --- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["RAD-011", "RAD-022", "rad-032", "RAD-44", "RAD-094", "RAD-104a"])
def test_a_number_without_a_name_is_told_as_one_and_undetermined(db: CardDatabase, number: str) -> None:
    report = judge(db, legal().swap(number, 2), day=date(2026, 11, 22))
    assert report.verdict == "undetermined"
    assert "a number of Radiance without a card in our card data" in one(report, "unknown-card").message


@pytest.mark.parametrize("number", ["RAD-000", "RAD-000a", "RAD-177", "RAD-185b", "RAD-999", "OGN-999", "XYZ-001"])
def test_a_number_outside_the_normal_numbering_is_only_an_unknown_name(db: CardDatabase, number: str) -> None:
    issue = one(judge(db, legal().swap(number, 2), day=date(2026, 11, 22)), "unknown-card")
    assert "without a card" not in issue.message


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Guste", "misspelt-card"),
        ("Gsut", "misspelt-card"),  # two letters that changed places are one fault
        ("Gustav", "unknown-card"),  # two edits, and the known name is short
        ("Gu", "unknown-card"),
        ("Charmed", "unknown-card"),  # five letters and two more
        ("Rampa", "unknown-card"),  # the unknown name is short
        ("Rampag", "misspelt-card"),
        ("Rabuko", "misspelt-card"),  # six letters, and Rebuke has six
        ("Ramp4ge!", "misspelt-card"),
        ("Stakd Deck", "misspelt-card"),
        ("Stcked Dek", "misspelt-card"),
        ("Stkd Dk", "unknown-card"),
        ("Zzyzx Qwrtp", "unknown-card"),
    ],
)
def test_a_misspelt_name_is_a_letter_or_two_from_a_known_one(db: CardDatabase, written: str, code: str) -> None:
    issue = alone(judge(db, legal().drop("Gust", 3).add(written, 3), day=COVERED), code)
    assert named(issue) == {written: 3}
    assert not issue.doubtful


@pytest.mark.parametrize("day", [date(2026, 1, 1), COVERED, OUT, date(2026, 12, 22), date(2027, 6, 1)])
@pytest.mark.parametrize(("name", "meant"), [("Rampagee", "Rampage"), ("Guste", "Gust"), ("Gustav", "Gust")])
def test_a_name_within_two_edits_of_a_known_one_is_an_error_on_every_date(
    db: CardDatabase, name: str, meant: str, day: date
) -> None:
    report = judge(db, legal().swap(name), day=day)
    issue = next(issue for issue in report.issues if named(issue) == {name: 1})
    assert (report.verdict, report.missing_sets, issue.doubtful) == ("illegal", (), False)
    assert meant in issue.suggestions


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("201 Charm", "illegal"),
        ("0 Gust", "illegal"),
        ("201 Flame Xyz", "illegal"),  # too many copies of any card
        ("2 OGN-001 OGN-002", "illegal"),
        ("2 Cleave (OGN-001)", "illegal"),
        ("Flame Xyz, nobody", "undetermined"),
        ("Zzyzx Qwrtp, nobody", "illegal"),
    ],
)
def test_a_line_that_cannot_be_read_is_certainly_wrong_unless_a_new_card_may_be_meant(
    db: CardDatabase, line: str, verdict: str
) -> None:
    deck = legal().deck()
    deck.main.append(read_text(f"Main Deck:\n3 Charm\n{line}\n", db).deck.main[1])
    found = judge(db, deck, "casual-duel", day=OUT)
    assert (found.verdict, codes(found)) == (verdict, ["unknown-card"])


@pytest.mark.parametrize(
    ("count", "verdict", "told"),
    [
        (10, "illegal", ["main-size", "unknown-card"]),  # no card could make that forty
        (39, "undetermined", ["unknown-card"]),  # it may be the fortieth card
        (40, "undetermined", ["unknown-card"]),  # or none at all
    ],
)
def test_a_name_without_a_count_is_one_copy_or_no_card(
    db: CardDatabase, count: int, verdict: str, told: list[str]
) -> None:
    deck = legal().deck()
    left = count
    for entry in list(deck.main):
        deck.main.remove(entry)
        if left:
            deck.main.append(replace(entry, count=min(left, entry.count)))
            left -= min(left, entry.count)
    deck.main.append(Entry("Flame Xyz, nobody", 1, 99, unreadable=True, may_be_card=True))
    found = judge(db, deck, day=OUT)
    assert (found.verdict, codes(found)) == (verdict, told)


@pytest.mark.parametrize(("more", "told"), [(-1, []), (0, []), (1, ["copy-limit", "main-size"])])
def test_a_line_that_cannot_be_read_counts_in_no_size(db: CardDatabase, more: int, told: list[str]) -> None:
    written = legal().drop("Gust", 1) if more < 0 else legal().add("Gust", more) if more else legal()
    deck = written.deck()
    deck.main.append(Entry("0 Gust", 1, 99, unreadable=True))
    assert codes(judge(db, deck)) == [*told, "unknown-card"]


@pytest.mark.parametrize("number", ["RAD-T01", "RAD-177", "OGN-999", "XYZ-001"])
def test_a_number_that_no_missing_card_has_is_an_error(db: CardDatabase, number: str) -> None:
    assert judge(db, legal().swap(number), day=date(2026, 11, 22)).verdict == "illegal"


# --- provisional facts ---------------------------------------------------------------------------------------------


def test_a_fourth_copy_of_a_card_without_text_is_no_certain_fault(tmp_path: Path) -> None:
    db = unread(tmp_path)
    assert judge(db, legal().swap("Somebody Unread", 3)).verdict == "legal"
    report = judge(db, legal().swap("Somebody Unread", 4))
    assert (report.verdict, codes(report)) == ("undetermined", ["copy-limit"])
    assert "not known here" in one(report, "copy-limit").message
    both = judge(db, legal().swap("Somebody Unread", 4).swap("Gust", 1, keep=("Somebody Unread",)))
    assert (both.verdict, codes(both)) == ("illegal", ["copy-limit", "copy-limit"])


def test_a_fourth_copy_is_no_matter_of_a_set_that_lacks_cards(tmp_path: Path) -> None:
    db, day = unread(tmp_path), date(2026, 11, 22)
    report = judge(db, legal().swap("Somebody Unread", 4), day=day)
    assert (report.verdict, report.missing_sets) == ("undetermined", ())
    stretch = timeline(resolve(legal().swap("Somebody Unread", 4).deck(), db), db, Options(day=day))[-1]
    assert (stretch.verdict, stretch.missing_sets) == ("undetermined", ())
    both = judge(db, legal().swap("Somebody Unread", 4).swap("Flame Xyz", 1, keep=("Somebody Unread",)), day=day)
    assert (both.verdict, both.missing_sets) == ("undetermined", ("RAD",))


def test_a_fourth_copy_of_a_card_whose_text_is_known_is_illegal(tmp_path: Path) -> None:
    db = unread(tmp_path, "might: no source")
    assert judge(db, legal().swap("Somebody Unread", 4)).verdict == "illegal"


def test_a_domain_of_one_source_is_used_and_told(tmp_path: Path) -> None:
    db = unread(tmp_path, "domains: one source, energy: one source", "Calm")
    report = judge(db, legal().swap("Somebody Unread", 2))
    assert (report.verdict, codes(report)) == ("illegal", ["domain-identity"])
    assert report.to_json()["provisional"] == [
        {"name": "Somebody Unread", "field": "domains", "reason": "one source"},
    ]


def test_a_format_without_limits_of_copies_does_not_lean_on_them(tmp_path: Path) -> None:
    db = unread(tmp_path)
    found = judge(db, legal().swap("Somebody Unread", 4), "sealed")
    assert {fact.field for fact in judge(db, legal().swap("Somebody Unread", 1)).provisional} == {"copies", "unique"}
    assert found.provisional == ()


def test_a_list_of_certain_cards_leans_on_nothing(db: CardDatabase) -> None:
    assert "provisional" not in judge(db, legal()).to_json()


def test_a_doubtful_warning_makes_no_verdict_undetermined(db: CardDatabase) -> None:
    assert verdict_of(judge(db, legal(), day=date(2026, 11, 22)).issues) == "legal"
