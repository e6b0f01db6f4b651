"""Cards where they belong: main-type, rune-type, battlefield-type, token (CR 103.3-103.5, 185, 187; TR 601.1.c.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.validator.validator_lists import (
    CONSTRUCTED,
    FORMATS,
    LIMITED,
    NOT_LIMITED,
    SPARE_BATTLEFIELDS,
    alone,
    cited,
    codes,
    judge,
    legal,
    named,
    one,
)

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

TOKENS = ("Recruit", "Gold", "Brush", "Baron Pit", "Shadow Clone")


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("stranger", ["Order Rune", "Unforgiven", "Hallowed Tomb"])
def test_only_units_gear_and_spells_in_the_main_deck(db: CardDatabase, fmt: str, stranger: str) -> None:
    issue = alone(judge(db, legal().swap(stranger, 1), fmt), "main-type")
    assert issue.zone == "main"
    assert named(issue) == {stranger: 1}
    assert "CR 1.5 103.3" in cited(issue)


@pytest.mark.parametrize("fmt", LIMITED)
@pytest.mark.parametrize("stranger", ["Order Rune", "Unforgiven", "Reaver's Row"])
def test_the_sideboard_of_a_limited_deck_is_the_rest_of_the_pool(db: CardDatabase, fmt: str, stranger: str) -> None:
    # TR 602.4.a.7, 602.4.b.8; TR 601.1.c.2 is a rule of constructed
    assert judge(db, legal().add(stranger, 1, "sideboard"), fmt).issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize("stranger", ["Order Rune", "Unforgiven", "Reaver's Row"])
def test_only_main_deck_cards_in_the_sideboard(db: CardDatabase, fmt: str, stranger: str) -> None:
    issue = alone(judge(db, legal().add(stranger, 1, "sideboard"), fmt), "main-type")
    assert issue.zone == "sideboard"
    assert "TR 2026-10-09 601.1.c.2" in cited(issue)


def test_a_battlefield_in_a_casual_sideboard_is_told_too(db: CardDatabase) -> None:
    report = judge(db, legal().add("Hallowed Tomb", 1, "sideboard"), "casual-match")
    assert codes(report) == ["main-type", "sideboard-size"]


def test_a_card_of_two_types_belongs_in_the_main_deck(db: CardDatabase) -> None:
    written = legal("Swift Scout").swap("Patched Porobot", 3)
    assert judge(db, written).issues == ()


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("stranger", ["Charm", "Loose Cannon", "Hallowed Tomb", "Gust"])
def test_only_runes_in_the_rune_deck(db: CardDatabase, fmt: str, stranger: str) -> None:
    written = legal().drop("Fury Rune", 2, "runes").add(stranger, 2, "runes")
    issue = alone(judge(db, written, fmt), "rune-type")
    assert issue.zone == "runes"
    assert named(issue) == {stranger: 2}
    assert cited(issue) == {"CR 1.5 103.4"}


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("stranger", ["Charm", "Loose Cannon", "Order Rune"])
def test_only_battlefields_among_the_battlefields(db: CardDatabase, fmt: str, stranger: str) -> None:
    written = legal().drop("Hallowed Tomb", 1, "battlefields").add(stranger, 1, "battlefields")
    issue = alone(judge(db, written, fmt), "battlefield-type")
    assert issue.zone == "battlefields"
    assert named(issue) == {stranger: 1}
    assert cited(issue) == {"CR 1.5 103.5"}


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("token", TOKENS)
def test_no_token_in_the_main_deck(db: CardDatabase, fmt: str, token: str) -> None:
    """Ten of one, so that a checker that still counts copies is told apart."""
    issue = alone(judge(db, legal().swap(token, 10), fmt), "token")
    assert issue.zone == "main"
    assert named(issue) == {token: 10}
    assert cited(issue) == {"CR 1.5 185", "CR 1.5 187"}


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("token", ["Brush", "Baron Pit", "Recruit"])
def test_no_token_among_the_battlefields(db: CardDatabase, fmt: str, token: str) -> None:
    written = legal().drop("Hallowed Tomb", 1, "battlefields").add(token, 1, "battlefields")
    assert alone(judge(db, written, fmt), "token").zone == "battlefields"


@pytest.mark.parametrize("section", ["sideboard", "runes"])
def test_no_token_elsewhere(db: CardDatabase, section: str) -> None:
    written = legal().add("Recruit", 1, section)
    if section == "runes":
        written.drop("Fury Rune", 1, "runes")
    assert alone(judge(db, written), "token").zone == section


def test_no_token_as_a_legend(db: CardDatabase) -> None:
    written = legal()
    written.legend = ["Loose Cannon", "Recruit"]
    issue = one(judge(db, written), "token")
    assert issue.zone == "legend"


def test_a_token_printed_under_a_base_number_is_a_token(db: CardDatabase) -> None:
    assert named(alone(judge(db, legal().swap("OGN-271", 1)), "token")) == {"Recruit": 1}


def test_two_of_a_token_battlefield_are_a_token_only(db: CardDatabase) -> None:
    written = legal()
    written.battlefields = {"Brush": 2, "Hallowed Tomb": 1}
    assert named(alone(judge(db, written), "token")) == {"Brush": 2}


def test_a_misplaced_card_is_not_judged_further(db: CardDatabase) -> None:
    """Five, off the identity, a signature of another champion or banned: reported once, for the place."""
    written = legal()
    written.runes = {"Fury Rune": 7, "Last Breath": 5}
    assert codes(judge(db, written)) == ["rune-type"]
    written = legal()
    written.runes = {"Fury Rune": 7, "Stacked Deck": 5}
    assert codes(judge(db, written)) == ["rune-type"]
    assert codes(judge(db, legal().swap("The Dreaming Tree", 5))) == ["main-type"]


def test_a_misplaced_card_counts_in_sizes(db: CardDatabase) -> None:
    assert codes(judge(db, legal().add("Hallowed Tomb"))) == ["main-size", "main-type"]
    written = legal().add("Charm", 1, "runes")
    assert codes(judge(db, written)) == ["rune-count", "rune-type"]


# --- battlefield-unique and battlefield-domain: CR 103.5.b-c, TR 402.1 -----------------------------------------------


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_no_two_battlefields_of_one_name(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.battlefields = {"Hallowed Tomb": 2, SPARE_BATTLEFIELDS[0]: 1}
    issue = alone(judge(db, written, fmt), "battlefield-unique")
    assert named(issue) == {"Hallowed Tomb": 2}
    assert issue.zone == "battlefields"
    assert cited(issue) >= {"CR 1.5 103.5.c"}


def test_two_printings_of_a_battlefield_are_one_name(db: CardDatabase) -> None:
    twice = next(
        card
        for card in db.cards
        if card.kind == "battlefield" and len(card.printings) > 1 and "OGN" in card.printings[0].id
        if card.name not in {ban.card for ban in db.bans}
    )
    written = legal()
    written.battlefields = {twice.printings[0].id: 1, twice.printings[1].id: 1, "Hallowed Tomb": 1}
    if twice.name == "Hallowed Tomb":
        written.battlefields = {twice.printings[0].id: 1, twice.printings[1].id: 1, "Altar to Unity": 1}
    assert named(alone(judge(db, written), "battlefield-unique")) == {twice.name: 2}


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_two_of_a_battlefield_are_a_warning_under_1_0(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.battlefields = {"Hallowed Tomb": 2, SPARE_BATTLEFIELDS[0]: 1}
    alone(judge(db, written, fmt, rules="1.0"), "battlefield-unique", "warning")
    alone(judge(db, written, fmt, rules="1.1"), "battlefield-unique")


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_a_battlefield_with_a_domain_is_inside_the_identity(made_up: CardDatabase, fmt: str) -> None:
    inside = legal().drop("Hallowed Tomb", 1, "battlefields").add("Field of Fury", 1, "battlefields")
    assert judge(made_up, inside, fmt).issues == ()
    outside = legal().drop("Hallowed Tomb", 1, "battlefields").add("Field of Order", 1, "battlefields")
    issue = alone(judge(made_up, outside, fmt), "battlefield-domain")
    assert issue.zone == "battlefields"
    assert named(issue) == {"Field of Order": 1}
    assert cited(issue) == {"CR 1.5 103.5.b"}
