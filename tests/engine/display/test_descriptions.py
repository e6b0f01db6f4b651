"""Words for options, questions, the log and the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.engine.board.zones import put_card, remove, snapshot, take_card
from riftcheck.engine.display import descriptions, prompts
from riftcheck.engine.display.descriptions import (
    decision_words,
    describe_board,
    event_words,
    option_key,
    option_keys,
    option_words,
)
from riftcheck.engine.display.names import EVERYTHING
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, I_TRIGGER
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import card_ref
from riftcheck.engine.playing.plays import WAY_CHAMPION, WAY_FACEDOWN, WAY_FLOW, WAY_PERMISSION, WAY_STEP
from tests.engine.hand_built import Builder, card, filled, make_pool

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State


def event(kind: int, player: int = 0, subject: int = w.NOBODY, **more: int) -> Event:
    values = {"other": w.NOBODY, "loc": w.NOBODY, "origin": w.NOBODY, "amount": 0} | more
    return Event(kind, player, subject, values["other"], values["loc"], values["origin"], values["amount"], -1, None)


# --- options ----------------------------------------------------------------------------------------------------------


def test_keys_of_the_main_phase() -> None:
    assert option_keys(filled().s) == [
        "play Tin Heron",
        "hide Quiet Knife at battlefield 2",
        "move to battlefield 1",
        "end turn",
    ]


def test_ways_to_play_have_keys_of_their_own() -> None:
    b = Builder()
    hand = b.zone(0, "hand", "Quiet Knife")[0]
    ways = [0, WAY_CHAMPION, WAY_FACEDOWN + 40 * WAY_STEP, WAY_FLOW + WAY_STEP, WAY_PERMISSION]
    b.asks(0, w.D_MAIN, [(w.O_PLAY, hand, way) for way in ways])
    assert option_keys(b.s) == [
        "play Quiet Knife",
        "play Quiet Knife from the champion zone",
        "play Quiet Knife from facedown",
        "play Quiet Knife with Flow",
        "play Quiet Knife by permission",
    ]


def test_targets_that_are_alike_are_numbered() -> None:
    b = Builder()
    toads = [b.obj("Marsh Toad", 1, 2) for _ in range(3)]
    options = [(w.O_REF, o.id, 0) for o in toads]
    b.asks(0, w.D_TARGET, options)
    keys = ["target Marsh Toad", "target Marsh Toad (2)", "target Marsh Toad (3)"]
    assert option_keys(b.s) == keys
    assert [option_key(b.s, option) for option in options] == keys


def test_a_number_is_not_taken_from_a_name() -> None:
    pool = make_pool()
    card(pool, "Toad (2)", w.UNIT)
    card(pool, "Toad", w.UNIT)
    b = Builder(pool)
    found = [b.obj(name, 1, 2) for name in ("Toad", "Toad (2)", "Toad")]
    b.asks(0, w.D_PICK, [(w.O_REF, o.id, 0) for o in found])
    assert option_keys(b.s) == ["pick Toad", "pick Toad (2)", "pick Toad (3)"]


@pytest.mark.parametrize(
    ("kind", "option", "key"),
    [
        (w.D_PRIORITY, (w.O_PASS, 0, 0), "pass"),
        (w.D_YES_NO, (w.O_YES, 0, 0), "yes"),
        (w.D_YES_NO, (w.O_NO, 0, 0), "no"),
        (w.D_MAIN, (w.O_MOVE, 0, 0), "move to base"),
        (w.D_LOCATION, (w.O_LOCATION, 1, 0), "at base of player 2"),
        (w.D_LOCATION, (w.O_LOCATION, 3, 0), "at battlefield 2"),
        (w.D_MODE, (w.O_MODE, 1, 0), "mode 2"),
        (w.D_PLAN, (w.O_PLAN, 0, 0), "plan 1"),
        (w.D_NUMBER, (w.O_NUMBER, 3, 0), "number 3"),
        (w.D_PLAYER, (w.O_PLAYER, 1, 0), "player 2"),
        (w.D_INVITE, (w.O_INVITE, 1, 0), "invite player 2"),
        (w.D_TARGET, (w.O_REF, 1, 0), "target player 2"),
        (w.D_TARGET, (w.O_REF, 8 + 2, 0), "target battlefield 1"),
        (w.D_NAME, (w.O_REF, 8 + 0, 0), "choose base"),
    ],
)
def test_plain_keys(kind: int, option: tuple[int, int, int], key: str) -> None:
    b = Builder()
    b.asks(0, kind, [option])
    assert option_keys(b.s) == [key]
    assert option_words(b.s, option)[0].isupper()


def test_abilities_are_told_apart_where_there_are_several() -> None:
    b = Builder()
    heron = b.obj("Tin Heron", 0, 0)
    b.asks(0, w.D_MAIN, [(w.O_ACTIVATE, heron.id, 1), (w.O_ACTIVATE, heron.id, 0)])
    assert option_keys(b.s) == ["use Tin Heron, ability 2", "use Tin Heron, ability 1"]


def test_setup_asks_for_cards() -> None:
    b = Builder()
    hand = b.zone(0, "hand", "Loud Bell", "Quiet Knife")
    b.asks(0, w.D_MULLIGAN, [(w.O_REF, card_ref(b.s, number), 0) for number in hand], 0, 2)
    assert option_keys(b.s) == ["mulligan Loud Bell", "mulligan Quiet Knife"]


def test_cards_off_the_board_and_facedown_cards() -> None:
    b = filled()
    s = b.s
    theirs = next(o for o in s.board.values() if o.facedown and o.controller == 1)
    own = next(o for o in s.board.values() if o.facedown and o.controller == 0)
    trash = s.players[1].trash[0]
    b.asks(0, w.D_TARGET, [(w.O_REF, ref, 0) for ref in (theirs.id, own.id, card_ref(s, trash), s.chain[1].id)])
    assert option_keys(s) == [
        "target facedown card",
        "target Quiet Knife",
        "target Loud Bell",
        "target ability of Marsh Toad",
    ]
    assert option_words(s, (w.O_REF, theirs.id, 0)) == (
        "Target facedown card: of player 2, at Old Mill (battlefield 1)"
    )


def test_abilities_are_ordered_by_name() -> None:
    b = Builder()
    golem, toad = b.obj("Pebble Golem", 0, 0), b.obj("Marsh Toad", 0, 0)
    b.s.triggered = [
        b.item(I_TRIGGER, "Tin Heron", 1),
        b.item(I_TRIGGER, "Pebble Golem", 0, golem.id),
        b.item(I_TRIGGER, "Marsh Toad", 0, toad.id),
    ]
    b.asks(0, w.D_ORDER, [(w.O_ITEM, 0, golem.id), (w.O_ITEM, 1, toad.id)])
    assert option_keys(b.s) == ["next ability of Pebble Golem", "next ability of Marsh Toad"]


def test_words_say_where_a_unit_is_and_how_strong() -> None:
    b = filled()
    s = b.s
    toad = next(o for o in s.board.values() if o.d.name == "Marsh Toad")
    b.asks(0, w.D_TARGET, [(w.O_REF, toad.id, 0)])
    words = option_words(s, (w.O_REF, toad.id, 0))
    assert words == "Target Marsh Toad: of player 2, at Old Mill (battlefield 1), 1 Might"
    b.asks(0, w.D_MAIN, [(w.O_MOVE, 2, 0), (w.O_MOVE, 0, 0), (w.O_END, 0, 0)])
    assert option_words(s, (w.O_MOVE, 2, 0)) == "Move to Old Mill (battlefield 1)"
    assert option_words(s, (w.O_MOVE, 0, 0)) == "Move to your base"
    assert option_words(s, (w.O_END, 0, 0)) == "End the turn"


def test_only_options_have_words() -> None:
    s = filled().s
    with pytest.raises(ValueError, match="not among the options"):
        option_key(s, (w.O_PASS, 0, 0))
    s.decision = None
    assert option_keys(s) == []
    assert decision_words(s) == ""
    with pytest.raises(ValueError, match="nothing is asked"):
        option_words(s, (w.O_PASS, 0, 0))


@given(st.lists(st.sampled_from(range(12)), min_size=1, max_size=12, unique=True))
def test_keys_are_each_once(picked: list[int]) -> None:
    s = KEYS.s
    KEYS.asks(0, w.D_TARGET, [(w.O_REF, THERE[place], 0) for place in picked])
    keys = option_keys(s)
    assert len(set(keys)) == len(picked)


KEYS = Builder()
THERE = [KEYS.obj(name, place % 2, 2).id for place, name in enumerate(("Marsh Toad", "Tin Heron", "Chick") * 4)]


# --- questions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "lo", "hi", "text", "words"),
    [
        (w.D_MAIN, 1, 1, "action", "Player 1: main phase, what do you do? [Marsh Toad]"),
        (w.D_TARGET, 0, 2, "x y", "Player 1: choose targets [Marsh Toad] (choose up to 2)"),
        (w.D_TARGET, 2, 2, "", "Player 1: choose targets [Marsh Toad] (choose 2)"),
        (w.D_TARGET, 1, 9, "", "Player 1: choose targets [Marsh Toad] (choose 1 to 3)"),
        (w.D_YES_NO, 1, 1, "may", "Player 1: do you want to? [Marsh Toad]"),
        (w.D_YES_NO, 1, 1, "levy", "Player 1: do you pay the additional cost? [Marsh Toad]"),
        (w.D_PLAYER, 1, 1, "burn-out", "Player 1: your deck ran out; choose who gains a point [Marsh Toad]"),
    ],
)
def test_questions(kind: int, lo: int, hi: int, text: str, words: str) -> None:
    b = Builder()
    toad = b.obj("Marsh Toad", 0, 0)
    b.asks(0, kind, [(w.O_REF, toad.id, 0)] * 3, lo, hi, about=toad.id, text=text)
    assert decision_words(b.s) == words


def test_every_kind_has_words() -> None:
    assert set(prompts.PROMPTS) == {value for name, value in vars(w).items() if name.startswith("D_")}
    assert set(descriptions.EVENTS) == set(range(w.EVENT_KINDS))


# --- the log ----------------------------------------------------------------------------------------------------------


def test_what_a_log_says() -> None:
    b = filled()
    s = b.s
    toad = next(o for o in s.board.values() if o.d.name == "Marsh Toad")
    said = [
        (
            event(w.E_MOVE, 1, toad.id, loc=2, origin=1),
            "Marsh Toad moves from the base of player 2 to Old Mill (battlefield 1)",
        ),
        (event(w.E_DAMAGE, 0, toad.id, amount=3), "Marsh Toad takes 3 damage"),
        (event(w.E_GAIN, 1, 1, amount=2), "player 2 gains 2 points"),
        (event(w.E_CONQUER, 1, s.locs[2].bf, loc=2), "player 2 conquers Old Mill (battlefield 1)"),
        (event(w.E_PHASE, 0, 0, amount=w.DRAW), "phase: draw"),
        (event(w.E_SPEND, 0, s.chain[0].id, amount=3, origin=1), "player 1 spends 3 energy and 1 power"),
        (event(w.E_COUNTER, 0, s.chain[0].id), "Quiet Knife is countered"),
        (event(w.E_PUT_TRASH, 0), "a card is put into the trash"),
    ]
    for one, words in said:
        assert event_words(s, one) == words


def test_a_win_names_the_players_of_the_team() -> None:
    b = Builder(players=4)
    b.s.team = (0, 1, 0, 1)
    assert event_words(b.s, event(w.E_WIN, 1, 1)) == "the game is over: player 2 and player 4 wins"


def drawn(s: State) -> Event:
    return event(w.E_DRAW, 1, card_ref(s, s.players[1].hand[0]))


def test_who_drew_knows_the_card() -> None:
    s = filled().s
    one = drawn(s)
    assert event_words(s, one, 1) == event_words(s, one, EVERYTHING) == "player 2 draws Tin Heron"
    assert event_words(s, one, 0) == event_words(s, one) == "player 2 draws a card"


def test_a_card_that_was_drawn_is_not_told_by_its_discard() -> None:
    s = filled().s
    one = drawn(s)
    moved = s.players[1].hand[0]
    take_card(s, moved, w.Z_HAND)
    put_card(s, moved, w.Z_TRASH)
    assert event_words(s, one, 0) == "player 2 draws a card"
    assert event_words(s, event(w.E_DISCARD, 1, card_ref(s, moved)), 0) == "player 2 discards Tin Heron"


def test_hiding_does_not_tell_the_card() -> None:
    s = filled().s
    o = next(o for o in s.board.values() if o.facedown and o.controller == 1)
    one = event(w.E_HIDE, 1, o.id, loc=2)
    assert event_words(s, one, 0) == "player 2 hides a card at Old Mill (battlefield 1)"
    assert event_words(s, one, 1) == "player 2 hides Marsh Toad at Old Mill (battlefield 1)"
    snap = snapshot(o)
    remove(s, o)
    left = Event(w.E_LEAVE, 1, o.id, -1, 2, -1, 0, -1, snap)
    assert event_words(s, left, 0) == "facedown card leaves the board"
    assert event_words(s, left, 1) == "Marsh Toad leaves the board"


def test_a_recycled_hand_is_not_told_but_a_recycled_rune_is() -> None:
    s = filled().s
    deck = event(w.E_RECYCLE, 1, card_ref(s, s.players[1].deck[0]), amount=1)
    rune = event(w.E_RECYCLE, 1, card_ref(s, s.players[1].rune_deck[0]), amount=-1)
    assert event_words(s, deck, 0) == "player 2 recycles a card"
    assert event_words(s, rune, 0) == "player 2 recycles Fury Rune"


# --- the board --------------------------------------------------------------------------------------------------------


def test_the_board_as_lines() -> None:
    s = filled().s
    assert describe_board(s, 0) == [
        "Turn 3, main phase of player 1, 8 points win",
        "Player 2: 5 points, 3 in hand, 8 in deck, 1 in trash, 4 XP",
        "  legend: The Miller",
        "  champion: Pebble Golem",
        "  runes, 1 of 2 ready: 1 fury, 1 calm",
        "Old Mill (battlefield 1): controlled by player 2, contested by player 1",
        "  player 2: Marsh Toad 1 (stunned, defending, 1 damage); Chick 1; facedown card",
        "New Mill (battlefield 2): controlled by player 1",
        "  player 1: Quiet Knife (facedown)",
        "Chain 1: Quiet Knife of player 1, choosing Marsh Toad; player 2; Old Mill",
        "    (battlefield 1)",
        "Chain 2: ability of Marsh Toad of player 2, not finalized yet",
        "Player 1 (you): 3 points, 3 in hand, 8 in deck, 1 in trash",
        "  legend: The Miller",
        "  champion: Pebble Golem",
        "  runes, 1 of 2 ready: 1 fury, 1 calm",
        "  pool: 2 fury for spells",
        "  base: Pebble Golem 7 (1 buff; with Rope)",
        "  hand: Tin Heron; Quiet Knife; Loud Bell",
    ]


@pytest.mark.parametrize("player", [0, 1, None])
def test_the_board_fits_and_hides(player: int | None) -> None:
    b = filled()
    for number in range(30):
        b.obj("Chick", number % 2, 2)
    b.zone(1, "hand", *["Marsh Toad"] * 20)
    lines = describe_board(b.s, player)
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    assert ("hand: Tin Heron" in text) == (player is not None)
    assert text.count("facedown card") == (2 if player is None else 1)


def test_a_spectator_sees_both_players_first() -> None:
    lines = describe_board(filled().s, None)
    assert [line.split(":")[0] for line in lines if line.startswith("Player")] == ["Player 1", "Player 2"]
    assert not any("(you)" in line for line in lines)


def test_an_item_that_left_is_said_to_have_left() -> None:
    b = Builder()
    gone = b.item(I_CARD, "Loud Bell", 0)
    assert event_words(b.s, event(w.E_FINALIZE, 0, gone.id)) == "something that has left is finalized"
