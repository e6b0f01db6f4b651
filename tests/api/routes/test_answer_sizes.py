"""Nobody has much made for little: what is sent bounds what comes back, on every route that takes a body."""

from __future__ import annotations

import itertools
import json
import string
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import pytest

from riftcheck.api import room
from riftcheck.decks.model import MAX_COUNT
from riftcheck.decks.text.items import MAX_UNKNOWN_LINES
from riftcheck.validator.suggestions import MOST_SEARCHED
from tests.paths import ROOT

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

LISTS: Final = [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "fixtures" / "lists").glob("*.txt"))]
FREE, TIMES = 64 * 1024, 20  # as docs/api.md promises
WORDS: Final = ["".join(letters) for letters in itertools.product(string.ascii_lowercase, repeat=2)]
LINES: Final = {
    "no cards": WORDS[:115],
    "numbers": [str(number) for number in range(115)],
    "comments": ["#"] * 998,
    "headers": ["main"] * 998,
    "long lines": ["1 " + "x" * 212 + str(number) for number in range(115)],
}
DECKS: Final = (
    "one",
    "words",
    "everywhere",
    "quotes",
    "misspelt",
    "ids",
    "legends",
    "many copies",
    "champions",
    *LINES,
)


def deck_of(kind: str, db: CardDatabase) -> dict[str, Any]:
    ids = sorted(db.by_printing, key=len)[:300]
    if kind in LINES:
        return {"text": "\n".join(["1 Charm", *LINES[kind]])}
    if kind == "everywhere":
        sections = ("main", "runes", "battlefields", "sideboard", "extra_legends")
        return {name: WORDS[place * 60 : place * 60 + 60] for place, name in enumerate(sections)}
    if kind == "legends":
        return {"legend": ids}
    cards: dict[str, list[Any]] = {
        "one": ["a"],
        "words": WORDS[:300],
        "quotes": [f'"\\"{word}' for word in WORDS[:300]],
        "misspelt": [f"{card.name[:4]}q{card.name[5:]}" for card in db.cards if len(card.name) > 8][:300],
        "ids": list(ids),
        "many copies": [{"id": printing, "count": MAX_COUNT} for printing in ids],
        "champions": sorted({card.name.partition(",")[0] for card in db.cards if "," in card.name}),
    }
    return {"main": cards[kind]}


def bodies(deck: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return what is sent with a list, by route."""
    exports = [{"deck": deck, "to": to} for to in ("text", "sections", "code", "tts", "json")]
    asked = deck.get("main") or WORDS[:250]
    cards = [card if isinstance(card, dict) else {"name": card} for card in asked]
    return {
        "/v1/cards/collection": [
            {"cards": [{"id": card["id"]} if "id" in card else card for card in cards[:250]]},
            {"cards": [{"id": "OGN-1"}] * 250},
        ],
        "/v1/decks/parse": [deck] if "text" in deck else [],
        "/v1/decks/validate": [{"deck": deck}],
        "/v1/decks/validate-batch": [
            {"decks": [deck] * 12},
            {"decks": [deck] * 100 if len(str(deck)) < 100 else [{"deck": deck, "label": "\0" * 200}]},
        ],
        "/v1/decks/export": exports,
        "/v1/decks/stats": [{"deck": deck}, {"deck": deck, "turns": 50, "format": "casual-ffa4"}],
        "/v1/decks/hand": [{"deck": deck, "count": 60}],
        "/v1/decks/pool": [{"deck": deck}, {"deck": {"legend": "Daughter of the Void", **deck}}],
        "/v1/decks/timeline": [{"deck": deck}],
        "/v1/decks/diff": [{"decks": [deck, {"main": ["b"]}]}],
        "/v1/teams/validate": [{"decks": [deck, deck]}],
        "/v1/goldfish": [{"deck": deck}, {"compare": [deck, deck]}, {"sweep": deck}],
        "/v1/games": [{"decks": [deck, deck]}, {"decks": [deck, deck], "unsupported": "skip"}],
        "/v1/games/nope/answers": [{"answer": [0] * 9000, "decision": 0}],
        "/v1/games/nope/fork": [{"tokens": WORDS}],
    }


@pytest.mark.parametrize("kind", DECKS)
def test_no_answer_is_many_times_as_large_as_its_body(app: Flask, db: CardDatabase, kind: str) -> None:
    client = app.test_client()
    for path, several in bodies(deck_of(kind, db)).items():
        for body in several:
            sent = json.dumps(body, separators=(",", ":")).encode()
            answer = client.post(path, data=sent, content_type="application/json")
            assert answer.status_code < 500, (path, answer.text[:300])
            assert answer.status_code in {200, 422} or "game" in path or "goldfish" in path, (path, answer.text[:300])
            most = room.STATS_BYTES if path.endswith("stats") else max(FREE, TIMES * len(sent))
            assert len(answer.data) <= most, (path, len(sent))


def test_the_bodies_are_those_of_every_route(app: Flask, db: CardDatabase) -> None:
    rules = {rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert {rule.replace("<game_id>", "nope") for rule in rules} == {*bodies(deck_of("one", db)), "/"}


@pytest.mark.parametrize("lines", LINES.values(), ids=list(LINES))
def test_nor_is_the_page(client: FlaskClient, lines: list[str]) -> None:
    sent = urlencode({"list": "\n".join(["1 Charm", *lines])})
    page = client.post("/", data=sent, content_type="application/x-www-form-urlencoded")
    assert page.status_code == 200
    assert len(page.data) <= max(FREE, TIMES * len(sent))


@pytest.mark.parametrize("text", LISTS)
def test_a_real_list_has_room_for_all_that_may_be_asked(client: FlaskClient, text: str) -> None:
    code = client.post("/v1/decks/export", json={"deck": {"text": text}, "to": "code"}).get_json()["content"]
    for path, more in (
        ("decks/validate", {}),
        ("decks/timeline", {}),
        ("decks/pool", {}),
        ("decks/hand", {"count": 60}),
        ("decks/stats", {"turns": 50, "format": "casual-ffa4"}),
        ("decks/export", {"to": "tts"}),
    ):
        answer = client.post(f"/v1/{path}", json={"deck": {"code": code}, **more}).get_json()
        assert answer.get("code") != "answer-too-large", path
    cards = [{"id": name} for name in dict.fromkeys(entry["id"] for entry in _entries(client, text))]
    found = client.post("/v1/cards/collection", json={"cards": cards}).get_json()
    assert (len(found["data"]), found["left_over"]) == (len(cards), [])


def _entries(client: FlaskClient, text: str) -> list[dict[str, Any]]:
    deck = client.post("/v1/decks/parse", json={"text": text}).get_json()["deck"]
    return [entry for section in deck.values() if isinstance(section, list) for entry in section if "id" in entry]


def test_a_refused_answer_says_what_to_ask_for_instead(client: FlaskClient, db: CardDatabase) -> None:
    refused = client.post("/v1/decks/stats", json={"deck": deck_of("words", db)})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "answer-too-large")
    assert refused.get_json()["detail"] == (
        "The answer would be over 256 KB. Ask for fewer `turns`, or send a list with fewer different cards."
    )
    team = client.post("/v1/teams/validate", json={"decks": [deck_of("words", db)] * 2}).get_json()
    assert team["detail"].startswith("The answer would be over 64 KB and over 20 times the body. Judge the lists")


def test_a_text_of_unknown_lines_is_refused_before_they_are_all_looked_at(
    client: FlaskClient, db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []
    find = type(db).find
    monkeypatch.setattr(type(db), "find", lambda self, text: looked_at.append(text) or find(self, text))
    text = "\n".join(f"1 {word}" for word in WORDS)
    refused = client.post("/v1/decks/validate", json={"deck": {"text": text}})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "unreadable-list")
    assert refused.get_json()["errors"][0]["path"] == "deck/text"
    assert f"Over {MAX_UNKNOWN_LINES} lines of the text name no known card." in refused.get_json()["detail"]
    assert WORDS[MAX_UNKNOWN_LINES] in looked_at
    assert WORDS[MAX_UNKNOWN_LINES + 1] not in looked_at
    most = "\n".join(f"1 {word}" for word in WORDS[:MAX_UNKNOWN_LINES])
    assert client.post("/v1/decks/validate", json={"deck": {"text": most}}).status_code == 200


def test_the_first_unknown_names_of_a_request_have_suggestions_and_the_report_counts_the_others(
    client: FlaskClient, db: CardDatabase
) -> None:
    names = [f"{card.name[:-1]}qq" for card in db.cards if len(card.name) > 12][:70]
    first, second = ({"main": some} for some in (names[:30], names[10:]))
    batch = client.post("/v1/decks/validate-batch", json={"decks": [first, second, first]}).get_json()["reports"]
    team = client.post("/v1/teams/validate", json={"decks": [first, second]}).get_json()["reports"]
    for reports in (batch, team):
        assert "unsearched" not in reports[0]
        assert reports[1]["unsearched"] == len(names) - MOST_SEARCHED
        told = [issue for issue in reports[1]["issues"] if "suggestions" in issue]
        assert [bool(issue["suggestions"]) for issue in told] == [True] * 40 + [False] * 20
        assert {issue["code"] for issue in told[-20:]} == {"unknown-card"}
    assert "unsearched" not in batch[2]
    alone = client.post("/v1/decks/validate", json={"deck": second}).get_json()
    assert alone["unsearched"] == 10


@pytest.mark.parametrize(
    ("names", "code"), [([f"{word} Qwrtp" for word in WORDS[:130]], "unknown-card"), (None, "ambiguous-card")]
)
def test_names_beyond_a_hundred_are_told_together_and_none_is_lost(
    client: FlaskClient, names: list[str] | None, code: str
) -> None:
    names = names or ["Jinx" + " " * spaces for spaces in range(130)]
    report = client.post("/v1/decks/validate", json={"deck": {"main": names}}).get_json()
    issues = [issue for issue in report["issues"] if issue["code"] == code]
    assert len(issues) == 101
    assert [card["name"] for issue in issues for card in issue["cards"]] == names
    assert "30 more names" in issues[-1]["message"]
    assert report["simulation"]["more"] == 30
    assert len(report["simulation"]["unsupported"]) == 100
