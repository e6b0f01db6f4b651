"""Cards whose choices are out of the ordinary, as they are shipped: kings, tombs, trees, reversals, lists and pits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.board.layers import might
from riftcheck.engine.model import constants as w
from tests.engine.own_cards import AWAY, HOME, MILL, NEW_MILL, Table, alive, shipped

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

ANSWER = "- {name: Answer, type: Spell, keywords: [reaction], do: [{draw: 1}]}\n"
SHOT = "- {name: Shot, type: Spell, energy: 2, keywords: [action], do: [%s]}\n"


def test_a_unit_chosen_for_an_edict_is_not_chosen_again(db: CardDatabase) -> None:
    """King's Edict: each other player picks a unit that its caster lacks and nobody has picked yet."""
    table = Table(players=3, shipped=shipped(db, "King's Edict"))
    mine = table.unit("Ox", 0, 0)
    theirs = [table.unit("Cat", 1, 1), table.unit("Ox", 1, 1), table.unit("Cat", 2, 2)]
    table.play(0, "King's Edict")
    table.passes()
    assert (table.asked(), table.refs()) == ((1, w.D_PICK), [o.id for o in theirs])
    table.answer(theirs[2].id)
    assert (table.asked(), table.refs()) == ((2, w.D_PICK), [theirs[0].id, theirs[1].id])
    table.answer(theirs[1].id)
    assert [alive(table.s, o) for o in (mine, *theirs)] == [True, True, False, False]


@pytest.mark.parametrize("second", [True, False])
def test_any_copy_of_the_chosen_champion_may_come_back(db: CardDatabase, second: bool) -> None:
    """CR 103.3.a.3: a second copy in the trash is as good; another champion of the same tag is not."""
    champions = (
        "- {name: Jinx One, type: Unit, supertypes: [Champion], might: 3, tags: [Jinx]}\n"
        "- {name: Jinx Two, type: Unit, supertypes: [Champion], might: 4, tags: [Jinx]}\n"
    )
    table = Table(champions, shipped=shipped(db, "Hallowed Tomb"))
    s = table.s
    table.field(MILL, "Hallowed Tomb")
    s.players[HOME].champion_card = table.new("Jinx One", HOME)
    s.players[HOME].banished.append(s.players[HOME].champion_card)
    (copy,) = table.zone(HOME, "trash", "Jinx One" if second else "Jinx Two")
    table.unit("Ox", HOME, MILL)
    for player in (HOME, AWAY):
        table.zone(player, "deck", "Ox", "Ox", "Ox")
    table.go()
    table.answer("end turn")
    table.passes()
    assert table.asked()[1] == (w.D_YES_NO if second else w.D_MAIN)
    if second:
        table.answer("yes")
        assert s.players[HOME].champion == [copy]


def test_each_player_has_a_first_time_at_the_tree(db: CardDatabase) -> None:
    """The Dreaming Tree: a unit friendly to whoever chooses it, once a turn for each player."""
    buff = SHOT % "{give: choose a unit, might: 1, until: end of turn}"
    table = Table(buff.replace("action", "reaction"), shipped=shipped(db, "The Dreaming Tree"))
    table.field(MILL, "The Dreaming Tree")
    ox, cat = table.unit("Ox", HOME, MILL), table.unit("Cat", AWAY, MILL)
    for player in (HOME, AWAY):
        table.zone(player, "deck", "Cat", "Cat", "Cat")
        table.zone(player, "hand", "Shot")
    table.play(HOME, "Shot", ox.id)
    table.answer("play Shot")  # HOME's second
    table.answer(ox.id)
    while table.asked() == (HOME, w.D_PRIORITY):
        table.answer("pass")
    table.answer("play Shot")
    table.answer(cat.id)
    table.passes()
    assert (table.hand(HOME), table.hand(AWAY)) == (["Cat"], ["Cat"])


# --- new choices ---------------------------------------------------------------------------------------------------


def reversal(db: CardDatabase, do: str, more: str = "") -> Table:
    """The first player has a Shot, the second a Mystic Reversal in hand."""
    table = Table(SHOT % do + more, shipped=shipped(db, "Mystic Reversal"))
    table.zone(AWAY, "hand", "Mystic Reversal")
    return table


def test_who_takes_a_spell_may_choose_another_target(db: CardDatabase) -> None:
    """CR 752-754: the new target is noted as chosen, and nothing is paid for it (CR 755)."""
    table = reversal(db, "{kill: choose a unit}", "- {name: Eel, type: Unit, might: 2, keywords: [deflect 2]}")
    table.unit("Ox", AWAY, AWAY)
    eel = table.unit("Eel", HOME, HOME)
    table.play(HOME, "Shot", "target Ox")
    table.answer("play Mystic Reversal")
    table.s.players[AWAY].pool[7] = 0
    table.passes()
    table.answer("yes")
    table.answer(eel.id)
    table.passes()
    assert not alive(table.s, eel)
    assert [e.subject for e in table.s.log or [] if e.kind == w.E_CHOOSE and e.player == AWAY][-1] == eel.id
    assert table.trash(HOME) == ["Eel", "Shot"]  # to its owner's, whoever controlled it


def test_who_takes_a_spell_may_leave_its_choices(db: CardDatabase) -> None:
    table = reversal(db, "{kill: choose a unit}")
    ox, cat = table.unit("Ox", AWAY, AWAY), table.unit("Cat", HOME, HOME)
    table.play(HOME, "Shot", ox.id)
    table.answer("play Mystic Reversal")
    table.passes()
    table.answer("no")
    table.passes()
    assert (alive(table.s, ox), alive(table.s, cat)) == (False, True)


def test_what_is_illegal_for_the_new_controller_is_never_chosen(db: CardDatabase) -> None:
    """CR 753.2: the enemy of the first player is no enemy of the second, and there is nobody else to choose."""
    table = reversal(db, "{kill: choose an enemy unit}")
    ox = table.unit("Ox", AWAY, AWAY)
    table.play(HOME, "Shot")
    table.answer("play Mystic Reversal")
    table.passes()
    assert alive(table.s, ox)


def test_a_new_mode_has_targets_of_its_own(db: CardDatabase) -> None:
    table = reversal(
        db, "{choose-one: [{do: [{kill: choose a gear}]}, {do: [{stun: choose a unit}, {ready: choose a unit}]}]}"
    )
    sled = table.obj("Sled", AWAY, AWAY)
    ox, cat = table.unit("Ox", HOME, HOME), table.unit("Cat", AWAY, AWAY)
    table.play(HOME, "Shot", 0)
    table.answer("play Mystic Reversal")
    table.passes()
    table.answer("yes")
    table.answer(1)
    table.answer(ox.id)
    table.answer(cat.id)
    table.passes()
    assert alive(table.s, sled)
    assert (ox.stunned, cat.stunned) == (True, False)


def test_a_destination_can_be_chosen_anew(db: CardDatabase) -> None:
    table = reversal(db, "{move: choose a unit}")
    ox = table.unit("Ox", HOME, HOME)
    table.play(HOME, "Shot", MILL)
    table.answer("play Mystic Reversal")
    table.passes()
    table.answer("yes")
    table.answer(NEW_MILL)
    table.passes()
    assert table.s.board[ox.id].loc == NEW_MILL


@pytest.mark.parametrize("pays", [True, False])
def test_a_rebuttal_takes_or_counters(db: CardDatabase, pays: bool) -> None:
    table = Table(SHOT % "{kill: choose a unit}", shipped=shipped(db, "Rebuttal"))
    ox, cat = table.unit("Ox", AWAY, AWAY), table.unit("Cat", HOME, HOME)
    table.zone(AWAY, "hand", "Rebuttal")
    table.play(HOME, "Shot", ox.id)
    table.answer("play Rebuttal")
    table.passes()
    table.answer("yes" if pays else "no")
    if pays:
        table.answer("yes")
        table.answer(cat.id)
    table.passes()
    assert (alive(table.s, ox), alive(table.s, cat)) == (True, not pays)


# --- as played -----------------------------------------------------------------------------------------------------


def test_the_tag_named_as_the_list_is_played_is_known_to_it(db: CardDatabase) -> None:
    """CR 355.1, 759: no chain, nobody answers; the ability then speaks of that tag."""
    ram_and_rat = (
        "- {name: Ram, type: Unit, might: 4, tags: [Horned]}\n- {name: Rat, type: Unit, might: 4, tags: [Small]}\n"
    )
    table = Table(ram_and_rat + ANSWER, shipped=shipped(db, "The List"))
    ram, rat = table.unit("Ram", AWAY, AWAY), table.unit("Rat", AWAY, AWAY)
    table.zone(AWAY, "hand", "Answer")
    table.play(HOME, "The List")
    assert table.asked() == (HOME, w.D_NAME)
    assert table.offers() == ["name Horned", "name Small"]
    table.answer("name Small")
    table.answer("use The List")
    table.passes()
    assert (might(table.s, ram), might(table.s, rat)) == (4, 2)


def test_baron_nashor_enters_at_a_pit_that_was_not_there(db: CardDatabase) -> None:
    """CR 369.3: its entering is replaced; a second one enters where it was played."""
    table = Table(shipped=shipped(db, "Baron Nashor", "Baron Pit"))
    s = table.s
    table.unit("Ox", HOME, MILL)
    table.play(HOME, "Baron Nashor", "at base")
    pit = len(s.locs) - 1
    assert s.board[s.locs[pit].bf].d.name == "Baron Pit"
    assert [s.board[oid].d.name for oid in s.locs[pit].units] == ["Baron Nashor"]
    table.passes()
    assert s.locs[pit].control == HOME
    for p in s.players:
        p.pool[0] = p.pool[7] = 20
    table.play(HOME, "Baron Nashor", "at base")
    assert len(s.locs) == pit + 1
    assert [s.board[oid].d.name for oid in s.locs[HOME].units] == ["Baron Nashor"]


def test_units_move_to_the_pit_from_battlefields_too(db: CardDatabase) -> None:
    table = Table(shipped=shipped(db, "Baron Nashor", "Baron Pit"))
    ox = table.unit("Ox", HOME, MILL)
    table.play(HOME, "Baron Nashor", "at base")
    table.passes()
    pit = len(table.s.locs) - 1
    table.answer("move to battlefield 3")
    assert table.s.board[ox.id].loc == pit
