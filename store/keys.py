"""The store of the operator's keys: made, listed, withdrawn.

A key is told once, when it is made; the store holds its hash. A key has 192 bits from the system's own randomness, so
the hash needs neither salt nor work: nobody can try keys until one fits.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import insert, select, update

from riftcheck.store.capacity import Allowance
from riftcheck.store.tables import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Row

    from riftcheck.store.database import Database

PREFIX: Final = "riftcheck_"  # by which a key is known for one where it should not be: in a log, in a repository
_KEY_BYTES: Final = 24
_ID_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """A key as it is stored. Times are seconds since 1970, `withdrawn` None while the key holds."""

    id: str
    digest: str
    label: str
    scopes: tuple[str, ...]
    limits: Allowance
    created: float
    withdrawn: float | None


class KeyStore:
    """The keys of one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, label: str, scopes: Iterable[str], limits: Allowance) -> tuple[str, KeyRecord]:
        """Make a key and return it with what is stored of it.

        :raises DatabaseError: if the database cannot be used.
        """
        key = PREFIX + secrets.token_urlsafe(_KEY_BYTES)
        with self.database.writing() as connection:
            made = KeyRecord(
                secrets.token_hex(_ID_BYTES),
                digest_of(key),
                label,
                tuple(scopes),
                limits,
                self.database.now(connection),
                None,
            )
            connection.execute(
                insert(KEYS).values(
                    id=made.id,
                    digest=made.digest,
                    label=label,
                    scopes=" ".join(made.scopes),
                    light=limits.light,
                    heavy=limits.heavy,
                    jobs=limits.jobs,
                    games=limits.games,
                    created=made.created,
                )
            )
        return key, made

    def all(self) -> list[KeyRecord]:
        """Return all keys, the oldest first, also those that were withdrawn.

        :raises DatabaseError: if the database cannot be used.
        """
        if not self.database.is_there():
            return []
        with self.database.reading() as connection:
            return [_record(row) for row in connection.execute(select(KEYS).order_by(KEYS.c.created, KEYS.c.id))]

    def withdraw(self, key_id: str) -> bool:
        """Withdraw the key of an id for good; return whether it held until now.

        :raises DatabaseError: if the database cannot be used.
        """
        if not self.database.is_there():
            return False
        with self.database.writing() as connection:
            now = self.database.now(connection)
            which = (KEYS.c.id == key_id) & KEYS.c.withdrawn.is_(None)
            return connection.execute(update(KEYS).where(which).values(withdrawn=now)).rowcount == 1


def digest_of(key: str) -> str:
    """Return the hash by which a key is stored and found."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def _record(row: Row[Any]) -> KeyRecord:
    limits = Allowance(row.light, row.heavy, row.jobs, row.games)
    return KeyRecord(row.id, row.digest, row.label, tuple(row.scopes.split()), limits, row.created, row.withdrawn)
