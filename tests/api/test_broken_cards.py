"""Card data laid over the shipped that cannot be used: the server starts, and says why it cannot answer."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.examples import BODIES
from riftcheck.api.jobs.process import main
from riftcheck.api.routes import BLUEPRINTS
from riftcheck.api.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.api.blueprint import Route

WITHOUT_CARDS = {"/v1/issue-codes", "/healthz", "/metrics", "/openapi.json", "/v1/openapi.json", "/docs"}
UNKNOWN_TYPE = """\
cards:
  - name: A Card of Ours
    type: Unit
    domains: [Fury]
    energy: many
    power: 0
    might: 1
    rarity: Common
    printings: [{id: XXX-001, variant: base, rarity: Common}]
    abilities: []
"""
UNKNOWN_VERB = """\
cards:
  - name: Cleave
    type: Spell
    domains: [Fury]
    energy: 1
    power: 0
    rarity: Common
    printings:
      - {id: OGN-004, variant: base, rarity: Common}
    keywords: [action]
    do: [{explode: all units}]
"""
PATHS = {"<card:card_id>": "OGN-004", "<format_id>": "constructed", "<int:number>": "0"}
PATHS |= {"<game_id>": "A" * 24, "<job_id>": "A" * 24, "<product_id>": "jinx"}
QUERIES = {
    "/v1/cards": "?q=cleave",
    "/v1/cards/named": "?exact=Cleave",
    "/v1/cards/named/legality": "?exact=Cleave",
    "/v1/cards/autocomplete": "?q=cle",
}
ROUTES = [route for blueprint in BLUEPRINTS for route in blueprint.routes]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Flask]]:
    """Make an application with a file laid over the shipped cards, as `riftcheck serve` does."""
    with pytest.MonkeyPatch.context() as patch:

        def make(*texts: str) -> Flask:
            place = tmp_path_factory.mktemp("cards of a shop")
            for number, text in enumerate(texts):
                (place / f"mine{number}.yaml").write_text(text, encoding="utf-8")
            patch.setenv("RIFTCHECK_CARDS", str(place))
            games, jobs = str(place / "games.sqlite3"), str(place / "jobs.sqlite3")
            return create_app(None, Settings(log_level="error", games=games, jobs=jobs))

        yield make


@pytest.fixture(scope="module")
def broken(start: Callable[..., Flask]) -> Flask:
    return start(UNKNOWN_TYPE)


@pytest.fixture(scope="module")
def unreadable(start: Callable[..., Flask]) -> Flask:
    return start(UNKNOWN_VERB)


def ask(client: FlaskClient, route: Route) -> TestResponse:
    path = route.rule
    for name, value in PATHS.items():
        path = path.replace(name, value)
    return client.open(path + QUERIES.get(route.rule, ""), method=route.method, json=route.example)


def told(response: TestResponse) -> Any:
    assert response.status_code == 503, response.text
    assert response.content_type == "application/problem+json"
    assert response.headers["Retry-After"] == "60"
    assert response.headers["Cache-Control"] == "no-store"
    assert "shop" not in response.text, "the folders of the machine are nobody's business"
    shown = response.get_json()
    assert shown["code"] == "unavailable"
    return shown


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.rule}")
def test_what_needs_cards_says_why_there_are_none(broken: Flask, route: Route) -> None:
    response = ask(broken.test_client(), route)
    if route.rule in WITHOUT_CARDS:
        assert response.status_code == 200
        return
    shown = told(response)
    assert shown["detail"] == (
        "The card data of this server cannot be used; whoever runs it has to mend it. "
        "mine0.yaml:5: cards/0/energy: must be a whole number from 0 to 99. There is 1 more fault."
    )
    assert shown["errors"][0] == {
        "path": "mine0.yaml:5",
        "message": "cards/0/energy: must be a whole number from 0 to 99",
    }
    assert len(shown["errors"]) == 2


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_so_does_the_page(broken: Flask, method: str) -> None:
    assert "mine0.yaml:5" in told(broken.test_client().open("/", method=method, data={"list": "3 Cleave"}))["detail"]


def test_the_numbers_say_that_there_are_no_cards(broken: Flask) -> None:
    assert 'riftcheck_cards{data_version="none"} 0.0' in broken.test_client().get("/metrics").text


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.rule}")
def test_a_card_that_cannot_be_read_stops_games_and_nothing_else(unreadable: Flask, route: Route) -> None:
    response = ask(unreadable.test_client(), route)
    if (route.method, route.rule) in {("POST", "/v1/games"), ("POST", "/v1/goldfish")}:
        assert told(response)["errors"] == [
            {"path": "mine0.yaml:11", "message": 'Cleave: do/0: "explode" is no verb (empower?)'}
        ]
    else:
        assert response.status_code == (404 if "A" * 24 in response.request.path else 200), response.text


def test_the_log_says_it_once_with_the_whole_path(unreadable: Flask, capfd: pytest.CaptureFixture[str]) -> None:
    unreadable.extensions["riftcheck"]._once.clear()
    for _ in range(3):
        told(unreadable.test_client().post("/v1/games", json=BODIES["game"]))
    (line,) = map(json.loads, capfd.readouterr().err.splitlines())
    assert f"{os.environ['RIFTCHECK_CARDS']}{os.sep}mine0.yaml:11: Cleave" in line["message"]


def test_a_fault_of_two_files_names_both_without_their_folder(start: Callable[..., Flask]) -> None:
    text = UNKNOWN_TYPE.replace("many", "1")
    shown = told(start(text, text).test_client().get("/v1/sets"))
    assert any("stands at mine0.yaml:2 already" in error["message"] for error in shown["errors"])


def test_a_folder_or_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    away = tmp_path / "shop" / "cards"
    monkeypatch.setenv("RIFTCHECK_CARDS", str(away))
    client = create_app(None, Settings(log_level="error")).test_client()
    assert told(client.get("/v1/sets"))["errors"] == [{"path": "cards:1", "message": "there is no such folder"}]
    away.mkdir(parents=True)
    (away / "mine.yaml").write_text("cards: []")

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(
        "riftcheck.carddb.sources._bytes", lambda path: refuse(path) if path.name == "mine.yaml" else b""
    )
    client = create_app(None, Settings(log_level="error")).test_client()
    shown = told(client.get("/v1/sets"))
    assert shown["errors"] == [{"path": "mine.yaml:1", "message": "cannot be read: Permission denied"}]
    assert f"{away / 'mine.yaml'}:1" in capfd.readouterr().err


def test_the_process_that_plays_jobs_ends_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RIFTCHECK_CARDS", str(tmp_path / "away"))
    monkeypatch.setenv("RIFTCHECK_JOBS", str(tmp_path / "jobs.sqlite3"))
    assert main([]) == 1
    (line,) = map(json.loads, capfd.readouterr().err.splitlines())
    assert line["message"] == f"jobs cannot be played: {tmp_path / 'away'}:1: there is no such folder"
