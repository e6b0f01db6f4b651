"""A request that arrives while the engine is loading returns 503 and keeps no thread."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from riftcheck.api.games.service import GameService
from tests.api.games.game_players import client_of, small_deck
from tests.api.games.test_store import refused
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.api.app_state import AppState
    from riftcheck.carddb import CardDatabase


def service_when(inside: threading.Event, go: threading.Event, db: CardDatabase, state: AppState) -> GameService:
    """Return a service of games once it may be made."""
    inside.set()
    assert go.wait(PATIENCE)
    return GameService(db, state.settings)


def test_a_request_returns_503_while_the_engine_is_loading(db: CardDatabase, tmp_path: Path) -> None:
    client = client_of(db, tmp_path / "games.sqlite3")
    body = {"decks": [small_deck()] * 2}
    state: AppState = client.application.extensions["riftcheck"]
    inside, go = threading.Event(), threading.Event()
    loading = threading.Thread(target=state.once, args=("games", lambda: service_when(inside, go, db, state)))
    loading.start()
    assert inside.wait(PATIENCE)
    busy = client.post("/v1/games", json=body)
    assert "being prepared" in refused(busy, 503, "unavailable")
    assert busy.headers["Retry-After"] == "1"
    assert client.get("/healthz").status_code == 200
    go.set()
    loading.join(PATIENCE)
    assert client.post("/v1/games", json=body).status_code == 200
