"""What an import loads: the public names when they are used, and nothing that was not asked for."""

from __future__ import annotations

import pkgutil

import pytest

import riftcheck
from tests.loaded_modules import loaded_by

DOORS = ("flask", "click", "rich", "requests", "sqlalchemy")
UNWANTED = {
    "import riftcheck": ("yaml", "rapidfuzz", "marshmallow", "importlib.metadata", *DOORS),
    "import riftcheck.carddb": ("riftcheck.decks", "riftcheck.engine", "riftcheck.facade", *DOORS),
    "import riftcheck; riftcheck.RiftcheckError, riftcheck.__version__, dir(riftcheck)": (
        "riftcheck.decks",
        "riftcheck.engine",
        "riftcheck.facade",
        *DOORS,
    ),
    "from riftcheck import check": ("riftcheck.engine", "riftcheck.goldfish", *DOORS),
    "from riftcheck import Game": ("riftcheck.decks", "riftcheck.goldfish", "riftcheck.validator", *DOORS),
    "from riftcheck import new_game": ("riftcheck.goldfish", "riftcheck.validator", *DOORS),
    "from riftcheck import simulate": ("riftcheck.api", "riftcheck.cli", "distributed", *DOORS),
}


@pytest.fixture(scope="module")
def loaded() -> dict[str, list[str]]:
    """Return the modules that are loaded after each import."""
    found = loaded_by(UNWANTED)
    assert {source: one.code for source, one in found.items() if one.code} == {}
    return {source: one.modules for source, one in found.items()}


@pytest.mark.parametrize("source", UNWANTED)
def test_an_import_loads_nothing_that_was_not_asked_for(loaded: dict[str, list[str]], source: str) -> None:
    assert "riftcheck" in loaded[source]
    assert [name for name in loaded[source] if name in UNWANTED[source]] == []


def test_riftcheck_alone_loads_none_of_its_rooms(loaded: dict[str, list[str]]) -> None:
    assert [name for name in loaded["import riftcheck"] if name.startswith("riftcheck.")] == []


def test_no_public_name_is_a_sub_package() -> None:
    rooms = {found.name for found in pkgutil.iter_modules(riftcheck.__path__)}
    assert {"carddb", "decks", "validator", "engine", "goldfish", "scenario", "api", "cli"} <= rooms
    assert rooms & set(riftcheck.__all__) == set()


def test_every_public_name_is_there_and_documented() -> None:
    assert sorted(riftcheck.__all__) == sorted(set(riftcheck.__all__))
    for name in riftcheck.__all__:
        assert getattr(riftcheck, name).__doc__, name
    assert dir(riftcheck) == sorted(riftcheck.__all__)
    with pytest.raises(AttributeError, match="module 'riftcheck' has no attribute 'validate'"):
        riftcheck.validate  # type: ignore[attr-defined] # noqa: B018
