"""The server itself: whether it lives, whether it can answer, its numbers, its documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, current_app, render_template

from riftcheck.api import compression, responses
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.docs_page import sections
from riftcheck.api.errors import ProblemError
from riftcheck.api.logs import LOGGER
from riftcheck.api.schemas import decks as outgoing
from riftcheck.api.schemas.inputs import read_deck
from riftcheck.api.waits import LATER
from riftcheck.carddb import CardDataError
from riftcheck.decks.resolve import resolve
from riftcheck.validator.check import check
from riftcheck.validator.report import Options

if TYPE_CHECKING:
    from collections.abc import Callable

blueprint = Blueprint("service", __name__, description="The server itself.")


@blueprint.get("/healthz", outgoing.Health())
def healthz() -> Response:
    """Tell that the process lives."""
    return responses.answer({"status": "ok"})


@blueprint.get("/readyz", outgoing.Ready(), problems=(503,))
def readyz() -> Response:
    """Tell that lists can be judged, by judging one with the data at hand."""
    state = responses.state()
    try:
        _judge_one()
    except CardDataError:
        raise  # told with its reason
    except Exception:  # noqa: BLE001 - whatever it is, the answer is that it is not ready
        LOGGER.exception("the server cannot judge a list")
        detail = "The server cannot judge a list; its log says why."
        raise ProblemError("unavailable", detail, headers=LATER) from None
    return responses.answer({"status": "ready", "data_version": state.db.version, "cards": len(state.db.cards)})


def _judge_one() -> None:
    db = responses.state().db
    read = read_deck({"main": [db.cards[0].name]})
    if isinstance(read, tuple):
        raise TypeError("a list of one card cannot be read")
    check(resolve(read.deck, db), db, Options(responses.today()))


@blueprint.get("/metrics", {"type": "string"}, content_type="text/plain")
def metrics() -> Response:
    """Return the server's numbers in the text form of Prometheus."""
    return responses.state().metrics.page()


@blueprint.get("/v1/openapi.json", "OpenApiDocument", cached=True)
@blueprint.get("/openapi.json", "OpenApiDocument", cached=True)
def openapi_json() -> Response:
    """Return this document: every route with what it takes and answers, as OpenAPI 3.1."""
    return responses.kept(responses.state().once("openapi.json", _encoded_document), is_prepared=True)


@blueprint.get("/docs", {"type": "string"}, content_type="text/html")
def docs() -> Response:
    """Return the documentation as a page."""
    compression.prepared("docs")
    made = Response(responses.state().once("docs", _docs_page), content_type="text/html; charset=utf-8")
    made.headers["Cache-Control"] = f"public, max-age={responses.CACHE_SECONDS}"
    return made


def _encoded_document() -> bytes:
    return responses.encode(_document()).encode()


def _document() -> dict[str, object]:
    from riftcheck.api.openapi.document import document  # noqa: PLC0415 - the document is made when it is first asked for

    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - how Flask says it
    make: Callable[[], object] = lambda: document(app)  # noqa: E731
    found: dict[str, object] = responses.state().once("openapi", make)
    return found


def _docs_page() -> str:
    return render_template("docs.html", **sections(_document()))
