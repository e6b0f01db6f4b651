"""Lists that are all different, as a deck site sends them: the real ones of the tests with two cards exchanged.

They are drawn with a seed, so that every run asks for the same.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from bench import lists
from riftcheck import carddb

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase

LISTS: Final = 5000
_SEED: Final = 17
_EXCHANGED: Final = 2


def different(count: int = LISTS) -> list[str]:
    """Return so many different texts. What takes a card's place is of the legend's domains and not in the list."""
    db, rng = carddb.load(), random.Random(_SEED)
    drawn = [(text.splitlines(), _others(text, db)) for text in lists.texts()]
    found: dict[str, None] = {}
    while len(found) < count:
        lines, others = rng.choice(drawn)
        places = [place for place, line in enumerate(lines) if _is_exchanged(line, db)]
        changed = list(lines)
        for place, name in zip(rng.sample(places, _EXCHANGED), rng.sample(others, _EXCHANGED), strict=True):
            changed[place] = f"{lines[place].partition(' ')[0]} {name}"
        found["\n".join(changed)] = None
    return list(found)


def repeated(texts: list[str], count: int, share: float) -> list[str]:
    """Return so many texts in the order in which they are asked for, of which a share was asked for before.

    What comes again is any of the last hundred that were new, so that a small cache holds it.
    """
    rng = random.Random(_SEED)
    asked: list[str] = []
    new = 0
    for _ in range(count):
        if new and rng.random() < share:
            asked.append(texts[rng.randrange(max(0, new - 100), new) % len(texts)])
        else:
            asked.append(texts[new % len(texts)])
            new += 1
    return asked


def _card(line: str, db: CardDatabase) -> Card | None:
    return db.find(line.partition(" ")[2]).card


def _is_exchanged(line: str, db: CardDatabase) -> bool:
    """Tell whether a line is one of several copies of a card of the main deck."""
    card = _card(line, db)
    return line[:2] in {"2 ", "3 "} and card is not None and card.kind == "main"


def _others(text: str, db: CardDatabase) -> list[str]:
    """Return the names of cards that a list may take instead of its own."""
    cards = [card for line in text.splitlines() if (card := _card(line, db)) is not None]
    domains = next(card.domain_bits for card in cards if card.kind == "legend")
    return [
        card.name
        for card in db.cards
        if card.kind == "main"
        and card not in cards
        and not (card.domain_bits & ~domains or card.is_signature or card.unique)
    ]
