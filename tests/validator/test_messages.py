"""What the checker says, word for word, kept in tests/fixtures/messages.yaml: a sentence that changes is read again.

RIFTCHECK_WRITE=1 writes the file anew; read the difference before you commit it.
"""

from __future__ import annotations

import os
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from riftcheck.decks.model import Deck, Entry, SetAside
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options
from riftcheck.validator.codes import CODES
from riftcheck.validator.teams import check_team
from tests.hosts import GUESTS, HOST
from tests.paths import ROOT
from tests.validator.validator_lists import Written, judge, legal, pool, product

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase

FILE = ROOT / "tests" / "fixtures" / "messages.yaml"
OLD = {"day": date(2025, 11, 1)}
NOW = {"day": date(2026, 11, 21)}


def unnamed(written: Written) -> Written:
    written.champion = None
    return written


def renamed(written: Written, **parts: Any) -> Written:
    for name, value in parts.items():
        setattr(written, name, value)
    return written


def hosting(*extra_legends: str) -> Written:
    return renamed(legal().swap(HOST), extra_legends=list(extra_legends))


def lines(written: Written, origin: str = "text") -> Deck:
    return written.on_lines(origin)[0]


def unreadable() -> Deck:
    deck = lines(legal())
    deck.main.append(Entry("2 many cooks", 1, 99, unreadable=True, reason="No card is so."))
    return deck


def several() -> Deck:
    deck = lines(legal().swap("Jinx, Demolitionist"))
    deck.champion.append(Entry("Jinx, Demolitionist", 1, 90))
    return deck


CASES: dict[str, tuple[Callable[[], Written | Deck], dict[str, Any]]] = {
    "no legend": (lambda: renamed(legal(), legend=[]), {}),
    "two legends": (lambda: renamed(legal(), legend=["Loose Cannon", "Blind Monk"]), {}),
    "a unit for a legend": (lambda: renamed(legal(), legend=["Jinx, Rebel"]), {}),
    "two legends in sealed": (
        lambda: renamed(pool(25, "Fury"), legend=["Loose Cannon", "Blind Monk"]),
        {"fmt": "sealed"},
    ),
    "two legends beside a host": (lambda: renamed(hosting(), legend=["Loose Cannon", "Blind Monk"]), {}),
    "four extra legends": (lambda: lines(hosting(*GUESTS, "Wuju Master")), {}),
    "extra legends without a host": (lambda: renamed(legal(), extra_legends=list(GUESTS)), {}),
    "an extra legend for an unknown host": (
        lambda: renamed(legal().swap("Newcomer"), extra_legends=["Blind Monk"]),
        NOW,
    ),
    "an extra legend for a host in the sideboard": (
        lambda: renamed(legal().add(HOST, 1, "sideboard"), extra_legends=["Blind Monk"]),
        {},
    ),
    "a unit among the extra legends": (lambda: hosting("Gust", "Blind Monk"), {}),
    "extra legends of one name": (lambda: lines(hosting("Blind Monk", "Blind Monk", "Loose Cannon")), {}),
    "an unknown extra legend": (lambda: lines(hosting("Blind Monc")), {}),
    "no champion": (lambda: unnamed(legal()).drop("Jinx, Rebel").add("Traveling Merchant"), {}),
    "no champion, unknown cards": (lambda: unnamed(legal()).drop("Jinx, Rebel").add("Brand New", 1), NOW),
    "champions to choose from": (lambda: unnamed(legal().swap("Jinx, Demolitionist")), {}),
    "champions to choose from, low": (lambda: unnamed(legal().swap("Jinx, Demolitionist")), {"level": "low"}),
    "two champions named": (several, {}),
    "a signature champion": (lambda: renamed(legal("Dark Child - Starter").swap("Tibbers"), champion="Tibbers"), {}),
    "no champion unit": (lambda: renamed(legal(), champion="Gust"), {}),
    "a champion of another": (lambda: renamed(legal().swap("Draven, Audacious"), champion="Draven, Audacious"), {}),
    "read as a label": (lambda: lines(legal()), {}),
    "read as apart": (lambda: lines(legal().drop("Jinx, Rebel")), {}),
    "told from the list": (lambda: lines(unnamed(legal())), {}),
    "39 cards": (lambda: legal().drop("Gust"), {}),
    "41 cards": (lambda: legal().add("Traveling Merchant"), {}),
    "39 in casual": (lambda: legal().drop("Gust"), {"fmt": "casual-duel"}),
    "24 in sealed": (lambda: pool(24, "Fury"), {"fmt": "sealed"}),
    "19 in draft": (lambda: pool(19, "Fury"), {"fmt": "draft"}),
    "wrong parts": (lambda: legal().swap("Fury Rune").add("Altar to Unity", 1, "sideboard"), {}),
    "outside the identity": (
        lambda: lines(legal().swap("Charm", 2).swap("Highlander").add("Defy", 1, "sideboard")),
        {},
    ),
    "outside in sealed": (lambda: pool(28, "Fury", "Calm", "Mind", "Body"), {"fmt": "sealed"}),
    "outside in draft": (lambda: pool(20, "Fury", "Calm", "Mind", "Body", "Order"), {"fmt": "draft"}),
    "four copies": (lambda: lines(legal().swap("Gust", 1)), {}),
    "four over both": (lambda: lines(legal().add("Gust", 1, "sideboard")), {}),
    "four in casual": (lambda: legal().add("Gust"), {"fmt": "casual-ffa3"}),
    "two of a unique": (lambda: legal("Fire Below the Mountain").swap("Forgefire Cape", 2), {}),
    "four signatures": (
        lambda: legal("Wuju Master").swap("Highlander", 3).swap("Alpha Strike", keep=("Highlander",)),
        {},
    ),
    "a fourth in the sideboard": (
        lambda: legal("Wuju Master").swap("Highlander", 3).add("Alpha Strike", 1, "sideboard"),
        {},
    ),
    "a foreign signature in the sideboard": (lambda: legal().add("Tibbers", 1, "sideboard"), {}),
    "11 runes": (lambda: legal().drop("Fury Rune", 1, "runes"), {}),
    "13 runes": (lambda: legal().add("Fury Rune", 1, "runes"), {}),
    "no rune": (lambda: legal().drop("Fury Rune", 1, "runes").add("Magma Wurm", 1, "runes"), {}),
    "a rune outside": (lambda: legal().drop("Fury Rune", 1, "runes").add("Calm Rune", 1, "runes"), {}),
    "4 battlefields": (lambda: legal().add("Startipped Peak", 1, "battlefields"), {}),
    "2 battlefields before": (
        lambda: legal().drop("Altar to Unity", 1, "battlefields"),
        {"fmt": "casual-2v2", "day": date(2025, 7, 1)},
    ),
    "a unit for a battlefield": (
        lambda: legal().drop("Altar to Unity", 1, "battlefields").add("Gust", 1, "battlefields"),
        {},
    ),
    "one battlefield twice": (
        lambda: legal().drop("Altar to Unity", 1, "battlefields").add("Hallowed Tomb", 1, "battlefields"),
        {},
    ),
    "one battlefield twice under 1.0": (
        lambda: legal().drop("Altar to Unity", 1, "battlefields").add("Hallowed Tomb", 1, "battlefields"),
        {"rules": "1.0"},
    ),
    "a battlefield outside": (
        lambda: legal().drop("Altar to Unity", 1, "battlefields").add("Field of Order", 1, "battlefields"),
        {},
    ),
    "tokens": (lambda: lines(legal().swap("Recruit").add("Brush", 1, "battlefields").add("Bird", 1, "sideboard")), {}),
    "11 in the sideboard": (
        lambda: legal().add("Fading Memories", 3, "sideboard").add("Spiderling", 8, "sideboard"),
        {},
    ),
    "9 in the sideboard": (lambda: legal().add("Blind Fury", 3, "sideboard").add("Spiderling", 6, "sideboard"), OLD),
    "a sideboard in casual": (lambda: legal().add("Traveling Merchant", 1, "sideboard"), {"fmt": "casual-match"}),
    "before its set": (lambda: legal().swap("Spiderling", 2), {"day": date(2026, 7, 30)}),
    "of no legal set": (lambda: legal().swap("Promo Only"), {}),
    "banned": (
        lambda: lines(legal().swap("Stacked Deck", 2).swap("Fight or Flight").add("Scrapheap", 1, "sideboard")),
        {},
    ),
    "unknown": (lambda: lines(legal().swap("Stackd Deck", 2).add("Zzzzzz", 1, "sideboard")), {}),
    "a number without a name": (lambda: legal().swap("RAD-011", 2), NOW),
    "later than the data": (legal, NOW),
    "unknown legend": (lambda: renamed(legal(), legend=["Brand New"]), NOW),
    "unknown legend, a set lacks cards": (
        lambda: renamed(legal(), legend=["Brand New"]),
        {"day": date(2027, 1, 29)},
    ),
    "unknown champion": (lambda: renamed(legal(), champion="Jinks, Rebell"), {}),
    "unreadable": (unreadable, {}),
    "ambiguous": (lambda: lines(legal().swap("Jinx")), {}),
    "a name in another language": (
        lambda: lines(legal().swap("Défense tactique", 1).swap("防御", 1, keep=("Défense tactique",))),
        {},
    ),
    "set aside": (lambda: lines(legal()), {"set_aside": [SetAside(30, "Maybeboard", 3), SetAside(34, "Cuts", 1)]}),
    "an unknown suffix": (lambda: lines(legal().swap("OGN-202b")), {}),
    "a choice is missing": (lambda: legal().swap("Chooser of Three"), {}),
    "a choice is short": (
        lambda: renamed(legal().swap("Chooser of Three"), choices={"Chooser of Three": ["Blind Monk", "Unforgiven"]}),
        {},
    ),
    "a choice is unknown": (
        lambda: renamed(legal().swap("Chooser of Three"), choices={"Chooser of Three": ["Nobody"]}),
        {},
    ),
    "a choice is no legend": (
        lambda: renamed(legal().swap("Chooser of Three"), choices={"Chooser of Three": ["Gust"]}),
        {},
    ),
    "an exact product": (product, {"level": "low"}),
    "close to a product": (
        lambda: lines(renamed(product().drop("Gust"), champion="Jinx, Demolitionist").add("Rebuke", 2, "sideboard")),
        {"level": "low"},
    ),
    "a choice is in the deck": (
        lambda: renamed(legal().swap("Chooser of Three"), choices={"Chooser of Three": ["Loose Cannon"]}),
        {},
    ),
}


def spoken(name: str, db: CardDatabase) -> list[dict[str, Any]]:
    make, options = CASES[name]
    shown = [issue.to_json() for issue in judge(db, make(), **options).issues]
    for issue in shown:
        for rule in issue["rules"]:
            if rule["document"] == "card":
                rule["version"] = "data"
    return shown


def team(db: CardDatabase) -> list[dict[str, Any]]:
    decks = (resolve(legal().deck(), db), resolve(legal().deck(), db))
    return [
        issue.to_json() for issue in check_team(decks, db, Options(day=NOW["day"], format="constructed-2v2")).issues
    ]


@pytest.fixture(scope="module")
def stored(made_up: CardDatabase) -> dict[str, Any]:
    if os.environ.get("RIFTCHECK_WRITE"):
        told = {name: spoken(name, made_up) for name in CASES} | {"team": team(made_up)}
        FILE.write_text(yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=120), "utf-8")
    found: dict[str, Any] = yaml.safe_load(FILE.read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", CASES)
def test_the_checker_says_what_it_said(name: str, made_up: CardDatabase, stored: dict[str, Any]) -> None:
    assert spoken(name, made_up) == stored[name]


def test_a_team_hears_what_it_heard(made_up: CardDatabase, stored: dict[str, Any]) -> None:
    assert team(made_up) == stored["team"]


def test_every_code_is_spoken_and_every_sentence_is_one(stored: dict[str, Any]) -> None:
    issues = [issue for told in stored.values() for issue in told]
    assert {issue["code"] for issue in issues} == set(CODES)
    assert set(stored) == {*CASES, "team"}
    for issue in issues:
        assert issue["message"][-1] in ".?", issue["message"]
        assert "  " not in issue["message"]
