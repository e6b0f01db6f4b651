"""The numbers of cards over the API: known again in later views, each viewer's own, and none of the engine's."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.games.card_numbers import numbering
from riftcheck.engine.compile.pool import pool_of
from tests.api.games.game_players import Table, any_deck, at_random, client_of
from tests.api.games.test_store import service_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

GIVEN = "a text of more than thirty-two characters"
ENGINES = 1000  # no game has as many cards, so no number of the engine is as large


def cards(value: Any) -> Iterator[dict[str, Any]]:
    """Give every card of a document."""
    if isinstance(value, dict):
        if value.get("card") is not None:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from cards(one)


def places(view: dict[str, Any]) -> dict[int, tuple[str, int]]:
    """Return where the cards are that a view shows in zones, by number."""
    found = {}
    for player in view["players"]:
        for zone in ("hand", "trash", "banished", "champion_zone"):
            for card in player[zone] or ():
                assert card["card"] not in found
                found[card["card"]] = (zone, player["player"])
    return found


def test_a_number_is_another_for_each_secret_game_and_viewer() -> None:
    made = {
        numbering(secret, game, seat)(7, 1, 0)
        for secret in ("one", "two")
        for game in ("one", "two")
        for seat in (None, 0, 1)
    }
    assert len(made) == 12
    number = numbering("one", "one", 0)
    assert len({number(*one) for one in ((7, 1, 0), (7, 0, 1), (71, 0, 0), (8, 1, 0), (7, 2, 0))}) == 5
    assert all(0 <= one < 2**48 for one in made)


@pytest.mark.parametrize("secret", ["", GIVEN])
def test_cards_keep_their_numbers_over_many_answers(db: CardDatabase, tmp_path: Path, secret: str) -> None:
    rng = random.Random(3)
    clients = [client_of(db, tmp_path / "games.sqlite3", secret=secret) for _ in range(2)]  # as after a restart
    table = Table(clients[0], {"decks": [any_deck(pool_of(db), rng) for _ in range(2)], "seed": 5})
    kept = 0
    zones: dict[tuple[int, int], set[tuple[str, int]]] = {}
    seen: list[dict[int, str]] = [{}, {}]
    before: list[dict[int, tuple[str, int]]] = [{}, {}]
    for step in range(70):
        table.client = clients[step % 2]
        for seat in (0, 1):
            shown = table.look(seat)
            now = places(shown["view"])
            for card in cards(shown):
                assert card["card"] >= ENGINES
                assert seen[seat].setdefault(card["card"], card["name"]) == card["name"]
            options = (shown["decision"] or {"options": []})["options"]
            own = {card["card"] for card in shown["view"]["players"][seat]["hand"]}
            for option in options:
                if option["kind"] == "play" and option["key"] == f"play {option['name']}":
                    assert option["card"] in own
            kept += len(now.keys() & before[seat].keys())
            for number, place in now.items():
                zones.setdefault((seat, number), set()).add(place)
            before[seat] = now
        if not table.step(lambda _seat, question: at_random(rng, question)):
            break
    assert kept > 300
    assert sum(len(found) > 1 for found in zones.values()) >= 3  # cards of a hand, known again in the trash
    assert not seen[0].keys() & seen[1].keys()


def test_the_secret_is_drawn_once_and_nowhere_to_be_read(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    clients = [client_of(db, path) for _ in range(2)]
    tables = [Table(client) for client in clients]
    stores = [service_of(client).store for client in clients]
    secret = stores[0].database.secret()
    assert len(secret) == 64
    assert secret == stores[1].database.secret()
    for table in tables:
        for response in (table.get(0), table.get(None, "/log"), table.get(1, "/options")):
            assert secret not in response.text
