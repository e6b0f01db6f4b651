"""Unknown and ambiguous names, the verdict, and choices at deck building (contract; card text)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from riftcheck import carddb
from riftcheck.decks.model import Entry, SetAside
from riftcheck.decks.reader import read_text
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, check
from tests.validator.validator_lists import (
    CONSTRUCTED,
    FORMATS,
    LIMITED,
    TODAY,
    alone,
    cited,
    codes,
    judge,
    legal,
    named,
    one,
    said,
)

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

OUT = date(2026, 10, 23)  # Radiance is out, and not all of its cards are known
KNOWN = date(2026, 10, 22)
NOBODY = "Zzyzx Qwrtp"  # sorts after every nameless card of Radiance
MAYBE = "Flame Xyz"  # may be a nameless card of Radiance

# --- unknown -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("section", ["main", "sideboard", "runes", "battlefields"])
def test_an_unknown_card_is_told_for_its_place(db: CardDatabase, fmt: str, section: str) -> None:
    written = legal()
    if section == "main":
        written.swap(NOBODY, 1)
    elif section == "runes":
        written.drop("Fury Rune", 1, "runes").add(NOBODY, 1, "runes")
    elif section == "battlefields":
        written.drop("Hallowed Tomb", 1, section).add(NOBODY, 1, section)
    else:
        written.add(NOBODY, 1, section)
    issue = one(judge(db, written, fmt), "unknown-card")
    assert issue.zone == section
    assert named(issue) == {NOBODY: 1}
    assert issue.severity == "error"
    wanted = ["sideboard-size", "unknown-card"] if section == "sideboard" and "casual" in fmt else ["unknown-card"]
    assert codes(judge(db, written, fmt)) == wanted


def test_an_unknown_card_counts_in_sizes_and_in_nothing_else(db: CardDatabase) -> None:
    assert said(judge(db, legal().swap(NOBODY, 12))) == [("unknown-card", "error")]
    assert codes(judge(db, legal().add(NOBODY, 12))) == ["main-size", "unknown-card"]
    assert codes(judge(db, legal().add(NOBODY, 11, "sideboard"))) == ["sideboard-size", "unknown-card"]
    assert codes(judge(db, legal().add(NOBODY, 1, "runes"))) == ["rune-count", "unknown-card"]
    assert codes(judge(db, legal().add(NOBODY, 1, "battlefields"))) == ["battlefield-count", "unknown-card"]
    written = legal()
    written.battlefields = {NOBODY: 2, "Hallowed Tomb": 1}
    assert codes(judge(db, written)) == ["unknown-card"]


def test_suggestions_are_listed_and_never_applied(db: CardDatabase) -> None:
    written = legal().drop("Gust", 3).add("Guste", 3)
    report = judge(db, written)
    issue = alone(report, "misspelt-card")
    assert "Gust" in issue.suggestions
    assert {"name": "Guste", "count": 3, "unknown": True} in report.deck["main"]
    assert issue.to_json()["suggestions"] == list(issue.suggestions)
    assert one(judge(db, legal().swap(NOBODY, 1)), "unknown-card").suggestions == ()
    assert one(judge(db, legal().swap(NOBODY, 1)), "unknown-card").to_json()["suggestions"] == []


@pytest.mark.parametrize(
    ("printing", "code"),
    [
        (None, "misspelt-card"),
        ("OGN-999", "misspelt-card"),  # the number of no card
        ("OGN-169x", "unknown-card"),  # the number of Gust
        ("OGN-001x", "unknown-card"),  # the number of another card
    ],
)
def test_a_name_beside_the_id_of_a_known_card_is_never_misspelt(
    db: CardDatabase, printing: str | None, code: str
) -> None:
    deck = legal().drop("Gust", 3).deck()
    deck.main.append(Entry("Guste", 3, id=printing))
    assert "Gust" in alone(judge(db, deck), code).suggestions


def test_a_misspelt_name_is_not_counted_with_the_right_one(db: CardDatabase) -> None:
    assert codes(judge(db, legal().swap("Guste", 3, keep=("Gust",)))) == ["misspelt-card"]


@pytest.mark.parametrize("fmt", FORMATS)
def test_an_ambiguous_name_is_told_and_counts_in_sizes(db: CardDatabase, fmt: str) -> None:
    issue = alone(judge(db, legal("Unforgiven").swap("Jinx", 9), fmt), "ambiguous-card")
    assert issue.zone == "main"
    assert named(issue) == {"Jinx": 9}
    assert "Jinx, Rebel" in issue.message
    assert "suggestions" not in issue.to_json()
    sizes = judge(db, legal("Unforgiven").add("Jinx", 9), "constructed")
    assert codes(sizes) == ["ambiguous-card", "main-size"]


def test_an_ambiguous_legend_is_told_once(db: CardDatabase) -> None:
    written = legal("Wuju Master")
    written.legend = ["Master Yi"]
    assert alone(judge(db, written), "ambiguous-card").zone == "legend"


def test_an_unknown_legend_counts_as_a_legend(db: CardDatabase) -> None:
    written = legal()
    written.legend = [NOBODY, "Loose Cannon"]
    assert codes(judge(db, written)) == ["legend-count", "unknown-card"]


def test_an_unknown_name_and_an_id_that_disagree(db: CardDatabase) -> None:
    deck = legal().deck()
    deck.main = [*deck.main[:-1], Entry("Gust", 3, id="OGN-013")]
    report = judge(db, deck)
    assert codes(report) == ["ambiguous-card"]


# --- unknown suffixes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
def test_an_unknown_suffix_is_an_info_and_no_error(db: CardDatabase, fmt: str) -> None:
    report = judge(db, legal().drop("Cleave", 2).add("OGN-004c", 2), fmt)
    issue = alone(report, "printing-unknown", "info")
    assert report.legal
    assert (issue.zone, named(issue), issue.doubtful) == ("main", {"Cleave": 2}, False)
    assert "OGN-004c in the main deck" in issue.message
    assert issue.message.endswith("read as Cleave (OGN-004).")
    assert {"name": "Cleave", "count": 2, "id": "OGN-004c"} in report.deck["main"]
    assert {"name": "Cleave", "count": 1, "id": "OGN-004"} in report.deck["main"]


def test_an_unknown_suffix_names_its_lines_and_its_part_of_the_deck(db: CardDatabase) -> None:
    written = legal().drop("Fury Rune", 6, "runes").add("VEN-R01b", 6, "runes").add("OGN-303a", 1, "sideboard")
    deck, where = written.on_lines()
    issues = {issue.zone: issue for issue in judge(db, deck).issues if issue.code == "printing-unknown"}
    assert {zone: (issue.lines, named(issue)) for zone, issue in issues.items()} == {
        "runes": ((where["runes", "VEN-R01b"],), {"Fury Rune": 6}),
        "sideboard": ((where["sideboard", "OGN-303a"],), {"Nine-Tailed Fox": 1}),
    }


def test_copies_by_an_unknown_suffix_count_with_the_others(db: CardDatabase) -> None:
    over = judge(db, legal().swap("OGN-004c", 1, keep=("Cleave",)))
    assert named(one(over, "copy-limit")) == {"Cleave": 4}


@pytest.mark.parametrize("day", [date(2026, 7, 30), date(2026, 7, 31)])
def test_a_card_by_an_unknown_suffix_is_as_legal_as_by_its_number(db: CardDatabase, day: date) -> None:
    by_number, by_suffix = (
        judge(db, legal("Blind Monk").swap(printing), day=day) for printing in ("VEN-084", "VEN-084z")
    )
    assert codes(by_number) == codes(by_suffix)
    assert ("set-legality" in codes(by_suffix)) == (day < date(2026, 7, 31))


@pytest.mark.parametrize("number", ["OGN-311a", "XYZ-001a", "OGN-0070", "OGN-007ab"])
def test_no_other_id_is_guessed(db: CardDatabase, number: str) -> None:
    report = judge(db, legal().swap(number))
    assert said(report) == [("unknown-card", "error")]


def test_an_unknown_suffix_of_a_token_is_a_token(db: CardDatabase) -> None:
    assert said(judge(db, legal().swap("UNL-T01g"))) == [("token", "error")]


def test_an_unknown_suffix_and_the_name_of_another_card_disagree(db: CardDatabase) -> None:
    deck = legal().deck()
    deck.main = [*deck.main[:-1], Entry("Gust", 3, id="OGN-013c")]
    report = judge(db, deck)
    assert said(report) == [("ambiguous-card", "error")]


def test_many_unknown_suffixes_have_one_issue_for_the_rest(db: CardDatabase) -> None:
    deck = legal().deck()
    deck.sideboard = [Entry(f"OGN-{number:03d}{mark}", 1) for number in range(1, 40) for mark in "cde"]
    issues = [issue for issue in judge(db, deck).issues if issue.code == "printing-unknown"]
    assert len(issues) == 101
    assert issues[-1].message.endswith(": 17 more printing ids of the deck.")


# --- verdict -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
def test_undetermined_from_the_release_of_a_set_with_unknown_cards(db: CardDatabase, fmt: str) -> None:
    written = legal().swap(MAYBE, 2)
    before = judge(db, written, fmt, day=KNOWN)
    assert (before.verdict, before.legal, before.missing_sets) == ("illegal", False, ())
    assert "missing_sets" not in before.to_json()
    assert "doubtful" not in one(before, "unknown-card").to_json()
    for day in (OUT, date(2026, 11, 21)):
        report = judge(db, written, fmt, day=day)
        assert (report.verdict, report.legal) == ("undetermined", False)
        assert one(report, "unknown-card").to_json()["doubtful"] is True
        assert report.missing_sets == ("RAD",)
        assert report.to_json()["missing_sets"] == ["RAD"]
        assert judge(db, legal().swap(NOBODY, 2), fmt, day=day).verdict == "illegal"


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("Flame Xyz", "undetermined"),
        ("Aaaa", "undetermined"),  # the windows of 032 and 044 have no lower bound
        ("Commander", "undetermined"),
        ("Kshatriya", "undetermined"),  # after K'Sante, Dauntless; the window of 022 reaches to Ziggs
        ("Ziggs, Shocking", "undetermined"),
        ("Zigguratic", "illegal"),
        ("Zzyzx", "illegal"),
        ("1,000 Cuts", "undetermined"),
        ("\u7206\u7834", "illegal"),
    ],
)
def test_name_inside_a_window_may_be_a_nameless_card(db: CardDatabase, name: str, verdict: str) -> None:
    assert judge(db, legal().swap(name), day=OUT).verdict == verdict
    assert judge(db, legal().swap(name), day=KNOWN).verdict == "illegal"


def test_impossible_name_is_illegal_next_to_a_possible_one(db: CardDatabase) -> None:
    report = judge(db, legal().swap(MAYBE).swap(NOBODY, keep=(MAYBE,)), day=OUT)
    assert (report.verdict, report.missing_sets) == ("illegal", ())
    assert {(issue.cards[0].name, issue.doubtful) for issue in report.issues if issue.code == "unknown-card"} == {
        (MAYBE, True),
        (NOBODY, False),
    }


def test_a_nameless_card_of_the_main_deck_is_in_no_other_zone(db: CardDatabase) -> None:
    """Numbers 001 to 138 of Radiance are cards of the main deck."""
    for name in (MAYBE, "RAD-044"):
        verdicts = {
            "main": judge(db, legal().swap(name), day=OUT).verdict,
            "sideboard": judge(db, legal().add(name, 8, "sideboard"), day=OUT).verdict,
            "runes": judge(db, legal().drop("Fury Rune", 1, "runes").add(name, 1, "runes"), day=OUT).verdict,
            "battlefields": judge(
                db, legal().drop("Hallowed Tomb", 1, "battlefields").add(name, 1, "battlefields"), day=OUT
            ).verdict,
        }
        written = legal()
        written.legend = [name]
        verdicts["legend"] = judge(db, written, day=OUT).verdict
        undetermined = {zone for zone, verdict in verdicts.items() if verdict == "undetermined"}
        assert undetermined == {"main", "sideboard"}


def test_id_next_to_a_name_identifies_the_card(db: CardDatabase) -> None:
    deck = legal().drop("Gust", 3).deck()
    deck.main.append(Entry(NOBODY, 3, id="RAD-104"))
    assert judge(db, deck, day=OUT).verdict == "undetermined"
    deck.main[-1] = Entry(NOBODY, 3, id="RAD-177")
    assert judge(db, deck, day=OUT).verdict == "illegal"


def test_names_beyond_the_first_hundred_are_doubtful_if_each_of_them_is(db: CardDatabase) -> None:
    written = legal()
    for number in range(102):
        written.add(f"{MAYBE} {number:03d}")
    day = date(2027, 1, 29)  # Legacy is out, and nobody knows how many cards it has
    rest = judge(db, written, "sealed", day=day).issues[100]
    assert (rest.zone, rest.doubtful, rest.missing_sets) == ("deck", True, ("RAD", "LGC"))
    assert not judge(db, written, "sealed", day=OUT).issues[100].doubtful  # six cards have no such names
    written.add("Rampagee")
    report = judge(db, written, "sealed", day=day)
    assert (report.issues[100].doubtful, report.verdict) == (False, "illegal")


def test_number_filled_by_an_overlay_has_no_window(tmp_path: Path) -> None:
    """Only the window of 022 reaches to Ziggs; if its card is known, the last window ends at Runeblade Anvil."""
    (tmp_path / "own.yaml").write_text(
        "cards:\n  - {name: Furnace Sprite, type: Unit, domains: [Fury], energy: 2, power: 0, might: 2, rarity: Epic,"
        " printings: [{id: RAD-022, variant: base, rarity: Epic}], abilities: []}\n",
        "utf-8",
    )
    filled = carddb.load([tmp_path])
    assert judge(filled, legal().swap("Tttttttt"), day=OUT).verdict == "illegal"
    assert judge(filled, legal().swap(MAYBE), day=OUT).verdict == "undetermined"
    assert judge(carddb.load(), legal().swap("Tttttttt"), day=OUT).verdict == "undetermined"


# --- released sets with missing cards ------------------------------------------------------------------------------

_LACKING = "  - {code: NXT, name: Next Set, size: 3, legal_from: 2026-09-01, source: test 2026-09-01 made-up}\n"


@pytest.mark.parametrize("name", [NOBODY, MAYBE, "NXT-002"])
@pytest.mark.parametrize("section", ["main", "battlefields"])
def test_unknown_name_may_belong_to_a_released_set_with_missing_cards(tmp_path: Path, name: str, section: str) -> None:
    (tmp_path / "own.yaml").write_text(f"sets:\n{_LACKING}", "utf-8")
    behind = carddb.load([tmp_path])
    written = legal().swap(name) if section == "main" else legal().drop("Hallowed Tomb", 1, section)
    written = written if section == "main" else written.add(name, 1, section)
    assert judge(behind, written, day=date(2026, 8, 31)).verdict == "illegal"
    report = judge(behind, written, day=date(2026, 9, 1))
    assert (report.verdict, report.missing_sets) == ("undetermined", ("NXT",))
    assert report.doubt == "Undetermined: NXT is released, but some of its cards are not in our card data."
    later = judge(behind, written, day=OUT)
    assert later.missing_sets == (("RAD", "NXT") if (name, section) == (MAYBE, "main") else ("NXT",))


def test_misspelt_name_belongs_to_no_set_with_missing_cards(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(f"sets:\n{_LACKING}", "utf-8")
    assert judge(carddb.load([tmp_path]), legal().swap("Rampagee"), day=OUT).verdict == "illegal"


@pytest.mark.parametrize("number", ["NXT-004", "NXT-T01", "NXU-001"])
def test_number_outside_the_numbering_belongs_to_no_missing_card(tmp_path: Path, number: str) -> None:
    (tmp_path / "own.yaml").write_text(f"sets:\n{_LACKING}", "utf-8")
    assert judge(carddb.load([tmp_path]), legal().swap(number), day=OUT).verdict == "illegal"


# One name for each of the six cards.
SIX = ("Aaaa Xyz", "Bbbb Xyz", "Flame Xyz", "Gxxx Xyz", "Hxxx Xyz", "Exxx Xyz")


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        (SIX, "undetermined"),
        ((*SIX, "Flame Qyz"), "illegal"),  # seven names, and six cards
        (("Aaaa Xyz", "Bbbb Xyz", "Cccc Xyz"), "illegal"),  # two cards sort so early
        (("Vexx Xyz", "Wexx Xyz"), "illegal"),  # one card sorts so late
        (("Flame Xyz", "FLAME xyz"), "undetermined"),  # one name, written twice
        (("RAD-011", "Vexx Xyz"), "undetermined"),
    ],
)
def test_each_missing_card_has_one_name(db: CardDatabase, names: tuple[str, ...], verdict: str) -> None:
    written = legal()
    for name in names:
        written.swap(name, 1, keep=names)
    report = judge(db, written, day=OUT)
    assert report.verdict == verdict
    assert {issue.doubtful for issue in report.issues if issue.code == "unknown-card"} == {verdict == "undetermined"}


@pytest.mark.parametrize("name", ["https://x.y/Flame", "[Flame Xyz]", "??? what", "-- cut", "123", "!!!"])
def test_what_cannot_be_a_name_is_no_missing_card(db: CardDatabase, name: str) -> None:
    assert judge(db, legal().swap(name, 1), day=OUT).verdict == "illegal"


@pytest.mark.parametrize(
    ("printing", "verdict"),
    [("OGN-999", "illegal"), ("RAD-177", "undetermined"), ("XYZ-001", "undetermined"), ("RAD-011", "undetermined")],
)
def test_a_number_of_another_set_beside_a_name_settles_it(db: CardDatabase, printing: str, verdict: str) -> None:
    deck = legal().swap("Ruin", 1).deck()
    entry = next(entry for entry in deck.main if entry.written == "Ruin")
    entry.written, entry.id = MAYBE, printing
    assert judge(db, deck, day=OUT).verdict == verdict


@pytest.mark.parametrize(
    ("day", "missing"),
    [
        (date(2027, 1, 28), ()),
        (date(2027, 1, 29), ("LGC",)),
        (date(2027, 2, 18), ("LGC",)),
        (date(2027, 2, 19), ("LGC", "Proving Grounds 2")),
        (date(2027, 4, 29), ("LGC", "Proving Grounds 2")),
        (date(2027, 4, 30), ("LGC", "Proving Grounds 2", "REC")),
    ],
)
def test_unknown_name_may_belong_to_an_announced_set_from_its_date(
    db: CardDatabase, day: date, missing: tuple[str, ...]
) -> None:
    report = judge(db, legal().swap(NOBODY), day=day)
    assert (report.verdict, report.missing_sets) == ("undetermined" if missing else "illegal", missing)
    assert judge(db, legal().swap(MAYBE), day=day).missing_sets == ("RAD", *missing)
    assert judge(db, legal(), day=day).verdict == "legal"
    assert judge(db, legal().swap("Rampagee"), day=day).verdict == "illegal"


@pytest.mark.parametrize(
    ("number", "day", "missing"),
    [
        ("LGC-001", date(2027, 1, 28), ()),
        ("LGC-001", date(2027, 1, 29), ("LGC",)),
        ("LGC-001", date(2027, 4, 30), ("LGC",)),  # the code of Proving Grounds 2 is not known, but it is not this one
        ("REC-001", date(2027, 4, 29), ()),
        ("REC-001", date(2027, 4, 30), ("REC",)),
        ("LGC-T01", date(2027, 4, 30), ()),
        ("OGX-001", date(2027, 2, 18), ()),
        ("OGX-001", date(2027, 2, 19), ("Proving Grounds 2",)),
        ("OGN-999", date(2027, 2, 19), ()),
    ],
)
def test_number_may_belong_to_an_announced_set(
    db: CardDatabase, number: str, day: date, missing: tuple[str, ...]
) -> None:
    report = judge(db, legal().swap(number), day=day)
    assert (report.verdict, report.missing_sets) == ("undetermined" if missing else "illegal", missing)


@pytest.mark.parametrize("known", ["code: LGC, name: Legacy of Runeterra", "code: LEG, name: legacy"])
def test_an_announcement_ends_with_the_set_itself(tmp_path: Path, known: str) -> None:
    """A complete set with the code or name ends the announcement, so no unknown name is doubtful."""
    (tmp_path / "own.yaml").write_text(
        f"sets:\n  - {{{known}, size: 0, legal_from: 2027-01-29, source: test 2027-01-11 made-up}}\n", "utf-8"
    )
    there = carddb.load([tmp_path])
    assert [one.name for one in there.announced_sets()] == ["Proving Grounds 2", "The Reckoning"]
    assert judge(there, legal().swap(NOBODY), day=date(2027, 2, 1)).verdict == "illegal"


def test_overlay_changes_the_date_of_an_announced_set(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(
        "announced:\n  - {name: Legacy, legal_from: 2027-03-05, confidence: high, source: test 2027-01-11 made-up}\n",
        "utf-8",
    )
    moved = carddb.load([tmp_path])
    assert judge(moved, legal().swap(NOBODY), day=date(2027, 2, 1)).verdict == "illegal"
    assert judge(moved, legal().swap(NOBODY), day=date(2027, 3, 5)).missing_sets == ("Legacy", "Proving Grounds 2")


# --- verdict with other errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("number", ["T1A-002", "t1a-5", "SGN-002", "SGN-003a"])
def test_an_unknown_number_of_an_unlisted_series_is_undetermined(db: CardDatabase, fmt: str, number: str) -> None:
    written = legal().swap(number, 2)
    assert judge(db, written, fmt, day=TODAY).verdict == "illegal"
    for day in (OUT, date(2026, 11, 28)):
        report = judge(db, written, fmt, day=day)
        assert (report.verdict, codes(report)) == ("undetermined", ["unknown-card"])
        assert report.missing_sets == (number[:3].upper(),)
        assert f"a number of {number[:3].upper()} printings without a card in our card data" in report.issues[0].message
    early = judge(db, written, fmt, day=date(2026, 10, 22))
    assert "a number of" not in early.issues[0].message


def test_unlisted_series_makes_no_other_error_doubtful(db: CardDatabase) -> None:
    assert judge(db, legal().swap("T1A-002").add("Fury Rune", 1, "runes"), day=OUT).verdict == "illegal"
    assert judge(db, legal().swap("T1A-002").swap(MAYBE, 1, keep=("T1A-002",)), day=OUT).missing_sets == ("RAD", "T1A")
    for number in ("T1A-000", "T1A-T01", "T1S-006", "PR-001"):
        assert "a number of" not in one(judge(db, legal().swap(number), day=OUT), "unknown-card").message


@pytest.mark.parametrize("day", [TODAY, OUT])
def test_known_number_of_an_unlisted_series_is_its_card(db: CardDatabase, day: date) -> None:
    for number in ("VEN-084", "T1A-001", "T1A-001b"):
        report = judge(db, legal("Blind Monk").swap(number), day=day)
        assert report.legal, number


def test_known_lists_stay_legal_or_illegal(db: CardDatabase) -> None:
    assert judge(db, legal(), day=OUT).verdict == "legal"
    assert judge(db, legal(), day=OUT).missing_sets == ()
    assert judge(db, legal().add("Sai Scout"), day=OUT).verdict == "illegal"
    assert judge(db, legal().add("Sai Scout"), day=OUT).missing_sets == ()


@pytest.mark.parametrize(
    ("section", "name", "count"),
    [("main", "Sai Scout", 1), ("runes", "Fury Rune", 1), ("sideboard", "Scrapheap", 1), ("sideboard", "Jinx", 1)],
)
def test_any_other_error_makes_it_illegal(db: CardDatabase, section: str, name: str, count: int) -> None:
    written = legal().swap(MAYBE, 1).add(name, count, section)
    report = judge(db, written, day=OUT)
    assert report.verdict == "illegal"
    assert report.missing_sets == ()


def test_warnings_do_not_make_it_illegal(db: CardDatabase) -> None:
    written = legal().swap(MAYBE, 1)
    written.champion = None
    report = judge(db, written, day=OUT)
    assert said(report) == [("champion-counted", "warning"), ("data-age", "info"), ("unknown-card", "error")]
    assert report.verdict == "undetermined"


def test_an_unknown_champion_may_be_of_the_new_set(db: CardDatabase) -> None:
    written = legal().drop("Jinx, Rebel")
    written.champion = MAYBE
    assert judge(db, written, day=OUT).verdict == "undetermined"
    assert judge(db, written, day=KNOWN).verdict == "illegal"


@pytest.mark.parametrize(("name", "verdict"), [(MAYBE, "undetermined"), (NOBODY, "illegal"), ("Rampagee", "illegal")])
def test_an_unnamed_champion_may_be_among_the_cards_of_the_new_set(db: CardDatabase, name: str, verdict: str) -> None:
    written = legal().drop("Jinx, Rebel").add(name)
    written.champion = None
    report = judge(db, written, day=OUT)
    assert report.verdict == verdict
    assert one(report, "champion-missing").severity == ("warning" if name == MAYBE else "error")
    assert one(judge(db, written, day=KNOWN), "champion-missing").severity == "error"


def test_errors_come_first(db: CardDatabase) -> None:
    written = legal().add("Sai Scout")
    written.champion = None
    assert [issue.severity for issue in judge(db, written).issues] == ["error", "warning"]


# --- deck-choice ---------------------------------------------------------------------------------------------------

CHOOSER = "Chooser of Three"
GOOD = ["Unforgiven", "Swift Scout", "Wuju Master"]


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_choice_that_is_right(made_up: CardDatabase, fmt: str) -> None:
    written = legal().swap(CHOOSER, 3)
    written.choices = {"chooser OF three": ["unforgiven", "OGN-263", "Master Yi, Wuju Master"]}
    assert judge(made_up, written, fmt).issues == ()


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize(
    "chosen",
    [
        None,
        [],
        GOOD[:2],
        [*GOOD, "Blind Monk"],
        [*GOOD[:2], GOOD[0]],
        [*GOOD[:2], "OGN-259"],  # Unforgiven again, by its id
        [*GOOD, GOOD[0]],
        [*GOOD[:2], NOBODY],
        [*GOOD[:2], "Jinx"],
        [*GOOD[:2], "Charm"],
        [*GOOD[:2], "Loose Cannon"],  # the legend of the list
    ],
)
def test_a_choice_that_is_missing_or_wrong(made_up: CardDatabase, fmt: str, chosen: list[str] | None) -> None:
    written = legal().swap(CHOOSER, 1)
    if chosen is not None:
        written.choices = {CHOOSER: chosen}
    issue = alone(judge(made_up, written, fmt), "deck-choice")
    assert issue.zone == "deck"
    assert named(issue) == {CHOOSER: 1}
    assert cited(issue) == {f"card {made_up.version} {CHOOSER}"}


def test_chosen_legend_is_not_a_nameless_main_deck_card(made_up: CardDatabase) -> None:
    written = legal().swap(CHOOSER, 1)
    written.choices = {CHOOSER: [*GOOD[:2], MAYBE]}
    report = judge(made_up, written, day=date(2026, 11, 21))
    assert (report.verdict, codes(report)) == ("illegal", ["deck-choice"])


def test_chosen_card_may_belong_to_a_set_with_missing_cards(made_up: CardDatabase) -> None:
    written = legal().swap(CHOOSER, 1)
    written.choices = {CHOOSER: [*GOOD[:2], NOBODY]}
    report = judge(made_up, written, day=date(2027, 1, 29))
    assert codes(report) == ["unknown-card"]
    assert (report.verdict, one(report, "unknown-card").zone) == ("undetermined", "deck")
    written.choices = {CHOOSER: [GOOD[0], NOBODY]}
    assert codes(judge(made_up, written, day=date(2027, 1, 29))) == ["deck-choice", "unknown-card"]


def test_a_choice_for_another_card_does_not_count(made_up: CardDatabase) -> None:
    written = legal().swap(CHOOSER, 1)
    written.choices = {"Neutral Beast": GOOD}
    alone(judge(made_up, written), "deck-choice")


@pytest.mark.parametrize("fmt", [*CONSTRUCTED, *LIMITED])
def test_no_choice_is_asked_where_the_card_is_not_in_the_deck(made_up: CardDatabase, fmt: str) -> None:
    written = legal()
    written.choices = {CHOOSER: ["nonsense"]}
    assert judge(made_up, written, fmt).issues == ()
    assert judge(made_up, legal().swap("Neutral Beast", 2), fmt, day=TODAY).issues == ()


def test_a_line_that_cannot_be_read_is_told_with_what_is_wrong_with_it(db: CardDatabase) -> None:
    parsed = read_text("2 Cleave (OGN-001)\n3 Charm\n", db)
    found = one(check(resolve(parsed.deck, db), db, Options(day=TODAY)), "unknown-card")
    assert found.message == (
        "“Cleave (OGN-001)” cannot be read as a card. "
        '"Cleave" and OGN-001 are different cards: OGN-001 is Blazing Scorcher. Keep the one that is meant.'
    )
    assert found.lines == (1,)


@pytest.mark.parametrize("line", ["Zaun Warens", "1 Zaun Warens"])
def test_a_misspelt_name_has_its_suggestion_with_a_count_and_without(db: CardDatabase, line: str) -> None:
    parsed = read_text(f"Main Deck:\n3 Charm\n\nBattlefields:\n{line}\n1 Hallowed Tomb\n", db)
    found = one(check(resolve(parsed.deck, db), db, Options(day=TODAY)), "misspelt-card")
    assert (found.zone, found.suggestions, found.lines) == ("battlefields", ("Zaun Warrens",), (5,))
    assert ("no count" in found.message) == (line[0] != "1")


def test_a_name_and_an_id_of_different_cards_are_told_as_such(db: CardDatabase) -> None:
    deck = legal().deck()
    deck.main.append(Entry("Cleave", 1, id="OGN-001"))
    found = one(judge(db, deck), "ambiguous-card")
    assert found.message == (
        "“Cleave” and OGN-001 in the main deck are different cards: OGN-001 is Blazing Scorcher. "
        "Keep the one that is meant."
    )


# --- names in other languages --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Défense tactique", "seems to be in another language"),
        ("Verteidigung für alle", "seems to be in another language"),
        ("防御", "seems to be in another language"),
        ("ディフェンス", "seems to be in another language"),
        ("방어", "seems to be in another language"),
        ("Zzyzx", "riftcheck reads only English card names."),  # may be of any language
        ("Guste", "Is it Gust"),
        ("RAD-199", ""),  # an id is of no language
    ],
)
def test_an_unknown_name_says_that_only_english_names_are_read(db: CardDatabase, name: str, told: str) -> None:
    (issue,) = judge(db, legal().swap(name)).issues
    assert told in issue.message
    assert ("English" in issue.message) == (told not in ("", "Is it Gust"))


def test_an_unreadable_line_in_another_script_says_so(db: CardDatabase) -> None:
    parsed = read_text("Main Deck:\n3 Charm\n防御 卡 3 x 4\n", db)
    report = check(resolve(parsed.deck, db), db, Options(day=TODAY), parsed)
    assert any("seems to be in another language" in issue.message for issue in report.issues)


# --- cards that are set aside --------------------------------------------------------------------------------------


def test_cards_set_aside_are_reported_once_with_their_headers(db: CardDatabase) -> None:
    records = [SetAside(30, "## Maybeboard:", 3), SetAside(34, "Cuts", 1)]
    report = judge(db, legal(), set_aside=records)
    issue = alone(report, "set-aside", "info")
    assert "3 cards under “Maybeboard” and 1 card under “Cuts”" in issue.message
    assert issue.lines == (30, 34)
    assert issue in report.shown
    assert report.counts == judge(db, legal()).counts


def test_a_deck_that_sets_nothing_aside_has_no_info(db: CardDatabase) -> None:
    assert judge(db, legal(), set_aside=[]).issues == ()


def test_only_the_first_headers_that_set_cards_aside_are_named(db: CardDatabase) -> None:
    records = [SetAside(line, f"Cuts {line}", 2) for line in range(1, 400)]
    message = alone(judge(db, legal(), set_aside=records), "set-aside", "info").message
    assert "“Cuts 5” and 788 more cards under 394 other headers" in message
    assert "Cuts 6" not in message
