"""Each command loads only the packages listed in `loaded_packages.yaml`, because more packages slow down its start."""

from __future__ import annotations

import os
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
import yaml

from tests.loaded_modules import loaded_by

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from tests.loaded_modules import Loaded

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
RUN: Final = "import sys; sys.argv = {!r}; from riftcheck.cli.main import main; main()"
# Packages of the standard library that take some milliseconds to load.
SLOW: Final = frozenset({"asyncio", "concurrent", "email", "http", "importlib.metadata", "multiprocessing", "sqlite3"})
DEPTH: Final = 3  # riftcheck.goldfish.stats; for other packages the first name


@cache
def installed() -> frozenset[str]:
    """Return the names under which installed packages are imported."""
    return frozenset(packages_distributions())


def packages(modules: list[str]) -> set[str]:
    """Return the packages of some modules: those of riftcheck, and installed ones."""
    found = set()
    for module in modules:
        parts = module.split(".")
        if parts[0] == "riftcheck":
            own = [".".join(parts[:depth]) for depth in range(2, DEPTH + 1)]
            found |= {name for name in own if any(other.startswith(f"{name}.") for other in modules)}
        elif parts[0] in installed() and not parts[0].startswith("_"):
            found.add(parts[0])
    return found


@pytest.fixture(scope="module")
def loaded(db: CardDatabase) -> dict[str, Loaded]:
    """Return the exit code and the modules of each command."""
    assert db.cards  # now a snapshot of the shipped cards exists, so no command reads their YAML
    sources = {name: RUN.format(["riftcheck", *words]) for name, words in COMMANDS.items()}
    found = loaded_by(sources.values())
    return {name: found[source] for name, source in sources.items()}


def test_a_command_loads_exactly_the_listed_packages(loaded: dict[str, Loaded]) -> None:
    """Set `RIFTCHECK_WRITE=1` to update the list. Add a package only if a command needs it.

    Of the slow packages of the standard library, a version of Python may load fewer than are listed.
    """
    assert {name: one.code for name, one in loaded.items() if one.code} == {}
    found = {name: packages(one.modules) for name, one in loaded.items()}
    slow = {name: SLOW & set(one.modules) for name, one in loaded.items()}
    if os.environ.get("RIFTCHECK_WRITE"):
        written = {name: sorted(found[name] | slow[name]) for name in loaded}
        FILE.write_text(yaml.safe_dump(written, sort_keys=False, width=120, default_flow_style=False), "utf-8")
    listed = {name: set(each) for name, each in yaml.safe_load(FILE.read_text("utf-8")).items()}
    assert {name: each - SLOW for name, each in listed.items()} == found
    assert {name: slow[name] - listed[name] for name in loaded if slow[name] - listed[name]} == {}


def test_validate_does_not_load_the_engine(loaded: dict[str, Loaded]) -> None:
    modules = loaded["validate"].modules
    assert [name for name in modules if name.startswith(("riftcheck.engine", "riftcheck.goldfish", "yaml"))] == []
