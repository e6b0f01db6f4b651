"""Decks drawn at random from the cards that the engine can play, within the domains of a legend.

The tests draw fresh ones for every game. The benchmark plays twelve that were drawn once, from Origins, and are kept in
`random_decks.json`, so that its figures do not move when more cards can be played: `python -m bench.random_decks`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riftcheck import carddb
from riftcheck.carddb.model import DOMAINS
from riftcheck.engine.game import GameDeck

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb.model import Card

STORED: Final = Path(__file__).with_suffix(".json")
FROZEN: Final = 12
ORIGINS: Final = ("OGN", "OGS")
MAIN: Final = 39
COPIES: Final = 3


class Drawer:
    """Draws decks from what can be played of some cards."""

    def __init__(self, cards: Iterable[Card]) -> None:
        playable = [card for card in cards if card.executable and not card.is_token]
        self.legends = [card for card in playable if card.kind == "legend"]
        self.battlefields = [card for card in playable if card.kind == "battlefield"]
        self.main = [card for card in playable if card.kind == "main"]
        self.champions = [card for card in self.main if card.is_champion]

    def deck(self, rng: random.Random) -> GameDeck:
        """Return a deck of 39 cards in up to three copies, a champion, a legend, three battlefields and twelve runes.

        The champion is one of the legend's if there is one that can be played, else any champion of its domains.
        """
        legend = rng.choice(self.legends)
        within = [card for card in self.main if not card.domain_bits & ~legend.domain_bits]
        champions = [card for card in within if card.is_champion]
        own = [card for card in champions if card.champion_tag == legend.champion_tag]
        champion = rng.choice(own or champions)
        names = [card.name for card in within for _ in range(card.copies or COPIES)]
        names.remove(champion.name)
        domains = [domain for domain in DOMAINS if domain in legend.domains]
        cut = rng.randint(4, 8)
        return GameDeck(
            tuple(sorted(rng.sample(names, MAIN))),
            (f"{domains[0]} Rune",) * cut + (f"{domains[-1]} Rune",) * (12 - cut),
            tuple(card.name for card in rng.sample(self.battlefields, 3)),
            legend.name,
            champion.name,
        )


def frozen() -> list[GameDeck]:
    """Return the decks that were drawn once and stored."""
    return [
        GameDeck(
            tuple(name for name, count in one["main"].items() for _ in range(count)),
            tuple(name for name, count in one["runes"].items() for _ in range(count)),
            tuple(one["battlefields"]),
            one["legend"],
            one["champion"],
        )
        for one in json.loads(STORED.read_text("utf-8"))
    ]


def freeze() -> None:
    """Draw the benchmark's decks anew and store them. Its figures before and after cannot be compared."""
    cards = [card for card in carddb.load().cards if any(printing.set in ORIGINS for printing in card.printings)]
    drawer = Drawer(cards)
    decks = [drawer.deck(random.Random(seed)) for seed in range(FROZEN)]
    stored = [
        {
            "legend": deck.legend,
            "champion": deck.champion,
            "main": dict(Counter(deck.main)),
            "runes": dict(Counter(deck.runes)),
            "battlefields": deck.battlefields,
        }
        for deck in decks
    ]
    STORED.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    freeze()
