"""Waiting for what other processes do: for the thing itself, with an end that only a fault reaches."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE: Final = 600  # seconds after which something that should come is missed: far more than it ever takes


def wait_until(done: Callable[[], Any]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)


def state_of(pid: int) -> str:
    """Return the letter of a process's state: `S` for one that waits, `Z` for one that has ended, `` for none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def is_alive(pid: int) -> bool:
    """Tell whether a process is there and no mere entry that nobody has taken away."""
    return state_of(pid) not in {"", "Z"}


def waits(pid: int) -> bool:
    """Tell whether a process waits, as one does that has asked and reads the answer."""
    return state_of(pid) == "S"


class TerminalRun:
    """A program whose standard error is a terminal, so that it shows a bar; what it prints is taken by a pipe."""

    def __init__(self, command: list[str], env: dict[str, str], **more: Any) -> None:
        self._terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
        self.shown = b""
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            command, env=env | {"TERM": "xterm"}, stdout=subprocess.PIPE, stderr=theirs, **more
        )
        os.close(theirs)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.communicate()

    def _read(self) -> None:
        with open(self._terminal, "rb", buffering=0) as stream:  # noqa: PTH123
            while True:
                try:
                    found = stream.read(65_536)
                except OSError:  # nobody writes any more, as Linux says it
                    return
                if not found:
                    return
                self.shown += found

    def plays(self) -> Self:
        """Wait until its bar says that games have been counted."""
        wait_until(lambda: re.search(rb"[1-9]\d*/\d", self.shown) or self.process.poll() is not None)
        assert self.process.poll() is None, self.shown
        return self

    def ended(self, *codes: int) -> tuple[bytes, str]:
        """Return what it printed and what its terminal showed, once it has ended with one of these exit codes."""
        out = self.process.communicate(timeout=PATIENCE)[0]
        self._reader.join()
        shown = self.shown.decode()
        assert self.process.returncode in codes, shown
        return out, shown
