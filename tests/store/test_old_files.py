"""Files that version 0.1 wrote: games and jobs had each a file, and those of games had no revision.

`tests/fixtures/stores` holds two as SQL: a game after nine answers; a job that was done, and one that was being played.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.settings import Settings
from riftcheck.store.errors import DatabaseError
from riftcheck.store.games import GameRecord
from riftcheck.store.jobs import DONE, FAILED, QUEUED, PartRecord
from tests.paths import ROOT
from tests.store.stores import game_store_at, job_store_at

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

OLD = ROOT / "tests" / "fixtures" / "stores"
GAME = "dXzfkViOFbuCjE2wnkJlK8oj"
TOKEN = "qr_LmB73A8r1BczUTzp-BbqCTNP_tBwSQszBnVLO9kw"  # noqa: S105 - of the game that is here for everybody
DONE_JOB = "1frMSt4_UZGEQ4dwkyRPu2gn"
HELD_JOB = "5IgdscZUnhCcLI8gpO-IAD_b"
LONG = 1e12  # seconds: the game was answered and the job ended when the fixture was made


def old_file(path: Path, *names: str) -> str:
    """Make a file as version 0.1 wrote it: of `games`, of `jobs`, or of both, which could share one."""
    with closing(sqlite3.connect(path)) as file:
        for name in names:
            file.executescript((OLD / f"{name}-0.1.sql").read_text("utf-8"))
        file.execute("PRAGMA journal_mode = WAL")
    return str(path)


def sql(path: str, statement: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute(statement).fetchall()


def schema(path: str) -> tuple[list[Any], list[Any]]:
    """Return the columns of all tables of a file, and its indexes with what they are of."""
    tables = [name for (name,) in sql(path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    columns = [(name, column[1]) for name in tables for column in sql(path, f"PRAGMA table_info({name})")]
    indexes = sql(
        path, "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
    )
    return columns, [(*index, sql(path, f"PRAGMA index_info({index[0]})")) for index in indexes]


def new_schema(folder: Path) -> tuple[list[Any], list[Any]]:
    """Return the schema of a file that this version has made."""
    path = str(folder / "new.sqlite3")
    store = job_store_at(path)
    store.cancel("nothing")
    store.database.close()
    return schema(path)


@pytest.mark.parametrize("names", [("games",), ("games", "jobs")])
def test_games_are_all_there_and_go_on(tmp_path: Path, names: tuple[str, ...]) -> None:
    path = old_file(tmp_path / "games.sqlite3", *names)
    answers = [answer for (answer,) in sql(path, "SELECT answer FROM answers ORDER BY number")]
    lines = sql(path, "SELECT number, line FROM lines ORDER BY number")
    columns = "id, engine, tokens, start, counts, version, state, over, touched"
    row = sql(path, f"SELECT {columns} FROM games")[0]  # noqa: S608
    store = game_store_at(path, seconds=LONG)
    found = store.get(GAME)
    assert found == GameRecord(*row)
    assert found.version == len(answers) == 9
    assert (store.answers(GAME), store.log_lines(GAME, 0, 1000)) == (answers, lines)
    assert store.save(found, replace(found, version=10, state=b"new"), "[0,[]]", ["a line"])
    assert store.answers(GAME) == [*answers, "[0,[]]"]
    assert store.log_lines(GAME, len(lines), 9) == [(len(lines) + 1, "a line")]
    store.add(replace(found, id="new"), "me", [], ["a line"])
    store.database.close()
    # Rows still go with their game, whose table has another name now.
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA foreign_keys = ON")
        file.execute("DELETE FROM riftcheck_games")
        assert file.execute("SELECT count(*) FROM riftcheck_game_answers").fetchone() == (0,)
        assert file.execute("SELECT count(*) FROM riftcheck_game_log").fetchone() == (0,)
    assert schema(path) == new_schema(tmp_path)
    assert sql(path, "PRAGMA user_version") == [(2,)]  # version 0.1 says that it reads another


@pytest.mark.parametrize("names", [("jobs",), ("games", "jobs")])
def test_jobs_are_all_there_and_are_played_on(tmp_path: Path, names: tuple[str, ...]) -> None:
    path = old_file(tmp_path / "jobs.sqlite3", *names)
    ((result,),) = sql(path, f"SELECT result FROM goldfish_jobs WHERE id = '{DONE_JOB}'")  # noqa: S608
    ((part,),) = sql(path, "SELECT data FROM goldfish_parts")
    store = job_store_at(path, seconds=LONG)
    done, held = store.get(DONE_JOB), store.get(HELD_JOB)
    assert done is not None
    assert held is not None
    assert (done.state, done.done, done.result) == (DONE, 8, json.loads(zlib.decompress(result)))
    assert store.parts(HELD_JOB) == [PartRecord(0, 4, json.loads(zlib.decompress(part)))]
    store.release_all()
    claimed = store.claim("me", held.engine)
    assert claimed is not None
    assert (claimed.id, claimed.state, claimed.request) == (HELD_JOB, QUEUED, held.request)
    store.release("me")
    assert store.claim("me", "other code") is None
    failed = store.get(HELD_JOB)
    assert failed is not None
    assert (failed.state, "another version" in (failed.problem or "")) == (FAILED, True)
    store.database.close()
    assert schema(path) == new_schema(tmp_path)


def test_the_server_answers_for_them(db: CardDatabase, tmp_path: Path) -> None:
    games = old_file(tmp_path / "games.sqlite3", "games")
    jobs = old_file(tmp_path / "jobs.sqlite3", "jobs")
    settings = Settings(log_level="error", games=games, jobs=jobs, games_hours=10**6, jobs_hours=10**6)
    client = create_app(db, settings).test_client()
    job: Any = client.get(f"/v1/goldfish/{DONE_JOB}")
    assert (job.status_code, job.json["state"], job.json["games"]["done"]) == (200, DONE, 8)
    head = {"Authorization": f"Bearer {TOKEN}"}
    refused: Any = client.get(f"/v1/games/{GAME}", headers=head)
    assert (refused.status_code, refused.json["code"]) == (409, "conflict")
    # As if the code had not changed: what is in the row is what this version reads.
    begun: Any = client.post("/v1/games", json={"decks": [_deck(), _deck()]})
    with closing(sqlite3.connect(games)) as file, file:
        file.execute(
            "UPDATE riftcheck_games SET engine = (SELECT engine FROM riftcheck_games WHERE id = ?)", (begun.json["id"],)
        )
    shown: Any = client.get(f"/v1/games/{GAME}", headers=head)
    assert (shown.status_code, shown.json["id"], shown.json["player"]) == (200, GAME, 0)


def _deck() -> dict[str, Any]:
    return {
        "legend": "Daughter of the Void",
        "champion": "Kai'Sa, Survivor",
        "champion_apart": True,
        "main": [{"name": "Cleave", "count": 16}],
        "runes": [{"name": "Fury Rune", "count": 12}],
        "battlefields": ["Altar to Unity"],
    }


def test_a_file_of_games_of_a_version_that_nobody_knows_is_left_alone(tmp_path: Path) -> None:
    path = old_file(tmp_path / "games.sqlite3", "games")
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 9")
    store = game_store_at(path)
    with pytest.raises(DatabaseError, match="something else"):
        store.get(GAME)
    assert {name for (name,) in sql(path, "SELECT name FROM sqlite_master WHERE type = 'table'")} == {
        "games",
        "answers",
        "lines",
    }
