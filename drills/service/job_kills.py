"""Workers of jobs that are killed again and again: a part of `python -m drills kills`.

RIFTCHECK_JOB_KILLS and RIFTCHECK_JOB_GAMES kill and play more or less.

A job of a real list is played by a worker whose process is killed at random moments and followed by another. Nothing
that was stored may be lost, nothing may be counted twice, and no process may be left over. The test of it kills twice.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select

from bench.processes import children, is_alive, wait_until
from bench.simulation.goldfish_runs import goldfish_request
from drills.undisturbed import undisturbed
from riftcheck import carddb
from riftcheck.api.jobs.process import BESIDE
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.goldfish.results.document import to_text
from riftcheck.store.address import database_url
from riftcheck.store.capacity import JobCapacity
from riftcheck.store.database import Database
from riftcheck.store.jobs import DONE, JobStore
from riftcheck.store.tables import JOBS, PARTS

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.studies.request import StudyRequest

KILLS: Final = int(os.environ.get("RIFTCHECK_JOB_KILLS", "20"))
GAMES: Final = int(os.environ.get("RIFTCHECK_JOB_GAMES", "20000"))
_JOB: Final = "job"
_ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job whose workers were killed. `result` is its document; `kills` were in the middle of it."""

    result: str
    kills: int
    processes: int  # that were alive when they were killed, with their children
    seconds: float


def counted(store: JobStore, job: str = _JOB) -> int:
    """Return how many games of a job were counted, all of them where it is done."""
    with store.database.reading() as connection:
        state, games = connection.execute(select(JOBS.c.state, JOBS.c.games).where(JOBS.c.id == job)).one()
        if state == DONE:
            return int(games)
        return int(connection.scalar(select(func.sum(PARTS.c.stop - PARTS.c.start)).where(PARTS.c.job == job)) or 0)


def start_worker(where: str, *, beside: bool = True, processes: int = 2) -> subprocess.Popen[bytes]:
    """Return a process that plays the jobs of a database; beside a server it ends when its standard input does."""
    settings = {"RIFTCHECK_JOBS": where, "RIFTCHECK_JOBS_PROCESSES": str(processes), "RIFTCHECK_LOG": "error"}
    settings["RIFTCHECK_JOBS_GRACE"] = "3600"  # a machine may be as slow as it likes
    command = [sys.executable, "-m", "riftcheck.api.jobs", *([BESIDE] if beside else [])]
    return subprocess.Popen(command, stdin=subprocess.PIPE, env={**os.environ, **settings}, cwd=_ROOT)


def store_at(where: str) -> JobStore:
    """Return the store of the jobs of a database."""
    return JobStore(Database(database_url(where, "")), JobCapacity(each=5, most=5, seconds=1e6, ended=5))


def play_and_kill(where: str, request: StudyRequest, db: CardDatabase, kills: int, rng: random.Random) -> Outcome:
    """Play a job to its end, and kill its worker so many times at moments that `rng` draws.

    :raises TimeoutError: if it does not come to its end, or a process is left over.
    """
    begun = time.monotonic()
    store = store_at(where)
    store.add(_JOB, "somebody", goldfish_fingerprint(db.version), request.to_json())
    killed: list[int] = []
    inside = 0
    for moment in sorted(rng.randrange(request.games) for _ in range(kills)):
        worker = start_worker(where)
        try:
            wait_until(lambda moment=moment: counted(store) >= moment, worker)  # type: ignore[misc]
            killed += [worker.pid, *children(worker.pid)]
            inside += counted(store) < request.games
        finally:
            worker.kill()
            worker.communicate()
        if store.database.file is None:  # nobody can know that the holder of the lease is dead
            with store.database.writing() as connection:
                connection.exec_driver_sql("UPDATE goldfish_jobs SET lease = 0")
    last = start_worker(where)
    try:
        wait_until(lambda: _is_done(store), last)
        killed += [last.pid, *children(last.pid)]
    finally:
        last.kill()
        last.communicate()
    wait_until(lambda: not any(map(is_alive, killed)))
    found = store.get(_JOB)
    store.database.close()
    result = "" if found is None else to_text(found.result or {})
    return Outcome(result, inside, len(killed), time.monotonic() - begun)


def _is_done(store: JobStore) -> bool:
    found = store.get(_JOB)
    return found is not None and found.state == DONE


def run() -> dict[str, Any]:
    """Return what came of a long job, and that its result is that of a run that nobody killed.

    :raises SystemExit: if it is not.
    """
    db = carddb.load_default()
    request = goldfish_request(db, GAMES)
    seed = random.SystemRandom().randrange(10**9)
    with tempfile.TemporaryDirectory() as folder:
        found = play_and_kill(f"{folder}/jobs.sqlite3", request, db, KILLS, random.Random(seed))
    same = found.result == undisturbed(request, db)
    if not same:
        raise SystemExit(f"kills: the result of seed {seed} differs from that of an undisturbed run")
    return {
        "games": GAMES,
        "kills": found.kills,
        "processes_ended": found.processes,
        "seed": seed,
        "seconds": round(found.seconds, 1),
        "same_result": same,
    }
