"""The real server: its worker processes count together, and the death of one forgets nothing."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tests.api.test_running import ask
from tests.processes import is_alive, wait_until
from tests.servers import Started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# The clock of the counts stands still, however slow the machine is; each worker that answers notes its number.
FIRST = """
import os, pathlib
from riftcheck.api.limits.rate_limits import RateLimits
begin, check = RateLimits.__init__, RateLimits.check
def noting(self):
    pathlib.Path({folder!r}, str(os.getpid())).touch()
    check(self)
RateLimits.__init__ = lambda self, settings: begin(self, settings, lambda: 1000.0)
RateLimits.check = noting
"""


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    folder = tmp_path / "noted"
    folder.mkdir()
    return folder


@pytest.fixture
def started(tmp_path: Path, noted: Path) -> Iterator[Started]:
    settings = {"RIFTCHECK_RATE_LIGHT": "20", "RIFTCHECK_RATE_HEAVY": "5", "RIFTCHECK_WORKERS": "3"}
    server = Started(tmp_path, FIRST.format(folder=str(noted)), **settings)
    yield server
    server.process.kill()
    server.process.wait()


def test_twenty_a_minute_are_twenty_over_all_workers(started: Started, noted: Path) -> None:
    def get(_number: int) -> int:
        return ask(started.port, "GET", "/v1/sets")[0]

    found: list[int] = []
    with ThreadPoolExecutor(12) as callers:

        def answered_by_several() -> bool:
            found.extend(callers.map(get, range(36)))
            return len(list(noted.iterdir())) > 1

        wait_until(answered_by_several)
    assert (found.count(200), set(found)) == (20, {200, 429})
    # What was counted outlives whoever counted it.
    (worker, *_) = [int(path.name) for path in noted.iterdir()]
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: not is_alive(worker))
    assert {get(number) for number in range(12)} == {429}
    assert ask(started.port, "GET", "/healthz")[0] == 200
