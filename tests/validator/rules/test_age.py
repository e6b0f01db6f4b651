"""What is not known here: facts that are provisional, numbers without a name, and days after the data ends."""

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
from tests.validator.validator_lists import CASUAL, FORMATS, LIMITED, alone, codes, judge, legal, named, one, said

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

BANS, CARDS, RULES = date(2026, 10, 10), date(2026, 10, 12), date(2026, 10, 15)
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


# --- the last day that the data covers -----------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
def test_nothing_is_said_up_to_the_last_day_of_the_first_to_end(db: CardDatabase, fmt: str) -> None:
    assert judge(db, legal(), fmt, day=BANS).issues == ()


@pytest.mark.parametrize(
    ("day", "told", "untold"),
    [
        (BANS + DAY, ["bans on 2026-10-10"], ["cards on", "rules on", "Core Rules"]),
        (CARDS, ["bans on 2026-10-10"], ["cards on", "rules on", "Core Rules"]),
        (CARDS + DAY, ["bans on 2026-10-10", "cards on 2026-10-12"], ["rules on", "Core Rules"]),
        (
            RULES + DAY,
            ["rules on 2026-10-15", "Core Rules of 2026-10-09", "Tournament Rules of 2026-10-09", "from 2026-10-16"],
            [],
        ),
    ],
)
def test_only_what_is_overdue_on_the_day_is_named(
    db: CardDatabase, day: date, told: list[str], untold: list[str]
) -> None:
    message = alone(judge(db, legal(), day=day), "data-age", "warning").message
    assert all(words in message for words in told), message
    assert not any(words in message for words in untold), message


@pytest.mark.parametrize("fmt", [*CASUAL, *LIMITED])
def test_a_format_without_bans_does_not_miss_newer_ones(db: CardDatabase, fmt: str) -> None:
    assert judge(db, legal(), fmt, day=CARDS).issues == () or fmt in LIMITED
    message = one(judge(db, legal(), fmt, day=RULES + DAY), "data-age").message
    assert "bans" not in message
    assert "cards on 2026-10-12" in message


def test_a_warning_of_age_never_changes_the_verdict(db: CardDatabase) -> None:
    late = date(2026, 11, 22)
    assert judge(db, legal(), day=late).verdict == "legal"
    assert judge(db, legal().add("Sai Scout"), day=late).verdict == "illegal"


def test_an_operator_who_lays_newer_data_over_moves_the_days(tmp_path: Path) -> None:
    days = "\n".join(f"  - {{of: {of}, until: 2026-12-31}}" for of in ("rules", "bans", "cards"))
    (tmp_path / "own.yaml").write_text(f"coverage:\n{days}\n", "utf-8")
    moved = carddb.load([tmp_path])
    assert judge(moved, legal(), day=date(2026, 12, 31)).issues == ()
    assert said(judge(moved, legal(), day=date(2027, 1, 1))) == [("data-age", "warning")]


# --- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["RAD-011", "RAD-022", "rad-032", "RAD-44", "RAD-094", "RAD-104a"])
def test_a_number_without_a_name_is_told_as_one_and_undetermined(db: CardDatabase, number: str) -> None:
    report = judge(db, legal().swap(number, 2), day=date(2026, 11, 22))
    assert report.verdict == "undetermined"
    assert "a number of Radiance whose name is not known here" in one(report, "unknown-card").message


@pytest.mark.parametrize("number", ["RAD-000", "RAD-000a", "RAD-177", "RAD-185b", "RAD-999", "OGN-999", "XYZ-001"])
def test_a_number_outside_the_normal_numbering_is_only_an_unknown_name(db: CardDatabase, number: str) -> None:
    issue = one(judge(db, legal().swap(number, 2), day=date(2026, 11, 22)), "unknown-card")
    assert "whose name" not in issue.message


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Guste", "misspelt-card"),
        ("Gsut", "misspelt-card"),  # two letters that changed places are one fault
        ("Gustav", "unknown-card"),
        ("Gu", "unknown-card"),
        ("Stakd Deck", "misspelt-card"),
        ("Stcked Dek", "misspelt-card"),
        ("Stkd Dk", "unknown-card"),
        ("Zzyzx Qwrtp", "unknown-card"),
    ],
)
def test_a_misspelt_name_is_a_letter_or_two_from_a_known_one(db: CardDatabase, written: str, code: str) -> None:
    issue = alone(judge(db, legal().drop("Gust", 3).add(written, 3), day=BANS), code)
    assert named(issue) == {written: 3}
    assert not issue.doubtful


def test_a_misspelt_name_is_as_doubtful_as_an_unknown_one(db: CardDatabase) -> None:
    report = judge(db, legal().drop("Gust", 3).add("Guste", 3), day=CARDS + DAY)
    assert (report.verdict, codes(report)) == ("undetermined", ["misspelt-card"])
    worse = judge(db, legal().drop("Gust", 2).add("Guste", 3), day=CARDS + DAY)
    assert (worse.verdict, codes(worse)) == ("illegal", ["main-size", "misspelt-card"])


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("201 Charm", "illegal"),
        ("0 Gust", "illegal"),
        ("201 Zzyzx Qwrtp", "illegal"),  # whatever card that is, nobody has so many
        ("2 OGN-001 OGN-002", "illegal"),
        ("2 Cleave (OGN-001)", "illegal"),
        ("Zzyzx Qwrtp, nobody", "undetermined"),
    ],
)
def test_a_line_that_cannot_be_read_is_certainly_wrong_unless_a_new_card_may_be_meant(
    db: CardDatabase, line: str, verdict: str
) -> None:
    deck = legal().deck()
    deck.main.append(read_text(f"Main Deck:\n3 Charm\n{line}\n", db).deck.main[1])
    found = judge(db, deck, "casual-duel", day=CARDS + DAY)
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
    deck.main.append(Entry("Zzyzx Qwrtp, nobody", 1, 99, unreadable=True, may_be_card=True))
    found = judge(db, deck, day=CARDS + DAY)
    assert (found.verdict, codes(found)) == (verdict, told)


@pytest.mark.parametrize(("more", "told"), [(-1, []), (0, []), (1, ["copy-limit", "main-size"])])
def test_a_line_that_cannot_be_read_counts_in_no_size(db: CardDatabase, more: int, told: list[str]) -> None:
    written = legal().drop("Gust", 1) if more < 0 else legal().add("Gust", more) if more else legal()
    deck = written.deck()
    deck.main.append(Entry("0 Gust", 1, 99, unreadable=True))
    assert codes(judge(db, deck)) == [*told, "unknown-card"]


def test_the_number_of_a_token_is_no_card_that_is_not_here(db: CardDatabase) -> None:
    assert judge(db, legal().swap("RAD-T01"), day=date(2026, 11, 22)).verdict == "illegal"
    assert judge(db, legal().swap("RAD-177"), day=date(2026, 11, 22)).verdict == "undetermined"


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
    both = judge(db, legal().swap("Somebody Unread", 4).swap("Blarg", 1, keep=("Somebody Unread",)), day=day)
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
