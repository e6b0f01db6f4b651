"""Comparison of a deck with the preconstructed decks (TR 601.2.d.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from riftcheck.decks.diff import diff
from riftcheck.decks.precons import deck_of
from riftcheck.decks.resolve import resolve

if TYPE_CHECKING:
    from collections.abc import Container

    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.model import Precon
    from riftcheck.decks.diff import CountChange
    from riftcheck.decks.model import ResolvedDeck, Section
    from riftcheck.validator.case import Case

MOST_CHANGES: Final = 6  # cards to add, or to remove, at which a deck is still close to a product


@dataclass(frozen=True, slots=True)
class ProductDifference:
    """The changes that turn a deck into a product: counts by section, and whether the chosen champion differs."""

    precon: Precon
    sections: dict[Section, tuple[CountChange, ...]]
    other_champion: bool

    @property
    def size(self) -> int:
        """The distance in cards: the number missing from the deck or the number to remove, whichever is greater."""
        changes = [change.after - change.before for found in self.sections.values() for change in found]
        return max(sum(change for change in changes if change > 0), -sum(change for change in changes if change < 0))


def is_exemption_in_force(case: Case) -> bool:
    """Return True if an exact product may contain banned cards at the level of the event on the date."""
    options = case.ruleset.options
    return any(
        exemption.level == options.level and exemption.from_date <= options.day
        for exemption in case.ruleset.db.exemptions
    )


def product_of(case: Case) -> Precon | None:
    """Return the product that has exactly the cards of a deck, in all sections and in any printing."""
    # TR 601.2.d.2.a: any change, sideboard or extra legend makes it another deck.
    if case.legend is None:
        return None
    for precon, deck in _decks(case.ruleset.db):
        if precon.legend == case.legend.name and not diff(case.deck, deck).sections:
            return precon
    return None


def exempting_product(case: Case) -> Precon | None:
    """Return the product that exempts a deck from bans: the deck has exactly its cards and its chosen champion."""
    product = product_of(case) if is_exemption_in_force(case) else None
    return product if product is not None and _has_champion(case, product) else None


def nearest_product(case: Case, holding: Container[str]) -> ProductDifference | None:
    """Return the differences from the closest product that contains a card of `holding`, within `MOST_CHANGES`.

    The deck must not be an exact product. If several products are equally close, the first in the card data is used.
    """
    found = [
        _difference(case, precon, deck)
        for precon, deck in _decks(case.ruleset.db)
        if any(card in holding for cards in precon.zones.values() for card in cards)
    ]
    nearest = min(found, key=lambda difference: difference.size, default=None)
    return nearest if nearest is not None and nearest.size <= MOST_CHANGES else None


def _difference(case: Case, precon: Precon, deck: ResolvedDeck) -> ProductDifference:
    sections = {
        name: (*section.added, *section.changed, *section.removed)
        for name, section in diff(case.deck, deck).sections.items()
    }
    return ProductDifference(precon, sections, not _has_champion(case, precon))


def _has_champion(case: Case, precon: Precon) -> bool:
    """Return True if the chosen champion, or every candidate if none is named, is a champion of the product."""
    reading = case.reading
    chosen = reading.candidates if reading.champion is None else (reading.champion,)
    return bool(chosen) and all(slot.name in precon.champions for slot in chosen)


@lru_cache(maxsize=8)
def _decks(db: CardDatabase) -> tuple[tuple[Precon, ResolvedDeck], ...]:
    return tuple((precon, resolve(deck_of(precon), db)) for precon in db.precons.values())
