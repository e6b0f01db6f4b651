"""Exact values beside simulated ones: what shuffling and drawing alone come to, by `riftcheck.decks.stats`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, Final

from riftcheck.decks.stats.draws import SET_ASIDE, at_least, seen
from riftcheck.decks.stats.seats import HAND, seats
from riftcheck.goldfish.stats.intervals import rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from riftcheck.goldfish.stats.tally import Counts

CHANCE: Final = "chance"
MULLIGAN: Final = "mulligan"
DRAWS: Final = "draws"
WHY: Final[dict[str, str]] = {
    CHANCE: "The simulated figure differs from the exact one by chance only: the exact value lies outside of about one"
    " interval in twenty.",
    MULLIGAN: "No single exact value is known, because the policy of the mulligan decides what is set aside: `kept` is"
    " for a player who keeps every hand, `sought` for one who sets aside up to two other cards to look for this one.",
    DRAWS: "The exact value counts the opening hand and the Draw Phases only: abilities that draw, recycle or look at"
    " cards, and decks that run out, make the difference; the rest is chance.",
}


@dataclass(frozen=True, slots=True)
class DrawPile:
    """The cards drawn from: `cards` under the opening hand and after it, in games of a mode of play."""

    cards: int
    mode: str


class OpeningOdds:
    """The exact odds of having each card in hand, where what the mulligan sets aside is known for every hand.

    `odds` answers for a kind and a number of cards drawn after the opening hand.
    """

    __slots__ = ("_copies", "_hands", "_kept", "_left", "_present", "_rest", "_total")

    def __init__(self, copies: Sequence[int]) -> None:
        self._copies = tuple(copies)
        self._rest = sum(copies) - min(HAND, sum(copies))
        # Numbers of ways to draw the hand, in order. `_total`: all; `_kept`: with a copy of a kind that is kept;
        # `_hands`: by the number of mulliganed cards; `_present`: with a kind, by that number.
        # `_left`: with every copy of a kind mulliganed, by the copies left in the deck and that number.
        self._total = 0
        self._kept = [0] * len(copies)
        self._hands: Counter[int] = Counter()
        self._present: Counter[tuple[int, int]] = Counter()
        self._left: Counter[tuple[int, int, int]] = Counter()

    def odds(self, kind: int, drawn: int = 0) -> Fraction:
        """Return the odds of having had a copy in the hand that was kept, or among so many cards drawn since.

        A copy that was set aside does not count: it lies at the bottom of the deck.
        """
        ways = Fraction(self._kept[kind])
        for (of_kind, left, aside), count in self._left.items():
            if of_kind == kind:
                ways += count * self._from_rest(left, aside + drawn)
        for aside in range(SET_ASIDE + 1):
            absent = self._hands[aside] - self._present[kind, aside]
            ways += absent * self._from_rest(self._copies[kind], aside + drawn)
        return ways / self._total

    def _from_rest(self, copies: int, cards: int) -> Fraction:
        return at_least(1, copies, self._rest, min(cards, self._rest))

    def note(self, hand: tuple[int, ...], aside: Collection[int], ways: int) -> None:
        """Count the ways to draw a hand of kinds, of which the cards at some places are set aside."""
        self._total += ways
        self._hands[len(aside)] += ways
        kept = {kind for place, kind in enumerate(hand) if place not in aside}
        for kind in set(hand):
            self._present[kind, len(aside)] += ways
            if kind in kept:
                self._kept[kind] += ways
            else:
                self._left[kind, self._copies[kind] - hand.count(kind), len(aside)] += ways


def opening_odds(copies: Sequence[int], aside: Callable[[tuple[int, ...]], Collection[int]]) -> OpeningOdds:
    """Return the exact odds of opening hands from so many copies of each kind.

    `aside` is the policy of the mulligan: for a hand of kinds, in the order in which they were drawn, the places of the
    cards that it sets aside. The order may matter to it as far as it decides between equals: a policy that sets aside
    the same kinds of a sorted hand and of the hand turned round is taken to do so of every order of it.

    :raises ValueError: there are no cards, or more are set aside than may be (CR 117.1).
    """
    cards = sum(copies)
    if not cards:
        raise ValueError("There are no cards to draw an opening hand from.")
    found = OpeningOdds(copies)
    size = min(HAND, cards)
    for hand in combinations_with_replacement([kind for kind, count in enumerate(copies) if count], size):
        ways = prod(comb(copies[kind], hand.count(kind)) for kind in set(hand))
        if not ways:
            continue
        places = _allowed(aside(hand))
        turned = hand[::-1]
        if sorted(hand[place] for place in places) == sorted(turned[place] for place in _allowed(aside(turned))):
            found.note(hand, places, ways * factorial(size))
            continue
        for order in permutations(hand):
            found.note(order, _allowed(aside(order)), ways)
    return found


def _allowed(places: Collection[int]) -> Collection[int]:
    if len(places) > SET_ASIDE:
        raise ValueError(f"The mulligan sets {len(places)} cards aside; {SET_ASIDE} are allowed.")
    return places


@dataclass(frozen=True, slots=True)
class CardCopies:
    """A card whose exact odds are asked: its number of `kind`, and its `copies` in what is drawn from.

    `mulligans`: cards were set aside in some of the games. `known`: what the mulligan does with every hand, or None.
    """

    kind: int
    copies: int
    mulligans: bool
    known: OpeningOdds | None


def opening(pile: DrawPile, cards: CardCopies) -> dict[str, Any]:
    """Return the exact odds of at least one copy of a card in the opening hand, after the mulligan."""
    return _exact_odds(pile, cards, 0, first=True, why=CHANCE)


def seen_by(pile: DrawPile, cards: CardCopies, turn: int, *, first: bool) -> dict[str, Any]:
    """Return the exact odds of having seen a copy by a turn of the player, by the opening hand and Draw Phases."""
    return _exact_odds(pile, cards, turn, first=first, why=DRAWS if turn else CHANCE)


def drawn_on(pile: DrawPile, turn: int, *, first: bool) -> dict[str, Any]:
    """Return the number of cards that the Draw Phase of a turn draws (CR 315.4)."""
    seat = seats(pile.mode)[0 if first else -1]
    left = pile.cards - min(HAND, pile.cards)
    return {"value": float(min(seat.drawn(turn), left) - min(seat.drawn(turn - 1), left)), "why": DRAWS}


def weighted(parts: list[tuple[int, dict[str, Any]]]) -> dict[str, Any]:
    """Return the exact value of games in several seats together, from so many games of each with its own."""
    games = sum(count for count, _ in parts)
    mixed: dict[str, Any] = {"why": parts[0][1]["why"]}
    for key in ("value", "kept", "sought"):
        values = [(count, part.get(key)) for count, part in parts]
        if all(key in part for _, part in parts):
            known = [count * value for count, value in values if value is not None]
            mixed[key] = rounded(sum(known) / games) if len(known) == len(values) else None
    return mixed


def set_aside(counts: Counts) -> bool:
    """Tell whether a card was set aside in any of the games."""
    return any(cards and games for cards, games in counts.hist("mulligan").items())


def _exact_odds(pile: DrawPile, cards: CardCopies, turn: int, *, first: bool, why: str) -> dict[str, Any]:
    kept = seen(cards.copies, pile.cards, 1, turn, first=first, mode=pile.mode)
    sought = seen(cards.copies, pile.cards, 1, turn, first=first, mulligan="mulligan", mode=pile.mode)
    value: Fraction | None = None if cards.mulligans else kept
    if cards.known is not None:
        value = cards.known.odds(cards.kind, seats(pile.mode)[0 if first else -1].drawn(turn))
    return {
        "value": None if value is None else rounded(float(value)),
        "kept": rounded(float(kept)),
        "sought": rounded(float(sought)),
        "why": MULLIGAN if value is None else why,
    }
