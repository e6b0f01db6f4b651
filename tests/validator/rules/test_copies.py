"""Copies, Unique and signatures (CR 103.3.b, 103.3.d, 825.3; TR 403.3, 601.1.c.3, 602.4.a.6, 602.4.b.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.validator.validator_lists import (
    CASUAL,
    CONSTRUCTED,
    LIMITED,
    NOT_LIMITED,
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
    from riftcheck.carddb import CardDatabase

COPIES = "CR 1.5 103.3.b"
SIDE = {"TR 2026-10-09 403.3", "TR 2026-10-09 601.1.c.3"}
ORNN = "Fire Below the Mountain"
UNIQUE = ("Forgefire Cape", "Rabadon's Deathcrown", "Shurelya's Requiem")


@pytest.mark.parametrize("fmt", NOT_LIMITED)
@pytest.mark.parametrize("count", [4, 9])
def test_four_of_a_name(db: CardDatabase, fmt: str, count: int) -> None:
    issue = alone(judge(db, legal().swap("Pouty Poro", count), fmt), "copy-limit")
    assert named(issue) == {"Pouty Poro": count}
    assert issue.excess == count - 3
    assert issue.zone == "main"
    assert COPIES in cited(issue)


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_printing_and_art_never_matter(db: CardDatabase, fmt: str) -> None:
    """Base, overnumbered and promo printing of one card, by id, and one more by name."""
    written = legal().swap("OGN-013", 1)
    for printing in ("UNL-220", "OPP-013/298"):
        written.swap(printing, 1, keep=("OGN-013", "UNL-220"))
    assert judge(db, written, fmt).issues == ()
    written.swap("pouty PORO", 1, keep=("OGN-013", "UNL-220", "OPP-013/298"))
    assert named(alone(judge(db, written, fmt), "copy-limit")) == {"Pouty Poro": 4}


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_the_champion_is_one_of_three(db: CardDatabase, fmt: str) -> None:
    assert judge(db, legal().swap("Jinx, Rebel", 2), fmt).issues == ()
    written = legal().swap("OGN-202a", 2).swap("ARC-005", 1, keep=("OGN-202a",))
    assert named(alone(judge(db, written, fmt), "copy-limit")) == {"Jinx, Rebel": 4}
    apart = legal().swap("Jinx, Rebel", 2).drop("Gust", 1)
    apart.apart = True
    assert named(alone(judge(db, apart, fmt), "copy-limit")) == {"Jinx, Rebel": 4}


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_two_names_of_one_champion_are_two_cards(db: CardDatabase, fmt: str) -> None:
    written = legal("Unforgiven").swap("Yasuo, Remorseful", 2).swap("Yasuo, Windrider", 3)
    assert judge(db, written, fmt).issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_main_deck_and_sideboard_count_together(db: CardDatabase, fmt: str) -> None:
    assert judge(db, legal().drop("Gust").add("Sai Scout").add("Gust", 1, "sideboard"), fmt).issues == ()
    issue = alone(judge(db, legal().add("Gust", 1, "sideboard"), fmt), "copy-limit")
    assert named(issue) == {"Gust": 4}
    assert issue.excess == 1
    assert issue.zone == "deck"
    assert cited(issue) == {COPIES, *SIDE}
    only = alone(judge(db, legal().add("Pouty Poro", 4, "sideboard"), fmt), "copy-limit")
    assert only.zone == "sideboard"


@pytest.mark.parametrize("fmt", CASUAL)
def test_casual_limits_count_the_main_deck_only(db: CardDatabase, fmt: str) -> None:
    written = legal().add("Gust", 3, "sideboard").add("Super Mega Death Rocket!", 4, "sideboard")
    written.add("Last Breath", 1, "sideboard")
    assert said(judge(db, written, fmt)) == [("sideboard-size", "error")]


def test_a_sideboard_without_limit_is_not_named_though_it_has_the_same_entry(db: CardDatabase) -> None:
    written = legal().swap("Gust", 1, keep=("Gust",)).add("Gust", 4, "sideboard")
    (issue,) = (found for found in judge(db, written, "casual-match").issues if found.code == "copy-limit")
    assert (issue.zone, named(issue)) == ("main", {"Gust": 4})


@pytest.mark.parametrize("fmt", LIMITED)
def test_limited_lists_have_no_limits_on_copies(db: CardDatabase, fmt: str) -> None:
    assert judge(db, legal().swap("Pouty Poro", 10), fmt).issues == ()
    assert judge(db, legal(ORNN).swap("Forgefire Cape", 5), fmt).issues == ()
    assert judge(db, legal().swap("Super Mega Death Rocket!", 5).swap("Tibbers", 2), fmt).issues == ()


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_card_text_lifts_the_limit_for_its_own_name_only(db: CardDatabase, fmt: str) -> None:
    assert judge(db, legal().swap("Spiderling", 10), fmt).issues == ()
    assert judge(db, legal().swap("Spiderling", 30), fmt).issues == ()
    assert codes(judge(db, legal().swap("Spiderling", 10).swap("Pouty Poro", 4, keep=("Spiderling",)), fmt)) == [
        "copy-limit"
    ]


def test_ten_spiderlings_count_in_sizes_and_identity(db: CardDatabase) -> None:
    assert codes(judge(db, legal().add("Spiderling", 10))) == ["main-size"]
    assert codes(judge(db, legal("Wuju Master").swap("Spiderling", 10))) == ["domain-identity"]


def test_runes_and_battlefields_have_no_copy_limit(db: CardDatabase) -> None:
    written = legal()
    written.battlefields = {"Hallowed Tomb": 4}
    assert "copy-limit" not in codes(judge(db, written))


# --- Unique --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_three_unique_gears_once_each(db: CardDatabase, fmt: str) -> None:
    written = legal(ORNN)
    for name in UNIQUE:
        written.swap(name, 1, keep=UNIQUE)
    assert judge(db, written, fmt).issues == ()


@pytest.mark.parametrize("fmt", NOT_LIMITED)
@pytest.mark.parametrize("version", ["1.0", "1.2", "1.4", "1.5"])
def test_two_of_a_unique_card(db: CardDatabase, fmt: str, version: str) -> None:
    """Unique stands on the card, so it holds in every version of the rules."""
    issue = alone(judge(db, legal(ORNN).swap("Forgefire Cape", 2), fmt, rules=version), "unique")
    assert named(issue) == {"Forgefire Cape": 2}
    assert issue.excess == 1
    assert issue.zone == "main"
    own = {"1.0": "CR 1.5 825.3.a", "1.2": "CR 1.3 825.2.a", "1.4": "CR 1.4 825.3.a", "1.5": "CR 1.5 825.3.a"}
    assert own[version] in cited(issue)


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_two_of_a_unique_card_over_main_deck_and_sideboard(db: CardDatabase, fmt: str) -> None:
    issue = alone(judge(db, legal(ORNN).swap("Forgefire Cape", 1).add("SFD-190", 1, "sideboard"), fmt), "unique")
    assert named(issue) == {"Forgefire Cape": 2}
    assert issue.zone == "deck"
    assert cited(issue) >= SIDE


def test_where_unique_applies_the_copy_limit_does_not(db: CardDatabase, made_up: CardDatabase) -> None:
    assert codes(judge(db, legal(ORNN).swap("Forgefire Cape", 4))) == ["signature-total", "unique"]
    assert alone(judge(made_up, legal().swap("Lone Relic", 5)), "unique").excess == 4
    assert judge(made_up, legal().swap("Lone Relic", 1)).issues == ()


# --- signatures ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_three_signatures_whatever_their_names(db: CardDatabase, fmt: str) -> None:
    assert judge(db, legal("Wuju Master").swap("Highlander", 3), fmt).issues == ()
    mixed = legal("Wuju Master").swap("Highlander", 2).swap("Alpha Strike", 1, keep=("Highlander",))
    assert judge(db, mixed, fmt).issues == ()
    issue = alone(judge(db, mixed.swap("Alpha Strike", 1, keep=("Highlander",)), fmt), "signature-total")
    assert named(issue) == {"Highlander": 2, "Alpha Strike": 2}
    assert issue.excess == 1
    assert issue.zone == "main"
    assert cited(issue) == {"CR 1.5 103.3.d.1"}


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_a_fourth_signature_in_the_sideboard_is_a_warning(db: CardDatabase, fmt: str) -> None:
    written = legal("Wuju Master").swap("Highlander", 3).add("Alpha Strike", 1, "sideboard")
    issue = alone(judge(db, written, fmt), "signature-total", "warning")
    assert named(issue) == {"Highlander": 3, "Alpha Strike": 1}
    assert issue.excess == 1
    within = legal("Wuju Master").swap("Highlander", 2).add("Alpha Strike", 1, "sideboard")
    assert judge(db, within, fmt).issues == ()
    over = legal("Wuju Master").swap("Highlander", 2).swap("Alpha Strike", 2, keep=("Highlander",))
    assert said(judge(db, over.add("Alpha Strike", 1, "sideboard"), fmt)) == [("signature-total", "error")]


@pytest.mark.parametrize("legend", ["Wuju Master", "Wuju Bladesman - Starter"])
@pytest.mark.parametrize("name", ["Highlander", "Alpha Strike"])
def test_both_signatures_serve_under_both_legends(db: CardDatabase, legend: str, name: str) -> None:
    assert judge(db, legal(legend).swap(name, 3)).issues == ()


@pytest.mark.parametrize("fmt", NOT_LIMITED)
@pytest.mark.parametrize(
    ("legend", "name"),
    [
        ("Loose Cannon", "Tibbers"),  # both domains inside, another champion
        ("Dark Child - Starter", "Super Mega Death Rocket!"),
        ("Blind Monk", "Highlander"),
        ("Glorious Executioner", "Death Mark"),
        ("Fire Below the Mountain", "Fox-Fire"),
    ],
)
def test_a_signature_of_another_champion(db: CardDatabase, fmt: str, legend: str, name: str) -> None:
    issue = alone(judge(db, legal(legend).swap(name, 1), fmt), "signature-tag")
    assert named(issue) == {name: 1}
    assert issue.zone == "main"
    assert cited(issue) == {"CR 1.5 103.3.d.2"}


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_a_signature_with_another_champion_of_its_own_in_the_deck(db: CardDatabase, fmt: str) -> None:
    """Annie among the units does not bring Tibbers along: the legend's tag counts."""
    written = legal().swap("Annie, Fiery", 3).swap("Tibbers", 1, keep=("Annie, Fiery",))
    alone(judge(db, written, fmt), "signature-tag")


def test_another_tag_in_common_does_not_make_a_signature_fit(made_up: CardDatabase) -> None:
    """Kennen's legend is a Yordle; a signature of Teemo with the tag Yordle is not Kennen's (CR 133.8.b)."""
    issue = alone(judge(made_up, legal("Heart of the Tempest").swap("Yordle Trick", 1)), "signature-tag")
    assert named(issue) == {"Yordle Trick": 1}


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_a_signature_of_another_champion_in_the_sideboard(db: CardDatabase, fmt: str) -> None:
    issue = alone(judge(db, legal().add("Tibbers", 1, "sideboard"), fmt), "signature-tag")
    assert issue.zone == "sideboard"


def test_signatures_of_other_champions_count_in_the_total(db: CardDatabase) -> None:
    written = legal().swap("Super Mega Death Rocket!", 2).swap("Tibbers", 2, keep=("Super Mega Death Rocket!",))
    report = judge(db, written)
    assert codes(report) == ["signature-tag", "signature-total"]
    assert named(one(report, "signature-tag")) == {"Tibbers": 2}
