"""What is made under keys of idempotence: once, and told again to who asks again.

What a key made is written in one transaction with it, so of several workers too one makes it. What a worker is making
is known to its own threads: of two equal requests at once one is told to come again, or gets what the other made.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from riftcheck.api.errors import ProblemError
from riftcheck.api.idempotency import HEADER
from riftcheck.api.waits import SOON
from riftcheck.store.errors import RepeatedError
from riftcheck.store.repeats import find_repeated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.store.database import Database
    from riftcheck.store.repeatable import Repeatable

_T = TypeVar("_T")


class Repeats:
    """What was made under keys in one database, and the keys under which threads of this process are making it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._keys: set[str] = set()

    def once(self, asked: Repeatable | None, make: Callable[[], _T], again: Callable[[str], _T | None]) -> _T:
        """Return what `make` makes, or what `again` returns for the id of what was made before, None if it is no more.

        :raises ProblemError: if another request had the key, another thread is at it, or what it made was removed.
        :raises DatabaseError: if the database cannot be used.
        """
        if asked is None:
            return make()
        with self._alone(asked):
            found = find_repeated(self._database, asked)
            if found is None:
                try:
                    return make()
                except RepeatedError as quicker:  # another process
                    found = quicker
            if asked.request != found.request:
                raise ProblemError(
                    "invalid", f"The {HEADER} was sent before, with another request; each request needs one of its own."
                )
            told = again(found.made)
            if told is None:
                raise ProblemError(
                    "conflict", f"What was made under this {HEADER} has been removed since; take another key."
                )
            return told

    @contextmanager
    def _alone(self, asked: Repeatable) -> Iterator[None]:
        with self._lock:
            if asked.key in self._keys:
                raise ProblemError(
                    "conflict", f"The first request with this {HEADER} is still being worked on.", headers=SOON
                )
            self._keys.add(asked.key)
        try:
            yield
        finally:
            with self._lock:
                self._keys.remove(asked.key)
