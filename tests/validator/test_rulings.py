"""Rulings on deck construction, one test a row, named by the row's id."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options
from riftcheck.validator.teams import check_team
from tests.validator.validator_lists import (
    CASUAL,
    CONSTRUCTED,
    LIMITED,
    NOT_LIMITED,
    SPARE_BATTLEFIELDS,
    TODAY,
    alone,
    codes,
    judge,
    legal,
    named,
    pool,
)

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

VERSIONS = ("1.0", "1.1", "1.2", "1.3", "1.4", "1.4.1", "1.5")
versions = pytest.mark.parametrize("version", VERSIONS)
ORNN = "Fire Below the Mountain"


@versions
@pytest.mark.parametrize("name", ["Jinx, Rebel", "Jinx, Demolitionist"])
def test_a01_either_jinx_is_a_champion_of_loose_cannon(db: CardDatabase, version: str, name: str) -> None:
    written = legal().drop("Jinx, Rebel").add(name)
    written.champion = name
    for fmt in NOT_LIMITED:
        assert judge(db, written, fmt, rules=version).issues == ()


@versions
def test_a02_tibbers_is_no_champion(db: CardDatabase, version: str) -> None:
    written = legal("Dark Child - Starter").drop("Annie, Fiery").add("Tibbers")
    written.champion = "Tibbers"
    alone(judge(db, written, rules=version), "champion-type")


@versions
def test_a04_three_more_copies_of_the_champion(db: CardDatabase, version: str) -> None:
    assert judge(db, legal().swap("Jinx, Rebel", 2), rules=version).issues == ()
    issue = alone(judge(db, legal().swap("Jinx, Rebel", 3), rules=version), "copy-limit")
    assert named(issue) == {"Jinx, Rebel": 4}


@versions
def test_a05_three_of_each_yasuo(db: CardDatabase, version: str) -> None:
    written = legal("Unforgiven").swap("Yasuo, Remorseful", 2).swap("Yasuo, Windrider", 3)
    assert judge(db, written, rules=version).issues == ()


@versions
def test_a07_two_printings_of_a_name_twice_each(db: CardDatabase, version: str) -> None:
    """Chinese printings share their ids with the English ones; two printings of one name stand for two languages."""
    written = legal().swap("OGN-013", 2).swap("UNL-220", 2, keep=("OGN-013",))
    assert named(alone(judge(db, written, rules=version), "copy-limit")) == {"Pouty Poro": 4}
    written = legal().drop("Chemtech Enforcer", 1).add("OGN-003", 1)
    assert judge(db, written, rules=version).issues == ()
    written.swap("OGN_003", 1, keep=("Chemtech Enforcer", "OGN-003"))
    assert named(alone(judge(db, written, rules=version), "copy-limit")) == {"Chemtech Enforcer": 4}


@versions
def test_a08_a_card_of_one_domain_of_the_legend(db: CardDatabase, version: str) -> None:
    assert judge(db, legal().swap("Pouty Poro", 3), rules=version).issues == ()


@versions
def test_a10_a_card_of_both_domains_of_the_legend(made_up: CardDatabase, version: str) -> None:
    assert judge(made_up, legal().swap("Twin Flame", 3), rules=version).issues == ()
    assert judge(made_up, legal().swap("Super Mega Death Rocket!", 3), rules=version).issues == ()


@versions
def test_a11_a_card_of_one_domain_of_the_legend_and_another(made_up: CardDatabase, version: str) -> None:
    alone(judge(made_up, legal().swap("Twin Blade", 1), rules=version), "domain-identity")


@versions
def test_a13_two_and_two_signatures(db: CardDatabase, version: str) -> None:
    written = legal("Wuju Master").swap("Highlander", 2).swap("Alpha Strike", 2, keep=("Highlander",))
    assert alone(judge(db, written, rules=version), "signature-total").excess == 1


@versions
def test_a14_a_signature_of_another_champion_within_the_identity(db: CardDatabase, version: str) -> None:
    alone(judge(db, legal("Blind Monk").swap("Highlander", 1), rules=version), "signature-tag")


@versions
def test_a16_three_unique_signatures_once_each(db: CardDatabase, version: str) -> None:
    written = legal(ORNN)
    gears = ("Forgefire Cape", "Rabadon's Deathcrown", "Shurelya's Requiem")
    for name in gears:
        written.swap(name, 1, keep=gears)
    assert judge(db, written, rules=version).issues == ()


def test_a17_ten_spiderlings(db: CardDatabase) -> None:
    for fmt in NOT_LIMITED:
        assert judge(db, legal("Heart of the Tempest").swap("Spiderling", 10), fmt).issues == ()


@versions
def test_a19_runes_of_both_domains_of_the_legend(db: CardDatabase, version: str) -> None:
    """The literal text of 1.0 reads the champion's domains; it was cleared up as the legend's."""
    assert legal().runes == {"Fury Rune": 6, "Chaos Rune": 6}
    assert db.by_name["Jinx, Rebel"].domains == ("Chaos",)
    assert judge(db, legal(), rules=version).issues == ()


@versions
def test_a20_twelve_runes_of_one_domain(db: CardDatabase, version: str) -> None:
    for name in ("Fury Rune", "Chaos Rune"):
        written = legal()
        written.runes = {name: 12}
        assert judge(db, written, rules=version).issues == ()


@pytest.mark.parametrize("fmt", [*CASUAL, *CONSTRUCTED])
def test_a22_thirty_nine_and_the_champion(db: CardDatabase, fmt: str) -> None:
    written = legal().drop("Jinx, Rebel")
    written.apart = True
    report = judge(db, written, fmt)
    assert report.issues == ()
    assert report.counts["main"] == 40


def test_a23_forty_one(db: CardDatabase) -> None:
    written = legal().add("Sai Scout")
    for fmt in CONSTRUCTED:
        alone(judge(db, written, fmt), "main-size")
    for fmt in CASUAL:
        assert judge(db, written, fmt).issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_a25_three_in_main_and_one_in_the_sideboard(db: CardDatabase, fmt: str) -> None:
    alone(judge(db, legal().add("Rebuke", 1, "sideboard"), fmt), "copy-limit")


@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize(
    ("name", "code"),
    [("Charm", "domain-identity"), ("Fury Rune", "main-type"), ("Hallowed Tomb", "main-type")],
)
def test_a26_what_no_sideboard_holds(db: CardDatabase, fmt: str, name: str, code: str) -> None:
    assert alone(judge(db, legal().add(name, 1, "sideboard"), fmt), code).zone == "sideboard"


def test_a31_stealthy_pursuer_before_and_after_its_ban(db: CardDatabase) -> None:
    written = legal().swap("Stealthy Pursuer", 3)
    assert judge(db, written, day=date(2026, 7, 20)).issues == ()
    alone(judge(db, written, day=date(2026, 7, 25)), "banned")


def test_a33_wuju_bladesman_is_banned_in_2v2_only(db: CardDatabase) -> None:
    written = legal("Wuju Bladesman - Starter")
    assert judge(db, written).issues == ()
    alone(judge(db, written, "constructed-2v2"), "banned")


@pytest.mark.parametrize("version", VERSIONS[1:])
@pytest.mark.parametrize("fmt", ["constructed-2v2", "casual-2v2"])
def test_a34_allies_with_one_legend(db: CardDatabase, version: str, fmt: str) -> None:
    theirs = legal()
    theirs.battlefields = dict.fromkeys(SPARE_BATTLEFIELDS, 1)
    decks = (resolve(legal().deck(), db), resolve(theirs.deck(), db))
    report = check_team(decks, db, Options(day=TODAY, format=fmt, rules=version))
    assert [issue.code for issue in report.issues] == ["team-legend"]
    assert not report.legal


@pytest.mark.parametrize("version", ["1.3", "1.4", "1.4.1"])
@pytest.mark.parametrize("fmt", ["constructed-2v2", "casual-2v2"])
def test_a36_each_ally_brings_three_battlefields(db: CardDatabase, version: str, fmt: str) -> None:
    assert judge(db, legal(), fmt, rules=version).issues == ()
    written = legal()
    written.battlefields = {"Hallowed Tomb": 1}
    alone(judge(db, written, fmt, rules=version), "battlefield-count")


@versions
def test_a37_tokens(db: CardDatabase, version: str) -> None:
    alone(judge(db, legal().swap("Recruit", 1), rules=version), "token")
    for name in ("Brush", "Baron Pit"):
        written = legal().drop("Hallowed Tomb", 1, "battlefields").add(name, 1, "battlefields")
        alone(judge(db, written, rules=version), "token")


def test_a39_a_sealed_list_of_25_with_ten_of_a_name(db: CardDatabase) -> None:
    written = pool(15, "Fury", "Mind", "Order").add("Pouty Poro", 10)
    report = judge(db, written, "sealed")
    assert report.issues == ()
    assert report.counts["main"] == 25


def test_a40_a_draft_list_of_20_without_legend(db: CardDatabase) -> None:
    report = judge(db, pool(20, "Fury", "Mind", "Order"), "draft")
    assert report.issues == ()
    assert report.counts["legend"] == 0


@pytest.mark.parametrize("fmt", LIMITED)
def test_a42_a_limited_champion_without_the_legends_tag(db: CardDatabase, fmt: str) -> None:
    written = pool(25, "Fury", "Chaos", legend="Loose Cannon", champion="Yasuo, Windrider")
    assert judge(db, written, fmt).issues == ()
    same = legal().drop("Jinx, Rebel").add("Yasuo, Windrider")
    same.champion = "Yasuo, Windrider"
    assert judge(db, same, fmt).issues == ()
    assert codes(judge(db, same)) == ["champion-tag"]


@pytest.mark.parametrize("fmt", LIMITED)
def test_a43_cards_banned_in_constructed(db: CardDatabase, fmt: str) -> None:
    written = pool(25, "Chaos", "Fury").add("Fight or Flight", 2).add("Stacked Deck")
    written.battlefields = {"Reaver's Row": 1}
    assert judge(db, written, fmt).issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_a47_stacked_deck_before_and_on_the_day_of_its_ban(db: CardDatabase, fmt: str) -> None:
    written = legal().swap("Stacked Deck", 3)
    assert judge(db, written, fmt, day=date(2026, 9, 17)).issues == ()
    alone(judge(db, written, fmt, day=date(2026, 9, 18)), "banned")


# Every row of the section, in its order. A row without a test has its reason.
ROWS: dict[str, Any] = {
    "A01": test_a01_either_jinx_is_a_champion_of_loose_cannon,
    "A02": test_a02_tibbers_is_no_champion,
    "A04": test_a04_three_more_copies_of_the_champion,
    "A05": test_a05_three_of_each_yasuo,
    "A07": test_a07_two_printings_of_a_name_twice_each,
    "A08": test_a08_a_card_of_one_domain_of_the_legend,
    "A10": test_a10_a_card_of_both_domains_of_the_legend,
    "A11": test_a11_a_card_of_one_domain_of_the_legend_and_another,
    "A13": test_a13_two_and_two_signatures,
    "A14": test_a14_a_signature_of_another_champion_within_the_identity,
    "A16": test_a16_three_unique_signatures_once_each,
    "A17": test_a17_ten_spiderlings,
    "A19": test_a19_runes_of_both_domains_of_the_legend,
    "A20": test_a20_twelve_runes_of_one_domain,
    "A22": test_a22_thirty_nine_and_the_champion,
    "A23": test_a23_forty_one,
    "A25": test_a25_three_in_main_and_one_in_the_sideboard,
    "A26": test_a26_what_no_sideboard_holds,
    "A28": "between games: the checker judges the list as registered, and sees one list only (TR 403.4.b)",
    "A29": "during a match: which game is played is no part of a list (TR 403.5)",
    "A31": test_a31_stealthy_pursuer_before_and_after_its_ban,
    "A33": test_a33_wuju_bladesman_is_banned_in_2v2_only,
    "A34": test_a34_allies_with_one_legend,
    "A36": test_a36_each_ally_brings_three_battlefields,
    "A37": test_a37_tokens,
    "A39": test_a39_a_sealed_list_of_25_with_ten_of_a_name,
    "A40": test_a40_a_draft_list_of_20_without_legend,
    "A42": test_a42_a_limited_champion_without_the_legends_tag,
    "A43": test_a43_cards_banned_in_constructed,
    "A45": "a penalty: judges give it for a list that is illegal, which A04 and A25 hold (TR 703.3)",
    "A46": "during a game: which objects count as the chosen champion is the engine's to tell (CR 103.3.a.3)",
    "A47": test_a47_stacked_deck_before_and_on_the_day_of_its_ban,
}


def test_every_test_of_this_module_is_in_the_table() -> None:
    tests = {value for name, value in globals().items() if name.startswith("test_a")}
    assert tests == {row for row in ROWS.values() if callable(row)}
    for number, row in ROWS.items():
        assert len(row) > 20 if isinstance(row, str) else row.__name__.startswith(f"test_{number.lower()}_")
