"""Databases that break while jobs are kept in them, and callers who would fill them."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import update

from riftcheck.api.jobs.process import hold_file
from riftcheck.api.jobs.time_slice import Timing
from riftcheck.api.jobs.worker import Worker
from riftcheck.goldfish.execution.executors import in_process_executor
from riftcheck.store.database import Database
from riftcheck.store.errors import DatabaseError, FullError
from riftcheck.store.jobs import DONE, FAILED
from riftcheck.store.tables import JOBS
from tests.api.jobs.job_makers import goldfish
from tests.store.stores import job_store_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from riftcheck.carddb import CardDatabase
    from riftcheck.store.jobs import JobStore

ORDER: dict[str, Any] = {"kind": "goldfish", "games": 100, "runs": [{"seed": 3}]}
ENGINE = "this one"


@pytest.fixture
def store(where: str) -> Iterator[JobStore]:
    made = job_store_at(where)
    yield made
    made.database.close()


def change(store: JobStore, job: str, **values: Any) -> None:
    with store.database.writing() as connection:
        connection.execute(update(JOBS).where(JOBS.c.id == job).values(**values))


def test_a_file_that_was_taken_away_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "jobs.sqlite3"
    one, other = job_store_at(str(path)), job_store_at(str(path))
    one.add("a", "first", ENGINE, ORDER)
    assert other.get("a") is not None
    for left in tmp_path.iterdir():
        left.unlink()
    assert other.get("a") is None
    one.add("b", "first", ENGINE, ORDER)
    assert (one.get("b") is None, other.get("b") is None, other.get("a")) == (False, False, None)
    one.database.close()
    other.database.close()


def test_a_job_that_cannot_be_read_fails_and_the_next_is_played(store: JobStore) -> None:
    store.add("a", "first", ENGINE, ORDER)
    store.add("b", "first", ENGINE, ORDER)
    change(store, "a", order=b"no order")
    with pytest.raises(DatabaseError, match="cannot be read"):
        store.get("a")
    assert store.claim("me", ENGINE) is None
    kept = store.claim("me", ENGINE)
    assert kept is not None
    assert kept.id == "b"
    with store.database.reading() as connection:
        found = connection.execute(JOBS.select().where(JOBS.c.id == "a")).one()
    assert (found.state, "damaged" in found.problem) == (FAILED, True)


def test_a_clock_that_was_put_back_keeps_no_job_from_being_played(store: JobStore) -> None:
    store.add("a", "first", ENGINE, ORDER)
    assert store.claim("dead", ENGINE) is not None
    with store.database.reading() as connection:
        later = store.database.now(connection) + 3600
    change(store, "a", lease=later)
    assert store.has_work()
    assert store.claim("me", ENGINE) is not None


def test_nobody_pushes_out_what_ended_for_others(store: JobStore) -> None:
    store.add("mine", "first", ENGINE, ORDER)
    store.cancel("mine")
    for number in range(9):
        store.add(f"{number}", "another", ENGINE, ORDER)
        store.cancel(f"{number}")
        change(store, f"{number}", ended=JOBS.c.ended + number)
    assert store.get("mine") is not None
    assert [number for number in range(9) if store.get(f"{number}")] == [6, 7, 8]


def test_many_at_once_find_no_more_room_than_one(where: str) -> None:
    stores = [job_store_at(where, each=3, most=50) for _ in range(8)]
    assert not stores[0].has_work()
    begin = threading.Barrier(len(stores))
    full: list[str] = []

    def ask(number: int) -> None:
        begin.wait()
        for more in range(3):
            try:
                stores[number].add(f"{number}.{more}", "one", ENGINE, ORDER)
            except FullError:
                full.append(f"{number}.{more}")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(stores))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(full) == len(stores) * 3 - 3
    for store in stores:
        store.database.close()


def test_who_plays_before_there_is_a_file_is_alive_for_others(tmp_path: Path) -> None:
    path = str(tmp_path / "deep" / "jobs.sqlite3")
    one, other = job_store_at(path), job_store_at(path)
    held = hold_file(one)
    one.add("a", "first", ENGINE, ORDER)
    assert one.claim("me", ENGINE) is not None
    also = hold_file(other)
    assert one.holds("a", "me")
    for lock in (held, also):
        assert lock is not None
        os.close(lock)
    again = hold_file(other)
    assert not one.holds("a", "me")
    assert again is not None
    os.close(again)
    (tmp_path / "file").write_text("")
    assert hold_file(job_store_at(str(tmp_path / "file" / "jobs.sqlite3"))) is None
    one.database.close()
    other.database.close()


def test_a_runner_waits_for_a_database_that_is_away(
    store: JobStore, db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("a", "first", ENGINE, goldfish(db, 450).to_json())
    with in_process_executor(db) as crew:
        worker = Worker(store, db, crew, ENGINE, 1e9, timing=Timing(retry=0.01))
        now, times = Database.now, []

        def away(self: Database, connection: Connection) -> float:
            times.append(1)
            if 5 <= len(times) < 9:
                raise DatabaseError("away")
            return now(self, connection)

        monkeypatch.setattr(Database, "now", away)
        worker.run(0.0)
    found = store.get("a")
    assert found is not None
    assert (found.state, found.done) == (DONE, 450)
