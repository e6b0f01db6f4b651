"""One card in every format: by its id and by its name, on any day."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.carddb import legality
from riftcheck.validator.card_legality import standings

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

DAYS = ("2025-06-02", "2025-10-31", "2026-03-30", "2026-03-31", "2026-07-31", "2026-11-21", "9999-12-31")


def data(client: FlaskClient, path: str) -> Any:
    response = client.get(f"/v1/cards/{path}")
    assert response.status_code == 200, response.text
    assert response.headers["ETag"]
    return response.get_json()


@pytest.mark.parametrize("day", DAYS)
def test_a_standing_is_what_the_checker_says(db: CardDatabase, day: str) -> None:
    when = date.fromisoformat(day)
    for card in db.cards:
        for found in standings(db, card, when):
            assert (found.now.status == "legal") is legality.legal(db, card, found.format, when)
            assert (found.now.reason is None) is (found.now.source is None) is (found.now.status == "legal")
            past = [one for one in found.changes if one.since <= when]
            assert (past[-1].status, past[-1].reason) == (found.now.status, found.now.reason)
            assert [one.since for one in found.changes] == sorted({one.since for one in found.changes})
            for one in found.changes:
                assert (one.status == "legal") is legality.legal(db, card, found.format, one.since)


def test_a_card_is_told_for_every_format(client: FlaskClient, db: CardDatabase) -> None:
    found = data(client, "named/legality?exact=called+shot&date=2026-11-21")
    assert (found["name"], found["id"], found["date"]) == ("Called Shot", "SFD-122", "2026-11-21")
    assert [one["format"] for one in found["formats"]] == list(db.formats)
    told = {one["format"]: one for one in found["formats"]}
    assert told["constructed"]["status"] == "banned"
    assert told["constructed"]["reason"] == "Called Shot is banned in Standard Constructed since 2026-03-31."
    assert told["constructed"]["source"]["document"] == "announcement"
    changes = [(one["since"], one["status"]) for one in told["constructed"]["changes"]]
    assert changes == [("2025-06-02", "not-legal"), ("2026-02-13", "legal"), ("2026-03-31", "banned")]
    assert (told["sealed"]["status"], told["sealed"]["source"]) == ("legal", None)
    early = data(client, "SFD-122/legality?date=2026-01-01")["formats"][0]
    assert (early["status"], early["source"]["number"]) == ("not-legal", "601.3.c")
    assert early["reason"] == "Called Shot is legal from 2026-02-13 on, by Spiritforged."


def test_a_token_is_legal_nowhere_by_the_rule_of_the_day(client: FlaskClient) -> None:
    for day, rule in (("2025-07-01", ("1.0", "176")), ("2026-11-21", ("1.5", "185"))):
        for one in data(client, f"named/legality?exact=Recruit&date={day}")["formats"]:
            assert one["status"] == "not-legal"
            assert (one["source"]["version"], one["source"]["number"]) == rule


@pytest.mark.parametrize("printing", ["OPP-001/298", "opp-001%2F298", "OGN-001", "ogn 1"])
def test_an_id_may_have_a_slash(client: FlaskClient, printing: str) -> None:
    assert data(client, f"{printing}/legality")["name"] == "Blazing Scorcher"
    assert data(client, printing)["name"] == "Blazing Scorcher"


@pytest.mark.parametrize("path", ["legality", "OGN-001/legality/legality", "collection/legality", "OGN-999/legality"])
def test_what_is_no_card_has_none(client: FlaskClient, path: str) -> None:
    assert client.get(f"/v1/cards/{path}").status_code == 404


def test_the_name_is_looked_up_as_elsewhere(client: FlaskClient) -> None:
    assert data(client, "named/legality?fuzzy=daughter+void")["name"] == "Daughter of the Void"
    assert client.get("/v1/cards/named/legality?exact=daughter+void").status_code == 404
    assert client.get("/v1/cards/named/legality?exact=jinx").get_json()["code"] == "ambiguous-name"
    for query in ("", "?exact=a&fuzzy=b", "?date=2026-11-21", "?exact=Cleave&date=x"):
        assert client.get(f"/v1/cards/named/legality{query}").status_code == 422


def test_data_that_ends_before_the_day_is_named(client: FlaskClient, db: CardDatabase) -> None:
    assert "overdue" not in data(client, f"OGN-001/legality?date={db.coverage['bans'].until}")
    overdue = data(client, "OGN-001/legality?date=9999-12-31")["overdue"]
    assert [one["of"] for one in overdue] == ["rules", "bans", "cards"]


def test_a_day_long_after_the_data_is_never_legal_without_a_word(client: FlaskClient) -> None:
    deck = {"text": "Legend:\n1 Daughter of the Void\n\nMain Deck:\n3 Cleave"}
    report = client.post("/v1/decks/validate", json={"deck": deck, "date": "9999-12-31"}).get_json()
    (told,) = [issue for issue in report["issues"] if issue["code"] == "data-age"]
    assert told["severity"] == "info"
    assert " are covered up to " in told["message"]
