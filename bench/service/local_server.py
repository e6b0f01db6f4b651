"""`riftcheck serve` on a free port of this machine, in a process of its own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bench.processes import children, free_port, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WORKERS: Final = 2
# So that what is measured is the server and not its limits; every result names what it set.
UNLIMITED: Final = {"RIFTCHECK_RATE_LIGHT": "none", "RIFTCHECK_RATE_HEAVY": "none"}


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs: its port, its first process, and the file of its log."""

    port: int
    pid: int
    log: Path


@contextlib.contextmanager
def serving(folder: Path, nice: int = 0, /, **settings: str) -> Iterator[Served]:
    """Serve with two workers until the block ends; the log and all that is stored are in a folder.

    Requests are not limited, unless `settings` do. A server that is `nice` gives way to who asks it, where both want
    the same core.

    :raises SystemExit: if the server does not come up.
    """
    port = free_port()
    own = {
        "RIFTCHECK_WORKERS": str(WORKERS),
        "RIFTCHECK_LOG": "warning",
        **UNLIMITED,
        "RIFTCHECK_GAMES": str(folder / "games.sqlite3"),
        "RIFTCHECK_JOBS": str(folder / "jobs.sqlite3"),
    }
    log = folder / "server.log"
    with log.open("wb") as stream:
        command = ["nice", "-n", str(nice), sys.executable, "-m", "riftcheck", "serve", "--port", str(port)]
        server = subprocess.Popen(command, env={**os.environ, **own, **settings}, stdout=stream, stderr=stream)
    try:
        _wait(f"http://127.0.0.1:{port}/healthz", server)
        wait_until(lambda: len(children(server.pid)) >= WORKERS, server)  # the first may answer before there are others
        yield Served(port, server.pid, log)
    finally:
        server.terminate()
        server.wait(60)


def _wait(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=1):
            return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise SystemExit("the server did not come up")
