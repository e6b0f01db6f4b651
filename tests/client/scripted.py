"""A server that answers what a test tells it to, and remembers what it was asked; and a time that only sleeps move."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from email.message import Message


@dataclass(frozen=True)
class Reply:
    """What is answered; a body of bytes goes as it is, `missing` bytes of it are promised and never sent."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    missing: int = 0


DROP = Reply(0)  # the connection is closed without a word


def refused(status: int, code: str, **headers: str) -> Reply:
    """Return a problem document as the API writes one."""
    body = {"status": status, "code": code, "title": "No", "detail": f"It is {code}.", "errors": []}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, body, {"Content-Type": "application/problem+json", **named})


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    method: str
    target: str
    headers: Message
    body: Any


class Scripted:
    """A server on this machine that gives its replies in order; it fails a request for which it has none."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.asked: list[Asked] = []
        self.connections = 0
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                script.connections += 1
                super().setup()

            def handle_one_request(self) -> None:
                self.raw_requestline = self.rfile.readline(65_537)
                if not self.raw_requestline or not self.parse_request():
                    self.close_connection = True
                    return
                data = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                body = json.loads(data) if data else None
                script.asked.append(Asked(self.command, self.path, self.headers, body))
                self._give(script.replies.pop(0) if script.replies else Reply(500))

            def _give(self, reply: Reply) -> None:
                if reply is DROP:
                    self.close_connection = True
                    return
                data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                if reply.status not in {204, 304}:
                    self.send_header("Content-Length", str(len(data) + reply.missing))
                self.end_headers()
                if reply.status not in {204, 304}:
                    self.wfile.write(data)
                self.close_connection = bool(reply.missing)

            def log_message(self, *_args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def targets(self) -> list[str]:
        """What was asked for, in order."""
        return [f"{one.method} {one.target}" for one in self.asked]


class Moments:
    """A clock that moves when somebody sleeps by it, and only then."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def clock(self) -> float:
        """Return the time, in seconds."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Move the time."""
        self.slept.append(seconds)
        self.now += seconds
