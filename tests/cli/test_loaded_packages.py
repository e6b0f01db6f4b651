"""Each command loads only the packages listed in `loaded_packages.yaml`, because more packages slow down its start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

LISTS: Final = Path(__file__).parents[1] / "fixtures" / "lists"
DECK: Final = str(LISTS / "list-000.txt")
OTHER: Final = str(LISTS / "list-002.txt")
SCENARIO: Final = str(Path(__file__).parents[1] / "scenarios" / "turn" / "chain.yaml")
FILE: Final = Path(__file__).parent / "loaded_packages.yaml"
COMMANDS: Final = {
    "--version": ["--version"],
    "--help": ["--help"],
    "validate": ["validate", DECK],
    "convert": ["convert", DECK, "--to", "code"],
    "stats": ["stats", DECK],
    "runes": ["runes", DECK],
    "hand": ["hand", DECK],
    "diff": ["diff", DECK, OTHER],
    "cards search": ["cards", "search", "name:poro"],
    "cards show": ["cards", "show", "Pit Crew"],
    "play": ["play", DECK, "--seed", "1"],
    "scenario": ["scenario", SCENARIO],
    "goldfish": ["goldfish", DECK, "--games", "1", "--seed", "1", "--policy", "passive", "--jobs", "1"],
    "compare": ["compare", DECK, OTHER, "--games", "2", "--seed", "1", "--policy", "passive", "--jobs", "1"],
}
# Each command runs in a fork of one interpreter without loaded packages: starting an interpreter takes longer.
PROGRAM: Final = """
import json, os, sys

found = {}
for name, words in json.load(sys.stdin).items():
    reading, writing = os.pipe()
    if os.fork() == 0:
        for stream in (0, 1, 2):
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        sys.argv = ["riftcheck", *words]
        try:
            from riftcheck.cli.main import main
            main()
        except SystemExit as end:
            code = end.code
        with os.fdopen(writing, "w") as pipe:
            json.dump([code or 0, sorted(sys.modules)], pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        found[name] = json.load(pipe)
    os.wait()
print(json.dumps(found))
"""
# Packages of the standard library that take some milliseconds to load.
SLOW: Final = frozenset({"asyncio", "concurrent", "email", "http", "importlib.metadata", "multiprocessing", "sqlite3"})
INSTALLED: Final = frozenset(packages_distributions())
DEPTH: Final = 3  # riftcheck.goldfish.stats; for other packages the first name


def packages(modules: list[str]) -> list[str]:
    """Return the packages of some modules: those of riftcheck, installed ones, and slow standard ones."""
    found = set()
    for module in modules:
        parts = module.split(".")
        if parts[0] == "riftcheck":
            own = [".".join(parts[:depth]) for depth in range(2, DEPTH + 1)]
            found |= {name for name in own if any(other.startswith(f"{name}.") for other in modules)}
        elif parts[0] in INSTALLED and not parts[0].startswith("_"):
            found.add(parts[0])
        found |= SLOW & {parts[0], module}
    return sorted(found)


@pytest.fixture(scope="module")
def loaded(db: CardDatabase) -> dict[str, Any]:
    """Return the exit code and the modules of each command."""
    assert db.cards  # now a snapshot of the shipped cards exists, so no command reads their YAML
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=json.dumps(COMMANDS), capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_a_command_loads_exactly_the_listed_packages(loaded: dict[str, Any]) -> None:
    """Set `RIFTCHECK_WRITE=1` to update the list. Add a package only if a command needs it."""
    assert {name: code for name, (code, _) in loaded.items() if code} == {}
    found = {name: packages(modules) for name, (_, modules) in loaded.items()}
    if os.environ.get("RIFTCHECK_WRITE"):
        FILE.write_text(yaml.safe_dump(found, sort_keys=False, width=120, default_flow_style=False), "utf-8")
    assert yaml.safe_load(FILE.read_text("utf-8")) == found


def test_validate_does_not_load_the_engine(loaded: dict[str, Any]) -> None:
    modules = loaded["validate"][1]
    assert [name for name in modules if name.startswith(("riftcheck.engine", "riftcheck.goldfish", "yaml"))] == []
