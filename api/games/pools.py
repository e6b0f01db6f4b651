"""The engine's pools of cards, each built with the first game that needs it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from riftcheck.api.errors import ProblemError
from riftcheck.api.waits import LONGEST_WAIT, SOON
from riftcheck.engine.compile.pool import REFUSE, pool_of

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool


class GamePools:
    """The pools of one card database, by what becomes of cards that the engine cannot execute."""

    def __init__(self, db: CardDatabase) -> None:
        self._db = db
        self._lock = threading.Lock()
        self._built: dict[str, Pool] = {}

    def pool(self, unsupported: str = REFUSE) -> Pool:
        """Return the pool; `unsupported` says what becomes of cards that cannot be executed.

        :raises ProblemError: if another request is building one.
        """
        found = self._built.get(unsupported)
        if found is not None:
            return found
        if not self._lock.acquire(timeout=LONGEST_WAIT):
            raise ProblemError("unavailable", "The server is still loading the cards for games.", headers=SOON)
        try:
            if unsupported not in self._built:
                self._built[unsupported] = pool_of(self._db, unsupported=unsupported)
            return self._built[unsupported]
        finally:
            self._lock.release()
