"""The database of the jobs: SQLite in a file of this machine, or PostgreSQL by its address.

Tables are made, and brought up to this version, at the first use. Each process opens its own connections, at its first
use too, because the workers of a server are forked.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import platformdirs
from sqlalchemy import Engine, create_engine, event, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from riftcheck.api.jobs.tables import METADATA, REVISION, VERSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL, Connection

_PATIENCE: Final = 10  # seconds to wait for another that writes, or for a server that does not answer
_UPGRADING: Final = 7_483_011  # the number of the lock in PostgreSQL under which tables are made
_ADDING: Final = 7_483_012  # and of that under which jobs are counted and taken in
_LOCK: Final = text("SELECT pg_advisory_xact_lock(:lock)")


class DatabaseError(Exception):
    """The database cannot be used now: it is away, damaged, full, or held by another."""


class AddressError(ValueError):
    """An address that names no database that can be used; the message says what would be right."""


def address(given: str) -> URL:
    """Return the address of a database; without one that of a file in the user's data folder.

    :raises AddressError: if it is none of SQLite or PostgreSQL.
    """
    if not given:
        folder = Path(platformdirs.user_data_dir("riftcheck", appauthor=False))
        return make_url("sqlite://").set(database=str(folder / "jobs.sqlite3"))
    if "://" not in given:
        return make_url("sqlite://").set(database=given)
    try:
        found = make_url(given)
    except (ArgumentError, ValueError):
        raise AddressError(f"{given.partition('@')[0]!r} is no address of a database.") from None
    if found.drivername in ("postgresql", "postgres"):
        found = found.set(drivername="postgresql+psycopg")
    if found.drivername not in ("sqlite", "postgresql+psycopg"):
        raise AddressError(f"The database is {found.drivername!r}; it can be a file, sqlite:///FILE or postgresql://.")
    if found.drivername == "sqlite" and found.database in (None, "", ":memory:"):
        raise AddressError("The jobs are kept in a file of SQLite, as in sqlite:////var/lib/riftcheck/jobs.sqlite3.")
    return found


class Database:
    """The database at an address, with its tables."""

    def __init__(self, where: URL) -> None:
        self.where = where
        self.file = Path(where.database or "") if where.drivername == "sqlite" else None
        self._engine: Engine | None = None
        self._process = 0
        self._opened: tuple[int, int] | None = None  # which file that was

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that only reads.

        :raises DatabaseError: if the database cannot be used.
        """
        with self._told():
            made = self._open().execution_options(isolation_level="AUTOCOMMIT")
            with made.connect() as connection:
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose work is done as a whole or not at all.

        :raises DatabaseError: if the database cannot be used.
        """
        with self._told(), self._open().begin() as connection:
            yield connection

    def now(self, connection: Connection) -> float:
        """Return the time in seconds since 1970, by the clock that all who use the database share."""
        if self.file is not None:
            return time.time()
        return float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0)

    def one_at_a_time(self, connection: Connection) -> None:
        """Have others wait who ask for this, too, until the work of the connection is done. SQLite has one writer."""
        if self.file is None:
            connection.execute(_LOCK, {"lock": _ADDING})

    def is_there(self) -> bool:
        """Tell whether anything can have been kept yet: a file is made at the first use."""
        return self.file is None or self.file.exists()

    def close(self) -> None:
        """Let go of all connections; the next use opens others."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.dispose(close=self._process == os.getpid())

    def _open(self) -> Engine:
        # A file that was taken away is not there for anybody else, though who has it open could go on writing to it.
        if self._engine is None or self._process != os.getpid() or self._opened != self._number():
            self.close()
            made = _engine(self.where, self.file)
            try:
                _upgrade(made)
            except BaseException:
                made.dispose()
                raise
            self._opened = self._number()
            self._engine, self._process = made, os.getpid()
            return made
        return self._engine

    def _number(self) -> tuple[int, int] | None:
        if self.file is None:
            return None
        with suppress(FileNotFoundError):
            found = self.file.stat()
            return found.st_dev, found.st_ino
        return None

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, OSError) as fault:
            reason = str(getattr(fault, "orig", None) or fault).strip().partition("\n")[0]
            raise DatabaseError(f"{_shown(self.where)}: {reason}") from fault


def _shown(where: URL) -> str:
    """Return an address without what may be secret in it: a password, wherever it stands."""
    return where.set(query={}).render_as_string()


def _engine(where: URL, file: Path | None) -> Engine:
    if file is None:
        options: dict[str, Any] = {"connect_args": {"connect_timeout": _PATIENCE}, "pool_pre_ping": True}
        try:
            return create_engine(where, **options)
        except (NoSuchModuleError, ModuleNotFoundError):
            raise DatabaseError("PostgreSQL needs a driver: pip install 'riftcheck[postgres]'.") from None
    # Nobody else may read it: who knows the id of a job may see it.
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    made = create_engine(where, connect_args={"timeout": _PATIENCE, "isolation_level": None})
    event.listen(made, "connect", _prepare)
    event.listen(made, "begin", _begin)
    return made


def _prepare(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begin as who will write: SQLite refuses a reader that wants to write when another was quicker."""
    if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _upgrade(engine: Engine) -> None:
    """Bring the tables up to this version, one process at a time."""
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        if _revision(connection) == REVISION:
            return
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(_LOCK, {"lock": _UPGRADING})
        found = _revision(connection)
        if found == REVISION:  # another was quicker
            return
        if found is None and inspect(connection).get_table_names() and not _is_empty(connection):
            raise DatabaseError(f"{_shown(engine.url)} has tables of something else by the same names.")
        _migrate(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSIONS):
        return None
    found = connection.scalar(select(text("version_num")).select_from(text(VERSIONS)))
    return None if found is None else str(found)


def _is_empty(connection: Connection) -> bool:
    """Tell whether none of our tables is there."""
    return not set(inspect(connection).get_table_names()) & set(METADATA.tables)


def _migrate(connection: Connection) -> None:
    # Imported here because it takes its time, and is needed once in the life of a database.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as fault:
        raise DatabaseError(f"The tables of the jobs are of another version of riftcheck: {fault}.") from None
