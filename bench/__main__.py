"""Run benchmarks: `python -m bench [NAME ...] [--store]`, all if none is named.

docs/benchmarks.md describes each benchmark. The results are printed as one JSON object. `--store` writes them to
bench/results.json, with the figures that the project promises, and to the tables of docs/benchmarks.md. The stored
results of other benchmarks stay as they are.

`python -m bench engine --calls` only counts the calls a game, and fails if they rose by more than a fifth over the
stored ones. `python -m bench engine --profile` prints where the time goes.
"""

from __future__ import annotations

import importlib
import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench import interpreter, page, stored
from bench.command_line import CommandLine

if TYPE_CHECKING:
    from argparse import ArgumentParser

MODULES: Final = {
    "check": "bench.check",
    "startup": "bench.startup",
    "commands": "bench.commands",
    "search": "bench.search",
    "engine": "bench.engine",
    "goldfish": "bench.simulation.goldfish",
    "real_lists": "bench.simulation.real_lists",
    "curves": "bench.simulation.curves",
    "endurance": "bench.simulation.endurance",
    "coverage": "bench.simulation.coverage",
    "mirrors": "bench.simulation.mirrors",
    "signals": "bench.simulation.signals",
    "planted": "bench.simulation.planted_swaps",
    "compression": "bench.compression",
    "server": "bench.service.server",
    "instructions": "bench.instructions",
}
PAGE: Final = Path("docs", "benchmarks.md")  # in the tree of the results
COMMAND_LINE: Final = CommandLine(
    "bench", "Run benchmarks and print their results as JSON.", "benchmark", MODULES, stored.RESULTS
)


def main(words: list[str]) -> None:
    """Run the benchmarks that are named, or all.

    :raises SystemExit: for an unknown benchmark or option, or one that needs the interpreted build.
    """
    options = _parser().parse_args(words)
    names = COMMAND_LINE.chosen(options.names)
    if not (options.calls or options.profile):
        COMMAND_LINE.run(names, partial(store, results=options.results) if options.store else None)
    elif interpreter.is_compiled():
        raise SystemExit("riftcheck is compiled here, and the profiler does not see its calls: run it interpreted")
    elif options.calls:
        count_calls()
    else:
        engine = importlib.import_module("bench.engine")
        print("\n\n".join(engine.profile(kind) for kind in engine.KINDS))


def _parser() -> ArgumentParser:
    parser = COMMAND_LINE.parser()
    parser.add_argument("--calls", action="store_true", help="count the calls of a game, and fail if they rose")
    parser.add_argument("--profile", action="store_true", help="print where the time of the engine goes")
    return parser


def store(name: str, figures: dict[str, Any], results: Path) -> None:
    """Store the result of a benchmark, and renew the tables of the page in the same tree."""
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
