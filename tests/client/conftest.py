"""What the tests of the client share."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from riftcheck.client import Client, Retries
from tests.client.scripted import Moments, Scripted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.client.scripted import Reply


@pytest.fixture
def moments() -> Moments:
    return Moments()


@pytest.fixture
def scripted(moments: Moments) -> Iterator[Callable[..., tuple[Client, Scripted]]]:
    """Give servers with replies, and a client of each."""
    with ExitStack() as open_ones:

        def make(*replies: Reply, path: str = "", key: str | None = None, **more: float) -> tuple[Client, Scripted]:
            server = open_ones.enter_context(Scripted(*replies))
            retries = Retries(sleep=moments.sleep, clock=moments.clock, **more)  # type: ignore[arg-type]
            return open_ones.enter_context(Client(server.url + path, key, retries=retries)), server

        yield make
