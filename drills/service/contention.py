"""The verdict on a list while jobs keep all cores busy: `python -m drills contention`.

RIFTCHECK_CONTENTION_ROUNDS and RIFTCHECK_CONTENTION_ASKS change the number of rounds and of questions in each.

In each round a caller asks while the server has nothing else to do, and then while it plays a long job on all cores.
Figures are the medians of the rounds.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench import lists, measure
from bench.processes import children, command_of, cpu_seconds, wait_until
from bench.service.local_server import UNLIMITED, serving
from drills.service.caller import Caller, request

if TYPE_CHECKING:
    from bench.service.local_server import Served
    from drills.service.caller import Answer

ROUNDS: Final = int(os.environ.get("RIFTCHECK_CONTENTION_ROUNDS", "5"))
ASKS: Final = int(os.environ.get("RIFTCHECK_CONTENTION_ASKS", "1500"))
PROMISED_P50: Final = 1.2  # times the median of the idle rounds
PROMISED_P99_MS: Final = 10.0  # above that of the idle rounds
_PAUSE: Final = 0.005  # seconds between two questions
_WARM: Final = 100  # questions before the first round
_LOOK: Final = 0.5  # seconds over which the use of cores is measured
_IDLE: Final = 0.02  # cores at the most


class Contention:
    """A server, a caller that keeps its connection, and a long job that is begun and cancelled."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._caller = Caller(served.port)
        self._order = request("POST", "/v1/decks/validate", {"deck": {"text": lists.texts()[0]}, "date": "2026-01-28"})

    def close(self) -> None:
        """Hang up."""
        self._caller.close()

    def ask(self, times: int) -> dict[str, float]:
        """Return the percentiles of so many answers.

        :raises SystemExit: if one is no verdict.
        """
        seconds = []
        self._caller.close()  # the server may have ended a connection that was idle
        for _ in range(times):
            begun = time.perf_counter()
            answer = self._caller.ask(self._order)
            seconds.append(time.perf_counter() - begun)
            if answer.status != 200:
                raise SystemExit(f"contention: validate was answered by {answer.status}: {answer.body[:300]!r}")
            time.sleep(_PAUSE)
        return measure.percentiles(seconds)

    def begin(self) -> str:
        """Have the server play a long job; return where it is once games of it are counted."""
        text = (lists.FOLDER / "list-072.txt").read_text("utf-8")
        order = {"deck": {"text": text}, "date": "2026-01-28", "games": 100_000, "policy": "greedy"}
        made = self._answer(request("POST", "/v1/goldfish", order))
        assert made.status == 202, made.body
        where = made.headers["location"]
        wait_until(lambda: self._games(where) > 0)
        return where

    def end(self, where: str) -> int:
        """Cancel a job and wait until its processes are idle; return how many of its games were counted."""
        cancelled = self._answer(request("DELETE", where))
        assert cancelled.status == 200, cancelled.body
        wait_until(lambda: self.cores_used_by_jobs() < _IDLE)
        self._caller.close()
        return self._games(where)

    def _games(self, where: str) -> int:
        done: int = self._answer(request("GET", where)).json()["games"]["done"]
        return done

    def _answer(self, asked: bytes) -> Answer:
        """Return an answer to what is not measured; it is asked for again while others write to the jobs."""
        answer = self._caller.ask(asked)
        while answer.is_busy:
            time.sleep(_PAUSE)
            answer = self._caller.ask(asked)
        return answer

    def cores_used_by_jobs(self) -> float:
        """Return how many cores the processes that play jobs have now, as a mean over half a second."""
        pids = self._players()
        used, begun = cpu_seconds(pids), time.perf_counter()
        time.sleep(_LOOK)
        return (cpu_seconds(pids) - used) / (time.perf_counter() - begun)

    def _players(self) -> list[int]:
        heads = [pid for pid in children(self._served.pid) if "riftcheck.api.jobs" in command_of(pid)]
        return sorted({pid for head in heads for pid in [head, *children(head)]})


def rounds_of(folder: Path, rounds: int, asks: int) -> list[dict[str, Any]]:
    """Return what each round found: the percentiles of idle and busy answers, and the cores that jobs had."""
    found = []
    with serving(folder, **UNLIMITED) as served, closing(Contention(served)) as contention:
        contention.ask(_WARM)
        for _ in range(rounds):
            idle = contention.ask(asks)
            where = contention.begin()
            busy = contention.ask(asks)
            cores = contention.cores_used_by_jobs()
            found.append({"idle": idle, "busy": busy, "cores": round(cores, 2), "games": contention.end(where)})
    return found


def run() -> dict[str, Any]:
    """Return how long the verdict on a list takes beside jobs and without.

    :raises SystemExit: if jobs make it longer than is promised.
    """
    with tempfile.TemporaryDirectory() as folder:
        rounds = rounds_of(Path(folder), ROUNDS, ASKS)
    medians = {
        f"{state}_{name}": statistics.median(one[state][name] for one in rounds)
        for state in ("idle", "busy")
        for name in ("p50_ms", "p99_ms")
    }
    ratio = statistics.median(one["busy"]["p50_ms"] / one["idle"]["p50_ms"] for one in rounds)
    above = statistics.median(one["busy"]["p99_ms"] - one["idle"]["p99_ms"] for one in rounds)
    promised = {"promised_p50_ratio": PROMISED_P50, "promised_p99_above_ms": PROMISED_P99_MS}
    found = {
        "settings": UNLIMITED,
        "rounds": rounds,
        **medians,
        "p50_ratio": round(ratio, 3),
        "p99_above_ms": round(above, 3),
        **promised,
    }
    if ratio > PROMISED_P50 or above > PROMISED_P99_MS:
        raise SystemExit("\n".join([json.dumps(found), "contention: jobs make a verdict longer than is promised"]))
    return found
