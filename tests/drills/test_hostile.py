"""A thousand hostile requests against a real server, and what would be told of one that fails."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import pytest

from drills.service.caller import Answer, Caller, LostAnswerError, request
from drills.service.hostile import Attack, attack_server, fault_of, is_error
from drills.service.hostile_requests import KINDS

if TYPE_CHECKING:
    from pathlib import Path

REQUESTS = 1000
PROBLEM = {"content-type": "application/problem+json"}


def test_a_server_withstands_every_kind(tmp_path: Path) -> None:
    found, faults = attack_server(tmp_path, REQUESTS)
    assert faults == []
    assert found["requests"] == REQUESTS
    assert found["health_answered"] > 0
    assert found["connections_closed_as_announced"] > 0
    assert {kind for kind, count in found["answers"].items() if sum(count.values()) >= 30} == KINDS.keys()
    assert found["answers"]["many_lists"]["200"] > 0
    assert found["answers"]["jobs"]["202"] >= 5
    assert {"404", "405", "413", "415", "431"} <= found["answers"]["unread"].keys()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Answer(500, PROBLEM, b"{}"), "an error of the server"),
        (Answer(503, PROBLEM, b"{}"), "an error of the server"),
        (Answer(503, PROBLEM | {"retry-after": "soon"}, b"{}"), "an error of the server"),
        (Answer(503, PROBLEM | {"retry-after": "9"}, b"{}"), ""),
        (Answer(429, PROBLEM, b"{}"), ""),
        (Answer(400, {"content-type": "text/html"}, b""), "an error that is not a problem document"),
        (Answer(413, PROBLEM, b"x" * 16_385), "an error of 16385 bytes"),
        (Answer(200, {}, b"x" * 16_385), ""),
    ],
)
def test_what_is_a_fault_of_the_server(answer: Answer, told: str) -> None:
    found = Attack()
    found.note("games", 7, answer)
    assert fault_of(answer) == told
    assert [fault.partition(": ")[2].partition(f": {answer.status} ")[0] for fault in found.faults] == [told] * bool(
        told
    )
    assert found.answers["games"] == {str(answer.status): 1}


def test_health_that_is_no_200_is_a_fault() -> None:
    found = Attack()
    found.note_health("200", 0.5)
    assert (found.faults, found.longest) == ([], 0.5)
    found.note_health("lost", 0.25)
    assert found.faults == ["health was answered by lost"]
    assert found.to_json()["health_answered"] == 1


def test_what_is_an_error_in_the_log() -> None:
    assert is_error('{"level": "ERROR", "message": "x"}')
    assert is_error("Traceback (most recent call last):")
    assert is_error("[1]")
    assert not is_error('{"level": "WARNING", "message": "ERROR"}')


PLAIN = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
LAST = b"HTTP/1.1 404 Not Found\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nno"


class Script:
    """A server that sends what it is told over each connection in turn, an answer for each request, and then closes."""

    def __init__(self, *connections: list[bytes]) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._connections = connections
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        for answers in self._connections:
            connection, _ = self._listening.accept()
            with connection:
                for answer in answers:
                    connection.recv(65_536)
                    connection.sendall(answer)

    def close(self) -> None:
        self._thread.join()
        self._listening.close()


def statuses(*connections: list[bytes]) -> list[int | str]:
    """Return what a caller gets who asks as often as there are answers."""
    server = Script(*connections)
    caller = Caller(server.port)
    found: list[int | str] = []
    for _ in range(sum(map(len, connections))):
        try:
            found.append(caller.ask(request("GET", "/")).status)
        except LostAnswerError as error:
            found.append(str(error))
    caller.close()
    server.close()
    return found


def test_a_connection_may_end_only_where_that_was_announced() -> None:
    assert statuses([PLAIN, PLAIN]) == [200, 200]
    assert statuses([PLAIN, LAST], [PLAIN]) == [200, 404, 200]
    assert statuses([PLAIN, b""], [PLAIN]) == [200, "the connection ended after b''", 200]
    assert statuses([PLAIN[:-1]]) == ["the connection ended after b'o'"]
    assert statuses([PLAIN + LAST]) == [f"behind the answer 200 came {LAST!r}"]
    assert statuses([LAST + b"x"]) == ["behind the answer 404 came b'x'"]
    assert statuses([b"HTTP/1.1 200 OK\r\n\r\nx"])[0] == "an answer does not say how long it is: b'HTTP/1.1 200 OK'"
    assert statuses([b"SSH-2.0\r\n\r\n"]) == ["this is no answer: b'SSH-2.0'"]


def test_what_is_no_answer_yet_and_what_has_no_body() -> None:
    assert statuses([b"HTTP/1.1 100 Continue\r\n\r\n" + PLAIN]) == [200]
    assert statuses([b"HTTP/1.1 204 No Content\r\n\r\n", PLAIN]) == [204, 200]
