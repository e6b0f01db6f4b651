"""Acts and events, case by case: tolls, leaving, groups, who did it, spans, and what all do at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

import riftcheck.engine.flow.loop  # noqa: F401 - it imports every module that performs an event
from riftcheck.engine.actions.departures import put, return_to_hand
from riftcheck.engine.actions.recycle import recycle
from riftcheck.engine.actions.status import ready
from riftcheck.engine.board.zones import relocate, set_exhausted
from riftcheck.engine.compile.cards import build
from riftcheck.engine.model import constants as w
from tests.engine.own_cards import AWAY, HOME, MILL, NEW_MILL, Table, facts, shipped
from tests.engine.table_actions import SPELL, WATCHER, cast, march, seen, watched

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


# --- applied costs ---------------------------------------------------------------------------------------------------

TOLL = (
    "- {name: Guard, type: Unit, might: 9, abilities: [{toll: opponents move units to my battlefield at the same time,"
    " pay: {power: any}, per: unit beyond the first}]}\n"
)


def tolled(pool: int) -> Table:
    table = Table(TOLL)
    table.s.players[HOME].pool[7] = pool
    table.unit("Guard", AWAY, MILL)
    for _ in range(3):
        table.unit("Ox", HOME, HOME)
    table.go()
    return table


@pytest.mark.parametrize("pays", [True, False])
def test_an_applied_cost_may_be_declined_and_then_nothing_moves(pays: bool) -> None:
    """CR 204.4.c: who does not pay does not perform the act, and exhausts nothing for it (CR 144.2)."""
    table = tolled(5)
    march(table, *table.s.locs[HOME].units)
    assert table.asked() == (HOME, w.D_YES_NO)
    table.answer("yes" if pays else "no")
    assert len(seen(table, w.E_MOVE)) == (3 if pays else 0)
    assert len(seen(table, w.E_EXHAUST)) == (3 if pays else 0)
    assert table.s.players[HOME].pool[7] == (3 if pays else 5)


def test_an_applied_cost_that_cannot_be_paid_stops_the_move() -> None:
    """CR 204.4.c: of three units, two are offered to a player who can pay for one beyond the first."""
    table = tolled(1)
    table.answer(f"move to battlefield {MILL - 1}")
    assert table.s.decision is not None
    assert table.s.decision.hi == 2
    table.answer(*table.s.locs[HOME].units[:2])
    assert table.asked() == (HOME, w.D_YES_NO)
    table.answer("yes")
    assert len(seen(table, w.E_MOVE)) == 2


def test_one_unit_moves_without_the_applied_cost() -> None:
    table = tolled(0)
    march(table, table.s.locs[HOME].units[0])
    table.passes()
    assert len(seen(table, w.E_MOVE)) == 1


@pytest.mark.parametrize("pays", [True, False])
def test_a_move_that_a_spell_makes_pays_the_applied_cost_too(pays: bool) -> None:
    """CR 204.4: the cost is applied to the act, whatever makes it."""
    table = Table(TOLL + SPELL.format("{move: choose 2 units you control}"))
    table.unit("Guard", AWAY, MILL)
    pair = [table.unit("Ox", HOME, HOME) for _ in range(2)]
    table.play(HOME, "Spark")
    if table.asked()[1] == w.D_TARGET:
        table.answer(*(o.id for o in pair))
    table.answer(MILL)
    table.passes()
    table.answer("yes" if pays else "no")
    assert len(seen(table, w.E_MOVE)) == (2 if pays else 0)
    assert table.s.players[HOME].pool[7] == (19 if pays else 20)


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_what_is_put_somewhere_leaves_once_and_is_not_returned() -> None:
    table = watched("a friendly unit leaves the board")
    table.go()
    ox = table.unit("Ox", HOME, HOME)
    [card] = put(table.s, [ox.id], w.Z_HAND, HOME)
    assert table.hand(HOME) == ["Ox"]
    assert card < 0
    assert len(seen(table, w.E_LEAVE)) == 1
    assert seen(table, w.E_RETURN) == []
    assert len(table.s.triggered) == 1


def test_what_is_returned_leaves_once_as_well() -> None:
    table = watched("a friendly unit leaves the board")
    table.go()
    return_to_hand(table.s, [table.unit("Ox", HOME, HOME).id], HOME)
    assert len(seen(table, w.E_LEAVE)) == len(seen(table, w.E_RETURN)) == 1


def test_units_that_are_recycled_together_do_not_see_each_other_leave() -> None:
    """CR 383.2.c.2: who leaves at the same time sees nothing."""
    table = watched("a friendly unit leaves the board")
    table.go()
    units = [o.id for o in table.s.board.values() if o.d.name == "Watcher"]
    units.append(table.unit("Watcher", HOME, HOME).id)
    recycle(table.s, [*units, table.unit("Ox", HOME, HOME).id], HOME)
    assert table.s.triggered == []
    assert len(seen(table, w.E_RECYCLE)) == 1


def test_the_player_who_puts_several_cards_on_a_deck_orders_them() -> None:
    table = Table(
        "- {name: Well, type: Spell, do: [{look-at: top 3 of your deck, as: shown},"
        " {recycle: pick up to 3 cards in shown}, {put: rest of shown, into: top of your deck}]}"
    )
    table.zone(HOME, "deck", "Sled", "Ox", "Cat", "Sled")
    table.play(HOME, "Well")
    table.passes()
    table.answer()
    assert table.asked() == (HOME, w.D_ORDER)
    top = table.refs()
    table.answer(top[2])
    table.answer(top[0])
    assert table.names(table.s.players[HOME].deck) == ["Sled", "Ox", "Sled", "Cat"]


@pytest.mark.parametrize(("side", "deck"), [(0, ["Cat", "Cat", "Ox"]), (1, ["Ox", "Cat", "Cat"])])
def test_a_card_may_go_on_top_or_at_the_bottom(db: CardDatabase, side: int, deck: list[str]) -> None:
    """Altar of Memories."""
    table = Table(SPELL.format("{kill: choose a unit}"), shipped=shipped(db, "Altar of Memories"))
    table.zone(HOME, "deck", "Cat", "Cat", "Cat")
    table.obj("Altar of Memories", HOME, HOME)
    table.zone(HOME, "hand", "Ox")
    cast(table, table.unit("Ox", HOME, HOME).id)
    table.passes()
    table.answer("yes")
    table.passes()
    table.answer("pick Ox")
    table.answer(side)
    assert table.names(table.s.players[HOME].deck) == deck
    assert table.hand(HOME) == ["Cat"]


def test_what_is_not_recycled_goes_back_in_any_order(db: CardDatabase) -> None:
    """The Candlelit Sanctum."""
    table = Table(shipped=shipped(db, "The Candlelit Sanctum"))
    table.field(MILL, "The Candlelit Sanctum")
    table.zone(HOME, "deck", "Sled", "Ox", "Cat")
    table.unit("Ox", HOME, HOME)
    table.go()
    march(table)
    table.passes()
    assert table.asked() == (HOME, w.D_PICK)
    table.answer()
    cat, ox = table.refs()
    table.answer(cat)
    assert table.names(table.s.players[HOME].deck) == ["Sled", "Cat", "Ox"]
    assert ox < 0


# --- one act on several things ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "cards"),
    [("you move one or more units", 1), ("you move a unit", 2), ("a unit moves", 2), ("an opponent moves", 0)],
)
def test_units_that_move_together_are_one_move_of_their_player(event: str, cards: int) -> None:
    """CR 144.3: one act performed on several units."""
    table = watched(event)
    pair = [table.unit("Ox", HOME, HOME).id for _ in range(2)]
    table.go()
    march(table, *pair)
    while table.asked()[1] == w.D_ORDER:
        table.answer("next")
    table.passes()
    assert len(table.hand(HOME)) == cards


@pytest.mark.parametrize(("mover", "cards"), [(HOME, 0), (AWAY, 1)])
def test_a_player_moves_where_units_of_theirs_do(db: CardDatabase, mover: int, cards: int) -> None:
    """Volibear, Imposing: whose unit it is counts, not whose spell."""
    table = Table(SPELL.format("{move: choose a unit}"), shipped=shipped(db, "Volibear, Imposing"))
    table.zone(HOME, "deck", "Cat")
    table.unit("Volibear, Imposing", HOME, NEW_MILL)
    moved = table.unit("Ox", mover, mover)
    cast(table, moved.id)
    table.answer(MILL)
    table.passes()
    assert len(table.hand(HOME)) == cards


@pytest.mark.parametrize(("count", "cards"), [(1, 1), (3, 1)])
def test_stunning_and_discarding_several_is_one_event_for_one_or_more(count: int, cards: int) -> None:
    stunner = watched("you stun one or more enemy units", "{stun: all enemy units}")
    loser = watched("you discard one or more cards", f"{{discard: {count}}}")
    for _ in range(count):
        stunner.unit("Ox", AWAY, AWAY)
        loser.zone(HOME, "hand", "Sled")
    for table in (stunner, loser):
        table.play(HOME, "Spark")
        table.passes()
        assert len(table.hand(HOME)) == cards


# --- who did it, and when --------------------------------------------------------------------------------------------


def test_who_reveals_is_who_the_line_names() -> None:
    table = Table(SPELL.format("{each: opponent, do: [{reveal: top 1 of their deck, by: they}]}"))
    table.zone(AWAY, "deck", "Cat")
    table.play(HOME, "Spark")
    table.passes()
    assert [event.player for event in seen(table, w.E_REVEAL)] == [AWAY]


def test_readying_in_the_awaken_phase_is_readying() -> None:
    """CR 315.1.b, 416.3.a."""
    table = watched("you ready a friendly unit")
    ox = table.unit("Ox", AWAY, AWAY)
    mine = table.unit("Ox", HOME, HOME)
    for o in (ox, mine):
        set_exhausted(table.s, o, exhausted=True)
    table.s.frames[0].step = 0
    table.s.order, table.s.tp = (HOME, AWAY), HOME
    table.go()
    table.passes()
    assert [event.subject for event in seen(table, w.E_READY)] == [mine.id]
    assert not mine.exhausted
    assert ox.exhausted
    assert len(table.hand(HOME)) == 2  # one drawn by the trigger, one in the Draw Phase


def test_spells_that_cannot_ready_units_leave_the_awaken_phase_alone(db: CardDatabase) -> None:
    """Mageseeker Warden."""
    table = Table(SPELL.format("{ready: choose a unit}"), shipped=shipped(db, "Mageseeker Warden"))
    table.unit("Mageseeker Warden", AWAY, MILL)
    ox = table.unit("Ox", HOME, HOME)
    set_exhausted(table.s, ox, exhausted=True)
    cast(table, ox.id)
    table.passes()
    assert ox.exhausted
    assert ready(table.s, [ox.id], HOME) == [ox.id]


# --- spans -----------------------------------------------------------------------------------------------------------


HERO = (
    "- {name: Hero, type: Unit, might: 8,"
    " abilities: [{when: I conquer, if: I have attacked this combat, do: [{score: 1}]}]}\n"
)


@pytest.mark.parametrize("again", [True, False])
def test_what_happened_in_an_earlier_combat_is_not_of_this_combat(again: bool) -> None:
    """An attack earlier this turn is none of this conquest (CR 466.2, 468.7)."""
    table = Table(HERO)
    hero = table.unit("Hero", HOME, HOME)
    table.unit("Cat", AWAY, MILL)
    if again:
        table.unit("Cat", AWAY, NEW_MILL)
    table.go()
    march(table)
    table.passes()
    assert table.s.points[HOME] == 2
    set_exhausted(table.s, hero, exhausted=False)
    relocate(table.s, hero, HOME)
    table.play(HOME, "Sled")
    table.passes()
    march(table, to=NEW_MILL)
    table.passes()
    assert table.s.points[HOME] == (4 if again else 3)


def test_the_next_spell_uses_up_its_bonus_damage(db: CardDatabase) -> None:
    """Ravenborn Tome; CR 392: only the next spell, as soon as it is finalized, and each of its instances of damage."""
    table = Table(
        "- {name: Whale, type: Unit, might: 30}\n"
        + SPELL.format("{deal: 1, to: choose a unit}, {deal: 1, to: choose a unit}"),
        shipped=shipped(db, "Ravenborn Tome"),
    )
    table.obj("Ravenborn Tome", HOME, HOME)
    whale = table.unit("Whale", AWAY, AWAY)
    table.go()
    table.answer("use Ravenborn Tome")
    table.passes()
    for damage in (4, 6):
        cast(table, whale.id)
        assert table.s.delayed == []
        table.passes()
        assert whale.damage == damage


def test_damage_that_is_split_has_the_bonus_of_the_next_spell(db: CardDatabase) -> None:
    """CR 715.3: it is counted before the damage is divided, so that it allows more targets."""
    table = Table(
        SPELL.format("{split: 1, among: choose any number of enemy units}"), shipped=shipped(db, "Ravenborn Tome")
    )
    table.obj("Ravenborn Tome", HOME, HOME)
    pair = [table.unit("Ox", AWAY, AWAY) for _ in range(2)]
    table.go()
    table.answer("use Ravenborn Tome")
    table.passes()
    table.play(HOME, "Spark")
    table.answer(*(o.id for o in pair))
    table.passes()
    assert [o.damage for o in pair] == [1, 1]


def test_two_next_units_enter_ready_as_one(db: CardDatabase) -> None:
    """Sun Disc, twice: the next unit is the next for both (CR 392)."""
    table = Table(shipped=shipped(db, "Sun Disc"))
    discs = [table.obj("Sun Disc", HOME, HOME) for _ in range(2)]
    table.s.players[HOME].finalized = [0]
    table.go()
    for _ in discs:
        table.answer("use Sun Disc")
        table.passes()
    for expected in (False, True):
        table.play(HOME, "Ox")
        table.passes()
        newest = max(table.s.board)
        assert table.s.board[newest].exhausted == expected


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_who_controls_what_enters_says_which_replacement_comes_last(answer: str) -> None:
    """CR 372."""
    table = Table(
        "- {name: Dawn, type: Gear, abilities: [{for: friendly units, enters: ready}]}\n"
        "- {name: Dusk, type: Gear, abilities: [{for: enemy units, enters: exhausted}]}"
    )
    table.obj("Dawn", HOME, HOME)
    table.obj("Dusk", AWAY, AWAY)
    table.play(HOME, "Ox")
    while table.asked()[1] != w.D_YES_NO:
        table.answer(table.offers()[0])
    table.answer(answer)
    assert table.s.board[max(table.s.board)].exhausted == (answer == "no")


# --- all at once -----------------------------------------------------------------------------------------------------


def test_all_choose_before_anything_is_done(db: CardDatabase) -> None:
    """Party Favors."""
    table = Table(players=3, shipped=shipped(db, "Party Favors"))
    for player in range(3):
        table.zone(player, "deck", "Cat", "Cat")
        table.zone(player, "rune_deck", "Fury Rune", "Fury Rune")
    table.play(HOME, "Party Favors")
    table.passes()
    assert table.asked() == (1, w.D_MODE)
    table.answer(0)
    assert table.asked() == (2, w.D_MODE)
    assert table.hand(1) == []
    table.answer(1)
    assert [len(table.hand(player)) for player in range(3)] == [1, 1, 0]
    assert [len(p.runes) for p in table.s.players] == [1, 0, 1]


def test_all_recycle_at_once(db: CardDatabase) -> None:
    """Divine Judgment: nobody's unit sees the others' leave before its own (CR 383.2.c.2)."""
    table = Table(WATCHER.format("a unit leaves the board"), shipped=shipped(db, "Divine Judgment"))
    for player in (HOME, AWAY):
        for _ in range(3):
            table.unit("Watcher", player, player)
    table.play(HOME, "Divine Judgment")
    table.passes()
    while table.asked()[1] == w.D_PICK:
        mine = [ref for ref in table.refs() if table.s.board[ref].controller == table.asked()[0]]
        table.answer(*mine[:2])
    # Two of each side are kept; each of the four sees two units leave.
    assert len(seen(table, w.E_LEAVE)) == 2
    assert len([item for item in (*table.s.triggered, *table.s.chain) if item.d.name == "Watcher"]) == 8


def test_what_cannot_be_done_at_once_is_refused() -> None:
    spell = "type: Spell, do: [{each: player, together: true, do: [{kill: units they control, by: they}]}]"
    [entry] = yaml.safe_load(f"- {{name: Odd, {spell}}}")
    pool = build([facts(entry)])
    assert "all at once" in pool.defs[pool.by_name["Odd"]].unsupported
