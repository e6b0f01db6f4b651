"""The process that plays jobs, for real: killed at any moment it loses nothing, told to leave it leaves at once.

`RIFTCHECK_KILLS=20 RIFTCHECK_KILL_GAMES=20000` tries longer, with a real list.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from riftcheck.api.jobs.process import BESIDE
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.goldfish.plan.run import DeckZones
from riftcheck.goldfish.results.document import to_text
from riftcheck.store.jobs import DONE, QUEUED, RUNNING
from riftcheck.store.tables import JOBS, PARTS
from tests.api.jobs.job_makers import document, goldfish
from tests.paths import ROOT
from tests.store.stores import job_store_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.store.jobs import JobStore

KILLS = int(os.environ.get("RIFTCHECK_KILLS", "4"))
GAMES = int(os.environ.get("RIFTCHECK_KILL_GAMES", "1500"))
REAL = {"text": (ROOT / "tests" / "fixtures" / "lists" / "list-072.txt").read_text("utf-8")}
DAY = "2026-01-28"
MANY = 2500  # games that go on for some seconds, so that something can happen to those who play them
PATIENCE = 120.0 + GAMES / 20


@pytest.fixture
def store(where: str) -> Iterator[JobStore]:
    made = job_store_at(where)
    yield made
    made.database.close()


@pytest.fixture
def players(where: str) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """What starts a process that plays jobs; all are ended afterwards."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        settings = {"RIFTCHECK_JOBS": where, "RIFTCHECK_JOBS_PROCESSES": "2", "RIFTCHECK_LOG": "error"}
        process = subprocess.Popen(
            [sys.executable, "-m", "riftcheck.api.jobs", BESIDE], stdin=subprocess.PIPE, env={**os.environ, **settings}
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def wait_until(done: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until
        assert process is None or process.poll() is None
        time.sleep(0.02)


def counted(store: JobStore, job: str = "a") -> int:
    """Return how many games of a job were counted, all of them where it is done."""
    with store.database.reading() as connection:
        state, games = connection.execute(select(JOBS.c.state, JOBS.c.games).where(JOBS.c.id == job)).one()
        if state == DONE:
            return int(games)
        return int(connection.scalar(select(func.sum(PARTS.c.stop - PARTS.c.start)).where(PARTS.c.job == job)) or 0)


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
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_job_whose_player_is_killed_again_and_again_ends_with_the_same_result(
    store: JobStore, players: Callable[[], subprocess.Popen[bytes]], db: CardDatabase, request: pytest.FixtureRequest
) -> None:
    more: dict[str, Any] = {}
    if "RIFTCHECK_KILLS" in os.environ:
        zones = zones_for_play(resolve(read_list(REAL, db).deck, db))
        more = {"list": DeckZones.of(zones), "turns": 30}
    order = goldfish(db, GAMES, **more)
    store.lease = 1.0
    store.add("a", "somebody", goldfish_fingerprint(db.version), order.to_json())
    rng = random.Random(request.node.name)
    moments = sorted(rng.randrange(GAMES) for _ in range(KILLS))
    left: list[int] = []
    for moment in moments:
        process = players()
        wait_until(lambda moment=moment: counted(store) >= moment, process)  # type: ignore[misc]
        time.sleep(rng.random() / 2)
        left += children(process.pid)
        process.kill()
        process.wait()
        if store.database.file is None:  # nobody can know that the holder of the lease is dead
            with store.database.writing() as connection:
                connection.exec_driver_sql("UPDATE goldfish_jobs SET lease = 0")
    assert left
    before = counted(store)
    last = players()
    wait_until(lambda: counted(store) >= before and kept_state(store) == DONE, last)
    found = store.get("a")
    assert found is not None
    assert found.done == GAMES
    assert to_text(found.result or {}) == document(order, db)
    wait_until(lambda: not any(map(is_alive, left)))


def kept_state(store: JobStore, job: str = "a") -> str:
    found = store.get(job)
    assert found is not None
    return found.state


@pytest.mark.parametrize(
    "how", ["SIGTERM", "its input ends", "Ctrl-C and then its input ends", "alone: SIGTERM", "alone: Ctrl-C"]
)
def test_who_is_told_to_leave_gives_the_job_back(
    tmp_path: Path, db: CardDatabase, how: str, request: pytest.FixtureRequest
) -> None:
    where = str(tmp_path / "jobs.sqlite3")
    store = job_store_at(where)
    store.add("a", "somebody", goldfish_fingerprint(db.version), goldfish(db, 1_000_000).to_json())
    settings = {"RIFTCHECK_JOBS": where, "RIFTCHECK_JOBS_PROCESSES": "1", "RIFTCHECK_LOG": "error"}
    alone = how.startswith("alone")
    command = [sys.executable, "-m", "riftcheck.api.jobs", *([] if alone else [BESIDE])]
    given = subprocess.DEVNULL if alone else subprocess.PIPE
    with subprocess.Popen(command, stdin=given, env={**os.environ, **settings}) as process:
        request.addfinalizer(process.kill)
        wait_until(lambda: counted(store) > 0, process)
        left = children(process.pid)
        assert kept_state(store) == RUNNING
        if how.endswith("SIGTERM"):
            process.send_signal(signal.SIGTERM)
        elif alone:
            process.send_signal(signal.SIGINT)
        else:
            if how.startswith("Ctrl-C"):
                process.send_signal(signal.SIGINT)
                seen = counted(store)
                wait_until(lambda: counted(store) > seen, process)
            assert process.stdin is not None
            process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert kept_state(store) == QUEUED
    found = store.get("a")
    assert found is not None
    assert 0 < found.done <= counted(store)
    wait_until(lambda: not any(map(is_alive, left)))
    store.database.close()


def test_settings_that_are_wrong_are_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "riftcheck.api.jobs", "--nonsense"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2
    env = {**os.environ, "RIFTCHECK_JOBS": "mysql://me@host/jobs"}
    found = subprocess.run(
        [sys.executable, "-m", "riftcheck.api.jobs"], env=env, capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert "RIFTCHECK_JOBS" in found.stderr
    env = {**os.environ, "RIFTCHECK_JOBS": str(tmp_path / "jobs.sqlite3"), "RIFTCHECK_CLUSTER": "tcp://127.0.0.1:1"}
    found = subprocess.run(
        [sys.executable, "-m", "riftcheck.api.jobs"], env=env, capture_output=True, text=True, check=False
    )
    assert found.returncode == 1
    assert "127.0.0.1:1" in found.stderr
    assert "Traceback" not in found.stderr


# --- the whole server -------------------------------------------------------------------------------------------------


class Served:
    """`riftcheck serve` with jobs in a folder."""

    def __init__(self, folder: Path, **settings: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        env = {**os.environ, "RIFTCHECK_JOBS": str(folder / "jobs.sqlite3"), "RIFTCHECK_LOG": "error", **settings}
        code = "from riftcheck.cli.main import main; main()"
        command = [sys.executable, "-c", code, "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=env, start_new_session=True)
        wait_until(self._answers, self.process)

    def _answers(self) -> bool:
        try:
            return self.ask("GET", "/healthz")[0] == 200
        except OSError:
            return False

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, {"Content-Type": "application/json"})
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return response.status, json.loads(text) if text else None

    def kill(self) -> list[int]:
        """Kill every process of the server at once, but for those that play; return these."""
        all_of = children(self.process.pid)
        players = [pid for pid in all_of if b"riftcheck.api.jobs" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        players += [child for pid in players for child in children(pid)]
        self.process.kill()
        for pid in all_of:
            if pid not in players:
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        return players


def end(server: Served) -> None:
    """End what a test has left."""
    for pid in [*children(server.process.pid), server.process.pid]:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    server.process.wait()


def player(server: Served) -> int | None:
    """Return the process that plays the jobs of a server."""
    for pid in children(server.process.pid):
        try:
            if b"riftcheck.api.jobs" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
        except OSError:
            continue
    return None


def test_the_server_sees_to_it_that_jobs_are_played_whatever_is_killed(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = Served(tmp_path)
    request.addfinalizer(lambda: end(server))
    assert player(server) is None  # nobody is started for nothing
    body = {"deck": REAL, "date": DAY, "games": MANY, "seed": 7}
    status, job = server.ask("POST", "/v1/goldfish", body)
    assert status == 202
    where = f"/v1/goldfish/{job['id']}"
    wait_until(lambda: server.ask("GET", where)[1]["games"]["done"] > 0)
    first = player(server)
    assert first is not None
    polite = [os.getpriority(os.PRIO_PROCESS, pid) for pid in (first, *children(first))]
    assert min(polite) > os.getpriority(os.PRIO_PROCESS, server.process.pid)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: player(server) not in (None, first))
    left = server.kill()
    wait_until(lambda: not any(map(is_alive, left)))  # they have noticed that the server is gone
    again = Served(tmp_path)
    request.addfinalizer(lambda: end(again))
    wait_until(lambda: again.ask("GET", where)[1]["state"] == "done")  # without being asked to
    found = again.ask("GET", where)[1]
    assert found["games"] == {"done": MANY, "asked": MANY}
    status, other = again.ask("POST", "/v1/goldfish", body)
    wait_until(lambda: again.ask("GET", f"/v1/goldfish/{other['id']}")[1]["state"] == "done")
    assert again.ask("GET", f"/v1/goldfish/{other['id']}")[1]["result"] == found["result"]
    running = player(again)
    again.process.terminate()
    again.process.wait(60)
    assert running is not None
    wait_until(lambda: not is_alive(running))


def test_a_server_may_leave_playing_to_others(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    server = Served(tmp_path, RIFTCHECK_JOBS_PROCESSES="0")
    request.addfinalizer(lambda: end(server))
    _, job = server.ask("POST", "/v1/goldfish", {"deck": REAL, "date": DAY, "games": 5})
    time.sleep(3.0)
    assert player(server) is None
    assert server.ask("GET", f"/v1/goldfish/{job['id']}")[1]["state"] == "queued"
    server.process.terminate()
    server.process.wait(60)
