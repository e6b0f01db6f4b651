"""Scenarios written as text, and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import run

if TYPE_CHECKING:
    from riftcheck.scenario.runner import Outcome
    from riftcheck.scenario.setup.cards import Pools


def ran(pools: Pools, text: str, blank: frozenset[str] = frozenset()) -> Outcome:
    """Return the outcome of the one scenario of a text."""
    (scenario,) = read_scenarios(text.encode(), "here.yaml")
    return run(scenario, pools, blank)
