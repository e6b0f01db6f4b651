"""The most expensive requests to light endpoints: `python -m drills siege`.

RIFTCHECK_SIEGE_CONNECTIONS is the number of connections. RIFTCHECK_SIEGE_ASKS is the number of requests of each kind by
the honest client. RIFTCHECK_SIEGE_REPEATS is the number of measurements of each request.

First the drill measures the CPU time of each request of `drills.service.worst` in this process. Then it sends the most
expensive request of each endpoint to a server with default settings, over 64 connections of one address, as fast as the
server responds. Meanwhile an honest client requests health and a verdict. For each endpoint, both clients have new
addresses, so that their rate limits are unused. Each request is sent once before the first attack.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.processes import children, cpu_seconds
from bench.service.local_server import serving
from drills.service import caller, worst
from drills.service.crowd import PROMISED_P99_MS, Honest, slow_answers
from drills.service.crowd_callers import NICE, Crowd, until_input_ends
from riftcheck import carddb
from riftcheck.api.app import create_app
from riftcheck.api.settings import RATE_HEAVY, RATE_LIGHT, Settings

if TYPE_CHECKING:
    from bench.service.local_server import Served
    from drills.service.worst import Worst
    from riftcheck.carddb import CardDatabase

CONNECTIONS: Final = int(os.environ.get("RIFTCHECK_SIEGE_CONNECTIONS", "64"))
ASKS: Final = int(os.environ.get("RIFTCHECK_SIEGE_ASKS", "200"))
REPEATS: Final = int(os.environ.get("RIFTCHECK_SIEGE_REPEATS", "3"))
PROMISED_CPU_MS: Final = 50.0
DEFAULTS: Final = {"RIFTCHECK_RATE_LIGHT": str(RATE_LIGHT), "RIFTCHECK_RATE_HEAVY": str(RATE_HEAVY)}
_PAUSE: Final = 0.02  # seconds between two requests of the honest client


def cpu_of(db: CardDatabase, repeats: int) -> dict[str, float]:
    """Return the CPU time of each request in milliseconds, by its name: the minimum of `repeats` measurements."""
    client = create_app(db, Settings(log_level="error", report_cache=0)).test_client()
    for path in {request.path for request in worst.requests(db) if request.method == "GET"}:
        client.get(path)  # a worker caches some responses
    gc.collect()
    gc.freeze()  # as the server does
    found: dict[str, float] = {}
    for turn in range(repeats):
        for request in worst.requests(db, turn):
            begun = time.thread_time()
            client.open(request.path, method=request.method, json=request.body)
            ms = round((time.thread_time() - begun) * 1000, 1)
            found[request.name] = min(ms, found.get(request.name, ms))
    gc.unfreeze()
    return found


def most_expensive(db: CardDatabase, cpu: dict[str, float]) -> dict[str, Worst]:
    """Return the most expensive request of each endpoint."""
    found: dict[str, Worst] = {}
    for request in worst.requests(db):
        before = found.get(request.endpoint)
        if before is None or cpu[before.name] < cpu[request.name]:
            found[request.endpoint] = request
    return found


def besiege(served: Served, data: bytes, number: int, connections: int, asks: int) -> dict[str, Any]:
    """Return how long an honest client waits while one address sends a request over many connections.

    :param number: The number of the siege, which is a part of the addresses of both clients.
    """
    honest = Honest(served.port, f"127.2.{number}.1")
    source = f"127.1.{number}.1"
    command = [sys.executable, "-m", "drills.service.siege", str(served.port), source, str(connections)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as attack:
        assert attack.stdin is not None
        assert attack.stdout is not None
        try:
            attack.stdin.write(len(data).to_bytes(4, "big") + data)
            attack.stdin.flush()
            if attack.stdout.readline() != b"ready\n":
                raise SystemExit("siege: the attacking client could not open its connections")
            pids = [served.pid, *children(served.pid)]
            used, begun = cpu_seconds(pids), time.perf_counter()
            honest.ask(asks, _PAUSE)
            seconds = time.perf_counter() - begun
            used = cpu_seconds(pids) - used
            told = json.loads(attack.communicate(b"")[0])
        finally:
            attack.kill()
    return {
        "honest": honest.to_json(),
        "honest_answers": dict(sorted(honest.statuses.items())),
        "attack_answers": told["heavy"].get("attack", {}),
        "cores_used": {"server": round(used / seconds, 2), "attack": round(told["cpu_seconds"] / seconds, 2)},
    }


def faults_of(found: dict[str, Any]) -> list[str]:
    """Return a message for each limit that is exceeded."""
    faults = [
        f"{name} takes {ms} ms of CPU; the limit is {PROMISED_CPU_MS:g}"
        for name, ms in found["cpu_ms"].items()
        if ms >= PROMISED_CPU_MS
    ]
    for endpoint, one in found["endpoints"].items():
        faults += [f"{endpoint}: {name}" for name in one["honest_answers"] if not name.endswith(" 200")]
        faults += [f"{endpoint}: {late}" for late in slow_answers(one["honest"])]
    return faults


def run() -> dict[str, Any]:
    """Return the CPU time of each request, and how long an honest client waits during each attack.

    :raises SystemExit: if a limit is exceeded.
    """
    db = carddb.load_default()
    cpu = cpu_of(db, REPEATS)
    endpoints = {}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), NICE, **DEFAULTS) as served:
        attacks = most_expensive(db, cpu)
        sent = {
            name: caller.request(one.method, one.path, one.body, Connection="close") for name, one in attacks.items()
        }
        for data in sent.values():
            with closing(caller.Caller(served.port)) as first:
                first.ask(data)
        for number, (name, request) in enumerate(attacks.items()):
            endpoints[name] = {"request": request.name, **besiege(served, sent[name], number, CONNECTIONS, ASKS)}
    found = {
        "settings": DEFAULTS,
        "connections": CONNECTIONS,
        "cpu_ms": cpu,
        "endpoints": endpoints,
        "promised": {"cpu_ms": PROMISED_CPU_MS, "p99_ms": PROMISED_P99_MS},
    }
    faults = faults_of(found)
    if faults:
        raise SystemExit("\n".join([json.dumps(found, indent=2), "siege:", *faults]))
    return found


async def _attack(port: int, source: str, connections: int, data: bytes) -> Crowd:
    crowd = Crowd(port, source, rests=False)
    crowd.add_heavy(connections, {"attack": lambda: data})
    return await until_input_ends(crowd)


if __name__ == "__main__":
    os.nice(NICE)
    size = int.from_bytes(sys.stdin.buffer.read(4), "big")
    body = sys.stdin.buffer.read(size)
    print(json.dumps(asyncio.run(_attack(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), body)).to_json()))
