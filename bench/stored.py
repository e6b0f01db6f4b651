"""The last results of benchmarks and drills, each in the results.json of its package.

Results of benchmarks that play games are stored by the build that played them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from bench import interpreter

RESULTS: Final = Path(__file__).with_name("results.json")
# Benchmarks that play games, whose figures a compiled riftcheck changes.
BY_BUILD: Final = frozenset({"engine", "goldfish", "real_lists", "curves", "endurance", "instructions", "commands"})


def read(results: Path = RESULTS) -> dict[str, Any]:
    """Return the stored results by name; none if there is no file."""
    found: dict[str, Any] = json.loads(results.read_text("utf-8")) if results.exists() else {}
    return found


def keep(name: str, figures: dict[str, Any], results: Path = RESULTS) -> None:
    """Store the result of a benchmark or drill with the interpreter that ran it; results of other builds are kept."""
    kept = read(results)
    found = {"interpreter": interpreter.described(), **figures}
    if name in BY_BUILD:
        builds = kept.get(name, {}) | {interpreter.build(): found}
        found = {build: builds[build] for build in interpreter.BUILDS if build in builds}
    results.write_text(json.dumps(kept | {name: found}, indent=2) + "\n", "utf-8")
