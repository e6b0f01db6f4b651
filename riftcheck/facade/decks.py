"""A deck as it is given to the library: a text, a deck code or a document, read with the cards of a database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.errors import RiftcheckError
from riftcheck.decks.document import DeckFieldError
from riftcheck.decks.model import DeckReadError, OtherGameError
from riftcheck.decks.reader import read_list
from riftcheck.facade.arguments import refusal, text_keys
from riftcheck.facade.errors import as_sentences

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Parsed

Deck = str | Mapping[str, Any]


def read_deck(deck: Deck, cards: CardDatabase) -> Parsed:
    """Return a deck as it was read. A text that is a deck code alone is read as that code.

    :raises RiftcheckError: if it is no text, code or document of a deck, cannot be read, or is a deck of another game.
    """
    if isinstance(deck, str):
        deck = {"text": deck}
    if not isinstance(deck, Mapping):
        raise RiftcheckError(
            f"A deck is a text, a deck code or a document, not {type(deck).__name__}; of a file, give its text."
        )
    text_keys("the deck", deck)
    unread = as_sentences(DeckFieldError, DeckReadError, before="The deck cannot be read: ")
    with unread, as_sentences(OtherGameError):
        return read_list(dict(deck), cards)


def day_of(day: date | str | None) -> date:
    """Return a day given as a date or as YYYY-MM-DD; without one, today by the clock of this machine.

    :raises RiftcheckError: if it is no day.
    """
    if day is None:
        return datetime.now(UTC).astimezone().date()
    if isinstance(day, str):
        try:
            return date.fromisoformat(day)
        except ValueError:
            raise RiftcheckError(f"{day!r} is no day; write it as 2026-07-16.") from None
    if not isinstance(day, date):
        raise refusal("date", day, "a date, or a text such as '2026-07-16'")
    return day.date() if isinstance(day, datetime) else day
