"""The places of heavy routes: so many requests that take long are worked on at a time in a process, and no more.

Whoever comes while they are taken is told at once to come again, so threads are always left for what is light, and a
process that answers is never slowed by more than these.
"""

from __future__ import annotations

import threading

from flask import g, request

from riftcheck.api.errors import ProblemError
from riftcheck.api.waits import SOON


class HeavyPlaces:
    """The places of one process."""

    def __init__(self, count: int) -> None:
        self._free = threading.BoundedSemaphore(count)

    def enter(self) -> None:
        """Take a place for the request, until it is answered. OPTIONS needs none.

        :raises ProblemError: if none is free.
        """
        if request.method == "OPTIONS":  # nothing is worked on, and a page whose browser hears 503 cannot even ask
            return
        if not self._free.acquire(blocking=False):
            detail = "All places for requests that take long are taken; try again in a second."
            raise ProblemError("busy", detail, headers=SOON)
        g.has_place = True

    def leave(self, _error: BaseException | None = None) -> None:
        """Give the place of the request back, if it has one."""
        if g.pop("has_place", False):
            self._free.release()
