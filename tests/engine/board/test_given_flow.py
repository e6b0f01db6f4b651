"""Flow that a card in the trash was given is saved and loaded, and costs nothing once its turn is over."""

from __future__ import annotations

from riftcheck.engine.display.descriptions import option_keys
from riftcheck.engine.storage.save import dump, load
from tests.engine.own_cards import HOME, Table

CARDS = """
- name: Recall It
  type: Spell
  do: [{give: choose a spell in your trash, keywords: [{flow: its cost}], until: end of turn}]
- {name: Spark, type: Spell, energy: 1, do: [{xp: 1}]}
"""


def _given() -> Table:
    table = Table(CARDS)
    table.zone(HOME, "deck", *["Cat"] * 9)
    table.zone(HOME, "hand", "Recall It")
    table.zone(HOME, "trash", "Spark")
    table.go()
    table.play(HOME, "Recall It")
    table.passes()
    return table


def test_a_game_is_saved_while_a_spell_has_flow_that_it_was_given() -> None:
    table = _given()
    assert "play Spark with Flow" in option_keys(table.s)
    loaded = load(table.s.pool, dump(table.s))
    assert option_keys(loaded) == option_keys(table.s)
    assert dump(loaded) == dump(table.s)


def test_nothing_is_left_of_it_after_the_turn() -> None:
    table = _given()
    assert len(table.s.delayed) == 1
    table.answer("end turn")
    assert table.s.delayed == []
