"""What was asked for under keys of idempotence: a row for each, written with the game or job that it made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, delete, func, insert, select

from riftcheck.store.errors import RepeatedError
from riftcheck.store.tables import REPEATS

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

    from riftcheck.store.database import Database
    from riftcheck.store.repeatable import Repeatable

KEPT_SECONDS: Final = 24 * 3600
EACH: Final = 1000  # keys of one caller that are kept
MOST: Final = 100_000  # keys that are kept
_REMOVED_AT_ONCE: Final = 200  # so that nobody waits for long
_FIND: Final = select(REPEATS.c.request, REPEATS.c.made).where(
    REPEATS.c.key == bindparam("key"), REPEATS.c.created >= bindparam("oldest")
)


def find_repeated(database: Database, asked: Repeatable) -> RepeatedError | None:
    """Return what was made under a key within the last `KEPT_SECONDS`, None if nothing was.

    :raises DatabaseError: if the database cannot be used.
    """
    if not database.is_there():
        return None
    with database.reading() as connection:
        return _found(connection, asked, database.now(connection))


def write_repeatable(database: Database, connection: Connection, asked: Repeatable, made: str) -> None:
    """Write what was made under a key, in the transaction that makes it and in which no other adds.

    :raises RepeatedError: if another was quicker.
    """
    now = database.now(connection)
    found = _found(connection, asked, now)
    if found is not None:
        raise found
    client = database.hashed(asked.client)
    _make_room(connection, replace(asked, client=client), now)
    connection.execute(
        insert(REPEATS).values(key=asked.key, client=client, request=asked.request, made=made, created=now)
    )


def _found(connection: Connection, asked: Repeatable, now: float) -> RepeatedError | None:
    row = connection.execute(_FIND, {"key": asked.key, "oldest": now - KEPT_SECONDS}).first()
    return None if row is None else RepeatedError(*row)


def _make_room(connection: Connection, asked: Repeatable, now: float) -> None:
    """Remove keys that are old, this one if it is, and of too many the oldest: the caller's, then of who has most."""
    connection.execute(delete(REPEATS).where(REPEATS.c.key == asked.key))
    _delete(connection, REPEATS.c.created < now - KEPT_SECONDS, _REMOVED_AT_ONCE)
    own = REPEATS.c.client == asked.client
    _delete(connection, own, _count(connection, own) - EACH + 1)
    excess = _count(connection) - MOST + 1
    if excess > 0:
        most = select(REPEATS.c.client).group_by(REPEATS.c.client)
        many = most.order_by(func.count().desc(), func.min(REPEATS.c.created)).limit(1)
        _delete(connection, REPEATS.c.client == many.scalar_subquery(), excess)


def _count(connection: Connection, *where: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(REPEATS).where(*where)) or 0


def _delete(connection: Connection, where: ColumnElement[bool], most: int) -> None:
    if most > 0:
        chosen = select(REPEATS.c.key).where(where).order_by(REPEATS.c.created).limit(most)
        connection.execute(delete(REPEATS).where(REPEATS.c.key.in_(chosen)))
