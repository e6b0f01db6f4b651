"""What is chosen, by whom and when: targets, picks, players, names and prices, case by case."""

from __future__ import annotations

import pytest

from riftcheck.engine.board.layers import might
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.flow.setup import MODES, SeatDeck, new_state
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.references import ref_card
from riftcheck.engine.model.rules_version import LATEST
from tests.engine.own_cards import AWAY, HOME, MILL, NEW_MILL, Table, alive, own_pool

SPARK = "{{name: Spark, type: Spell, energy: 1, keywords: [{}], do: [{}]}}"
SHIFT = "- {name: Shift, type: Spell, keywords: [reaction], do: [{move: choose a unit}]}\n"


def spark(do: str, more: str = "", keywords: str = "", players: int = 2) -> Table:
    """A table whose players may play one spell, which does this."""
    return Table(f"- {SPARK.format(keywords, do)}\n{more}", players)


# --- places --------------------------------------------------------------------------------------------------------


def test_a_base_is_no_battlefield_of_mine() -> None:
    """CR 198."""
    counts = "abilities: [{for: me, might: +1 per other friendly unit at my battlefield}]"
    table = Table(f"- {{name: Bull, type: Unit, might: 4, {counts}}}")
    table.unit("Cat", HOME, HOME)
    table.unit("Cat", HOME, MILL)
    assert might(table.s, table.unit("Bull", HOME, HOME)) == 4
    assert might(table.s, table.unit("Bull", HOME, MILL)) == 5


@pytest.mark.parametrize(("place", "lives"), [(HOME, True), (MILL, False)])
def test_a_deathknell_at_my_battlefield_does_nothing_in_a_base(place: int, lives: bool) -> None:
    does = "abilities: [{when: deathknell, do: [{deal: 1, to: all units at my battlefield}]}]"
    table = spark("{kill: choose a unit}", f"- {{name: Bull, type: Unit, might: 4, {does}}}")
    bull, cat = table.unit("Bull", HOME, place), table.unit("Cat", HOME, place)
    table.play(HOME, "Spark", bull.id)
    table.passes()
    assert not alive(table.s, bull)
    assert alive(table.s, cat) == lives


# --- groups of targets ---------------------------------------------------------------------------------------------

PAIR = (
    "{choose: a friendly unit at a battlefield, as: ally}, "
    "{choose: an enemy unit at the same battlefield, as: foe}, {stun: ally and foe}"
)


@pytest.mark.parametrize("kept", [0, 1])
def test_of_two_targets_no_longer_at_one_battlefield_only_one_stays(kept: int) -> None:
    """CR 355.11.b: their controller keeps a part that fits."""
    table = spark(PAIR, SHIFT)
    pair = (table.unit("Ox", HOME, MILL), table.unit("Cat", AWAY, MILL))
    table.zone(AWAY, "hand", "Shift")
    table.play(HOME, "Spark")
    for answer in ("play Shift", pair[1].id, NEW_MILL):
        table.answer(answer)
    table.passes()
    assert table.asked() == (HOME, w.D_TARGET)
    assert table.refs() == [pair[0].id, pair[1].id]
    table.answer(pair[kept].id)
    assert [o.stunned for o in pair] == [kept == 0, kept == 1]


def test_a_pair_that_left_together_is_still_a_pair() -> None:
    """CR 355.11.b, the end of its example: at one battlefield, if not the first one."""
    table = spark(PAIR, SHIFT)
    pair = (table.unit("Ox", HOME, MILL), table.unit("Cat", AWAY, MILL))
    table.zone(AWAY, "hand", "Shift", "Shift")
    table.play(HOME, "Spark")
    for o in pair:
        for answer in ("play Shift", o.id, NEW_MILL):
            table.answer(answer)
    table.passes()
    assert [o.stunned for o in pair] == [True, True]


def test_one_of_a_pair_that_is_no_target_any_more_leaves_the_other() -> None:
    """CR 359.3.e.8: in its base the enemy is illegal by itself."""
    table = spark(PAIR, SHIFT)
    pair = (table.unit("Ox", HOME, MILL), table.unit("Cat", AWAY, MILL))
    table.zone(AWAY, "hand", "Shift")
    table.play(HOME, "Spark")
    for answer in ("play Shift", pair[1].id, AWAY):
        table.answer(answer)
    table.passes()
    assert [o.stunned for o in pair] == [True, False]


FOX = "{kill: choose any number of units at one battlefield with total might 4 or less}"
GROW = "- {name: Grow, type: Spell, keywords: [reaction], do: [{give: choose a unit, might: 3, until: end of turn}]}\n"


def test_of_a_group_that_has_grown_too_great_as_many_are_kept_as_fit() -> None:
    """CR 355.11.b and the Origins FAQ on Fox-Fire: with one cat at 4 Might either it dies, or all the others do."""
    table = spark(FOX, GROW)
    cats = [table.unit("Cat", AWAY, MILL) for _ in range(4)]
    table.zone(AWAY, "hand", "Grow")
    table.play(HOME, "Spark", *(cat.id for cat in cats))
    table.answer("play Grow")
    table.answer(cats[0].id)
    table.passes()
    table.answer(cats[1].id)
    table.answer(cats[2].id)  # the third is the last that fits, and is taken without asking
    assert [alive(table.s, cat) for cat in cats] == [True, False, False, False]


def test_a_target_chosen_from_face_down_must_stay_where_that_card_was() -> None:
    """CR 359.3.e.5, the example of Hidden Blade."""
    table = spark("{stun: choose an enemy unit at a battlefield}", SHIFT, keywords="hidden")
    table.unit("Ox", HOME, MILL)
    cat = table.unit("Cat", AWAY, MILL)
    table.facedown("Spark", HOME, MILL).turn = 1
    table.zone(AWAY, "hand", "Shift")
    table.go()
    for answer in ("play Spark", "play Shift", cat.id, NEW_MILL):
        table.answer(answer)
    table.passes()
    assert not cat.stunned


def test_both_of_two_things_are_chosen_by_their_own_words() -> None:
    table = spark("{kill: choose a unit and choose a gear}")
    cats = [table.unit("Cat", AWAY, AWAY) for _ in range(2)]
    sleds = [table.obj("Sled", AWAY, AWAY) for _ in range(2)]
    table.play(HOME, "Spark", cats[1].id, sleds[0].id)
    table.passes()
    assert [alive(table.s, o) for o in (*cats, *sleds)] == [True, False, False, True]


def test_a_picked_group_is_offered_only_what_goes_together() -> None:
    table = spark("{stun: pick 2 units with the same controller}")
    mine = [table.unit("Cat", HOME, HOME) for _ in range(2)]
    theirs = [table.unit("Cat", AWAY, AWAY) for _ in range(2)]
    table.play(HOME, "Spark")
    assert table.refs() == [o.id for o in (*mine, *theirs)]
    table.answer(theirs[0].id)
    assert [o.stunned for o in (*mine, *theirs)] == [False, False, True, True]


# --- who chooses ---------------------------------------------------------------------------------------------------


def test_each_player_looks_picks_and_plays_for_themselves() -> None:
    """Origins FAQ on Promising Future: from the turn player on, then from the next player on."""
    table = spark(
        "{each: player, do: [{look-at: top 2 of their deck, as: seen, by: they}, "
        "{banish: pick a card in seen, as: kept, by: they}, {recycle: rest of seen, by: they}]}, "
        "{each: player, starting: next player, do: [{play: kept, ignoring: cost, by: they}]}"
    )
    table.zone(HOME, "deck", "Ox", "Cat")
    table.zone(AWAY, "deck", "Cat", "Ox")
    table.play(HOME, "Spark")
    assert table.asked() == (HOME, w.D_PICK)
    table.answer("pick Cat")
    assert table.asked() == (AWAY, w.D_PICK)
    table.answer("pick Ox")
    s = table.s
    entered = [(e.player, s.board[e.subject].d.name) for e in s.log or [] if e.kind == w.E_ENTER]
    assert entered == [(AWAY, "Ox"), (HOME, "Cat")]
    assert table.names(s.players[HOME].deck + s.players[AWAY].deck) == ["Ox", "Cat"]


def test_the_next_player_is_counted_from_the_turn_player() -> None:
    """Origins FAQ: the player whose turn it is comes last, whoever plays it."""
    table = spark("{each: player, starting: next player, do: [{discard: 1, by: they}]}", keywords="reaction", players=3)
    for player in range(3):
        table.zone(player, "hand", "Ox", "Cat")
    table.zone(1, "hand", "Spark")
    table.play(0, "Spark")
    table.answer("play Spark")
    order = []
    while table.asked()[1] == w.D_PICK:
        order.append(table.asked()[0])
        table.answer("pick Ox")
    assert order[:3] == [1, 2, 0]


@pytest.mark.parametrize("who", ["they", "foe", "that player"])
def test_a_chosen_opponent_is_who_then_acts(who: str) -> None:
    name = ", as: foe" if who == "foe" else ""
    table = spark(f"{{choose: an opponent{name}}}, {{stun: choose a unit}}, {{discard: 1, by: {who}}}", players=3)
    table.unit("Cat", HOME, HOME)
    for player in (1, 2):
        table.zone(player, "hand", "Ox")
    table.play(HOME, "Spark", 2)
    table.passes()
    assert (table.hand(1), table.hand(2)) == (["Ox"], [])


def test_they_control_in_an_event_is_asked_of_the_player_of_the_event() -> None:
    """`they` is whoever does what triggers, known before it has triggered."""
    table = spark(
        "{stun: choose a unit}",
        "- {name: Old Mill, type: Battlefield, abilities: "
        "[{when: a player chooses a unit they control with a spell, do: [{draw: 1, by: that player}]}]}",
    )
    mine, theirs = table.unit("Cat", HOME, HOME), table.unit("Cat", AWAY, AWAY)
    table.zone(HOME, "deck", "Ox", "Ox")
    table.play(HOME, "Spark", theirs.id)
    table.passes()
    assert table.hand(HOME) == []
    table.play(HOME, "Spark", mine.id)
    table.passes()
    assert table.hand(HOME) == ["Ox"]


# --- battlefields that nobody controls -----------------------------------------------------------------------------

EVENT = "when: a unit moves to a battlefield"


@pytest.mark.parametrize(("control", "drawn"), [(w.NOBODY, 0), (HOME, 1), (AWAY, 0)])
def test_of_a_battlefield_that_nobody_controls_you_is_no_one(control: int, drawn: int) -> None:
    """CR 190.6.d: the instruction to draw is ignored; what names no player is done (CR 190.6.b)."""
    does = "do: [{draw: 1}, {draw: 1, if: you control 1 or more units}, {give: it, might: 1, until: end of turn}]"
    table = spark(
        "{move: choose a unit}",
        f"- {{name: New Mill, type: Battlefield, abilities: [{{{EVENT}, {does}}}]}}",
    )
    cat = table.unit("Cat", HOME, HOME)
    table.s.locs[NEW_MILL].control = control
    table.zone(HOME, "deck", "Ox", "Ox")
    table.zone(AWAY, "deck", "Ox", "Ox")
    table.play(HOME, "Spark", MILL)
    table.passes()
    assert len(table.hand(HOME)) == 2 * drawn
    assert might(table.s, cat) == 2


def test_what_you_may_do_no_one_may_at_a_battlefield_that_nobody_controls() -> None:
    table = spark(
        "{move: choose a unit}",
        f"- {{name: New Mill, type: Battlefield, abilities: [{{{EVENT}, may: true, do: [{{ready: it}}]}}]}}",
    )
    cat = table.unit("Cat", HOME, HOME)
    cat.exhausted = True
    table.play(HOME, "Spark", MILL)
    table.passes()
    assert table.asked() == (HOME, w.D_MAIN)
    assert cat.exhausted


# --- hiding --------------------------------------------------------------------------------------------------------

SCOUT = "- {name: Scout, type: Unit, might: 1, abilities: [{can: you hide a card with hidden, paying: {energy: 1}}]}\n"


@pytest.mark.parametrize(("price", "left"), [("hide Spark at battlefield 1", (20, 19)), ("for 1 energy", (19, 20))])
def test_who_hides_chooses_among_the_ways_to_pay(price: str, left: tuple[int, int]) -> None:
    """CR 422.2: hiding is an act of a player, who pays as they like."""
    table = spark("{draw: 1}", SCOUT, keywords="hidden")
    table.unit("Scout", HOME, MILL)
    table.zone(HOME, "hand", "Spark")
    table.go()
    found = [key for key in table.offers() if key.startswith("hide")]
    assert len(found) == 2
    table.answer(next(key for key in found if key.startswith(price) or key.endswith(f"{price} and 0 power")))
    assert (table.s.players[HOME].pool[0], table.s.players[HOME].pool[7]) == left


def test_hiding_is_offered_once_where_one_way_can_be_paid() -> None:
    table = spark("{draw: 1}", SCOUT, keywords="hidden")
    table.unit("Scout", HOME, MILL)
    table.zone(HOME, "hand", "Spark")
    table.s.players[HOME].pool[7] = 0
    table.go()
    assert [key for key in table.offers() if key.startswith("hide")] == ["hide Spark at battlefield 1"]
    table.answer("hide Spark")
    assert table.s.players[HOME].pool[0] == 19


# --- what is noted -------------------------------------------------------------------------------------------------


def test_finalizing_notes_what_was_played() -> None:
    table = spark("{draw: 1}")
    table.zone(HOME, "deck", "Ox")
    table.play(HOME, "Spark")
    noted = [e.snap for e in table.s.log or [] if e.kind == w.E_FINALIZE]
    assert [snap.d.name for snap in noted if snap is not None] == ["Spark"]


@pytest.mark.parametrize("mode", ["duel", "match"])
def test_setup_offers_cards_by_their_references(mode: str) -> None:
    """CR 124: as everywhere, a card is meant by its number and how often it has changed zones."""
    pool = own_pool("")
    number = pool.by_name
    seat = SeatDeck((number["Ox"], number["Cat"]) * 20, (number["Fury Rune"],) * 12, (number["Old Mill"],) * 3, -1, -1)
    s = new_state(pool, LATEST, MODES[mode], [seat, seat], 3, 0)
    advance(s)
    while s.turn == 0:
        assert s.decision is not None
        options = s.decision.options
        cards = [ref_card(s, ref) for _, ref, _ in options]
        assert min(cards) >= 0
        kept = s.players[0].hand[:]
        s.answer, s.waiting = [1], False
        aside = s.decision.kind == w.D_MULLIGAN and s.decision.player == 0
        advance(s)
        if aside:
            assert cards == kept
            assert s.players[0].deck[0] == cards[1]
    assert [s.board[at.bf].d.name for at in s.locs if at.bf >= 0] == ["Old Mill"] * 2


FOLLOWS = "abilities: [{when: a friendly unit moves from here, may: true, do: [{move: me, to: it.location}]}]"
MATE = f"- {{name: Mate, type: Unit, might: 2, {FOLLOWS}}}\n"


@pytest.mark.parametrize(("dies", "place"), [(False, NEW_MILL), (True, MILL)])
def test_who_moves_along_goes_where_the_other_is_and_nowhere_if_it_is_gone(dies: bool, place: int) -> None:
    """A location is looked up when the ability resolves (CR 359.3.f.2, 359.3.e.12); a destination is noted before."""
    table = spark(
        "{move: choose a unit}", MATE + "- {name: Bolt, type: Spell, keywords: [reaction], do: [{kill: choose a unit}]}"
    )
    mate, cat = table.unit("Mate", HOME, MILL), table.unit("Cat", HOME, MILL)
    table.zone(AWAY, "hand", "Bolt")
    table.play(HOME, "Spark", cat.id, NEW_MILL)
    table.answer("pass")
    table.answer("yes")
    if dies:
        table.answer("play Bolt")
        table.answer(cat.id)
    table.passes()
    assert table.s.board[mate.id].loc == place


def test_another_is_another_of_the_same_execution() -> None:
    """CR 820.2: a repeated spell makes all its choices again, and may choose the same."""
    do = "{stun: choose a unit}, {ready: choose another unit}"
    table = Table(f"- {{name: Spark, type: Spell, energy: 1, keywords: [{{repeat: {{energy: 1}}}}], do: [{do}]}}")
    pair = [table.unit("Cat", HOME, HOME), table.unit("Ox", HOME, HOME)]
    table.play(HOME, "Spark", "yes", pair[0].id, pair[0].id)
    table.passes()
    chosen = [e.subject for e in table.s.log or [] if e.kind == w.E_CHOOSE]
    # CR 383.4.b: each choice is told by itself, also where it is the same once more.
    assert chosen == [pair[0].id, pair[1].id] * 2
