"""A database: its connections, and the transactions that stores do their work in.

Tables are made, and brought up to this version, at the first use. Each process opens its own connections, at its first
use too, because the workers of a server are forked. SQLite is used in WAL mode, so that one writer and many readers of
all processes do not wait for each other. The connections of the pool stay open until the process ends. When the last
connection to a file closes, SQLite copies its log into the main file and removes the files next to it.
"""

from __future__ import annotations

import atexit
import errno
import os
import sqlite3
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar
from weakref import WeakSet

from sqlalchemy import Engine, create_engine, event, select, text
from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import QueuePool

from riftcheck.store import migrations
from riftcheck.store.address import shown
from riftcheck.store.errors import BusyError, DatabaseError, FullDiskError
from riftcheck.store.hashes import caller_hash
from riftcheck.store.outages import READING, WRITING, Outage
from riftcheck.store.reserve import Reserve
from riftcheck.store.tables import SECRET

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import URL, Connection

PATIENCE: Final = 10.0  # seconds to wait for another that writes, or for a server that does not answer
_ADMISSION: Final = 7_483_012  # the number of the lock in PostgreSQL under which rows are counted and added
_LOCK: Final = text("SELECT pg_advisory_xact_lock(:lock)")
_NOW: Final = text("SELECT extract(epoch FROM clock_timestamp())")
_IN_LINE: Final = 0.75  # of the patience is for the threads of this process
_READS: Final = "riftcheck_reads"  # an execution option: no transaction is begun
_LEAST_CONNECTING: Final = 2  # seconds: to wait for fewer is not in libpq
_LOCKED: Final = "55P03"  # of PostgreSQL: `lock_timeout` is over
_PAUSE: Final = 0.005  # seconds between two tries
_ENDING: Final = 1.0  # seconds for threads that still use a connection when the process ends
_FULL: Final = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
)
_FORBIDDEN: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ADVICE: Final = "The server tries again at the next use."
_ERROR_BITS: Final = 0xFF  # of an error of SQLite, without what says more of it


_T = TypeVar("_T")


class _Opened(NamedTuple):
    """The engines of a database that was opened: one pool of connections, with transactions and without."""

    writer: Engine
    reader: Engine
    process: int
    file: tuple[int, int] | None  # its device and number
    secret: str


_OPENED: Final[WeakSet[Database]] = WeakSet()


class Database:
    """The database at an address, with its tables.

    `patience`: the seconds to wait for another thread or process that writes to the database or opens it. `reserve`:
    True if a file has a reserve, so that `freeing` can delete on a full disk. `secret`: the key of the hashes of
    clients, by default the secret in the database. `clock`: returns the time in seconds since 1970, by default that of
    this machine for a file, and that of the server for PostgreSQL.
    """

    def __init__(
        self,
        where: URL,
        *,
        patience: float = PATIENCE,
        reserve: bool = False,
        secret: str = "",
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.where = where
        self.file = Path(where.database or "") if where.drivername == "sqlite" else None
        self._reserve = Reserve(self.file) if reserve and self.file is not None else None
        self._outage = Outage(str(self.file or shown(where)))
        self._patience = patience
        self._secret = secret
        self._clock = time.time if clock is None and self.file is not None else clock
        self._lock = threading.Lock()
        # SQLite has no queue of those who write: each asks again and again, ever more seldom, and one asks too seldom.
        # So the threads of a process stand in line here.
        self._writes = threading.Lock()
        self._opened: _Opened | None = None
        self._is_over = False

    def prepare(self) -> None:
        """Bring tables that are there up to this version, and keep no connection: for before processes are forked.

        A file that is not there is still made at the first use; what that takes time for is loaded.

        :raises DatabaseError: if the database cannot be used.
        """
        migrations.load()
        try:
            with self._errors_translated(READING):
                if self.is_there():
                    self._open()
        finally:
            self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that only reads, each statement for itself.

        :raises DatabaseError: if the database cannot be used.
        """
        with self._errors_translated(READING), self._open().reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, frees: bool = False) -> Iterator[Connection]:
        """Give a connection whose work is done as a whole or not at all.

        `frees`: True if the work only deletes. Its success does not show that a full disk has space again.

        :raises DatabaseError: if the database cannot be used.
        """
        try:
            with self._errors_translated(WRITING, says_it_works=not frees):
                writer = self._open().writer  # not in turn: who opens it may take long
                with self._in_turn(), writer.begin() as connection:
                    yield connection
        except FullDiskError:
            self._checkpoint()  # so that the next transaction can reuse the space of the log
            raise

    def freeing(self, work: Callable[[Connection], _T]) -> _T:
        """Do `work` in a transaction and return its result. On a full disk, release the reserve for it.

        `work` only deletes. If the disk is full, its changes are rolled back and it is called again.

        :raises DatabaseError: if the database cannot be used.
        """
        try:
            for _ in range(2):  # the second time in the space of the log
                with suppress(FullDiskError):
                    return self._write(work)
            if self._reserve is not None:
                self._reserve.release()
            self._checkpoint()
            try:
                return self._write(work)
            finally:
                self._checkpoint()
        finally:
            if self._reserve is not None:
                self._reserve.make_again()

    def _write(self, work: Callable[[Connection], _T]) -> _T:
        with self.writing(frees=True) as connection:
            return work(connection)

    def _checkpoint(self) -> None:
        """Have SQLite copy its log into the main file, if the disk has space for that."""
        if self.file is not None:
            with suppress(SQLAlchemyError, DatabaseError, OSError), self._open().reader.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)").all()

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Wait until no other thread of this process writes to a file, for most of the patience.

        The rest is for other processes, of which each has one that writes.

        :raises BusyError: if that is not enough.
        """
        if self.file is None:
            yield
            return
        if not self._writes.acquire(timeout=self._patience * _IN_LINE):
            raise BusyError(f"{shown(self.where)}: others are writing")
        try:
            yield
        finally:
            self._writes.release()

    def now(self, connection: Connection) -> float:
        """Return the time in seconds since 1970, by the clock that all who use the database share."""
        return float(connection.scalar(_NOW) or 0) if self._clock is None else self._clock()

    def secret(self) -> str:
        """Return the secret of the installation: the given one, or the random one that the database contains.

        :raises DatabaseError: if the database cannot be used.
        """
        with self._errors_translated(READING):
            return self._open().secret

    def hashed(self, name: str) -> str:
        """Return the hash that the tables contain instead of the name of a client or site.

        :raises DatabaseError: if the database cannot be used.
        """
        return caller_hash(self.secret(), name)

    def one_at_a_time(self, connection: Connection) -> None:
        """Have others wait who ask for this, too, until the work of the connection is done. SQLite has one writer."""
        if self.file is None:
            connection.execute(_LOCK, {"lock": _ADMISSION})

    def is_there(self) -> bool:
        """Tell whether anything can have been stored yet: a file is made at the first use.

        :raises DatabaseError: if nobody can tell.
        """
        with self._errors_translated(READING, says_it_works=False):
            return self.file is None or self.file.exists()

    def close(self) -> None:
        """Let go of all connections; the next use opens others."""
        with self._lock:
            self._dispose()

    def close_for_good(self) -> None:
        """Close all connections, because the process ends. Wait up to a second for threads that still use one.

        After that the database cannot be opened again.
        """
        if not self._lock.acquire(timeout=_ENDING):
            return
        try:
            self._is_over = True
            pool = None if self._opened is None else self._opened.writer.pool
            until = time.monotonic() + _ENDING
            while isinstance(pool, QueuePool) and pool.checkedout() and time.monotonic() < until:
                time.sleep(_PAUSE)
            is_short = self._reserve is not None and not self._reserve.log_fits()
            if self._reserve is not None and is_short:
                self._reserve.release()
            with suppress(SQLAlchemyError):
                self._dispose()
            if self._reserve is not None and is_short:
                self._reserve.make_again()
        finally:
            self._lock.release()

    def _dispose(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.writer.dispose(close=opened.process == os.getpid())

    def _open(self) -> _Opened:
        opened = self._opened
        if opened is not None and self._is_current(opened):
            return opened
        if not self._lock.acquire(timeout=self._patience):
            raise BusyError(f"{shown(self.where)}: it is being opened")
        try:
            if self._is_over:
                raise BusyError(f"{shown(self.where)}: the process ends")
            opened = self._opened
            if opened is None or not self._is_current(opened):  # no other thread was quicker
                self._dispose()
                opened = self._opened = self._open_anew()
                _OPENED.add(self)
            return opened
        finally:
            self._lock.release()

    def _is_current(self, opened: _Opened) -> bool:
        # A file that was taken away is not there for anybody else, though who has it open could go on writing to it.
        return opened.process == os.getpid() and opened.file == self._file_id()

    def _open_anew(self) -> _Opened:
        try:
            return self._open_once()
        except SQLAlchemyError as fault:
            if self._reserve is None or not _is_full(fault):
                raise
        self._reserve.release()  # SQLite makes files next to the main file even to read it
        try:
            return self._open_once()
        finally:
            self._reserve.make_again()

    def _open_once(self) -> _Opened:
        made = _postgresql(self.where, self._patience) if self.file is None else self._sqlite(self.file)
        try:
            migrations.upgrade(made, self._patience, self._secret)
            secret = self._secret or _stored_secret(made)
        except BaseException:
            made.dispose()
            raise
        reading = {_READS: True, **({"isolation_level": "AUTOCOMMIT"} if self.file is None else {})}
        return _Opened(made, made.execution_options(**reading), os.getpid(), self._file_id(), secret)

    def _file_id(self) -> tuple[int, int] | None:
        if self.file is None:
            return None
        with suppress(FileNotFoundError):
            found = self.file.stat()
            return found.st_dev, found.st_ino
        return None

    def _sqlite(self, file: Path) -> Engine:
        # Nobody else may read it: who knows the id of a job may see it, and a game holds every hand.
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        if self._reserve is not None:
            self._reserve.make()
        log_pages = None if self._reserve is None else self._reserve.log_pages
        seconds = self._patience * (1 - _IN_LINE)
        made = create_engine(self.where, connect_args={"timeout": seconds, "isolation_level": None})
        event.listen(made, "connect", lambda connection, _record: _configure(connection, seconds, log_pages))
        event.listen(made, "begin", _begin)
        return made

    @contextmanager
    def _errors_translated(self, use: int, *, says_it_works: bool = True) -> Iterator[None]:
        """Raise the errors of the driver as errors of the store, and log an outage."""
        try:
            yield
        except BusyError:
            raise
        except DatabaseError as error:
            self._outage.begin(use, str(error).rstrip("."), _ADVICE)
            raise
        except (SQLAlchemyError, OSError) as fault:
            reason = str(getattr(fault, "orig", None) or fault).strip().partition("\n")[0]
            if _is_busy(fault):
                raise BusyError(f"{shown(self.where)}: {reason}") from fault
            self._outage.begin(use, reason, _advice(fault))
            kind = FullDiskError if _is_full(fault) else DatabaseError
            raise kind(f"{shown(self.where)}: {reason}") from fault
        if says_it_works:
            self._outage.end(use)


@atexit.register
def close_all() -> None:
    """Close all databases of this process for good.

    After the last process has closed a file of SQLite, the main file contains everything.
    """
    for database in list(_OPENED):
        database.close_for_good()


def _stored_secret(engine: Engine) -> str:
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        return str(connection.scalar(select(SECRET.c.secret).limit(1)))


def _is_busy(fault: Exception) -> bool:
    """Tell whether a fault is that others write at the moment, or hold all connections of the pool."""
    orig = getattr(fault, "orig", None)
    return _is_locked(orig) or isinstance(fault, PoolTimeoutError) or getattr(orig, "sqlstate", None) == _LOCKED


def _is_full(fault: Exception) -> bool:
    """Return True if an error means that the disk or a quota has no space left."""
    code = getattr(getattr(fault, "orig", None), "sqlite_errorcode", 0)
    return code in _FULL or getattr(fault, "errno", None) in (errno.ENOSPC, errno.EDQUOT)


def _advice(fault: Exception) -> str:
    """Return what an operator can do about an error, as a sentence."""
    if _is_full(fault):
        return "Free space on its disk, or delete games and jobs."
    code = getattr(getattr(fault, "orig", None), "sqlite_errorcode", 0) & _ERROR_BITS
    if code in _FORBIDDEN or isinstance(fault, OSError):
        return "Allow the server to write the file and its folder."
    if code in _DAMAGED:
        return "Restore a backup, or move the file, its -wal and its -shm away: the server then makes a new file."
    return _ADVICE


def _postgresql(where: URL, patience: float) -> Engine:
    try:
        seconds = max(int(patience), _LEAST_CONNECTING)
        made = create_engine(
            where, connect_args={"connect_timeout": seconds}, pool_pre_ping=True, pool_timeout=patience
        )
    except (NoSuchModuleError, ModuleNotFoundError):
        raise DatabaseError("PostgreSQL needs a driver: pip install 'riftcheck[postgres]'.") from None

    def begin(connection: Connection) -> None:
        # Not among the options of a connection: a PgBouncer in between would refuse those.
        if not connection.get_execution_options().get(_READS):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(patience * 1000)}")

    event.listen(made, "begin", begin)
    return made


def _configure(connection: sqlite3.Connection, seconds: float, log_pages: int | None) -> None:
    # Of two that change the mode of a new file at once, SQLite refuses one at once, whatever its patience.
    until = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as fault:
            if not _is_locked(fault) or time.monotonic() >= until:
                raise
        time.sleep(_PAUSE)
    pragmas = ["synchronous = NORMAL", "foreign_keys = ON"]
    if log_pages is not None:
        pragmas.append(f"wal_autocheckpoint = {log_pages}")
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")


def _is_locked(fault: BaseException | None) -> bool:
    return getattr(fault, "sqlite_errorcode", 0) & _ERROR_BITS == sqlite3.SQLITE_BUSY


def _begin(connection: Connection) -> None:
    """Begin as who will write: SQLite refuses a reader that wants to write when another was quicker."""
    if not connection.get_execution_options().get(_READS):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
