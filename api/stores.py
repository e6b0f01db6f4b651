"""The stores as the settings have them. Nothing is opened yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.api.limits.key_ring import KEYS_FILE
from riftcheck.api.settings import SettingError
from riftcheck.api.waits import LONGEST_WAIT
from riftcheck.store.address import database_url
from riftcheck.store.capacity import GameCapacity, JobCapacity
from riftcheck.store.database import PATIENCE, Database
from riftcheck.store.errors import AddressError
from riftcheck.store.games import GameStore
from riftcheck.store.jobs import JobStore
from riftcheck.store.keys import KeyStore

if TYPE_CHECKING:
    from riftcheck.api.settings import Settings

_HOUR: Final = 3600  # seconds
_KEY_PATIENCE: Final = 2.0  # seconds: nobody waits for it


def game_store(settings: Settings) -> GameStore:
    """Return the store of games that the settings name.

    :raises SettingError: if the address is none of a database.
    """
    capacity = GameCapacity(settings.games_each, settings.games_most, settings.games_hours * _HOUR)
    return GameStore(
        _database("RIFTCHECK_GAMES", settings.games, "games.sqlite3", LONGEST_WAIT, settings.secret), capacity
    )


def job_store(settings: Settings, patience: float = PATIENCE) -> JobStore:
    """Return the store of jobs that the settings name; `patience`: the seconds to wait for others that write.

    :raises SettingError: if the address is none of a database.
    """
    seconds = settings.jobs_hours * _HOUR
    capacity = JobCapacity(settings.jobs_each, settings.jobs_most, seconds, settings.jobs_kept)
    return JobStore(_database("RIFTCHECK_JOBS", settings.jobs, "jobs.sqlite3", patience, settings.secret), capacity)


def key_store(settings: Settings) -> KeyStore:
    """Return the store of the operator's keys that the settings name.

    :raises SettingError: if the address is none of a database.
    """
    return KeyStore(_database("RIFTCHECK_KEYS", settings.keys, KEYS_FILE, _KEY_PATIENCE, reserve=False))


def _database(
    name: str, given: str, default: str, patience: float, secret: str = "", *, reserve: bool = True
) -> Database:
    try:
        return Database(database_url(given, default), patience=patience, secret=secret, reserve=reserve)
    except AddressError as error:
        raise SettingError(f"{name}: {error}") from None
