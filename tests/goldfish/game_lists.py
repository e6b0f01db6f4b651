"""Lists that the goldfish tests play: a real one, and small ones of plain units whose games can be reckoned by hand."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bench.random_decks import Drawer
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import DeckZones, Opponent, Run
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.game import GameDeck
    from riftcheck.goldfish.plan.prepared_run import PreparedRun

LISTS = ROOT / "tests" / "fixtures" / "lists"
BLANK = "Blank Battlefield"
# A unit that costs 3 energy and has Might 3, and nothing else.
PLAIN = "Shipyard Skulker"
RUNE = "Chaos Rune"


def real(db: CardDatabase) -> DeckZones:
    """Return list-072, which is wholly of Origins."""
    deck = read_list({"text": (LISTS / "list-072.txt").read_text("utf-8")}, db).deck
    return DeckZones.of(zones_for_play(resolve(deck, db)), "list-072")


def plain(count: int = 40, name: str = PLAIN, rune: str = RUNE) -> DeckZones:
    """Return a list of one plain unit, with a battlefield without a text."""
    return DeckZones((name,) * count, (rune,) * 12, (BLANK,))


def of_deck(deck: GameDeck) -> DeckZones:
    """Return a deck as a list."""
    return DeckZones(deck.main, deck.runes, deck.battlefields, deck.legend, deck.champion)


def drawn(db: CardDatabase, seed: int) -> DeckZones:
    """Return a list drawn at random from the cards that can be played."""
    return of_deck(Drawer(db.cards).deck(random.Random(seed)))


def table(db: CardDatabase, listed: DeckZones, opponent: Opponent | None = None, **values: object) -> PreparedRun:
    """Return a run made ready for playing."""
    return prepare(Run(listed, opponent or Opponent(), **values), db)  # type: ignore[arg-type]
