"""What the tests of the API share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask import Flask

from tests.api.documented import DocumentedClient

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.apps import Apps

Flask.test_client_class = DocumentedClient  # every answer in these tests is held against the document


@pytest.fixture(scope="session")
def app(apps: Apps) -> Flask:
    return apps()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
