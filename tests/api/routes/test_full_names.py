"""Each response that names a legend has its full name next to its name."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.api.games.game_players import Table, client_of, small_deck

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

NAME, FULL_NAME = "Loose Cannon", "Jinx, Loose Cannon"
JINX = {"legend": NAME, "main": [{"name": "Cleave", "count": 3}], "runes": [], "battlefields": []}
LEE_SIN = {**JINX, "legend": "Blind Monk"}
TEXT = f"Legend:\n1 {NAME}\n1 Blind Monk\nMainDeck:\n3 Cleave\n1 {NAME}\n"


def naming(value: Any) -> Iterator[dict[str, Any]]:
    """Yield each object of a response that names the legend."""
    if isinstance(value, dict):
        if NAME in (value.get("name"), value.get("card"), value.get("legend")):
            yield value
        for inner in value.values():
            yield from naming(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from naming(inner)


@pytest.mark.parametrize(
    ("path", "body", "least"),
    [
        ("decks/parse", {"text": TEXT}, 4),
        ("decks/validate", {"deck": {"text": TEXT}, "lines": True}, 8),
        ("decks/validate", {"deck": {**JINX, "champion": NAME}}, 4),
        ("decks/validate-batch", {"decks": [JINX]}, 1),
        ("decks/diff", {"decks": [JINX, LEE_SIN]}, 1),
        ("decks/pool", {"deck": JINX}, 1),
        ("decks/export", {"deck": JINX, "to": "json"}, 1),
        ("decks/timeline", {"deck": JINX}, 2),
        ("teams/validate", {"decks": [JINX, JINX]}, 3),
        ("cards/collection", {"cards": [{"name": "Jinx"}, {"name": NAME}]}, 2),
    ],
)
def test_responses_about_decks(client: FlaskClient, path: str, body: dict[str, Any], least: int) -> None:
    found = list(naming(client.post(f"/v1/{path}", json=body).get_json()))
    assert len(found) >= least
    for one in found:
        assert one.get("full_name", one.get("legend_full_name")) == FULL_NAME, one


@pytest.mark.parametrize(
    "path", ["products", "products/jinx", "cards/OGN-251", "cards/OGN-251/legality", "cards?q=loose cannon"]
)
def test_responses_about_cards(client: FlaskClient, path: str) -> None:
    found = list(naming(client.get(f"/v1/{path}").get_json()))
    assert found
    assert all(one.get("full_name", one.get("legend_full_name")) == FULL_NAME for one in found)


def test_a_banned_legend(client: FlaskClient) -> None:
    bans = client.get("/v1/formats/constructed-2v2?date=2026-11-21").get_json()["bans"]
    names = {ban["card"]: ban["full_name"] for ban in bans}
    assert names["Wuju Bladesman - Starter"] == "Master Yi, Wuju Bladesman - Starter"
    assert names["Called Shot"] == "Called Shot"


def test_no_other_card_has_a_full_name_of_its_own(client: FlaskClient, db: CardDatabase) -> None:
    assert {card.kind for card in db.cards if card.other_name is not None} == {"legend"}
    report = client.post("/v1/decks/validate", json={"deck": {"text": TEXT}}).get_json()
    assert [entry for entry in report["deck"]["main"] if entry["name"] == "Cleave"] == [
        {"name": "Cleave", "count": 3, "id": db.by_name["Cleave"].base_printing.id}
    ]


def test_messages_name_a_legend_by_its_full_name(client: FlaskClient) -> None:
    report = client.post("/v1/decks/validate", json={"deck": {"text": TEXT}, "date": "2025-06-02"}).get_json()
    messages = [issue["message"] for issue in report["issues"] if NAME in issue["message"]]
    assert messages
    assert all(FULL_NAME in message for message in messages)
    legality = client.get("/v1/cards/OGN-251/legality?date=2025-06-02").get_json()["formats"][0]
    assert legality["reason"].startswith(FULL_NAME)


def test_close_legends_have_their_full_names_in_messages(client: FlaskClient) -> None:
    lists = [{**JINX, "legend": name} for name in ("Lose Canon", "Jinx")]
    misspelt, ambiguous = (client.post("/v1/decks/validate", json={"deck": one}).get_json() for one in lists)
    assert FULL_NAME in misspelt["issues"][0]["message"]
    assert misspelt["issues"][0]["suggestions"][0] == NAME  # the name to send instead
    assert FULL_NAME in ambiguous["simulation"]["unsupported"][0]["reason"]


def test_an_ability_of_a_legend_on_the_chain(db: CardDatabase, tmp_path: Path) -> None:
    table = Table(client_of(db, tmp_path / "games"), {"decks": [small_deck(legend=NAME)] * 2, "seed": 7})
    rng = random.Random(2)
    for _ in range(40):
        table.play(rng, 1)
        items = table.look(0)["view"]["chain"]
        if any(item["name"] == NAME for item in items):
            break
    assert [item.get("full_name") for item in items if item["name"] == NAME] == [FULL_NAME]
