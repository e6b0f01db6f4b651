"""What the tests of the client share."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from riftcheck.client import Client, Retries
from tests.api.test_running import Started
from tests.client.scripted import Moments, Scripted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.client.scripted import Reply


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server, with a limit that no test reaches."""
    started = Started(tmp_path_factory.mktemp("server"), RIFTCHECK_JOBS_PROCESSES="1", RIFTCHECK_WORKERS="1")
    yield f"http://127.0.0.1:{started.port}"
    started.stop()
    assert "Traceback" not in started.log.read_text()


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
