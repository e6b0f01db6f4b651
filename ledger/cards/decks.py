"""Legal decks at random: of a legend's domains, with a champion of its own and its signature cards."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Final

from ledger.cards.parts import cards_of
from riftcheck.carddb.model import DOMAINS
from riftcheck.decks.document import from_mapping
from riftcheck.decks.resolve import resolve
from riftcheck.engine.game import GameDeck
from riftcheck.validator import Options, check

if TYPE_CHECKING:
    import random

    from riftcheck.carddb import Card, CardDatabase

# The list is judged on a day on which both sets are legal and nothing is banned yet.
DAY: Final = date(2026, 1, 1)
MAIN: Final = 40
COPIES: Final = 3
SIGNATURES: Final = 3
FIELDS: Final = 3
RUNES: Final = 12
# The most energy that a cheap card costs, and one of how many decks holds nothing else.
CHEAP: Final = 3
LEANING: Final = 3
# The fewest and the most runes of a legend's first domain.
CUT: Final = (4, 8)


class IllegalDeckError(AssertionError):
    """A deck that was drawn and that the validator does not call legal."""


class Drawer:
    """Draws decks from what can be executed of the two sets."""

    def __init__(self, db: CardDatabase) -> None:
        self.db = db
        playable = [card for card in cards_of(db) if card.executable]
        self.legends = [card for card in playable if card.kind == "legend"]
        self.battlefields = [card for card in playable if card.kind == "battlefield"]
        self.main = [card for card in playable if card.kind == "main"]

    def deck(self, rng: random.Random) -> GameDeck:
        """Return a legal deck of 40 cards, its chosen champion among them.

        :raises IllegalDeckError: if the validator does not call it legal.
        """
        legend = rng.choice(self.legends)
        champion = rng.choice([card for card in self.main if _leads(card, legend)])
        counts = self._main(rng, legend, champion)
        domains = [domain for domain in DOMAINS if domain in legend.domains]
        cut = rng.randint(*CUT)
        deck = GameDeck(
            tuple(sorted((counts - Counter((champion.name,))).elements())),
            (f"{domains[0]} Rune",) * cut + (f"{domains[-1]} Rune",) * (RUNES - cut),
            tuple(card.name for card in rng.sample(self.battlefields, FIELDS)),
            legend.name,
            champion.name,
        )
        self._judge(deck)
        return deck

    def _main(self, rng: random.Random, legend: Card, champion: Card) -> Counter[str]:
        """Return 40 names: the champion, now and then signature cards, and what the domains hold."""
        counts: Counter[str] = Counter((champion.name,))
        own = [card.name for card in self.main if card.is_signature and card.champion_tag == legend.champion_tag]
        counts.update(rng.choice(own) for _ in range(rng.randint(0, SIGNATURES)) if own)
        within = [card for card in self.main if not card.is_signature and not card.domain_bits & ~legend.domain_bits]
        cheap = [card for card in within if (card.energy or 0) <= CHEAP]
        # A deck of what is cheap fills the board, as many texts ask for.
        rest = _copies(cheap if rng.randrange(LEANING) == 0 else within, counts)
        counts.update(rng.sample(rest, MAIN - counts.total()))
        return counts

    def _judge(self, deck: GameDeck) -> None:
        data = {
            "legend": deck.legend,
            "champion": deck.champion,
            "champion_apart": True,
            "main": _lines(deck.main),
            "runes": _lines(deck.runes),
            "battlefields": _lines(deck.battlefields),
        }
        report = check(resolve(from_mapping(data), self.db), self.db, Options(DAY))
        if report.verdict != "legal":
            raise IllegalDeckError("; ".join(issue.message for issue in report.issues))


def _copies(cards: list[Card], counts: Counter[str]) -> list[str]:
    """Return the names of cards as often as they may still be added."""
    return [card.name for card in cards for _ in range((card.copies or COPIES) - counts[card.name])]


def _leads(card: Card, legend: Card) -> bool:
    return card.is_champion and card.champion_tag == legend.champion_tag


def _lines(names: tuple[str, ...]) -> list[dict[str, str | int]]:
    return [{"name": name, "count": count} for name, count in Counter(names).items()]
