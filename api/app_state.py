"""The state of an application: database, settings, services and cached values."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.api.limits import RateLimits
    from riftcheck.api.metrics import Metrics
    from riftcheck.api.settings import Settings
    from riftcheck.carddb import CardDatabase


@dataclass(slots=True, eq=False)
class AppState:
    """The state of an application. `once` caches a value that is computed at its first use."""

    db: CardDatabase
    settings: Settings
    metrics: Metrics
    limits: RateLimits
    _once: dict[str, Any] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return a value that is made at its first use and then kept."""
        if name not in self._once:
            with self._lock:
                if name not in self._once:
                    self._once[name] = make()
        return self._once[name]
