"""Games over HTTP of decks with extra legends: stored, seen by both players, refused where a card is none."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

from riftcheck.api.games.session import GameStart
from riftcheck.engine.game import GameDeck
from tests.api.games.game_players import Table, client_of
from tests.hosts import GUESTS
from tests.neeko import ALONE, HOSTING

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase


def test_both_players_see_the_legends_of_each_until_the_end(db: CardDatabase, tmp_path: Path) -> None:
    table = Table(client_of(db, tmp_path / "games"), {"decks": [HOSTING, ALONE], "seed": 7})
    for seat in (0, 1):
        view = table.look(seat)["view"]
        hosting, alone = view["players"]
        assert [card["name"] for card in hosting["extra_legends"]] == list(GUESTS)
        legends = [one for one in view["board"] if one.get("type") == "legend"]
        assert len(legends) == 2
        for card in (*hosting["extra_legends"], *legends):
            assert card["full_name"] == db.by_name[card["name"]].full_name
        assert all("full_name" not in one for one in view["board"] if one not in legends)
        assert "extra_legends" not in alone
    added = 0
    rng = random.Random(2)
    for _ in range(300):
        table.play(rng, 1)
        shown = table.look(1)["view"]["players"][0]
        added = max(added, len(shown.get("added_legends", ())))
        assert len(shown.get("added_legends", ())) + len(shown.get("extra_legends", ())) == len(GUESTS)
        if added:
            break
    assert added


def test_a_card_that_is_no_legend_is_refused(db: CardDatabase, tmp_path: Path) -> None:
    client = client_of(db, tmp_path / "games")
    begun = client.post("/v1/games", json={"decks": [ALONE | {"extra_legends": ["Cleave"]}, ALONE], "seed": 7})
    assert begun.status_code == 422
    assert "Cleave is a card of the main deck and cannot be in the extra legends" in begun.text


def test_a_start_is_stored_with_them_and_one_without_as_before() -> None:
    start = GameStart((GameDeck(("Cleave",), (), extra_legends=GUESTS), GameDeck(("Cleave",), ())), "duel", 7, "1.4")
    assert GameStart.from_json(start.to_json()) == start
    assert [len(deck) for deck in json.loads(start.to_json())[0]] == [6, 5]
