"""One application for each settings in a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.api import logs
from riftcheck.api.app import create_app
from riftcheck.api.limits.rate_limits import RateLimits
from riftcheck.api.metrics import Metrics
from riftcheck.api.report_cache import ReportCache
from riftcheck.api.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

    from riftcheck.api.app_state import AppState
    from riftcheck.carddb import CardDatabase


class Apps:
    """The applications of a session on one database, by their settings."""

    def __init__(self, db: CardDatabase) -> None:
        self._db = db
        self._made: dict[Settings, Flask] = {}

    def __call__(self, **settings: Any) -> Flask:
        """Return the application of some settings, which logs errors only.

        Its counters, its counted requests and its cached reports are new each time. Games, jobs and prepared documents
        are kept: a test that stores games or jobs names a file of its own. A test that adds a route, or that looks at
        what an application prepares, makes its own application.
        """
        asked = Settings(**{"log_level": "error", **settings})
        if asked not in self._made:
            self._made[asked] = create_app(self._db, asked)
        app = self._made[asked]
        logs.configure(asked)
        state: AppState = app.extensions["riftcheck"]
        state.metrics = Metrics(self._db.version, len(self._db.cards))
        state.limits = RateLimits(asked)
        state.reports = ReportCache(asked.report_cache)
        return app
