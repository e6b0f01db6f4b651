"""The cards that a file of scenarios says it proves, and does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.scenario.runner import HOLDS, run
from tests.scenarios.files import scenarios_of

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.scenario.setup.cards import Pools


def unproved(file: Path, pools: Pools) -> list[tuple[str, str]]:
    """Return each scenario, with the card, that holds though a card is blanked that it says it proves."""
    return [
        (scenario.name, card)
        for scenario in scenarios_of(file)
        for card in scenario.cards_proved
        if run(scenario, pools, blank=frozenset({card})).result == HOLDS
    ]
