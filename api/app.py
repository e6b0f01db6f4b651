"""The application: database, settings and routes put together."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

import carddb
from api import answers, errors, logs, security
from api.blueprint import check_once
from api.converters import CardId
from api.docs import ticked
from api.errors import Fault, invalid
from api.limits import RateLimits
from api.metrics import Metrics
from api.page import NOTICE, pages
from api.routes import BLUEPRINTS
from api.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response

    from carddb import CardDatabase


@dataclass(slots=True, eq=False)
class State:
    """What an application holds beside its routes. `once` keeps what is worked out at its first use."""

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


def create_app(db: CardDatabase | None = None, settings: Settings | None = None) -> Flask:
    """Return the WSGI application, on the shipped cards and the environment's settings where none are given.

    :raises CardDataError: if the card data cannot be used.
    :raises SettingError: if a setting cannot be used.
    """
    settings = Settings.from_env() if settings is None else settings
    db = carddb.load_default() if db is None else db
    app = Flask("api")
    app.url_map.merge_slashes = False  # a redirect is no answer of an API
    app.url_map.converters["card"] = CardId
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600
    logs.configure(settings)
    app.extensions["riftcheck"] = State(db, settings, Metrics(db.version, len(db.cards)), RateLimits(settings))
    app.before_request(_before)
    app.after_request(_after)
    security.allow_other_sites(app)
    errors.register(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_blueprint(pages)
    app.add_template_filter(ticked)
    app.context_processor(lambda: {"notice": NOTICE, "data_version": db.version})
    if settings.proxies:
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, count, count, count)  # type: ignore[method-assign]
    return app


def _before() -> None:
    logs.begin()
    answers.state().limits.check()
    if request.query_string and request.endpoint is not None:
        _check_query()


def _check_query() -> None:
    """Refuse parameters where a route takes none; where it takes some, its schema does."""
    view = current_app.view_functions.get(request.endpoint or "")
    if getattr(view, "takes_query", False) or request.method == "OPTIONS":
        return
    check_once(request)
    unknown = [Fault((name,), "unknown parameter; this route takes none") for name in request.args]
    if unknown:
        raise invalid(unknown)


def _after(response: Response) -> Response:
    response.headers["X-Request-ID"] = g.request_id
    security.add_headers(response)
    answers.state().metrics.end(response)
    logs.end(response)
    return response
