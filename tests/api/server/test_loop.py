"""The event loop of a worker: what it hands on, what it leaves for later, and what an answer costs it."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

import pytest

from riftcheck.api.server.loop import EventLoop
from tests.api.test_running import raw
from tests.servers import Started, connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GET = b"GET /v1/sets HTTP/1.1\r\nHost: x\r\n\r\n"


class Reader:
    """A connection as the loop sees it, which reads while it wants to."""

    accepting = False

    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self.wants = True
        self.asked = 0
        self.found: list[bytes] = []

    def readable(self) -> bool:
        self.asked += 1
        return self.wants

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        self.found.append(self.end.recv(100))


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_what_comes_is_handed_on_and_nobody_is_asked_while_nothing_comes(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    loop, reader = EventLoop(), Reader(ends[0])
    loop[ends[0].fileno()] = reader
    loop.turn(0)
    asked = reader.asked
    for _ in range(10):
        loop.turn(0)
    assert reader.asked == asked
    ends[1].sendall(b"one")
    loop.turn(0)
    assert reader.found == [b"one"]


def test_what_comes_while_it_is_not_wanted_waits_until_it_is(ends: tuple[socket.socket, socket.socket]) -> None:
    loop, reader, fd = EventLoop(), Reader(ends[0]), ends[0].fileno()
    loop[fd] = reader
    loop.turn(0)
    reader.wants = False
    assert loop.is_read(fd)  # nobody has told
    ends[1].sendall(b"early")
    for _ in range(3):
        loop.turn(0)
    assert reader.found == []
    assert not loop.is_read(fd)  # so it does not come again and again
    reader.wants = True
    loop.turn(0)
    assert reader.found == []
    loop.look_again(fd)
    loop.turn(0)
    assert reader.found == [b"early"]


def test_who_begins_to_want_as_the_loop_turns_away_is_not_forgotten(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    loop, reader, fd = EventLoop(), Reader(ends[0]), ends[0].fileno()
    loop[fd] = reader
    loop.turn(0)
    ends[1].sendall(b"early")

    def once() -> bool:  # the thread that answers ends after the loop has asked
        reader.readable = lambda: True  # type: ignore[method-assign]
        return False

    reader.readable = once  # type: ignore[method-assign]
    loop.turn(0)
    loop.turn(0)
    assert reader.found == [b"early"]


def test_who_begins_to_want_as_it_is_asked_again_is_not_forgotten(ends: tuple[socket.socket, socket.socket]) -> None:
    loop, reader, fd = EventLoop(), Reader(ends[0]), ends[0].fileno()
    loop[fd] = reader
    loop.turn(0)

    def once() -> bool:  # the thread that answers ends after the loop has asked, and sees that it is still watched
        reader.readable = lambda: True  # type: ignore[method-assign]
        assert loop.is_read(fd)
        return False

    reader.readable = once  # type: ignore[method-assign]
    loop.look_again(fd)
    loop.turn(0)
    ends[1].sendall(b"early")
    loop.turn(0)
    assert reader.found == [b"early"]


def test_who_is_gone_is_not_watched(ends: tuple[socket.socket, socket.socket]) -> None:
    loop, reader, fd = EventLoop(), Reader(ends[0]), ends[0].fileno()
    loop[fd] = reader
    loop.turn(0)
    del loop[fd]
    loop.look_again(fd)
    ends[1].sendall(b"late")
    loop.turn(0)
    assert reader.found == []
    assert (len(loop), loop.is_read(fd)) == (0, False)


# Notes each piece that is sent, and fails before one path is handed to the application.
PATCHED = """
from riftcheck.api.server.channel import Channel, RequestTask

send, environment = Channel.send, RequestTask.get_environment

def noting(self, data, do_close=True):
    with open({noted!r}, "a") as file:
        file.write(f"{{self.addr[1]}}\\n")
    return send(self, data, do_close)

def failing(self):
    if self.request.path == "/v1/formats":
        raise RuntimeError("no environment")
    return environment(self)

Channel.send, RequestTask.get_environment = noting, failing
"""


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file in which the patched server notes the port of each piece that it sends."""
    return tmp_path_factory.mktemp("noted") / "ports"


@pytest.fixture(scope="module")
def patched(noted: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """A server with one worker and the patches above."""
    started = Started(tmp_path_factory.mktemp("patched"), PATCHED.format(noted=str(noted)), RIFTCHECK_WORKERS="1")
    yield started
    started.stop()


def test_each_answer_is_sent_in_one_piece_also_where_requests_come_in_one(patched: Started, noted: Path) -> None:
    with connect(patched.port) as connection:
        port = connection.getsockname()[1]
        for _ in range(3):
            connection.sendall(GET)
            read_answer(connection)
        connection.sendall(GET * 3)  # those behind the first wait for its answer
        for _ in range(3):
            read_answer(connection)
    assert noted.read_text().splitlines().count(str(port)) == 6


def test_a_fault_of_the_server_itself_is_a_problem_document_too(patched: Started) -> None:
    head, _, body = raw(patched.port, GET.replace(b"/v1/sets", b"/v1/formats")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 500 ")
    assert b"connection: close" in head.lower()
    assert json.loads(body)["code"] == "internal"
    assert b"200 OK" in raw(patched.port, GET.replace(b"/v1/sets", b"/healthz"))


def read_answer(connection: socket.socket) -> bytes:
    """Return the next answer, of which nothing else comes."""
    found = b""
    while b"\r\n\r\n" not in found:
        found += connection.recv(1)
    length = int(found.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    body = b""
    while len(body) < length:
        body += connection.recv(length - len(body))
    return body
