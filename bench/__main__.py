"""Run benchmarks: `python -m bench [checking] [starting] [searching] [serving] [--store]`.

Prints one JSON object. `--store` writes it to bench/results.json, with the figures that the project promises beside it.
"""

from __future__ import annotations

import importlib
import json
import platform
import sys
from pathlib import Path

ALL = ("checking", "starting", "searching", "serving")


def main(words: list[str]) -> None:
    """Run the benchmarks that are named, or all."""
    names = [word for word in words if word != "--store"] or list(ALL)
    unknown = sorted(set(names) - set(ALL))
    if unknown:
        raise SystemExit(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(ALL)}")
    found = {"python": platform.python_version()} | {
        name: importlib.import_module(f"bench.{name}").run() for name in names
    }
    shown = json.dumps(found, indent=2)
    print(shown)
    if "--store" in words:
        Path(__file__).with_name("results.json").write_text(shown + "\n", "utf-8")


main(sys.argv[1:])
