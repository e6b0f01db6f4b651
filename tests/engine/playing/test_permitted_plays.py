"""A permission for one play of a turn is saved, loaded, and used up only as that play is finalized (CR 350.1, 392)."""

from __future__ import annotations

from riftcheck.engine.display.descriptions import option_keys
from riftcheck.engine.model import constants as w
from riftcheck.engine.storage.save import dump, load
from tests.engine.own_cards import AWAY, HOME, Table

CARDS = """
- name: Licence
  type: Spell
  do: [{set-up: {can: you play a gear from your hand, ignoring: energy}, until: end of turn, uses: 1}]
- {name: Lamp, type: Gear, energy: 5, abilities: [{additional-cost: {discard: 1}}]}
"""
OFFER = "play Lamp by permission"


def _permitted() -> Table:
    table = Table(CARDS)
    table.zone(HOME, "deck", *["Cat"] * 9)
    table.zone(AWAY, "deck", *["Cat"] * 9)
    table.zone(HOME, "hand", "Licence", "Lamp", "Ox", "Cat")
    table.go()
    table.play(HOME, "Licence")
    table.passes()
    return table


def test_a_game_is_saved_while_the_permission_stands() -> None:
    table = _permitted()
    assert OFFER in option_keys(table.s)
    loaded = load(table.s.pool, dump(table.s))
    assert option_keys(loaded) == option_keys(table.s)
    assert dump(loaded) == dump(table.s)


def test_it_is_used_up_as_the_play_is_finalized_and_not_before() -> None:
    table = _permitted()
    clone = table.s.clone()
    table.answer(OFFER)
    assert table.asked() == (HOME, w.D_COST)  # which card to discard: it is paid
    assert [delayed.uses for delayed in table.s.delayed] == [1]
    assert table.s.chain[-1].permit == table.s.delayed[0].id
    table.s = load(table.s.pool, dump(table.s))
    table.answer(table.refs()[0])
    assert table.s.delayed == []
    assert [o.d.name for o in table.s.board.values() if o.d.types & w.GEAR] == ["Lamp"]
    # What was cloned beforehand has it still.
    assert [delayed.uses for delayed in clone.delayed] == [1]


def test_nothing_is_left_of_it_after_the_turn() -> None:
    table = _permitted()
    table.answer("end turn")
    assert table.s.delayed == []
