"""The pictures and tables of floors against the imports and the import contracts."""

from __future__ import annotations

import itertools
import re
import tomllib
from typing import Any

import grimp
import pytest

from tests.paths import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ENGINE_PAGE = (ROOT / "docs" / "engine.md").read_text("utf-8")
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
    "contracts"
]
ROOMS, COSTS = [
    set(re.findall(r"^ +(\w+)(?:\[.*?\])? --> (\w+)", picture, re.MULTILINE))
    for picture in re.findall(r"```mermaid\n(.*?)```", PAGE, re.DOTALL)
]


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("riftcheck", include_external_packages=False)


def floors_of(contract: str) -> list[set[str]]:
    """Return the floors of a contract, the highest first."""
    (layers,) = [one["layers"] for one in CONTRACTS if one["name"] == contract]
    return [set(re.findall(r"\w+", layer)) for layer in layers]


def table(page: str, head: str) -> list[set[str]]:
    """Return the code in the second column of the table with a head, row by row."""
    (rows,) = re.findall(rf"^\| floor \| {re.escape(head)}.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, re.MULTILINE)
    return [set(re.findall(r"`([\w/]+)`", row.split("|")[2])) for row in rows.splitlines()]


def arrows(graph: grimp.ImportGraph, above: str) -> set[tuple[str, str]]:
    """Return which child of a package uses which, by the imports of all that is in them."""
    children = graph.find_children(above)
    found = set()
    for one, other in itertools.permutations(children, 2):
        if graph.direct_import_exists(importer=one, imported=other, as_packages=True):
            found.add((one.removeprefix(f"{above}."), other.removeprefix(f"{above}.")))
    return found


def test_the_picture_of_the_rooms_has_every_arrow_and_no_other(graph: grimp.ImportGraph) -> None:
    assert {arrow for arrow in arrows(graph, "riftcheck") if "__main__" not in arrow} == ROOMS


def test_the_picture_of_the_costs_has_every_arrow_and_no_other(graph: grimp.ImportGraph) -> None:
    assert arrows(graph, "riftcheck.engine.costs") == COSTS


def test_the_tables_of_floors_are_the_contracts() -> None:
    assert table(PAGE, "rooms") == floors_of("Arrows run downward")
    assert table(CONTRIBUTING, "rooms") == floors_of("Arrows run downward")
    assert table(PAGE, "packages of `riftcheck.engine`") == floors_of("Arrows run downward inside the engine")


def test_every_room_has_a_floor(graph: grimp.ImportGraph) -> None:
    rooms = {name.rpartition(".")[2] for name in graph.find_children("riftcheck")} - {"__main__"}
    assert rooms == set().union(*floors_of("Arrows run downward"))


def test_every_module_of_the_engine_stands_in_the_table_of_its_page(graph: grimp.ImportGraph) -> None:
    rows = dict(re.findall(r"^\| (`\w+/`|above them) \| (.*) \|$", ENGINE_PAGE, re.MULTILINE))
    for row, names in rows.items():
        if row == "`compile/`":
            continue
        package = "riftcheck.engine" if row == "above them" else f"riftcheck.engine.{row.strip('`/')}"
        children = {
            name for name in graph.find_children(package) if row != "above them" or not graph.find_children(name)
        }
        known = {name.rpartition(".")[2] for name in children}
        assert known - set(re.findall(r"`(\w+)`", names)) == set(), package
        assert set(re.findall(r"`(\w+)`", names)) - known == set(), package
    packages = {
        name.rpartition(".")[2] for name in graph.find_children("riftcheck.engine") if graph.find_children(name)
    }
    assert {row.strip("`/") for row in rows} - {"above them"} == packages
