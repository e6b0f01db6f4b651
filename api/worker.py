"""The worker of the server: gunicorn's threads, with patience for slow clients that ends, and errors in our shape."""

from __future__ import annotations

import contextlib
import ctypes
import json
import socket
import time
from typing import Any, Final

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.http import errors as http  # type: ignore[import-untyped]
from gunicorn.workers import gthread  # type: ignore[import-untyped]

_PATIENCE: Final = 10.0  # seconds for which a thread waits for the next bytes of a request
_DRAIN_SECONDS: Final = 2.0  # for which bytes are taken that nobody reads, so that the caller gets to the answer
_DRAIN_BYTES: Final = 16 * 1024 * 1024
_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD of mallopt(3)
_LARGE_BLOCK: Final = 128 * 1024
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

    def linger(self) -> None:
        """End our side and take what the caller still sends, within bounds.

        A connection that is closed with bytes unread is reset, and with that the caller loses the answer: refusals
        are written before the body is read.
        """
        with contextlib.suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)
            until = time.monotonic() + _DRAIN_SECONDS
            left = _DRAIN_BYTES
            while left > 0 and (seconds := until - time.monotonic()) > 0:
                self.sock.settimeout(seconds)
                taken = len(self.sock.recv(65_536))
                if not taken:
                    break
                left -= taken

    def close(self, graceful: bool = False) -> None:  # noqa: ARG002 - the interface of gunicorn
        """Close at once: a thread has lingered already, and this runs where all connections wait."""
        super().close()


class WebWorker(gthread.ThreadWorker):  # type: ignore[misc]
    """A worker process with a pool of threads."""

    def enqueue_req(self, conn: Any) -> None:
        """Hand a connection to the threads."""
        if type(conn) is gthread.TConn:
            conn.__class__ = _Connection
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Answer one request; a connection that will not be kept lingers here, in its thread."""
        kept = super().handle(conn)
        if kept is False:
            conn.linger()
        return kept

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that is no HTTP, of which no application hears, with a problem document."""
        if not isinstance(exc, _BROKEN):
            super().handle_error(req, client, addr, exc)
            return
        self.log.info("refused a request that is no HTTP: %s", type(exc).__name__)
        with contextlib.suppress(OSError):
            util.write(client, problem_bytes(exc))


def give_memory_back() -> None:
    """Have this process, and those forked from it, give large blocks back to the system when they are freed.

    Else glibc, after the first large answer, keeps blocks of that size for each thread: hundreds of megabytes.
    """
    with contextlib.suppress(AttributeError, OSError):  # only glibc has it
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE_BLOCK)


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
