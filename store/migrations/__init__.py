"""The schema from one version to the next, by Alembic, over the connection that `store.database` has open."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import inspect, select, text

from riftcheck.store.address import shown
from riftcheck.store.errors import BusyError, DatabaseError
from riftcheck.store.tables import METADATA, REVISION, VERSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

_UPGRADE: Final = 7_483_011  # the number of the lock in PostgreSQL under which tables are made
_OLD_GAMES: Final = {"games", "answers", "lines"}
_OLD_LAYOUT: Final = 1
_LOCK: Final = text("SELECT pg_advisory_xact_lock(:lock)")
# Alembic has its connection in global names: two threads that migrate would write to each other's databases.
_MIGRATION: Final = threading.Lock()


def upgrade(engine: Engine, patience: float, secret: str = "") -> None:
    """Bring the tables of a database up to this version, one process at a time.

    `patience`: the seconds to wait for another thread that migrates this or another database. `secret`: the key of the
    hashes of clients, by default the secret in the database.

    :raises DatabaseError: if it holds tables of something else, or of a newer version.
    :raises BusyError: if the patience is over.
    """
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        if _revision(connection) == REVISION:
            return
    with _alone(engine, patience), engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(_LOCK, {"lock": _UPGRADE})
        found = _revision(connection)
        if found == REVISION:  # another was quicker
            return
        if found is None and _is_of_something_else(connection):
            raise DatabaseError(f"{shown(engine.url)} is a database of something else.")
        _migrate(connection, secret)


def load() -> None:
    """Load what makes tables, which takes its time, before there are any to make."""
    import alembic.command  # noqa: F401, PLC0415


@contextmanager
def _alone(engine: Engine, patience: float) -> Iterator[None]:
    if not _MIGRATION.acquire(timeout=patience):
        raise BusyError(f"{shown(engine.url)}: another database is brought up to this version")
    try:
        yield
    finally:
        _MIGRATION.release()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSIONS):
        return None
    found = connection.scalar(select(text("version_num")).select_from(text(VERSIONS)))
    return None if found is None else str(found)


def _is_of_something_else(connection: Connection) -> bool:
    """Tell whether a database without a revision has tables of another program.

    On a server others may have tables beside ours; a file is ours alone. A file of games of version 0.1 has no
    revision.
    """
    tables = set(inspect(connection).get_table_names())
    if connection.dialect.name == "postgresql":
        return not tables.isdisjoint(METADATA.tables)
    return bool(tables) and not holds_old_games(connection)


def holds_old_games(connection: Connection) -> bool:
    """Tell whether a database holds the games of version 0.1, which were in files of SQLite without a revision."""
    if connection.dialect.name != "sqlite" or not set(inspect(connection).get_table_names()) >= _OLD_GAMES:
        return False
    return connection.exec_driver_sql("PRAGMA user_version").scalar() == _OLD_LAYOUT


def _migrate(connection: Connection, secret: str) -> None:
    # Imported here because it takes its time, and is needed once in the life of a database.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes.update(connection=connection, secret=secret)
    try:
        command.upgrade(config, "head")
    except CommandError as fault:
        raise DatabaseError(f"The tables are of another version of riftcheck: {fault}.") from None
