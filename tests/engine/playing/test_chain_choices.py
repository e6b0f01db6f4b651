"""What has been chosen for a chain item, in words and in a player's view: modes, targets and destinations."""

from __future__ import annotations

from riftcheck.engine.display.descriptions import describe_board
from riftcheck.engine.display.view import view
from tests.engine.own_cards import AWAY, HOME, MILL, Table

CARDS = """
- {name: Fork, type: Spell, do: [{choose-one: [{do: [{draw: 1}]}, {do: [{deal: 1, to: choose a unit}]}]}]}
- {name: Push, type: Spell, do: [{move: choose an enemy unit}]}
- {name: Poke, type: Spell, do: [{choose: an opponent, as: foe}, {discard: 1, by: foe}]}
"""


def asking(players: int = 2) -> Table:
    """Return a table at which everybody is asked before anything resolves."""
    table = Table(CARDS, players)
    table.s.ask_all = True
    return table


def chain_line(table: Table) -> str:
    return next(line for line in describe_board(table.s, HOME) if line.startswith("Chain 1"))


def test_a_modal_spell_says_its_mode() -> None:
    table = asking()
    ox = table.unit("Ox", AWAY, MILL)
    table.play(HOME, "Fork", 1)
    assert chain_line(table) == "Chain 1: Fork of player 1, choosing mode 2; Ox"
    assert view(table.s, AWAY)["chain"][0]["chosen"] == [[{"number": 1}], [{"object": ox.id}]]


def test_a_move_says_its_destination() -> None:
    table = asking()
    ox = table.unit("Ox", AWAY, MILL)
    table.play(HOME, "Push", AWAY)
    assert chain_line(table) == "Chain 1: Push of player 1, choosing Ox; the base of player 2"
    assert view(table.s, HOME)["chain"][0]["chosen"] == [[{"object": ox.id}], [{"location": AWAY}]]


def test_a_player_who_is_a_target_is_told() -> None:
    table = asking(3)
    table.play(HOME, "Poke", AWAY)
    assert chain_line(table) == "Chain 1: Poke of player 1, choosing player 2"
    assert view(table.s, HOME)["chain"][0]["chosen"] == [[{"player": AWAY}]]
