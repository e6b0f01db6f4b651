"""Scenarios written as text, and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.scenario.format.reader import read_scenarios
from riftcheck.scenario.runner import FAILS, run

if TYPE_CHECKING:
    from riftcheck.scenario.runner import Outcome
    from riftcheck.scenario.setup.cards import Pools


def ran(pools: Pools, text: str, blank: frozenset[str] = frozenset()) -> Outcome:
    """Return the outcome of the one scenario of a text."""
    (scenario,) = read_scenarios(text.encode(), "here.yaml")
    return run(scenario, pools, blank)


def message_of_failure(pools: Pools, case: tuple[str, list[str], str], cards: str) -> str:
    """Return why the steps of a case fail with some custom cards; a case has a setup, steps and expected words."""
    setup, steps, _ = case
    lines = "".join(f"  - {step}\n" for step in steps)
    outcome = ran(pools, f"name: a\nrules: [100]\nsetup: {setup}\nsteps:\n{lines}expect: {{turn: 3}}{cards}")
    assert outcome.result == FAILS, outcome.message
    return outcome.message
