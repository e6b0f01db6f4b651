"""The composition of a main deck by copies: curves of cost and might, domains, types, tags and keywords."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.model import CARD_TYPES, DOMAINS
from riftcheck.decks.model import total
from riftcheck.decks.stats.piles import ordered
from riftcheck.schema import LazySchema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from riftcheck.carddb import Card
    from riftcheck.decks.model import Slot

_NAMES_IN_A_NOTE: Final = 5


@dataclass(frozen=True, slots=True)
class NamedCount:
    """The copies with this name."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Spread:
    """The number of copies for each value of a number.

    `counts` holds (value, copies), rising, values that occur only. `cards` are the copies that have the number,
    `without` the known ones that lack it or of which nobody knows it; `average` is over `cards`, None where there are
    none.
    """

    counts: tuple[tuple[int, int], ...]
    cards: int
    without: int
    average: Fraction | None

    @property
    def by_value(self) -> dict[int, int]:
        """The copies by value."""
        return dict(self.counts)


@dataclass(frozen=True, slots=True)
class MainCounts:
    """The make-up of a main deck by copies, the chosen champion's copy among them (CR 103.3).

    A card of two domains or types counts in each. `domainless` are known copies without a domain. `unknown` names the
    cards that are not in the database: they count in `cards` and nowhere else.
    """

    cards: int
    known: int
    energy: Spread
    power: Spread
    might: Spread
    domains: dict[str, int]
    domainless: int
    types: dict[str, int]
    tags: dict[str, int]
    keywords: dict[str, int]
    unknown: tuple[NamedCount, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a JSON object."""
        shown: dict[str, Any] = _COUNTS.dump(self)
        return shown


_COUNTS: Final = LazySchema("riftcheck.decks.stats.schemas", "MainCountsSchema")


def main_counts(main: list[Slot]) -> MainCounts:
    """Return the make-up of a main deck."""
    copies = [(slot.card, slot.count) for slot in main if slot.card is not None]
    return MainCounts(
        cards=total(main),
        known=sum(count for _, count in copies),
        energy=_spread(copies, lambda card: card.energy),
        power=_spread(copies, lambda card: card.power),
        might=_spread(copies, lambda card: card.might),
        domains=_in_order(DOMAINS, _tally(copies, lambda card: card.domains)),
        domainless=sum(count for card, count in copies if not card.domains),
        types=_in_order(CARD_TYPES, _tally(copies, lambda card: card.types)),
        tags=_most_first(_tally(copies, lambda card: card.tags)),
        keywords=_most_first(_tally(copies, lambda card: card.keywords)),
        unknown=left_out(slot for slot in main if slot.card is None),
    )


def left_out(slots: Iterable[Slot]) -> tuple[NamedCount, ...]:
    """Return slots as names and counts, sorted by name."""
    return tuple(NamedCount(slot.name, slot.count) for slot in ordered(slots))


def listed(cards: tuple[NamedCount, ...]) -> str:
    """Return the names for a sentence, the first five and how many more."""
    names = ", ".join(card.name for card in cards[:_NAMES_IN_A_NOTE])
    more = len(cards) - _NAMES_IN_A_NOTE
    return f"{names} and {more} more" if more > 0 else names


Copies = list[tuple["Card", int]]


def _spread(copies: Copies, number: Callable[[Card], int | None]) -> Spread:
    counts: Counter[int] = Counter()
    without = 0
    for card, count in copies:
        value = number(card)
        if value is None:
            without += count
        else:
            counts[value] += count
    cards = counts.total()
    average = Fraction(sum(value * count for value, count in counts.items()), cards) if cards else None
    return Spread(tuple(sorted(counts.items())), cards, without, average)


def _tally(copies: Copies, words: Callable[[Card], Iterable[str]]) -> Counter[str]:
    tally: Counter[str] = Counter()
    for card, count in copies:
        for word in words(card):
            tally[word] += count
    return tally


def _in_order(order: Iterable[str], tally: Counter[str]) -> dict[str, int]:
    return {word: tally[word] for word in order if tally[word]}


def _most_first(tally: Counter[str]) -> dict[str, int]:
    return dict(sorted(tally.items(), key=lambda item: (-item[1], item[0])))
