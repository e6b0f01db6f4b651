"""Flow that an effect has given to cards in a trash, besides what is printed on them (CR 801.3.a, 829)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.model.abilities import FLOW
from riftcheck.engine.model.references import card_ref

if TYPE_CHECKING:
    from riftcheck.engine.model.scripts import CostDef
    from riftcheck.engine.model.state import State


def given_flows(s: State, card: int) -> list[CostDef | None]:
    """Return the Flow costs that a card in a trash has been given, each once; None is what the card itself costs."""
    found: list[CostDef | None] = []
    for env, can, _ in get_index(s).cans:
        if can.act == FLOW and can.cost not in found and can.covers(s, env, card_ref(s, card)):
            found.append(can.cost)
    return found
