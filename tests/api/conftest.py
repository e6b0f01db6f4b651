"""What the tests of the API share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.settings import Settings

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase


@pytest.fixture(scope="session")
def app(db: CardDatabase) -> Flask:
    return create_app(db, Settings(log_level="error"))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
