"""Measure the time of short commands, of the first run on a machine and of a job on a server.

A command is measured in processor time, a job in wall-clock time: the lowest of five runs with warm caches. The first
run is measured once, in wall-clock time. The targets apply to a machine on which nothing else runs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from bench import measure
from bench.service.local_server import serving
from riftcheck.build import COMPILED, checked_build

ROOT: Final = Path(__file__).parent.parent
DECK: Final = str(ROOT / "tests" / "fixtures" / "lists" / "list-000.txt")
SCENARIO: Final = str(ROOT / "tests" / "scenarios" / "combat" / "any-damage.yaml")
RUNS: Final = 5
# The arguments of each command, and its targets in seconds: compiled, interpreted.
COMMANDS: Final[dict[str, tuple[tuple[str, ...], float, float]]] = {
    "version": (("--version",), 0.1, 0.1),
    "validate": (("validate", DECK), 0.35, 0.35),
    "goldfish": (("goldfish", DECK, "--games", "1"), 1.0, 1.8),
    "scenario": (("scenario", SCENARIO), 1.0, 1.8),
    "play": (("play", DECK), 1.0, 1.8),
}
FIRST: Final = ("goldfish", DECK, "--games", "1")
FIRST_AIM: Final = 3.0
JOB_AIM: Final = 1.5


def run() -> dict[str, Any]:
    """Return the seconds that commands, the first run and a job take, with their targets."""
    found: dict[str, Any] = {}
    compiled = checked_build() == COMPILED
    for name, (words, aim, interpreted) in COMMANDS.items():
        _run(words)
        seconds = min(_cpu(words) for _ in range(RUNS))
        found[name] = {"cpu_seconds": round(seconds, 3), "aim": aim if compiled else interpreted}
    found["first_run"] = {"seconds": round(_first_run(), 3), "aim": FIRST_AIM}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        url = f"http://127.0.0.1:{server.port}/v1/goldfish"
        _job(url)
        found["job"] = {"seconds": round(min(_job(url) for _ in range(RUNS)), 3), "aim": JOB_AIM}
    return found


def _run(words: tuple[str, ...], **settings: str) -> None:
    command = [sys.executable, "-m", "riftcheck", *words]
    env = {**os.environ, **settings}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        check=True,
    )  # fmt: skip


def _cpu(words: tuple[str, ...]) -> float:
    """Return the processor time of a command and of all processes that it starts, in seconds."""
    before = os.times()
    _run(words)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _first_run() -> float:
    """Return the wall-clock seconds of a command without a snapshot of the cards and without byte code."""
    with tempfile.TemporaryDirectory() as folder:
        return measure.timed(lambda: _run(FIRST, RIFTCHECK_CACHE=folder, PYTHONPYCACHEPREFIX=folder))


def _job(url: str) -> float:
    """Return the seconds from the request for a job of one game until its result is available."""
    body = json.dumps({"deck": {"text": Path(DECK).read_text("utf-8")}, "games": 1}).encode()
    begun = time.perf_counter()
    asked = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        job = json.load(answer)["id"]
    while True:
        with urllib.request.urlopen(f"{url}/{job}") as answer:
            state = json.load(answer)["state"]
        if state == "done":
            return time.perf_counter() - begun
        if state not in ("queued", "running"):
            raise SystemExit(f"the job ended in the state {state}")
        time.sleep(0.01)
