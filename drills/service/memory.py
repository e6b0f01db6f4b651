"""The memory of a server over many requests of all kinds: `python -m drills memory`.

RIFTCHECK_MEMORY_WARM and RIFTCHECK_MEMORY_REQUESTS send more or fewer than 20,000 and then 100,000 requests.

Two callers send what honest callers send, over connections that are kept: lists, searches, games that are played and
deleted, jobs that are cancelled and removed, and some that are refused. Memory is the resident set size of all
processes of the server together, in megabytes. Jobs are not played: their process comes and goes.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench import lists
from bench.processes import children, resident
from bench.service.local_server import UNLIMITED, serving
from drills.service.caller import Caller, request
from drills.service.hostile_requests import PATHS
from drills.service.writers import player
from riftcheck.api.examples import BODIES, PLAYED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from drills.service.caller import Answer

WARM: Final = int(os.environ.get("RIFTCHECK_MEMORY_WARM", "20000"))
REQUESTS: Final = int(os.environ.get("RIFTCHECK_MEMORY_REQUESTS", "100000"))
PROMISED: Final = 0.05  # by which memory grows at the most
CALLERS: Final = 2
STEPS: Final = 5  # measurements after the requests to warm up
_PLAIN: Final = ("parse", "validate", "team", "export", "stats", "hand", "pool", "timeline", "diff", "collection")
_GETS: Final = (
    *("/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/", "/v1/bulk", "/v1/sets", "/v1/formats"),
    *("/v1/cards?q=t%3Aunit&limit=50", "/v1/cards/autocomplete?q=ka", "/v1/cards/named?fuzzy=clevae", "/v1/data"),
    *("/v1/cards/OGN-001", "/v1/issue-codes", "/v1/cards?q=or", "/v1/nope"),
)


class _Mix:
    """One caller, who sends requests of all kinds in turn, never one that was sent before."""

    def __init__(self, port: int, first: int, statuses: Counter[str]) -> None:
        self._caller = Caller(port)
        self._statuses = statuses
        self._texts = lists.texts()
        self._number = first
        self._requests = self._all()

    def close(self) -> None:
        """Hang up."""
        self._caller.close()

    def send(self, requests: int) -> None:
        """Send so many requests more."""
        for _ in range(requests):
            next(self._requests)

    def _ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        data = request(method, path, body, **headers)
        answer = self._caller.ask(data)
        while answer.is_busy:
            time.sleep(float(answer.headers["retry-after"]))
            answer = self._caller.ask(data)
        self._statuses[str(answer.status)] += 1
        return answer

    def _all(self) -> Iterator[Answer]:
        """Yield each answer, without end."""
        while True:
            self._number += CALLERS
            for path in _GETS:
                yield self._ask("GET", path)
            for kind in _PLAIN:
                yield self._ask("POST", PATHS[kind], BODIES[kind])
            text = f"{self._texts[self._number % len(self._texts)]}\n1 No Card {self._number}"
            for kind in ("validate", "stats", "export", "pool"):
                more = {"to": "text"} if kind == "export" else {}
                yield self._ask("POST", PATHS[kind], {"deck": {"text": text}, **more})
            batch = {"decks": [{"text": each} for each in self._texts[:5]]}
            yield self._ask("POST", PATHS["batch"], batch)
            yield self._ask("POST", PATHS["validate"], b'{"deck": ')
            yield self._ask("POST", "/v1/nope", b" " * 1000)
            yield from self._game()
            yield from self._job()

    def _game(self) -> Iterator[Answer]:
        made = self._ask("POST", "/v1/games", {"decks": [PLAYED, PLAYED], "seed": self._number})
        yield made
        path, tokens = f"/v1/games/{made.json()['id']}", made.json()["tokens"]
        for _ in range(5):
            seen = self._ask("GET", path)
            yield seen
            who = player(tokens[seen.json()["deciding"]])
            asked = self._ask("GET", f"{path}/options", **who)
            yield asked
            question = asked.json()["decision"]
            body = {"answer": list(range(question["least"])), "decision": question["number"]}
            yield self._ask("POST", f"{path}/answers", body, **who)
        yield self._ask("GET", f"{path}/log")
        yield self._ask("DELETE", path, {"tokens": tokens})

    def _job(self) -> Iterator[Answer]:
        made = self._ask("POST", PATHS["goldfish"], BODIES["goldfish"] | {"seed": self._number})
        yield made
        for method in ("GET", "DELETE", "DELETE"):
            yield self._ask(method, made.headers["location"])


def memory_over(folder: Path, warm: int, requests: int) -> tuple[dict[str, Any], list[str]]:
    """Send requests to a server of its own; return its memory by how many there were, and what was wrong."""
    settings = UNLIMITED | {"RIFTCHECK_JOBS_PROCESSES": "0"}
    statuses: Counter[str] = Counter()
    held: dict[int, float] = {}
    with serving(folder, **settings) as served, ThreadPoolExecutor(CALLERS) as pool, ExitStack() as calls:
        mixes = [calls.enter_context(closing(_Mix(served.port, n, statuses))) for n in range(CALLERS)]

        def send(count: int) -> None:
            list(pool.map(lambda mix: mix.send(count // CALLERS), mixes))
            held[sum(statuses.values())] = round(resident([served.pid, *children(served.pid)]), 1)

        send(warm)
        for _ in range(STEPS):
            send(requests // STEPS)
    sizes = list(held.values())
    found = {
        "settings": settings,
        "megabytes_by_requests": held,
        "growth": round(sizes[-1] / sizes[0] - 1, 4),
        "answers": dict(sorted(statuses.items())),
    }
    return found, [
        f"{count} answers {status}" for status, count in statuses.items() if status.isdigit() and status >= "500"
    ]


def run() -> dict[str, Any]:
    """Return the memory of a server by how many requests it has answered.

    :raises SystemExit: if it grows by more than is promised, or a request was answered by a fault of the server.
    """
    with tempfile.TemporaryDirectory() as folder:
        found, faults = memory_over(Path(folder), WARM, REQUESTS)
    if found["growth"] >= PROMISED:
        faults.append(f"memory grew by {found['growth']:.1%}, not under {PROMISED:.0%}")
    if faults:
        raise SystemExit("\n".join([json.dumps(found), "memory:", *faults]))
    return {**found, "promised_growth": PROMISED}
