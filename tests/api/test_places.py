"""The places of heavy routes: a bounded number, refused at once beyond it, and never those of light ones."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from riftcheck.api import card_documents
from riftcheck.api.app import create_app
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.examples import BODIES
from riftcheck.api.settings import Settings
from tests.processes import PATIENCE

if TYPE_CHECKING:
    import pytest

    from riftcheck.api.app_state import AppState
    from riftcheck.carddb import CardDatabase

HEAVY = {
    "/v1/cards/collection",
    "/v1/decks/validate-batch",
    "/v1/decks/export",
    "/v1/games/<game_id>/fork",
    "/v1/goldfish",
    "/v1/goldfish/<job_id>/games/<int:number>",
}


def test_what_takes_long_is_heavy_and_nothing_else(db: CardDatabase) -> None:
    app = create_app(db, Settings(log_level="error"))
    routes = [route for one in app.blueprints.values() if isinstance(one, Blueprint) for route in one.routes]
    assert {route.rule for route in routes if route.heavy} == HEAVY


def test_beyond_its_places_a_heavy_request_is_told_to_come_again_and_a_light_one_answered(
    db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    from riftcheck.api.routes import decks

    inside, go = threading.Semaphore(0), threading.Event()
    export = decks.__dict__["export_parsed"]

    def held(*args: Any) -> Any:
        inside.release()
        assert go.wait(PATIENCE)
        return export(*args)

    monkeypatch.setattr(decks, "export_parsed", held)
    app = create_app(db, Settings(log_level="error", heavy_places=2, rate_heavy=12))
    found: list[int] = []

    def ask() -> None:
        found.append(app.test_client().post("/v1/decks/export", json=BODIES["export"]).status_code)

    callers = [threading.Thread(target=ask) for _ in range(2)]
    for caller in callers:
        caller.start()
        assert inside.acquire(timeout=PATIENCE)
    client = app.test_client()
    assert client.options("/v1/decks/export").status_code == 200  # a page may still ask
    for path, name in (
        ("/v1/decks/validate-batch", "batch"),
        ("/v1/cards/collection", "collection"),
    ) * 10:  # and are not counted
        refused = client.post(path, json=BODIES[name])
        assert (refused.status_code, refused.get_json()["code"]) == (503, "busy")
        assert refused.headers["Retry-After"] == "1"
    assert client.get("/healthz").status_code == 200
    for name in ("validate", "stats", "pool"):
        assert client.post(f"/v1/decks/{name}", json=BODIES[name]).status_code == 200
    go.set()
    for caller in callers:
        caller.join(PATIENCE)
    assert found == [200, 200]
    for _ in range(3):  # the places were given back, also by a refusal
        assert client.post("/v1/cards/collection", json={}).status_code == 422
        assert client.post("/v1/cards/collection", json=BODIES["collection"]).status_code == 200


def test_a_request_does_not_wait_for_what_another_prepares(db: CardDatabase) -> None:
    app = create_app(db, Settings(log_level="error"))
    state: AppState = app.extensions["riftcheck"]
    inside, go = threading.Event(), threading.Event()

    def prepare() -> str:
        inside.set()
        assert go.wait(PATIENCE)
        return "prepared"

    maker = threading.Thread(target=state.once, args=("bulk", prepare))
    maker.start()
    assert inside.wait(PATIENCE)
    refused = app.test_client().get("/v1/bulk")
    assert (refused.status_code, refused.get_json()["code"], refused.headers["Retry-After"]) == (
        503,
        "unavailable",
        "1",
    )
    assert state.once("another", lambda: 7) == 7
    go.set()
    maker.join(PATIENCE)
    assert state.once("bulk", lambda: "made again") == "prepared"


def test_a_server_has_loaded_the_engine_and_the_cards_before_the_first_request(
    db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    from riftcheck.api.preload import preload
    from riftcheck.carddb.abilities import described
    from riftcheck.engine.compile import pool

    app = create_app(db, Settings(log_level="error"))
    preload(app)
    monkeypatch.setattr(pool, "_filled", None)
    monkeypatch.setattr(card_documents, "_card", None)  # every document of a card is made
    monkeypatch.setattr(described, "description", None)
    assert app.test_client().post("/v1/games", json=BODIES["game"]).status_code == 200
    assert len(app.test_client().get("/v1/cards?q=o:draw&limit=250").get_json()["data"]) > 100
