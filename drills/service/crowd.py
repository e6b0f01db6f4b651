"""An honest caller among slow sockets and heavy callers: `python -m drills crowd`.

RIFTCHECK_CROWD_SLOW, RIFTCHECK_CROWD_HEAVY and RIFTCHECK_CROWD_ASKS change the numbers of slow sockets, of heavy
callers, and of questions of each kind that the honest caller asks.

The honest caller asks for health and for the verdict on a list, in turn, each over a connection of its own. It goes
before the server and the other callers where they want the same core, so that what it waits for is the server.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench import lists, measure
from bench.processes import children, cpu_seconds
from bench.service.local_server import UNLIMITED, serving
from drills.service.caller import Caller, LostAnswerError, request
from drills.service.crowd_callers import NICE

if TYPE_CHECKING:
    from bench.service.local_server import Served

SLOW: Final = int(os.environ.get("RIFTCHECK_CROWD_SLOW", "500"))
HEAVY: Final = int(os.environ.get("RIFTCHECK_CROWD_HEAVY", "50"))
ASKS: Final = int(os.environ.get("RIFTCHECK_CROWD_ASKS", "1000"))
PROMISED_P99_MS: Final = {"health": 200.0, "validate": 500.0}
PAUSE: Final = 0.02  # seconds between two questions of the honest caller
ALLOWED: Final = {"200", "202", "404", "409", "422", "429", "503 and when to come again"}  # to a heavy caller
LIST_DAY: Final = "2026-01-28"


@dataclass(slots=True)
class Honest:
    """A caller who asks two plain questions in turn: the seconds of each answer by kind, and their statuses."""

    port: int
    source: str = "127.0.0.1"
    seconds: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)

    def ask(self, times: int, pause: float) -> None:
        """Ask both questions so many times, each over a new connection."""
        validate = {"deck": {"text": lists.texts()[0]}, "date": LIST_DAY}
        questions = {"health": request("GET", "/healthz"), "validate": request("POST", "/v1/decks/validate", validate)}
        for _ in range(times):
            for kind, data in questions.items():
                begun = time.perf_counter()
                with closing(Caller(self.port, self.source)) as caller:
                    try:
                        self.statuses[f"{kind} {caller.ask(data).status}"] += 1
                    except (LostAnswerError, OSError) as error:
                        self.statuses[f"{kind} {error}"] += 1
                    self.seconds.setdefault(kind, []).append(time.perf_counter() - begun)
                time.sleep(pause)

    def to_json(self) -> dict[str, Any]:
        """Return the percentiles of each question, in milliseconds."""
        return {kind: measure.percentiles(found) for kind, found in self.seconds.items()}


def begin_story(port: int) -> str:
    """Return the path of the games of a look-ahead job that was cancelled: each takes the server long to tell."""
    order = {
        "deck": {"text": (lists.FOLDER / "list-072.txt").read_text("utf-8")},
        "date": LIST_DAY,
        "games": 1000,
        "policy": "lookahead",
        "options": {"budget": 100_000, "samples": 64},
    }
    with closing(Caller(port)) as caller:
        while (made := caller.ask(request("POST", "/v1/goldfish", order))).is_busy:  # with what others left
            time.sleep(float(made.headers["retry-after"]))
        assert made.status == 202, made.body
        where = made.headers["location"]
        assert caller.ask(request("DELETE", where)).status == 200
    return f"{where}/games"


def besiege(served: Served, slow: int, heavy: int, asks: int, pause: float) -> dict[str, Any]:
    """Return what the honest caller met alone and in the crowd, what the crowd met, and who used the cores."""
    story = begin_story(served.port)
    alone, crowded = Honest(served.port), Honest(served.port)
    alone.ask(max(1, asks // 5), pause)
    command = [sys.executable, "-m", "drills.service.crowd_callers", *map(str, (served.port, slow, heavy)), story]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
        try:
            assert crowd.stdout is not None
            if crowd.stdout.readline() != "ready\n":
                raise SystemExit("crowd: some of the slow and expensive clients could not connect")
            pids = [served.pid, *children(served.pid)]
            used, begun, own = cpu_seconds(pids), time.perf_counter(), time.process_time()
            crowded.ask(asks, pause)
            seconds = time.perf_counter() - begun
            shares = {"server": cpu_seconds(pids) - used, "honest": time.process_time() - own}
            told = json.loads(crowd.communicate("")[0])
        finally:
            crowd.kill()
    shares["crowd"] = told.pop("cpu_seconds")
    return {
        "slow_sockets": slow,
        "heavy_callers": heavy,
        "alone": alone.to_json(),
        "crowded": crowded.to_json(),
        "honest_answers": dict(sorted(crowded.statuses.items())),
        **told,
        "seconds": round(seconds, 1),
        "cores_used": {name: round(used / seconds, 2) for name, used in shares.items()},
    }


def faults_of(found: dict[str, Any]) -> list[str]:
    """Return what may not be in the answers to the honest and to the heavy callers; nothing here is a time."""
    faults = [f"an honest question: {name}" for name in found["honest_answers"] if not name.endswith(" 200")]
    for kind, statuses in found["heavy"].items():
        faults += [f"{kind}: {status}" for status in statuses if status not in ALLOWED]
    return faults


def slow_answers(found: dict[str, Any]) -> list[str]:
    """Return which questions of the honest caller took longer than is promised."""
    p99 = {kind: times["p99_ms"] for kind, times in found.items()}
    return [
        f"{kind} took {p99[kind]} ms at the 99th percentile; the limit is {most:g}"
        for kind, most in PROMISED_P99_MS.items()
        if p99[kind] >= most
    ]


def run() -> dict[str, Any]:
    """Return how long an honest caller waits among slow and heavy ones, and what these are answered.

    :raises SystemExit: if it waits longer than is promised, or somebody is answered as nobody should be.
    """
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), NICE, **UNLIMITED) as served:
        found = {"settings": UNLIMITED, **besiege(served, SLOW, HEAVY, ASKS, PAUSE), "promised_p99_ms": PROMISED_P99_MS}
    faults = [*faults_of(found), *slow_answers(found["crowded"])]
    if faults:
        raise SystemExit("\n".join([json.dumps(found, indent=2), "crowd:", *faults]))
    return found
