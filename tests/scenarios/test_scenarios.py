"""Every scenario of this folder, one test each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riftcheck.scenario.format.reader import read_file, scenario_files
from riftcheck.scenario.runner import HOLDS, run
from riftcheck.scenario.setup.cards import Pools

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.scenario.format.reader import Scenario

HERE = Path(__file__).parent
SCENARIOS = [scenario for file in scenario_files(HERE) for scenario in read_file(file)]


def _id(scenario: Scenario) -> str:
    return f"{Path(scenario.file).relative_to(HERE)}: {scenario.name} [{' '.join(scenario.versions)}]"


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=_id)
def test_scenario(scenario: Scenario, pools: Pools) -> None:
    outcome = run(scenario, pools)
    told = "\n".join((f"{outcome.where}: {outcome.text}", f"  {outcome.message}", *outcome.picture))
    assert outcome.result == HOLDS, told
    assert not pools.faulty
    assert not pools.notes


def test_no_two_scenarios_have_one_name() -> None:
    ids = [_id(scenario) for scenario in SCENARIOS]
    assert len(ids) == len(set(ids))
    assert ids
