"""The refusals of the server itself, of which no application hears: of what is no HTTP, too large or too slow."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from waitress import utilities

from riftcheck.api.errors import CONTENT_TYPE, KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence


class BrokenOffRequest(utilities.BadRequest):
    """A request whose caller hung up before its end."""


class SlowRequest(utilities.Error):
    """A request that did not arrive in time."""

    code = 408
    reason = "Request Timeout"


class LongRequestLine(utilities.Error):
    """A request whose address is too long."""

    code = 414
    reason = "URI Too Long"


_DETAILS: Final[Sequence[tuple[type[utilities.Error], str]]] = (
    (BrokenOffRequest, "The body breaks off before its end."),
    (SlowRequest, "The request did not arrive in time; send it again, in one piece."),
    (LongRequestLine, "The address is too long."),
    (utilities.RequestHeaderFieldsTooLarge, "The head of the request is too large."),
    (utilities.RequestEntityTooLarge, "The body is larger than any route takes."),
    (utilities.ServerNotImplemented, "Of transfer encodings only `chunked` is known here."),
    (utilities.BadRequest, "The request cannot be read as HTTP/1.1."),
)
_CODES: Final = {413: "too-large", 500: "internal"}


def problem(error: utilities.Error) -> bytes:
    """Return the problem document of an error as JSON."""
    code = _CODES.get(error.code, "bad-request")
    detail = next((words for kind, words in _DETAILS if isinstance(error, kind)), "The server made a mistake.")
    shown = {
        "type": f"/docs#problem-{code}",
        "title": KINDS[code].title,
        "status": error.code,
        "detail": detail,
        "instance": "",
        "code": code,
        "errors": [],
    }
    return json.dumps(shown, separators=(",", ":")).encode()


HEADERS: Final = (
    ("Content-Type", CONTENT_TYPE),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
)
