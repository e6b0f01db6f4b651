"""What may still be added: each number is held against the checker, which has to agree with it."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

DAY = "2026-11-21"


def pool(client: FlaskClient, deck: dict[str, Any], **options: Any) -> Any:
    response = client.post("/v1/decks/pool", json={"deck": deck, "date": DAY, **options})
    assert response.status_code == 200, response.text
    return response.get_json()


def codes(client: FlaskClient, deck: dict[str, Any], **options: Any) -> set[tuple[str, str]]:
    report = client.post("/v1/decks/validate", json={"deck": deck, "date": DAY, **options}).get_json()
    return {(issue["code"], issue["severity"]) for issue in report["issues"]}


def entries(found: Any, *kinds: str) -> dict[str, Any]:
    return {entry["name"]: entry for kind in kinds for entry in found["cards"][kind]}


def deck_with(db: CardDatabase, **more: Any) -> dict[str, Any]:
    deck: dict[str, Any] = {
        "legend": "Daughter of the Void",
        "champion": "Kai'Sa, Survivor",
        "champion_apart": True,
        "main": [{"name": "Cleave", "count": 2}],
        "runes": [{"name": "Fury Rune", "count": 5}],
        "battlefields": [],
        "sideboard": [{"name": "Cleave", "count": 1}],
    }
    field = next(card.name for card in db.cards if card.kind == "battlefield")
    return {**deck, "battlefields": [field], **more}


def test_the_pool_is_what_the_checker_allows(client: FlaskClient, db: CardDatabase) -> None:
    found = pool(client, deck_with(db))
    allowed = entries(found, "champions", "signatures", "main")
    base = {**deck_with(db), "main": [], "sideboard": []}
    of_cards = {"domain-identity", "signature-tag", "banned", "set-legality", "token", "main-type"}
    for card in db.cards:
        raised = {code for code, _ in codes(client, {**base, "main": [card.name]})}
        assert (card.name in allowed) is not bool(raised & of_cards), card.name


def test_one_more_than_what_is_left_is_refused_and_what_is_left_is_not(client: FlaskClient, db: CardDatabase) -> None:
    deck = deck_with(db)
    found = pool(client, deck)
    over = {("copy-limit", "error"), ("unique", "error"), ("signature-total", "error"), ("main-size", "error")}
    base = codes(client, deck) & (over - {("main-size", "error")})
    assert not base
    for entry in entries(found, "champions", "signatures", "main").values():
        for more in (entry["left"], entry["left"] + 1):
            full = copy.deepcopy(deck)
            if more:
                full["main"].append({"name": entry["name"], "count": more})
            raised = codes(client, full) & (over - {("main-size", "error")})
            too_long = sum(one["count"] for one in full["main"]) + 1 > 40
            assert bool(raised or too_long) is (more > entry["left"]), entry


def test_copies_are_counted_over_main_deck_and_sideboard(client: FlaskClient, db: CardDatabase) -> None:
    deck = deck_with(db)
    cleave = entries(pool(client, deck), "main")["Cleave"]
    assert (cleave["have"], cleave["left"], cleave["left_sideboard"]) == (3, 0, 0)
    casual = entries(pool(client, deck, format="casual-duel"), "main")["Cleave"]
    assert (casual["have"], casual["left"], casual["left_sideboard"]) == (2, 1, 0)


def test_the_champion_is_one_of_its_three(client: FlaskClient, db: CardDatabase) -> None:
    survivor = entries(pool(client, deck_with(db)), "champions")["Kai'Sa, Survivor"]
    assert (survivor["have"], survivor["left"]) == (1, 2)


def test_a_place_is_kept_for_the_champion(client: FlaskClient, db: CardDatabase) -> None:
    filler = [card.name for card in db.cards if card.kind == "main" and card.domains == ("Fury",) and not card.unique]
    filler = [name for name in filler if not db.by_name[name].is_champion and name != "Cleave"][:13]
    main = [{"name": name, "count": 3} for name in filler]
    deck = {"legend": "Daughter of the Void", "main": main}
    found = pool(client, deck)
    assert found["champion"] is None
    assert found["room"]["main"] == {"count": 39, "left": 1}
    assert entries(found, "main")["Cleave"]["left"] == 0
    assert entries(found, "champions")["Kai'Sa, Survivor"]["left"] == 1
    full = pool(client, {**deck, "champion": "Kai'Sa, Survivor", "champion_apart": True})
    assert full["room"]["main"] == {"count": 40, "left": 0}
    assert entries(full, "champions")["Kai'Sa, Survivor"]["left"] == 0
    casual = pool(client, {**deck, "champion": "Kai'Sa, Survivor", "champion_apart": True}, format="casual-duel")
    assert casual["room"]["main"] == {"count": 40, "left": None}
    assert entries(casual, "main")["Cleave"]["left"] == 3


def test_signature_cards_are_three_in_all(client: FlaskClient, db: CardDatabase) -> None:
    deck = deck_with(db)
    names = list(entries(pool(client, deck), "signatures"))
    assert names
    assert all(db.by_name[name].champion_tag == "Kai'Sa" for name in names)
    deck["main"].append({"name": names[0], "count": 2})
    found = pool(client, deck)
    assert found["room"]["signatures"] == {"count": 2, "left": 1}
    assert {entry["left"] for entry in entries(found, "signatures").values()} == {1}
    deck["main"][-1]["count"] = 3
    assert {entry["left"] for entry in entries(pool(client, deck), "signatures").values()} == {0}


def test_unique_cards_and_cards_of_any_number(client: FlaskClient, db: CardDatabase) -> None:
    for card in db.cards:
        if card.kind != "main" or card.is_signature or not (card.unique or card.copies is None):
            continue
        legend = next(
            one
            for one in db.cards
            if one.kind == "legend" and not card.domain_bits & ~one.domain_bits and "Starter" not in one.name
        )
        found = entries(pool(client, {"legend": legend.name}, format="casual-duel"), "main", "champions")
        assert found[card.name]["left"] == (1 if card.unique else None)
        found = entries(pool(client, {"legend": legend.name}), "main", "champions")
        if card.name in found:
            assert found[card.name]["left"] == (1 if card.unique else 39)


def test_runes_and_battlefields(client: FlaskClient, db: CardDatabase) -> None:
    deck = deck_with(db)
    found = pool(client, deck)
    runes = entries(found, "runes")
    assert set(runes) == {"Fury Rune", "Mind Rune"}
    assert (runes["Fury Rune"]["have"], runes["Fury Rune"]["left"], runes["Mind Rune"]["left"]) == (5, 7, 7)
    fields = entries(found, "battlefields")
    taken = deck["battlefields"][0]
    assert fields.pop(taken)["left"] == 0
    assert {entry["left"] for entry in fields.values()} == {1}
    assert found["room"]["battlefields"] == {"count": 1, "left": 2}
    bans = {ban["card"] for ban in client.get(f"/v1/formats/constructed?date={DAY}").get_json()["bans"]}
    assert not bans & (set(fields) | set(entries(found, "main")))
    assert "Reaver's Row" in entries(pool(client, deck, format="casual-duel"), "battlefields")


def test_the_day_matters(client: FlaskClient, db: CardDatabase) -> None:
    early = entries(pool(client, deck_with(db), date="2025-11-01"), "main")
    late = entries(pool(client, deck_with(db)), "main")
    assert "Called Shot" not in late
    assert all(any(p.set in {"OGN", "OGS"} for p in db.by_name[name].printings) for name in early)
    assert len(late) > len(early)


@pytest.mark.parametrize("legend", [None, "Nobody", ["Daughter of the Void", "Loose Cannon"], "Cleave"])
def test_without_one_legend_there_is_no_pool(client: FlaskClient, legend: Any) -> None:
    response = client.post("/v1/decks/pool", json={"deck": {"legend": legend, "main": ["Cleave"]}})
    assert (response.status_code, response.get_json()["errors"][0]["path"]) == (422, "deck/legend")


def test_limited_formats_have_no_limits_on_copies(client: FlaskClient) -> None:
    found = pool(client, {"main": [{"name": "Cleave", "count": 9}]}, format="sealed")
    assert found["legend"] is None
    assert len(found["identity"]) == 3
    cleave = entries(found, "main")["Cleave"]
    assert (cleave["left"], cleave["left_sideboard"]) == (None, None)
    assert found["room"]["signatures"]["left"] is None
