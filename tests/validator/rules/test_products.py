"""The thirteen preconstructed decks: their verdicts, the exemption from bans by date, and decks close to one."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
import yaml

from riftcheck import carddb
from riftcheck.decks.precons import deck_of
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options
from riftcheck.validator.timeline import legal_days, timeline
from tests.validator.validator_lists import (
    CONSTRUCTED,
    FORMATS,
    Written,
    alone,
    cited,
    codes,
    judge,
    legal,
    named,
    one,
    said,
    sold,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

DAY = timedelta(days=1)
TODAY = date(2026, 10, 10)  # the last date that all data covers, so that no other issue is raised
LATE = date(2026, 11, 28)
EXEMPT_FROM = date(2026, 4, 29)
BANNED_FROM = date(2026, 3, 31)

PROVING_GROUNDS = ("annie", "lux", "garen", "master-yi")
WITHOUT_BANS = ("viktor", "lee-sin", "fiora", "rumble", "vi", "vex", "shen", "zed")
TITLES = {
    "annie": "Annie (Proving Grounds)",
    "lux": "Lux (Proving Grounds)",
    "garen": "Garen (Proving Grounds)",
    "master-yi": "Master Yi (Proving Grounds)",
}
JINX_BANS = {"Fight or Flight": 3, "Scrapheap": 3, "Reaver's Row": 1}


def test_the_products_are_the_thirteen_complete_decks(db: CardDatabase) -> None:
    assert list(db.precons) == ["annie", "lux", "garen", "master-yi", "jinx", *WITHOUT_BANS]


# --- verdicts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", [TODAY, LATE])
@pytest.mark.parametrize("level", ["low", "high"])
@pytest.mark.parametrize("fmt", CONSTRUCTED)
@pytest.mark.parametrize("product", WITHOUT_BANS)
def test_a_product_without_banned_cards_is_legal_at_both_levels(
    db: CardDatabase, product: str, fmt: str, level: str, day: date
) -> None:
    report = judge(db, sold(db, product), fmt, level=level, day=day)
    assert report.verdict == "legal"
    assert {code for code, _ in said(report)} <= {"data-age"}


@pytest.mark.parametrize("day", [TODAY, LATE])
@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_jinx_is_legal_at_low_and_illegal_at_high(db: CardDatabase, fmt: str, day: date) -> None:
    assert judge(db, sold(db, "jinx"), fmt, level="low", day=day).verdict == "legal"
    report = judge(db, sold(db, "jinx"), fmt, level="high", day=day)
    assert report.verdict == "illegal"
    assert {code for code, _ in said(report)} - {"data-age"} == {"banned"}


def test_report_names_the_product_and_its_allowed_banned_cards(db: CardDatabase) -> None:
    issue = alone(judge(db, sold(db, "jinx"), level="low", day=TODAY), "product-exempt", "info")
    assert "exactly matches Jinx (Origins Champion Deck)" in issue.message
    assert "Fight or Flight, Scrapheap and Reaver's Row" in issue.message
    assert named(issue) == JINX_BANS
    assert issue.zone == "deck"
    assert {rule.partition("601")[2] for rule in cited(issue)} == {".2.d.2", ".2.d.2.a"}


@pytest.mark.parametrize("level", ["low", "high"])
@pytest.mark.parametrize("product", PROVING_GROUNDS)
def test_battlefield_count_names_the_proving_grounds_product(db: CardDatabase, product: str, level: str) -> None:
    for day in (TODAY, LATE):
        report = judge(db, sold(db, product), level=level, day=day)
        assert codes(report) == ["battlefield-count"]
        assert f"{TITLES[product]}, which has 1 battlefield." in one(report, "battlefield-count").message


def test_a_proving_grounds_deck_is_named_also_without_a_champion_and_not_if_it_is_changed(db: CardDatabase) -> None:
    written = sold(db, "annie")
    written.champion = None
    assert "Annie (Proving Grounds)" in one(judge(db, written, level="low", day=TODAY), "battlefield-count").message
    written = sold(db, "annie").drop("Gust").add("Rebuke")
    assert "Annie" not in one(judge(db, written, level="low", day=TODAY), "battlefield-count").message


@pytest.mark.parametrize("level", ["low", "high"])
def test_the_exemption_lifts_the_ban_of_a_legend_and_nothing_else(db: CardDatabase, level: str) -> None:
    """The legend of Master Yi is banned in 2v2 only."""
    report = judge(db, sold(db, "master-yi"), "constructed-2v2", level=level, day=TODAY)
    banned = ["banned"] if level == "high" else []
    assert codes(report) == sorted(["battlefield-count", *banned])
    assert codes(report, "info") == ([] if banned else ["product-exempt"])


@pytest.mark.parametrize("fmt", sorted(set(FORMATS) - set(CONSTRUCTED)))
def test_formats_without_bans_raise_no_product_issue(db: CardDatabase, fmt: str) -> None:
    report = judge(db, sold(db, "jinx"), fmt, level="low", day=TODAY)
    assert not {code for code, _ in said(report)} & {"product-exempt", "product-differs", "banned"}


# --- dates -----------------------------------------------------------------------------------------------------------


def test_the_exemption_begins_on_its_date(db: CardDatabase) -> None:
    (exemption,) = db.exemptions
    assert (exemption.level, exemption.from_date) == ("low", EXEMPT_FROM)
    expected = {
        date(2025, 10, 30): "illegal",
        date(2025, 10, 31): "legal",
        BANNED_FROM - DAY: "legal",
        BANNED_FROM: "illegal",
        EXEMPT_FROM - DAY: "illegal",
        EXEMPT_FROM: "legal",
    }
    for day, verdict in expected.items():
        assert judge(db, sold(db, "jinx"), level="low", day=day).verdict == verdict, day


def test_exemption_raises_no_issue_before_its_date(db: CardDatabase) -> None:
    for written in (sold(db, "jinx"), sold(db, "jinx").drop("Gust").add("Rebuke")):
        report = judge(db, written, level="low", day=EXEMPT_FROM - DAY)
        assert {code for code, _ in said(report)} == {"banned"}


def test_the_timeline_of_jinx_at_low_has_two_legal_stretches(db: CardDatabase) -> None:
    deck = resolve(deck_of(db.precons["jinx"]), db)
    found = timeline(deck, db, Options(day=TODAY, level="low"))
    assert legal_days(found) == [(date(2025, 10, 31), BANNED_FROM - DAY), (EXEMPT_FROM, None)]
    assert legal_days(timeline(deck, db, Options(day=TODAY))) == [(date(2025, 10, 31), BANNED_FROM - DAY)]


# --- what an exact product is ----------------------------------------------------------------------------------------


def test_other_printings_are_the_same_product(db: CardDatabase) -> None:
    written = sold(db, "jinx").drop("Fury Rune", 4, "runes").add("OGN-007a", 4, "runes")
    written.drop("Jinx, Demolitionist").add("OGN-030a")
    alone(judge(db, written, level="low", day=TODAY), "product-exempt", "info")


def test_order_and_source_of_a_deck_do_not_matter(db: CardDatabase) -> None:
    deck, _ = sold(db, "jinx").on_lines()
    deck.main.reverse()
    report = judge(db, deck, level="low", day=TODAY)
    assert report.verdict == "legal"
    assert "product-exempt" in codes(report, "info")


def test_the_only_possible_champion_need_not_be_named(db: CardDatabase) -> None:
    written = sold(db, "jinx")
    written.champion = None
    report = judge(db, written, level="low", day=TODAY)
    assert report.verdict == "legal"
    assert "product-exempt" in codes(report, "info")


@pytest.mark.parametrize("champion", ["Vi, Destructive", "Vi, Hotheaded", "Vi, Peacekeeper", None])
def test_vi_is_legal_whichever_champion_is_chosen(db: CardDatabase, champion: str | None) -> None:
    written = sold(db, "vi")
    written.champion = champion
    report = judge(db, written, level="low", day=TODAY)
    assert report.verdict == "legal"
    assert codes(report, "warning") == ([] if champion else ["champion-ambiguous"])


@pytest.fixture(scope="module")
def banning(tmp_path_factory: pytest.TempPathFactory) -> CardDatabase:
    """Cards of which one in the deck of Vi is banned."""
    folder = tmp_path_factory.mktemp("banning")
    (folder / "bans.yaml").write_text(
        "bans:\n  - {card: Trapping Grounds, list: constructed, from: 2026-09-01, source: test 2026-09-01 made-up}\n"
    )
    return carddb.load([folder])


@pytest.mark.parametrize(
    ("champion", "exempt"),
    [("Vi, Destructive", True), ("Vi, Hotheaded", True), ("Vi, Peacekeeper", False), (None, False)],
)
def test_two_champions_are_those_of_the_deck_of_vi(
    banning: CardDatabase, champion: str | None, *, exempt: bool
) -> None:
    written = sold(banning, "vi")
    written.champion = champion
    report = judge(banning, written, level="low", day=TODAY)
    assert codes(report) == ([] if exempt else ["banned"])
    (issue,) = [issue for issue in report.issues if issue.severity == "info"]
    assert issue.code == ("product-exempt" if exempt else "product-differs")
    assert exempt or issue.message.endswith("Chosen champion: Vi, Destructive or Vi, Hotheaded.")
    assert exempt or issue.cards == ()


# --- decks close to a product ----------------------------------------------------------------------------------------


def close(db: CardDatabase, written: Written) -> list[str]:
    """Return the message about the product that a deck is close to; the deck's banned cards stay banned."""
    report = judge(db, written, level="low", day=TODAY)
    assert "banned" in codes(report)
    assert "product-exempt" not in codes(report, "info")
    return [issue.message for issue in report.issues if issue.code == "product-differs"]


def a_card_changed(written: Written) -> str:
    written.drop("Gust").add("Rebuke")
    return "Main deck: add 1 Gust; remove 1 Rebuke."


def a_card_less(written: Written) -> str:
    written.drop("Gust")
    return "Main deck: add 1 Gust."


def a_card_more(written: Written) -> str:
    written.add("Magma Wurm")
    return "Main deck: remove 1 Magma Wurm."


def a_rune_changed(written: Written) -> str:
    written.drop("Fury Rune", 1, "runes").add("Chaos Rune", 1, "runes")
    return "Rune deck: remove 1 Chaos Rune; add 1 Fury Rune."


def a_battlefield_changed(written: Written) -> str:
    written.drop("Targon's Peak", 1, "battlefields").add("Altar to Unity", 1, "battlefields")
    return "Battlefields: add 1 Targon's Peak; remove 1 Altar to Unity."


def a_sideboard(written: Written) -> str:
    written.add("Rebuke", 2, "sideboard")
    return "Sideboard: remove 2 Rebuke."


def a_card_to_the_sideboard(written: Written) -> str:
    written.drop("Gust").add("Gust", 1, "sideboard")
    return "Main deck: add 1 Gust. Sideboard: remove 1 Gust."


def an_extra_legend(written: Written) -> str:
    written.extra_legends = ["Blind Monk"]
    return "Extra legends: remove 1 Blind Monk."


def another_legend(written: Written) -> str:
    written.legend = ["Dark Child - Starter"]
    return "Legend: add 1 Loose Cannon; remove 1 Dark Child - Starter."


def an_unknown_card(written: Written) -> str:
    written.drop("Gust").add("Qqqq Wwww")
    return "Main deck: add 1 Gust; remove 1 Qqqq Wwww."


@pytest.mark.parametrize(
    "change",
    [
        a_card_changed,
        a_card_less,
        a_card_more,
        a_rune_changed,
        a_battlefield_changed,
        a_sideboard,
        a_card_to_the_sideboard,
        an_extra_legend,
        another_legend,
        an_unknown_card,
    ],
)
def test_any_change_ends_the_exemption_and_is_named(db: CardDatabase, change: Callable[[Written], str]) -> None:
    written = sold(db, "jinx")
    told = change(written)
    (message,) = close(db, written)
    assert message.startswith("This deck is close to Jinx (Origins Champion Deck).")
    assert message.endswith(f" {told}")


def test_the_cards_to_remove_are_named_with_their_lines(db: CardDatabase) -> None:
    written = sold(db, "jinx").drop("Gust", 2).add("Rebuke", 2).add("Scrapheap", 1, "sideboard")
    deck, where = written.on_lines()
    issue = one(judge(db, deck, level="low", day=TODAY), "product-differs")
    assert (issue.severity, issue.zone) == ("info", "deck")
    assert named(issue) == {"Rebuke": 2, "Scrapheap": 1}
    assert issue.lines == (where["main", "Rebuke"], where["sideboard", "Scrapheap"])


def test_six_cards_are_close_and_seven_are_not(db: CardDatabase) -> None:
    six = sold(db, "jinx").drop("Gust", 3).drop("Raging Soul", 3).add("Rebuke", 3).add("Ride the Wind", 3)
    assert len(close(db, six)) == 1
    assert close(db, six.drop("Void Seeker").add("Ember Monk")) == []


def test_missing_and_surplus_cards_are_counted_separately(db: CardDatabase) -> None:
    six_missing = sold(db, "jinx").drop("Gust", 3).drop("Raging Soul", 3)
    assert len(close(db, six_missing)) == 1
    assert close(db, six_missing.drop("Void Seeker")) == []
    six_more = sold(db, "jinx").add("Rebuke", 3, "sideboard").add("Ride the Wind", 3, "sideboard")
    assert len(close(db, six_more)) == 1
    assert close(db, six_more.add("Ember Monk", 1, "sideboard")) == []


def test_the_closest_product_is_named_and_the_first_of_equally_close_ones(tmp_path: Path, db: CardDatabase) -> None:
    jinx = db.precons["jinx"]
    other = {
        "id": "jinx-two",
        "name": "Jinx Two",
        "line": "Test Deck",
        "set": jinx.set,
        "legend": jinx.legend,
        "champions": list(jinx.champions),
        "main": {**dict(jinx.main), "Gust": 2, "Rebuke": 1},
        "runes": dict(jinx.runes),
        "battlefields": list(jinx.battlefields),
        "source": "test 1 1",
    }
    (tmp_path / "precons.yaml").write_text(yaml.safe_dump({"precons": [other]}), "utf-8")
    both = carddb.load([tmp_path])
    (message,) = close(both, sold(both, "jinx").drop("Gust", 2).add("Rebuke", 2))
    assert message.startswith("This deck is close to Jinx Two (Test Deck).")
    (message,) = close(both, sold(both, "jinx").drop("Gust").add("Ride the Wind"))
    assert message.startswith("This deck is close to Jinx (Origins Champion Deck).")


def test_a_deck_without_banned_cards_is_not_compared(db: CardDatabase) -> None:
    """A close product matters only if the deck contains banned cards, in any section of the product."""
    written = sold(db, "jinx").drop("Scrapheap", 3).drop("Fight or Flight", 3)
    written.drop("Reaver's Row", 1, "battlefields").add("Altar to Unity", 1, "battlefields").add("Rebuke", 3)
    report = judge(db, written.add("Ride the Wind", 3), level="low", day=TODAY)
    assert report.issues == ()
    assert judge(db, sold(db, "viktor").drop("Smoke Screen").add("Sprite Call"), level="low", day=TODAY).issues == ()


def test_banned_card_outside_the_product_does_not_make_it_a_close_product(db: CardDatabase) -> None:
    written = sold(db, "viktor").drop("Altar to Unity", 1, "battlefields").add("Reaver's Row", 1, "battlefields")
    assert close(db, written) == []
    assert close(db, legal().swap("Scrapheap", 1)) == []


def test_a_legal_product_plus_a_banned_sideboard_is_not_exempt(db: CardDatabase) -> None:
    """The exemption allows only banned cards that are part of the product."""
    assert close(db, sold(db, "lee-sin").add("Called Shot", 1, "sideboard")) == []


def test_high_level_raises_no_product_issue(db: CardDatabase) -> None:
    for written in (sold(db, "jinx"), sold(db, "jinx").drop("Gust").add("Rebuke")):
        assert {code for code, _ in said(judge(db, written, level="high", day=TODAY))} == {"banned"}
