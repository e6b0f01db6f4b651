"""Odds of drawing against the rules acted out card by card, against random games, and against numbers by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.decks.stats import at_least, seats, seen
from riftcheck.decks.stats.draws import seen_odds
from riftcheck.decks.stats.schemas import SeenOddsSchema
from riftcheck.decks.stats.seats import SEATS

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.stats import Mulligan

TURNS = 5


def played(deck: list[bool], *, mulligan: bool, skip: bool, turns: int) -> list[int]:
    """Act out the rules on a deck from top to bottom, True for a card of the group: how many were seen by each turn."""
    deck = list(deck)
    hand = [deck.pop(0) for _ in range(min(4, len(deck)))]
    if mulligan:
        aside = [card for card in hand if not card][:2]
        for card in aside:
            hand.remove(card)
        hand += [deck.pop(0) for _ in range(min(len(aside), len(deck)))]
        deck += aside
    seen_by = [sum(hand)]
    for turn in range(1, turns + 1):
        if deck and not (skip and turn == 1):
            hand.append(deck.pop(0))
        seen_by.append(sum(hand))
    return seen_by


@pytest.mark.parametrize("mulligan", ["keep", "mulligan"])
@pytest.mark.parametrize(("mode", "first"), [("match", True), ("match", False), ("ffa3", True), ("2v2", False)])
@pytest.mark.parametrize("size", range(10))
def test_every_order_of_a_tiny_deck(size: int, mode: str, *, first: bool, mulligan: Mulligan) -> None:
    for group in range(size + 1):
        by_turn: list[Counter[int]] = [Counter() for _ in range(TURNS + 1)]
        for places in combinations(range(size), group):
            deck = [place in places for place in range(size)]
            skip = first and mode == "ffa3"
            results = played(deck, mulligan=mulligan == "mulligan", skip=skip, turns=TURNS)
            for turn, number in enumerate(results):
                by_turn[turn][number] += 1
        for turn, numbers in enumerate(by_turn):
            for k in range(group + 2):
                expected = Fraction(sum(n for number, n in numbers.items() if number >= k), numbers.total())
                assert seen(group, size, k, turn, first=first, mulligan=mulligan, mode=mode) == expected


@pytest.mark.parametrize("mulligan", ["keep", "mulligan"])
@pytest.mark.parametrize(("group", "k", "turn"), [(3, 1, 2), (3, 2, 6), (12, 3, 1), (1, 1, 10)])
def test_random_games(group: int, k: int, turn: int, mulligan: Mulligan) -> None:
    source, games, hits = Random(20_260_716), 20_000, 0
    deck = [True] * group + [False] * (39 - group)
    for _ in range(games):
        source.shuffle(deck)
        hits += played(deck, mulligan=mulligan == "mulligan", skip=False, turns=turn)[turn] >= k
    odds = float(seen(group, 39, k, turn, first=True, mulligan=mulligan))
    assert abs(hits / games - odds) < 4 * sqrt(odds * (1 - odds) / games)


def test_numbers_by_hand() -> None:
    # C(36,4) = 58905 of C(39,4) = 82251 opening hands hold none of three copies.
    assert seen(3, 39, 1, 0, first=True) == 1 - Fraction(58_905, 82_251)
    # Turn 1 is a fifth card: C(36,5) = 376992 of C(39,5) = 575757.
    assert seen(3, 39, 1, 1, first=True) == 1 - Fraction(376_992, 575_757)
    # One copy, turn 1: five of 39 cards; with the mulligan seven of 39, as two more are always seen.
    assert seen(1, 39, 1, 1, first=False) == Fraction(5, 39)
    assert seen(1, 39, 1, 1, first=False, mulligan="mulligan") == Fraction(4, 39) + Fraction(35, 39) * Fraction(3, 35)
    # All three copies among the first four: the fourth is any of the 36 others.
    assert seen(3, 39, 3, 0, first=True) == Fraction(36, 82_251)


def test_a_full_hand_of_the_group_sets_nothing_aside() -> None:
    # Deck of 8, all of the group: the mulligan can set nothing aside, so turn 1 shows exactly five.
    assert seen(8, 8, 5, 1, first=True, mulligan="mulligan") == 1
    assert seen(8, 8, 6, 1, first=True, mulligan="mulligan") == 0


def test_one_against_one_both_draw_on_the_first_turn() -> None:
    assert seen(3, 39, 1, 1, first=True) == seen(3, 39, 1, 1, first=False)
    assert seen(3, 39, 1, 1, first=True) > seen(3, 39, 1, 0, first=True)


@pytest.mark.parametrize("mode", ["ffa3", "ffa4", "2v2"])
def test_at_a_larger_table_the_first_player_draws_a_turn_later(mode: str) -> None:
    assert seen(3, 39, 1, 1, first=True, mode=mode) == seen(3, 39, 1, 0, first=True)
    assert seen(3, 39, 1, 5, first=True, mode=mode) == seen(3, 39, 1, 4, first=False, mode=mode)


def test_near_misses() -> None:
    assert seen(0, 39, 1, 10, first=True) == 0
    assert seen(0, 39, 0, 0, first=True) == 1
    assert seen(3, 39, 0, 0, first=True, mulligan="mulligan") == 1
    assert seen(3, 39, 4, 50, first=True) == 0
    assert seen(0, 0, 0, 1, first=True) == 1
    assert seen(0, 0, 1, 1, first=True, mulligan="mulligan") == 0
    assert seen(2, 3, 2, 0, first=True) == 1  # the hand is larger than the deck
    assert seen(3, 39, 3, 35, first=True) == 1  # all 39 are seen on turn 35
    assert seen(3, 39, 3, 34, first=True) < 1


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((40, 39, 1, 1), "larger than the deck"),
        ((-1, 39, 1, 1), "group_size"),
        ((1, -1, 1, 1), "deck_size"),
        ((1, 39, -1, 1), "k is -1"),
        ((1, 39, 1, -1), "turn is -1"),
    ],
)
def test_refused(numbers: tuple[int, int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        seen(*numbers, first=True)


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="'chess'; the modes are duel"):
        seen(1, 39, 1, 1, first=True, mode="chess")


@given(st.data())
def test_more_copies_turns_and_a_mulligan_never_hurt(data: st.DataObject) -> None:
    deck = data.draw(st.integers(1, 60))
    group = data.draw(st.integers(0, deck - 1))
    k, turn = data.draw(st.integers(0, 5)), data.draw(st.integers(0, 15))
    odds = seen(group, deck, k, turn, first=True)
    assert 0 <= odds <= 1
    assert odds <= seen(group + 1, deck, k, turn, first=True)
    assert odds <= seen(group, deck, k, turn + 1, first=True)
    assert odds <= seen(group, deck, k, turn, first=True, mulligan="mulligan")
    assert odds >= seen(group, deck, k + 1, turn, first=True)


def test_both_sides_of_the_sum_agree_with_counting() -> None:
    for group, drawn in [(2, 3), (5, 4), (6, 6), (0, 3), (7, 7), (4, 0)]:
        hands = [sum(card < group for card in hand) for hand in combinations(range(7), drawn)]
        for k in range(8):
            assert at_least(k, group, 7, drawn) == Fraction(sum(held >= k for held in hands), len(hands))


def test_odds_by_turn_stand_in_order() -> None:
    seat = seats("match")[0]
    odds = seen_odds(3, 39, seat, 4)
    assert len(odds.keep) == len(odds.mulligan) == 4
    assert odds.keep[2] == tuple(seen(3, 39, k, 3, first=True) for k in (1, 2, 3))
    assert odds.mulligan[0] == tuple(seen(3, 39, k, 1, first=True, mulligan="mulligan") for k in (1, 2, 3))
    assert SeenOddsSchema().dump(odds)["keep"][2] == [float(value) for value in odds.keep[2]]


@pytest.mark.parametrize(
    ("mode", "name", "drawn", "runes"),
    [
        ("match", "first", [0, 1, 2, 3], [0, 2, 4, 6]),
        ("duel", "second", [0, 1, 2, 3], [0, 3, 5, 7]),
        ("sealed", "second", [0, 1, 2, 3], [0, 3, 5, 7]),
        ("draft", "first", [0, 1, 2, 3], [0, 2, 4, 6]),
        ("ffa3", "first", [0, 0, 1, 2], [0, 2, 4, 6]),
        ("ffa4", "between", [0, 1, 2, 3], [0, 2, 4, 6]),
        ("2v2", "last", [0, 1, 2, 3], [0, 3, 5, 7]),
    ],
)
def test_seats(mode: str, name: str, drawn: list[int], runes: list[int]) -> None:
    seat = next(seat for seat in seats(mode) if seat.name == name)
    assert [seat.drawn(turn) for turn in range(4)] == drawn
    assert [seat.channelled(turn, 12) for turn in range(4)] == runes


def test_the_rune_deck_runs_out() -> None:
    first, second = seats("match")
    assert [first.channelled(turn, 12) for turn in (5, 6, 7)] == [10, 12, 12]
    assert [second.channelled(turn, 12) for turn in (5, 6, 7)] == [11, 12, 12]
    assert second.channelled(1, 2) == 2
    assert second.channelled(3, 0) == 0


def test_every_mode_of_a_format_has_seats(db: CardDatabase) -> None:
    assert {form.mode for form in db.formats.values()} <= set(SEATS)
