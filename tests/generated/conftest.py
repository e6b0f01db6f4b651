"""What the tests of generated clients share: a real server, and a list that it finds legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.live_server import live_server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server without limits."""
    with live_server(tmp_path_factory.mktemp("server")) as address:
        yield address
