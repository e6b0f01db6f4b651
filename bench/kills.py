"""Workers of jobs that are killed again and again: `python -m bench kills`.

RIFTCHECK_KILLS and RIFTCHECK_KILL_GAMES kill and play more or less.

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

from riftcheck import carddb
from riftcheck.api.jobs.process import BESIDE
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.goldfish.plan.run import DeckZones, Run, engine_version
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.studies.request import Study, StudyRequest
from riftcheck.store.address import database_url
from riftcheck.store.capacity import JobCapacity
from riftcheck.store.database import Database
from riftcheck.store.jobs import DONE, JobStore
from riftcheck.store.tables import JOBS, PARTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase

KILLS: Final = int(os.environ.get("RIFTCHECK_KILLS", "20"))
GAMES: Final = int(os.environ.get("RIFTCHECK_KILL_GAMES", "20000"))
END: Final = 1800.0  # seconds after which a wait is given up
_JOB: Final = "job"
_ROOT: Final = Path(__file__).parent.parent
_LIST: Final = _ROOT / "tests" / "fixtures" / "lists" / "list-072.txt"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job whose workers were killed. `result` is its document; `kills` were in the middle of it."""

    result: str
    kills: int
    processes: int  # that were alive when they were killed, with their children
    seconds: float


def wait_until(condition: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait for a condition.

    :raises TimeoutError: if it does not come about, or the process ends before.
    """
    until = time.monotonic() + END
    while not condition():
        if time.monotonic() >= until or (process is not None and process.poll() is not None):
            raise TimeoutError("what was waited for did not come about")
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().rpartition(")")
        except OSError:
            continue
        if int(rest.split()[1]) == pid and rest.split()[0] != "Z":
            child = int(name.partition(" ")[0])
            found += [child, *children(child)]
    return found


def is_alive(pid: int) -> bool:
    """Return whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


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
    """Return what came of a long job, and whether its result is that of a run that nobody killed."""
    db = carddb.load_default()
    zones = zones_for_play(resolve(read_list({"text": _LIST.read_text("utf-8")}, db).deck, db))
    listed = DeckZones.of(zones)
    played = Run(listed, seed=5, turns=30, data_version=db.version, engine_version=engine_version())
    request = StudyRequest("goldfish", (played,), GAMES)
    seed = random.SystemRandom().randrange(10**9)
    with tempfile.TemporaryDirectory() as folder:
        found = play_and_kill(f"{folder}/jobs.sqlite3", request, db, KILLS, random.Random(seed))
    study = Study(request, db)
    with process_executor(carddb.load_default, os.cpu_count() or 1) as executor:
        alone = to_text(study.document(run_job(request.job, GAMES, executor, enough=study.enough)))
    return {
        "games": GAMES,
        "kills": found.kills,
        "processes_ended": found.processes,
        "seed": seed,
        "seconds": round(found.seconds, 1),
        "same_result": found.result == alone,
    }
