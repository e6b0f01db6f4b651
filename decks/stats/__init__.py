"""Exact statistics of a deck, and sample hands: counts, odds of drawing, odds of runes."""

from decks.stats.curve import MainCounts, NamedCount, Spread, main_counts
from decks.stats.draws import Mulligan, SeenOdds, at_least, seen
from decks.stats.hands import Hand, HandCard, sample_hands
from decks.stats.report import CardStats, ChampionStats, DeckStats, deck_stats
from decks.stats.runes import Mix, RuneDeck, RuneStats, rune_stats
from decks.stats.seats import Seat, seats

__all__ = [
    "CardStats",
    "ChampionStats",
    "DeckStats",
    "Hand",
    "HandCard",
    "MainCounts",
    "Mix",
    "Mulligan",
    "NamedCount",
    "RuneDeck",
    "RuneStats",
    "Seat",
    "SeenOdds",
    "Spread",
    "at_least",
    "deck_stats",
    "main_counts",
    "rune_stats",
    "sample_hands",
    "seats",
    "seen",
]
