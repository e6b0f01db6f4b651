"""Connections of the real server: those that wait cost no thread, each of them ends, and none ends unannounced."""

from __future__ import annotations

import http.client
import json
import signal
import socket
from typing import TYPE_CHECKING

import pytest
from waitress.adjustments import Adjustments

from riftcheck.api.server.request import RequestParser
from tests.api.test_running import ask, raw
from tests.processes import PATIENCE, wait_until
from tests.servers import Started, connect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# No time ends while the test goes on, so whoever waited for a caller would wait for good.
PATIENT = f"""
from riftcheck.api.server import channel
channel.SILENT = channel.RECEIVING = channel.IDLE = channel.SENDING = {10 * PATIENCE}
"""
IMPATIENT = """
from riftcheck.api.server import channel
channel.SILENT = channel.RECEIVING = channel.IDLE = channel.SENDING = 0.2
"""
POST = b"POST /v1/decks/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
GET = b"GET /v1/sets HTTP/1.1\r\nHost: x\r\n\r\n"
LARGE = b"GET /v1/cards?limit=250 HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Started]]:
    all_of_them: list[Started] = []

    def make(first: str = "", **settings: str) -> Started:
        all_of_them.append(Started(tmp_path, first, **{"RIFTCHECK_WORKERS": "1"} | settings))
        return all_of_them[-1]

    yield make
    for one in all_of_them:
        one.process.kill()
        one.process.wait()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    started = Started(tmp_path_factory.mktemp("plain"), RIFTCHECK_WORKERS="1")
    yield started
    started.stop()


@pytest.mark.parametrize(
    ("sent", "count"),
    [
        (b"", 40),
        (b"GET /healthz HTTP/1.1\r\nHo", 40),
        (POST + b"Content-Length: 1000\r\n\r\n{", 40),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", 40),
        (LARGE, 12),
    ],
    ids=["silent", "half a head", "half a body", "half a chunk", "read slowly"],
)
def test_connections_that_wait_hold_no_thread(start: Callable[..., Started], sent: bytes, count: int) -> None:
    started = start(PATIENT)
    waiting = [connect(started.port) for _ in range(count)]  # of eight threads
    for connection in waiting:
        connection.sendall(sent)
    for _ in range(5):
        assert ask(started.port, "GET", "/healthz")[0] == 200
    for connection in waiting:
        connection.close()
    started.stop()


def test_a_silent_connection_ends_and_a_half_request_is_told_why(start: Callable[..., Started]) -> None:
    started = start(IMPATIENT)
    with connect(started.port) as connection:
        assert connection.recv(100) == b""
    with connect(started.port) as connection:
        connection.sendall(GET)
        assert receive(connection).startswith(b"HTTP/1.1 200")  # and then it is idle
    for half in (GET[:20], POST + b"Content-Length: 9\r\n\r\n{"):
        with connect(started.port) as connection:
            connection.sendall(half)
            head, _, body = receive(connection).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 408 ")
        assert b"connection: close" in head.lower()
        assert json.loads(body)["status"] == 408
    started.stop()


def test_who_does_not_read_is_cut_off(start: Callable[..., Started]) -> None:
    started = start(IMPATIENT)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", started.port))
        connection.sendall(LARGE * 20)
        with pytest.raises(ConnectionError):  # no more is read while an answer waits, and then the server hangs up
            connection.sendall(LARGE * 1_000_000)
    assert ask(started.port, "GET", "/healthz")[0] == 200
    started.stop()


def test_where_there_are_too_many_those_that_waited_longest_go(start: Callable[..., Started]) -> None:
    started = start(PATIENT + "from riftcheck.api.server import listener\nlistener.MOST_CONNECTIONS = 20")
    waiting = [connect(started.port) for _ in range(60)]
    assert [connection.recv(100) for connection in waiting[:40]] == [b""] * 40
    for _ in range(5):
        assert ask(started.port, "GET", "/healthz")[0] == 200
    for connection in waiting:
        connection.close()
    started.stop()


def test_an_answer_that_is_being_worked_out_arrives_though_the_server_is_told_to_end(
    tmp_path: Path, start: Callable[..., Started]
) -> None:
    go = tmp_path / "go"
    begun = tmp_path / "begun"
    first = f"""
import time
from pathlib import Path
from riftcheck.api.routes import service
def wait():
    Path({str(begun)!r}).touch()
    while not Path({str(go)!r}).exists():
        time.sleep(0.01)
service._judge_one = wait
"""
    started = start(first)
    idle = connect(started.port)
    with connect(started.port) as connection:
        connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(begun.exists)
        started.process.send_signal(signal.SIGTERM)
        assert idle.recv(100) == b""  # it has begun to leave
        idle.close()
        go.touch()
        answer = receive(connection)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"connection: close" in answer.lower()
    assert started.process.wait(PATIENCE) == 0


def test_an_answer_without_a_body_keeps_the_connection(start: Callable[..., Started]) -> None:
    started = start()
    connection = http.client.HTTPConnection("127.0.0.1", started.port, timeout=PATIENCE)
    connection.request("GET", "/v1/sets")
    first = connection.getresponse()
    first.read()
    for _ in range(3):
        connection.request("GET", "/v1/sets", headers={"If-None-Match": str(first.headers["ETag"])})
        response = connection.getresponse()
        response.read()
        assert (response.status, response.headers.get("Connection")) == (304, None)
        connection.request("HEAD", "/v1/sets")
        response = connection.getresponse()
        assert (response.read(), response.headers.get("Connection")) == (b"", None)
    connection.close()
    started.stop()


@pytest.mark.parametrize(
    "data",
    [
        b"GET /healthz\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\nab",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding:\r\n\r\nab",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + b"0" * 5000 + b"\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n",
    ],
)
def test_what_could_be_read_in_two_ways_is_refused_and_ends_the_connection(plain: Started, data: bytes) -> None:
    answer = raw(plain.port, data + b"GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n")
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in answer.lower()


def test_a_body_whose_length_nobody_told_is_no_next_request(start: Callable[..., Started]) -> None:
    started = start()
    answer = raw(started.port, POST + b"\r\n" + b"GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in answer.lower()


def test_requests_in_one_piece_are_answered_in_their_order(start: Callable[..., Started]) -> None:
    started = start()
    body = b'{"deck": {"main": ["Cleave"]}}'
    post = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body
    answer = raw(started.port, GET + post + b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    places = [answer.index(word) for word in (b'"has_more"', b'"verdict"', b'"ok"')]
    assert places == sorted(places)
    started.stop()


@pytest.mark.parametrize(
    "bad",
    [b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n", POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n"],
    ids=["an address", "a length"],
)
def test_nothing_behind_a_request_ends_the_worker(start: Callable[..., Started], bad: bytes) -> None:
    started = start()
    with connect(started.port) as other:
        other.sendall(GET[:20])
        answer = raw(started.port, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + bad)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert answer.count(b"HTTP/1.1 400 ") == 1
        other.sendall(GET[20:])
        assert other.recv(100).startswith(b"HTTP/1.1 200 ")
    started.stop()


def test_a_fault_of_ours_behind_a_request_ends_its_connection_alone(start: Callable[..., Started]) -> None:
    started = start("""
from riftcheck.api.server.request import RequestParser
was = RequestParser.parse_header
def parse_header(self, header_plus):
    if b"fault" in header_plus:
        raise RuntimeError
    was(self, header_plus)
RequestParser.parse_header = parse_header
""")
    with connect(started.port) as other:
        other.sendall(GET[:20])
        assert raw(started.port, GET + GET.replace(b"sets", b"fault")).count(b"HTTP/1.1 ") == 1
        other.sendall(GET[20:])
        assert other.recv(100).startswith(b"HTTP/1.1 200 ")
    started.stop()


def test_who_expects_to_go_on_but_sends_no_body_has_an_answer(start: Callable[..., Started]) -> None:
    started = start(PATIENT)
    with connect(started.port) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 200 ")
    started.stop()


def test_a_body_of_tiny_chunks_is_refused_before_it_holds_others_up(start: Callable[..., Started]) -> None:
    started = start()
    for chunks in (b"1\r\na\r\n", b"\r\n"):
        answer = raw(started.port, POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks * 50_000 + b"0\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"connection: close" in answer.lower()
    chunks = b"10\r\n" + b" " * 16 + b"\r\n"
    answer = raw(started.port, POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks * 3500 + b"2\r\n{}\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 422 ")
    started.stop()


def test_a_chunk_that_will_be_too_large_is_refused_before_it_comes(start: Callable[..., Started]) -> None:
    started = start()
    for size in (b"FFFFFFFFFFFFFFFFFF", b"300000"):
        answer = raw(started.port, POST + b"Transfer-Encoding: chunked\r\n\r\n" + size + b"\r\n{}")
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert b"connection: close" in answer.lower()
    started.stop()


def test_who_reads_nothing_gives_way_too_where_there_are_too_many(
    tmp_path: Path, start: Callable[..., Started]
) -> None:
    waiting = tmp_path / "waiting"
    waiting.mkdir()
    first = f"""
from pathlib import Path
from riftcheck.api.server import listener
from riftcheck.api.server.channel import Channel
listener.MOST_CONNECTIONS = 10
was = Channel.send
def send(self, data, do_close=True):  # as to a caller whose system has no room for more
    if not Path({str(waiting)!r}, str(self.addr[1])).exists() and b"Link: " not in data:
        return was(self, data, do_close)
    Path({str(waiting)!r}, str(self.addr[1])).touch()
    return 0
Channel.send = send
"""
    started = start(PATIENT + first)
    unread = [connect(started.port) for _ in range(10)]
    for connection in unread:
        connection.sendall(LARGE)
    wait_until(lambda: len(list(waiting.iterdir())) == len(unread))
    for _ in range(5):
        assert ask(started.port, "GET", "/healthz")[0] == 200
    for connection in unread:
        connection.close()
    started.stop()


def test_what_is_no_request_can_be_named_in_the_log() -> None:
    parser = RequestParser(Adjustments())
    parser.received(b"GARBAGE\r\n\r\n")
    assert parser.error is not None
    assert parser.path == ""  # waitress names it where the caller hangs up amid the refusal


def receive(connection: socket.socket) -> bytes:
    """Return all that comes until the server ends the connection."""
    found = b""
    while chunk := connection.recv(65_536):
        found += chunk
    return found
