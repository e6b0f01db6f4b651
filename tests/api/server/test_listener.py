"""A listener in this process: which thread responds, when connections end, and which requests are rejected."""

from __future__ import annotations

import socket
import threading
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from waitress.adjustments import Adjustments

from riftcheck.api.server.channel import FRESH, IDLE, LINGERING, SILENT
from riftcheck.api.server.listener import Listener
from riftcheck.api.server.loop import EventLoop
from riftcheck.api.server.request import RequestParser
from riftcheck.api.server.threads import AnswerThreads
from riftcheck.api.server.worker import PROBES
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from wsgiref.types import StartResponse, WSGIEnvironment

    from tests.apps import Apps

GET = b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n"
THREADS = 2


class Served:
    """The application behind a listener whose loop runs in the thread of the test. Requests for `/held` wait."""

    def __init__(self, apps: Apps) -> None:
        self.app = apps()
        self.held = threading.Semaphore(0)
        self.go = threading.Event()
        self.paths: list[str] = []
        self.loop = EventLoop()
        self.sockets = [socket.create_server(("127.0.0.1", 0))]
        self.threads = AnswerThreads(THREADS)
        self.probes = {path: AnswerThreads(1) for path in PROBES}
        self.listener = Listener(self.respond, self.sockets[0], self.loop, self.threads, self.probes)

    def respond(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.paths.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] == "/held":
            self.held.release()
            assert self.go.wait(PATIENCE)
        return self.app(environ, start_response)

    def connect(self, data: bytes = b"") -> socket.socket:
        # Each request comes from another client, because one client can use only half of the threads.
        source = f"127.0.1.{len(self.sockets)}"
        connection = socket.create_connection(self.sockets[0].getsockname(), PATIENCE, (source, 0))
        self.sockets.append(connection)
        if data:
            connection.sendall(data)
        return connection

    def turn_until(self, done: Any) -> None:
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until, "it did not come"
            self.loop.turn(0.02)

    def response(self, connection: socket.socket) -> bytes:
        found = b""
        connection.settimeout(0)

        def has_come() -> bool:
            nonlocal found
            try:
                found += connection.recv(65_536)
            except BlockingIOError:
                return False
            return b"\r\n\r\n" in found

        self.turn_until(has_come)
        return found

    def stop(self) -> None:
        self.go.set()
        for threads in (self.threads, *self.probes.values()):
            threads.end(PATIENCE)
        for one in list(self.loop.values()):
            one.close()
        for connection in self.sockets:
            connection.close()


@pytest.fixture
def server(apps: Apps) -> Iterator[Served]:
    made = Served(apps)
    yield made
    made.stop()


def test_health_responds_while_all_threads_are_busy(server: Served) -> None:
    for _ in range(THREADS):
        server.connect(GET % b"/held")
    server.turn_until(lambda: len(server.paths) == THREADS)
    for _ in range(THREADS):
        assert server.held.acquire(timeout=PATIENCE)
    server.connect(GET % b"/held")
    waits = server.connect(GET % b"/v1/sets")
    for path, word in ((b"/healthz", b'"ok"'), (b"/readyz", b'"ready"'), (b"/healthz?", b'"ok"')) * 3:
        response = server.response(server.connect(GET % path))
        assert response.startswith(b"HTTP/1.1 200 ")
        assert word in response
    assert server.response(server.connect(b"POST" + (GET % b"/readyz")[3:])).startswith(b"HTTP/1.1 405 ")
    assert (server.paths.count("/held"), server.paths.count("/v1/sets")) == (THREADS, 0)
    server.go.set()
    assert server.response(waits).startswith(b"HTTP/1.1 200 ")


def test_each_probe_responds_while_the_thread_of_the_other_is_busy(server: Served) -> None:
    held, asked = threading.Event(), threading.Event()

    def hold() -> None:
        asked.set()
        assert held.wait(PATIENCE)

    server.probes["/readyz"].add_task(type("Held", (), {"caller": "another", "service": staticmethod(hold)})())
    assert asked.wait(PATIENCE)
    assert b'"ok"' in server.response(server.connect(GET % b"/healthz"))
    held.set()


def test_blank_lines_without_end_are_rejected(server: Served) -> None:
    fine = server.connect(b"\r\n\r\n" * 5 + GET % b"/healthz")
    assert server.response(fine).startswith(b"HTTP/1.1 200 ")
    endless = server.connect(b"\r\n\r\n" * 20)
    assert server.response(endless).startswith(b"HTTP/1.1 400 ")


def test_each_turn_of_the_loop_takes_little_of_a_connection(server: Served) -> None:
    sent = 30_000
    server.connect(b"POST /v1/decks/validate HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n" + b" " * sent)
    received = [0]
    while received[-1] < sent:
        server.loop.turn(PATIENCE)
        bodies = [channel.request for channel in server.listener.active_channels.values() if channel.request]
        received += [request.body_bytes_received for request in bodies]
    assert max(after - before for before, after in pairwise(received)) <= 4096


def test_a_worker_that_leaves_receives_the_rest_of_requests(server: Served) -> None:
    body = b'{"text": "3 Defy"}'
    half = server.connect(b"POST /v1/decks/parse HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
    server.turn_until(lambda: any(channel.request for channel in server.listener.active_channels.values()))
    server.listener.leave()
    half.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    found = server.response(half)
    assert found.startswith(b"HTTP/1.1 200 ")
    assert b"connection: close" in found.lower()


def test_a_worker_that_leaves_closes_silent_connections(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    idle = server.connect(GET % b"/healthz")
    assert server.response(idle).startswith(b"HTTP/1.1 200 ")
    server.connect()
    server.turn_until(lambda: len(server.listener.active_channels) == 2)
    server.listener.leave()
    assert len(server.listener.active_channels) == 1  # the new one may still send a request
    monotonic = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + FRESH)
    server.listener.leave()
    assert not server.listener.active_channels


@pytest.mark.parametrize("hours", [-1, 1])
def test_connections_end_by_the_monotonic_clock(server: Served, monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    clock, monotonic = time.time, time.monotonic
    passed = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + passed)
    silent, idle = server.connect(), server.connect(GET % b"/healthz")
    assert b'"ok"' in server.response(idle)
    channels = server.listener.active_channels
    server.turn_until(lambda: len(channels) == 2 and not any(channel.requests for channel in channels.values()))
    monkeypatch.setattr(time, "time", lambda: clock() + hours * 3600)  # as if the system clock was changed
    server.listener.end_late_connections()
    assert len(channels) == 2
    passed = SILENT + 1
    server.listener.end_late_connections()
    assert len(channels) == 1
    passed = IDLE + 1
    server.listener.end_late_connections()
    assert not channels
    assert silent.recv(10) == b""


def test_lingering_connections_end_by_the_monotonic_clock(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, monotonic = time.time, time.monotonic
    passed = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + passed)
    monkeypatch.setattr(time, "time", lambda: clock() - 3600)
    assert server.response(server.connect(b"nothing of HTTP\r\n\r\n")).startswith(b"HTTP/1.1 400 ")
    channels = server.listener.active_channels
    server.turn_until(lambda: all(channel._lingers_until is not None for channel in channels.values()))
    server.listener.end_late_connections()
    assert len(channels) == 1
    passed = LINGERING + 1
    server.listener.end_late_connections()
    assert not channels


@pytest.mark.parametrize(
    "target", [b"/heal\tthz", b"/healthz\0", b"/healthz\x7f", b"/healthz\r", b"\t/healthz", b"http://x/heal\tthz"]
)
def test_control_characters_in_the_address_are_rejected(target: bytes) -> None:
    parser = RequestParser(Adjustments())
    parser.received(GET % target)
    assert parser.completed
    assert parser.error is not None
    assert parser.error.code == 400


@pytest.mark.parametrize(
    ("head", "is_read"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\nHost:\r\n\r\n", True),  # a URI may have no host
        (b"GET / HTTP/1.0\r\n\r\n", True),
        (b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\n\r\n", False),
        (b"GET http://x/ HTTP/1.1\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\nX-Forwarded-Host: x\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", False),
    ],
)
def test_http_1_1_requires_exactly_one_host_and_http_1_0_none(head: bytes, is_read: bool) -> None:
    parser = RequestParser(Adjustments())
    parser.received(head)
    assert parser.completed
    assert (parser.error is None) == is_read
    assert parser.error is None or parser.error.code == 400
