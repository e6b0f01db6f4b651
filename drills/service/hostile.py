"""Hostile and greedy requests against a running server: `python -m drills hostile`.

RIFTCHECK_HOSTILE_REQUESTS sends more or fewer than 50,000.

Eight callers send as fast as they are answered, each over a connection that is kept: it may only end where the answer
before said so. Meanwhile the server is asked for its health, one question after another. No answer may be a fault of
the server: a 503 is one unless it says when to come again. What the server answers to an honest list must be the same
before and after, and its log must tell of no error.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bench import lists
from bench.processes import children, megabytes
from bench.service.local_server import UNLIMITED, serving
from drills.service.caller import Answer, Caller, LostAnswerError, request
from drills.service.hostile_requests import KINDS, kind_of

REQUESTS: Final = int(os.environ.get("RIFTCHECK_HOSTILE_REQUESTS", "50000"))
CALLERS: Final = 8
# So that limits of what is stored are reached, by callers who are told apart by what a proxy would say of them.
FEW: Final = {"GAMES_EACH": "20", "GAMES_MOST": "60", "JOBS_PROCESSES": "0", "PROXIES": "1"}
LARGEST_REFUSAL: Final = 16_384
LOST: Final = "lost"
HUNG_UP: Final = "hung up"  # by the caller
_PAUSE: Final = 0.02  # seconds between two questions for health
_HEALTH: Final = request("GET", "/healthz")


@dataclass(slots=True)
class Attack:
    """What came of hostile requests: answers by kind and status, health by status, its longest wait, and faults."""

    answers: dict[str, Counter[str]] = field(default_factory=lambda: {kind: Counter() for kind in KINDS})
    health: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    closed: int = 0
    faults: list[str] = field(default_factory=list)

    def note(self, kind: str, number: int, answer: Answer) -> None:
        """Count an answer, and note what it should not be."""
        self.answers[kind][str(answer.status)] += 1
        self.closed += answer.closes
        fault = fault_of(answer)
        if fault:
            self.faults.append(f"{kind} {number}: {fault}: {answer.status} {answer.body[:300]!r}")

    def note_lost(self, kind: str, number: int, error: Exception) -> None:
        """Count a connection that ended without being announced."""
        self.answers[kind][LOST] += 1
        self.faults.append(f"{kind} {number}: {error}")

    def note_health(self, status: str, seconds: float) -> None:
        """Count an answer of the health endpoint, which must be a 200."""
        self.health[status] += 1
        self.longest = max(self.longest, seconds)
        if status != "200":
            self.faults.append(f"health was answered by {status}")

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON data."""
        return {
            "requests": sum(count.total() for count in self.answers.values()),
            "answers": {kind: dict(sorted(count.items())) for kind, count in self.answers.items()},
            "connections_closed_as_announced": self.closed,
            "health_answered": self.health["200"],
            "longest_health_ms": round(self.longest * 1000, 1),
        }


def fault_of(answer: Answer) -> str:
    """Return what is wrong with an answer to a hostile request, or nothing."""
    if answer.status >= 500 and not answer.is_busy:
        return "an error of the server"
    if answer.status >= 400:
        if answer.headers.get("content-type") != "application/problem+json":
            return "an error that is not a problem document"
        if len(answer.body) > LARGEST_REFUSAL:
            return f"an error of {len(answer.body)} bytes"
    return ""


def attack(port: int, requests: int) -> Attack:
    """Send so many requests to a server of this machine, and return what came of it."""
    found = Attack()
    over = threading.Event()

    def watch() -> None:
        with closing(Caller(port)) as caller:
            while not over.wait(_PAUSE) or not found.health:
                begun = time.perf_counter()
                found.note_health(_status(caller), time.perf_counter() - begun)

    def send(first: int) -> None:
        with closing(Caller(port)) as caller:
            for number in range(first, requests, CALLERS):
                kind = kind_of(number)
                try:
                    if kind == "broken_off":
                        caller.hang_up_after(KINDS[kind](number))
                        found.answers[kind][HUNG_UP] += 1
                    else:
                        found.note(kind, number, caller.ask(KINDS[kind](number)))
                except (LostAnswerError, OSError) as error:
                    found.note_lost(kind, number, error)

    with ThreadPoolExecutor(CALLERS + 1) as pool:
        watching = pool.submit(watch)
        try:
            list(pool.map(send, range(CALLERS)))
        finally:
            over.set()
        watching.result()
    return found


def _status(caller: Caller) -> str:
    try:
        return str(caller.ask(_HEALTH).status)
    except (LostAnswerError, OSError):
        return LOST


def _verdict(port: int) -> bytes:
    """Return the answer to an honest list."""
    body = {"deck": {"text": lists.texts()[0]}, "date": "2026-11-21"}
    with closing(Caller(port)) as caller:
        return caller.ask(request("POST", "/v1/decks/validate", body)).body


def attack_server(folder: Path, requests: int) -> tuple[dict[str, Any], list[str]]:
    """Send so many requests to a server of its own; return what came of them, and all faults."""
    settings = {f"RIFTCHECK_{name}": value for name, value in FEW.items()} | UNLIMITED
    with serving(folder, **settings) as server:
        pids = [server.pid, *children(server.pid)]
        before, held = _verdict(server.port), megabytes(pids)
        found = attack(server.port, requests)
        faults = found.faults
        if _verdict(server.port) != before or b'"verdict"' not in before:
            faults.append("an honest list is answered otherwise than before")
        left = [server.pid, *children(server.pid)]
        if not set(pids) <= set(left):
            faults.append("a process of the server ended")
        after = megabytes(left)
    faults += [line for line in server.log.read_text("utf-8").splitlines() if is_error(line)]
    sizes = {"before": round(held, 1), "after": round(after, 1)}
    return {"settings": settings, **found.to_json(), "megabytes_of_the_server": sizes}, faults


def is_error(line: str) -> bool:
    """Return whether a line of a log tells of an error; a line that is no JSON object is one of those."""
    try:
        return json.loads(line)["level"] in {"ERROR", "CRITICAL"}
    except (ValueError, KeyError, TypeError):
        return True


def run() -> dict[str, Any]:
    """Return how the requests of each kind were answered, and how the server's health was meanwhile.

    :raises SystemExit: if an answer was a fault of the server, a connection was lost, or it did not go on as before.
    """
    with tempfile.TemporaryDirectory() as folder:
        found, faults = attack_server(Path(folder), REQUESTS)
    if faults:
        raise SystemExit("\n".join([json.dumps(found), f"hostile: {len(faults)} faults", *faults[:20]]))
    return {**found, "faults": len(faults)}
