"""Exact statistics of a deck, and sample hands: counts, odds of drawing, odds of runes."""

from riftcheck.decks.stats.castability import Castability, CurveCard, CurveOdds, RuneSplit, castability
from riftcheck.decks.stats.curve import MainCounts, NamedCount, Spread, main_counts
from riftcheck.decks.stats.draws import Mulligan, SeenOdds, at_least, seen
from riftcheck.decks.stats.hands import Hand, HandCard, sample_hands
from riftcheck.decks.stats.report import CardStats, ChampionStats, DeckStats, deck_stats
from riftcheck.decks.stats.runes import Mix, RuneDeck, RuneStats, rune_stats
from riftcheck.decks.stats.seats import Seat, seats

__all__ = [
    "CardStats",
    "Castability",
    "ChampionStats",
    "CurveCard",
    "CurveOdds",
    "DeckStats",
    "Hand",
    "HandCard",
    "MainCounts",
    "Mix",
    "Mulligan",
    "NamedCount",
    "RuneDeck",
    "RuneSplit",
    "RuneStats",
    "Seat",
    "SeenOdds",
    "Spread",
    "at_least",
    "castability",
    "deck_stats",
    "main_counts",
    "rune_stats",
    "sample_hands",
    "seats",
    "seen",
]
