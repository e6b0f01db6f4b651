"""How many: legends, main deck, runes, battlefields, sideboard (CR 103, TR 402.1, 601.1, 602.4)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.validator.validator_lists import (
    CASUAL,
    CONSTRUCTED,
    FORMATS,
    LIMITED,
    NOT_LIMITED,
    PLAIN,
    SPARE_BATTLEFIELDS,
    alone,
    cited,
    codes,
    judge,
    legal,
    named,
    pool,
)

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

SIDE = ("Magma Wurm", "Pouty Poro", "Captain Farron", "Dangerous Duo", "Iron Ballista", "Shipyard Skulker")


def with_sideboard(size: int, *, origins_only: bool = True) -> dict[str, int]:
    """Cards that stand nowhere in the main deck of Jinx, at most three of each."""
    names = SIDE[1:] if origins_only else SIDE
    held: dict[str, int] = {}
    for turn in range(size):
        name = names[turn % len(names)]
        held[name] = held.get(name, 0) + 1
    return held


# --- legends: CR 103.2; limited: none is fine (TR 602.4.a.5, b.6) ---------------------------------------------------


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_a_list_has_a_legend(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.legend = []
    issue = alone(judge(db, written, fmt), "legend-count")
    assert issue.zone == "legend"
    assert issue.cards == ()
    assert issue.excess is None
    assert "CR 1.5 103.2" in cited(issue)


@pytest.mark.parametrize("fmt", LIMITED)
def test_a_limited_list_may_have_no_legend(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.legend = []
    assert judge(db, written, fmt).issues == ()


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_list_has_no_two_legends(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.legend = ["Loose Cannon", "Dark Child - Starter"]
    issue = alone(judge(db, written, fmt), "legend-count")
    assert named(issue) == {"Loose Cannon": 1, "Dark Child - Starter": 1}


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_list_has_no_two_copies_of_its_legend(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.legend = ["Loose Cannon", "OGN-301"]
    assert named(alone(judge(db, written, fmt), "legend-count")) == {"Loose Cannon": 2}


def test_a_second_legend_is_an_excess_of_one(db: CardDatabase) -> None:
    written = legal()
    written.legend = ["Loose Cannon", "Dark Child - Starter"]
    assert alone(judge(db, written), "legend-count").excess == 1


@pytest.mark.parametrize("stranger", ["Jinx, Rebel", "Fury Rune", "Hallowed Tomb", "Charm"])
def test_only_a_legend_is_a_legend(db: CardDatabase, stranger: str) -> None:
    written = legal()
    written.legend = [stranger]
    assert stranger in named(alone(judge(db, written), "legend-count"))


def test_identity_is_not_judged_without_a_valid_legend(db: CardDatabase) -> None:
    written = legal().swap("Charm", 2)
    written.runes = {"Calm Rune": 12}
    written.champion = "Yasuo, Remorseful"
    written.add("Last Breath").swap("Yasuo, Remorseful", 1, keep=("Charm", "Last Breath")).swap(
        "Gust", 1, keep=("Charm", "Last Breath", "Yasuo, Remorseful")
    )
    written.legend = ["Loose Cannon", "Unforgiven"]
    report = judge(db, written)
    assert not {"domain-identity", "rune-domain", "champion-tag", "signature-tag"} & set(codes(report))
    written.legend = ["Loose Cannon"]
    assert {"domain-identity", "rune-domain", "champion-tag", "signature-tag"} <= set(codes(judge(db, written)))


def test_two_copies_of_a_legend_are_no_valid_legend(db: CardDatabase) -> None:
    written = legal().swap("Charm", 2)
    written.legend = ["Loose Cannon", "Loose Cannon"]
    alone(judge(db, written), "legend-count")


# --- main deck: CR 103.3, TR 402.1, 601.1.b, 602.4.a.2, 602.4.b.3 ---------------------------------------------------


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_thirty_nine_with_the_champion_among_them_are_too_few(db: CardDatabase, fmt: str) -> None:
    issue = alone(judge(db, legal().drop("Gust"), fmt), "main-size")
    assert issue.zone == "main"
    assert issue.excess is None
    assert "39" in issue.message


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_thirty_nine_and_the_champion_apart_are_forty(db: CardDatabase, fmt: str) -> None:
    written = legal().drop("Jinx, Rebel")
    written.apart = True
    report = judge(db, written, fmt)
    assert report.issues == ()
    assert report.counts["main"] == 40


def test_forty_one_are_one_too_many_in_competition(db: CardDatabase) -> None:
    for fmt in CONSTRUCTED:
        issue = alone(judge(db, legal().add("Sai Scout"), fmt), "main-size")
        assert issue.excess == 1
        assert cited(issue) & {"TR 2026-10-09 402.1", "TR 2026-10-09 601.1.b"}


@pytest.mark.parametrize("fmt", [*CASUAL, *LIMITED])
def test_there_is_no_greatest_size_elsewhere(db: CardDatabase, fmt: str) -> None:
    assert judge(db, legal().add("Sai Scout", 3).add("Pouty Poro", 3), fmt).issues == ()


@pytest.mark.parametrize(("fmt", "least", "rule"), [("sealed", 25, "602.4.a.2"), ("draft", 20, "602.4.b.3")])
def test_the_least_size_of_limited_lists(db: CardDatabase, fmt: str, least: int, rule: str) -> None:
    assert judge(db, pool(least, "Fury", "Mind"), fmt).issues == ()
    issue = alone(judge(db, pool(least - 1, "Fury", "Mind"), fmt), "main-size")
    assert cited(issue) == {f"TR 2026-10-09 {rule}"}
    assert issue.excess is None


@pytest.mark.parametrize(
    ("day", "legal_sizes", "rule"),
    [(date(2026, 1, 29), {25}, "TR 2025 602.1.c"), (date(2026, 1, 30), {25, 26}, "TR 2026-01-30 602.4.a.2")],
)
def test_a_sealed_deck_had_exactly_25_cards_before_2026_01_30(
    db: CardDatabase, day: date, legal_sizes: set[int], rule: str
) -> None:
    for size in (24, 25, 26):
        issues = judge(db, pool(size, "Fury", "Mind"), "sealed", day=day).issues
        assert [cited(issue) for issue in issues] == ([] if size in legal_sizes else [{rule}]), size


@pytest.mark.parametrize(("fmt", "least"), [("sealed", 25), ("draft", 20)])
def test_the_champion_counts_in_limited_lists(db: CardDatabase, fmt: str, least: int) -> None:
    written = pool(least - 1, "Fury", "Mind")
    written.champion = "Jinx, Demolitionist"
    assert judge(db, written, fmt).issues == ()
    assert judge(db, pool(least - 2, "Fury", "Mind").add("Jinx, Demolitionist"), fmt).counts["main"] == least - 1


def test_casual_main_size_cites_the_core_rules(db: CardDatabase) -> None:
    assert cited(alone(judge(db, legal().drop("Gust"), "casual-duel"), "main-size")) == {"CR 1.5 103.3"}


# --- runes: CR 103.4.a ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
def test_exactly_twelve_runes(db: CardDatabase, fmt: str) -> None:
    few = alone(judge(db, legal().drop("Fury Rune", section="runes"), fmt), "rune-count")
    many = alone(judge(db, legal().add("Fury Rune", section="runes"), fmt), "rune-count")
    assert (few.zone, few.excess) == ("runes", None)
    assert (many.zone, many.excess) == ("runes", 1)
    assert "CR 1.5 103.4.a" in cited(few)


@pytest.mark.parametrize("fmt", FORMATS)
def test_twelve_runes_of_one_domain_are_legal(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.runes = {"Chaos Rune": 12}
    assert judge(db, written, fmt).issues == ()


# --- battlefields: CR 103.5.a, TR 402.1 -----------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_exactly_three_battlefields(db: CardDatabase, fmt: str) -> None:
    few = alone(judge(db, legal().drop("Hallowed Tomb", section="battlefields"), fmt), "battlefield-count")
    many = alone(judge(db, legal().add(SPARE_BATTLEFIELDS[0], section="battlefields"), fmt), "battlefield-count")
    assert (few.zone, few.excess) == ("battlefields", None)
    assert (many.zone, many.excess) == ("battlefields", 1)
    assert "CR 1.5 103.5.a" in cited(few)


@pytest.mark.parametrize("fmt", LIMITED)
@pytest.mark.parametrize("held", [{}, {"Hallowed Tomb": 1}, {"Hallowed Tomb": 4}, {"blank battlefield": 7}])
def test_limited_lists_have_any_battlefields(db: CardDatabase, fmt: str, held: dict[str, int]) -> None:
    written = legal()
    written.battlefields = held
    assert judge(db, written, fmt).issues == ()


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_a_blank_battlefield_is_nothing_outside_limited(db: CardDatabase, fmt: str) -> None:
    written = legal().drop("Hallowed Tomb", section="battlefields").add("Blank Battlefield", section="battlefields")
    assert named(alone(judge(db, written, fmt), "unknown-card")) == {"Blank Battlefield": 1}


@pytest.mark.parametrize("fmt", LIMITED)
@pytest.mark.parametrize("section", ["main", "sideboard", "runes"])
def test_a_blank_battlefield_is_one_only_among_the_battlefields(db: CardDatabase, fmt: str, section: str) -> None:
    written = legal().add("Blank Battlefield", section=section)
    if section == "runes":
        written.drop("Fury Rune", section="runes")
    assert alone(judge(db, written, fmt), "unknown-card").zone == section


def test_a_two_against_two_list_of_1_0_brings_one_battlefield_or_three(db: CardDatabase) -> None:
    """Its two sentences disagree (CR 1.0 648.4.a and 648.5.a); from 1.3 on there are three (CR 1.5 491.4.a)."""
    written = legal()
    written.battlefields = {"Hallowed Tomb": 1}
    assert judge(db, written, "casual-2v2", rules="1.0").issues == ()
    assert judge(db, written, "casual-2v2", rules="1.2").issues == ()
    assert judge(db, legal(), "casual-2v2", rules="1.0").issues == ()
    for version in ("1.3", "1.4"):
        assert codes(judge(db, written, "casual-2v2", rules=version)) == ["battlefield-count"]
    assert codes(judge(db, written, "casual-duel", rules="1.0")) == ["battlefield-count"]
    assert codes(judge(db, written, "constructed-2v2", rules="1.0")) == ["battlefield-count"]


# --- sideboard: TR 601.1.c.1 ---------------------------------------------------------------------------------------

FORBIDDEN = [
    *[(date(2026, 1, 29), size) for size in (1, 2, 3, 4, 5, 6, 7, 9, 10)],
    (date(2025, 11, 1), 1),
    *[(day, size) for day in (date(2026, 1, 30), date(2026, 7, 23)) for size in (9, 10, 11)],
    *[(day, size) for day in (date(2026, 7, 24), date(2026, 9, 25)) for size in (11, 12)],
]
ALLOWED = [
    *[(date(2026, 1, 29), size) for size in (0, 8)],
    *[(day, size) for day in (date(2026, 1, 30), date(2026, 7, 23)) for size in range(9)],
    *[(day, size) for day in (date(2026, 7, 24), date(2026, 9, 25)) for size in (0, 1, 8, 9, 10)],
]


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize(("day", "size"), ALLOWED)
def test_sideboards_of_their_day(db: CardDatabase, fmt: str, day: date, size: int) -> None:
    written = legal()
    written.sideboard = with_sideboard(size)
    assert judge(db, written, fmt, day=day).issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize(("day", "size"), FORBIDDEN)
def test_sideboards_not_of_their_day(db: CardDatabase, fmt: str, day: date, size: int) -> None:
    written = legal()
    written.sideboard = with_sideboard(size)
    issue = alone(judge(db, written, fmt, day=day), "sideboard-size")
    most = 10 if day >= date(2026, 7, 24) else 8
    assert issue.excess == (size - most if size > most else None)
    assert issue.zone == "sideboard"
    assert all(rule.document == "TR" and rule.number == "601.1.c.1" for rule in issue.rules)


@pytest.mark.parametrize("fmt", CASUAL)
@pytest.mark.parametrize("size", [1, 8])
def test_casual_lists_have_no_sideboard(db: CardDatabase, fmt: str, size: int) -> None:
    written = legal()
    written.sideboard = with_sideboard(size)
    assert alone(judge(db, written, fmt), "sideboard-size").excess == size


@pytest.mark.parametrize("fmt", LIMITED)
def test_limited_sideboards_have_no_limit(db: CardDatabase, fmt: str) -> None:
    written = legal()
    written.sideboard = {name: 9 for names in PLAIN.values() for name in names}
    assert judge(db, written, fmt).issues == ()
