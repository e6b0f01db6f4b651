"""Copies of a SQLite file are complete after the last process has closed it, and with SQLite's backup."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from riftcheck.store import database
from riftcheck.store.errors import BusyError
from tests.store.stores import add, job_store_at

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.store.jobs import JobStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "jobs.sqlite3"


def jobs_in(file: Path, folder: Path) -> list[str]:
    """Return the jobs in a copy of the main file."""
    copy = folder / "copy.sqlite3"
    shutil.copy(file, copy)
    store = job_store_at(str(copy))
    found = [job for job in "abc" if store.get(job)]
    store.database.close()
    copy.unlink()
    return found


def test_after_the_last_process_has_ended_the_main_file_is_complete(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each store stands for a process: two workers and the process of jobs."""
    stores = [job_store_at(str(path)) for _ in "abc"]
    for store, job in zip(stores, "abc", strict=True):
        add(store, job)
    for store in stores[:2]:
        monkeypatch.setattr(database, "_OPENED", {store.database})
        database.close_all()
    assert stores[2].get("a") is not None
    monkeypatch.setattr(database, "_OPENED", {stores[2].database})
    database.close_all()
    assert [file.name for file in tmp_path.iterdir()] == ["jobs.sqlite3"]
    assert jobs_in(path, tmp_path) == ["a", "b", "c"]


def test_a_process_that_ends_waits_for_its_threads_and_opens_no_database(path: Path, tmp_path: Path) -> None:
    store = job_store_at(str(path))
    add(store, "a")
    inside, go_on = threading.Event(), threading.Event()

    def write() -> None:
        with store.database.writing():
            inside.set()
            go_on.wait(60)

    thread = threading.Thread(target=write)
    thread.start()
    assert inside.wait(60)
    threading.Timer(0.05, go_on.set).start()
    store.database.close_for_good()
    thread.join()
    with pytest.raises(BusyError, match="the process ends"):
        store.get("a")
    assert [file.name for file in tmp_path.iterdir()] == ["jobs.sqlite3"]


def test_open_databases_are_closed_when_the_process_ends(path: Path) -> None:
    store = job_store_at(str(path))
    add(store, "a")
    assert store.database in database._OPENED
    store.database.close()


@pytest.fixture
def running(path: Path) -> JobStore:
    store = job_store_at(str(path))
    add(store, "a")
    return store


def test_a_backup_of_a_running_server_is_complete(running: JobStore, path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(tmp_path / "backup")) as target:
        source.backup(target)
    assert jobs_in(tmp_path / "backup", tmp_path) == ["a"]
    running.database.close()


def test_a_copy_of_the_main_file_alone_is_incomplete(running: JobStore, path: Path, tmp_path: Path) -> None:
    assert jobs_in(path, tmp_path) == []
    for end in ("", "-wal", "-shm"):
        shutil.copy(f"{path}{end}", tmp_path / f"three{end}")
    store = job_store_at(str(tmp_path / "three"))
    assert store.get("a") is not None
    for one in (store, running):
        one.database.close()
