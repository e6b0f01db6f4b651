"""The state of an application: database, settings, services and cached values."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from riftcheck.api.errors import ProblemError
from riftcheck.carddb import CardDataError

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.api.limits.rate_limits import RateLimits
    from riftcheck.api.metrics import Metrics
    from riftcheck.api.settings import Settings
    from riftcheck.carddb import CardDatabase


_WAIT: Final = 0.2  # seconds; who comes while the engine is loaded keeps no thread for longer


@dataclass(slots=True, eq=False)
class AppState:
    """The state of an application. `once` caches a value that is computed at its first use, `service` a service.

    `cards` is the card database, or what is wrong with the files that it was to be made of.
    """

    cards: CardDatabase | CardDataError
    settings: Settings
    metrics: Metrics
    limits: RateLimits
    _once: dict[str, Any] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _loading: threading.Lock = field(default_factory=threading.Lock)

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
        """Return a value that is made at its first use and then kept."""
        if name not in self._once:
            with self._lock:
                if name not in self._once:
                    self._once[name] = make()
        return self._once[name]

    def service(self, name: str, make: Callable[[], Any]) -> Any:
        """Return a service, which is made at its first use: that loads the engine, for which no other request waits.

        :raises ProblemError: if another request is making one.
        """
        if name in self._once:
            return self._once[name]
        if not self._loading.acquire(timeout=_WAIT):
            raise ProblemError("unavailable", "The server is still loading the engine.", headers={"Retry-After": "1"})
        try:
            return self._once[name] if name in self._once else self._once.setdefault(name, make())
        finally:
            self._loading.release()
