"""Lists through the API: the same answers as from the library, in the contract's forms."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.model import SECTIONS
from riftcheck.decks.resolve import resolve
from riftcheck.decks.text import parse
from riftcheck.validator import Options, check
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

LISTS = sorted((ROOT / "tests" / "fixtures" / "lists").glob("*.txt"))
DAY = "2026-11-21"


def post(client: FlaskClient, path: str, body: dict[str, Any]) -> Any:
    response = client.post(f"/v1/{path}", json=body)
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"] == "no-store"
    return response.get_json()


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_report_is_the_librarys_and_its_deck_can_be_sent_again(
    client: FlaskClient, db: CardDatabase, path: Path
) -> None:
    text = path.read_text("utf-8")
    report = post(client, "decks/validate", {"deck": {"text": text}, "date": DAY})
    parsed = parse(text, db)
    mine = check(resolve(parsed.deck, db), db, Options(date.fromisoformat(DAY)), parsed)
    assert report == mine.to_json()
    again = post(client, "decks/validate", {"deck": report["deck"], "date": DAY})
    assert (again["list_hash"], again["deck"]) == (report["list_hash"], report["deck"])
    assert "problems" not in again
    assert {issue["code"] for issue in again["issues"]} | {"champion-counted"} >= {
        issue["code"] for issue in report["issues"]
    }


def test_lines_are_in_a_report_only_if_they_are_requested(client: FlaskClient) -> None:
    """The report cache keeps both reports of one deck apart; it keeps none of a deck with an unreadable line."""
    doubtful = post(client, "decks/parse", {"text": "Main Deck:\n3x OGN-043\n2 Defy 3"})["lines"]
    assert [line["outcome"] for line in doubtful] == ["used", "used", "doubt"]
    deck = {"text": "Main Deck:\n3x OGN-043\n# a note"}
    parsed = post(client, "decks/parse", deck)["lines"]
    assert [(line["line"], line["outcome"]) for line in parsed] == [(1, "used"), (2, "used"), (3, "note")]
    assert parsed[1]["cards"] == [{"name": "Charm", "count": 3, "zone": "main"}]
    for _ in range(2):
        assert "lines" not in post(client, "decks/validate", {"deck": deck, "date": DAY})
        assert "lines" not in post(client, "decks/validate", {"deck": deck, "date": DAY, "lines": False})
        assert post(client, "decks/validate", {"deck": deck, "date": DAY, "lines": True})["lines"] == parsed
        for wanted in (False, True):
            body: dict[str, Any] = {"decks": [deck, {"deck": deck, "label": "Ana"}], "date": DAY, "lines": wanted}
            body["decks"].append({"deck": deck, "lines": not wanted})
            found = [report.get("lines") for report in post(client, "decks/validate-batch", body)["reports"]]
            assert found == [parsed if one else None for one in (wanted, wanted, not wanted)]
    team = post(client, "teams/validate", {"decks": [deck, deck], "date": DAY, "lines": True})
    assert [report["lines"] for report in team["reports"]] == [parsed, parsed]
    assert client.post("/v1/decks/validate", json={"deck": deck, "lines": "yes"}).status_code == 422
    assert "lines" not in post(client, "decks/validate", {"deck": {"main": ["Charm"]}, "date": DAY, "lines": True})


def test_a_report_says_which_cards_a_simulation_cannot_play(client: FlaskClient, db: CardDatabase) -> None:
    unable = next((card for card in db.cards if not card.executable and card.kind == "main"), None)
    if unable is None:
        pytest.skip("every card can be executed")
    deck = {"legend": "Loose Cannon", "main": ["Cleave"]}
    told = {"card": unable.name, "zone": "main", "reason": unable.unsupported}
    able = post(client, "decks/validate", {"deck": deck, "date": DAY})
    assert able["simulation"] == {"playable": True, "unsupported": []}
    body = {"deck": {**deck, "main": ["Cleave", unable.name]}, "date": DAY}
    assert post(client, "decks/validate", body)["simulation"] == {"playable": False, "unsupported": [told]}
    (report,) = post(client, "decks/validate-batch", {"decks": [body["deck"]], "date": DAY})["reports"]
    assert report["simulation"]["unsupported"] == [told]
    team = post(client, "teams/validate", {"decks": [deck, body["deck"]], "date": DAY})["reports"]
    assert [one["simulation"]["playable"] for one in team] == [True, False]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_what_a_simulation_can_play_has_no_part_in_the_verdict(db: CardDatabase, path: Path) -> None:
    """The same list, with every card as one that can be executed and as one that cannot."""
    parsed = parse(path.read_text("utf-8"), db)
    reports = []
    for unsupported in (None, "not at all"):
        copies = {card.name: replace(card, unsupported=unsupported) for card in db.cards}
        deck = resolve(parsed.deck, db)
        for _, slots in (("champion", deck.champion), *((name, deck.section(name)) for name in SECTIONS)):
            slots[:] = [slot if slot.card is None else replace(slot, card=copies[slot.card.name]) for slot in slots]
        reports.append(check(deck, db, Options(date.fromisoformat(DAY)), parsed).to_json())
    able, unable = (report.pop("simulation") for report in reports)
    assert reports[0] == reports[1]
    assert len(unable["unsupported"]) > 10
    assert not unable["playable"]
    assert all(one["reason"] != "not at all" for one in able["unsupported"])


def test_options_reach_the_checker(client: FlaskClient) -> None:
    body = {"deck": {"main": ["Cleave"]}, "format": "sealed", "date": "2026-01-01", "level": "low", "rules": "1.0"}
    report = post(client, "decks/validate", body)
    assert [report[key] for key in ("format", "date", "level", "rules")] == ["sealed", "2026-01-01", "low", "1.0"]


def test_parsing_tells_every_line(client: FlaskClient) -> None:
    text = "Legend:\n1 Daughter of the Void\n\nMain Deck:\n3 Cleave\n?? what\n"
    read = post(client, "decks/parse", {"text": text})
    assert read.keys() == {"deck", "lines", "problems"}
    assert [(line["line"], line["kind"]) for line in read["lines"]][:4] == [
        (1, "header"),
        (2, "card"),
        (4, "header"),
        (5, "card"),
    ]
    assert read["deck"]["legend"][0]["name"] == "Daughter of the Void"
    assert read["deck"]["main"][0] == {"name": "Cleave", "count": 3, "id": "OGN-004"}


def test_forms_go_round(client: FlaskClient) -> None:
    text = LISTS[0].read_text("utf-8")
    first = post(client, "decks/validate", {"deck": {"text": text}, "date": DAY})
    for to in ("text", "sections", "tts", "code", "json"):
        made = post(client, "decks/export", {"deck": first["deck"], "to": to})
        assert made["to"] == to
        again = made["content"] if to == "json" else {"code" if to == "code" else "text": made["content"]}
        found = post(client, "decks/validate", {"deck": {**again, "champion": first["deck"]["champion"]}, "date": DAY})
        assert found["counts"]["main"] == first["counts"]["main"], to
        if to == "json":
            assert made["content"] == first["deck"]
        if to == "code":
            assert post(client, "decks/export", {"deck": again, "to": "code"})["content"] == made["content"]


def test_a_code_that_cannot_hold_a_list_is_a_422(client: FlaskClient) -> None:
    many = {"main": [{"name": "Cleave", "count": 200}, {"id": "OGN-004", "count": 1}]}
    response = client.post("/v1/decks/export", json={"deck": many, "to": "code"})
    assert (response.status_code, response.get_json()["errors"][0]["path"]) == (422, "deck")


def test_a_hand_is_drawn_from_at_most_250_cards(client: FlaskClient) -> None:
    body = {"deck": {"main": [{"name": "Cleave", "count": 125}] * 2, "sideboard": [{"name": "Cleave", "count": 9}]}}
    assert post(client, "decks/hand", body)["hands"]
    body["deck"]["runes"] = [{"name": "Fury Rune", "count": 1}]
    refused = client.post("/v1/decks/hand", json=body)
    assert refused.status_code == 422
    (fault,) = refused.get_json()["errors"]
    assert (fault["path"], fault["message"]) == (
        "deck",
        "a deck has at most 250 cards without its sideboard; this one has 251",
    )


def test_hands_come_again_by_their_seed(client: FlaskClient) -> None:
    deck = {"text": LISTS[0].read_text("utf-8")}
    first = post(client, "decks/hand", {"deck": deck, "count": 3})
    again = post(client, "decks/hand", {"deck": deck, "count": 3, "seed": first["seed"]})
    assert again == first
    assert len(first["hands"]) == 3
    assert len(first["hands"][0]["opening"]) == 4
    assert post(client, "decks/hand", {"deck": deck, "seed": first["seed"] + 1})["hands"][0] != first["hands"][0]


def test_statistics_follow_the_format(client: FlaskClient) -> None:
    deck = {"text": LISTS[0].read_text("utf-8")}
    assert post(client, "decks/stats", {"deck": deck})["mode"] == "match"
    found = post(client, "decks/stats", {"deck": deck, "format": "casual-ffa4", "turns": 3})
    assert (found["mode"], found["turns"]) == ("ffa4", 3)


def test_the_timeline_begins_with_the_first_rules(client: FlaskClient) -> None:
    found = post(client, "decks/timeline", {"deck": {"text": LISTS[0].read_text("utf-8")}})
    days = [stretch["date"] for stretch in found["stretches"]]
    assert days[0] == "2025-06-02"
    assert days == sorted(days)
    assert client.post("/v1/decks/timeline", json={"deck": {"main": ["Cleave"]}, "date": DAY}).status_code == 422


def test_a_difference_is_by_name_whatever_the_champion_is_written_as(client: FlaskClient) -> None:
    apart = {"champion": "Kai'Sa, Survivor", "champion_apart": True, "main": [{"name": "Cleave", "count": 3}]}
    among = {"champion": "Kai'Sa, Survivor", "main": [{"name": "Cleave", "count": 2}, "Kai'Sa, Survivor"]}
    found = post(client, "decks/diff", {"decks": [apart, among]})
    assert found["sections"].keys() == {"main"}
    assert found["sections"]["main"]["changed"] == [{"name": "Cleave", "id": "OGN-004", "before": 3, "after": 2}]
    assert (found["champion"], found["same"]) == (None, False)
    assert post(client, "decks/diff", {"decks": [apart, apart]})["same"] is True


def test_a_team_is_judged_as_2v2_together(client: FlaskClient) -> None:
    deck = {"text": LISTS[0].read_text("utf-8")}
    found = post(client, "teams/validate", {"decks": [deck, deck], "date": DAY})
    assert {issue["code"] for issue in found["issues"]} == {"team-legend", "team-battlefield"}
    assert found["legal"] is False
    assert [report["format"] for report in found["reports"]] == ["constructed-2v2"] * 2
    assert "problems" in found["reports"][0]
    refused = client.post("/v1/teams/validate", json={"decks": [deck, {"code": "!"}]})
    assert refused.get_json()["errors"][0]["path"] == "decks/1/code"
    assert client.post("/v1/teams/validate", json={"decks": [deck]}).status_code == 422
