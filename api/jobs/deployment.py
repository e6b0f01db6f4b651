"""The store of the jobs as the settings have it, and what names the cards and the code that play them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import riftcheck.carddb.abilities
from riftcheck import engine, goldfish
from riftcheck.api.jobs.database import AddressError, Database, address
from riftcheck.api.jobs.store import Room, Store
from riftcheck.api.settings import SettingError
from riftcheck.engine.fingerprint import of_sources

if TYPE_CHECKING:
    from riftcheck.api.settings import Settings
    from riftcheck.carddb import CardDatabase

_HOUR: Final = 3600


def store_of(settings: Settings) -> Store:
    """Return the store that the settings name. Nothing is opened yet.

    :raises SettingError: if the address is none of a database.
    """
    try:
        where = address(settings.jobs)
    except AddressError as error:
        raise SettingError(f"RIFTCHECK_JOBS: {error}") from None
    room = Room(settings.jobs_each, settings.jobs_most, settings.jobs_kept, settings.jobs_hours * _HOUR)
    return Store(Database(where), room)


def engine_of(db: CardDatabase) -> str:
    """Return what a job hangs on: the version of the cards and the code that plays them."""
    return of_sources(riftcheck.carddb.abilities, engine, goldfish, data=db.version)
