"""On a full disk, deletions work, writes that do not fit are rejected, and writes work again after a deletion.

The disk is full by a limit on the size of each file that this process writes, which releasing the reserve lifts.
"""

from __future__ import annotations

import resource
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from riftcheck.store.address import database_url
from riftcheck.store.capacity import GameCapacity, JobCapacity
from riftcheck.store.database import Database
from riftcheck.store.errors import FullDiskError
from riftcheck.store.games import GameRecord, GameStore
from riftcheck.store.jobs import CANCELLED, JobStore
from riftcheck.store.reserve import BYTES, Reserve
from tests.store.stores import add
from tests.store.test_games import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PAGE = 4096


def limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch, size: int = _PAGE) -> Iterator[list[Reserve]]:
    """Limit the size of all files until a reserve is released, and yield the released reserves."""
    released = []
    release = Reserve.release

    def lift(self: Reserve) -> None:
        released.append(self)
        limit(resource.RLIM_INFINITY)
        release(self)

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with monkeypatch.context() as patched:
        patched.setattr(Reserve, "release", lift)
        limit(size)
        try:
            yield released
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(database_url(str(tmp_path / "games.sqlite3"), "x"), reserve=True)
    yield made
    made.close()


@pytest.fixture
def games(database: Database) -> GameStore:
    made = GameStore(database, GameCapacity(1000, 1000, 1e9))
    made.add(GAME, "me", [], [])
    return made


def size(database: Database) -> int:
    assert database.file is not None
    return Reserve(database.file).file.stat().st_size


def fill(games: GameStore, game: GameRecord) -> int:
    """Add games with the ids 0, 1, ... until one does not fit, and return the number of those that fit."""
    for number in range(1000):
        try:
            games.add(replace(game, id=f"{number}"), "me", [], [])
        except FullDiskError:
            return number
    raise AssertionError("the disk is not full")


def test_a_game_is_removed_with_the_help_of_the_reserve(
    games: GameStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert size(database) == BYTES
    with full_disk(monkeypatch) as released:
        with pytest.raises(FullDiskError):
            games.add(replace(GAME, id="other"), "me", [], [])
        with pytest.raises(FullDiskError):
            games.save(GAME, replace(GAME, version=1), "[0,[]]", [])
        assert released == [], "what only adds does not get the reserve"
        assert games.remove(GAME)
    assert len(released) == 1
    assert (games.get(GAME.id), size(database)) == (None, BYTES)
    games.add(GAME, "me", [], [])


def test_a_game_that_has_changed_is_not_removed(games: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    with full_disk(monkeypatch):
        assert not games.remove(replace(GAME, version=7))
        assert games.get(GAME.id) is not None


def test_a_job_is_cancelled_and_removed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store = JobStore(database, JobCapacity(10, 10, 1e9, 10))
    add(store, "a")
    with full_disk(monkeypatch) as released:
        assert store.cancel("a")
        kept = store.get("a")
        assert (kept and kept.state, len(released)) == (CANCELLED, 1)
    with full_disk(monkeypatch):
        store.remove("a")
        assert store.get("a") is None


def test_a_log_that_fills_the_disk_is_reused(
    games: GameStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert database.file is not None
    log = database.file.with_name("games.sqlite3-wal")
    with full_disk(monkeypatch, log.stat().st_size) as released:
        fill(games, GAME)
        games.add(replace(GAME, id="next"), "me", [], [])
        assert released == []


def test_a_database_on_a_full_disk_can_be_read_and_cleared_after_a_restart(
    games: GameStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.close()  # SQLite removes the files next to the main file, and needs space to make them again
    with full_disk(monkeypatch, 0) as released:
        assert games.get(GAME.id) is not None
        assert len(released) == 1
        assert games.remove(GAME)


def test_on_a_full_disk_the_main_file_is_complete_after_the_last_process_has_ended(
    games: GameStore, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with full_disk(monkeypatch) as released:
        monkeypatch.setattr(Reserve, "_free", lambda _self: 0)
        database.close_for_good()
    assert len(released) == 1
    assert "games.sqlite3-wal" not in {file.name for file in tmp_path.iterdir()}
    copy = GameStore(Database(database_url(str(tmp_path / "games.sqlite3"), "x")), games.capacity)
    assert copy.get(GAME.id) is not None
    copy.database.close()


def test_after_a_removal_new_games_fit_again(games: GameStore, database: Database) -> None:
    database.close()
    event.listen(database._open().writer, "checkout", lambda made, *_: made.execute("PRAGMA max_page_count = 80"))
    big = replace(GAME, state=b"x" * 20_000)
    assert fill(games, big) > 3
    assert games.remove(replace(big, id="0"))
    games.add(replace(big, id="new"), "me", [], [])
    assert games.get("new") is not None


def test_on_a_small_disk_the_reserve_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reserve = Reserve(tmp_path / "games.sqlite3")
    for free, wanted in ((BYTES * 2, BYTES // 2), (300_000, BYTES // 2), (BYTES * 9, BYTES)):
        monkeypatch.setattr(Reserve, "_free", lambda _self, free=free: free)
        reserve.make()
        assert reserve.file.stat().st_size == wanted
        assert reserve.log_pages == wanted // 4 // _PAGE
    assert reserve.file.stat().st_mode & 0o777 == 0o600
    reserve.release()
    reserve.release()
    monkeypatch.setattr(Reserve, "_free", lambda _self: 0)
    reserve.make()
    assert not reserve.file.exists()
