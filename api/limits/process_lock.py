"""A lock of all threads of all workers, which the system lets go of when its holder dies."""

from __future__ import annotations

import fcntl
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE: Final = 0.1  # seconds
_PAUSE: Final = 0.0005  # seconds between two tries: it is held for some microseconds


class ProcessLock:
    """A lock on an open file, for the processes that are forked from here.

    It is waited for `patience` seconds and no longer: who has held it for so long was stopped in the middle, and a
    request that waits with it helps nobody. POSIX gives such a lock to a process, so a file that was opened before the
    fork serves all of them, and the death of a process, by whatever signal, ends its hold.
    """

    def __init__(self, file: int, patience: float = PATIENCE) -> None:
        self._file = file
        self._patience = patience
        self._threads = threading.Lock()  # nobody holds it while workers are forked: only requests take it

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the lock, and tell whether it is held; if not, whoever holds it has been stopped."""
        until = time.monotonic() + self._patience
        mine = self._threads.acquire(timeout=self._patience)
        locked = mine and self._take(until)
        try:
            yield locked
        finally:
            if locked:
                fcntl.lockf(self._file, fcntl.LOCK_UN)
            if mine:
                self._threads.release()

    def _take(self, until: float) -> bool:
        while True:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):  # as POSIX leaves it to the system
                if time.monotonic() >= until:
                    return False
                time.sleep(_PAUSE)
            else:
                return True
