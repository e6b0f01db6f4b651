"""Where games are kept: one SQLite file for all worker processes, in WAL mode, so that they outlast a restart.

A connection is opened for each piece of work, because workers are forked and have threads. Each process keeps one more
that does nothing: else the last to close would clear away the files beside the database each time, and where the disk
is full nobody could even read. Nobody waits for another's answer: what was worked out from a game that has changed
since is not written.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

_LAYOUT: Final = 1  # of the tables, kept as the file's user_version
_PATIENCE: Final = 5.0  # seconds to wait for another process that writes
_SWEEP: Final = 200  # games that are taken away at once at most, so that nobody waits for long
_TABLES: Final = """
CREATE TABLE games(
    id TEXT PRIMARY KEY, client TEXT NOT NULL, engine TEXT NOT NULL, tokens TEXT NOT NULL, start TEXT NOT NULL,
    counts TEXT NOT NULL, version INTEGER NOT NULL, state BLOB, over INTEGER NOT NULL, touched REAL NOT NULL);
CREATE INDEX games_touched ON games(touched);
CREATE INDEX games_client ON games(client, touched);
CREATE TABLE answers(
    game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, number INTEGER NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY(game, number)) WITHOUT ROWID;
CREATE TABLE lines(
    game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, number INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY(game, number)) WITHOUT ROWID;
"""


class StoreError(Exception):
    """The store cannot be read or written now: the file is damaged, the disk is full, another holds it."""


class FullError(Exception):
    """There is no room for another game. `each`: for this caller; else for anybody. `seconds` until there may be."""

    def __init__(self, most: int, seconds: int, *, each: bool) -> None:
        self.most, self.seconds, self.each = most, seconds, each
        super().__init__(most)


@dataclass(frozen=True, slots=True)
class Room:
    """How many games are kept, of all callers and of each one, and for how many seconds after the last answer."""

    most: int
    each: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it is kept.

    `tokens` are hashes, `counts` the answers of each player, both by seat and as JSON; `version` counts all answers.
    `state` is None where only the answers hold the game. `touched` is the time of the last answer, in seconds.
    """

    id: str
    engine: str
    tokens: str
    start: str
    counts: str
    version: int
    state: bytes | None
    over: bool
    touched: float = 0.0


class Store:
    """The games in one file. The file is made with the first game."""

    def __init__(self, path: Path, room: Room, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.room = room
        self._clock = clock
        self._lock = threading.Lock()
        self._idle: sqlite3.Connection | None = None
        self._process = 0

    def close(self) -> None:
        """Let go of the file; the next piece of work takes hold of it again."""
        with self._lock:
            idle, self._idle = self._idle, None
            if idle is not None and self._process == os.getpid():
                idle.close()

    def add(self, kept: Kept, client: str, answers: Sequence[str], lines: Sequence[str]) -> None:
        """Keep a new game.

        :raises FullError: if there is no room for it.
        :raises StoreError: if the store cannot be used.
        """
        self._make()
        with self._open() as db, _writing(db):
            self._make_room(db, client)
            db.execute(
                "INSERT INTO games VALUES(?,?,?,?,?,?,?,?,?,?)",
                (
                    kept.id,
                    client,
                    kept.engine,
                    kept.tokens,
                    kept.start,
                    kept.counts,
                    kept.version,
                    kept.state,
                    kept.over,
                    self._clock(),
                ),
            )
            db.executemany("INSERT INTO answers VALUES(?,?,?)", _rows(kept.id, 0, answers))
            db.executemany("INSERT INTO lines VALUES(?,?,?)", _rows(kept.id, 1, lines))

    def get(self, game: str) -> Kept | None:
        """Return a game, or None where there is none or it was left alone for too long.

        :raises StoreError: if the store cannot be used.
        """
        if not self._is_there():
            return None
        with self._open() as db:
            row = db.execute(
                "SELECT id, engine, tokens, start, counts, version, state, over, touched FROM games"
                " WHERE id = ? AND touched >= ?",
                (game, self._oldest()),
            ).fetchone()
        if row is None:
            return None
        found, engine, tokens, start, counts, version, state, over, touched = row
        return Kept(found, engine, tokens, start, counts, version, state, bool(over), touched)

    def save(self, before: Kept, after: Kept, answer: str, lines: Sequence[str]) -> bool:
        """Write what an answer has made of a game; False where it is not as it was before, and nothing is written.

        :raises StoreError: if the store cannot be used.
        """
        with self._open() as db, _writing(db):
            done = db.execute(
                "UPDATE games SET counts = ?, version = ?, state = ?, over = ?, touched = ?"
                " WHERE id = ? AND version = ? AND engine = ? AND touched >= ?",
                (
                    after.counts,
                    after.version,
                    after.state,
                    after.over,
                    self._clock(),
                    before.id,
                    before.version,
                    before.engine,
                    self._oldest(),
                ),
            )
            if done.rowcount != 1:
                return False
            db.execute("INSERT INTO answers VALUES(?,?,?)", (before.id, before.version, answer))
            self._write_lines(db, before.id, lines)
        return True

    def note(self, game: str, line: str) -> None:
        """Write a line into the log of a game that is still there.

        :raises StoreError: if the store cannot be used.
        """
        with self._open() as db, _writing(db):
            if db.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone():
                self._write_lines(db, game, [line])

    def answers(self, game: str, first: int | None = None) -> list[str]:
        """Return the answers of a game in order, all or the first ones.

        :raises StoreError: if the store cannot be used.
        """
        with self._open() as db:
            found = db.execute(
                "SELECT answer FROM answers WHERE game = ? ORDER BY number LIMIT ?",
                (game, -1 if first is None else first),
            ).fetchall()
        return [answer for (answer,) in found]

    def lines(self, game: str, after: int, most: int) -> list[tuple[int, str]]:
        """Return up to `most` lines of a game's log behind a number, each with its own.

        :raises StoreError: if the store cannot be used.
        """
        with self._open() as db:
            return db.execute(
                "SELECT number, line FROM lines WHERE game = ? AND number > ? ORDER BY number LIMIT ?",
                (game, after, most),
            ).fetchall()

    def _write_lines(self, db: sqlite3.Connection, game: str, lines: Sequence[str]) -> None:
        (last,) = db.execute("SELECT coalesce(max(number), 0) FROM lines WHERE game = ?", (game,)).fetchone()
        db.executemany("INSERT INTO lines VALUES(?,?,?)", _rows(game, last + 1, lines))

    def _oldest(self) -> float:
        return self._clock() - self.room.seconds

    def _make_room(self, db: sqlite3.Connection, client: str) -> None:
        """Take away what was left alone for too long, and of games that are over the oldest where room is wanted.

        :raises FullError: if all that is left is still played.
        """
        oldest = self._oldest()
        db.execute("DELETE FROM games WHERE id IN (SELECT id FROM games WHERE touched < ? LIMIT ?)", (oldest, _SWEEP))
        for most, where, values in (
            (self.room.each, "client = ? AND touched >= ?", (client, oldest)),
            (self.room.most, "touched >= ?", (oldest,)),
        ):
            count, first = db.execute(
                f"SELECT count(*), min(touched) FROM games WHERE {where}",  # noqa: S608 - our own words
                values,
            ).fetchone()
            if count < most:
                continue
            gone = db.execute(
                f"DELETE FROM games WHERE id IN (SELECT id FROM games WHERE {where} AND over"  # noqa: S608
                " ORDER BY touched LIMIT ?)",
                (*values, count - most + 1),
            )
            if gone.rowcount < count - most + 1:
                wait = int(first - oldest) + 1
                raise FullError(most, wait, each=where.startswith("client"))

    # --- the file -----------------------------------------------------------------------------------------------------

    def _is_there(self) -> bool:
        try:
            return self.path.exists()
        except OSError as fault:
            raise StoreError(str(fault)) from fault

    def _make(self) -> None:
        """Make the file, which nobody else may read: it holds every hand."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError as fault:
            raise StoreError(str(fault)) from fault

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with contextlib.closing(self._connect()) as db:
                db.execute("PRAGMA synchronous = NORMAL")
                db.execute("PRAGMA foreign_keys = ON")
                self._check_layout(db)
                self._hold()
                yield db
        except sqlite3.Error as fault:
            raise StoreError(f"{self.path}: {fault}") from fault

    def _connect(self, **more: bool) -> sqlite3.Connection:
        address = f"{self.path.absolute().as_uri()}?mode=rw"
        return sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None, **more)

    def _hold(self) -> None:
        """Keep one connection of this process open; one that came over a fork is the parent's."""
        with self._lock:
            if self._idle is not None and self._process == os.getpid():
                return
            idle = self._connect(check_same_thread=False)
            self._idle, self._process = idle, os.getpid()
            weakref.finalize(self, _close, idle, self._process)
            idle.execute("SELECT 1 FROM games LIMIT 1").fetchone()  # only what has read holds the file

    def _check_layout(self, db: sqlite3.Connection) -> None:
        (found,) = db.execute("PRAGMA user_version").fetchone()
        if found == _LAYOUT:
            return
        if found == 0:
            db.execute("PRAGMA journal_mode = WAL")
            with _writing(db):
                (found,) = db.execute("PRAGMA user_version").fetchone()  # another process may have been quicker
                if found == 0:
                    if db.execute("SELECT 1 FROM sqlite_master").fetchone():
                        raise StoreError(f"{self.path} is a database of something else.")
                    for statement in _TABLES.split(";\n"):
                        db.execute(statement)
                    db.execute(f"PRAGMA user_version = {_LAYOUT}")
                    return
        if found != _LAYOUT:
            raise StoreError(f"{self.path} has tables of version {found}; this server reads version {_LAYOUT}.")


def _close(idle: sqlite3.Connection, process: int) -> None:
    if process == os.getpid():
        idle.close()


@contextlib.contextmanager
def _writing(db: sqlite3.Connection) -> Iterator[None]:
    """Do all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        # Where the disk is full, SQLite may have rolled back already.
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _rows(game: str, first: int, texts: Sequence[str]) -> list[tuple[str, int, str]]:
    return [(game, number, text) for number, text in enumerate(texts, first)]
