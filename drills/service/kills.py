"""A server whose processes are killed while callers write to it: `python -m drills kills`.

RIFTCHECK_KILLS kills more or less often than 500 times; RIFTCHECK_JOB_KILLS and RIFTCHECK_JOB_GAMES are of one long job
whose process is killed, as in `job_kills`.

Eight callers begin games, answer in them, delete them, ask for jobs and delete those, 50 writes a second in all, while
a worker or the process that plays jobs is killed by SIGKILL at moments drawn at random. Nothing that was acknowledged
may be lost, what was sent again may not count twice, the databases must be whole, and each job that was played to its
end must have the result that it has when nobody kills.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.processes import children, command_of, is_alive, wait_until
from bench.service.local_server import UNLIMITED, serving
from drills.service import job_kills
from drills.service.caller import Caller, LostAnswerError, request
from drills.service.writers import SEEDS, Ledger, Writer, job_order, player

if TYPE_CHECKING:
    from bench.service.local_server import Served

KILLS: Final = int(os.environ.get("RIFTCHECK_KILLS", "500"))
WRITERS: Final = 8
WRITES: Final = 50.0  # a second, of all writers
APART: Final = 100  # writes that are acknowledged between two kills at the most: two seconds
_ROOM: Final = {
    "RIFTCHECK_GAMES_EACH": "100000",
    "RIFTCHECK_GAMES_MOST": "100000",
    "RIFTCHECK_JOBS_EACH": "10000",
    "RIFTCHECK_JOBS_MOST": "10000",
    "RIFTCHECK_JOBS_KEPT": "100000",
    "RIFTCHECK_PROXIES": "1",
}
_JOBS: Final = "riftcheck.api.jobs"  # in the command of the process that plays them


def kill_and_write(folder: Path, kills: int, seed: int, apart: int = APART) -> tuple[dict[str, Any], list[str]]:
    """Kill processes of a server of its own so often while callers write; return what came of it, and all faults."""
    settings = UNLIMITED | _ROOM
    ledger = Ledger()
    with serving(folder, **settings) as served, closing(Writer(served.port, ledger, WRITERS, seed)) as looker:
        wanted = {
            number: _result(looker, looker.sure(job_order(looker.address, number))[0].json()["id"]) for number in SEEDS
        }
        over, begun = threading.Event(), time.perf_counter()
        writers = [Writer(served.port, ledger, number, seed + number) for number in range(WRITERS)]
        threads = [threading.Thread(target=one.write, args=(over, WRITES / WRITERS)) for one in writers]
        for thread in threads:
            thread.start()
        try:
            killed = _kill(served, ledger, kills, apart, random.Random(seed))
        finally:
            over.set()
            for thread in threads:
                thread.join()
        seconds = time.perf_counter() - begun
        compared = _look_again(looker, ledger, wanted)
    for name in ("games", "jobs"):
        ledger.faults += broken(folder / f"{name}.sqlite3")
    ledger.faults += miscounted(folder / "games.sqlite3", ledger)
    found = {
        "settings": settings,
        "seed": seed,
        "kills": dict(killed),
        "acknowledged": dict(ledger.writes),
        "writes_per_second": round(ledger.writes.total() / seconds, 1),
        "sent_again": ledger.repeated,
        "jobs_compared": compared,
    }
    return found, ledger.faults


def _kill(served: Served, ledger: Ledger, kills: int, apart: int, rng: random.Random) -> Counter[str]:
    """Kill so many processes, each after some writes, and wait until another one is in the place of each."""
    killed: Counter[str] = Counter()
    workers = len(_workers(served))
    for _ in range(kills):
        goal = ledger.writes.total() + rng.randrange(1, apart)
        wait_until(lambda goal=goal: ledger.writes.total() >= goal)  # type: ignore[misc]
        playing = [pid for pid in children(served.pid) if _JOBS in command_of(pid)]
        kind = "job_processes" if playing and rng.random() < 0.5 else "workers"
        victim = rng.choice(playing if kind == "job_processes" else _workers(served))
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
            killed[kind] += 1
        wait_until(lambda victim=victim: not is_alive(victim))  # type: ignore[misc]
        wait_until(lambda: len(_workers(served)) >= workers and _is_healthy(served.port))
    return killed


def _workers(served: Served) -> list[int]:
    return [pid for pid in children(served.pid, deep=False) if "tracker" not in command_of(pid)]


def _is_healthy(port: int) -> bool:
    with closing(Caller(port)) as caller, suppress(LostAnswerError, OSError):
        return caller.ask(request("GET", "/healthz")).status == 200
    return False


def _result(looker: Writer, job: str) -> Any:
    """Return the result of a job once it has ended, or how it ended without one."""
    path = request("GET", f"/v1/goldfish/{job}")

    def look() -> Any:
        answer = looker.sure(path)[0]
        return answer.json() if answer.status == 200 else {"ended": True, "result": None, "state": str(answer.status)}

    wait_until(lambda: look()["ended"] is not None)
    found = look()
    return found["result"] or found["state"]


def _look_again(looker: Writer, ledger: Ledger, wanted: dict[int, Any]) -> int:
    """Ask for all that was acknowledged, note what is not there, and return how many jobs had the wanted result."""
    for table in ledger.tables.values():
        views = [looker.sure(request("GET", f"/v1/games/{table.id}", **player(token)))[0] for token in table.tokens]
        if {view.status for view in views} != {200}:
            ledger.faults.append(f"game {table.id} is answered by {[view.status for view in views]}")
        again = looker.sure(table.order)[0]
        if again.status >= 300 or (again.json()["id"], again.json()["tokens"]) != (table.id, table.tokens):
            ledger.faults.append(f"game {table.id} is another one when it is asked for again: {again.status}")
    for path in ledger.gone:
        if (status := looker.sure(request("GET", path))[0].status) != 404:
            ledger.faults.append(f"{path} was deleted, and is answered by {status}")
    for job, (seed, order) in ledger.jobs.items():
        if _result(looker, job) != wanted[seed]:
            ledger.faults.append(f"the result of job {job} differs from that of an undisturbed run")
        again = looker.sure(order)[0]
        if again.status >= 300 or again.json()["id"] != job:
            ledger.faults.append(f"job {job} is another one when it is asked for again: {again.status}")
    return len(ledger.jobs)


def broken(file: Path) -> list[str]:
    """Return what a database finds wrong with itself."""
    with closing(sqlite3.connect(file)) as database:
        found = [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
        found += [str(row) for row in database.execute("PRAGMA foreign_key_check")]
    return [f"{file.name}: {fault}" for fault in found]


def miscounted(file: Path, ledger: Ledger) -> list[str]:
    """Return games whose stored answers are not those that were acknowledged, each once."""
    with closing(sqlite3.connect(file)) as database:
        counts = {game: json.loads(text) for game, text in database.execute("SELECT id, counts FROM riftcheck_games")}
        query = "SELECT game, count(*), max(number) FROM riftcheck_game_answers GROUP BY game"
        stored = {game: (count, last + 1) for game, count, last in database.execute(query)}
    return [
        f"game {table.id}: {table.counts} were acknowledged, stored are {counts.get(table.id)}, {stored.get(table.id)}"
        for table in ledger.tables.values()
        if counts.get(table.id) != table.counts or stored.get(table.id, (0, 0)) != (sum(table.counts),) * 2
    ]


def run() -> dict[str, Any]:
    """Return what came of a server that is killed under writes, and of a long job whose process is killed.

    :raises SystemExit: if something that was acknowledged was lost, or is other than it was.
    """
    seed = random.SystemRandom().randrange(10**9)
    with tempfile.TemporaryDirectory() as folder:
        found, faults = kill_and_write(Path(folder), KILLS, seed)
    if faults:
        raise SystemExit("\n".join([json.dumps(found), f"kills: {len(faults)} faults", *faults[:20]]))
    return {"server": {**found, "lost_or_torn": 0}, "long_job": job_kills.run()}
