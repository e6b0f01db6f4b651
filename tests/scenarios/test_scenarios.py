"""Every scenario of this folder: a test for each file, with a subtest for each scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.runner import HOLDS, run
from riftcheck.scenario.setup.cards import Pools
from tests.scenarios.files import FILES, HERE, chosen, scenarios_of, title

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(HERE)))
def test_scenarios_of_a_file(file: Path, pools: Pools, subtests: pytest.Subtests, pytestconfig: pytest.Config) -> None:
    scenarios = scenarios_of(file)
    titles = [title(scenario) for scenario in scenarios]
    assert titles
    assert len(titles) == len(set(titles))
    for scenario in chosen(file, pytestconfig.getoption("keyword")):
        with subtests.test(title(scenario)):
            outcome = run(scenario, pools)
            told = "\n".join(
                (scenario.name, f"{outcome.where}: {outcome.text}", f"  {outcome.message}", *outcome.picture)
            )
            assert outcome.result == HOLDS, told
            assert not pools.faulty
            assert not pools.notes
