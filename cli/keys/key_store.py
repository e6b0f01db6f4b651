"""The store of keys as the settings name it, and how a key is shown."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from riftcheck.api.settings import SettingError, Settings
from riftcheck.api.stores import key_store
from riftcheck.cli import options
from riftcheck.store.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.store.keys import KeyRecord, KeyStore

LIMITS: Final = ("light", "heavy", "jobs", "games")
_NONE: Final = "none"


@contextmanager
def opened_store() -> Iterator[KeyStore]:
    """Give the store of keys.

    :raises Refused: if a setting is wrong or the database cannot be used.
    """
    try:
        store = key_store(Settings.from_env())
    except SettingError as error:
        raise options.Refused(str(error)) from None
    try:
        yield store
    except DatabaseError as fault:
        raise options.Refused(f"The keys cannot be read or written: {fault}") from None
    finally:
        store.database.close()


def to_json(key: KeyRecord) -> dict[str, Any]:
    """Return a key as JSON data: a limit is a number, `none`, or null where that of the server holds."""
    limits = {name: getattr(key.limits, name) for name in LIMITS}
    return {
        "id": key.id,
        "label": key.label,
        "scopes": list(key.scopes),
        **{name: _NONE if limit == 0 else limit for name, limit in limits.items()},
        "created": instant(key.created),
        "withdrawn": None if key.withdrawn is None else instant(key.withdrawn),
    }


def instant(seconds: float) -> str:
    """Return a time in seconds since 1970 as people and programs read it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
