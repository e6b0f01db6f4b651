"""A hold effect that is a conquer effect as well is saved and loaded as the ability that it is."""

from __future__ import annotations

from riftcheck.engine.storage.save import dump, load
from tests.engine.own_cards import HOME, Table
from tests.engine.table_actions import march

# The spell is there so that its player is asked while something is on the chain.
CARDS = """
- name: Knight
  type: Unit
  might: 3
  abilities: [{for: me, also-counts-as: conquer and hold}, {when: I hold, do: [{draw: 1}]}]
- {name: Spark, type: Spell, energy: 1, keywords: [reaction], do: [{xp: 1}]}
"""


def test_a_game_is_saved_while_such_an_effect_is_on_the_chain() -> None:
    table = Table(CARDS)
    table.zone(HOME, "deck", *["Cat"] * 9)
    table.zone(HOME, "hand", "Spark")
    knight = table.unit("Knight", HOME, HOME)
    table.go()
    march(table, knight.id)
    while not table.s.chain:
        table.answer("pass")
    (item,) = table.s.chain
    assert item.trigger is not None
    assert load(table.s.pool, dump(table.s)).chain[0].trigger is item.trigger
    table.passes()
    assert table.hand(HOME) == ["Spark", "Cat"]
