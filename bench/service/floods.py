"""Floods of hostile and greedy requests against a running server: `python -m bench floods`.

RIFTCHECK_FLOOD_REQUESTS sends more or fewer than 1,000 of each kind.

Sixteen callers send as fast as they are answered, over loopback. Meanwhile the server is asked for its health, one
question after another. No answer may be a fault of the server: a 503 is one unless it says when to come again. What the
server answers to an honest list must be the same before and after, and its log must tell of no error but of callers
that were too slow.
"""

from __future__ import annotations

import json
import os
import socket
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench import lists
from bench.processes import children, megabytes
from bench.service.hostile_requests import FLOODS
from bench.service.local_server import serving

if TYPE_CHECKING:
    from bench.service.local_server import Served

REQUESTS: Final = int(os.environ.get("RIFTCHECK_FLOOD_REQUESTS", "1000"))
CALLERS: Final = 16
PATIENCE: Final = 300.0  # seconds after which an answer is missed
HELD: Final = 48  # connections at a time that wait in the middle of a request: three for each thread of the server
UNANSWERED: Final = ("no_http", "broken_off", "held_open")  # floods of which a request may have no answer
NONE: Final = "none"
FAULT: Final = 500
BUSY: Final = 503
# So that limits of what is stored are reached, by callers who are told apart by what a proxy would say of them.
FEW: Final = {"GAMES_EACH": "20", "GAMES_MOST": "60", "JOBS_PROCESSES": "0", "PROXIES": "1"}
# What gunicorn logs as an error where a caller does not go on for ten seconds: it was given up, as it should be.
SLOW: Final = '"message": "Socket error processing request."'
TIMED_OUT: Final = 'TimeoutError: timed out"}'
_HEALTH: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@dataclass(slots=True)
class Flood:
    """What came of a flood: answers by status, health by status, the longest wait for it in seconds, and faults."""

    name: str
    answers: Counter[str] = field(default_factory=Counter)
    health: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def note(self, answer: bytes) -> None:
        """Count an answer, and note what it should not be."""
        status = status_of(answer)
        self.answers[status] += 1
        if status == NONE:
            if self.name not in UNANSWERED:
                self.faults.append(f"{self.name}: a request was not answered")
        elif int(status) >= FAULT and not (int(status) == BUSY and b"\r\nRetry-After: " in answer):
            self.faults.append(f"{self.name}: {answer[:400]!r}")

    def note_health(self, answer: bytes, seconds: float) -> None:
        """Count an answer of the health endpoint, which must be a 200."""
        status = status_of(answer)
        self.health[status] += 1
        self.longest = max(self.longest, seconds)
        if status != "200":
            self.faults.append(f"{self.name}: health was answered by {status}")

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON data."""
        return {
            "requests": self.answers.total(),
            "answers": dict(sorted(self.answers.items())),
            "health_answered": self.health["200"],
            "longest_health_ms": round(self.longest * 1000, 1),
        }


def status_of(answer: bytes) -> str:
    """Return the status of an answer, or `none`."""
    words = answer.split(b" ", 2)
    return words[1].decode() if answer.startswith(b"HTTP/1.1 ") else NONE


def ask(port: int, data: bytes, *, give_up: bool = False) -> bytes:
    """Send bytes over a new connection and return all that is answered; who gives up closes it without reading."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(data)
            if not give_up:
                connection.shutdown(socket.SHUT_WR)
            while not give_up and (chunk := connection.recv(65_536)):
                answer += chunk
        except (BrokenPipeError, ConnectionResetError):
            pass
    return answer


def _hold(port: int, requests: int, flood: Flood) -> None:
    """Hold connections open in the middle of a request, some at a time, until health was answered meanwhile."""
    for first in range(0, requests, HELD):
        numbers = range(first, min(first + HELD, requests))
        held = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in numbers]
        for number, connection in zip(numbers, held, strict=True):
            connection.sendall(FLOODS[flood.name](number))
        _ask_health(port, flood)
        for connection in held:
            connection.close()
            flood.note(b"")


def _ask_health(port: int, flood: Flood) -> None:
    begun = time.perf_counter()
    answer = ask(port, _HEALTH)
    flood.note_health(answer, time.perf_counter() - begun)


def flood_of(port: int, name: str, requests: int) -> Flood:
    """Send so many requests of a kind to a server of this machine, and return what came of it."""
    flood = Flood(name)
    if name == "held_open":
        _hold(port, min(requests, 2 * HELD), flood)
        return flood
    over = threading.Event()

    def watch() -> None:
        while True:
            _ask_health(port, flood)
            if over.is_set():
                return

    def call(number: int) -> bytes:
        return ask(port, FLOODS[name](number), give_up=name == "broken_off")

    with ThreadPoolExecutor(CALLERS + 1) as pool:
        watching = pool.submit(watch)
        try:
            for answer in pool.map(call, range(requests)):
                flood.note(answer)
        finally:
            over.set()
        watching.result()
    return flood


def _verdict(port: int) -> bytes:
    """Return the answer to an honest list."""
    body = json.dumps({"deck": {"text": lists.texts()[0]}, "date": "2026-11-21"}).encode()
    head = f"POST /v1/decks/validate HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return ask(port, head.encode() + body).partition(b"\r\n\r\n")[2]


def _held(server: Served) -> float:
    return round(megabytes([server.pid, *children(server.pid)]), 1)


def flood_all(folder: Path, requests: int) -> tuple[dict[str, Any], list[str]]:
    """Send so many requests of every kind to a server of its own; return what came of each flood, and all faults."""
    settings = {f"RIFTCHECK_{name}": value for name, value in FEW.items()}
    with serving(folder, **settings) as server:
        before, held = _verdict(server.port), _held(server)
        floods = [flood_of(server.port, name, requests) for name in FLOODS]
        faults = [fault for flood in floods for fault in flood.faults]
        if _verdict(server.port) != before or b'"verdict"' not in before:
            faults.append("an honest list is answered otherwise than before")
        found = {
            "floods": {flood.name: flood.to_json() for flood in floods},
            "megabytes_of_the_server": {"before": held, "after": _held(server)},
        }
    errors = [line for line in server.log.read_text("utf-8").splitlines() if is_error(line)]
    slow = [line for line in errors if SLOW in line and line.endswith(TIMED_OUT)]
    found["slow_callers_logged"] = len(slow)
    return found, [*faults, *(line for line in errors if line not in slow)]


def is_error(line: str) -> bool:
    """Return whether a line of a log tells of an error; a line that is no JSON object is one of those."""
    try:
        return json.loads(line)["level"] in {"ERROR", "CRITICAL"}
    except (ValueError, KeyError, TypeError):
        return True


def run() -> dict[str, Any]:
    """Return how the requests of each flood were answered, and how the server's health was meanwhile.

    :raises SystemExit: if an answer was a fault of the server, or it did not go on as before.
    """
    with tempfile.TemporaryDirectory() as folder:
        found, faults = flood_all(Path(folder), REQUESTS)
    if faults:
        raise SystemExit("\n".join([f"floods: {len(faults)} faults", *faults[:20]]))
    return {**found, "faults": len(faults)}
