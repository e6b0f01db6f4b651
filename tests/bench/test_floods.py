"""Floods of a few requests against a real server, and what would be told of one that fails."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import pytest

from bench.service.floods import Flood, ask, flood_all, is_error, status_of
from bench.service.hostile_requests import FLOODS

if TYPE_CHECKING:
    from pathlib import Path

REQUESTS = 6


def test_a_server_withstands_every_flood(tmp_path: Path) -> None:
    found, faults = flood_all(tmp_path, REQUESTS)
    assert faults == []
    assert found["floods"].keys() == FLOODS.keys()
    for name, flood in found["floods"].items():
        assert flood["requests"] == REQUESTS, name
        assert flood["health_answered"] > 0, name
    assert found["floods"]["many_lists"]["answers"] == {"200": REQUESTS}
    assert found["floods"]["unknown_names"]["answers"] == {"200": REQUESTS}
    assert found["floods"]["too_large"]["answers"] == {"413": REQUESTS}
    assert found["floods"]["jobs"]["answers"] == {"202": 5, "429": 1}


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        ("games", b"HTTP/1.1 500 Internal Server Error\r\n\r\n{}", "games: b'HTTP/1.1 500 "),
        ("games", b"HTTP/1.1 503 Service Unavailable\r\n\r\n{}", "games: b'HTTP/1.1 503 "),
        ("games", b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 9\r\n\r\n{}", ""),
        ("games", b"HTTP/1.1 429 Too Many Requests\r\n\r\n{}", ""),
        ("games", b"", "games: a request was not answered"),
        ("broken_off", b"", ""),
    ],
)
def test_what_is_a_fault_of_the_server(name: str, answer: bytes, told: str) -> None:
    flood = Flood(name)
    flood.note(answer)
    assert "\n".join(flood.faults).startswith(told)
    assert bool(flood.faults) is bool(told)
    assert flood.answers == {status_of(answer): 1}


def test_health_that_is_no_200_is_a_fault() -> None:
    flood = Flood("games")
    flood.note_health(b"HTTP/1.1 200 OK\r\n\r\n", 0.5)
    assert (flood.faults, flood.longest) == ([], 0.5)
    flood.note_health(b"", 0.25)
    assert flood.faults == ["games: health was answered by none"]
    assert flood.to_json()["health_answered"] == 1


def test_what_is_an_error_in_the_log() -> None:
    assert is_error('{"level": "ERROR", "message": "x"}')
    assert is_error("Traceback (most recent call last):")
    assert is_error("[1]")
    assert not is_error('{"level": "WARNING", "message": "ERROR"}')


def test_an_answer_is_taken_whole() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                while connection.recv(65_536):
                    pass
                connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                connection.sendall(b"x" * 200_000)

        thread = threading.Thread(target=answer)
        thread.start()
        found = ask(server.getsockname()[1], b"GET / HTTP/1.1\r\n\r\n")
        thread.join()
    assert status_of(found) == "200"
    assert found.endswith(b"\r\n\r\n" + b"x" * 200_000)
