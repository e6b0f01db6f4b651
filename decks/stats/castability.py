"""Castability: how likely each split of the rune deck pays the cards of a list on their curve turns, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.model import DOMAIN_BIT, DOMAINS
from riftcheck.decks.stats.curve import left_out, listed
from riftcheck.decks.stats.piles import ordered
from riftcheck.decks.stats.runes import RuneDeck
from riftcheck.decks.stats.seats import seats
from riftcheck.schema import LazySchema

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from riftcheck.carddb import Card
    from riftcheck.carddb.model import Domain
    from riftcheck.decks.model import ResolvedDeck, Slot
    from riftcheck.decks.stats.seats import Seat

RUNES: Final = 12  # CR 103.4.a


@dataclass(frozen=True, slots=True)
class CurveCard:
    """A card of the main deck by its printed cost, all printings together, the champion's copy among the `copies`.

    `turns` holds its curve turn by seat: the first on which as many runes are channelled as its cost asks for.
    """

    card: Card
    id: str | None
    energy: int
    power: int
    copies: int
    turns: dict[str, int]

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.card.name

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domains of the card, any of which its power is of."""
        return self.card.domains


@dataclass(frozen=True, slots=True)
class CurveOdds:
    """The odds, by seat, that a rune deck pays for a card on its curve turn."""

    name: str
    copies: int
    odds: dict[str, Fraction]

    @property
    def mean(self) -> Fraction:
        """The mean over the seats."""
        return sum(self.odds.values(), Fraction(0)) / len(self.odds)

    @property
    def loss(self) -> Fraction:
        """The copies that are not paid on the curve turn, in the mean over the seats."""
        return self.copies * (1 - self.mean)


@dataclass(frozen=True, slots=True)
class RuneSplit:
    """A rune deck and what it pays for on curve.

    `by_seat` is the mean over the copies of all cards, `mean` that over the seats. `rank` is the place among the legal
    rune decks, equal for equal means, None for one that is not legal. `own`: it is the rune deck of the list. `cards`
    stand by what they lose, most first.
    """

    runes: dict[str, int]
    own: bool
    rank: int | None
    by_seat: dict[str, Fraction]
    mean: Fraction
    cards: tuple[CurveOdds, ...]


@dataclass(frozen=True, slots=True)
class Castability:
    """What every rune deck of some domains pays for on curve, every probability exact; `to_json` gives floats.

    `splits` are the legal rune decks, best first; `own` is the rune deck of the list, legal or not, None where it has
    no known rune. `notes` are sentences on what was left out.
    """

    mode: str
    domains: tuple[Domain, ...]
    seats: tuple[Seat, ...]
    cards: tuple[CurveCard, ...]
    splits: tuple[RuneSplit, ...]
    own: RuneSplit | None
    notes: tuple[str, ...]

    @property
    def copies(self) -> int:
        """The copies that count."""
        return sum(card.copies for card in self.cards)

    @property
    def best(self) -> tuple[RuneSplit, ...]:
        """The best legal rune deck by the mean over the seats, or all that are equally good."""
        return tuple(split for split in self.splits if split.rank == 1)

    @property
    def best_runes(self) -> list[dict[str, int]]:
        """The runes of the best legal rune decks by domain."""
        return [split.runes for split in self.best]

    @property
    def best_by_seat(self) -> dict[str, list[dict[str, int]]]:
        """The runes of the best legal rune deck for each seat, or of all that are equally good."""
        found: dict[str, list[dict[str, int]]] = {}
        for seat in self.seats:
            most = max(split.by_seat[seat.name] for split in self.splits)
            found[seat.name] = [split.runes for split in self.splits if split.by_seat[seat.name] == most]
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the castability as a JSON object, as docs/statistics.md lists it."""
        shown: dict[str, Any] = _CASTABILITY.dump(self)
        return shown


_CASTABILITY: Final = LazySchema("riftcheck.decks.stats.schemas", "CastabilitySchema")


def castability(deck: ResolvedDeck, domains: Collection[Domain], *, mode: str = "match") -> Castability:
    """Return how likely each rune deck of 12 runes of these domains pays for the cards of a main deck on curve.

    The main deck holds all copies, the champion's among them. `domains` is the domain identity of the deck. A cost is
    the printed one; the runes on a turn are those that have been channelled until then, none of them recycled before.
    `mode` is the mode of a format, as in `deck_stats`.

    :raises ValueError: there are no domains, no card of the main deck has a cost that 12 runes can pay, or there is no
        such mode.
    """
    at_table = seats(mode)
    identity = tuple(domain for domain in DOMAINS if domain in domains)
    if not identity:
        raise ValueError("A rune deck has runes of the legend's domains; none is given.")
    cards, notes = _curve_cards(deck, at_table)
    if not cards:
        raise ValueError(f"No card of the main deck has a known cost that {RUNES} runes can pay.")
    own_runes = RuneDeck.of_slots(deck.runes)
    measure = _Measure(cards, at_table)
    legal = [
        measure.split(RuneDeck({DOMAIN_BIT[one]: count for one, count in split.items() if count}), split, own_runes)
        for split in rune_splits(identity)
    ]
    splits = _ranked(legal)
    own = next((split for split in splits if split.own), None)
    if own is None and own_runes.size:
        own = measure.split(own_runes, dict.fromkeys(identity, 0) | own_runes.by_domain, own_runes)
    return Castability(
        mode=mode,
        domains=identity,
        seats=at_table,
        cards=cards,
        splits=splits,
        own=own,
        notes=(*notes, *_rune_notes(own_runes, identity)),
    )


def rune_splits(domains: Sequence[Domain]) -> Iterator[dict[str, int]]:
    """Yield every way to make 12 runes of these domains, most of the first domain first."""
    for counts in _shares(RUNES, len(domains)):
        yield dict(zip(domains, counts, strict=True))


def _shares(runes: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (runes,)
        return
    for taken in range(runes, -1, -1):
        for rest in _shares(runes - taken, parts - 1):
            yield (taken, *rest)


def curve_turn(energy: int, power: int, seat: Seat) -> int | None:
    """Return the first turn on which a seat has channelled as many runes as a cost asks for.

    One rune gives both energy and power (see `RuneDeck.pays`), so a cost asks for as many as the greater of the two.
    None for a cost that asks for more than 12 runes.
    """
    needed = max(energy, power)
    if needed > RUNES:
        return None
    turn = 1
    while seat.channelled(turn, RUNES) < needed:
        turn += 1
    return turn


def _curve_turns(energy: int, power: int, at_table: Sequence[Seat]) -> dict[str, int]:
    """Return the curve turns of a cost by seat; none where it has none."""
    turns: dict[str, int] = {}
    for seat in at_table:
        turn = curve_turn(energy, power, seat)
        if turn is not None:
            turns[seat.name] = turn
    return turns


def _curve_cards(deck: ResolvedDeck, at_table: Sequence[Seat]) -> tuple[tuple[CurveCard, ...], list[str]]:
    """Return the cards that count, by name, and sentences on those that do not."""
    found: dict[str, CurveCard] = {}
    without: list[Slot] = []
    beyond: list[Slot] = []
    for slot in ordered(slot for slot in deck.main if slot.count > 0):
        card = slot.card
        if card is None:
            continue
        if card.energy is None or card.power is None:
            without.append(slot)
            continue
        turns = _curve_turns(card.energy, card.power, at_table)
        if not turns:
            beyond.append(slot)
        elif card.name in found:
            found[card.name] = replace(found[card.name], copies=found[card.name].copies + slot.count)
        else:
            found[card.name] = CurveCard(card, slot.id, card.energy, card.power, slot.count, turns)
    reasons = {
        "Not in the card database": [slot for slot in deck.main if slot.card is None],
        "Without a known cost": without,
        f"More than {RUNES} runes are asked for": beyond,
    }
    notes = [f"{why}, so left out: {listed(left_out(slots))}." for why, slots in reasons.items() if slots]
    return tuple(found.values()), notes


class _Measure:
    """What rune decks pay for of some cards; equal costs are worked out once for each rune deck."""

    def __init__(self, cards: Sequence[CurveCard], at_table: Sequence[Seat]) -> None:
        self._cards = cards
        self._seats = at_table
        self._copies = sum(card.copies for card in cards)

    def split(self, runes: RuneDeck, shown: dict[str, int], own: RuneDeck) -> RuneSplit:
        """Return what a rune deck pays for; `shown` are its runes by domain."""
        odds = [CurveOdds(card.name, card.copies, dict(self._odds(runes, card))) for card in self._cards]
        by_seat: dict[str, Fraction] = {
            seat.name: sum((one.copies * one.odds[seat.name] for one in odds), Fraction(0)) / self._copies
            for seat in self._seats
        }
        return RuneSplit(
            runes=shown,
            own=runes.by_domain == own.by_domain,
            rank=None,
            by_seat=by_seat,
            mean=sum(by_seat.values(), Fraction(0)) / len(by_seat),
            cards=tuple(sorted(odds, key=lambda one: (-one.loss, one.name))),
        )

    def _odds(self, runes: RuneDeck, card: CurveCard) -> Iterator[tuple[str, Fraction]]:
        for seat in self._seats:
            channelled = seat.channelled(card.turns[seat.name], runes.size)
            yield seat.name, runes.pays(card.energy, card.power, card.card.domain_bits, channelled)


def _ranked(splits: Iterable[RuneSplit]) -> tuple[RuneSplit, ...]:
    """Return splits with their ranks, best first; of equal ones the more even one first."""

    def order(split: RuneSplit) -> tuple[Fraction, int, list[int]]:
        counts = list(split.runes.values())
        return -split.mean, max(counts) - min(counts), [-count for count in counts]

    ranked: list[RuneSplit] = []
    for place, split in enumerate(sorted(splits, key=order), 1):
        before = ranked[-1] if ranked else None
        rank = before.rank if before is not None and before.mean == split.mean else place
        ranked.append(replace(split, rank=rank))
    return tuple(ranked)


def _rune_notes(own: RuneDeck, identity: tuple[Domain, ...]) -> Iterator[str]:
    if own.left_out:
        yield f"Left out of the rune deck, being unknown or no rune: {listed(own.left_out)}."
    if not own.size:
        yield "The list has no runes, so no split is its own."
        return
    if own.size != RUNES:
        yield f"The list has {own.size} known runes; a rune deck has {RUNES}, so none of the splits is its own."
    outside = [domain for domain in own.domains if domain not in identity]
    if outside:
        yield (
            f"The list has runes of {', '.join(outside)}, outside of its domains ({', '.join(identity)}), so none of "
            "the splits is its own."
        )
