"""Rate limits, for each X-API-Key if one is sent, else for each client address.

Where the counts are kept in Redis and Redis is away, requests are not refused: each worker counts in its own memory
until Redis answers again. So a limit always holds, if more loosely, and an outage of Redis is no outage of the API.
"""

from __future__ import annotations

import hashlib
import math
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from flask import request

from riftcheck.api.errors import ProblemError
from riftcheck.api.logs import LOGGER

if TYPE_CHECKING:
    from limits.limits import RateLimitItem
    from limits.strategies import RateLimiter

    from riftcheck.api.settings import Settings

_TRY_AGAIN: Final = 5.0  # seconds for which a storage that failed is left alone
_FREE: Final = frozenset({"/healthz", "/readyz", "/metrics"})
_REDIS: Final = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25}


class RateLimits:
    """The limits of one application. Storages are opened at the first request, so after the workers were forked."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._items: list[RateLimitItem] = []
        self._memory: RateLimiter | None = None
        self._shared: RateLimiter | None = None
        self._away_until = 0.0

    def check(self) -> None:
        """Count the request.

        :raises ProblemError: if it is over the limit.
        """
        if self._settings.rate_limit is None or _is_free():
            return
        if self._memory is None:
            self._open()
        caller = caller_name()
        for item in self._items:
            wait = self._wait(item, caller)
            if wait is not None:
                detail = f"The limit is {item}; try again in {wait} s."
                raise ProblemError("too-many-requests", detail, headers={"Retry-After": str(wait)})

    def _open(self) -> None:
        from limits import parse_many  # noqa: PLC0415 - a tenth of a second that servers without a limit save
        from limits.storage import MemoryStorage, storage_from_string  # noqa: PLC0415
        from limits.strategies import MovingWindowRateLimiter  # noqa: PLC0415

        with self._lock:
            if self._memory is not None:
                return
            self._items = parse_many(self._settings.rate_limit or "")
            if self._settings.rate_storage != "memory":
                options: dict[str, Any] = _REDIS
                storage = storage_from_string(self._settings.rate_storage, wrap_exceptions=True, **options)
                self._shared = MovingWindowRateLimiter(storage)
            self._memory = MovingWindowRateLimiter(MemoryStorage())

    def _wait(self, item: RateLimitItem, caller: str) -> int | None:
        """Count one request and return None, or the seconds to wait where the limit is reached."""
        from limits.errors import StorageError  # noqa: PLC0415

        if self._shared is not None and time.monotonic() >= self._away_until:
            try:
                return _hit(self._shared, item, caller)
            except StorageError:
                self._away_until = time.monotonic() + _TRY_AGAIN
                LOGGER.warning("the storage of rate limits is away; counting in memory")
        return None if self._memory is None else _hit(self._memory, item, caller)


def _is_free() -> bool:
    # A browser sends OPTIONS of its own accord before what a page asks for.
    return request.method == "OPTIONS" or request.path in _FREE or request.path.startswith("/static/")


def _hit(limiter: RateLimiter, item: RateLimitItem, caller: str) -> int | None:
    if limiter.hit(item, caller):
        return None
    reset = limiter.get_window_stats(item, caller).reset_time
    return min(max(math.ceil(reset - time.time()), 1), item.get_expiry())


def caller_name() -> str:
    """Return the identity by which a caller is counted; a key is hashed, so that no store or log ever holds it."""
    key = request.headers.get("X-API-Key")
    if key:
        return "key:" + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:32]
    return f"address:{request.remote_addr or 'unknown'}"
