"""What benchmarks found last, in bench/results.json; figures of games stand there by the build that played them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from bench import interpreter

RESULTS: Final = Path(__file__).with_name("results.json")
# Benchmarks that play games, whose figures a compiled riftcheck changes.
BY_BUILD: Final = frozenset({"engine", "goldfish", "real_lists", "curves", "endurance", "instructions", "commands"})


def read(results: Path = RESULTS) -> dict[str, Any]:
    """Return what is stored, by the names of the benchmarks; nothing if there is no file."""
    found: dict[str, Any] = json.loads(results.read_text("utf-8")) if results.exists() else {}
    return found


def keep(name: str, figures: dict[str, Any], results: Path = RESULTS) -> None:
    """Store what a benchmark found, with the interpreter that ran it; what other builds found of it stays."""
    kept = read(results)
    found = {"interpreter": interpreter.described(), **figures}
    if name in BY_BUILD:
        builds = kept.get(name, {}) | {interpreter.build(): found}
        found = {build: builds[build] for build in interpreter.BUILDS if build in builds}
    results.write_text(json.dumps(kept | {name: found}, indent=2) + "\n", "utf-8")
