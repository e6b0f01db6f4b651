"""Cards, sets, formats, and how they are kept by callers."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api import card_documents
from riftcheck.api.app import create_app
from riftcheck.api.errors import ProblemError, document
from riftcheck.api.settings import Settings

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase
    from tests.apps import Apps


def data(client: FlaskClient, path: str) -> Any:
    response = client.get(path)
    assert response.status_code == 200, response.text
    return response.get_json()


def test_every_card_is_found_by_every_printing(client: FlaskClient, db: CardDatabase) -> None:
    for printing, (card, _) in db.by_printing.items():
        found = data(client, f"/v1/cards/{printing}")
        assert (found["name"], found["id"]) == (card.name, card.base_printing.id)


def test_an_id_may_be_written_as_people_do_but_a_name_is_none(client: FlaskClient) -> None:
    for spelling in ("OGN-001", "ogn-1", "ogn 001", "OPP-001/298", "OPP-001%2F298", "%20OGN-001"):
        assert data(client, f"/v1/cards/{spelling}")["name"] == "Blazing Scorcher"
    assert client.get("/v1/cards/Blazing Scorcher").status_code == 404


def test_unknown_suffix_finds_the_card_and_returns_the_printing_used(client: FlaskClient) -> None:
    read = {"id": "VEN-155a", "read_as": "VEN-155"}
    for path in ("VEN-155a", "ven-155A", "named?fuzzy=VEN-155a", "VEN-155a/legality"):
        found = data(client, f"/v1/cards/{path}")
        assert (found["name"], found["unknown_printing"]) == ("Heart of the Tempest", read), path
    for path in ("VEN-155", "VEN-155/legality", "named?exact=heart of the tempest"):
        assert "unknown_printing" not in data(client, f"/v1/cards/{path}")
    for path in ("XYZ-001a", "OGN-399a", "OGN-007ab", "named?exact=VEN-155a"):
        assert client.get(f"/v1/cards/{path}").status_code == 404, path
    asked = {"cards": [{"id": "VEN-155a"}, {"name": "VEN-155"}]}
    rows = client.post("/v1/cards/collection", json=asked).get_json()["data"]
    assert [row.get("unknown_printing") for row in rows] == [read, None]


def test_a_card_has_all_that_is_promised(client: FlaskClient, db: CardDatabase) -> None:
    found = data(client, "/v1/cards/named?exact=kai'sa, survivor")
    card = db.by_name["Kai'Sa, Survivor"]
    assert (found["types"], found["supertypes"], found["domains"]) == (["Unit"], ["Champion"], list(card.domains))
    assert (found["energy"], found["power"], found["might"]) == (card.energy, card.power, card.might)
    assert (found["champion_tag"], found["copy_limit"], found["token"]) == (card.champion_tag, 3, False)
    assert found["executable"] is card.executable
    assert found["printings"][0]["id"] == card.printings[0].id
    assert "official_text" not in found
    assert found["products"] == []
    sold = data(client, "/v1/cards/named?exact=consult the past")["products"]
    assert sold == [
        {"id": "viktor", "name": "Viktor (Origins Champion Deck)", "count": 2},
        {"id": "rumble", "name": "Rumble (Spiritforged Champion Deck)", "count": 2},
    ]
    boxed = data(client, "/v1/cards/named?exact=vi, destructive")["products"]
    assert boxed[-1] == {"id": None, "name": "Arcane box set", "count": None}


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Loose Cannon", "Legend", "draw 1"),
        (
            "Altar to Unity",
            "Battlefield",
            "When you hold here, this happens: Play a Recruit token with 1 Might to your base.",
        ),
        ("Fury Rune", "Rune", ""),
        ("Recruit", "Unit", ""),
        ("Zhonya's Hourglass", "Gear", "If a friendly unit would die, this happens instead"),
        ("Long Sword", "Gear", "Equip: to attach this card to a unit you control, pay 1 Fury Power."),
        ("Shipyard Skulker", "Unit", ""),
        ("Jinx, Rebel", "Unit", "When you discard one or more cards"),
        ("Cleave", "Spell", "Give it Assault 3 until the end of the turn."),
        ("Kai'Sa, Survivor", "Unit", "Accelerate"),
    ],
)
def test_a_card_says_what_the_engine_makes_of_it(client: FlaskClient, name: str, kind: str, words: str) -> None:
    found = data(client, f"/v1/cards/named?exact={name}")
    assert kind in found["types"]
    assert (found["executable"], found["unsupported"]) == (True, None)
    assert words.casefold() in "\n".join(found["description"]).casefold()
    assert bool(words) is bool(found["description"])
    assert data(client, f"/v1/cards/{found['id']}") == found
    assert found in data(client, f"/v1/cards?q=id:{found['id']}")["data"]


def test_a_card_that_cannot_be_played_says_why(client: FlaskClient, db: CardDatabase) -> None:
    card = next((card for card in db.cards if not card.executable), None)
    if card is None:
        pytest.skip("every card can be executed")
    found = data(client, f"/v1/cards/{card.base_printing.id}")
    assert (found["executable"], found["unsupported"], found["description"]) == (False, card.unsupported, None)


def test_every_card_that_can_be_played_is_described(client: FlaskClient, db: CardDatabase) -> None:
    cards = {card["name"]: card for card in data(client, "/v1/bulk")["data"]["cards"]}
    for card in db.cards:
        assert (cards[card.name]["description"] is not None) is card.executable
        assert all(text and text == text.strip() for text in cards[card.name]["description"] or ())


def test_the_pages_of_a_search_are_the_whole_of_it(client: FlaskClient, db: CardDatabase) -> None:
    first = client.get("/v1/cards?limit=250&q=-t:rune")
    names: list[str] = []
    response, steps = first, 0
    while True:
        names += [card["name"] for card in response.get_json()["data"]]
        following = response.get_json()["next"]
        assert response.get_json()["has_more"] is (following is not None)
        assert 'rel="first"' in response.headers["Link"]
        assert (f'<{following}>; rel="next"' in response.headers["Link"]) is (following is not None)
        if following is None:
            break
        response, steps = client.get(following), steps + 1
    assert names == [card.name for card in db.cards if "Rune" not in card.types]
    assert steps >= 3


def test_a_cursor_serves_its_own_search_only(client: FlaskClient) -> None:
    following = data(client, "/v1/cards?limit=5&q=t:unit")["next"]
    assert client.get(following.replace("unit", "gear")).status_code == 422
    assert client.get(following).status_code == 200


def test_a_search_reads_the_language(client: FlaskClient) -> None:
    names = {card["name"] for card in data(client, "/v1/cards?q=legal:constructed t:legend kai'sa")["data"]}
    assert names == {"Daughter of the Void"}
    assert data(client, "/v1/cards?q=%20")["has_more"] is True


def test_named_finds_names_only_and_says_what_is_close(client: FlaskClient) -> None:
    assert client.get("/v1/cards/named?exact=OGN-001").status_code == 404
    missing = client.get("/v1/cards/named?exact=Cleeve")
    assert missing.status_code == 404
    assert "Cleave" in missing.get_json()["detail"]
    assert data(client, "/v1/cards/named?fuzzy=Cleeve")["name"] == "Cleave"
    several = client.get("/v1/cards/named?exact=Kai'Sa")
    assert (several.status_code, several.get_json()["code"]) == (404, "ambiguous-name")
    assert "Kai'Sa, Survivor" in several.get_json()["detail"]


@pytest.mark.parametrize(
    ("path", "code", "meant"),
    [
        ("named?fuzzy=jinks", "not-found", ["Jinx, Demolitionist", "Jinx, Rebel", "Jinx, Loose Cannon"]),
        ("named?exact=lose cannon", "not-found", ["Jinx, Loose Cannon"]),
        ("named/legality?exact=lose cannon", "not-found", ["Jinx, Loose Cannon"]),
        ("named?exact=xyzzyq", "not-found", []),
        ("named?exact=jinx", "ambiguous-name", ["Jinx, Demolitionist", "Jinx, Rebel", "Jinx, Loose Cannon"]),
        ("OPP-001", "ambiguous-name", ["Blazing Scorcher", "Annie, Fiery", "Arena Kingpin"]),
        ("XYZ-001", "not-found", []),
    ],
)
def test_a_404_suggests_cards_as_objects(
    client: FlaskClient, db: CardDatabase, path: str, code: str, meant: list[str]
) -> None:
    problem = client.get(f"/v1/cards/{path}").get_json()
    assert (problem["status"], problem["code"]) == (404, code)
    assert [card["full_name"] for card in problem["suggestions"]] == meant
    assert all(name in problem["detail"] for name in meant)
    for card in problem["suggestions"]:
        known = db.by_printing[card["id"]][0]
        assert card == {"id": known.base_printing.id, "name": known.name, "full_name": known.full_name}


def test_a_404_suggests_at_most_ten_cards_and_other_problems_suggest_none(
    client: FlaskClient, db: CardDatabase
) -> None:
    several = client.get("/v1/cards/named?fuzzy=a").get_json()
    assert (several["code"], len(several["suggestions"])) == ("ambiguous-name", 10)
    problem = ProblemError("not-found", "There is no such card.", suggestions=db.cards[:20])
    assert len(document(problem, "/v1/cards/named")["suggestions"]) == 10
    for path in ("/v1/nothing", "/v1/formats/nope", "/v1/cards?q=x:y", "/v1/products/nope"):
        assert "suggestions" not in client.get(path).get_json(), path


def test_cards_search_returns_the_same_as_cards(client: FlaskClient) -> None:
    for query in ("", "?q=t:unit%20d:fury&limit=3", "?q=OGN-007", "?q=o:draw&limit=250"):
        one, other = client.get(f"/v1/cards{query}"), client.get(f"/v1/cards/search{query}")
        assert other.status_code == 200
        assert other.get_json()["data"] == one.get_json()["data"]
        assert (
            client.get(f"/v1/cards/search{query}", headers={"If-None-Match": other.headers["ETag"]}).status_code == 304
        )
    following = data(client, "/v1/cards/search?q=t:unit&limit=3")["next"]
    assert following.startswith("/v1/cards/search?")
    assert data(client, following)["data"] == data(client, "/v1/cards?q=t:unit&limit=6")["data"][3:]
    assert data(client, following.replace("/search", ""))["data"] == data(client, following)["data"]
    for wrong in ("?q=x:y", "?limit=0", "?limit=251", "?wrong=1", "?cursor=no"):
        one, other = (client.get(f"/v1/cards{path}{wrong}") for path in ("", "/search"))
        assert (other.status_code, other.get_json()["errors"]) == (422, one.get_json()["errors"])
    assert client.post("/v1/cards/search").headers["Allow"] == client.post("/v1/cards").headers["Allow"]


def test_search_finds_the_texts_that_the_description_of_a_card_has(client: FlaskClient, db: CardDatabase) -> None:
    found = {card["name"] for card in data(client, '/v1/cards?q=o:"draw a card"&limit=250')["data"]}
    texts = {card.name: card_documents.description(card, db) or () for card in db.cards}
    assert found
    assert found == {
        name
        for name, said in texts.items()
        if any(re.search(r"\bdraw (?:1|a|one) card", text, re.IGNORECASE) for text in said)
    }


def test_autocomplete(client: FlaskClient) -> None:
    assert "Kai'Sa, Survivor" in data(client, "/v1/cards/autocomplete?q=kai")["data"]
    assert data(client, "/v1/cards/autocomplete?q=")["data"] == []


def test_a_collection_keeps_the_order_and_names_what_is_missing_and_what_fits_several(client: FlaskClient) -> None:
    wanted = [{"name": "Cleave"}, {"id": "Cleave"}, {"id": "ogn 1"}, {"name": "Kai'Sa"}, {"name": "Cleave"}]
    answer = client.post("/v1/cards/collection", json={"cards": wanted})
    assert answer.headers["Cache-Control"] == "no-store"
    found = answer.get_json()
    assert [(card["index"], card["name"]) for card in found["data"]] == [
        (0, "Cleave"),
        (2, "Blazing Scorcher"),
        (4, "Cleave"),
    ]
    assert found["data"][0] == {"index": 0, **data(client, "/v1/cards/named?exact=Cleave")}
    assert found["not_found"] == [{"index": 1, "id": "Cleave"}]
    (several,) = found["ambiguous"]
    assert (several["index"], several["name"]) == (3, "Kai'Sa")
    assert {"Kai'Sa, Survivor", "Daughter of the Void"} <= {card["name"] for card in several["candidates"]}
    assert all(data(client, f"/v1/cards/{card['id']}")["name"] == card["name"] for card in several["candidates"])
    assert found["left_over"] == []
    assert found["totals"] == {"asked": 5, "found": 3, "ambiguous": 1, "not_found": 1, "left_over": 0}


def test_cards_for_which_a_collection_has_no_room_can_be_asked_for_again(client: FlaskClient, db: CardDatabase) -> None:
    wanted = [{"id": card.base_printing.id} for card in db.cards[:250]]
    found, asked, place = [], list(enumerate(wanted)), 0
    while asked:
        answer = client.post("/v1/cards/collection", json={"cards": [card for _, card in asked]}).get_json()
        assert answer["data"]
        assert answer["totals"] == {
            "asked": len(asked),
            "found": len(answer["data"]),
            "ambiguous": 0,
            "not_found": 0,
            "left_over": len(answer["left_over"]),
        }
        found += [(asked[card["index"]][0], card["name"]) for card in answer["data"]]
        asked = [asked[index] for index in answer["left_over"]]
        place += 1
    assert sorted(found) == list(enumerate(card.name for card in db.cards[:250]))
    assert place > 1


def test_a_format_is_rejected_before_its_first_date(client: FlaskClient) -> None:
    assert data(client, "/v1/formats/draft?date=2026-01-30")["since"] == "2026-01-30"
    rejected = client.get("/v1/formats/draft?date=2026-01-29")
    assert rejected.status_code == 422
    assert "2026-01-30" in rejected.get_data(as_text=True)


def test_a_format_changes_with_the_day(client: FlaskClient) -> None:
    early = data(client, "/v1/formats/constructed?date=2025-11-01")
    late = data(client, "/v1/formats/constructed?date=2026-11-21")
    assert early["sizes"]["sideboard"]["exactly"] == [0, 8]
    assert late["sizes"]["sideboard"]["most"] == 10
    assert [one["code"] for one in early["sets"]] == ["OGN", "OGS"]
    assert not early["bans"]
    assert "Called Shot" in {ban["card"] for ban in late["bans"]}
    assert all(ban["source"]["document"] for ban in late["bans"])
    assert (early["rules"]["version"], late["rules"]["version"]) == ("1.1", "1.5")
    assert early["sizes"]["main"]["source"] == {"document": "TR", "version": "2025", "number": "402.1"}
    assert late["sizes"]["main"]["source"] == {"document": "TR", "version": "2026-10-09", "number": "402.1"}
    assert data(client, "/v1/formats/sealed")["sets"] is None
    assert data(client, "/v1/formats/sealed")["sizes"]["battlefields"] is None


def test_the_bulk_has_every_card_and_its_hash(client: FlaskClient, db: CardDatabase) -> None:
    found = data(client, "/v1/bulk")
    text = json.dumps(found["data"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == found["sha256"]
    assert [card["name"] for card in found["data"]["cards"]] == [card.name for card in db.cards]
    assert len(found["data"]["bans"]) == len(db.bans)
    assert [product["id"] for product in found["data"]["products"]] == list(db.precons)
    assert found["data_version"] == db.version


def test_products_are_paginated(client: FlaskClient, db: CardDatabase) -> None:
    first = data(client, "/v1/products?limit=10")
    rest = data(client, first["next"])
    assert [one["id"] for one in (*first["data"], *rest["data"])] == list(db.precons)
    assert rest["next"] is None
    jinx = next(one for one in first["data"] if one["id"] == "jinx")
    assert jinx["champions"] == ["Jinx, Demolitionist"]
    assert (jinx["name"], jinx["line"], jinx["set"], jinx["legend"]) == (
        "Jinx", "Origins Champion Deck", "OGN", "Loose Cannon",
    )  # fmt: skip
    assert "deck" not in jinx


def test_deck_of_a_product_can_be_validated(client: FlaskClient, db: CardDatabase) -> None:
    for precon in db.precons.values():
        found = data(client, f"/v1/products/{precon.id}")
        deck = found["deck"]
        assert {entry["name"]: entry["count"] for entry in deck["main"]} == dict(precon.main)
        assert (found["champions"], deck["champion"]) == (list(precon.champions), precon.champions[0])
        assert deck["legend"][0]["full_name"] == db.by_name[precon.legend].full_name
        body = {"deck": deck, "date": "2026-10-10", "level": "low"}
        report = client.post("/v1/decks/validate", json=body).get_json()
        assert report["deck"] == deck
        expected = "illegal" if len(precon.battlefields) == 1 else "legal"
        assert (precon.id, report["verdict"]) == (precon.id, expected)


def test_unknown_product_returns_404_with_the_known_ids(client: FlaskClient) -> None:
    response = client.get("/v1/products/Jinx")
    assert response.status_code == 404
    assert "the products are annie, lux," in response.get_json()["detail"]
    assert client.get(f"/v1/products/{'x' * 3000}").status_code == 404


def test_card_data_is_kept_until_it_changes(client: FlaskClient) -> None:
    for path in ("/v1/cards?q=kai", "/v1/cards/OGN-001", "/v1/sets", "/v1/products/vi", "/v1/bulk", "/openapi.json"):
        first = client.get(path)
        tag = first.headers["ETag"]
        assert tag.startswith('"')
        assert "max-age" in first.headers["Cache-Control"]
        again = client.get(path, headers={"If-None-Match": f'"other", {tag}'})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
        head = client.head(path, headers={"If-None-Match": tag})
        assert (head.status_code, head.headers["ETag"], client.head(path).headers["ETag"]) == (304, tag, tag)
    assert client.get("/v1/cards?q=kai").headers["ETag"] != client.get("/v1/cards?q=lux").headers["ETag"]


def test_a_tag_is_that_of_the_answer_itself(db: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    def tag() -> tuple[str, bytes]:
        response = create_app(db, Settings(log_level="error")).test_client().get("/v1/cards/OGN-001")
        return response.headers["ETag"], response.data

    before = tag()
    assert tag() == before
    shown = card_documents.card
    monkeypatch.setattr(card_documents, "card", lambda *of: {**shown(*of), "rarity": "Other"})  # newer software
    after = tag()
    assert after[1] != before[1]
    assert after[0] != before[0]


def test_a_condition_that_does_not_hold_is_a_small_problem(client: FlaskClient) -> None:
    changed = "Mon, 01 Jan 2001 00:00:00 GMT"
    cases = [("/v1/bulk", "If-Match", '"other"'), ("/v1/cards/OGN-001", "If-Match", 'W/"x", "other"')]
    cases += [("/static/style.css", "If-Match", '"other"'), ("/static/style.css", "If-Unmodified-Since", changed)]
    for path, name, value in cases:
        for method in ("GET", "HEAD"):
            with client.open(path, method=method, headers={name: value, "Origin": "https://deck.example"}) as response:
                assert response.status_code == 412
                assert response.content_type == "application/problem+json"
                assert int(response.headers["Content-Length"]) < 1000
                assert ("Access-Control-Allow-Origin" in response.headers) is path.startswith("/v1")
                assert "ETag" not in response.headers
                if method == "GET":
                    assert response.get_json()["code"] == "precondition-failed"
    tag = client.get("/v1/bulk").headers["ETag"]
    for path, names in (("/v1/bulk", tag), ("/v1/bulk", "*"), ("/static/style.css", "*")):
        with client.get(path, headers={"If-Match": names}) as found, client.get(path) as usual:
            assert (found.status_code, found.data) == (200, usual.data)
    assert client.get("/v1/bulk", headers={"If-Unmodified-Since": changed}).status_code == 200  # it has no such day
    for since in ("Fri, 01 Jan 2100 00:00:00 GMT", "rubbish"):
        with client.get("/static/style.css", headers={"If-Unmodified-Since": since}) as response:
            assert response.status_code == 200


def test_other_sites_may_read_and_post(client: FlaskClient) -> None:
    read = client.get("/v1/cards/OGN-001", headers={"Origin": "https://deck.example"})
    assert read.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in read.headers
    assert {"ETag", "Link", "Retry-After"} <= set(read.headers["Access-Control-Expose-Headers"].split(", "))
    asked = client.options(
        "/v1/decks/validate",
        headers={
            "Origin": "https://deck.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert asked.status_code == 200
    assert {"POST", "DELETE"} <= set(asked.headers["Access-Control-Allow-Methods"].split(", "))
    assert "content-type" in asked.headers["Access-Control-Allow-Headers"].lower()
    refused = client.get("/v1/nope", headers={"Origin": "https://deck.example"})
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in client.get("/", headers={"Origin": "https://deck.example"}).headers


def test_the_server_tells_how_it_is(client: FlaskClient, db: CardDatabase) -> None:
    assert data(client, "/healthz") == {"status": "ok"}
    assert data(client, "/readyz") == {"status": "ready", "data_version": db.version, "cards": len(db.cards)}


def test_a_server_that_cannot_judge_is_not_ready(client: FlaskClient, monkeypatch: Any) -> None:
    monkeypatch.setattr("riftcheck.api.routes.service.check", lambda *_: 1 / 0)
    response = client.get("/readyz")
    assert (response.status_code, response.get_json()["code"]) == (503, "unavailable")
    assert response.headers["Retry-After"] == "5"


def test_requests_and_verdicts_are_counted(apps: Apps) -> None:
    client = apps().test_client()
    client.get("/v1/cards/OGN-001")
    client.open("/v1/cards/OGN-002", method="BREW")
    client.get("/no/such/route")
    client.post("/v1/decks/validate", json={"deck": {"main": ["Cleave"]}})
    client.post("/v1/decks/validate-batch", json={"decks": [{"main": ["Cleave"]}, {}]})
    text = client.get("/metrics").text
    assert 'riftcheck_requests_total{method="GET",route="/v1/cards/<card:card_id>",status="200"} 1.0' in text
    assert 'method="other"' in text
    assert 'route="none",status="404"' in text
    assert 'riftcheck_lists_total{verdict="illegal"} 2.0' in text
    assert "OGN-001" not in text
