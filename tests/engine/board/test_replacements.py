"""Prohibitions, replacements and battlefields that are replaced, case by case (CR 054, 367-375, 439)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import riftcheck.engine.flow.loop  # noqa: F401 - it imports every module that performs an event
from riftcheck.engine.board.events import COPYABLE, COPYING, DOING, REPLACEABLE
from riftcheck.engine.board.layers import might
from riftcheck.engine.model import constants as w
from tests.engine.own_cards import AWAY, HOME, MILL, NEW_MILL, Table, alive, shipped
from tests.engine.table_actions import SPELL, cast, march, refused, seen

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


# --- prohibitions and replacements -----------------------------------------------------------------------------------


def test_the_tables_of_events_agree() -> None:
    assert set(DOING) == REPLACEABLE
    assert set(COPYING) == COPYABLE


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("abilities: [{cannot: opponents draw cards}]", "a prohibition of the event draw"),
        ("abilities: [{instead-of: you discard a card, do: []}]", "a replacement of the event discard"),
        ("abilities: [{instead-of: you play a unit, do: []}]", "a replacement of the event play of what is no token"),
        (
            "abilities: [{toll: opponents move units to my battlefield at the same time, pay: {discard: 1}}]",
            "an applied cost of more than energy and power",
        ),
    ],
)
def test_what_is_not_asked_is_refused(card: str, reason: str) -> None:
    assert refused(card) == reason


@pytest.mark.parametrize("there", [True, False])
def test_a_facedown_card_that_cannot_be_revealed_is_not_played(db: CardDatabase, there: bool) -> None:
    """Noxus Saboteur; CR 422.4: a facedown card that changes zones is revealed."""
    table = Table(
        "- {name: Trick, type: Unit, might: 1, energy: 9, keywords: [hidden]}", shipped=shipped(db, "Noxus Saboteur")
    )
    table.unit("Ox", HOME, MILL)
    table.facedown("Trick", HOME, MILL).turn = 1
    table.unit("Noxus Saboteur", AWAY, MILL if there else NEW_MILL)
    table.s.locs[MILL].control = HOME
    table.go()
    assert ("play Trick from facedown" in table.offers()) == (not there)


def test_a_hand_is_revealed_beside_a_saboteur(db: CardDatabase) -> None:
    table = Table(SPELL.format("{choose: an opponent}, {reveal: their hand}"), shipped=shipped(db, "Noxus Saboteur"))
    table.unit("Noxus Saboteur", AWAY, MILL)
    table.zone(AWAY, "hand", "Cat", "Ox")
    table.play(HOME, "Spark")
    table.passes()
    assert len(seen(table, w.E_REVEAL)) == 2


def test_what_cannot_be_played_is_not_played_by_an_effect_either() -> None:
    """CR 054.1, 358.3.a: the instruction is impossible, and the card stays where it was."""
    table = Table(
        "- {name: Hush, type: Gear, abilities: [{cannot: opponents play gear}]}\n"
        + SPELL.format("{play: choose a gear in your trash, ignoring: cost}")
    )
    table.zone(HOME, "trash", "Sled")
    table.obj("Hush", AWAY, AWAY)
    table.play(HOME, "Spark")
    table.passes()
    assert table.trash(HOME) == ["Spark", "Sled"]


SAVER = (
    "- {name: Saver, type: Unit, might: 5, abilities: [{instead-of: another unit you control here dies,"
    " do: [{heal: it}, {exhaust: it}, {recall: it}]}]}\n"
)


def test_a_replacement_applies_to_each_of_simultaneous_events() -> None:
    """CR 373.2: to any number of events that qualify."""
    table = Table(SAVER + SPELL.format("{kill: all units at battlefields}"))
    saver = table.unit("Saver", HOME, MILL)
    pair = [table.unit("Ox", HOME, MILL) for _ in range(2)]
    table.play(HOME, "Spark")
    table.passes()
    while table.asked()[1] == w.D_REPLACE:
        table.answer(table.refs()[0])
    assert [(alive(table.s, o), o.loc) for o in pair] == [(True, HOME)] * 2
    assert not alive(table.s, saver)


def test_the_condition_of_a_replacement_speaks_of_the_event(db: CardDatabase) -> None:
    """Otterpus: their first or second turn, whoever has it."""
    table = Table(shipped=shipped(db, "Otterpus"))
    table.unit("Otterpus", AWAY, AWAY)
    table.s.players[HOME].turns, table.s.players[AWAY].turns = 2, 7
    table.zone(HOME, "deck", "Sled", "Ox")
    table.unit("Ox", HOME, HOME)
    table.go()
    march(table)
    table.passes()
    assert table.s.points == [0, 0]
    assert table.hand(HOME) == ["Ox"]


def test_a_point_from_elsewhere_is_not_one_of_scoring(db: CardDatabase) -> None:
    table = Table(SPELL.format("{score: 1}"), shipped=shipped(db, "Otterpus"))
    table.unit("Otterpus", AWAY, AWAY)
    table.play(HOME, "Spark")
    table.passes()
    assert table.s.points == [1, 0]


@pytest.mark.parametrize("takes", [True, False])
def test_a_token_that_is_played_may_be_two(db: CardDatabase, takes: bool) -> None:
    """Zilean, Time Mage; CR 375: the copy is as exhausted or ready as the token."""
    imp = "- {name: Imp, type: Unit, supertypes: [Token], might: 1}\n"
    spell = SPELL.format("{play-token: Imp, to: your base, ready: true}, {play-token: Imp, to: your base}")
    table = Table(imp + spell, shipped=shipped(db, "Zilean, Time Mage"))
    table.unit("Zilean, Time Mage", HOME, MILL)
    table.play(HOME, "Spark")
    table.passes()
    assert table.asked() == (HOME, w.D_REPLACE)
    table.answer("replace for" if takes else "no")
    if not takes:
        table.answer("no")
    imps = [o for o in table.s.board.values() if o.d.name == "Imp"]
    assert [o.exhausted for o in imps] == ([False, False, True] if takes else [False, True])


def test_a_replaced_number_goes_on_as_another() -> None:
    table = Table(
        "- {name: Bell, type: Gear, abilities: [{instead-of: you gain a point, do: [{proceed: {amount: 3}}]}]}\n"
        + SPELL.format("{score: 1}")
    )
    table.obj("Bell", HOME, HOME)
    table.play(HOME, "Spark")
    table.passes()
    assert table.s.points == [3, 0]


def test_what_is_on_top_may_be_recycled_before_it_is_revealed(db: CardDatabase) -> None:
    """Void Hatchling: what is revealed then is what is on top by then."""
    table = Table(
        SPELL.format("{reveal: top 1 of your deck, as: shown}, {draw: shown}"), shipped=shipped(db, "Void Hatchling")
    )
    table.unit("Void Hatchling", HOME, HOME)
    table.zone(HOME, "deck", "Sled", "Ox", "Cat")
    table.play(HOME, "Spark")
    table.passes()
    table.answer("yes")
    assert table.hand(HOME) == ["Ox"]
    assert table.names(table.s.players[HOME].deck) == ["Cat", "Sled"]


def test_units_that_deal_no_combat_damage_are_not_summed(db: CardDatabase) -> None:
    """Vilemaw: enemy units with less Might deal none; they may deal damage of their own."""
    table = Table(
        SPELL.format("{deal: 2, to: choose an enemy unit, by: choose a friendly unit}"), shipped=shipped(db, "Vilemaw")
    )
    spider = table.unit("Vilemaw", AWAY, MILL)
    ox = table.unit("Ox", HOME, HOME)
    table.go()
    march(table)
    table.passes()
    assert not alive(table.s, ox)
    assert not [event for event in seen(table, w.E_DAMAGE) if event.subject == spider.id]
    cast(table, spider.id, table.unit("Ox", HOME, HOME).id)
    table.passes()
    assert spider.damage == 2


# --- battlefields that are replaced ----------------------------------------------------------------------------------


def test_a_battlefield_is_replaced_and_swapped_back(db: CardDatabase) -> None:
    """Green Father and Brush; CR 439: the same object, and the card waits in Banishment."""
    table = Table("- {name: Pup, type: Unit, might: 2, tags: [Dog]}", shipped=shipped(db, "Green Father", "Brush"))
    s = table.s
    s.players[HOME].legend = table.obj("Green Father", HOME, w.NOBODY).id
    pup, cat = table.unit("Pup", HOME, HOME), table.unit("Cat", HOME, HOME)
    for player in (HOME, AWAY):
        table.zone(player, "deck", *["Cat"] * 9)
    field = s.board[s.locs[MILL].bf]
    card = field.card
    table.go()
    march(table, pup.id, cat.id)
    table.passes()
    table.answer("yes")
    table.passes()
    assert (field.d.name, field.card, s.players[HOME].banished) == ("Brush", w.NOBODY, [card])
    assert not seen(table, w.E_BANISH)
    assert (might(s, pup), might(s, cat)) == (3, 1)
    table.answer("end turn")
    table.answer("next ability of Brush")
    table.answer("yes")
    table.answer("no")
    table.passes()
    assert s.players[HOME].banished == []
    assert (field.d.name, field.card) == ("Old Mill", card)
    assert might(s, pup) == 2
