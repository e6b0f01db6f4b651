"""Counts of requests that all workers of a server share, in memory that was mapped before they were forked.

The memory has a fixed size, whoever calls. Callers are spread over sets of slots by a hash with a secret. Where all
slots of a set are taken, a new caller takes over the slot of the least busy one *with its counts*. So no count is ever
too low: nobody washes away the counts of busy callers, their own among them, by making up addresses; and a set admits
no more requests than its slots have places. (That is the Space-Saving algorithm of Metwally, Agrawal and El Abbadi.)
What a new caller takes over is the smallest count among sixteen, so it costs something only while made-up callers each
use up much of a limit.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import secrets
import struct
import tempfile
import time
import weakref
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Final

from limits.storage import Storage
from limits.storage.base import SlidingWindowCounterSupport

from riftcheck.api.limits.process_lock import ProcessLock

if TYPE_CHECKING:
    from collections.abc import Callable

SETS: Final = 4096
WAYS: Final = 16  # slots of a set
_SLOT: Final = struct.Struct("=16sdII")  # whose it is, when its window began, the count of the window before, and of it
_NOBODY: Final = bytes(16)
_SET: Final = _SLOT.size * WAYS
_SLIDING: Final = "these counts are of sliding windows"


@dataclass(slots=True)
class _Counts:
    """The counts in a slot: of the window that began at `start`, and of the one before."""

    place: int
    start: float
    before: int
    count: int

    def at(self, now: float, window: int) -> _Counts:
        """Return the counts as they are at a time, by when windows may have ended."""
        ended = int((now - self.start) // window) if self.before or self.count else -1  # nothing has begun
        if ended == 0:
            return self
        if ended == 1:
            return _Counts(self.place, self.start + window, self.count, 0)
        return _Counts(self.place, now, 0, 0)

    def weighted(self, now: float, window: int) -> float:
        """Return the count of the last `window` seconds, taking it that those before came evenly."""
        return self.before * self.left(now, window) / window + self.count

    def left(self, now: float, window: int) -> float:
        """Return the seconds until the window ends."""
        return self.start + window - now


class SharedCounts(Storage, SlidingWindowCounterSupport):
    """A storage of `limits` for the processes that are forked after it was made.

    A caller's window begins with its first request. All keys of one storage should have windows of one length.
    """

    STORAGE_SCHEME = None  # made here, not by an address

    def __init__(self, sets: int = SETS, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._sets = sets
        self._clock = clock
        self._secret = secrets.token_bytes(16)
        file = _file_of(sets * _SET)
        self._memory = mmap.mmap(file, sets * _SET)
        self._lock = ProcessLock(file)
        weakref.finalize(self, os.close, file)

    @property
    def base_exceptions(self) -> type[Exception]:
        """Return what the storage raises if it fails."""
        return OSError

    # --- sliding windows ----------------------------------------------------------------------------------------------

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count requests of a caller if the limit has room for them; return whether it had."""
        with self._lock.held():
            now = self._clock()
            owner, found = self._find(key, expiry, now)
            if floor(found.weighted(now, expiry)) + amount > limit:
                return False
            _SLOT.pack_into(self._memory, found.place, owner, found.start, found.before, found.count + amount)
            return True

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """Return the count of the window before and the seconds for which it matters, and those of the window now."""
        now = self._clock()  # without the lock: what is read for a header may be a moment old
        _, found = self._find(key, expiry, now)
        left = found.left(now, expiry)
        return found.before, left if found.before else 0.0, found.count, left + expiry

    def clear_sliding_window(self, key: str, expiry: int) -> None:  # noqa: ARG002 - the interface of `limits`
        """Forget a caller."""
        self.clear(key)

    # --- the rest of the interface ------------------------------------------------------------------------------------

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Refuse to count by fixed windows: at their ends twice the limit would pass.

        :raises NotImplementedError: always.
        """
        raise NotImplementedError(_SLIDING)

    def get(self, key: str) -> int:
        """Refuse: there are no fixed windows.

        :raises NotImplementedError: always.
        """
        raise NotImplementedError(_SLIDING)

    def get_expiry(self, key: str) -> float:
        """Refuse: there are no fixed windows.

        :raises NotImplementedError: always.
        """
        raise NotImplementedError(_SLIDING)

    def check(self) -> bool:
        """Return True: memory is there."""
        return True

    def reset(self) -> int | None:
        """Forget all callers."""
        with self._lock.held():
            self._memory[:] = bytes(len(self._memory))
        return None

    def clear(self, key: str) -> None:
        """Forget a caller."""
        with self._lock.held():
            found = self._own(*self._placed(key))
            if found is not None:
                _SLOT.pack_into(self._memory, found.place, _NOBODY, 0.0, 0, 0)

    # ------------------------------------------------------------------------------------------------------------------

    def _placed(self, key: str) -> tuple[bytes, int]:
        """Return by what a caller is known in a slot, and where its set begins."""
        found = hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=20, key=self._secret).digest()
        return found[:16], int.from_bytes(found[16:], "big") % self._sets * _SET

    def _own(self, owner: bytes, first: int) -> _Counts | None:
        for number, (held_by, *counts) in enumerate(_SLOT.iter_unpack(self._memory[first : first + _SET])):
            if held_by == owner:
                return _Counts(first + number * _SLOT.size, *counts)
        return None

    def _find(self, key: str, window: int, now: float) -> tuple[bytes, _Counts]:
        """Return the slot of a caller, its own or that of the least busy one, with the counts as they are now."""
        owner, first = self._placed(key)
        own = self._own(owner, first)
        if own is not None:
            return owner, own.at(now, window)
        slots = enumerate(_SLOT.iter_unpack(self._memory[first : first + _SET]))
        taken = (_Counts(first + number * _SLOT.size, *counts).at(now, window) for number, (_, *counts) in slots)
        return owner, min(taken, key=lambda counts: counts.weighted(now, window))


def _file_of(size: int) -> int:
    """Return an open file in memory, or where the system has none such, one that nobody else sees."""
    if hasattr(os, "memfd_create"):
        made = os.memfd_create("riftcheck-counts")
    else:
        with tempfile.TemporaryFile() as stream:
            made = os.dup(stream.fileno())
    os.ftruncate(made, size)
    return made
