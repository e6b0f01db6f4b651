"""The odds of drawing: hypergeometric sums, exact, with and without the mulligan."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, Literal

from riftcheck.decks.stats.seats import HAND, Seat, seats

Mulligan = Literal["keep", "mulligan"]

SET_ASIDE: Final = 2  # CR 117.1
COPIES_ASKED: Final = (1, 2, 3)
_CACHED: Final = 1 << 14


@lru_cache(_CACHED)
def at_least(k: int, group_size: int, deck_size: int, drawn: int) -> Fraction:
    """Return the probability of at least `k` cards of a group among `drawn` cards of a deck.

    `group_size` and `drawn` are at most `deck_size`.
    """
    others = deck_size - group_size
    fewest, most = max(0, drawn - others), min(group_size, drawn)
    if k <= fewest:
        return Fraction(1)
    if k > most:
        return Fraction(0)
    every = comb(deck_size, drawn)
    # The shorter side of the sum; one of them is a few terms for the small k that people ask for.
    if k - fewest <= most - k + 1:
        return 1 - Fraction(_ways(range(fewest, k), group_size, others, drawn), every)
    return Fraction(_ways(range(k, most + 1), group_size, others, drawn), every)


def _ways(counts: range, group_size: int, others: int, drawn: int) -> int:
    return sum(comb(group_size, count) * comb(others, drawn - count) for count in counts)


def seen(
    group_size: int,
    deck_size: int,
    k: int,
    turn: int,
    *,
    first: bool,
    mulligan: Mulligan = "keep",
    mode: str = "match",
) -> Fraction:
    """Return the exact probability of having seen at least `k` cards of a group by the player's own turn `turn`.

    `deck_size` is what is drawn from: 39 where a copy of 40 is in the Champion Zone. Turn 0 is the opening hand, after
    the mulligan. `first` is the first player, else the last in turn order. Policy of `mulligan`: set aside as many
    cards as allowed, two, that are not of the group. Seen are the cards that were in hand at some time; only the
    opening hand, the mulligan and Draw Phases draw. A deck that runs out is not refilled (burning out is left out).

    :raises ValueError: a number is negative, the group is larger than the deck, or there is no such mode.
    """
    numbers = {"group_size": group_size, "deck_size": deck_size, "k": k, "turn": turn}
    for name, number in numbers.items():
        if number < 0:
            raise ValueError(f"{name} is {number}; it must be 0 or more.")
    if group_size > deck_size:
        raise ValueError(f"A group of {group_size} cards is not in a deck of {deck_size}: it is larger than the deck.")
    seat = seats(mode)[0 if first else -1]
    return _seen(group_size, deck_size, k, seat.drawn(turn), mulligan)


@lru_cache(_CACHED)
def _seen(group_size: int, deck_size: int, k: int, drawn: int, mulligan: Mulligan) -> Fraction:
    hand = min(HAND, deck_size)
    rest = deck_size - hand
    if mulligan == "keep":
        return at_least(k, group_size, deck_size, hand + min(drawn, rest))
    others = deck_size - group_size
    odds = Fraction(0)
    for held in range(max(0, hand - others), min(hand, group_size) + 1):
        aside = min(SET_ASIDE, hand - held)
        # CR 117.2-3: the replacements come before the recycling, and 417.1 puts what was set aside on the bottom. So
        # both they and the later draws come from `rest`; below it lie only cards that are not of the group.
        fresh = min(aside + drawn, rest)
        ways = comb(group_size, held) * comb(others, hand - held)
        odds += ways * at_least(max(k - held, 0), group_size - held, rest, fresh)
    return odds / comb(deck_size, hand)


OddsByTurn = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class SeenOdds:
    """The odds of having seen a card in one seat: for each turn from 1 on, of at least 1, 2 and 3 copies."""

    keep: OddsByTurn
    mulligan: OddsByTurn


def seen_odds(copies: int, deck_size: int, seat: Seat, turns: int) -> SeenOdds:
    """Return the odds of having seen 1, 2 and 3 of so many copies by each turn."""

    def by_turn(mulligan: Mulligan) -> OddsByTurn:
        return tuple(
            tuple(_seen(copies, deck_size, k, seat.drawn(turn), mulligan) for k in COPIES_ASKED)
            for turn in range(1, turns + 1)
        )

    return SeenOdds(by_turn("keep"), by_turn("mulligan"))
