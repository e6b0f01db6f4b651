"""Databases: their tables, their files and addresses, and what breaks."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from riftcheck.store import migrations
from riftcheck.store.address import database_url
from riftcheck.store.errors import AddressError, BusyError, DatabaseError
from riftcheck.store.games import GameRecord
from riftcheck.store.tables import METADATA, REVISION, VERSIONS
from tests import databases
from tests.processes import PATIENCE
from tests.store.stores import ENGINE, add, game_store_at, job_store_at

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riftcheck.store.jobs import JobStore


def at_once(count: int, work: Callable[[int], None]) -> None:
    """Have some work done by so many threads, each with its number."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# --- the tables -------------------------------------------------------------------------------------------------------


def test_the_migrations_make_the_tables_that_are_used(store: JobStore) -> None:
    add(store, "a")
    with store.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSIONS, "compare_type": True})
        assert compare_metadata(context, METADATA) == []
        assert connection.scalar(text(f"SELECT version_num FROM {VERSIONS}")) == REVISION  # noqa: S608


def test_several_processes_may_make_the_tables_at_once(where: str) -> None:
    barrier = threading.Barrier(4)
    faults: list[BaseException] = []

    def work(number: int) -> None:
        mine = job_store_at(where, each=10, most=10)
        barrier.wait()
        try:
            add(mine, f"{number}")
        except BaseException as fault:  # noqa: BLE001
            faults.append(fault)
        mine.database.close()

    at_once(4, work)
    assert faults == []
    store = job_store_at(where)
    assert all(store.get(f"{number}") for number in range(4))
    store.database.close()


def test_the_tables_of_two_databases_may_be_made_at_once(tmp_path: Path) -> None:
    count = 8
    barrier = threading.Barrier(count)
    stores = [job_store_at(str(tmp_path / f"{number}.sqlite3")) for number in range(count)]
    faults: list[BaseException] = []

    def work(number: int) -> None:
        barrier.wait()
        try:
            add(stores[number], f"{number}")
        except BaseException as fault:  # noqa: BLE001
            faults.append(fault)

    at_once(count, work)
    assert faults == []
    for number, store in enumerate(stores):
        assert [job for job in map(str, range(count)) if store.get(job)] == [f"{number}"]
        store.database.close()


def test_a_new_file_that_another_writes_to_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "jobs.sqlite3"
    store = job_store_at(str(path), patience=PATIENCE)
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")  # before the file is in WAL mode: SQLite itself does not wait for this one
        threading.Timer(0.2, other.execute, ["COMMIT"]).start()
        assert add(store, "a")
    store.database.close()


def test_who_waits_too_long_for_another_database_to_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "_MIGRATION", threading.Lock())
    store = job_store_at(str(tmp_path / "a.sqlite3"), patience=0.01)
    with migrations._MIGRATION, pytest.raises(BusyError, match="brought up to this version"):
        add(store, "a")
    assert add(store, "b")
    store.database.close()


def test_a_database_that_is_there_can_be_prepared_before_it_is_used(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = job_store_at(where)
    if store.database.file is not None:
        store.database.prepare()
        assert not store.database.is_there()  # a file is made by who needs it
        store.database.file.parent.mkdir(parents=True)
        store.database.file.touch()
    store.database.prepare()
    monkeypatch.setattr(migrations, "_migrate", None)
    assert add(store, "a")
    store.database.close()


def test_tables_of_a_newer_version_are_left_alone(store: JobStore, where: str) -> None:
    add(store, "a")
    with store.database.writing() as connection:
        connection.execute(text(f"UPDATE {VERSIONS} SET version_num = '9999'"))  # noqa: S608
    other = job_store_at(where)
    with pytest.raises(DatabaseError, match="another version of riftcheck"):
        other.get("a")
    other.database.close()


def test_a_database_that_has_tables_of_these_names_is_left_alone(where: str) -> None:
    store = job_store_at(where)
    database = store.database
    add(store, "a")
    with database.writing() as connection:
        connection.execute(text(f"DROP TABLE {VERSIONS}"))
    database.close()
    with pytest.raises(DatabaseError, match="something else"):
        store.get("a")
    database.close()


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "cats.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE cats(name)")
    store = job_store_at(str(path))
    with pytest.raises(DatabaseError, match="something else"):
        add(store, "a")
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("cats",)]


def test_tables_of_others_may_stand_beside_ours_on_a_server(postgres: str) -> None:
    where = databases.emptied(postgres)
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute("CREATE TABLE games(id text)")
        connection.execute("CREATE TABLE answers(id text)")
        connection.execute("CREATE TABLE lines(id text)")
    jobs, games = job_store_at(where), game_store_at(where)
    add(jobs, "a")
    games.add(GameRecord("game", "engine", "[]", "[]", "[]", 0, None, over=False), "me", ["[]"], ["line"])
    assert (jobs.get("a") is not None, games.answers("game")) == (True, ["[]"])
    for store in (jobs, games):
        store.database.close()


# --- files and addresses ----------------------------------------------------------------------------------------------


def test_a_file_is_made_with_the_first_job_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = job_store_at(str(tmp_path / "deep" / "jobs.sqlite3"))
    assert (store.get("a"), store.claim("me", ENGINE), store.has_work()) == (None, None, False)
    store.release_all()
    assert list(tmp_path.iterdir()) == []
    add(store, "a")
    assert (tmp_path / "deep").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "deep" / "jobs.sqlite3").stat().st_mode & 0o777 == 0o600
    store.database.close()


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "jobs").write_text("this is no database, but a text that is long enough to be taken for a page" * 50)
    store = job_store_at(str(tmp_path / "jobs"))
    with pytest.raises(DatabaseError, match="not a database"):
        store.get("a")
    blocked = job_store_at(str(tmp_path / "jobs" / "inside"))
    with pytest.raises(DatabaseError):
        add(blocked, "a")
    store.database.close()


def test_a_file_that_another_holds_is_told(tmp_path: Path) -> None:
    path = tmp_path / "jobs"
    store = job_store_at(str(path), patience=0.1)
    add(store, "a")
    held = sqlite3.connect(path, isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")
    with pytest.raises(DatabaseError, match="locked"):
        store.cancel("a")
    held.close()
    assert store.cancel("a")
    store.database.close()


@pytest.mark.parametrize("given", ["somebody:secret@127.0.0.1:1/jobs", "somebody@127.0.0.1:1/jobs?password=secret"])
def test_a_server_that_is_away_is_told_without_its_password(given: str) -> None:
    store = job_store_at(f"postgresql://{given}")
    with pytest.raises(DatabaseError, match="refused") as told:
        store.get("a")
    assert "secret" not in str(told.value)
    assert "somebody" in str(told.value)


@pytest.mark.parametrize(
    ("given", "driver", "database"),
    [
        ("", "sqlite", "jobs.sqlite3"),
        ("relative/jobs.db", "sqlite", "relative/jobs.db"),
        ("sqlite:////var/lib/jobs.db", "sqlite", "/var/lib/jobs.db"),
        ("postgresql://me@host/name", "postgresql+psycopg", "name"),
        ("postgresql+psycopg://me@host/name", "postgresql+psycopg", "name"),
    ],
)
def test_addresses(given: str, driver: str, database: str) -> None:
    found = database_url(given, "jobs.sqlite3")
    assert found.drivername == driver
    assert (found.database or "").endswith(database)


@pytest.mark.parametrize("given", ["mysql://me@host/name", "sqlite://", "sqlite:///:memory:", "://", "x://"])
def test_what_is_no_address_is_refused(given: str) -> None:
    with pytest.raises(AddressError):
        database_url(given, "jobs.sqlite3")
