"""The address of a database: a file, or the URL of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from riftcheck.store.errors import AddressError
from riftcheck.store.places import default_file

if TYPE_CHECKING:
    from sqlalchemy import URL


def database_url(given: str, default: str) -> URL:
    """Return the URL of a database: a path, `sqlite:///FILE` or `postgresql://USER@HOST/DATABASE`.

    Where nothing is given it is the file of the name `default` in the user's data folder.

    :raises AddressError: if it is neither SQLite in a file nor PostgreSQL.
    """
    if not given:
        return make_url("sqlite://").set(database=str(default_file(default)))
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
        example = f"sqlite:////var/lib/riftcheck/{default}"
        raise AddressError(f"The database is a file of SQLite, as in {example}.")
    return found


def shown(url: URL) -> str:
    """Return an address without what may be secret in it: a password, wherever it stands."""
    return url.set(query={}).render_as_string()
