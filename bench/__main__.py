"""Run benchmarks: `python -m bench [NAME ...] [--store]`, all if none is named.

Some measure what things cost, others try what is promised; docs/benchmarks.md says what each is.
Prints one JSON object. `--store` writes what each found to bench/results.json, with the figures that the project
promises beside it, and to the tables of docs/benchmarks.md; what was not run keeps its figures.

`python -m bench engine --calls` only counts the calls a game, and fails if they rose by more than a fifth over the
stored ones. `python -m bench engine --profile` prints where the time goes.
"""

from __future__ import annotations

import importlib
import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from bench import interpreter, page, stored

MODULES: Final = {
    "check": "bench.check",
    "startup": "bench.startup",
    "commands": "bench.commands",
    "search": "bench.search",
    "engine": "bench.engine",
    "games": "bench.games",
    "goldfish": "bench.simulation.goldfish",
    "real_lists": "bench.simulation.real_lists",
    "curves": "bench.simulation.curves",
    "endurance": "bench.simulation.endurance",
    "coverage": "bench.simulation.coverage",
    "blunders": "bench.simulation.blunders",
    "mirrors": "bench.simulation.mirrors",
    "signals": "bench.simulation.signals",
    "planted": "bench.simulation.planted_swaps",
    "cluster": "bench.simulation.cluster",
    "server": "bench.service.server",
    "crowd": "bench.service.crowd",
    "hostile": "bench.service.hostile",
    "memory": "bench.service.memory",
    "contention": "bench.service.contention",
    "kills": "bench.service.kills",
    "instructions": "bench.instructions",
}
PAGE: Final = Path("docs", "benchmarks.md")  # in the tree of the results


def main(words: list[str]) -> None:
    """Run the benchmarks that are named, or all.

    :raises SystemExit: for a benchmark or an option that is not there, or one that needs the interpreted build.
    """
    options = _parser().parse_args(words)
    names = options.names or list(MODULES)
    unknown = sorted(set(names) - set(MODULES))
    if unknown:
        raise SystemExit(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(MODULES)}")
    if not (options.calls or options.profile):
        run(names, options.results if options.store else None)
    elif interpreter.is_compiled():
        raise SystemExit("riftcheck is compiled here, and the profiler does not see its calls: run it interpreted")
    elif options.calls:
        count_calls()
    else:
        engine = importlib.import_module("bench.engine")
        print("\n\n".join(engine.profile(kind) for kind in engine.KINDS))


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench", description="Run benchmarks and print what they found as JSON.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(MODULES)}; all if none is named")
    parser.add_argument("--store", action="store_true", help="keep what was found")
    parser.add_argument(
        "--results",
        type=Path,
        default=stored.RESULTS,
        metavar="FILE",
        help="where to keep it, in place of the bench/results.json of this tree: a compiled copy of the tree stores "
        "into that of which it is a copy",
    )
    parser.add_argument("--calls", action="store_true", help="count the calls of a game, and fail if they rose")
    parser.add_argument("--profile", action="store_true", help="print where the time of the engine goes")
    return parser


def run(names: list[str], results: Path | None) -> None:
    """Run some benchmarks and print what they found; each is stored in `results`, and on the page of its tree."""
    found: dict[str, Any] = {"build": interpreter.build(), "interpreter": interpreter.described()}
    for name in names:
        found[name] = importlib.import_module(MODULES[name]).run()
        if results is not None:
            store(name, found[name], results)
    print(json.dumps(found, indent=2))


def store(name: str, figures: dict[str, Any], results: Path) -> None:
    """Store what a benchmark found, and write the page of the tree in which the results are anew."""
    stored.keep(name, figures, results)
    told = results.absolute().parents[1] / PAGE
    told.write_text(page.written(told.read_text("utf-8"), stored.read(results)), "utf-8")


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
