"""The state of an application: database, settings, services and cached values."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from riftcheck.api.errors import ProblemError
from riftcheck.api.waits import LONGEST_WAIT, SOON
from riftcheck.carddb import CardDataError

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.api.limits.rate_limits import RateLimits
    from riftcheck.api.metrics import Metrics
    from riftcheck.api.places import HeavyPlaces
    from riftcheck.api.report_cache import ReportCache
    from riftcheck.api.settings import Settings
    from riftcheck.carddb import CardDatabase


@dataclass(slots=True, eq=False)
class AppState:
    """The state of an application. `once` caches a value that is computed at its first use.

    `cards` is the card database, or what is wrong with the files that it was to be made of.
    """

    cards: CardDatabase | CardDataError
    settings: Settings
    metrics: Metrics
    limits: RateLimits
    places: HeavyPlaces
    reports: ReportCache
    _once: dict[str, Any] = field(default_factory=dict)
    _locks: dict[str, threading.RLock] = field(default_factory=dict)

    @property
    def db(self) -> CardDatabase:
        """The card database.

        :raises CardDataError: if the card data cannot be used; the application answers that with 503.
        """
        if isinstance(self.cards, CardDataError):
            raise CardDataError(self.cards.problems)
        return self.cards

    @property
    def data_version(self) -> str:
        """The version of the card data, `none` where it cannot be used."""
        return "none" if isinstance(self.cards, CardDataError) else self.cards.version

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return a value that is made at its first use and then kept.

        :raises ProblemError: if another request makes it just now and takes long.
        """
        if name in self._once:
            return self._once[name]
        lock = self._locks.setdefault(name, threading.RLock())
        if not lock.acquire(timeout=LONGEST_WAIT):
            raise ProblemError("unavailable", "This is being prepared; try again in a second.", headers=SOON)
        try:
            if name not in self._once:
                self._once[name] = make()
            return self._once[name]
        finally:
            lock.release()
