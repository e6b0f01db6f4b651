"""The worker of the server: gunicorn's threads, with patience for slow clients that ends, and errors in our shape."""

from __future__ import annotations

import contextlib
import json
from typing import Any, Final

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.http import errors as http  # type: ignore[import-untyped]
from gunicorn.workers import gthread  # type: ignore[import-untyped]

_PATIENCE: Final = 10.0  # seconds for which a thread waits for the next bytes of a request
_BROKEN: Final = (http.ParseException,)
_STATUS: Final = (
    (http.LimitRequestLine, 414, "URI Too Long"),
    (http.LimitRequestHeaders, 431, "Request Header Fields Too Large"),
)


class _Connection(gthread.TConn):  # type: ignore[misc]
    """A connection on which no read waits forever, so that silent clients cannot hold every thread."""

    def init(self) -> None:
        """Prepare the connection for one more request."""
        super().init()
        self.sock.settimeout(_PATIENCE)


class Worker(gthread.ThreadWorker):  # type: ignore[misc]
    """A worker process with a pool of threads."""

    def enqueue_req(self, conn: Any) -> None:
        """Hand a connection to the threads."""
        if type(conn) is gthread.TConn:
            conn.__class__ = _Connection
        super().enqueue_req(conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that is no HTTP, of which no application hears, with a problem document."""
        if not isinstance(exc, _BROKEN):
            super().handle_error(req, client, addr, exc)
            return
        self.log.info("refused a request that is no HTTP: %s", type(exc).__name__)
        with contextlib.suppress(OSError):
            util.write(client, problem_bytes(exc))


def problem_bytes(exc: BaseException) -> bytes:
    """Return the whole answer to a request that cannot be read as HTTP."""
    status, reason = next(
        ((code, words) for kind, code, words in _STATUS if isinstance(exc, kind)), (400, "Bad Request")
    )
    body = json.dumps(
        {
            "type": "/docs#problem-bad-request",
            "title": "The request cannot be read",
            "status": status,
            "detail": "The request cannot be read as HTTP/1.1, or its head is too large.",
            "instance": "",
            "code": "bad-request",
            "errors": [],
        }
    ).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        f"X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
