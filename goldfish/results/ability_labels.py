"""Short labels of the abilities of a list, by the key under which games count them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb import CardDataError
from riftcheck.carddb.abilities.description import ability_texts
from riftcheck.carddb.abilities.loader import abilities_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase

MAX_LETTERS: Final = 72  # letters, so that a table has room for numbers


def ability_labels(db: CardDatabase, names: Iterable[str]) -> dict[str, str]:
    """Return the first words of each ability of cards by its key, a card's name and the place among its abilities.

    Cards of which nothing is known have none, nor have abilities that come from keywords.
    """
    found: dict[str, str] = {}
    for name in names:
        card = db.find(name).card
        try:
            text = None if card is None else abilities_of(db, card)
        except CardDataError:
            continue
        for place, says in enumerate(ability_texts(text) if text is not None else ()):
            found[f"{name}/{place}"] = first_words(says)
    return found


def first_words(text: str) -> str:
    """Return the first words of a text, at most `MOST` letters, with three dots where more follow."""
    if len(text) <= MAX_LETTERS:
        return text
    return text[: MAX_LETTERS - 3].rpartition(" ")[0].rstrip(",;:.") + "..."
