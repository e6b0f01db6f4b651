"""What the tests of the API share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.settings import Settings
from tests.api import databases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase


@pytest.fixture(scope="session")
def app(db: CardDatabase) -> Flask:
    return create_app(db, Settings(log_level="error"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server for the tests."""
    if databases.program("initdb") is None:
        pytest.skip("no PostgreSQL server is installed here (on Debian: apt-get install postgresql)")
    with databases.server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "jobs" / "jobs.sqlite3")
    return databases.emptied(request.getfixturevalue("postgres"))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
