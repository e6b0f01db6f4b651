"""The real server, as the tests of the client and of its page ask it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from tests.api.test_running import Started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SETTINGS: Final = {
    "RIFTCHECK_JOBS_PROCESSES": "1",
    "RIFTCHECK_RATE_HEAVY": "none",
    "RIFTCHECK_RATE_LIGHT": "none",
    "RIFTCHECK_WORKERS": "1",
}


@contextmanager
def live_server(place: Path, **settings: str) -> Iterator[str]:
    """Give the address of a server that is ended behind; it has no limits but those of the settings."""
    started = Started(place, **{**_SETTINGS, **settings})
    try:
        yield f"http://127.0.0.1:{started.port}"
    finally:
        started.stop()
    assert "Traceback" not in started.log.read_text()
