"""The chosen champion: told, read, and right (CR 103.3.a, 103.3.d.3, TR 401.2; contract, "Reading the champion")."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.decks.model import Entry
from riftcheck.decks.reader import read_text
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, check
from tests.validator.validator_lists import (
    CASUAL,
    CONSTRUCTED,
    FORMATS,
    LIMITED,
    NOT_LIMITED,
    TODAY,
    alone,
    cited,
    codes,
    judge,
    legal,
    named,
    one,
    pool,
    said,
)

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from tests.validator.validator_lists import Written


def champion(legend: str, name: str) -> Written:
    """Return a legal list of a legend, but with another chosen champion."""
    written = legal(legend)
    assert written.champion is not None
    written.drop(written.champion).add(name)
    written.champion = name
    return written


# --- type and tag --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize(
    ("legend", "name"),
    [
        ("Dark Child - Starter", "Tibbers"),  # a signature unit
        ("Unforgiven", "Allay, Eager Admirer"),  # named like a champion, and a plain unit
        ("Heart of the Tempest", "Masa, Crashing Thunder"),  # likewise, and a Yordle as the legend is
        ("Loose Cannon", "Chemtech Enforcer"),
        ("Loose Cannon", "Cleave"),
    ],
)
def test_a_champion_is_a_champion_unit(db: CardDatabase, fmt: str, legend: str, name: str) -> None:
    written = champion(legend, name)
    if written.main[name] > 3:
        written.drop(name).add("Pouty Poro")
    issue = alone(judge(db, written, fmt), "champion-type")
    assert issue.zone == "champion"
    assert named(issue) == {name: 1}
    assert cited(issue) >= {"CR 1.5 103.3.a.2"}


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_signature_champion_unit_is_none(made_up: CardDatabase, fmt: str) -> None:
    issue = alone(judge(made_up, champion("Loose Cannon", "Jinx, Signed"), fmt), "champion-type")
    assert "CR 1.5 103.3.d.3" in cited(issue)


@pytest.mark.parametrize("fmt", NOT_LIMITED)
@pytest.mark.parametrize("stranger", ["Loose Cannon", "Hallowed Tomb", "Fury Rune"])
def test_what_is_no_main_deck_card_is_no_champion_and_told_once(db: CardDatabase, fmt: str, stranger: str) -> None:
    written = legal().drop("Jinx, Rebel")
    written.champion = stranger
    assert codes(judge(db, written, fmt)) == ["champion-type"]


def test_a_token_is_no_champion_and_told_once(db: CardDatabase) -> None:
    written = legal().drop("Jinx, Rebel")
    written.champion = "Recruit"
    assert codes(judge(db, written)) == ["token"]


@pytest.mark.parametrize("fmt", NOT_LIMITED)
@pytest.mark.parametrize(
    ("legend", "name"),
    [
        ("Loose Cannon", "Annie, Fiery"),  # the same domains
        ("Heart of the Tempest", "Teemo, Scout"),  # both are Yordles; only the champion tag counts
        ("Swift Scout", "Kennen, Storm of Shuriken"),
        ("Unforgiven", "Jinx, Rebel"),
    ],
)
def test_a_champion_has_the_champion_tag_of_the_legend(db: CardDatabase, fmt: str, legend: str, name: str) -> None:
    issue = alone(judge(db, champion(legend, name), fmt), "champion-tag")
    assert issue.zone == "champion"
    assert named(issue) == {name: 1}
    assert cited(issue) == {"CR 1.5 103.3.a.2"}


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_a_champion_off_the_identity_has_the_right_tag_still(made_up: CardDatabase, fmt: str) -> None:
    issue = alone(judge(made_up, champion("Loose Cannon", "Jinx, Lawful"), fmt), "domain-identity")
    assert named(issue) == {"Jinx, Lawful": 1}


@pytest.mark.parametrize(("legend", "name"), [("Wuju Master", "Master Yi, Honed"), ("Wuju Bladesman", "OGS-009")])
def test_either_legend_of_a_champion_serves(db: CardDatabase, legend: str, name: str) -> None:
    written = legal("Wuju Master")
    written.legend = [legend]
    written.drop("Master Yi, Meditative").add(name)
    written.champion = name
    assert judge(db, written).issues == ()


@pytest.mark.parametrize("fmt", LIMITED)
def test_a_limited_champion_needs_no_tag(db: CardDatabase, fmt: str) -> None:
    assert judge(db, champion("Heart of the Tempest", "Teemo, Scout"), fmt).issues == ()


# --- none named ----------------------------------------------------------------------------------------------------


def unnamed(legend: str = "Loose Cannon") -> Written:
    written = legal(legend)
    written.champion = None
    return written


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_the_only_possible_champion_is_taken_and_told(db: CardDatabase, fmt: str) -> None:
    report = judge(db, unnamed(), fmt)
    issue = alone(report, "champion-counted", "warning")
    assert named(issue) == {"Jinx, Rebel": 1}
    assert cited(issue) == {"TR 2026-10-09 401.2"}
    assert report.deck["champion"] == "Jinx, Rebel"
    assert report.counts["main"] == 40


def test_three_copies_of_one_champion_are_one_possible_card(db: CardDatabase) -> None:
    written = unnamed()
    written.add("OGN-202a").add("OPP-202/298").drop("Gust", 2)
    alone(judge(db, written), "champion-counted", "warning")


def test_a_champion_of_another_tag_is_no_possible_one(db: CardDatabase) -> None:
    written = unnamed().swap("Annie, Fiery", 2)
    assert named(alone(judge(db, written), "champion-counted", "warning")) == {"Jinx, Rebel": 1}
    written = unnamed("Heart of the Tempest").swap("Teemo, Scout", 2)
    assert named(alone(judge(db, written), "champion-counted", "warning")) == {"Kennen, Storm of Shuriken": 1}


def test_a_signature_unit_is_no_possible_champion(db: CardDatabase) -> None:
    written = unnamed("Dark Child - Starter").swap("Tibbers", 3)
    assert named(alone(judge(db, written), "champion-counted", "warning")) == {"Annie, Fiery": 1}


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_none_named_and_none_possible(db: CardDatabase, fmt: str) -> None:
    written = unnamed().drop("Jinx, Rebel").add("Annie, Fiery")
    issue = alone(judge(db, written, fmt), "champion-missing")
    assert issue.zone == "champion"
    assert cited(issue) == {"CR 1.5 103.3.a"}


@pytest.mark.parametrize("fmt", LIMITED)
@pytest.mark.parametrize("possible", [[], ["Jinx, Rebel"], ["Jinx, Rebel", "Jinx, Demolitionist"]])
def test_a_limited_list_needs_no_champion(db: CardDatabase, fmt: str, possible: list[str]) -> None:
    """And takes none that nobody named: a player may opt not to use one (TR 602.4.a.5.a, 602.4.b.6.a)."""
    written = unnamed().drop("Jinx, Rebel")
    for name in possible:
        written.add(name)
    report = judge(db, written, fmt)
    assert report.issues == ()
    assert report.deck["champion"] is None


@pytest.mark.parametrize(
    ("fmt", "level", "severity"),
    [(fmt, "high", "error") for fmt in CONSTRUCTED]
    + [(fmt, "low", "warning") for fmt in CONSTRUCTED]
    + [(fmt, level, "warning") for fmt in CASUAL for level in ("low", "high")],
)
def test_several_possible_champions(db: CardDatabase, fmt: str, level: str, severity: str) -> None:
    written = unnamed().swap("Jinx, Demolitionist", 2)
    issue = alone(judge(db, written, fmt, level=level), "champion-ambiguous", severity)
    assert set(named(issue)) == {"Jinx, Rebel", "Jinx, Demolitionist"}
    assert issue.zone == "champion"
    assert cited(issue) == {"TR 2026-10-09 401.2"}


# --- whether its copy is in the main deck: JSON ----------------------------------------------------------------------


def test_json_champion_in_main_is_a_label(db: CardDatabase) -> None:
    report = judge(db, legal())
    assert report.counts["main"] == 40
    assert report.issues == ()
    assert codes(judge(db, legal().drop("Gust"))) == ["main-size"]


def test_json_champion_in_main_in_another_printing_is_a_label(db: CardDatabase) -> None:
    written = legal().drop("Jinx, Rebel").add("OGN-202a")
    assert judge(db, written).issues == ()
    written.champion = "PR-202/298"
    assert judge(db, written).issues == ()


def test_json_champion_not_in_main_is_added(db: CardDatabase) -> None:
    report = judge(db, legal().drop("Jinx, Rebel"))
    assert report.counts["main"] == 40
    assert report.issues == ()


def test_json_champion_in_the_sideboard_only_is_added(db: CardDatabase) -> None:
    report = judge(db, legal().drop("Jinx, Rebel").add("Jinx, Rebel", 3, "sideboard"))
    assert report.counts["main"] == 40
    assert named(alone(report, "copy-limit")) == {"Jinx, Rebel": 4}


def test_json_champion_apart_is_always_added(db: CardDatabase) -> None:
    written = legal().add("Jinx, Rebel", 2).drop("Gust", 2).drop("Rebuke")
    written.apart = True
    report = judge(db, written)
    assert report.counts["main"] == 40
    assert named(alone(report, "copy-limit")) == {"Jinx, Rebel": 4}
    assert report.deck["champion_apart"] is False


# --- whether its copy is in the main deck: texts and codes -----------------------------------------------------------


@pytest.mark.parametrize("origin", ["text", "code"])
@pytest.mark.parametrize(
    "size",
    [
        ("constructed", 0, 1, 40),  # 40 with it: a label
        ("constructed", -1, 1, 40),  # 39 with a copy of it: apart
        ("constructed", -2, 1, 38),  # 38 with a copy: a label
        ("constructed", 1, 1, 41),
        ("constructed", -1, 0, 40),  # 39 without: apart
        ("constructed", 0, 0, 41),  # 40 without: apart, and one too many
        ("casual-duel", -1, 1, 40),
        ("casual-duel", 3, 1, 43),
        ("casual-duel", 3, 0, 44),
        ("sealed", -15, 1, 25),  # 25: a label
        ("sealed", -16, 1, 25),  # 24: apart
        ("sealed", -1, 1, 39),  # 39 is nothing special there
        ("sealed", -15, 0, 26),
        ("draft", -20, 1, 20),
        ("draft", -21, 1, 20),
        ("draft", -20, 0, 21),
    ],
)
def test_texts_and_codes_are_read_by_their_size(db: CardDatabase, origin: str, size: tuple[str, int, int, int]) -> None:
    """A format, how many cards more or less than 40, whether the champion is among them, and the size it is read as."""
    fmt, extra, in_main, total = size
    written = legal()
    if extra < 0:
        for _ in range(-extra):
            written.drop(next(name for name in reversed(written.main) if name != "Jinx, Rebel"))
    elif extra:
        written.add("Sai Scout", extra)
    if not in_main:
        written.drop("Jinx, Rebel").add("Pouty Poro")
    deck, where = written.on_lines(origin)
    report = judge(db, deck, fmt)
    assert report.counts["main"] == total
    issue = one(report, "champion-counted")
    assert named(issue) == {"Jinx, Rebel": 1}
    assert where["champion", "Jinx, Rebel"] in issue.lines
    wrong = {"main-size"} if (fmt == "constructed" and total != 40) else set()
    assert set(codes(report)) == wrong


@pytest.mark.parametrize("origin", ["text", "code"])
@pytest.mark.parametrize(
    ("fmt", "more", "in_main", "hidden"),
    [
        ("constructed", 0, True, True),  # 40 with the label, 41 with a copy added
        ("constructed", -1, True, True),  # 39 with the label, 40 with a copy added
        ("constructed", -1, False, True),
        ("constructed", -2, True, False),  # neither 38 nor 39 is right: `main-size` is an error
        ("constructed", 1, True, False),
        ("constructed", 0, False, False),  # the reading of the right size has no copy of the champion to label
        ("casual-duel", -1, True, True),
        ("casual-duel", 3, True, False),  # both 43 and 44 are right, so the size says nothing
        ("casual-duel", 3, False, False),
    ],
)
def test_a_named_champion_is_a_warning_unless_only_its_reading_fits_the_size(
    db: CardDatabase, origin: str, fmt: str, more: int, *, in_main: bool, hidden: bool
) -> None:
    written = legal()
    if more < 0:
        written.drop("Gust", -more)
    else:
        written.add("Sai Scout", more)
    if not in_main:
        written.drop("Jinx, Rebel").add("Pouty Poro")
    report = judge(db, written.on_lines(origin)[0], fmt)
    issue = one(report, "champion-counted")
    assert (issue.severity, issue.hidden) == (("info", True) if hidden else ("warning", False))
    assert (issue in report.shown) is not hidden


def test_a_champion_of_a_list_with_an_unreadable_line_is_a_warning(db: CardDatabase) -> None:
    """The line has an unknown number of cards, so it is unknown which reading has the right size."""
    deck, _ = legal().drop("Gust").on_lines()
    deck.main.append(Entry("2 many cooks", 1, 99, unreadable=True, reason="No card is so."))
    issue = one(judge(db, deck), "champion-counted")
    assert (issue.severity, issue.hidden) == ("warning", False)


@pytest.mark.parametrize("fmt", ["constructed", "casual-duel", "sealed"])
def test_two_named_champions_of_a_full_main_deck_are_labels(db: CardDatabase, fmt: str) -> None:
    """Both stand among the 40, so nothing is added; which of them it is, the list must still say."""
    deck, where = legal().swap("Jinx, Demolitionist", 1).on_lines()
    line = where["champion", "Jinx, Rebel"]
    deck.champion.append(Entry("Jinx, Demolitionist", 1, line))
    report = judge(db, deck, fmt)
    severity = {"constructed": "error", "casual-duel": "warning"}
    assert said(report) == ([("champion-ambiguous", severity[fmt])] if fmt in severity else [])
    assert report.counts["main"] == 40


@pytest.mark.parametrize("origin", ["text", "code"])
def test_two_named_champions_beside_38_are_apart(db: CardDatabase, origin: str) -> None:
    deck, where = legal().drop("Jinx, Rebel").drop("Gust").on_lines(origin)
    deck.champion.append(Entry("Jinx, Demolitionist", 1, where["champion", "Jinx, Rebel"]))
    report = judge(db, deck)
    assert report.counts["main"] == 40
    assert codes(report) == ["champion-ambiguous"]


def test_json_is_never_read_by_its_size(db: CardDatabase) -> None:
    assert said(judge(db, legal().drop("Gust"))) == [("main-size", "error")]


def test_an_inferred_champion_of_a_text_is_told_once(db: CardDatabase) -> None:
    deck, _ = unnamed().on_lines()
    assert said(judge(db, deck)) == [("champion-counted", "warning")]


def test_a_limited_text_without_champion_is_not_read(db: CardDatabase) -> None:
    deck, _ = pool(25, "Fury", "Mind").add("Jinx, Demolitionist").on_lines()
    assert judge(db, deck, "sealed").issues == ()


# --- unknown -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
def test_an_unknown_champion_is_told_once(db: CardDatabase, fmt: str) -> None:
    written = legal().drop("Jinx, Rebel")
    written.champion = "Jinx, Nobody At All"
    issue = alone(judge(db, written, fmt), "unknown-card")
    assert issue.zone == "champion"


@pytest.mark.parametrize("fmt", FORMATS)
def test_an_unknown_champion_that_is_in_main_is_told_once(db: CardDatabase, fmt: str) -> None:
    written = legal().drop("Jinx, Rebel").add("Jinx, Nobody At All")
    written.champion = "jinx, nobody AT all"
    report = judge(db, written, fmt)
    alone(report, "unknown-card")
    assert report.counts["main"] == 40


@pytest.mark.parametrize("fmt", FORMATS)
def test_an_ambiguous_champion_is_told_once(db: CardDatabase, fmt: str) -> None:
    written = legal().drop("Jinx, Rebel")
    written.champion = "Jinx"
    assert alone(judge(db, written, fmt), "ambiguous-card").zone == "champion"


@pytest.mark.parametrize("fmt", FORMATS)
def test_an_unknown_legend_is_told_once(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.legend = ["Nobody's Legend At All"]
    assert alone(judge(db, written, fmt), "unknown-card").zone == "legend"


def test_an_unreadable_line_is_an_unknown_card_of_one(db: CardDatabase) -> None:
    deck, _ = legal().on_lines()
    deck.main.append(Entry("3 x ???", 1, 99, unreadable=True))
    issue = one(judge(db, deck, "casual-duel"), "unknown-card")
    assert sum(named(issue).values()) == 1
    assert issue.lines == (99,)


@pytest.mark.parametrize(("others", "verdict"), [(36, "illegal"), (37, "legal"), (38, "illegal")])
def test_all_copies_in_the_section_of_the_champion_stand_in_no_other(
    db: CardDatabase, others: int, verdict: str
) -> None:
    written = legal().drop("Jinx, Rebel").drop("Ride the Wind", 39 - others)
    lines = [f"{count} {name}" for name, count in written.main.items()]
    parsed = read_text("\n".join(["Champion:", "3 Jinx, Rebel", "Main Deck:", *lines]), db)
    deck = written.deck()
    parsed.deck.legend, parsed.deck.runes, parsed.deck.battlefields = deck.legend, deck.runes, deck.battlefields
    report = check(resolve(parsed.deck, db), db, Options(day=TODAY))
    assert (report.verdict, report.counts["main"]) == (verdict, others + 3)


def test_copies_in_the_section_of_the_champion_count_with_those_of_the_main_deck(db: CardDatabase) -> None:
    written = legal().drop("Ride the Wind", 3)  # one Jinx and 36 others, and three Jinx above: four copies, 40 cards
    lines = [f"{count} {name}" for name, count in written.main.items()]
    parsed = read_text("\n".join(["Champion:", "3 Jinx, Rebel", "Main Deck:", *lines]), db)
    deck = written.deck()
    parsed.deck.legend, parsed.deck.runes, parsed.deck.battlefields = deck.legend, deck.runes, deck.battlefields
    report = check(resolve(parsed.deck, db), db, Options(day=TODAY))
    assert (report.counts["main"], codes(report)) == (40, ["copy-limit"])
