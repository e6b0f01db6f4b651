"""The odds of runes: which domains have been channelled, and whether a card's cost can be paid with them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.model import domain_names
from riftcheck.decks.stats.curve import NamedCount, left_out
from riftcheck.decks.stats.draws import at_least
from riftcheck.schema import LazySchema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from riftcheck.carddb import Card
    from riftcheck.decks.model import Slot
    from riftcheck.decks.stats.seats import Seat

MAX_MIXES: Final = 1000  # a legal rune deck has at most 141: two runes of each domain, six channelled


@dataclass(frozen=True, slots=True)
class Mix:
    """So many channelled runes of each domain, in the order of the deck's domains, and how likely exactly that is."""

    runes: tuple[int, ...]
    odds: Fraction


class RuneDeck:
    """The known runes of a rune deck. `domains` are their domains in the rules' order, `counts` how many of each.

    A card that is unknown or no rune is left out, as if it were not there: it is in `left_out`.
    """

    __slots__ = ("_bits", "counts", "domains", "left_out", "size")

    def __init__(self, counts: Mapping[int, int], left_out: tuple[NamedCount, ...] = ()) -> None:
        """Hold so many runes of each bit mask of domains, a positive number of each."""
        self._bits: tuple[int, ...] = tuple(sorted(counts))
        self.domains: tuple[str, ...] = tuple("/".join(domain_names(bits)) or "none" for bits in self._bits)
        self.counts: tuple[int, ...] = tuple(counts[bits] for bits in self._bits)
        self.size: int = sum(self.counts)
        self.left_out = left_out

    @classmethod
    def of_slots(cls, runes: list[Slot]) -> RuneDeck:
        """Return the rune deck of a list."""
        counts: dict[int, int] = {}
        others: list[Slot] = []
        for slot in runes:
            if slot.card is None or slot.card.kind != "rune":
                others.append(slot)
            elif slot.count > 0:
                counts[slot.card.domain_bits] = counts.get(slot.card.domain_bits, 0) + slot.count
        return cls(counts, left_out(others))

    @property
    def by_domain(self) -> dict[str, int]:
        """The runes by domain."""
        return dict(zip(self.domains, self.counts, strict=True))

    def matching(self, card: Card) -> int:
        """Return the number of runes of the deck that can pay for the power in a card's cost.

        Power in a cost is of the card's domain, of any one of its domains where it has several, and of any domain where
        it has none (CR 135.2.e.6).
        """
        return self._matching(card.domain_bits)

    def _matching(self, domain_bits: int) -> int:
        if not domain_bits:
            return self.size
        return sum(count for bits, count in zip(self._bits, self.counts, strict=True) if bits & domain_bits)

    def payable(self, card: Card, channelled: int) -> Fraction | None:
        """Return the probability that a card's own cost can be paid with `channelled` ready runes, as `pays` does.

        None for a card without a cost.

        :raises ValueError: the deck has not so many runes.
        """
        self._check(channelled)
        if card.energy is None or card.power is None:
            return None
        return self.pays(card.energy, card.power, card.domain_bits, channelled)

    def pays(self, energy: int, power: int, domain_bits: int, channelled: int) -> Fraction:
        """Return the probability that a cost can be paid with `channelled` ready runes.

        Each rune gives one energy when it is exhausted and one power of its domain when it is recycled (CR 164.2).
        Recycling does not ask for a ready rune, and both may be done while paying (CR 357.1.a, 430.3), so one rune can
        give both: a cost can be paid exactly when there are as many runes as it has energy, and as many of the card's
        domains, given as bits, as it has power.

        :raises ValueError: the deck has not so many runes.
        """
        self._check(channelled)
        if channelled < energy:
            return Fraction(0)
        return at_least(power, self._matching(domain_bits), self.size, channelled)

    def mixes(self, channelled: int) -> tuple[Mix, ...] | None:
        """Return every mix of domains among the first `channelled` runes, with its probability.

        None where there are more than `MAX_MIXES`. Mixes with most of the first domain come first.

        :raises ValueError: the deck has not so many runes.
        """
        self._check(channelled)
        if self._number_of_mixes(channelled) > MAX_MIXES:
            return None
        every = comb(self.size, channelled)
        return tuple(
            Mix(mix, Fraction(prod(map(comb, self.counts, mix)), every)) for mix in _splits(self.counts, channelled)
        )

    def _number_of_mixes(self, channelled: int) -> int:
        ways = [1] + [0] * channelled
        for count in self.counts:
            ways = [sum(ways[max(0, n - count) : n + 1]) for n in range(channelled + 1)]
        return ways[channelled]

    def _check(self, channelled: int) -> None:
        if not 0 <= channelled <= self.size:
            raise ValueError(f"{channelled} runes cannot be channelled from a rune deck of {self.size}.")


def _splits(counts: tuple[int, ...], drawn: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to take `drawn` from piles of these sizes, most of the first pile first."""
    if not counts:
        if drawn == 0:
            yield ()
        return
    after = sum(counts[1:])
    for taken in range(min(counts[0], drawn), max(0, drawn - after) - 1, -1):
        for rest in _splits(counts[1:], drawn - taken):
            yield (taken, *rest)


@dataclass(frozen=True, slots=True)
class RuneStats:
    """The rune deck, how many runes each seat has channelled by each turn from 1 on, and the mixes by that number.

    `mixes` holds None for a number of runes with more than `MAX_MIXES` mixes.
    """

    deck: RuneDeck
    channelled: dict[str, tuple[int, ...]]
    mixes: dict[int, tuple[Mix, ...] | None]

    @property
    def domains(self) -> dict[str, int]:
        """The runes of the deck by domain."""
        return self.deck.by_domain

    @property
    def mixes_by_domain(self) -> dict[int, list[dict[str, Any]] | None]:
        """The mixes, each as its runes by domain and its odds."""
        return {number: None if mixes is None else self._named(mixes) for number, mixes in self.mixes.items()}

    def _named(self, mixes: tuple[Mix, ...]) -> list[dict[str, Any]]:
        names = self.deck.domains
        return [{"runes": dict(zip(names, mix.runes, strict=True)), "odds": mix.odds} for mix in mixes]

    def to_json(self) -> dict[str, Any]:
        """Return the rune deck and its odds as a JSON object, odds as floats."""
        shown: dict[str, Any] = _RUNES.dump(self)
        return shown


_RUNES: Final = LazySchema("riftcheck.decks.stats.schemas", "RuneStatsSchema")


def rune_stats(deck: RuneDeck, at_table: tuple[Seat, ...], turns: int) -> RuneStats:
    """Return the runes channelled by each seat by each turn, and the odds of every mix."""
    channelled: dict[str, tuple[int, ...]] = {
        seat.name: tuple(seat.channelled(turn, deck.size) for turn in range(1, turns + 1)) for seat in at_table
    }
    numbers = sorted({number for by_turn in channelled.values() for number in by_turn})
    return RuneStats(deck, channelled, {number: deck.mixes(number) for number in numbers})
