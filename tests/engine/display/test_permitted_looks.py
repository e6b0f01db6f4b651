"""Facedown cards that an ability lets another player look at (CR 128.4)."""

from __future__ import annotations

from riftcheck.engine.display.board_text import describe_board
from riftcheck.engine.display.names import EVERYTHING, SPECTATOR, may_see
from riftcheck.engine.display.redeal import redeal
from riftcheck.engine.display.view import view
from riftcheck.engine.invariants import unseen
from riftcheck.engine.model import constants as w
from tests.engine.own_cards import AWAY, HOME, MILL, NEW_MILL, Table

CARDS = """
- {name: Trap, type: Spell, keywords: [hidden], do: [{xp: 1}]}
- {name: Snare, type: Spell, keywords: [hidden], do: [{xp: 1}]}
- name: Spy
  type: Spell
  do:
    - {choose: an opponent}
    - {set-up: {can: you look at facedown cards that player controls}, until: end of turn}
- name: Lantern
  type: Gear
  abilities: [{can: you look at enemy facedown cards, while: you control 2 or more units}]
"""


def hiding(players: int = 2) -> Table:
    """Return a table at which the others each have a facedown card."""
    table = Table(CARDS, players)
    for player, name, loc in zip(range(AWAY, players), ("Trap", "Snare"), (players, players + 1), strict=False):
        table.unit("Ox", player, loc)
        table.facedown(name, player, loc)
    return table


def seeing(table: Table, name: str) -> set[int]:
    """Return who may look at a facedown card."""
    s = table.s
    hidden = next(o for o in s.board.values() if o.facedown and o.d.name == name)
    return {eye for eye in (SPECTATOR, *range(len(s.players))) if may_see(s, hidden, eye)}


def test_a_player_looks_until_the_turn_ends() -> None:
    table = hiding()
    assert seeing(table, "Trap") == {AWAY}
    table.play(HOME, "Spy")
    table.passes()
    assert seeing(table, "Trap") == {HOME, AWAY}
    table.answer("end turn")
    table.passes()
    assert table.s.tp == AWAY
    assert seeing(table, "Trap") == {AWAY}


def test_what_is_hidden_later_in_the_turn_is_seen_as_well() -> None:
    table = hiding()
    table.play(HOME, "Spy")
    table.passes()
    table.unit("Ox", AWAY, NEW_MILL)
    table.facedown("Snare", AWAY, NEW_MILL)
    assert seeing(table, "Snare") == {HOME, AWAY}


def test_only_the_cards_of_that_player_are_seen() -> None:
    table = hiding(3)
    table.play(HOME, "Spy", AWAY)
    table.passes()
    assert seeing(table, "Trap") == {HOME, AWAY}
    assert seeing(table, "Snare") == {2}


def test_who_looks_has_the_card_in_the_view_and_others_have_not() -> None:
    table = hiding()
    table.play(HOME, "Spy")
    table.passes()
    s = table.s
    assert [o["name"] for o in view(s, HOME)["board"] if o.get("facedown")] == ["Trap"]
    assert [o["name"] for o in view(s, None)["board"] if o.get("facedown")] == ["facedown card"]
    assert "Trap (facedown)" in "\n".join(describe_board(s, HOME))
    assert "Trap" not in "\n".join(describe_board(s, None))
    assert unseen(s, 7) == []
    assert [o.d.name for o in redeal(s, HOME, 7).board.values() if o.facedown] == ["Trap"]


def test_a_lasting_permission_holds_while_its_condition_does() -> None:
    table = hiding()
    table.obj("Lantern", HOME, HOME)
    table.unit("Cat", HOME, HOME)
    table.go()
    assert seeing(table, "Trap") == {AWAY}
    table.unit("Cat", HOME, HOME)
    assert seeing(table, "Trap") == {HOME, AWAY}
    assert all(may_see(table.s, o, EVERYTHING) for o in table.s.board.values())
    assert table.asked()[1] == w.D_MAIN
    assert table.s.locs[MILL].control == AWAY
