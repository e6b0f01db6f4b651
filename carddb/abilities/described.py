"""The description of a card of a database, which knows the tokens that the card plays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.abilities.description.keywords import keyword_words
from riftcheck.carddb.abilities.description.speech import Token, Voice
from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.errors import CardDataError

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.model import Card


def described(db: CardDatabase, abilities: CardAbilities) -> list[str]:
    """Return the texts of a card, in which the tokens of the database have their Might, keywords and places.

    :raises TypeError: as `describe` does.
    """
    return describe(abilities, partial(_token_of, db))


def description(db: CardDatabase, card: Card) -> list[str] | None:
    """Return the description of a card: a text for each keyword and ability. None if that is unknown."""
    try:
        abilities = abilities_of(db, card)
    except CardDataError:
        return None
    return None if abilities is None else described(db, abilities)


def _token_of(db: CardDatabase, name: str) -> Token | None:
    """Return what a reader has to know of a token; None where the database has no such card."""
    card = db.by_name.get(name)
    if card is None:
        return None
    try:
        text = abilities_of(db, card)
    except CardDataError:
        text = None  # the fault is told where that card is asked for
    keywords = () if text is None else tuple(keyword_words(keyword, Voice(me="it")) for keyword in text.keywords)
    return Token(card.might, keywords, "Unit" in card.types)
