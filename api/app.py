"""The application: database, settings and routes put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Flask, current_app, g, request
from jinja2 import StrictUndefined

from riftcheck import carddb
from riftcheck.api import compression, errors, logs, responses, security
from riftcheck.api.app_state import AppState
from riftcheck.api.blueprint import check_once
from riftcheck.api.converters import CardId
from riftcheck.api.docs_page import ticked
from riftcheck.api.errors import ProblemError, RequestFault, invalid
from riftcheck.api.limits.rate_limits import RateLimits
from riftcheck.api.metrics import Metrics
from riftcheck.api.page import NOTICE, pages
from riftcheck.api.places import HeavyPlaces
from riftcheck.api.report_cache import ReportCache
from riftcheck.api.routes import BLUEPRINTS
from riftcheck.api.settings import Settings
from riftcheck.build import checked_build
from riftcheck.carddb import CardDataError

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Request, Response
    from werkzeug.routing import MapAdapter

    from riftcheck.carddb import CardDatabase


_CHANGED: Final = "The ETag in If-Match is not that of the answer, or the file changed after If-Unmodified-Since."


class _Application(Flask):
    """Flask, without its question at each request of each function whether it is a coroutine: none of ours is."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return the adapter that finds the endpoint. It ignores `Upgrade: websocket` as HTTP allows (RFC 9110 7.8)."""
        found = super().create_url_adapter(request)
        if found is not None:
            found.websocket = False
        return found


def create_app(db: CardDatabase | None = None, settings: Settings | None = None) -> Flask:
    """Return the WSGI application, on the shipped cards and the environment's settings where none are given.

    Where the card data cannot be used, all that needs it answers 503 with the reason.

    :raises SettingError: if a setting cannot be used.
    :raises StaleBuildError: if compiled modules are not of the sources beside them.
    """
    checked_build()
    settings = Settings.from_env() if settings is None else settings
    app = _Application("riftcheck.api")
    app.jinja_options = {"undefined": StrictUndefined}  # a missing value of a template is an error
    app.url_map.merge_slashes = False  # a redirect is no answer of an API
    app.url_map.converters["card"] = CardId
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600
    logs.configure(settings)
    cards = _load() if db is None else db
    metrics = Metrics("none", 0) if isinstance(cards, CardDataError) else Metrics(cards.version, len(cards.cards))
    places = HeavyPlaces(settings.heavy_places)
    state = AppState(cards, settings, metrics, RateLimits(settings), places, ReportCache(settings.report_cache))
    app.extensions["riftcheck"] = state
    app.before_request(_before)
    app.teardown_request(places.leave)
    app.after_request(_after)
    compression.install(app)
    security.allow_other_sites(app)
    app.after_request(_refuse_changed)  # the last one runs first
    errors.register(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_blueprint(pages)
    app.add_template_filter(ticked)
    app.context_processor(lambda: {"notice": NOTICE, "data_version": state.data_version})
    return app


def _load() -> CardDatabase | CardDataError:
    """Return the card data with what the environment lays over it, or what is wrong with it."""
    try:
        return carddb.load_default()
    except CardDataError as error:
        logs.LOGGER.error("the card data cannot be used, so what needs it is answered with 503: %s", error)
        return error


def _before() -> None:
    logs.begin()
    asked: Request = request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - once, not each time
    state, view = responses.state(), current_app.view_functions.get(asked.endpoint or "")
    security.check_host(state.settings.hosts)
    if getattr(view, "is_heavy", False):
        state.places.enter()  # first, so that who is told to come again is not counted
    state.limits.check()
    if asked.query_string and asked.endpoint is not None:
        _check_query()


def _check_query() -> None:
    """Refuse parameters where a route takes none; where it takes some, its schema does."""
    view = current_app.view_functions.get(request.endpoint or "")
    if getattr(view, "takes_query", False) or request.method == "OPTIONS":
        return
    check_once(request)
    unknown = [RequestFault((name,), "unknown parameter; this route takes none") for name in request.args]
    if unknown:
        raise invalid(unknown)


def _refuse_changed(response: Response) -> Response:
    if responses.is_wrongly_failed(response):
        response.status_code = 200
    if not responses.condition_fails(response):
        return response
    response.close()
    return errors.response(ProblemError("precondition-failed", _CHANGED))


def _after(response: Response) -> Response:
    response.headers.add("X-Request-ID", g.request_id)
    security.add_headers(response)
    state = responses.state()
    state.limits.end(response)
    state.metrics.end(response)
    logs.end(response)
    return response
