"""`pyproject.toml` declares each third-party package that installed code imports, and no other."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from typing import TYPE_CHECKING, Final

import grimp
import pytest

from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_NOT_IMPORTED: Final = frozenset({"psycopg"})  # SQLAlchemy imports it for `postgresql` addresses


def distributions(requirements: Iterable[str]) -> set[str]:
    """Return the normalized distribution names of some requirements."""
    names = (_NAME.match(requirement) for requirement in requirements)
    return {re.sub(r"[-_.]+", "-", name[0]).lower() for name in names if name is not None}


@pytest.fixture(scope="module")
def declared() -> set[str]:
    """Return the distributions that `pyproject.toml` declares for the program and its extras for users."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = (entries for name, entries in project["optional-dependencies"].items() if name not in {"dev", "all"})
    return distributions([*project["dependencies"], *(one for entries in extras for one in entries)])


@pytest.fixture(scope="module")
def imported() -> dict[str, set[str]]:
    """Return the modules that import each distribution, inside functions and for types too."""
    graph = grimp.build_graph("riftcheck", include_external_packages=True, cache_dir=None)
    installed = packages_distributions()
    found: dict[str, set[str]] = {}
    for package in graph.modules:
        name = package.partition(".")[0]
        if name != "riftcheck" and name not in sys.stdlib_module_names:
            for distribution in distributions(installed.get(name, [name])):
                found.setdefault(distribution, set()).update(graph.find_modules_that_directly_import(package))
    return found


def test_each_imported_package_is_declared(declared: set[str], imported: dict[str, set[str]]) -> None:
    assert {name: modules for name, modules in imported.items() if name not in declared} == {}


def test_each_declared_package_is_imported(declared: set[str], imported: dict[str, set[str]]) -> None:
    assert declared - imported.keys() == _NOT_IMPORTED


def test_imports_for_types_and_inside_functions_are_found(imported: dict[str, set[str]]) -> None:
    assert "riftcheck.api.converters" in imported["werkzeug"]
    assert any(name.startswith("riftcheck.goldfish") for name in imported["distributed"])
