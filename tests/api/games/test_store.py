"""Where games are kept: restarts, several workers at once, limits, expiry, and files that are damaged or full."""

from __future__ import annotations

import json
import random
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.settings import SettingError, Settings
from riftcheck.engine.fingerprint import engine_fingerprint
from tests.api.games.game_players import Table, client_of, small_deck
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.api.games.service import GameService
    from riftcheck.carddb import CardDatabase
    from riftcheck.store.games import GameRecord


def service_of(client: FlaskClient) -> GameService:
    made: GameService = client.application.extensions["riftcheck"].once(
        "games", lambda: pytest.fail("no game was begun")
    )
    return made


def sql(path: Path, *statement: Any) -> list[Any]:
    with closing(sqlite3.connect(path)) as file, file:
        return file.execute(*statement).fetchall()


def refused(response: TestResponse, status: int, code: str) -> str:
    assert (response.status_code, response.get_json()["code"]) == (status, code), response.text
    detail: str = response.get_json()["detail"]
    return detail


# --- lasting ----------------------------------------------------------------------------------------------------------


def test_a_game_outlasts_a_restart(db: CardDatabase, where: str) -> None:
    table = Table(client_of(db, where))
    table.play(random.Random(1), 15)
    seen = [(table.look(seat), table.log(seat)) for seat in (None, 0, 1)]
    service_of(table.client).store.database.close()
    table.client = client_of(db, where)
    assert [(table.look(seat), table.log(seat)) for seat in (None, 0, 1)] == seen
    table.play(random.Random(2))
    assert table.look(None)["over"]
    assert table.post(None, {"tokens": table.tokens}, "fork").status_code == 200
    service_of(table.client).store.database.close()


@pytest.mark.parametrize("name", ["nope", "%00", "a%00b", "%ED%A0%80", "x" * 24, "%F0%9F%83%8F" * 24])
def test_any_id_may_be_asked_for(db: CardDatabase, where: str, name: str) -> None:
    client = client_of(db, where)
    Table(client)
    assert client.get(f"/v1/games/{name}").status_code in {400, 404}
    service_of(client).store.database.close()


def test_the_file_is_made_with_the_first_game_and_only_its_owner_may_read_it(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "games.sqlite3"
    client = client_of(db, path)
    assert client.get("/v1/games/nope").status_code == 404
    assert not path.parent.exists()
    Table(client)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert sql(path, "PRAGMA journal_mode") == [("wal",)]


def test_a_game_of_another_version_is_refused_in_a_sentence(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path))
    sql(path, "UPDATE riftcheck_games SET engine = 'older'")
    for response in (
        table.get(0),
        table.get(None, "/options"),
        table.get(0, "/log"),
        table.post(0, {"concede": True}),
        table.post(None, {"tokens": table.tokens}, "fork"),
    ):
        assert "another version of the engine or of the cards" in refused(response, 409, "conflict")


def test_the_fingerprint_changes_with_the_cards(db: CardDatabase) -> None:
    assert engine_fingerprint(db.version) == engine_fingerprint(db.version)
    assert engine_fingerprint(db.version) != engine_fingerprint("other")


def test_the_engine_is_loaded_with_the_first_game() -> None:
    code = (
        "import sys; from riftcheck.api.app import create_app; app = create_app(); c = app.test_client();"
        "c.post('/v1/decks/validate', json={'deck': {'main': ['Cleave']}});"
        "names = 'riftcheck.engine', 'riftcheck.store.database', 'sqlalchemy', 'sqlite3';"
        "print(sum(name.startswith(names) for name in sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split()[-1] == "0"


# --- at once ----------------------------------------------------------------------------------------------------------


def test_of_answers_at_once_one_wins(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path))
    for round_number in range(12):
        seat = table.look(None)["deciding"]
        if seat is None:
            break
        question = table.look(seat)["decision"]
        gate = threading.Barrier(4)
        found: list[int] = []

        def answer(
            number: int, seat: int = seat, question: Any = question, gate: Any = gate, found: Any = found
        ) -> None:
            own = Table.__new__(Table)
            own.client, own.id, own.tokens = table.client.application.test_client(), table.id, table.tokens
            chosen = [number % len(question["options"])] if question["most"] else []
            gate.wait()
            found.append(own.post(seat, {"answer": chosen, "decision": question["number"]}).status_code)

        threads = [threading.Thread(target=answer, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(found) == [200, 409, 409, 409], round_number
    assert table.post(None, {"tokens": table.tokens}, "fork").status_code == 200


def test_an_answer_to_a_game_that_has_changed_meanwhile_is_not_written(
    db: CardDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path))
    seat = table.look(None)["deciding"]
    service = service_of(table.client)
    load = service._session

    def slow(kept: GameRecord) -> Any:
        monkeypatch.setattr(service, "_session", load)
        assert table.post(seat, {"answer": [1], "decision": 0}).status_code == 200
        return load(kept)

    monkeypatch.setattr(service, "_session", slow)
    assert "at the same time" in refused(table.post(seat, {"answer": [0], "decision": 0}), 409, "conflict")
    assert sql(path, "SELECT number, answer FROM riftcheck_game_answers") == [(0, f"[{seat},[1]]")]
    assert table.look(None)["deciding"] == 1 - seat


def test_who_concedes_while_another_answers_has_conceded(
    db: CardDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(client_of(db, tmp_path / "games.sqlite3"))
    seat = table.look(None)["deciding"]
    service = service_of(table.client)
    load = service._session

    def slow(kept: GameRecord) -> Any:
        monkeypatch.setattr(service, "_session", load)
        assert table.post(seat, {"answer": [], "decision": 0}).status_code == 200
        return load(kept)

    monkeypatch.setattr(service, "_session", slow)
    shown = table.post(1 - seat, {"concede": True})
    assert shown.status_code == 200
    assert shown.get_json()["view"]["winners"] == [seat]


_PLAYER = """if True:
    import random, sys
    from pathlib import Path
    from riftcheck import carddb
    from tests.api.games.game_players import Table, at_random, client_of
    table = Table.__new__(Table)
    table.client = client_of(carddb.load(), Path(sys.argv[1]), games_answers=80)
    table.id, *table.tokens = sys.argv[2:5]
    rng, won = random.Random(sys.argv[5]), 0
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(4000):
        seat = table.look(None)["deciding"]
        if seat is None:
            break
        question = table.look(seat)["decision"]
        if question is None:
            continue
        body = {"answer": at_random(rng, question), "decision": question["number"]}
        status = table.post(seat, body).status_code
        assert status in (200, 409), status
        won += status == 200
    print(won)
"""


def test_several_processes_play_one_game(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path, games_answers=80))
    start = [sys.executable, "-c", _PLAYER, str(path), table.id, *table.tokens]
    pipes: dict[str, Any] = {"cwd": ROOT, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with ExitStack() as stack:
        workers: list[Any] = []
        for seed in range(3):
            workers.append(stack.enter_context(subprocess.Popen([*start, str(seed)], **pipes)))
            stack.callback(workers[-1].kill)
        for worker in workers:
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            worker.stdin.write("\n")
            worker.stdin.flush()
        won = [int(worker.communicate(timeout=120)[0]) for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0, 0]
    ((version, counts),) = sql(path, "SELECT version, counts FROM riftcheck_games")
    assert sum(won) == version == sum(json.loads(counts))
    assert table.look(None)["over"]
    # A fork plays all answers again and compares what it comes to.
    assert table.post(None, {"tokens": table.tokens}, "fork").status_code == 200


# --- room -------------------------------------------------------------------------------------------------------------


def test_a_game_left_alone_ends_and_is_removed(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table, kept = (Table(client) for client in [client_of(db, path, games_hours=1)] * 2)
    table.play(random.Random(1), 5)
    for rows in ("riftcheck_game_answers", "riftcheck_game_log"):
        assert (table.id,) in sql(path, f"SELECT game FROM {rows}")  # noqa: S608
    service = service_of(table.client)
    service.store.database._clock = lambda: time.time() + 3000
    seat = kept.look(None)["deciding"]
    assert kept.post(seat, {"answer": [], "decision": 0}).status_code == 200
    assert table.look(None)["id"] == table.id
    service.store.database._clock = lambda: time.time() + 3601
    for response in (table.get(0), table.get(None, "/log"), table.post(0, {"concede": True})):
        assert "left alone" in refused(response, 404, "not-found")
    assert kept.look(None)["id"] == kept.id
    Table(kept.client)
    assert table.id not in {found for (found,) in sql(path, "SELECT id FROM riftcheck_games")}
    for rows in ("riftcheck_game_answers", "riftcheck_game_log"):
        assert (table.id,) not in sql(path, f"SELECT game FROM {rows}")  # noqa: S608


def test_the_time_told_is_when_it_ends(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path, games_hours=3))
    ((touched,),) = sql(path, "SELECT touched FROM riftcheck_games")
    told = datetime.fromisoformat(table.look(None)["expires"])
    assert told == datetime.fromtimestamp(touched + 3 * 3600, UTC).replace(microsecond=0)


def test_each_caller_has_room_for_so_many_games(db: CardDatabase, tmp_path: Path) -> None:
    client = client_of(db, tmp_path / "games.sqlite3", games_each=2)
    tables = [Table(client) for _ in range(2)]
    body = {"decks": [small_deck()] * 2}
    full = client.post("/v1/games", json=body)
    assert "You have 2 games that are not over" in refused(full, 429, "too-many-requests")
    assert 1 <= int(full.headers["Retry-After"]) <= 3600
    assert tables[0].post(None, {"tokens": tables[0].tokens}, "fork").status_code == 429
    other = client.post("/v1/games", json=body, environ_overrides={"REMOTE_ADDR": "203.0.113.1"})
    assert other.status_code == 200
    tables[1].post(0, {"concede": True})
    assert client.post("/v1/games", json=body).status_code == 200
    assert [table.get(None).status_code for table in tables] == [200, 404]


def test_the_server_has_room_for_so_many_games(db: CardDatabase, tmp_path: Path) -> None:
    client = client_of(db, tmp_path / "games.sqlite3", games_most=2)

    def begin(address: str) -> TestResponse:
        body = {"decks": [small_deck()] * 2}
        return client.post("/v1/games", json=body, environ_overrides={"REMOTE_ADDR": address})

    assert [begin(f"203.0.113.{number}").status_code for number in (1, 2)] == [200, 200]
    full = begin("203.0.113.3")
    assert "keeps 2 games at most" in refused(full, 503, "unavailable")
    assert 1 <= int(full.headers["Retry-After"]) <= 301


def test_a_game_has_a_greatest_length(db: CardDatabase, tmp_path: Path) -> None:
    table = Table(client_of(db, tmp_path / "games.sqlite3", games_answers=6))
    assert table.play(random.Random(1)) == 6
    shown = table.look(0)
    assert (shown["over"], shown["deciding"], shown["decision"]) == (True, None, None)
    detail = "The game has had 6 answers, the most that a game may have; it is over."
    for body in ({"answer": [0], "decision": 3}, {"concede": True}):
        assert refused(table.post(0, body), 409, "conflict") == detail


# --- what breaks ------------------------------------------------------------------------------------------------------


DAMAGE: dict[str, bytes] = {"rubbish": b"rubbish" * 5000, "half": b"SQLite format 3\x00" + b"\xff" * 9000}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_file_is_a_503_that_says_nothing_of_the_reason(
    db: CardDatabase, tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path))
    service_of(table.client).store.database.close()
    path.write_bytes(DAMAGE[name])
    table.client = client_of(db, path)
    for response in (
        table.get(0),
        table.get(None, "/log"),
        table.post(0, {"concede": True}),
        table.client.post("/v1/games", json={"decks": [small_deck()] * 2}),
        table.post(None, {"tokens": table.tokens}, "fork"),
    ):
        detail = refused(response, 503, "unavailable")
        assert str(tmp_path) not in detail
        assert response.headers["Retry-After"] == "5"
    assert str(path) in capfd.readouterr().err
    assert table.client.get("/readyz").status_code == 200
    assert path.read_bytes() == DAMAGE[name], "a person may still want to rescue it"


def test_pages_that_are_damaged_are_a_503(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path))
    table.play(random.Random(1), 10)
    service_of(table.client).store.database.close()
    assert {left.name for left in tmp_path.iterdir()} == {"games.sqlite3", "games.sqlite3-reserve"}
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(data)
    refused(table.get(0), 503, "unavailable")


@pytest.mark.parametrize("state", [b"", b"rubbish", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_a_damaged_game_is_refused_alone(db: CardDatabase, tmp_path: Path, state: bytes) -> None:
    path = tmp_path / "games.sqlite3"
    client = client_of(db, path)
    table, other = Table(client), Table(client)
    sql(path, "UPDATE riftcheck_games SET state = ? WHERE id = ?", (state, table.id))
    for response in (table.get(0), table.post(0, {"concede": True})):
        assert "damaged" in refused(response, 500, "internal")
    assert other.get(0).status_code == 200


def test_answers_that_are_missing_or_wrong_are_found_out(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path))
    table.play(random.Random(1), 6)
    fork = {"tokens": table.tokens}
    ((last,),) = sql(path, "SELECT answer FROM riftcheck_game_answers WHERE number = 0")
    sql(
        path, "UPDATE riftcheck_game_answers SET answer = ? WHERE number = 0", (json.dumps([json.loads(last)[0], [3]]),)
    )
    refused(table.post(None, fork, "fork"), 500, "internal")
    sql(path, "UPDATE riftcheck_game_answers SET answer = ? WHERE number = 0", (json.dumps([0, [99]]),))
    refused(table.post(None, fork, "fork"), 500, "internal")
    sql(path, "DELETE FROM riftcheck_game_answers WHERE number = 5")
    refused(table.post(None, fork, "fork"), 500, "internal")


def test_a_folder_that_cannot_be_made_is_a_503(db: CardDatabase, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    client = client_of(db, tmp_path / "file" / "games.sqlite3")
    refused(client.post("/v1/games", json={"decks": [small_deck()] * 2}), 503, "unavailable")
    assert client.get("/v1/games/nope").status_code in {404, 503}
    client = client_of(db, tmp_path)
    refused(client.post("/v1/games", json={"decks": [small_deck()] * 2}), 503, "unavailable")


def test_a_file_that_another_holds_is_a_503(db: CardDatabase, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    table = Table(client_of(db, path))
    seat = table.look(None)["deciding"]
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert table.get(seat).status_code == 200
        busy = table.post(seat, {"answer": [], "decision": 0})
        assert "Others are writing" in refused(busy, 503, "unavailable")
        assert busy.headers["Retry-After"] == "1"
        holder.execute("ROLLBACK")
    assert table.post(seat, {"answer": [], "decision": 0}).status_code == 200


_FULL = """if True:
    import random, resource, sys
    from pathlib import Path
    from riftcheck import carddb
    from tests.api.games.game_players import Table, client_of
    path = Path(sys.argv[1])
    table = Table(client_of(carddb.load(), path))
    table.play(random.Random(1), 4)
    size = max(one.stat().st_size for one in path.parent.iterdir() if not one.name.endswith("-reserve"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))  # as on a disk without room
    before = table.look(0), table.look(1), table.log(0)
    seat = table.look(None)["deciding"]
    question = table.look(seat)["decision"]
    body = {"answer": list(range(question["least"])), "decision": question["number"]}
    found = table.post(seat, body)
    assert (found.status_code, found.json["code"]) == (503, "unavailable"), found.text
    assert (table.look(0), table.look(1), table.log(0)) == before
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert table.post(seat, body).status_code == 200
    assert table.post(None, {"tokens": table.tokens}, "fork").status_code == 200
"""


def test_an_answer_for_which_the_disk_has_no_room_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    ran = subprocess.run(
        [sys.executable, "-c", _FULL, str(path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "cannot be used: disk I/O error. Free space" in ran.stderr


# --- settings ---------------------------------------------------------------------------------------------------------


def test_the_settings_of_games() -> None:
    found = Settings.from_env(
        {
            "RIFTCHECK_GAMES": " /srv/games.sqlite3 ",
            "RIFTCHECK_GAMES_MOST": "1000000",
            "RIFTCHECK_GAMES_EACH": "7",
            "RIFTCHECK_GAMES_HOURS": "8760",
            "RIFTCHECK_GAMES_ANSWERS": "500",
        }
    )
    wanted: dict[str, Any] = {"games_most": 1_000_000, "games_each": 7, "games_hours": 8760, "games_answers": 500}
    assert found == replace(Settings.from_env({}), games="/srv/games.sqlite3", **wanted)


@pytest.mark.parametrize("name", ["MOST", "EACH", "HOURS", "ANSWERS"])
@pytest.mark.parametrize("value", ["0", "-1", "1.5", "many", "99999999"])
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=f"RIFTCHECK_GAMES_{name} is"):
        Settings.from_env({f"RIFTCHECK_GAMES_{name}": value})


def test_games_are_kept_in_the_users_data_folder(
    db: CardDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Table(create_app(db, Settings(log_level="error")).test_client())
    assert (tmp_path / "riftcheck" / "games.sqlite3").is_file()
