"""Radiance's cards before every rule: a list that is right, one that breaks the rule, and one that tempts."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.validator.validator_lists import FORMATS, Written, codes, judge, legal, named, one

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase

OUT = date(2026, 10, 23)
NOW = date(2026, 11, 22)


def ziggs() -> Written:
    """Return a legal list of Hexplosives Expert (Fury and Chaos) with cards, battlefields and runes of Radiance."""
    written = legal("Loose Cannon").drop("Jinx, Rebel").add("Ziggs, Short-Fused")
    written.legend, written.champion = ["Hexplosives Expert"], "Ziggs, Short-Fused"
    written.swap("Bilgewater Tracker", 3, keep=("Ziggs, Short-Fused",))
    written.swap("Disposal Expert", 3, keep=("Ziggs, Short-Fused", "Bilgewater Tracker"))
    written.battlefields = {"Black Market": 1, "Cosmic Vista": 1, "Rakelstake": 1}
    return written


def kept(written: Written, name: str, count: int = 1) -> Written:
    """Return a list with copies of a card in place of cards of Origins."""
    return written.swap(name, count, keep=("Ziggs, Short-Fused", "Bilgewater Tracker", "Disposal Expert"))


@pytest.mark.parametrize("fmt", [fmt for fmt in FORMATS if fmt not in {"sealed", "draft"}])
def test_a_list_of_radiance_is_legal_from_its_day_on(db: CardDatabase, fmt: str) -> None:
    assert judge(db, ziggs(), fmt, day=OUT).verdict == "legal"
    assert judge(db, ziggs(), fmt, day=NOW).verdict == "legal"


@pytest.mark.parametrize("fmt", ["constructed", "constructed-2v2"])
def test_the_day_before_no_card_of_it_is_legal(db: CardDatabase, fmt: str) -> None:
    report = judge(db, ziggs(), fmt, day=date(2026, 10, 22))
    assert report.verdict == "illegal"
    assert set(codes(report)) == {"set-legality"}
    assert {issue.zone for issue in report.issues if issue.code == "set-legality"} == {"legend", "main", "battlefields"}


def test_casual_formats_ask_for_no_day(db: CardDatabase) -> None:
    assert judge(db, ziggs(), "casual-duel", day=date(2026, 10, 22)).verdict == "legal"


RIGHT: dict[str, Callable[[], Written]] = {
    "three of a name by two printings": lambda: kept(ziggs(), "RAD-020", 2).add("RAD-020a").drop("Gust"),
    "the signature card of the legend": lambda: kept(ziggs(), "Hexplosive Minefield", 3),
    "a card without a domain": lambda: kept(ziggs(), "Neeko, Blending In", 3),
    "a champion unit of another beside the chosen one": lambda: kept(ziggs(), "Lulu, Whimsical", 3),
    "the other champion unit of the legend": lambda: kept(ziggs(), "Ziggs, Explosive", 2),
    "the legend by its signed printing": lambda: replaced(ziggs(), legend=["RAD-169-STAR"]),
    "runes by Radiance's printings": lambda: replaced(ziggs(), runes={"RAD-R01": 6, "RAD-R05a": 6}),
    "an older card by Radiance's art": lambda: kept(ziggs(), "RAD-182", 1),  # Kayn, Unleashed
    "a card of which nobody knows the text": lambda: kept(ziggs(), "Gutter Guardian", 3),
}

WRONG: dict[str, tuple[Callable[[], Written], str, set[str]]] = {
    "outside the identity": (lambda: kept(ziggs(), "Ekko, Ingenious"), "domain-identity", {"Ekko, Ingenious"}),
    "one domain of two outside": (lambda: kept(ziggs(), "Chronobreak"), "domain-identity", {"Chronobreak"}),
    "a Yordle is no Ziggs": (
        lambda: replaced(kept(ziggs(), "Lulu, Whimsical"), champion="Lulu, Whimsical"),
        "champion-tag",
        {"Lulu, Whimsical"},
    ),
    "a unit that is no champion": (
        lambda: replaced(ziggs(), champion="Bilgewater Tracker"),
        "champion-type",
        {"Bilgewater Tracker"},
    ),
    "a card without a domain as champion": (
        lambda: replaced(kept(ziggs(), "Neeko, Blending In"), champion="Neeko, Blending In"),
        "champion-tag",
        {"Neeko, Blending In"},
    ),
    "the signature card of another": (lambda: kept(ziggs(), "Chronobreak"), "signature-tag", {"Chronobreak"}),
    "four signature cards": (
        lambda: kept(ziggs(), "Hexplosive Minefield", 4),
        "signature-total",
        {"Hexplosive Minefield"},
    ),
    "four of a name by two printings": (
        lambda: kept(ziggs(), "RAD-020", 3).add("RAD-020a").drop("Gust"),
        "copy-limit",
        {"Mordekaiser, Twice Slain"},
    ),
    "four without a domain": (lambda: kept(ziggs(), "Neeko, Blending In", 4), "copy-limit", {"Neeko, Blending In"}),
    "an older card and Radiance's art of it": (
        lambda: kept(ziggs(), "RAD-182", 3).add("Kayn, Unleashed").drop("Gust"),
        "copy-limit",
        {"Kayn, Unleashed"},
    ),
    "the overnumbered legend in the main deck": (
        lambda: kept(ziggs(), "RAD-169"),
        "main-type",
        {"Hexplosives Expert"},
    ),
    "a token": (lambda: kept(ziggs(), "Bomb"), "token", {"Bomb"}),
    "two printings of a battlefield": (
        lambda: replaced(ziggs(), battlefields={"Packed Amphitheater": 1, "RAD-184": 1, "Rakelstake": 1}),
        "battlefield-unique",
        {"Packed Amphitheater"},
    ),
    "a battlefield in the main deck": (lambda: kept(ziggs(), "Black Market"), "main-type", {"Black Market"}),
    "a rune of another domain": (
        lambda: replaced(ziggs(), runes={"RAD-R01": 6, "RAD-R02": 6}),
        "rune-domain",
        {"Calm Rune"},
    ),
    "two legends": (
        lambda: replaced(ziggs(), legend=["Hexplosives Expert", "Boy Who Shattered Time"]),
        "legend-count",
        {"Hexplosives Expert", "Boy Who Shattered Time"},
    ),
}


def replaced(written: Written, **parts: object) -> Written:
    for name, value in parts.items():
        setattr(written, name, value)
    return written


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right(db: CardDatabase, name: str) -> None:
    report = judge(db, RIGHT[name](), day=NOW)
    assert (report.verdict, codes(report)) == ("legal", [])


@pytest.mark.parametrize("name", WRONG)
def test_what_breaks_a_rule(db: CardDatabase, name: str) -> None:
    make, code, cards = WRONG[name]
    report = judge(db, make(), day=NOW)
    issue = one(report, code)
    assert (report.verdict, issue.severity, issue.doubtful) == ("illegal", "error", False)
    assert set(named(issue)) == cards


def test_a_reprint_outside_the_numbering_lends_an_older_card_no_day(db: CardDatabase) -> None:
    """RAD-180 is Ezreal, Dashing, of a set of 2026-02-13 (TR 601.2.c)."""
    assert db.by_printing["RAD-180"][0].base_printing.set == "SFD"
    early = judge(db, kept(legal(), "RAD-180"), day=date(2026, 1, 1))
    assert "Ezreal, Dashing" in one(early, "set-legality").message
    assert "from 2026-02-13" in one(early, "set-legality").message
