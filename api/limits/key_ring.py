"""The operator's keys as each process knows them: read now and then, so that no request waits for a database."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riftcheck.api.logs import LOGGER
from riftcheck.api.waits import LONGEST_WAIT
from riftcheck.store.places import default_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.api.settings import Settings
    from riftcheck.store.keys import KeyRecord, KeyStore

FRESH: Final = 5.0  # seconds for which what was read holds
_SAY_AGAIN: Final = 60.0  # seconds after which the log says again that the database is away
KEYS_FILE: Final = "keys.sqlite3"


class KeyRing:
    """The keys of the store that the settings name.

    Where the database is away, what was read before holds on; if nothing was, no key is known. Where no key was ever
    made there is no file, and no database is opened.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()
        self._store: KeyStore | None = None
        self._known: Mapping[str, KeyRecord] = {}
        self._read_at = float("-inf")
        self._said_at = float("-inf")
        self._reading: threading.Event | None = None
        if self._may_have_keys():
            self.read()  # before the first request, and before workers are forked

    def find(self, key: str) -> KeyRecord | None:
        """Return what is stored of a key, also if it was withdrawn; None if it is not known."""
        if self._clock() - self._read_at >= FRESH:
            self._freshen()
        if not self._known:
            return None
        from riftcheck.store.keys import digest_of  # noqa: PLC0415 - loaded with the first keys

        return self._known.get(digest_of(key))

    def read(self) -> None:
        """Read all keys; the log says it if that cannot be done."""
        from riftcheck.store.errors import BusyError, DatabaseError  # noqa: PLC0415

        try:
            self._known = {key.digest: key for key in self._open().all()} if self._may_have_keys() else {}
        except DatabaseError as fault:
            # The store has logged other errors.
            if isinstance(fault, BusyError) and self._clock() - self._said_at >= _SAY_AGAIN:
                self._said_at = self._clock()
                LOGGER.warning("the store of keys cannot be used; those that are not known count as none: %s", fault)
        finally:
            self._read_at = self._clock()

    def _may_have_keys(self) -> bool:
        given = self._settings.keys
        return "://" in given or (Path(given) if given else default_file(KEYS_FILE)).exists()

    def _open(self) -> KeyStore:
        if self._store is None:
            from riftcheck.api.stores import key_store  # noqa: PLC0415 - the database's libraries are loaded with it

            self._store = key_store(self._settings)
        return self._store

    def _freshen(self) -> None:
        """Have the keys read by a thread of its own, one at a time, and wait for that a moment."""
        with self._lock:
            if self._reading is not None or self._clock() - self._read_at < FRESH:
                return  # another request waits already, and there is what was read before
            reading = threading.Event()
            aside = threading.Thread(target=self._read_aside, args=(reading,), name="keys", daemon=True)
            try:
                aside.start()
            except RuntimeError:  # no more threads can be had now
                return
            self._reading = reading
        reading.wait(LONGEST_WAIT)

    def _read_aside(self, reading: threading.Event) -> None:
        try:
            self.read()
        finally:
            with self._lock:
                self._reading = None
            reading.set()
