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

# The list is judged by a format in which nothing is banned, on a day on which all of the sets are out.
JUDGED: Final = Options(date(2026, 11, 22), "casual-duel")
MAIN: Final = 40
COPIES: Final = 3
SIGNATURES: Final = 3
FIELDS: Final = 3
RUNES: Final = 12
# The most energy that a cheap card costs.
CHEAP: Final = 3
# Of three decks one holds nothing that is not cheap, and one leans on what shares a tag or keyword with some card; such
# a card is drawn so many times as often.
ANY, CHEAPLY, KINDRED = range(3)
KINSHIP: Final = 6
# The fewest and the most runes of a legend's first domain.
CUT: Final = (4, 8)


class IllegalDeckError(AssertionError):
    """A deck that was drawn and that the validator does not call legal."""


class Drawer:
    """Draws decks from what can be executed of the sets, evenly over legends and over the names that go with them."""

    def __init__(self, db: CardDatabase) -> None:
        self.db = db
        playable = [card for card in cards_of(db) if card.executable]
        self.legends = [card for card in playable if card.kind == "legend"]
        self.battlefields = [card for card in playable if card.kind == "battlefield"]
        self.main = [card for card in playable if card.kind == "main"]
        # How many legends a card goes with: what goes with few is drawn the more often.
        self.homes = {card.name: sum(_within(card, legend) for legend in self.legends) for card in self.main}

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
            extra_legends=self._extra_legends(rng, legend, counts),
        )
        self._judge(deck)
        return deck

    def _main(self, rng: random.Random, legend: Card, champion: Card) -> Counter[str]:
        """Return 40 names: the champion, now and then signature cards, and what the domains hold."""
        counts: Counter[str] = Counter((champion.name,))
        own = [card for card in self.main if card.is_signature and card.champion_tag == legend.champion_tag]
        signatures = _copies(own, counts)
        counts.update(rng.sample(signatures, min(rng.randint(0, SIGNATURES), len(signatures))))
        within = [card for card in self.main if not card.is_signature and _within(card, legend)]
        lean = rng.randrange(3)
        if lean == CHEAPLY:
            # A deck of what is cheap fills the board, as many texts ask for.
            within = [card for card in within if (card.energy or 0) <= CHEAP]
        kin = _kin(rng.choice(within), within) if lean == KINDRED else frozenset()
        rest = _copies(within, counts)
        # Drawn without putting back, each in proportion to its weight (Efraimidis and Spirakis, 2006).
        rest.sort(key=lambda name: rng.random() ** (self.homes[name] / (KINSHIP if name in kin else 1)))
        counts.update(rest[counts.total() - MAIN :])
        return counts

    def _extra_legends(self, rng: random.Random, legend: Card, counts: Counter[str]) -> tuple[str, ...]:
        """Return as many further legends as a card of the deck lets it register, of names that all differ."""
        most = max(self.db.by_name[name].extra_legends for name in counts)
        others = [one.name for one in self.legends if one.name != legend.name]
        return tuple(rng.sample(others, most))

    def _judge(self, deck: GameDeck) -> None:
        data = {
            "legend": deck.legend,
            "champion": deck.champion,
            "champion_apart": True,
            "main": _lines(deck.main),
            "runes": _lines(deck.runes),
            "battlefields": _lines(deck.battlefields),
            "extra_legends": list(deck.extra_legends),
        }
        report = check(resolve(from_mapping(data), self.db), self.db, JUDGED)
        if report.verdict != "legal":
            raise IllegalDeckError("; ".join(issue.message for issue in report.issues))


def _copies(cards: list[Card], counts: Counter[str]) -> list[str]:
    """Return the names of cards as often as they may still be added."""
    return [card.name for card in cards for _ in range(_most(card) - counts[card.name])]


def _kin(model: Card, cards: list[Card]) -> frozenset[str]:
    """Return the names of the cards that share a tag or keyword with one."""
    marks = {*model.tags, *model.keywords}
    return frozenset(card.name for card in cards if not marks.isdisjoint((*card.tags, *card.keywords)))


def _most(card: Card) -> int:
    """Return how many copies of a card a deck may hold."""
    return 1 if card.unique else card.copies or COPIES


def _within(card: Card, legend: Card) -> bool:
    return not card.domain_bits & ~legend.domain_bits


def _leads(card: Card, legend: Card) -> bool:
    return card.is_champion and card.champion_tag == legend.champion_tag


def _lines(names: tuple[str, ...]) -> list[dict[str, str | int]]:
    return [{"name": name, "count": count} for name, count in Counter(names).items()]
