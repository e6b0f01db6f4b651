"""An additional cost that another object makes for a spell: each source has its own, in a saved game too (CR 356.2)."""

from __future__ import annotations

import json

import pytest

from riftcheck.engine.display.descriptions import option_keys
from riftcheck.engine.display.prompts import decision_words
from riftcheck.engine.model import constants as w
from riftcheck.engine.storage.save import SaveError, dump, load
from tests.engine.own_cards import HOME, Table, own_pool

CARDS = """
- name: Choir
  type: Unit
  might: 1
  abilities:
    - {additional-cost: {exhaust: me and a friendly unit}, optional: true, to: spells you play, less: {energy: 2}}
- {name: Hymn, type: Spell, energy: 3, do: [{draw: 1}]}
"""


def _asked_for_the_first() -> Table:
    table = Table(CARDS)
    table.zone(HOME, "deck", *["Cat"] * 9)
    table.zone(HOME, "hand", "Hymn")
    for _ in range(2):
        table.unit("Choir", HOME, HOME)
    for _ in range(3):
        table.unit("Ox", HOME, HOME)
    table.go()
    table.answer("play Hymn")
    return table


def test_each_of_two_sources_is_asked_and_paid_with_what_is_its_own() -> None:
    table = _asked_for_the_first()
    assert decision_words(table.s).startswith("Player 1: do you pay the additional cost of exhaust 1 and exhaust 1?")
    table.answer("yes")
    assert table.asked() == (HOME, w.D_YES_NO)
    table.answer("yes")
    # Each Choir itself is paid first, so the other can be no unit beside it.
    oxen = [o.id for o in table.s.board.values() if o.d.name == "Ox"]
    assert table.asked() == (HOME, w.D_COST)
    assert table.refs() == oxen


def test_a_game_is_saved_while_it_is_paid() -> None:
    table = _asked_for_the_first()
    table.answer("yes")
    table.answer("yes")
    document = json.loads(json.dumps(dump(table.s)))
    fresh = load(own_pool(CARDS), document)
    assert option_keys(fresh) == option_keys(table.s)
    assert dump(fresh) == document
    table.s = fresh
    table.answer(table.refs()[0])
    table.answer(table.refs()[0])
    assert [o.exhausted for o in table.s.board.values() if o.d.types & w.UNIT] == [True, True, True, True, False]
    # Two discounts of 2 take off no more than there is.
    assert table.s.players[HOME].pool[0] == 20


@pytest.mark.parametrize("source", ["@", "@1", "@x.1", "@1.-1", "/no@1.1"])
def test_a_saved_cost_of_no_source_is_refused(source: str) -> None:
    table = _asked_for_the_first()
    table.answer("yes")
    table.answer("yes")
    text = json.dumps(dump(table.s))
    key = next(key for key in table.s.pool.found if "@" in key)
    assert text.count(key)
    with pytest.raises(SaveError, match="the card data has nothing under"):
        load(own_pool(CARDS), json.loads(text.replace(key, key.partition("@")[0] + source)))
