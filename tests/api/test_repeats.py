"""`Idempotency-Key`: who asks again gets what was made; in both stores, also of several workers at once."""

from __future__ import annotations

import itertools
import sqlite3
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.idempotency import HEADER
from riftcheck.api.settings import LEAST_SECRET, SettingError, Settings
from riftcheck.api.stores import key_store
from riftcheck.engine.game import Game
from riftcheck.store.capacity import Allowance
from tests.api.games.game_players import Table, client_of, small_deck
from tests.api.games.test_store import refused, service_of, sql
from tests.api.jobs.job_makers import BLANK, RUNE, UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase

GAME: dict[str, Any] = {"decks": [small_deck()] * 2}
PLAIN = {"main": [{"name": UNIT, "count": 40}], "runes": [{"name": RUNE, "count": 12}], "battlefields": [BLANK]}
JOB: dict[str, Any] = {"deck": PLAIN, "games": 10, "allow_illegal": True}
DAY = 24 * 3600
KEY = itertools.count()


@pytest.fixture
def key() -> str:
    return f'"{next(KEY)}-8e03978e-40d5-43dd-bc93-6894a57f9324"'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def client(db: CardDatabase, path: Path, tmp_path: Path) -> FlaskClient:
    return client_of(db, path, jobs=str(tmp_path / "jobs.sqlite3"))


def ask(client: FlaskClient, where: str, body: Any, key: str, **more: str) -> TestResponse:
    return client.post(where, json=body, headers={HEADER: key, **more})


def test_a_game_is_begun_once(client: FlaskClient, path: Path, key: str) -> None:
    first = ask(client, "/v1/games", GAME, key)
    again = ask(client, "/v1/games", dict(reversed(GAME.items())), key)
    assert (first.status_code, first.data) == (again.status_code, again.data) == (200, first.data)
    assert sql(path, "SELECT count(*) FROM riftcheck_games") == [(1,)]
    table = Table.__new__(Table)
    table.client, table.id, table.tokens = client, again.get_json()["id"], again.get_json()["tokens"]
    assert [table.look(seat)["player"] for seat in (0, 1)] == [0, 1]
    assert ask(client, "/v1/games", GAME, f"{key}2").get_json()["id"] != table.id
    assert client.post("/v1/games", json=GAME).get_json()["id"] != table.id


def test_of_a_key_and_its_tokens_nothing_is_stored_that_tells_them(client: FlaskClient, path: Path, key: str) -> None:
    made = ask(client, "/v1/games", GAME, key).get_json()
    with closing(sqlite3.connect(path)) as file:
        dump = "\n".join(file.iterdump())
    for secret in (*made["tokens"], key, "127.0.0.1"):
        assert secret not in dump


def test_another_body_or_route_under_a_key_is_refused(client: FlaskClient, key: str) -> None:
    made = ask(client, "/v1/games", GAME, key).get_json()
    for where, body in (
        ("/v1/games", {**GAME, "seed": 1}),
        (f"/v1/games/{made['id']}/fork", {"tokens": made["tokens"]}),
    ):
        assert "needs one of its own" in refused(ask(client, where, body, key), 422, "invalid")


def test_a_refusal_leaves_the_key_free(client: FlaskClient, key: str) -> None:
    refused(ask(client, "/v1/games", {"decks": [small_deck()] * 3}, key), 422, "invalid")
    assert ask(client, "/v1/games", GAME, key).status_code == 200


def test_the_key_of_one_caller_is_none_of_another(client: FlaskClient, key: str) -> None:
    one = client.post("/v1/games", json=GAME, headers={HEADER: key})
    other = client.post(
        "/v1/games", json={**GAME, "seed": 2}, headers={HEADER: key}, environ_base={"REMOTE_ADDR": "192.0.2.7"}
    )
    assert other.status_code == 200
    assert not {one.get_json()["id"], *one.get_json()["tokens"]} & {other.get_json()["id"], *other.get_json()["tokens"]}


def test_a_fork_is_made_once(client: FlaskClient, key: str) -> None:
    table = Table(client)
    body = {"tokens": table.tokens}
    first, again = (ask(client, f"/v1/games/{table.id}/fork", body, key) for _ in range(2))
    assert first.status_code == 200
    assert first.data == again.data
    assert len(table.log(None)) == 1
    wrong = {"tokens": table.tokens[::-1]}
    refused(ask(client, f"/v1/games/{table.id}/fork", wrong, key), 401, "wrong-token")
    assert client.delete(f"/v1/games/{table.id}", json=body).status_code == 204
    assert ask(client, f"/v1/games/{table.id}/fork", body, key).data == first.data  # its tokens are told nowhere else
    refused(ask(client, f"/v1/games/{table.id}/fork", body, f"{key}x"), 404, "not-found")


def test_a_job_is_asked_for_once(client: FlaskClient, tmp_path: Path, key: str) -> None:
    first, again = (ask(client, "/v1/goldfish", JOB, key) for _ in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.get_json() == again.get_json()
    assert first.headers["Location"] == again.headers["Location"]
    assert sql(tmp_path / "jobs.sqlite3", "SELECT count(*) FROM goldfish_jobs") == [(1,)]
    refused(ask(client, "/v1/goldfish", {**JOB, "games": 11}, key), 422, "invalid")
    client.delete(first.headers["Location"])
    assert ask(client, "/v1/goldfish", JOB, key).get_json()["state"] == "cancelled"
    client.delete(first.headers["Location"])
    assert "has been removed" in refused(ask(client, "/v1/goldfish", JOB, key), 409, "conflict")


def test_a_game_that_was_removed_is_not_begun_again(client: FlaskClient, key: str) -> None:
    made = ask(client, "/v1/games", GAME, key).get_json()
    head = {"Authorization": f"Bearer {made['tokens'][0]}"}
    assert client.delete(f"/v1/games/{made['id']}", headers=head).status_code == 204
    assert "has been removed" in refused(ask(client, "/v1/games", GAME, key), 409, "conflict")


def test_a_key_holds_for_a_day(client: FlaskClient, key: str) -> None:
    first = ask(client, "/v1/games", GAME, key).get_json()
    database = service_of(client).store.database
    database._clock = lambda: time.time() + DAY - 60
    assert ask(client, "/v1/games", GAME, key).get_json() == first
    database._clock = lambda: time.time() + DAY + 60
    later = ask(client, "/v1/games", GAME, key).get_json()
    assert not {first["id"], *first["tokens"]} & {later["id"], *later["tokens"]}


def test_tokens_that_cannot_be_told_again_are_not_told(
    db: CardDatabase, client: FlaskClient, path: Path, key: str
) -> None:
    ask(client, "/v1/games", GAME, key)
    other = client_of(db, path, secret="x" * LEAST_SECRET)
    assert "another secret" in refused(ask(other, "/v1/games", GAME, key), 409, "conflict")


@pytest.mark.parametrize("sent", ["", "x" * 256, "\x7f", "a\tb", "\u00e9"])
def test_a_key_that_is_none_is_refused(client: FlaskClient, sent: str) -> None:
    for where, body in (("/v1/games", GAME), ("/v1/goldfish", JOB)):
        assert HEADER in refused(ask(client, where, body, sent), 422, "invalid")


@pytest.mark.parametrize("sent", ["1", "x" * 15])
def test_a_short_key_of_an_address_is_rejected_everywhere(client: FlaskClient, sent: str) -> None:
    table = Table(client)
    fork = (f"/v1/games/{table.id}/fork", {"tokens": table.tokens})
    for where, body in (("/v1/games", GAME), ("/v1/goldfish", JOB), fork):
        for more in ({}, {"X-API-Key": "made up"}):
            told = refused(ask(client, where, body, sent, **more), 422, "invalid")
            assert "at least 16 characters" in told
            assert "Send a new UUID" in told


def test_a_key_of_an_address_may_have_16_characters(client: FlaskClient) -> None:
    first, again = (ask(client, "/v1/games", GAME, "x" * 16) for _ in range(2))
    assert (first.status_code, again.data) == (200, first.data)


def test_a_client_with_an_api_key_may_send_short_keys(db: CardDatabase, path: Path, tmp_path: Path) -> None:
    keys = str(tmp_path / "keys.sqlite3")
    own, other = (
        key_store(Settings(keys=keys)).create(name, ("games",), Allowance())[0] for name in ("A deck site", "Another")
    )
    client = client_of(db, path, keys=keys)
    first, again = (ask(client, "/v1/games", GAME, "1", **{"X-API-Key": own}) for _ in range(2))
    assert (first.status_code, again.data) == (200, first.data)
    assert ask(client, "/v1/games", GAME, "1", **{"X-API-Key": other}).get_json()["id"] != first.get_json()["id"]
    assert HEADER in refused(ask(client, "/v1/games", GAME, "", **{"X-API-Key": own}), 422, "invalid")


def test_a_key_may_be_long(client: FlaskClient) -> None:
    assert ask(client, "/v1/games", GAME, "~" * 255).status_code == 200


def test_who_asks_again_too_soon_is_told_so(client: FlaskClient, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    start = Game.start

    def slow(*given: Any, **more: Any) -> Game:
        begun.set()
        assert go_on.wait(60)
        return start(*given, **more)

    Table(client)  # so that the engine is there
    monkeypatch.setattr(Game, "start", slow)
    found: list[TestResponse] = []
    thread = threading.Thread(target=lambda: found.append(ask(client, "/v1/games", GAME, key)))
    thread.start()
    assert begun.wait(60)
    busy = ask(client.application.test_client(), "/v1/games", GAME, key)
    go_on.set()
    thread.join()
    assert "still being worked on" in refused(busy, 409, "conflict")
    assert busy.headers["Retry-After"] == "1"
    assert ask(client, "/v1/games", GAME, key).data == found[0].data


def test_of_several_workers_one_makes_it(db: CardDatabase, path: Path, tmp_path: Path, key: str) -> None:
    """Each has services of its own, as another process would; all stand at the same point when one writes."""
    clients = [client_of(db, path, jobs=str(tmp_path / "jobs.sqlite3")) for _ in range(4)]
    for number, client in enumerate(clients):
        Table(client)
        assert ask(client, "/v1/goldfish", JOB, f"{key}{number}").status_code == 202
    for where, body in (("/v1/games", GAME), ("/v1/goldfish", JOB)):
        gate = threading.Barrier(len(clients))
        answers: list[TestResponse] = []

        def work(client: FlaskClient, where: str = where, body: Any = body, gate: threading.Barrier = gate) -> None:
            gate.wait()
            answers.append(ask(client, where, body, key))  # noqa: B023

        threads = [threading.Thread(target=work, args=(client,)) for client in clients]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {one.status_code for one in answers} <= {200, 202}, [one.text for one in answers]
        assert len({one.get_json()["id"] for one in answers}) == 1
        if where == "/v1/games":
            assert len({one.data for one in answers}) == 1


def test_a_page_of_another_site_may_send_the_key(client: FlaskClient) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    answer = client.options("/v1/games", headers={**asked, "Access-Control-Request-Headers": HEADER})
    assert HEADER in answer.headers["Access-Control-Allow-Headers"]


def test_the_document_names_the_header_where_it_is_known(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    known = {
        (path, method)
        for path, operations in paths.items()
        for method, operation in operations.items()
        if method != "parameters" and any(one.get("name") == HEADER for one in operation.get("parameters", ()))
    }
    assert known == {("/v1/games", "post"), ("/v1/games/{game_id}/fork", "post"), ("/v1/goldfish", "post")}


def test_a_short_secret_is_refused_without_being_told() -> None:
    assert Settings.from_env({"RIFTCHECK_SECRET": "s" * LEAST_SECRET}).secret == "s" * LEAST_SECRET
    with pytest.raises(SettingError, match="RIFTCHECK_SECRET has 4 characters") as told:
        Settings.from_env({"RIFTCHECK_SECRET": "hush"})
    assert "hush" not in str(told.value)
    assert "sss" not in repr(Settings(secret="s" * LEAST_SECRET))
