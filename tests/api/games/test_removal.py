"""Games that are got rid of: by their players, and by those that want room for others."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.games import replay_limit
from tests.api.games.game_players import Table, at_random, client_of, small_deck
from tests.api.games.test_store import refused, service_of, sql

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase

BODY: dict[str, Any] = {"decks": [small_deck()] * 2}


@pytest.fixture(scope="module")
def games(db: CardDatabase, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return client_of(db, tmp_path_factory.mktemp("removal") / "games.sqlite3")


def remove(table: Table, seat: int | None, **more: Any) -> TestResponse:
    return table.client.delete(f"/v1/games/{table.id}", headers=table.head(seat), **more)


def both_answered(client: FlaskClient) -> Table:
    table = Table(client)
    rng = random.Random(1)
    asked: set[int] = set()
    while len(asked) < 2:
        asked.add(table.look(None)["deciding"])
        assert table.step(lambda _seat, question: at_random(rng, question))
    return table


def test_a_game_that_no_other_has_answered_in_is_removed_by_any_player(games: FlaskClient) -> None:
    for answers in (0, 1):
        table = Table(games)
        first = table.look(None)["deciding"]
        table.play(random.Random(1), answers)
        gone = remove(table, first)
        assert (gone.status_code, gone.data) == (204, b"")
        for seat in (None, 0, 1):
            refused(table.get(seat), 404, "not-found")
        refused(remove(table, first), 404, "not-found")


def test_nothing_of_a_removed_game_stays(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = both_answered(client_of(db, path))
    table.play(random.Random(2), 10)
    assert remove(table, None, json={"tokens": table.tokens}).status_code == 204
    for rows in ("riftcheck_games", "riftcheck_game_answers", "riftcheck_game_log"):
        assert sql(path, f"SELECT count(*) FROM {rows}") == [(0,)]  # noqa: S608


def test_a_player_cannot_take_a_game_from_another_who_plays_it(games: FlaskClient) -> None:
    table = both_answered(games)
    for seat in (0, 1):
        assert "once it is over" in refused(remove(table, seat), 409, "conflict")
    assert table.look(None)["over"] is False
    table.post(1, {"concede": True})
    assert remove(table, 1).status_code == 204
    refused(table.get(0), 404, "not-found")


def test_who_has_all_tokens_removes_any_game(games: FlaskClient) -> None:
    table = both_answered(games)
    wrong: list[list[str]] = [[table.tokens[0]] * 2, table.tokens[::-1], [*table.tokens, "x"]]
    for tokens in wrong:
        refused(remove(table, 0, json={"tokens": tokens}), 401, "wrong-token")
    bodies: list[Any] = [{"tokens": []}, {"tokens": "x"}, {"token": table.tokens[0]}, []]
    for body in bodies:
        refused(remove(table, 0, json=body), 422, "invalid")
    assert remove(table, None, json={"tokens": table.tokens}).status_code == 204
    refused(table.get(None), 404, "not-found")


def test_who_has_no_token_removes_nothing(games: FlaskClient) -> None:
    table = Table(games)
    refused(remove(table, None), 401, "wrong-token")
    refused(remove(table, None, json={}), 401, "wrong-token")
    head = {"Authorization": f"Bearer {Table(games).tokens[0]}"}
    refused(games.delete(f"/v1/games/{table.id}", headers=head), 401, "wrong-token")
    assert table.get(None).status_code == 200


def test_a_game_that_cannot_go_on_is_removed_by_any_player(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = both_answered(client_of(db, path))
    sql(path, "UPDATE riftcheck_games SET engine = 'another'")
    refused(table.get(0), 409, "conflict")
    assert remove(table, 0).status_code == 204
    longest = both_answered(client_of(db, tmp_path / "short.sqlite3", games_answers=4))
    longest.play(random.Random(1))
    assert remove(longest, 1).status_code == 204


def test_a_removal_that_meets_an_answer_looks_again(games: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(games)
    first = table.look(None)["deciding"]
    question = table.look(first)["decision"]
    body = {"answer": list(range(question["least"])), "decision": question["number"]}
    store = service_of(games).store
    removing = store.remove

    def late(record: Any) -> bool:
        monkeypatch.undo()
        assert table.post(first, body).status_code == 200
        return removing(record)

    monkeypatch.setattr(store, "remove", late)
    refused(remove(table, 1 - first), 409, "conflict")
    assert table.get(None).status_code == 200


def test_a_game_that_had_as_many_answers_as_it_may_makes_room(db: CardDatabase, tmp_path: Path) -> None:
    client = client_of(db, tmp_path / "games.sqlite3", games_each=1, games_answers=4)
    played = both_answered(client)
    refused_by(client)
    played.play(random.Random(1))
    assert played.look(None)["over"] is True
    assert "had 4 answers" in refused(played.post(0, {"concede": True}), 409, "conflict")
    assert client.post("/v1/games", json=BODY).status_code == 200
    assert played.get(None).status_code == 404


def test_a_fork_that_takes_long_is_refused(games: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = both_answered(games)
    monkeypatch.setattr(replay_limit, "LONGEST_REPLAY", -1.0)
    answer = games.post(f"/v1/games/{table.id}/fork", json={"tokens": table.tokens})
    assert "fork it at an earlier answer" in refused(answer, 409, "conflict")
    assert games.post(f"/v1/games/{table.id}/fork", json={"tokens": table.tokens, "at": 0}).status_code == 200


def test_closed_tabs_lock_nobody_out(db: CardDatabase, tmp_path: Path) -> None:
    """Games that nobody ever answered make room after minutes, those left alone after an hour; others never."""
    client = client_of(db, tmp_path / "games.sqlite3", games_each=3)
    database = service_of_first(client).store.database
    played, begun, opened = both_answered(client), Table(client), Table(client)
    begun.play(random.Random(1), 1)
    full = refused_by(client)
    assert 1 <= int(full.headers["Retry-After"]) <= 301
    database._clock = lambda: time.time() + 302
    assert client.post("/v1/games", json=BODY).status_code == 200
    assert [table.get(None).status_code for table in (played, begun, opened)] == [200, 200, 404]
    refused_by(client)
    database._clock = lambda: time.time() + 3000
    played.play(random.Random(1), 1)
    database._clock = lambda: time.time() + 3602
    assert client.post("/v1/games", json=BODY).status_code == 200  # in the place of the one never answered
    assert client.post("/v1/games", json=BODY).status_code == 200
    assert [table.get(None).status_code for table in (played, begun)] == [200, 404]
    refused_by(client)
    assert remove(played, None, json={"tokens": played.tokens}).status_code == 204
    assert client.post("/v1/games", json=BODY).status_code == 200


def service_of_first(client: FlaskClient) -> Any:
    """Return the service of games, which is there once a game was begun."""
    table = Table(client)
    assert remove(table, 0).status_code == 204
    return service_of(client)


def refused_by(client: FlaskClient) -> TestResponse:
    full = client.post("/v1/games", json=BODY)
    assert "finish or remove one" in refused(full, 429, "too-many-requests")
    return full
