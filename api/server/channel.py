"""One connection: reads requests in the event loop, has them answered by a thread, and never waits without end.

A connection waits for a request, receives one, has it answered, sends the answer, and perhaps lingers: each of these
but the answering has a time after which it ends. None of them holds a thread but the answering.
"""

from __future__ import annotations

import contextlib
import socket
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import BadRequest, InternalServerError, build_http_date

from riftcheck.api.logs import LOGGER
from riftcheck.api.server.refusals import HEADERS, BrokenOffRequest, SlowRequest, problem
from riftcheck.api.server.request import RequestParser

if TYPE_CHECKING:
    from waitress.utilities import Error

SILENT: Final = 10.0  # seconds until the first byte of a new connection, and for the head of a request
RECEIVING: Final = 60.0  # seconds for a whole request
IDLE: Final = 30.0  # seconds between two requests
FRESH: Final = 1.0  # seconds in which a new connection may still send a request to a worker that ends
SENDING: Final = 60.0  # seconds for an answer to be read
LINGERING: Final = 10.0  # seconds for which bytes are taken that nobody reads, so that the caller gets to the answer
_WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})
_LINGERING_BYTES: Final = 16 * 1024 * 1024
_MOST_BLANK: Final = 8  # pairs of blank lines before a request: each costs the loop as much as a small head


class RequestTask(WSGITask):
    """A request that the application answers."""

    wrote_header: bool

    def write(self, data: bytes) -> None:
        """Send the answer's body or a part of it; the head goes out with the first of it, in one call to the system."""
        if not self.complete or self.wrote_header or not data or not self.has_body:
            super().write(data)
            return
        head = self.build_response_header()
        self.wrote_header = True
        if self.chunked_response or self.content_length != len(data):
            self.channel.write_soon(head)
            super().write(data)
            return
        self.channel.write_soon(head + data)
        self.content_bytes_written = len(data)

    def build_response_header(self) -> bytes:
        """Return the head of the answer.

        It says that the connection ends where the worker leaves, and where a body may follow whose end nobody told.
        """
        self.response_headers.append(("Date", _http_date(int(self.start_time))))
        untold = self.request.command in _WITH_BODY and "CONTENT_LENGTH" not in self.request.headers
        if untold or self.channel.server.is_leaving:
            self.set_close_on_finish()
        return super().build_response_header()

    def set_close_on_finish(self) -> None:
        """Say in the answer that the connection ends, and end it; one without a body needs no length to go on."""
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version == "1.0" or asked == "close" or self.channel.server.is_leaving:
            super().set_close_on_finish()

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, with the path as it was sent."""
        found = super().get_environment()
        found["PATH_INFO"] = self.request.path
        found["SERVER_SOFTWARE"] = "riftcheck"
        return found


@lru_cache(maxsize=2)
def _http_date(second: int) -> str:
    """Return a second since 1970 as headers write it; a second has a thousand answers."""
    date: str = build_http_date(second)
    return date


class RefusalTask(ErrorTask):
    """A request that no application sees."""

    def execute(self) -> None:
        """Write the refusal as a problem document."""
        error = self.request.error
        LOGGER.info("refused a request unseen: %s", type(error).__name__)
        body = problem(error)
        self.version = "1.1"
        self.status = f"{error.code} {error.reason}"
        self.response_headers.extend(HEADERS)
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """A connection of the server."""

    task_class = RequestTask
    error_task_class = RefusalTask
    parser_class = RequestParser
    request: RequestParser | None
    requests: list[RequestParser]
    sent_continue: bool
    addr: tuple[str, int]
    caller: str  # the client of the current request

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._since = time.monotonic()  # when it began to do what it does
        self._has_begun = False  # a request was received
        self._lingers_until: float | None = None
        self._taken = 0  # bytes that nobody read
        self._ahead = b""  # bytes behind the request that is being answered
        self._blank = 0  # pairs of blank lines since the last request

    @property
    def is_busy(self) -> bool:
        """Whether a request is answered, or an answer is sent."""
        return bool(self.requests or self.total_outbufs_len or self.close_when_flushed)

    @property
    def waiting_since(self) -> float:
        """The time since which it has waited for the caller to send or to read, infinite while that one waits."""
        return float("inf") if self.requests else self._since

    def end_if_late(self, now: float) -> None:
        """End what has taken too long; `now` is in seconds of the monotonic clock."""
        waited = now - self._since
        if self.requests:  # it is being answered
            return
        if self._lingers_until is not None:
            is_late = now >= self._lingers_until
        elif self.is_busy:
            is_late = waited >= SENDING
        elif self.request is None:
            is_late = waited >= (IDLE if self._has_begun else SILENT)
        else:
            is_late = False
            if waited >= (RECEIVING if self.request.headers_finished else SILENT):
                self._refuse(SlowRequest(""))
        if is_late:
            self.handle_close()

    def give_up(self) -> None:
        """Close a connection that waits for its caller: others have more need of its place."""
        if not self.requests:
            self.handle_close()

    def leave(self, now: float) -> None:
        """Close a connection that has no request or response; a new one may send a request for `FRESH` seconds."""
        is_fresh = not self._has_begun and now - self._since < FRESH
        if not (self.is_busy or self.request is not None or is_fresh):
            self.handle_close()

    # --- the event loop calls these -----------------------------------------------------------------------------------

    def readable(self) -> bool:
        """Return whether bytes are wanted, once those that came ahead of their time are looked at."""
        if self._ahead and super().readable():
            data, self._ahead = self._ahead, b""
            try:
                self._receive(data)
            except Exception:  # noqa: BLE001 - the loop looks after what fails in its other calls, but not in this one
                self.handle_error()
                return False
        return self._lingers_until is not None or super().readable()

    def handle_read(self) -> None:
        """Take the bytes that are there."""
        try:
            data = self.socket.recv(self.adj.recv_bytes)
        except BlockingIOError:
            return
        except OSError:
            self.handle_close()
            return
        if self._lingers_until is not None:
            self._taken += len(data)
            if not data or self._taken > _LINGERING_BYTES:
                self.handle_close()
        elif data:
            self._receive(data)
        elif self.request is not None:
            self._refuse(BrokenOffRequest(""))  # who has sent all that is to come may still read
        else:
            self.handle_close()

    def handle_write(self) -> None:
        """Send what can be sent; a connection that ends lingers when all is."""
        if self.close_when_flushed and not self.will_close:
            self._flush_exception(self._flush_some)
            if not self.connected:  # the caller has hung up
                return
            if not self.total_outbufs_len and not self.will_close:
                self._linger()
                return
        super().handle_write()

    def received(self, data: bytes) -> bool:
        """Take bytes up to the end of a request; those behind it wait until its answer is on its way.

        So a caller who asks much and reads nothing has one answer worked out, and no thread waits for them.
        """
        with self.requests_lock:
            if self.will_close or self.close_when_flushed:
                return False
            while data and not self.requests:
                data = data[self._parse(data) :]
            self._ahead = data
        return True

    def _parse(self, data: bytes) -> int:
        """Hand bytes to the request that is being received; return how many belong to it."""
        if self.request is None:
            self.request = self.parser_class(self.adj)
        request = self.request
        taken = request.received(data)
        if request.expect_continue and request.headers_finished and not (request.completed or self.sent_continue):
            self.send_continue()
        if request.completed:
            self.sent_continue = False
            self.request = None
            self._blank = self._blank + 1 if request.empty else 0
            if self._blank > _MOST_BLANK:
                request.error = BadRequest("blank lines")
            if request.error is not None or not request.empty:
                self.requests.append(request)
                self.server.add_task(self)
        return taken

    def _receive(self, data: bytes) -> None:
        before = self.request
        self.received(data)
        if self.request is not before or before is None:
            self._since = time.monotonic()
        self._has_begun = True

    def _refuse(self, error: Error) -> None:
        """Have the request that is being received answered with an error."""
        with self.requests_lock:
            request, self.request = self.request, None
            if request is None:
                return
            request.error = error
            request.expect_continue = False
            self.requests.append(request)
            if len(self.requests) == 1:
                self.server.add_task(self)

    def _linger(self) -> None:
        """End our side and take what the caller still sends, within bounds.

        A connection that is closed with bytes unread is reset, and with that the caller loses the answer.
        """
        self.close_when_flushed = False
        self._ahead = b""
        self._lingers_until = time.monotonic() + LINGERING
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)
            return
        self.will_close = True

    # --- a thread calls these -----------------------------------------------------------------------------------------

    def service(self) -> None:
        """Answer the request that was received; `received` takes no other before."""
        request = self.requests[0]
        if self._is_answered(request):
            self.current_outbuf_count = self.adj.outbuf_high_watermark  # the next answer takes a buffer of its own
            request.close()
            with self.requests_lock:
                self.requests.clear()
        else:
            with self.requests_lock:
                self.close_when_flushed = True
                request.close()
                self.requests.clear()
        self._since = time.monotonic()
        if self.connected and (self._ahead or self.writable() or not self._map.is_read(self._fileno)):
            self._call_loop()

    def _is_answered(self, request: RequestParser) -> bool:
        """Answer a request; return whether the connection goes on after it."""
        task = self.error_task_class(self, request) if request.error else self.task_class(self, request)
        if not self.connected:
            return False
        try:
            task.service()
        except ClientDisconnected:
            LOGGER.info("a caller hung up while %s was answered", request.path)
            return False
        except Exception:  # noqa: BLE001 - the application answers its own faults: this one is of the server
            LOGGER.error("the server failed at %s", request.path, exc_info=True)
            if not task.wrote_header:
                request.error = InternalServerError("")
                with contextlib.suppress(ClientDisconnected):
                    self.error_task_class(self, request).service()
            return False
        return not task.close_on_finish

    def write_soon(self, data: bytes) -> int:
        """Send bytes, and keep what the caller's system does not take for the loop to send."""
        length = len(data)
        with self.outbuf_lock:
            if self.connected and not self.total_outbufs_len and isinstance(data, bytes):
                data = data[self.send(data, do_close=False) :]
            if data:
                super().write_soon(data)
        if self.total_outbufs_len:
            self._call_loop()
        return length

    def _call_loop(self) -> None:
        self._map.look_again(self._fileno)
        self.server.pull_trigger()
