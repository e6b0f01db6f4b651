"""Processes of this machine: which belong together, which are alive, what they hold, and waiting for what they do."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterable

_PORTS: Final = (10_000, 32_000)
END: Final = 1800.0  # seconds after which a wait is given up


def wait_until(condition: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait for a condition.

    :raises TimeoutError: if it does not come about, or the process ends before.
    """
    until = time.monotonic() + END
    while not condition():
        if time.monotonic() >= until or (process is not None and process.poll() is not None):
            raise TimeoutError("what was waited for did not come about")
        time.sleep(0.02)


def free_port() -> int:
    """Return a port of this machine at which nobody listens.

    It is none of those that the system gives to whoever connects: one of them may be gone until a server binds it.
    """
    while True:
        port = random.SystemRandom().randrange(*_PORTS)
        with contextlib.suppress(OSError), socket.socket() as tried:
            tried.bind(("127.0.0.1", port))
            return port


def children(pid: int, *, deep: bool = True) -> list[int]:
    """Return the processes that a process has started, and, where it goes `deep`, those that they have."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().rpartition(")")
        except OSError:
            continue
        if int(rest.split()[1]) == pid and rest.split()[0] != "Z":
            child = int(name.partition(" ")[0])
            found += [child, *(children(child) if deep else [])]
    return found


def command_of(pid: int) -> str:
    """Return the command of a process, or nothing if there is none."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def is_alive(pid: int) -> bool:
    """Return whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the seconds for which processes have had a core; those that have ended count for nothing."""
    ticks = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def megabytes(pids: Iterable[int]) -> float:
    """Return the megabytes that processes hold alone or together: their proportional set sizes."""
    return _held(pids, "Pss:")


def resident(pids: Iterable[int]) -> float:
    """Return the megabytes that processes hold each for itself: their resident set sizes, added up."""
    return _held(pids, "Rss:")


def _held(pids: Iterable[int], kind: str) -> float:
    total = 0
    for pid in pids:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith(kind))
    return total / 1024
