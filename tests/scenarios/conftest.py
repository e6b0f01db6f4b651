"""`-k NAME` finds the file of a scenario by the scenario's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.scenarios.files import names_in

if TYPE_CHECKING:
    import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let `-k` match the names of the scenarios in a file."""
    if not config.getoption("keyword"):
        return
    for item in items:
        if item.name.startswith("test_scenarios_of_a_file["):
            item.extra_keyword_matches.update(names_in(item.callspec.params["file"]))  # type: ignore[attr-defined]
