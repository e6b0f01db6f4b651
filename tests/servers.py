"""The real server in a process of its own, as the tests of it, of the client and of the pages about both ask it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from bench.processes import free_port
from tests.processes import PATIENCE, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# The rate limits of the environment of the tests are none.
_LIVE: Final = {"RIFTCHECK_JOBS_PROCESSES": "1", "RIFTCHECK_WORKERS": "2"}


class Started:
    """A server in folders of its own, stopped or killed at the end; `first` is code that runs before it begins.

    `url` is its address.
    """

    def __init__(self, place: Path, first: str = "", **settings: str) -> None:
        self.folders = {name: place / name for name in ("home", "temporary", "cache")}
        for folder in self.folders.values():
            folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        environment = os.environ | {
            "HOME": str(self.folders["home"]),
            "TMPDIR": str(self.folders["temporary"]),
            "RIFTCHECK_CACHE": str(self.folders["cache"]),
            "RIFTCHECK_LOG": "warning",
        }
        environment.pop("XDG_DATA_HOME", None)
        self.log = place / "server.log"
        code = f"{first}\nfrom riftcheck.api.serve import serve; serve('127.0.0.1', {self.port})"
        with self.log.open("wb") as stream:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code], env=environment | settings, stdout=stream, stderr=stream
            )
        wait_until(self._listens)

    def _listens(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            connect(self.port).close()
        except ConnectionRefusedError:
            return False
        return True

    def own(self, folder: str) -> list[Path]:
        return sorted(path for path in self.folders[folder].glob("*") if path.suffix != ".json")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0


@contextmanager
def live_server(place: Path, **settings: str) -> Iterator[Started]:
    """Run a server with one process for jobs; it has no limits but those of the settings.

    At its end it must have left nothing in its folders and no error in its log. Games and jobs are stored beside them.
    """
    stores = {f"RIFTCHECK_{name}": str(place / f"{name.lower()}.sqlite3") for name in ("GAMES", "JOBS")}
    started = Started(place, **{**_LIVE, **stores, **settings})
    try:
        yield started
    finally:
        started.stop()
    for folder in started.folders:
        assert started.own(folder) == []
    assert list(place.glob("games.sqlite3-wal")) == [], "SQLite's log is in the main file"
    assert "Traceback" not in started.log.read_text()
    assert "ERROR" not in started.log.read_text()


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
