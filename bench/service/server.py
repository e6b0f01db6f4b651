"""The API over HTTP: two workers, and a C load generator beside them on the same cores.

The main figure is the processor time of the workers for each request or list, because the load generator takes time of
the same cores: by it the requests a second would be higher on a machine whose load comes from elsewhere.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench import calibration
from bench.processes import children, cpu_seconds
from bench.service import varied_lists
from bench.service.local_server import UNLIMITED, Served, serving

REQUESTS: Final = 15_000  # three rounds over all lists
BATCHES: Final = 150  # of a hundred lists, as many as there are of requests
ASKED_AGAIN: Final = 0.8  # the share of lists that come again, where the cache of reports is on
CACHE: Final = 1000  # reports, the default
_HUNDRED: Final = 100
_CONNECTIONS: Final = 16
_HEAVY: Final = 6  # connections with batches, for each of which every worker has a place
_SETTINGS: Final = {**UNLIMITED, "RIFTCHECK_HEAVY_PLACES": str(_HEAVY)}
_RATE: Final = 300  # requests a second
_HERE: Final = Path(__file__).parent
_OPTIONS: Final = {"format": "constructed", "date": "2026-11-21"}
_SINGLE: Final = "/v1/decks/validate"
_BATCH: Final = "/v1/decks/validate-batch"


@dataclass(frozen=True, slots=True)
class Size:
    """How much is asked for: different lists, requests with one of them, and batches of a hundred."""

    lists: int = varied_lists.LISTS
    requests: int = REQUESTS
    batches: int = BATCHES


def run(size: Size = Size()) -> dict[str, Any]:
    """Return requests and lists a second, the time of the workers' processors for each, and latencies.

    :raises SystemExit: if there is no C compiler, or an answer was not 200.
    """
    load = _build()
    texts = varied_lists.different(size.lists)
    again = varied_lists.repeated(texts, size.requests, ASKED_AGAIN)
    found: dict[str, Any] = {
        "settings": _SETTINGS,
        "different_lists": len(texts),
        "without_cache": _measured(load, size, texts, 0),
        "with_cache": {"share_asked_again": ASKED_AGAIN, **_measured(load, size, again, CACHE)},
        "loops_per_second": round(calibration.per_second(), 2),
    }
    found["single_lists_at_300_a_second"] = found["without_cache"].pop("at_a_rate")
    found["with_cache"].pop("at_a_rate")
    return found


def _measured(load: str, size: Size, texts: list[str], cache: int) -> dict[str, Any]:
    """Return what singles and batches cost, by a server for each: its cache holds what its own requests put there.

    Without a cache each is measured after a tenth of it to warm up.
    """
    hundreds = [texts[first : first + _HUNDRED] for first in range(0, len(texts), _HUNDRED)]
    batches = [{"decks": [{"text": text} for text in hundred], **_OPTIONS} for hundred in hundreds]
    singles = [{"deck": {"text": text}, **_OPTIONS} for text in texts]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = {}
        for kind, path, bodies, count in (
            ("single_lists", _SINGLE, singles, size.requests),
            ("batches_of_100", _BATCH, batches, size.batches),
        ):
            file = folder / kind
            file.write_text("".join(json.dumps(body) + "\n" for body in bodies), "utf-8")
            with serving(folder, **_SETTINGS, RIFTCHECK_REPORT_CACHE=str(cache)) as served:
                caller = _Caller(load, served, path, file)
                connections = _CONNECTIONS if kind == "single_lists" else _HEAVY
                if not cache:
                    caller.fire(max(1, count // 10), connections)
                found[kind] = caller.measured(count, connections, len(texts) / len(bodies))
                if kind == "single_lists":
                    found["at_a_rate"] = caller.fire(max(1, count // 8), 2 * _CONNECTIONS, _RATE)
    return found


@dataclass(frozen=True, slots=True)
class _Caller:
    """The load generator, a server, a route of it, and the bodies that it is sent."""

    load: str
    served: Served
    path: str
    bodies: Path

    def fire(self, count: int, connections: int, per_second: int = 0) -> dict[str, Any]:
        """Send so many requests, as fast as they are answered or at a rate, and return how that went."""
        words = [self.load, str(self.served.port), self.path, str(self.bodies)]
        words += [str(connections), str(count), str(per_second)]
        told: dict[str, Any] = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
        if told["lost"] or not told["good"] == told["requests"] == count:
            raise SystemExit(f"{self.path}: not every answer was 200: {told}")
        return told

    def measured(self, count: int, connections: int, lists: float) -> dict[str, Any]:
        """Send so many requests, of so many lists each, and return with it what they cost the workers."""
        workers = children(self.served.pid)
        before, looked_up = cpu_seconds(workers), self._looked_up()
        told = self.fire(count, connections)
        spent, looked_up_after = cpu_seconds(workers) - before, self._looked_up()
        hits, misses = (looked_up_after[result] - looked_up[result] for result in ("hit", "miss"))
        return {
            **told,
            "lists_per_second": round(told["per_second"] * lists, 1),
            "server_cpu_us_per_list": round(spent / count / lists * 1e6, 1),
            "hit_rate": round(hits / (hits + misses), 3) if hits + misses else None,
        }

    def _looked_up(self) -> dict[str, float]:
        """Return how many lists were found in the caches of all workers, and how many were not."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.served.port}/metrics") as answer:
            lines = [line.split() for line in answer.read().decode().splitlines() if "report_cache_total{" in line]
        return {"hit": 0.0, "miss": 0.0} | {name.split('"')[1]: float(value) for name, value in lines}


def _build() -> str:
    program = _HERE / "build" / "load"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise SystemExit("the HTTP benchmark needs a C compiler for bench/service/load.c")
    program.parent.mkdir(exist_ok=True)
    subprocess.run([compiler, "-O2", "-o", str(program), str(_HERE / "load.c")], check=True)
    return str(program)
