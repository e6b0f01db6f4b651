"""Every refusal of the API in one shape: a problem document after RFC 9457."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import Response, current_app, g, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, TooManyRequests

from riftcheck.api.excerpt import clipped
from riftcheck.api.logs import LOGGER
from riftcheck.carddb import CardDataError, QueryError, setting_folders, user_overlay
from riftcheck.decks.document import DeckFieldError
from riftcheck.decks.model import OtherGameError
from riftcheck.validator import UnknownOptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from flask import Flask

    from riftcheck.carddb import Card
    from riftcheck.decks.model import DeckReadError

MOST_ERRORS: Final = 50
MOST_SUGGESTIONS: Final = 10
MOST_BYTES: Final = 15_000  # of a problem document; the promise is 16 KB with everything around it
CONTENT_TYPE: Final = "application/problem+json"
_MENDED: Final = "60"  # seconds: somebody has to mend the files and start the server again
_LONGEST_PATH, _LONGEST_MESSAGE, _LONGEST_DETAIL = 120, 1500, 1900  # a fault names each card of a list at most
_SHORT_MESSAGE: Final = 300  # where there are so many that they do not all fit


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of refusal: its status, its title, and when it is given."""

    status: int
    title: str
    meaning: str


KINDS: Final[dict[str, ProblemKind]] = {
    "bad-json": ProblemKind(
        400, "The body is not JSON", "Not JSON in UTF-8, a field given twice, or nested over 20 levels."
    ),
    "bad-request": ProblemKind(
        400, "The request cannot be read", "The request itself is broken; nothing in it was looked at."
    ),
    "wrong-host": ProblemKind(
        400, "The server has another name", "The `Host` is none of those that this server answers to."
    ),
    "wrong-token": ProblemKind(
        401, "The token is not right", "A player's token that is missing, malformed or of no player."
    ),
    "withdrawn-key": ProblemKind(401, "The key was withdrawn", "An `X-API-Key` that the operator has withdrawn."),
    "outside-scope": ProblemKind(
        403, "The key is for something else", "An `X-API-Key` without the scope of the route; the answer names it."
    ),
    "not-found": ProblemKind(404, "There is no such thing", "No such card, set, format, game or route."),
    "ambiguous-name": ProblemKind(
        404, "Several cards fit", "A name or id that fits several cards; the answer names them."
    ),
    "method-not-allowed": ProblemKind(
        405, "The method is not allowed", "The route knows other methods; `Allow` lists them."
    ),
    "conflict": ProblemKind(
        409,
        "It does not fit how things stand",
        "An answer that does not fit the game now, or a job of other code.",
    ),
    "precondition-failed": ProblemKind(
        412, "The condition does not hold", "`If-Match` or `If-Unmodified-Since` does not fit what is there now."
    ),
    "too-large": ProblemKind(413, "The body is too large", "Over 64 KB; for goldfish 256 KB, for validate-batch 2 MB."),
    "wrong-content-type": ProblemKind(
        415, "The body has the wrong type", "The Content-Type is not JSON, or not UTF-8."
    ),
    "invalid": ProblemKind(422, "The request is not valid", "A wrong type, value or field; `errors` says which."),
    "unreadable-list": ProblemKind(
        422, "The list cannot be read", "A text without a card, or a code that cannot be decoded."
    ),
    "other-game": ProblemKind(
        422, "The deck is of another game", "A deck code of Legends of Runeterra, or the JSON of a KeyForge deck."
    ),
    "answer-too-large": ProblemKind(
        422,
        "The answer would be too large",
        "Over 64 KB and over 20 times the body, `stats` over 256 KB; `detail` says what to ask for instead.",
    ),
    "bad-query": ProblemKind(422, "The search cannot be read", "The search query `q` is wrong; the answer says where."),
    "too-many-requests": ProblemKind(
        429, "Too many requests", "Over the limit; `Retry-After` says how many seconds to wait."
    ),
    "busy": ProblemKind(
        503,
        "The server is busy",
        "As many requests that take long are worked on as there are places for; come again after `Retry-After`.",
    ),
    "internal": ProblemKind(500, "The server made a mistake", "A fault of ours; it was logged with the request's id."),
    "unavailable": ProblemKind(503, "The server is not ready", "Try again after the seconds of `Retry-After`."),
}
_BY_STATUS: Final = {
    400: "bad-request",
    401: "wrong-token",
    403: "outside-scope",
    404: "not-found",
    405: "method-not-allowed",
} | {
    412: "precondition-failed",
    413: "too-large",
    415: "wrong-content-type",
    422: "invalid",
    429: "too-many-requests",
    500: "internal",
    503: "unavailable",
}


class RequestFault(NamedTuple):
    """One thing that is wrong: where, as the steps to it, and what would be right.

    `more` counts further faults that were found there and are not listed.
    """

    path: tuple[str | int, ...]
    message: str
    code: str = "invalid"
    more: int = 0


class ProblemError(Exception):
    """A rejection with one of the codes of `KINDS`. `headers` are sent with it.

    `suggestions` are the cards that the client may mean, the likeliest first, or None if the error is a different one.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        faults: Iterable[RequestFault] = (),
        headers: Mapping[str, str] | None = None,
        suggestions: Iterable[Card] | None = None,
    ) -> None:
        self.code = code
        self.detail = detail
        self.faults = tuple(faults)
        self.headers = dict(headers or {})
        self.suggestions = None if suggestions is None else tuple(suggestions)
        super().__init__(detail)


def invalid(faults: Iterable[RequestFault]) -> ProblemError:
    """Return the refusal for some faults of a request."""
    found = tuple(faults)
    code = found[0].code if len({fault.code for fault in found}) == 1 else "invalid"
    # Cut before they are joined, so that the count behind them always stands.
    first = clipped(found[0].message, _LONGEST_MESSAGE).rstrip(".") + "."
    if found[0].path:
        first = f"{clipped(_joined(found[0].path), _LONGEST_PATH)}: {first}"
    more = sum(1 + fault.more for fault in found) - 1
    if more:
        first += " There is 1 more fault." if more == 1 else f" There are {more} more faults."
    return ProblemError(code, first, found)


def document(
    problem: ProblemError, instance: str, *, status: int | None = None, room: int = MOST_BYTES
) -> dict[str, Any]:
    """Return a problem document of at most `room` bytes."""
    kind = KINDS[problem.code]
    shown: dict[str, Any] = {
        "type": f"/docs#problem-{problem.code}",
        "title": kind.title,
        "status": status or kind.status,
        "detail": clipped(problem.detail, _LONGEST_DETAIL),
        "instance": clipped(instance, _SHORT_MESSAGE),
        "code": problem.code,
        "errors": [
            {"path": clipped(_joined(fault.path), _LONGEST_PATH), "message": clipped(fault.message, _LONGEST_MESSAGE)}
            for fault in problem.faults[:MOST_ERRORS]
        ],
    }
    if problem.suggestions is not None:
        shown["suggestions"] = [candidate(card) for card in problem.suggestions[:MOST_SUGGESTIONS]]
    if _bytes(shown) > room:  # the first stays whole: it tells what to do
        for fault in shown["errors"][1:]:
            fault["message"] = clipped(fault["message"], _SHORT_MESSAGE)
    while shown["errors"] and _bytes(shown) > room:
        shown["errors"] = shown["errors"][: len(shown["errors"]) // 2]
    return shown


def candidate(card: Card) -> dict[str, str]:
    """Return a card that a name or id may mean, as a problem and a collection show it."""
    return {"id": card.base_printing.id, "name": card.name, "full_name": card.full_name}


def _bytes(shown: dict[str, Any]) -> int:
    return len(json.dumps(shown, ensure_ascii=False).encode())


def response(problem: ProblemError, *, status: int | None = None) -> Response:
    """Return the answer that holds a problem."""
    shown = document(problem, request.path, status=status)
    body = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    answer = Response(body.encode("utf-8", "replace"), status or KINDS[problem.code].status, content_type=CONTENT_TYPE)
    answer.headers.update(problem.headers)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def deck_faults(error: DeckFieldError | DeckReadError, data: Any) -> tuple[RequestFault, ...]:
    """Return the problem document of a list that could not be read."""
    if isinstance(error, DeckFieldError):
        found = [RequestFault(path, message) for path, message in error.errors]
        found[-1] = found[-1]._replace(more=error.total - len(found))
        return tuple(found)
    key = next((key for key in ("code", "text") if isinstance(data, dict) and key in data), None)
    code = "other-game" if isinstance(error, OtherGameError) else "unreadable-list"
    return (RequestFault(() if key is None else (key,), str(error), code),)


def register(app: Flask) -> None:
    """Make every refusal of an application a problem document."""
    app.register_error_handler(ProblemError, response)
    app.register_error_handler(HTTPException, _on_http)
    app.register_error_handler(UnknownOptionError, _on_option)
    app.register_error_handler(QueryError, _on_query)
    app.register_error_handler(CardDataError, _on_card_data)
    app.register_error_handler(Exception, _on_crash)


def _on_option(error: UnknownOptionError) -> Response:
    return response(invalid(RequestFault((option,), message) for option, message in error.errors.items()))


def _on_query(error: QueryError) -> Response:
    return response(invalid([RequestFault(("q",), str(error), "bad-query")]))


def _on_card_data(error: CardDataError) -> Response:
    def tell() -> None:
        LOGGER.error("the card data cannot be used: %s", error)

    current_app.extensions["riftcheck"].once(f"told {error}", tell)  # at every request it would fill the disk
    return response(card_data_problem(error))


def card_data_problem(error: CardDataError) -> ProblemError:
    """Return the refusal of whatever needs card data that cannot be used: each fault with its file's name and line."""
    faults = []
    for problem in error.problems:
        place = f"{PurePath(problem.file).name}:{problem.line}"
        faults.append(RequestFault((place,), _without_folders(problem.message, problem.path)))
    first = invalid(faults).detail
    detail = f"The card data of this server cannot be used; whoever runs it has to mend it. {first}"
    return ProblemError("unavailable", detail, faults, {"Retry-After": _MENDED})


def _without_folders(message: str, path: str) -> str:
    """Return what is wrong without the folders of the machine, which are nobody's business."""
    text = f"{path}: {message}" if path else message
    for folder in (*setting_folders(), user_overlay()):
        text = text.replace(f"{folder}{os.sep}", "")
    return text


def _on_http(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:  # noqa: PLR2004 - a redirect is no refusal
        return Response(error.get_body(), status, error.get_headers())
    code = _BY_STATUS.get(status, "bad-request" if status < 500 else "internal")  # noqa: PLR2004
    kept = {name: value for name, value in error.get_headers() if name in {"Allow", "Retry-After"}}
    return response(ProblemError(code, _detail(error, status), headers=kept), status=status)


def _detail(error: HTTPException, status: int) -> str:
    if status == 404:  # noqa: PLR2004
        return f"There is nothing at {clipped(request.path, _LONGEST_PATH)}; /docs lists what there is."
    if status == 405:  # noqa: PLR2004
        allowed = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
        return f"{clipped(request.method, 20)} is not allowed here; allowed are {allowed}."
    if isinstance(error, RequestEntityTooLarge):
        return f"The body is larger than {(request.max_content_length or 0) // 1024} KB."
    if isinstance(error, TooManyRequests):
        return "Too many requests; wait a while."
    return KINDS[_BY_STATUS.get(status, "bad-request")].meaning


def _on_crash(error: Exception) -> Response:
    request_id = g.get("request_id", "")
    LOGGER.error("request failed", exc_info=error, extra={"request_id": request_id, "path": clipped(request.path, 200)})
    return response(ProblemError("internal", f"The server made a mistake. It was logged as request {request_id}."))


def _joined(path: Iterable[str | int]) -> str:
    return "/".join(map(str, path))
