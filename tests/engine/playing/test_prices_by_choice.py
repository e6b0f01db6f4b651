"""How much is tried where a price hangs on what is chosen: choices that are alike count once, in whatever order."""

from __future__ import annotations

import pytest

from riftcheck.engine.playing import prices_by_choice
from tests.engine.own_cards import AWAY, HOME, Table

UNITS = 12
MOST = 1000
CARDS = """
- name: Rain
  type: Spell
  energy: 5
  do:
    - {deal: 1, to: choose a unit}
    - {deal: 1, to: choose a unit}
    - {deal: 1, to: choose a unit}
    - {deal: 1, to: choose a unit}
    - {deal: 1, to: choose a unit}
    - {deal: 1, to: choose a unit}
- {name: Grace, type: Unit, might: 4, abilities: [{cost-of: spells you play choosing me, less: {energy: 1}}]}
- {name: Wall, type: Unit, might: 4, keywords: [deflect 1]}
- {name: Tower, type: Unit, might: 4, keywords: [deflect 2]}
"""


def _offered(energy: int, graces: int, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, int]:
    """Return whether the spell is offered, and how many prices were tried for that."""
    table = Table(CARDS)
    table.zone(HOME, "hand", "Rain")
    pool = table.s.players[HOME].pool
    pool[0], pool[7] = energy, 0
    for _ in range(graces):
        table.unit("Grace", HOME, HOME)
    for number in range(UNITS):
        table.unit(("Cat", "Wall", "Tower")[number % 3], AWAY, AWAY)
    tried = 0
    payable = prices_by_choice.payable_now

    def counted(*at: object) -> bool:
        nonlocal tried
        tried += 1
        assert tried < MOST
        return payable(*at)  # type: ignore[arg-type]

    monkeypatch.setattr(prices_by_choice, "payable_now", counted)
    table.go()
    return any(key.startswith("play") for key in table.offers()), tried


@pytest.mark.interpreted_only
@pytest.mark.parametrize(("energy", "graces", "offered"), [(3, 1, False), (3, 2, True), (2, 2, False), (2, 3, True)])
def test_few_prices_are_tried_for_many_targets(
    energy: int, graces: int, offered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve to fifteen units for each of six choices are millions of ways to choose."""
    found, tried = _offered(energy, graces, monkeypatch)
    assert found is offered
    assert 0 < tried < MOST
