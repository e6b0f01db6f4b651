"""The statistics of one deck, put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.decks.model import total
from riftcheck.decks.stats.curve import MainCounts, listed, main_counts
from riftcheck.decks.stats.draws import COPIES_ASKED, SET_ASIDE, SeenOdds, seen_odds
from riftcheck.decks.stats.piles import draw_pile, has_copy
from riftcheck.decks.stats.runes import RuneDeck, RuneStats, rune_stats
from riftcheck.decks.stats.seats import HAND, MAX_TURNS, seats
from riftcheck.schema import LazySchema

if TYPE_CHECKING:
    from fractions import Fraction

    from riftcheck.carddb import Card
    from riftcheck.carddb.model import Domain
    from riftcheck.decks.model import ResolvedDeck, Slot
    from riftcheck.decks.stats.seats import Seat

Payable = dict[str, tuple["Fraction", ...]]


@dataclass(frozen=True, slots=True)
class _CostOdds:
    """The odds of paying for a card.

    `card` is None for an unknown card; `payable` is None for it and for a card without a cost, else by the name of the
    seat, and then by turn from 1 on.
    """

    name: str
    id: str | None
    card: Card | None
    payable: Payable | None

    @property
    def unknown(self) -> bool:
        """True where the card is not in the database."""
        return self.card is None

    @property
    def other_name(self) -> str | None:
        """The full name, where it is another than the name."""
        return None if self.card is None else self.card.other_name

    @property
    def energy(self) -> int | None:
        """The energy cost, None where it has none or is unknown."""
        return None if self.card is None else self.card.energy

    @property
    def power(self) -> int | None:
        """The power cost, None where it has none or is unknown."""
        return None if self.card is None else self.card.power

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domains, none of an unknown card."""
        return () if self.card is None else self.card.domains


@dataclass(frozen=True, slots=True)
class ChampionStats(_CostOdds):
    """The odds of paying for the chosen champion."""


@dataclass(frozen=True, slots=True)
class CardStats(_CostOdds):
    """The odds of one card by name, all its printings together.

    `copies` are those in the deck that is drawn from; `seen` is by the name of the seat.
    """

    copies: int
    seen: dict[str, SeenOdds]


@dataclass(frozen=True, slots=True)
class DeckStats:
    """The statistics of a deck, every probability exact; `to_json` gives the nearest floats.

    `turns` is the last turn looked at, `drawn_from` the number of cards under the opening hand and after: the main deck
    without the champion's copy. `notes` are sentences on what was left out.
    """

    mode: str
    turns: int
    main: MainCounts
    drawn_from: int
    seats: tuple[Seat, ...]
    champion: ChampionStats | None
    cards: tuple[CardStats, ...]
    runes: RuneStats
    notes: tuple[str, ...]

    @property
    def draws(self) -> dict[str, Any]:
        """The sizes of the deck drawn from, opening hand and mulligan, and the cards seen by each seat by each turn."""
        turns = range(1, self.turns + 1)
        return {
            "deck": self.drawn_from,
            "hand": HAND,
            "set_aside": SET_ASIDE,
            "copies": COPIES_ASKED,
            "cards_seen": {
                seat.name: [min(HAND + seat.drawn(turn), self.drawn_from) for turn in turns] for seat in self.seats
            },
        }

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as a JSON object, as docs/statistics.md lists it."""
        shown: dict[str, Any] = _STATS.dump(self)
        return shown


_STATS: Final = LazySchema("riftcheck.decks.stats.schemas", "DeckStatsSchema")


def deck_stats(deck: ResolvedDeck, champion: Slot | None, *, turns: int = 10, mode: str = "match") -> DeckStats:
    """Return the exact statistics of a deck for a player's own turns 1 to `turns`, in every seat of the mode.

    The main deck holds all copies; `champion` labels one of them, which starts in the Champion Zone and is not drawn.
    `mode` is the mode of a format: `match`, `duel`, `sealed`, `draft`, `ffa3`, `ffa4` or `2v2`.

    :raises ValueError: `turns` is not 1 to 50, or there is no such mode.
    """
    if not 1 <= turns <= MAX_TURNS:
        raise ValueError(f"turns is {turns}; it must be 1 to {MAX_TURNS}.")
    at_table = seats(mode)
    runes = rune_stats(RuneDeck.of_slots(deck.runes), at_table, turns)
    pile = draw_pile(deck.main, champion)
    counts = main_counts(deck.main)
    return DeckStats(
        mode=mode,
        turns=turns,
        main=counts,
        drawn_from=total(pile),
        seats=at_table,
        champion=None if champion is None else _champion(champion, runes),
        cards=_card_stats(pile, at_table, turns, runes),
        runes=runes,
        notes=_notes(deck, champion, counts, runes),
    )


def _champion(champion: Slot, runes: RuneStats) -> ChampionStats:
    return ChampionStats(champion.name, champion.id, champion.card, _payable(champion.card, runes))


def _card_stats(pile: list[Slot], at_table: tuple[Seat, ...], turns: int, runes: RuneStats) -> tuple[CardStats, ...]:
    size = total(pile)
    copies: dict[str, int] = {}
    slots: dict[str, Slot] = {}
    for slot in pile:
        key = slot.name if slot.card is not None else f"?{slot.name.casefold()}"
        copies[key] = copies.get(key, 0) + slot.count
        slots.setdefault(key, slot)
    odds: dict[int, dict[str, SeenOdds]] = {
        count: {seat.name: seen_odds(count, size, seat, turns) for seat in at_table} for count in set(copies.values())
    }
    return tuple(
        CardStats(slot.name, slot.id, slot.card, _payable(slot.card, runes), copies[key], odds[copies[key]])
        for key, slot in slots.items()
    )


def _payable(card: Card | None, runes: RuneStats) -> Payable | None:
    if card is None:
        return None
    by_seat: Payable = {}
    for seat, numbers in runes.channelled.items():
        odds = [runes.deck.payable(card, number) for number in numbers]
        by_seat[seat] = tuple(value for value in odds if value is not None)
        if len(by_seat[seat]) < len(odds):
            return None
    return by_seat


def _notes(deck: ResolvedDeck, champion: Slot | None, counts: MainCounts, runes: RuneStats) -> tuple[str, ...]:
    notes = []
    if counts.unknown:
        notes.append(
            f"Not in the card database: {listed(counts.unknown)}. They can be drawn, but have no cost or might here."
        )
    if champion is None:
        notes.append("There is no chosen champion: every card of the main deck is drawn from.")
    elif not has_copy(deck.main, champion):
        notes.append(f"{champion.name} is not in the main deck: every card of the main deck is drawn from.")
    if runes.deck.left_out:
        notes.append(
            f"Left out of the rune deck, being unknown or no rune: {listed(runes.deck.left_out)}. "
            f"Runes counted: {runes.deck.size}."
        )
    if any(mixes is None for mixes in runes.mixes.values()):
        notes.append("This rune deck has too many different mixes to list them for every number of runes.")
    return tuple(notes)
