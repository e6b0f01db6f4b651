"""The examples of answers in the document: real answers, of which long lists are cut to their first entries.

`python -m tests.api.answer_examples` asks for all of them anew; a test says when that is due.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riftcheck import carddb
from riftcheck.api.app import create_app
from riftcheck.api.examples import BODIES
from riftcheck.api.jobs.worker import Worker
from riftcheck.api.openapi.document import document
from riftcheck.api.settings import Settings
from riftcheck.api.stores import job_store
from riftcheck.goldfish.execution.executors import in_process_executor
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from tests.paths import ROOT

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase

FILE: Final = ROOT / "api" / "openapi" / "examples.json"
LONGEST_LIST: Final = 2
LONGEST_TEXT: Final = 400
QUERIES: Final = {
    "get_cards": "?q=t%3Aunit+d%3Afury&limit=2",
    "get_cards_search": "?q=o%3A%22draw+a+card%22+type%3Aspell&limit=2",
    "get_cards_named": "?fuzzy=vayne",
    "get_cards_named_legality": "?exact=Cleave&date=2026-11-21",
    "get_cards_card_id_legality": "?date=2026-11-21",
    "get_cards_autocomplete": "?q=vay",
    "get_formats_format_id": "?date=2026-11-21",
    "get_games_game_id_log": "?limit=2",
}


class Asker:
    """Asks an application for an answer of every operation."""

    def __init__(self, db: CardDatabase, folder: Path) -> None:
        settings = Settings(log_level="error", games=str(folder / "games"), jobs=str(folder / "jobs"))
        app = create_app(db, settings)
        self.paths: dict[str, Any] = document(app)["paths"]
        self.client = app.test_client()
        store, engine = job_store(settings), goldfish_fingerprint(db.version)
        self.worker = Worker(store, db, in_process_executor(db), engine, settings.jobs_seconds)
        self.found: dict[str, Any] = {}

    def ask_all(self) -> dict[str, Any]:
        """Return an answer of each operation by its id."""
        for path, operations in self.paths.items():
            for method in operations.keys() & {"get", "post"}:
                if "{game_id}" not in path and "{job_id}" not in path:
                    self.ask(method, path)
        self.ask_of_jobs()
        self.ask_of_games()
        return dict(sorted(self.found.items()))

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None, **places: Any) -> Any:
        """Return the answer of an operation, and keep what is shown of it."""
        operation = self.paths[path][method]
        for parameter in self.paths[path].get("parameters", ()):
            places.setdefault(parameter["name"], parameter["example"])
        if method == "post":
            body = body or operation["requestBody"]["content"]["application/json"]["example"]
        head = {"Authorization": f"Bearer {token}"} if token else {}
        url = path.format(**places) + QUERIES.get(operation["operationId"], "")
        response: TestResponse = self.client.open(url, method=method.upper(), json=body, headers=head)
        assert response.status_code < 300, response.text
        told = response.get_json() if response.is_json else response.text
        self.found[operation["operationId"]] = shown(told)
        return told

    def ask_of_jobs(self) -> None:
        """Ask for a job, have it played, and ask for what there is then."""
        job = self.ask("post", "/v1/goldfish")["id"]
        while self.worker.step():
            pass
        self.ask("get", "/v1/goldfish/{job_id}", job_id=job)
        self.ask("get", "/v1/goldfish/{job_id}/games/{number}", job_id=job)
        other = self.client.post("/v1/goldfish", json=BODIES["goldfish"]).get_json()["id"]
        self.ask("delete", "/v1/goldfish/{job_id}", job_id=other)

    def ask_of_games(self) -> None:
        """Begin a game and ask for what there is of it."""
        begun = self.ask("post", "/v1/games")
        game, tokens = begun["id"], begun["tokens"]
        seat = self.client.get(f"/v1/games/{game}").get_json()["deciding"]
        for part in ("", "/options"):
            self.ask("get", f"/v1/games/{{game_id}}{part}", game_id=game, token=tokens[seat])
        self.ask("post", "/v1/games/{game_id}/answers", game_id=game, token=tokens[seat])
        self.ask("get", "/v1/games/{game_id}/log", game_id=game, token=tokens[seat])
        self.ask("post", "/v1/games/{game_id}/fork", {"tokens": tokens}, game_id=game)


def shown(told: Any) -> Any:
    """Return an answer without what is too long to be shown."""
    if isinstance(told, dict) and "openapi" in told:
        return {**told, "paths": {}, "components": {}}
    if isinstance(told, dict):
        return {name: shown(one) for name, one in told.items()}
    if isinstance(told, list):
        return [shown(one) for one in told[:LONGEST_LIST]]
    return told[:LONGEST_TEXT] if isinstance(told, str) else told


def ask_all(db: CardDatabase) -> dict[str, Any]:
    """Return an answer of each operation by its id, asked for now."""
    with tempfile.TemporaryDirectory() as folder:
        return Asker(db, Path(folder)).ask_all()


if __name__ == "__main__":
    FILE.write_text(json.dumps(ask_all(carddb.load()), ensure_ascii=False, indent=1) + "\n", "utf-8")
