"""Numbers for Prometheus: requests and how long they took, by route; verdicts; the cache of reports.

With several worker processes the numbers are shared by files, as prometheus_client does it where
PROMETHEUS_MULTIPROC_DIR is set before it is first imported; `riftcheck.api.serve` sets it.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, Final

from flask import Response, g, request

if TYPE_CHECKING:
    from collections.abc import Callable

_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "DELETE", "OPTIONS"})


class Metrics:
    """The counters of one application."""

    def __init__(self, data_version: str, cards: int) -> None:
        # Only here, as below, so that PROMETHEUS_MULTIPROC_DIR can be set before.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram  # noqa: PLC0415

        self._registry = CollectorRegistry()
        self._requests = Counter(
            "riftcheck_requests",
            "Requests by method, route and status.",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "riftcheck_request_seconds",
            "How long requests took.",
            ("route",),
            registry=self._registry,
            buckets=_BUCKETS,
        )
        self._verdicts = Counter("riftcheck_lists", "Lists judged, by verdict.", ("verdict",), registry=self._registry)
        self._reports = Counter(
            "riftcheck_report_cache",
            "Lists looked up among the reports that were kept, by whether theirs was there.",
            ("result",),
            registry=self._registry,
        )
        self._looked_up = {found: self._reports.labels("hit" if found else "miss").inc for found in (True, False)}
        known = Gauge(
            "riftcheck_cards", "Cards known.", ("data_version",), registry=self._registry, multiprocess_mode="max"
        )
        self._cards = known.labels(data_version)
        self._cards.set(cards)
        self._children: dict[tuple[str, ...], tuple[Callable[[], None], Callable[[float], None]]] = {}
        self._judged: dict[str, Any] = {}

    def end(self, response: Response) -> None:
        """Count the request. The routes are those of the application, so that strangers cannot make new series."""
        method = request.method if request.method in _METHODS else "other"
        key = (method, request.url_rule.rule if request.url_rule else "none", str(response.status_code))
        child = self._children.get(key)
        if child is None:
            child = (self._requests.labels(*key).inc, self._seconds.labels(key[1]).observe)
            self._children[key] = child
        child[0]()
        child[1](time.perf_counter() - g.begun)

    def judged(self, verdict: str, count: int = 1) -> None:
        """Count verdicts."""
        child = self._judged.get(verdict)
        if child is None:
            child = self._judged[verdict] = self._verdicts.labels(verdict)
        child.inc(count)

    def looked_up(self, *, is_found: bool) -> None:
        """Count a look into the cache of reports."""
        self._looked_up[is_found]()

    def retire(self) -> None:
        """Set the number of cards of this version to 0, because the server has read other cards."""
        self._cards.set(0)

    def page(self) -> Response:
        """Return the numbers in the text form of Prometheus."""
        from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest  # noqa: PLC0415
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

        registry = self._registry
        if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        made = Response(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)
        made.headers["Cache-Control"] = "no-store"
        return made
