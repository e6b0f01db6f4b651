"""An offer to do what would do nothing, for want of something that others cannot see (CR 128)."""

from __future__ import annotations

import pytest

from riftcheck.engine.model import constants as w
from tests.engine.own_cards import HOME, Table

CARDS = """
- name: Search
  type: Spell
  do:
    - look-at: top 2 of your deck
      as: seen
    - may:
        - draw: pick a unit in seen
    - xp: 1
- {name: Rouse, type: Spell, do: [{ready: all friendly units, may: true}, {xp: 1}]}
"""


def table_with(*deck: str, ask_all: bool) -> Table:
    table = Table(CARDS)
    table.s.ask_all = ask_all
    table.zone(HOME, "deck", "Cat", *deck)
    return table


@pytest.mark.parametrize("ask_all", [False, True])
def test_who_saw_nothing_to_take_can_only_decline(ask_all: bool) -> None:
    table = table_with("Sled", "Sled", ask_all=ask_all)
    table.play(HOME, "Search")
    table.passes()
    if ask_all:
        assert (table.asked()[1], table.offers()) == (w.D_YES_NO, ["no"])
        table.answer("no")
    assert table.asked()[1] == w.D_MAIN
    assert table.s.players[HOME].xp == 1


@pytest.mark.parametrize("ask_all", [False, True])
def test_who_saw_something_is_asked_the_same(ask_all: bool) -> None:
    table = table_with("Ox", "Sled", ask_all=ask_all)
    table.play(HOME, "Search")
    table.passes()
    assert (table.asked()[1], table.offers()) == (w.D_YES_NO, ["yes", "no"])
    table.answer("yes")
    assert table.hand(HOME) == ["Ox"]


@pytest.mark.parametrize("ask_all", [False, True])
def test_what_all_can_see_is_not_asked(ask_all: bool) -> None:
    table = table_with(ask_all=ask_all)  # there is no unit
    table.play(HOME, "Rouse")
    table.passes()
    assert table.asked()[1] == w.D_MAIN
    assert table.s.players[HOME].xp == 1
