"""Rate limits: requests are counted for each caller, heavy ones apart from light ones.

All workers count together, in memory that they share or in Redis. Where Redis is away, requests are not refused for
that: the workers of each server count together until it answers again. So a limit always holds, if more loosely, and
an outage of Redis is no outage of the API.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, cast

from flask import current_app, g, request
from limits import RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

from riftcheck.api.errors import ProblemError
from riftcheck.api.limits.callers import Caller, caller_at, client_address
from riftcheck.api.limits.key_ring import KeyRing
from riftcheck.api.limits.scopes import SCOPE_OF
from riftcheck.api.limits.shared_counts import SharedCounts
from riftcheck.api.logs import LOGGER

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response
    from limits.storage.base import SlidingWindowCounterSupport

    from riftcheck.api.settings import Settings
    from riftcheck.store.keys import KeyRecord

LIGHT: Final = "light"
HEAVY: Final = "heavy"
WINDOW: Final = 60  # seconds
KEY_HEADER: Final = "X-API-Key"
STATUS_HEADER: Final = "X-API-Key-Status"
_ADDRESSES: Final = 1024  # of which is remembered who calls from there
_TRY_AGAIN: Final = 5.0  # seconds for which a Redis that failed is left alone
_FREE: Final = frozenset({"/healthz", "/readyz", "/metrics"})
_REDIS: Final = {"socket_timeout": 0.1, "socket_connect_timeout": 0.1}
_CHALLENGE: Final = {"WWW-Authenticate": f'ApiKey header="{KEY_HEADER}"'}
_A_MOMENT: Final = 0.001  # seconds: at the very end of a wait the limit still holds


@dataclass(frozen=True, slots=True)
class _Standing:
    """What a caller has left of a limit: requests, and the seconds until there is more, or for which that is so."""

    left: int
    seconds: int


class RateLimits:
    """The limits of one application. What its workers share is made with it, so before they are forked."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._caller_at = lru_cache(_ADDRESSES)(partial(caller_at, networks=settings.rate_networks))
        self._keys = KeyRing(settings, clock)
        self._here = {kind: SlidingWindowCounterRateLimiter(SharedCounts(clock=clock)) for kind in (LIGHT, HEAVY)}
        self._redis: SlidingWindowCounterRateLimiter | None = None  # opened by each worker
        self._away_until = -math.inf

    def check(self) -> None:
        """Say who calls, and count the request.

        :raises ProblemError: if it is over the limit, or with a key that was withdrawn or is for something else.
        """
        g.limit_headers = {}
        if _is_free():
            g.caller = self._caller(None)
            return
        key = self._key()
        g.caller = self._caller(key)
        self._count(g.caller)
        if key is None:
            return
        if key.withdrawn is not None:
            detail = (
                f"The key {key.id} was withdrawn by the operator of this server. Without a key you count by address."
            )
            raise ProblemError("withdrawn-key", detail, headers=_CHALLENGE)
        scope = SCOPE_OF.get(request.blueprint or "")
        if scope is not None and scope not in key.scopes:
            detail = f"This route needs the scope {scope!r}; the key {key.id} has {', '.join(key.scopes)}."
            raise ProblemError("outside-scope", detail)

    def end(self, response: Response) -> None:
        """Tell the caller what is left of the limit, and what became of its key."""
        found = g.get("limit_headers") or {}
        if not found:
            return
        response.headers.update(found)
        if STATUS_HEADER in found:
            response.vary.add(KEY_HEADER)

    # ------------------------------------------------------------------------------------------------------------------

    def _key(self) -> KeyRecord | None:
        given = request.environ.get("HTTP_X_API_KEY", "").strip()
        if not given:
            return None
        found = self._keys.find(given)
        is_held = found is not None and found.withdrawn is None
        g.limit_headers[STATUS_HEADER] = "known" if is_held else "unknown" if found is None else "withdrawn"
        return found

    def _caller(self, key: KeyRecord | None) -> Caller:
        if key is None or key.withdrawn is not None:
            forwarded = request.environ.get("HTTP_X_FORWARDED_FOR")
            return self._caller_at(client_address(request.remote_addr or "", forwarded, self._settings.proxies))
        return Caller(f"key:{key.id}", "this key", key.limits)

    def _count(self, who: Caller) -> None:
        """Count the request of a caller, and note what it has left.

        :raises ProblemError: if it has nothing left.
        """
        kind, own, usual = LIGHT, who.allowance.light, self._settings.rate_light
        if getattr(current_app.view_functions.get(request.endpoint or ""), "is_heavy", False):
            kind, own, usual = HEAVY, who.allowance.heavy, self._settings.rate_heavy
        most = usual if own is None else own
        if not most:
            return
        is_let_in, standing = self._hit(kind, most, who.name)
        g.limit_headers["RateLimit-Policy"] = f'"{kind}";q={most};w={WINDOW}'
        g.limit_headers["RateLimit"] = f'"{kind}";r={standing.left};t={standing.seconds}'
        if not is_let_in:
            requests = f"1 {kind} request" if most == 1 else f"{most} {kind} requests"
            detail = f"The limit for {who.noun} is {requests} a minute; try again in {standing.seconds} s."
            raise ProblemError("too-many-requests", detail, headers={"Retry-After": str(standing.seconds)})

    def _hit(self, kind: str, most: int, name: str) -> tuple[bool, _Standing]:
        if self._settings.rate_storage != "memory" and self._clock() >= self._away_until:
            try:
                return _hit(self._opened_redis(), kind, most, name)
            except StorageError:
                self._away_until = self._clock() + _TRY_AGAIN
                LOGGER.warning("the storage of rate limits is away; counting in memory")
        return _hit(self._here[kind], kind, most, name)

    def _opened_redis(self) -> SlidingWindowCounterRateLimiter:
        if self._redis is None:  # two threads may both open it: then one is let go of
            options: dict[str, Any] = _REDIS
            storage = storage_from_string(self._settings.rate_storage, wrap_exceptions=True, **options)
            self._redis = SlidingWindowCounterRateLimiter(storage)
        return self._redis


def _is_free() -> bool:
    # A browser sends OPTIONS of its own accord before what a page asks for.
    path = request.path
    return path in _FREE or request.method == "OPTIONS" or path.startswith("/static/")


def _hit(limiter: SlidingWindowCounterRateLimiter, kind: str, most: int, name: str) -> tuple[bool, _Standing]:
    """Count a request if there is room for it; return whether there was, and what is left then."""
    item = RateLimitItemPerMinute(most)
    is_let_in = limiter.hit(item, kind, name)
    storage = cast("SlidingWindowCounterSupport", limiter.storage)
    return is_let_in, _standing(
        most, *storage.get_sliding_window(item.key_for(kind, name), WINDOW), is_let_in=is_let_in
    )


def _standing(
    most: int, before: int, before_left: float, count: int, count_left: float, *, is_let_in: bool
) -> _Standing:
    """Return what is left of a limit by the counts of two windows and the seconds for which they matter."""
    ends = count_left - WINDOW  # in so many seconds the window ends
    left = max(0, most - math.floor(before * before_left / WINDOW + count)) if is_let_in else 0
    if left:
        return _Standing(left, max(1, math.ceil(ends)))
    # There is room again when the weight of the window before, which falls evenly, is below what the count leaves.
    wait = (
        ends + WINDOW * (1 - most / count) if count >= most else before_left - (most - count) * WINDOW / max(before, 1)
    )
    return _Standing(0, max(1, math.ceil(wait + _A_MOMENT)))
