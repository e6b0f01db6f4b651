"""Clients that begin games and play them over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.api.app import create_app
from riftcheck.api.settings import Settings
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool

SEATS = {"duel": 2, "match": 2, "ffa3": 3, "ffa4": 4, "2v2": 4}
DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
CHAMPION = "Vayne, Hunter"


def small_deck(**more: Any) -> dict[str, Any]:
    return {
        "legend": "Daughter of the Void",
        "champion": "Kai'Sa, Survivor",
        "champion_apart": True,
        "main": [{"name": "Cleave", "count": 8}, {"name": CHAMPION, "count": 8}],
        "runes": [{"name": "Fury Rune", "count": 12}],
        "battlefields": ["Altar to Unity"],
        **more,
    }


def any_deck(pool: Pool, rng: random.Random) -> dict[str, Any]:
    """Return a deck of cards that the engine can execute, of two domains, as the API takes it."""
    one, other = rng.sample(range(6), 2)
    mask = (1 << one) | (1 << other)
    pool.need_all()
    fit = [d for d in pool.defs if not d.unsupported and not d.types & w.TOKEN]
    main = [d.name for d in fit if d.types & w.MAIN_DECK and not d.domains & ~mask]
    fields = [d.name for d in fit if d.types & w.BATTLEFIELD]
    champion = rng.choice([d.name for d in fit if d.types & w.CHAMPION and not d.domains & ~mask])
    return {
        "legend": rng.choice([d.name for d in fit if d.types & w.LEGEND]),
        "champion": champion,
        "champion_apart": True,
        "main": [rng.choice(main) for _ in range(39)],
        "runes": [{"name": f"{DOMAINS[place]} Rune", "count": 6} for place in (one, other)],
        "battlefields": rng.sample(fields, 3),
    }


def client_of(db: CardDatabase, path: Path | str, **more: Any) -> FlaskClient:
    """Return a client of an application of its own, with its games in a file or at an address."""
    return create_app(db, Settings(log_level="error", games=str(path), **more)).test_client()


class Table:
    """A game as a client sees it."""

    def __init__(self, client: FlaskClient, body: dict[str, Any] | None = None, **more: Any) -> None:
        self.client = client
        begun = client.post("/v1/games", json=body or {"decks": [small_deck()] * 2, "seed": 7, **more})
        assert begun.status_code == 200, begun.text
        self.id: str = begun.get_json()["id"]
        self.tokens: list[str] = begun.get_json()["tokens"]

    def head(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, seat: int | None, part: str = "") -> TestResponse:
        return self.client.get(f"/v1/games/{self.id}{part}", headers=self.head(seat))

    def post(self, seat: int | None, body: Any, part: str = "answers") -> TestResponse:
        return self.client.post(f"/v1/games/{self.id}/{part}", headers=self.head(seat), json=body)

    def look(self, seat: int | None) -> dict[str, Any]:
        response = self.get(seat)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.get_json()
        return found

    def log(self, seat: int | None) -> list[str]:
        texts: list[str] = []
        after = 0
        while True:
            part = self.get(seat, f"/log?limit=250&after={after}").get_json()
            texts += [entry["text"] for entry in part["data"]]
            if not part["has_more"]:
                return texts
            after = part["data"][-1]["number"]

    def step(self, choose: Callable[[int, dict[str, Any]], list[int]]) -> bool:
        """Let whoever is asked answer; return whether the game goes on."""
        seat = self.look(None)["deciding"]
        if seat is None:
            return False
        question = self.get(seat, "/options").get_json()["decision"]
        answered = self.post(seat, {"answer": choose(seat, question), "decision": question["number"]})
        assert answered.status_code == 200, answered.text
        return True

    def play(self, rng: random.Random, steps: int = 10_000) -> int:
        """Play at random; return how many answers were given."""
        for count in range(steps):
            if not self.step(lambda _seat, question: at_random(rng, question)):
                return count
        return steps


def at_random(rng: random.Random, question: dict[str, Any]) -> list[int]:
    count = rng.randint(question["least"], question["most"])
    return rng.sample(range(len(question["options"])), count)


def renumbered(document: Any) -> Any:
    """Return a document of a game with the numbers of cards counted as they come up: other games have others."""
    numbers: dict[int, int] = {}

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            shown = {name: walk(one) for name, one in value.items()}
            if value.get("card") is not None:
                shown["card"] = numbers.setdefault(value["card"], len(numbers) + 1)
            return shown
        return [walk(one) for one in value] if isinstance(value, list) else value

    return walk(document)
