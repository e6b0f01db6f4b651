"""openapi-python-client makes a client of the document, and the client works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.generated.expected import HERE, LEGAL, check_told

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from tests.apps import Apps

BIN = Path(sys.executable).parent
PROGRAM = HERE / "deck_site.py"
EXAMPLES = HERE / "documented_examples.py"


@pytest.fixture(scope="module")
def folder(live: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the generated client: made without a warning, and formatted by the Ruff that is installed here."""
    made = tmp_path_factory.mktemp("python") / "client"
    words = ["generate", "--url", f"{live}/v1/openapi.json", "--output-path", str(made), "--fail-on-warning"]
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    command = [str(BIN / "openapi-python-client"), *words]
    found = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "arning" not in found.stdout + found.stderr
    return made


def run(folder: Path, *words: str | Path) -> str:
    """Return what a program prints that has the client at hand."""
    env = {**os.environ, "PYTHONPATH": str(folder), "MYPYPATH": str(folder)}
    command = [sys.executable, *map(str, words)]
    found = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def test_a_deck_site_works_with_the_client(live: str, folder: Path, db: CardDatabase) -> None:
    check_told(run(folder, PROGRAM, live, LEGAL), db)


def test_the_program_of_a_deck_site_is_typed(folder: Path) -> None:
    config = folder / "mypy.ini"
    config.write_text("[mypy]\n")  # not that of this repository
    run(folder, "-m", "mypy", "--strict", "--config-file", config, "--cache-dir", folder / "cache", PROGRAM)


def test_every_example_of_the_document_works_with_the_client(live: str, folder: Path, apps: Apps) -> None:
    found = json.loads(run(folder, EXAMPLES, live))
    document = apps().test_client().get("/v1/openapi.json").get_json()
    operations = {
        operation["operationId"]: operation
        for methods in document["paths"].values()
        for method, operation in methods.items()
        if method in {"get", "post", "delete"}
    }
    shown = {
        name
        for name, operation in operations.items()
        for response in operation["responses"].values()
        if "example" in response.get("content", {}).get("application/json", {})
    }
    assert found["read"].keys() == shown
    assert {found["read"]["post_decks_validate"], found["read"]["get_goldfish_job_id"]} == {"Report", "JobAnswer"}
    taking = {name for name, operation in operations.items() if "requestBody" in operation}
    # Their examples have the tokens of a game that no server has.
    assert taking - found["sent"].keys() == {"post_games_game_id_fork", "delete_games_game_id"}
    assert {name for name, status in found["sent"].items() if status != 200} == {"post_goldfish"}
    assert found["sent"]["post_goldfish"] == 202


DECKS: dict[str, dict[str, Any]] = {
    "DeckText": {"text": "3 Cleave", "champion": None, "choices": {"Cleave": ["Kai'Sa, Survivor"]}},
    "DeckCode": {"code": "CEAA", "champion": "Kai'Sa, Survivor"},
    "DeckSections": {
        "legend": [{"id": "OGN-247"}],
        "champion": "Kai'Sa, Survivor",
        "champion_apart": True,
        "main": ["Cleave", {"name": "Cleave", "count": 2}, {"name": "Nobody", "unknown": True}],
        "extra_legends": ["Blind Monk"],
    },
}


def test_every_form_of_a_list_comes_through_the_client_as_it_was(folder: Path) -> None:
    code = """if True:
        import json, sys
        from riftcheck_client.models import BatchBody, DeckBody
        decks = json.loads(sys.argv[1])
        for name, deck in decks.items():
            options = {"format": "constructed", "date": "2026-11-21", "level": "low"}
            body = {"deck": deck, **options}
            read = DeckBody.from_dict(body)
            assert type(read.deck).__name__ == name, read
            assert read.to_dict() == body, read
        rows = [*decks.values(), *({"deck": deck, "label": name} for name, deck in decks.items())]
        batch = {"decks": rows, **options}
        assert BatchBody.from_dict(batch).to_dict() == batch
    """
    run(folder, "-c", code, json.dumps(DECKS))
