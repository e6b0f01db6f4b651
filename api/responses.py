"""Answers: JSON without detours, parts of collections, and caching of card data."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlencode

from flask import Response, current_app, g, has_request_context, request

from riftcheck.api import compression
from riftcheck.api.errors import RequestFault, invalid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.api.app_state import AppState

CACHE_SECONDS: Final = 300
_FOR_ALL: Final = f"public, max-age={CACHE_SECONDS}"
_FOR_ONE: Final = "private, no-cache"  # kept by the caller alone, and asked about each time
_CURSOR_MARK: Final = 12  # characters of the hash that ties a cursor to its search and data

# One encoder for all: json.dumps makes a new one at every call with options. What comes in has no half characters.
encode: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def state() -> AppState:
    """Return the state of the application: database, settings and cached values."""
    return cast("AppState", current_app.extensions["riftcheck"])


def today() -> date:
    """Return the day that holds where none is given: the day in UTC in which the request was first asked about it."""
    if not has_request_context():
        return datetime.now(UTC).date()
    if "today" not in g:
        g.today = datetime.now(UTC).date()  # one request has one day, also around midnight
    day: date = g.today
    return day


def answer(value: Any, status: int = 200) -> Response:
    """Return an answer that nobody keeps. `value` as bytes is JSON already."""
    body = value if isinstance(value, bytes) else encode(value).encode()
    made = Response(body, status, content_type="application/json")
    made.headers["Cache-Control"] = "no-store"
    return made


def secret(value: Any) -> Response:
    """Return a response with secrets. It is not compressed, because its length would depend on them (BREACH)."""
    made = answer(value)
    made.headers["Cache-Control"] = "no-store, no-transform"
    return made


def kept(value: Any, *, is_prepared: bool = False) -> Response:
    """Return card data with a strong ETag, the hash of the response, or 304 if the client has it already.

    `is_prepared`: True for a large document that is the same for all clients. Its compressed forms are kept.
    """
    return _tagged(value, _FOR_ALL, is_prepared=is_prepared)


def polled(value: Any) -> Response:
    """Return what its caller asks for again and again, with an ETag as `kept` gives, or 304 while it is the same."""
    return _tagged(value, _FOR_ONE)


def is_matched(value: Any) -> bool:
    """Return whether `If-Match` holds for what `polled` would answer (RFC 9110, 13.1.1)."""
    return any(map(request.if_match.contains, compression.tags(_digest(encode(value).encode()))))


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:32]


def _tagged(value: Any, caching: str, *, is_prepared: bool = False) -> Response:
    body = value if isinstance(value, bytes) else encode(value).encode()
    digest = _digest(body)
    made = Response(body, 200, content_type="application/json")
    made.set_etag(compression.tag(digest, len(body)))
    made.headers["Cache-Control"] = caching
    made.make_conditional(request)
    if made.status_code == 200:  # noqa: PLR2004 - the compression appends the encoding
        made.set_etag(digest)
    if is_prepared:
        compression.prepared(digest)
    return made


def is_wrongly_failed(response: Response) -> bool:
    """Return True for an answer that werkzeug takes for one whose `If-Match: *` fails: any answer fits that."""
    is_failed = response.status_code == 412 and request.if_match.star_tag  # noqa: PLR2004
    return is_failed and request.method in {"GET", "HEAD"}


def condition_fails(response: Response) -> bool:
    """Return True if a precondition of the request does not hold (RFC 9110, 13)."""
    if request.method not in {"GET", "HEAD"}:
        return False
    if response.status_code == 412:  # noqa: PLR2004 - werkzeug looks at If-Match, and keeps the body
        return True
    since, changed = request.if_unmodified_since, response.last_modified
    if since is None or changed is None or "If-Match" in request.headers:
        return False
    return changed > since


def page(entries: Sequence[Any], shown: Any, args: dict[str, Any], about: str) -> Response:
    """Return the part of a collection that a query asks for; `about` names the collection and its search."""
    first = _first(args, about, len(entries))
    after = first + args["limit"]
    following = _url(args, _cursor(after, about)) if after < len(entries) else None
    data = [shown(entry) for entry in entries[first:after]]
    made = kept({"data": data, "has_more": following is not None, "next": following})
    links = [f'<{_url(args, None)}>; rel="first"']
    if following is not None:
        links.append(f'<{following}>; rel="next"')
    made.headers["Link"] = ", ".join(links)
    return made


def _url(args: dict[str, Any], cursor: str | None) -> str:
    query = {name: str(value) for name, value in args.items() if name != "cursor" and value != ""}
    if cursor is not None:
        query["cursor"] = cursor
    # Without the host: it is the caller's word, and a cache would hand it on to others.
    return f"{request.path}?{urlencode(query)}"


def _mark(about: str) -> str:
    named = f"{state().db.version}\0{about}"
    return hashlib.sha256(named.encode("utf-8", "replace")).hexdigest()[:_CURSOR_MARK]


def _cursor(offset: int, about: str) -> str:
    return base64.urlsafe_b64encode(f"{offset}.{_mark(about)}".encode()).decode().rstrip("=")


def _first(args: dict[str, Any], about: str, size: int) -> int:
    cursor = args.get("cursor")
    if cursor is None:
        return 0
    offset = _offset(cursor, about)
    if offset is None or not 0 < offset < size:
        message = "is of another search or of older data; begin again without it"
        raise invalid([RequestFault(("cursor",), message)])
    return offset


def _offset(cursor: str, about: str) -> int | None:
    if len(cursor) > 60 or not cursor.isascii():  # noqa: PLR2004 - ours have about 25
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    number, _, mark = text.partition(".")
    if mark != _mark(about) or not number.isdigit() or len(number) > 6:  # noqa: PLR2004
        return None
    return int(number)
