"""The process of a worker, for real: killed at any moment it loses nothing, told to leave it leaves at once.

`python -m drills kills` kills more often, in a longer job.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bench.processes import children, free_port, is_alive, wait_until
from drills.service.job_kills import counted, play_and_kill, start_worker, store_at
from riftcheck.api import serve
from riftcheck.api.jobs.process import BESIDE, main
from riftcheck.api.settings import Settings
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.store.jobs import QUEUED, RUNNING
from tests.api.jobs.job_makers import document, goldfish
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.store.jobs import JobStore

KILLS = 1
GAMES = 600
MANY = 800  # games that go on for some seconds, so that something can happen to those who play them
REAL = {"text": (ROOT / "tests" / "fixtures" / "lists" / "list-072.txt").read_text("utf-8")}
DAY = "2026-01-28"
PATIENCE = 600.0


def test_a_job_whose_worker_is_killed_again_and_again_ends_with_the_same_result(
    where: str, db: CardDatabase, request: pytest.FixtureRequest
) -> None:
    order = goldfish(db, GAMES)
    found = play_and_kill(where, order, db, KILLS, random.Random(request.node.name))
    assert found.result == document(order, db)
    assert found.kills > 0
    assert found.processes > KILLS + 1, "the processes that a worker has started end with it"


def job_state(store: JobStore, job: str = "job") -> str:
    found = store.get(job)
    assert found is not None
    return found.state


@pytest.mark.parametrize("how", ["SIGTERM", "Ctrl-C and then its input ends", "alone: Ctrl-C"])
def test_who_is_told_to_leave_gives_the_job_back(tmp_path: Path, db: CardDatabase, how: str) -> None:
    where = str(tmp_path / "jobs.sqlite3")
    store = store_at(where)
    store.add("job", "somebody", goldfish_fingerprint(db.version), goldfish(db, 1_000_000).to_json())
    with start_worker(where, beside=not how.startswith("alone"), processes=1) as process:
        try:
            wait_until(lambda: counted(store) > 0, process)
            left = children(process.pid)
            assert job_state(store) == RUNNING
            if how == "SIGTERM":
                process.send_signal(signal.SIGTERM)
            else:
                process.send_signal(signal.SIGINT)
            if how.startswith("Ctrl-C"):  # beside a server it is the business of the server
                seen = counted(store)
                wait_until(lambda: counted(store) > seen, process)
                assert process.stdin is not None
                process.stdin.close()
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
    assert job_state(store) == QUEUED
    found = store.get("job")
    assert found is not None
    assert 0 < found.done <= counted(store)
    wait_until(lambda: not any(map(is_alive, left)))
    store.database.close()


def test_settings_that_are_wrong_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--nonsense"]) == 2
    assert BESIDE in capsys.readouterr().err
    monkeypatch.setenv("RIFTCHECK_JOBS", "mysql://me@host/jobs")
    assert main([]) == 2
    assert "RIFTCHECK_JOBS" in capsys.readouterr().err
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
        self.port = free_port()
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

    def ended(self, where: str) -> dict[str, Any]:
        """Return a job once it is done."""
        wait_until(lambda: self.ask("GET", where)[1]["ended"], self.process)
        found: dict[str, Any] = self.ask("GET", where)[1]
        assert found["state"] == "done", found["problem"]
        return found

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
    # Where the server itself stands last already, nothing can stand behind it.
    assert min(polite) >= min(19, os.getpriority(os.PRIO_PROCESS, server.process.pid) + 1)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: player(server) not in (None, first))
    left = server.kill()
    wait_until(lambda: not any(map(is_alive, left)))  # they have noticed that the server is gone
    again = Served(tmp_path)
    request.addfinalizer(lambda: end(again))
    found = again.ended(where)  # without being asked to
    assert found["games"] == {"done": MANY, "asked": MANY}
    status, other = again.ask("POST", "/v1/goldfish", body)
    assert again.ended(f"/v1/goldfish/{other['id']}")["result"] == found["result"]
    running = player(again)
    again.process.terminate()
    again.process.wait(60)
    assert running is not None
    wait_until(lambda: not is_alive(running))


@pytest.mark.parametrize(("processes", "supervised"), [(None, True), (1, True), (0, False)])
def test_a_server_may_leave_playing_to_others(
    processes: int | None, supervised: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[dict[str, Any]] = []

    class Server:
        def __init__(self, settings: Settings, _given: object, options_of: Any) -> None:
            found.append(options_of(settings))

        def run(self) -> None:
            pass

    monkeypatch.setenv(serve._METRICS, "")  # what is set below is taken back
    monkeypatch.setattr(serve, "_Server", Server)
    monkeypatch.setattr(Settings, "from_env", classmethod(lambda cls: cls(jobs_processes=processes)))
    serve.serve()
    assert ("post_worker_init" in found[0]) == supervised
