"""A caller who keeps the connection: sends bytes as they stand, reads whole answers, and tells what was lost."""

from __future__ import annotations

import contextlib
import json
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PATIENCE: Final = 600.0  # seconds after which an answer is missed
_CHUNK: Final = 65_536
_NO_BODY: Final = (204, 304)


class LostAnswerError(Exception):
    """A connection that ended, or went on, otherwise than the answers on it had announced."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; the names of its headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def closes(self) -> bool:
        """Return whether the server said that it closes the connection."""
        return self.headers.get("connection", "").lower() == "close"

    @property
    def is_busy(self) -> bool:
        """Return whether the server said that it has no place now, and when to come again."""
        return self.status == 503 and self.headers.get("retry-after", "").isdigit()

    def json(self) -> Any:
        """Return the body as JSON data."""
        return json.loads(self.body)


class Caller:
    """A connection to a server of this machine, dialled anew where the server announced that it closes it.

    `source` is the address of this machine from which it calls: all that begin with 127 are there.
    """

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self._port = port
        self._source = source
        self._socket: socket.socket | None = None
        self._unread = b""

    def ask(self, data: bytes) -> Answer:
        """Send a request whole, as most clients do, and return what is answered.

        :raises LostAnswerError: if the connection ends without a whole answer, or more comes than was asked for.
        :raises TimeoutError: if nothing comes for ten minutes.
        """
        try:
            self._send(data)
            answer = self._read(b"HEAD " not in data[:5])
            if answer.closes:
                self._until_end()
        except BaseException:
            self.close()
            raise
        if self._unread:
            found = self._unread[:200]
            self.close()
            raise LostAnswerError(f"behind the answer {answer.status} came {found!r}")
        if answer.closes:
            self.close()
        return answer

    def hang_up_after(self, data: bytes) -> None:
        """Send what is not a whole request, and close the connection."""
        self._send(data)
        self.close()

    def close(self) -> None:
        """Close the connection; the next request dials anew."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._unread = None, b""

    def _send(self, data: bytes) -> None:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port), PATIENCE, (self._source, 0))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the answer may have come before
            self._socket.sendall(data)

    def _receive(self) -> bytes:
        assert self._socket is not None
        try:
            return self._socket.recv(_CHUNK)
        except ConnectionResetError:
            return b""

    def _more(self) -> None:
        got = self._receive()
        if not got:
            raise LostAnswerError(f"the connection ended after {self._unread[:200]!r}")
        self._unread += got

    def _read(self, has_body: bool) -> Answer:
        while True:
            while b"\r\n\r\n" not in self._unread:
                self._more()
            head, _, self._unread = self._unread.partition(b"\r\n\r\n")
            status, headers = _head(head)
            if status >= 200:
                break
        if not has_body or status in _NO_BODY:
            return Answer(status, headers, b"")
        if "content-length" not in headers:
            raise LostAnswerError(f"an answer does not say how long it is: {head[:200]!r}")
        length = int(headers["content-length"])
        while len(self._unread) < length:
            self._more()
        body, self._unread = self._unread[:length], self._unread[length:]
        return Answer(status, headers, body)

    def _until_end(self) -> None:
        while got := self._receive():
            self._unread += got


def _head(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    words = first.split(" ", 2)
    if len(words) < 2 or not words[0].startswith("HTTP/1.") or not words[1].isdigit():
        raise LostAnswerError(f"this is no answer: {head[:200]!r}")
    pairs = (line.partition(":") for line in lines)
    return int(words[1]), {name.strip().lower(): value.strip() for name, _, value in pairs}


def request(method: str, path: str, body: Any = None, **headers: str) -> bytes:
    """Return the bytes of a request; a body that is no bytes is sent as JSON, a header without a value is left out."""
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    told = {"Host": "127.0.0.1"}
    if data is not None:
        told |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
    head = "".join(f"{name}: {value}\r\n" for name, value in (told | headers).items() if value)
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + (data or b"")
