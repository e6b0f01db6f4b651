"""What the tests of the API share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask import Flask

from riftcheck.api.app import create_app
from riftcheck.api.settings import Settings
from tests.api.documented import DocumentedClient

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

Flask.test_client_class = DocumentedClient  # every answer in these tests is held against the document


@pytest.fixture(scope="session")
def app(db: CardDatabase) -> Flask:
    return create_app(db, Settings(log_level="error"))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
