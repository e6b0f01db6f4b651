"""Log outages of databases: one line when a database cannot be used, and one when it works again.

Processes that are forked after this module is imported share this state, so that only one of them logs an outage.
"""

from __future__ import annotations

import logging
import mmap
import time
import zlib
from struct import Struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LOGGER: Final = logging.getLogger("riftcheck.store")
LOGGER.addHandler(logging.NullHandler())  # so that a program without a configured log prints nothing
# Seconds in which the same reason is not logged again. Some reads of a damaged file succeed, which ends its outage.
AGAIN: Final = 60.0
READING: Final = 1
WRITING: Final = 2
_STATE: Final = Struct("<BB2xIId")  # failing uses, whether they were logged, database, reason, time of the log line
_SLOTS: Final = 4096
_SHARED: Final = mmap.mmap(-1, _SLOTS * _STATE.size)


class Outage:
    """The outage of a database. `name`: how the log shows the database. `clock` returns seconds."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._name = name
        self._clock = clock
        self._id = zlib.crc32(name.encode())
        self._at = self._id % _SLOTS * _STATE.size

    def begin(self, use: int, reason: str, advice: str) -> None:
        """Note that `READING` or `WRITING` failed, and log the reason unless it is logged already.

        `advice`: what an operator can do, as a sentence.
        """
        failing, was_logged, last, logged_at = self._read()
        now, code = self._clock(), zlib.crc32(reason.encode())
        if code == last and ((failing and was_logged) or now - logged_at < AGAIN):
            self._write(failing | use, was_logged if failing else 0, last, logged_at)
            return
        self._write(failing | use, 1, code, now)
        LOGGER.error("The database %s cannot be used: %s. %s", self._name, reason, advice)

    def end(self, use: int) -> None:
        """Note that `READING` or `WRITING` succeeded. Log it if the other does not fail either."""
        if not _SHARED[self._at] & use:
            return
        failing, was_logged, last, logged_at = self._read()
        left = failing & ~use
        if left != failing:
            self._write(left, was_logged if left else 0, last, logged_at)
        if was_logged and failing and not left:
            LOGGER.warning("The database %s works again.", self._name)

    def _read(self) -> tuple[int, int, int, float]:
        failing, was_logged, database, last, logged_at = _STATE.unpack_from(_SHARED, self._at)
        return (failing, was_logged, last, logged_at) if database == self._id else (0, 0, 0, 0.0)

    def _write(self, failing: int, was_logged: int, reason: int, logged_at: float) -> None:
        _STATE.pack_into(_SHARED, self._at, failing, was_logged, self._id, reason, logged_at)
