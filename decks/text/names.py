"""What a piece of a line names: a card by its name, by a printing id, or by both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from carddb.model import DOMAINS
from carddb.names import MAX_NAME, id_key
from decks.text.items import Item, shown

if TYPE_CHECKING:
    from carddb import Card, CardDatabase

_AROUND: Final = " \t,;:|"  # left of lists and tables
_BEFORE: Final = _AROUND + "*_~"
_AFTER: Final = _AROUND + "-\u2013\u2014"  # no star: it is part of an id such as OGN-303*
_FINISHES: Final = (" *F*", " *E*", " *f*", " *e*")
_LONGEST_ID: Final = 24
_DOMAIN_NAMES: Final = frozenset(domain.casefold() for domain in DOMAINS)


def identify(text: str, count: int, db: CardDatabase) -> Item:
    """Return the item that a name, an id or both mean. `card` is None where nothing or several cards are meant."""
    name = text.lstrip(_BEFORE).rstrip(_AFTER)
    if len(name) > MAX_NAME:
        return Item(name, count)
    match = db.find(name)
    if match.card is not None and "(" not in name and "[" not in name:
        return Item(name, count, match.card)
    name, printing = split_id(_without_finish(name, db))
    if printing is None:
        return Item(name, count, db.find(name).card)
    if not name:
        return Item(printing, count, db.find_id(printing).card)
    return both(name, printing, count, db)


def both(name: str, printing: str, count: int, db: CardDatabase) -> Item:
    """Return the item that a name with a printing id beside it means; the id tells the printing.

    Where the id is unknown the name stands alone, and the other way round. Two different cards are a problem.
    """
    by_id, by_name = db.find_id(printing), db.find(name)
    if by_id.card is None:
        return Item(name, count, by_name.card, id=printing if id_key(printing) is not None else None)
    meant = (by_name.card,) if by_name.card is not None else by_name.candidates
    if meant and by_id.card not in meant:
        message = (
            f'"{shown(name)}" and {printing} are different cards: {printing} is {by_id.card.name}. '
            "Keep the one that is meant."
        )
        return Item(f"{name} ({printing})", count, problem=message)
    return Item(name, count, by_id.card, id=printing)


def split_id(text: str) -> tuple[str, str | None]:
    """Return a name without the printing id before or after it, and the id; an id alone has an empty name."""
    if not any("0" <= letter <= "9" for letter in text):
        return text, None
    if id_key(text) is not None:
        return "", text.strip("()[] ")
    first, _, rest = text.partition(" ")
    if _is_id(first):
        return rest.strip(_AROUND + "-"), first.strip("()[],;:")
    rest, _, last = text.rpartition(" ")
    if _is_id(last):
        return rest.strip(_AROUND + "-"), last.strip("()[],;:")
    return _split_brackets(text)


def _split_brackets(text: str) -> tuple[str, str | None]:
    """Split off `(OGN 043)` and `(OGN-043, Foil)`."""
    opening = max(text.rfind("("), text.rfind("["))
    if opening <= 0:
        return text, None
    name, inside = text[:opening].strip(_AROUND), text[opening:].strip("()[] ")
    for printing in (inside, inside.split(",")[0], inside.split(" ")[0]):
        if _is_id(printing):
            return name, printing
    return text, None


def _is_id(word: str) -> bool:
    return len(word) <= _LONGEST_ID and id_key(word.strip(",;:")) is not None


def _without_finish(name: str, db: CardDatabase) -> str:
    """Drop the mark of a foil, and a set's code alone in brackets."""
    if name.endswith(_FINISHES):
        name = name[:-4].rstrip()
    head, _, last = name.rpartition(" ")
    if head and last[:1] in "([" and last[1:-1].upper() in db.sets and db.find(name).card is None:
        return head
    return name


def rune_of(item: Item, db: CardDatabase) -> Card | None:
    """Return the basic rune that a domain's name alone means, as sites write it among the runes."""
    if item.card is not None or item.written.casefold() not in _DOMAIN_NAMES:
        return None
    return db.find(f"{item.written} Rune").card
