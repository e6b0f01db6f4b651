"""Set legality, bans and preconstructed decks (TR 601.2, 601.3.c, 602.1, 603; the ban list by its days)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from tests.validator.validator_lists import (
    CASUAL,
    CONSTRUCTED,
    LIMITED,
    TODAY,
    Written,
    alone,
    cited,
    codes,
    judge,
    legal,
    named,
    one,
    product,
    said,
)

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

DAY = timedelta(days=1)

# --- sets ----------------------------------------------------------------------------------------------------------

SETS = [
    ("Called Shot", "Loose Cannon", date(2026, 2, 13)),
    ("Alpha Strike", "Wuju Bladesman - Starter", date(2026, 5, 8)),
    ("Spiderling", "Loose Cannon", date(2026, 7, 31)),
]


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize(("name", "legend", "day"), SETS)
def test_a_card_before_and_on_the_day_of_its_set(db: CardDatabase, fmt: str, name: str, legend: str, day: date) -> None:
    issue = alone(judge(db, legal(legend).swap(name, 2), fmt, day=day - DAY), "set-legality")
    assert named(issue) == {name: 2}
    assert issue.zone == "main"
    assert {rule.rpartition(" ")[2] for rule in cited(issue)} == {"601.2.a", "601.2.c", "601.3.c"}
    assert judge(db, legal(legend).swap(name, 2), fmt, day=day).issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_before_the_first_set_nothing_is_legal(db: CardDatabase, fmt: str) -> None:
    report = judge(db, legal(), fmt, day=date(2025, 10, 30))
    assert set(codes(report)) == {"set-legality"}
    assert {issue.zone for issue in report.issues} == {"legend", "main", "runes", "battlefields"}
    assert judge(db, legal(), fmt, day=date(2025, 10, 31)).issues == ()


@pytest.mark.parametrize("fmt", [*CASUAL, *LIMITED])
def test_sets_are_not_judged_elsewhere(db: CardDatabase, fmt: str) -> None:
    written = legal().swap("Spiderling", 2)
    day = date(2026, 1, 30) if fmt in LIMITED else date(2025, 10, 30)  # a sealed deck had exactly 25 cards before
    assert judge(db, written, fmt, day=day).issues == ()


@pytest.mark.parametrize("section", ["legend", "battlefields", "sideboard"])
def test_every_part_of_a_deck_is_of_a_legal_set(db: CardDatabase, section: str) -> None:
    """On a day before Vendetta, a battlefield, legend or sideboard card of that set."""
    day = date(2026, 7, 30)
    field = next(
        card.name for card in db.cards if card.kind == "battlefield" and {p.set for p in card.printings} == {"VEN"}
    )
    written = legal()
    if section == "legend":
        written = legal("Heart of the Tempest")
        written.drop("Kennen, Storm of Shuriken").add("Sai Scout")
        written.champion = None
        found = [issue.zone for issue in judge(db, written, day=day).issues if issue.code == "set-legality"]
        assert found == ["legend"]
        return
    if section == "battlefields":
        written.drop("Hallowed Tomb", 1, section).add(field, 1, section)
    else:
        written.add("Spiderling", 1, section)
    assert alone(judge(db, written, day=day), "set-legality").zone == section


def test_any_printing_is_legal_by_its_name(db: CardDatabase) -> None:
    """Vendetta's overnumbered printing of an Origins card, before Vendetta; promos and series lend and lose nothing."""
    for printing in ("VEN-168", "OGN-030a"):
        assert judge(db, legal().swap(printing, 1), day=date(2026, 1, 1)).issues == ()
    for printing in ("OPP-202/298", "PR-202/298", "ARC-005"):
        assert judge(db, legal().swap(printing, 1), day=date(2026, 1, 1)).issues == ()
    written = legal().drop("Chaos Rune", 1, "runes").add("VEN-R05", 1, "runes")
    assert judge(db, written, day=date(2026, 1, 1)).issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize("name", ["Over the Edge", "Promo Only"])
def test_a_printing_outside_the_normal_numbering_lends_no_legality(made_up: CardDatabase, fmt: str, name: str) -> None:
    """18 of 17, and 201 of 166 in a legal set (TR 601.2.c); a promotional series is no set (TR 601.2.a)."""
    assert named(alone(judge(made_up, legal().swap(name, 3), fmt), "set-legality")) == {name: 3}
    assert judge(made_up, legal().swap(name, 3), "casual-duel").issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize("name", ["Early Bird", "Edge Card", "Second Face"])
def test_a_printing_inside_the_normal_numbering_lends_legality(made_up: CardDatabase, fmt: str, name: str) -> None:
    """The first number, the last one (17 of 17), and an alternate art of a number inside."""
    day = date(2026, 8, 15)
    assert judge(made_up, legal().swap(name, 3), fmt, day=day).issues == ()
    alone(judge(made_up, legal().swap(name, 3), fmt, day=day - DAY), "set-legality")


# --- bans ----------------------------------------------------------------------------------------------------------

BANS = [
    ("Called Shot", date(2026, 3, 31)),
    ("Draven, Vanquisher", date(2026, 3, 31)),
    ("Fight or Flight", date(2026, 3, 31)),
    ("Scrapheap", date(2026, 3, 31)),
    ("The Dreaming Tree", date(2026, 3, 31)),
    ("Obelisk of Power", date(2026, 3, 31)),
    ("Reaver's Row", date(2026, 3, 31)),
    ("Stealthy Pursuer", date(2026, 7, 24)),
    ("Aspirant's Climb", date(2026, 7, 24)),
    ("The Arena's Greatest", date(2026, 7, 24)),
    ("Stacked Deck", date(2026, 9, 18)),
    ("Ekko, Recurrent", date(2026, 9, 18)),
]


def holding(db: CardDatabase, name: str) -> Written:
    if db.by_name[name].kind == "battlefield":
        return legal().drop("Hallowed Tomb", 1, "battlefields").add(name, 1, "battlefields")
    return legal("Swift Scout" if name.startswith("Ekko") else "Loose Cannon").swap(name, 2)


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize(("name", "day"), BANS)
def test_a_ban_one_day_before_and_on_its_day(db: CardDatabase, fmt: str, name: str, day: date) -> None:
    written = holding(db, name)
    assert judge(db, written, fmt, day=day - DAY).issues == ()
    editions = {date(2026, 3, 31): "2026-03-30", date(2026, 7, 24): "2026-07-16", date(2026, 9, 18): "2026-07-16"}
    for later, edition in ((day, editions[day]), (TODAY, "2026-10-09")):
        issue = alone(judge(db, written, fmt, day=later), "banned")
        assert name in named(issue)
        assert cited(issue) == {f"TR {edition} 601.2.d"}


@pytest.mark.parametrize("fmt", [*CASUAL, *LIMITED])
@pytest.mark.parametrize(("name", "day"), BANS)
def test_bans_do_not_reach_other_formats(db: CardDatabase, fmt: str, name: str, day: date) -> None:
    assert judge(db, holding(db, name), fmt, day=day + 30 * DAY if day < date(2026, 8, 1) else TODAY).issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_a_ban_reaches_every_printing_and_the_sideboard(db: CardDatabase, fmt: str) -> None:
    assert named(alone(judge(db, legal().swap("OPP-183/298", 1), fmt), "banned")) == {"Stacked Deck": 1}
    issue = alone(judge(db, legal().add("Scrapheap", 1, "sideboard"), fmt), "banned")
    assert issue.zone == "sideboard"


def test_a_ban_message_names_only_the_card_of_its_lines(db: CardDatabase) -> None:
    deck, where = legal().swap("Stacked Deck", 2).swap("Fight or Flight", keep=("Stacked Deck",)).on_lines()
    main = [issue for issue in judge(db, deck).issues if (issue.code, issue.zone) == ("banned", "main")]
    assert [named(issue) for issue in main] == [{"Stacked Deck": 2}, {"Fight or Flight": 1}]
    for issue, name, other in zip(
        main, ("Stacked Deck", "Fight or Flight"), ("Fight or Flight", "Stacked Deck"), strict=True
    ):
        assert issue.lines == (where["main", name],)
        assert name in issue.message
        assert other not in issue.message


def test_two_printings_of_a_banned_card_are_one_issue(db: CardDatabase) -> None:
    deck, _ = legal().swap("Stacked Deck").swap("OPP-183/298", keep=("Stacked Deck",)).on_lines()
    issue = one(judge(db, deck), "banned")
    assert named(issue) == {"Stacked Deck": 2}
    assert len(issue.lines) == 2


def test_the_legend_banned_in_2v2_only(db: CardDatabase) -> None:
    """One of Master Yi's two legends; the other is free."""
    day = date(2026, 7, 24)
    written = legal("Wuju Bladesman - Starter")
    assert judge(db, written).issues == ()
    assert judge(db, written, "constructed-2v2", day=day - DAY).issues == ()
    issue = alone(judge(db, written, "constructed-2v2", day=day), "banned")
    assert issue.zone == "legend"
    assert judge(db, written, "casual-2v2").issues == ()
    assert judge(db, legal("Wuju Master"), "constructed-2v2").issues == ()


@pytest.mark.parametrize("level", ["low", "high"])
def test_a_ban_ends_on_its_last_day(made_up: CardDatabase, level: str) -> None:
    written = legal().swap("Sky Splitter", 3)
    for day, held in ((19, False), (20, True), (31, True)):
        report = judge(made_up, written, day=date(2026, 8, day), level=level)
        assert codes(report) == (["banned"] if held else [])
    assert judge(made_up, written, day=date(2026, 9, 1), level=level).issues == ()


# --- preconstructed decks: TR 601.2.d.2 -------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_an_exact_product_may_hold_its_banned_cards_at_casual_events(made_up: CardDatabase, fmt: str) -> None:
    alone(judge(made_up, product(), fmt, level="low"), "product-exempt", "info")
    assert {code for code, _ in said(judge(made_up, product(), fmt, level="high"))} == {"banned"}


def test_an_exact_product_by_printing_ids_or_apart_is_the_product(made_up: CardDatabase) -> None:
    written = product().drop("Jinx, Rebel")
    written.apart = True
    alone(judge(made_up, written, level="low"), "product-exempt", "info")
    written = product().drop("Scrapheap", 2).add("OGN-182", 2).drop("Jinx, Rebel").add("OGN-202a")
    alone(judge(made_up, written, level="low"), "product-exempt", "info")


def one_main_card(written: Written) -> None:
    written.drop("Gust").add("Rebuke")


def one_rune(written: Written) -> None:
    written.drop("Fury Rune", 1, "runes").add("Chaos Rune", 1, "runes")


def one_battlefield(written: Written) -> None:
    written.drop("Hallowed Tomb", 1, "battlefields").add("Monastery of Hirana", 1, "battlefields")


def a_sideboard(written: Written) -> None:
    written.add("Pouty Poro", 1, "sideboard")


def another_legend(written: Written) -> None:
    written.legend = ["Dark Child - Starter"]


def other_counts(written: Written) -> None:
    written.drop("Gust").add("Jinx, Rebel")


@pytest.mark.parametrize(
    "change", [one_main_card, one_rune, one_battlefield, a_sideboard, another_legend, other_counts]
)
def test_any_change_ends_the_exemption(made_up: CardDatabase, change: object) -> None:
    written = product()
    assert callable(change)
    change(written)
    report = judge(made_up, written, level="low")
    assert "banned" in codes(report)
    assert report.verdict == "illegal"


def test_the_chosen_champion_is_part_of_the_product(made_up: CardDatabase) -> None:
    written = product()
    written.champion = "Jinx, Demolitionist"
    assert set(codes(judge(made_up, written, level="low"))) == {"banned"}


def test_a_product_is_exempt_from_bans_only(made_up: CardDatabase) -> None:
    report = judge(made_up, product(), level="low", day=date(2025, 10, 30))
    assert set(codes(report)) == {"set-legality"}


def test_a_list_that_is_no_product_has_no_exemption(db: CardDatabase, made_up: CardDatabase) -> None:
    assert said(judge(db, legal().swap("Scrapheap", 1), level="low")) == [("banned", "error")]
    assert codes(judge(made_up, legal().swap("Scrapheap", 1), level="low")) == ["banned"]
    assert {code for code, _ in said(judge(db, product(), level="low"))} == {"banned"}
