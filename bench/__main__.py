"""Run benchmarks: `python -m bench [NAME ...] [--store]`, all if none is named.

Some measure what things cost, others try what is promised; docs/benchmarks.md says what each is.
Prints one JSON object. `--store` writes it to bench/results.json, with the figures that the project promises beside
it; what was not run keeps its figures.

`python -m bench engine --calls` only counts the calls a game, and fails if they rose by more than a fifth over the
stored ones. `python -m bench engine --profile` prints where the time goes.
"""

from __future__ import annotations

import importlib
import json
import platform
import sys
from pathlib import Path
from typing import Any, Final

MODULES: Final = {
    "check": "bench.check",
    "startup": "bench.startup",
    "search": "bench.search",
    "engine": "bench.engine",
    "games": "bench.games",
    "goldfish": "bench.simulation.goldfish",
    "real_lists": "bench.simulation.real_lists",
    "endurance": "bench.simulation.endurance",
    "coverage": "bench.simulation.coverage",
    "cluster": "bench.simulation.cluster",
    "server": "bench.service.server",
    "crowd": "bench.service.crowd",
    "hostile": "bench.service.hostile",
    "memory": "bench.service.memory",
    "contention": "bench.service.contention",
    "kills": "bench.service.kills",
}
FLAGS: Final = ("--store", "--calls", "--profile")
RESULTS: Final = Path(__file__).with_name("results.json")


def main(words: list[str]) -> None:
    """Run the benchmarks that are named, or all."""
    names = [word for word in words if word not in FLAGS] or list(MODULES)
    unknown = sorted(set(names) - set(MODULES))
    if unknown:
        raise SystemExit(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(MODULES)}")
    if "--calls" in words:
        count_calls()
    elif "--profile" in words:
        engine = importlib.import_module("bench.engine")
        print("\n\n".join(engine.profile(kind) for kind in engine.KINDS))
    else:
        run(names, store="--store" in words)


def run(names: list[str], *, store: bool) -> None:
    """Run some benchmarks and print what they found; `store` keeps it."""
    found: dict[str, Any] = {"python": platform.python_version()}
    found |= {name: importlib.import_module(MODULES[name]).run() for name in names}
    print(json.dumps(found, indent=2))
    if store:
        kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        RESULTS.write_text(json.dumps(kept | found, indent=2) + "\n", "utf-8")


def count_calls() -> None:
    """Print the calls a game.

    :raises SystemExit: if there are more than a fifth more than are stored.
    """
    engine = importlib.import_module("bench.engine")
    found = {kind: round(engine.calls(kind), 1) for kind in engine.KINDS}
    print(json.dumps({"found": found, "stored": engine.stored_calls()}, indent=2))
    raise SystemExit("\n".join(engine.risen(found, engine.stored_calls())) or 0)


if __name__ == "__main__":
    main(sys.argv[1:])
