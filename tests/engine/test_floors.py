"""The floors of the engine: arrows run downward, among its rooms and among its modules, and no module is a heap.

import-linter holds the rooms as well; what it has no contract for is a circle of modules in one room, closed by an
import inside a function or not.
"""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Final

import pytest

import riftcheck
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME: Final = "riftcheck.engine"
ENGINE: Final = ROOT / "engine"
MOST_LINES: Final = 400
MOST_MODULES: Final = 15
MOST_ROOMS: Final = 14


def name_of(path: Path) -> str:
    """Return the name of the module in a file of the engine."""
    parts = path.relative_to(ENGINE).with_suffix("").parts
    return ".".join((NAME, *(part for part in parts if part != "__init__")))


@cache
def modules() -> dict[str, Path]:
    return {name_of(path): path for path in sorted(ENGINE.rglob("*.py"))}


def imports(tree: ast.AST) -> Iterator[ast.ImportFrom | ast.Import]:
    """Yield the imports that are executed: all but those for type checkers, wherever they stand."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for other in node.orelse:
                yield from imports(other)
        else:
            yield from imports(node)


def arrows_of(source: str, known: set[str]) -> set[str]:
    """Return the modules, of those that are known, which a module imports."""
    found: set[str] = set()
    for node in imports(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif node.module is not None:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    # A room's own `__init__` runs before any module of it, and imports none.
    return {name for name in found & known if modules()[name].name != "__init__.py"}


@cache
def arrows() -> dict[str, set[str]]:
    """Return the modules that each module imports."""
    known = set(modules())
    return {name: arrows_of(path.read_text("utf-8"), known) for name, path in modules().items()}


@cache
def floors() -> dict[str, int]:
    """Return the floor of each room, as the contract in pyproject.toml has them from the top down."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in contracts if one.get("containers") == [NAME]]
    return {room.strip(): -number for number, layer in enumerate(layers) for room in layer.split(":")}


def room_of(name: str) -> str:
    return name.split(".")[2]


def test_modules_have_no_circle() -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as fault:
        pytest.fail(" -> ".join(fault.args[1]))


def test_no_arrow_runs_upward() -> None:
    ground = {"fingerprint"}  # it imports nothing of the engine
    outside = {room_of(name) for name in modules() if name != NAME} - set(floors()) - ground
    assert outside == set(), "rooms without a floor"
    upward = [
        (name, other)
        for name, others in arrows().items()
        for other in others
        if room_of(name) != room_of(other) and floors()[room_of(name)] <= floors()[room_of(other)]
    ]
    assert upward == []


def test_imports_are_read_wherever_they_stand() -> None:
    known = {f"{NAME}.board.zones", f"{NAME}.model.rng", f"{NAME}.model.state", f"{NAME}.match"}
    source = f"""
from typing import TYPE_CHECKING
import {NAME}.match
from {NAME}.model import rng
if TYPE_CHECKING:
    from {NAME}.model.state import State
def late():
    from {NAME}.board.zones import remove
"""
    assert arrows_of(source, known) == known - {f"{NAME}.model.state"}
    assert sum(map(len, arrows().values())) > 2 * len(modules())


def test_a_room_is_found_at_a_glance() -> None:
    rooms = {path.relative_to(ENGINE).parts[0] for path in modules().values()} - {"__init__.py"}
    assert len(rooms) <= MOST_ROOMS
    counts: dict[Path, int] = {}
    for path in modules().values():
        if path.name != "__init__.py":
            counts[path.parent] = counts.get(path.parent, 0) + 1
    assert {path.name: count for path, count in counts.items() if count > MOST_MODULES} == {}


def test_a_module_is_read_in_one_go() -> None:
    lengths = {name: len(path.read_text("utf-8").splitlines()) for name, path in modules().items()}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_the_modules_read_are_those_installed() -> None:
    assert riftcheck.__file__ is not None
    assert (ROOT / "riftcheck" / "engine").resolve() == ENGINE.resolve()
