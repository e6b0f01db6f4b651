"""Sample hands: opening hands of a shuffled deck, the same for the same seed everywhere.

Only the cards that a hand shows are drawn, so that the size of the deck does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from riftcheck.decks.stats.piles import draw_pile, ordered
from riftcheck.decks.stats.seats import HAND, RUNES_A_TURN
from riftcheck.schema import LazySchema

if TYPE_CHECKING:
    from riftcheck.decks.model import ResolvedDeck, Slot

NEXT_DRAWS: Final = 6
RUNES_SHOWN: Final = RUNES_A_TURN * NEXT_DRAWS + 1  # on as many turns, by the seat with the extra rune
MAX_HANDS: Final = 1000


@dataclass(frozen=True, slots=True)
class HandCard:
    """One card by name and printing; `id` is None where the name is unknown."""

    name: str
    id: str | None

    @property
    def unknown(self) -> bool:
        """True where the name is unknown."""
        return self.id is None


@dataclass(frozen=True, slots=True)
class Hand:
    """An opening hand before the mulligan, the cards that follow it and the runes, each in the order they come.

    A mulligan takes its cards from the front of `draws` (CR 117.2).
    """

    opening: tuple[HandCard, ...]
    draws: tuple[HandCard, ...]
    runes: tuple[HandCard, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the hand as a JSON object."""
        shown: dict[str, Any] = _HAND.dump(self)
        return shown


_HAND: Final = LazySchema("riftcheck.decks.stats.schemas", "HandSchema")


def sample_hands(
    deck: ResolvedDeck, champion: Slot | None, *, seed: int, count: int = 5, hand: int = HAND
) -> list[Hand]:
    """Return `count` opening hands of `hand` cards, each from the whole deck shuffled anew.

    The champion's copy is not drawn (CR 112). The same seed gives the same hands on every system and Python version,
    whatever the order of the list; the first hands do not depend on `count`, nor their cards on `hand`. The sign of the
    seed does not matter. A deck that is smaller than what is shown gives what it has.

    :raises ValueError: `count` is not 1 to 1000, or `hand` is negative.
    """
    if not 1 <= count <= MAX_HANDS:
        raise ValueError(f"count is {count}; it must be 1 to {MAX_HANDS}.")
    if hand < 0:
        raise ValueError(f"hand is {hand}; it must be 0 or more.")
    # Of the standard generator only random() is promised to give the same numbers in every version of Python.
    source = Random(seed)  # noqa: S311  sample hands are no secret
    main = _cards(draw_pile(deck.main, champion))
    runes = _cards(ordered(deck.runes))
    hands = []
    for _ in range(count):
        # Each hand has its own generator, so that it does not depend on how many cards the hands before it show.
        own = Random(int(source.random() * 2**53))  # noqa: S311
        channelled, cards = _drawn(runes, RUNES_SHOWN, own), _drawn(main, hand + NEXT_DRAWS, own)
        hands.append(Hand(tuple(cards[:hand]), tuple(cards[hand:]), tuple(channelled)))
    return hands


def _cards(slots: list[Slot]) -> list[HandCard]:
    return [HandCard(slot.name, slot.id) for slot in slots for _ in range(slot.count)]


def _drawn(cards: list[HandCard], most: int, source: Random) -> list[HandCard]:
    """Return up to `most` cards in random order, by the first steps of a Fisher-Yates shuffle."""
    moved: dict[int, int] = {}  # places in the shuffled deck that have the card of another place
    drawn = []
    for place in range(min(most, len(cards))):
        chosen = place + int(source.random() * (len(cards) - place))
        drawn.append(cards[moved.get(chosen, chosen)])
        moved[chosen] = moved.get(place, place)
    return drawn
