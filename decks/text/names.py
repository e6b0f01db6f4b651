"""The item that a piece of a line names: a card by its name, by a printing id, or by both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from riftcheck.carddb import NOT_FOUND
from riftcheck.carddb.model import DOMAINS
from riftcheck.carddb.names import MAX_NAME, id_key, strict_key, undecorated
from riftcheck.decks.text.items import EXAMPLE, ListItem, added_up, shown

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase

BLANK_BATTLEFIELD: Final = "Blank Battlefield"  # TR 602.3.d: limited decks may have it, and no set holds it
_BLANK_KEY: Final = strict_key(BLANK_BATTLEFIELD)
_IN_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_DIGITS: Final = 3  # of a card's number; Top 16 has fewer
_AROUND: Final = " \t,;:|"  # left of lists and tables
_BEFORE: Final = _AROUND + "*_~"
_AFTER: Final = _AROUND + "-\u2013\u2014"  # no star: it is part of an id such as OGN-303*
_FINISHES: Final = (" *F*", " *E*", " *f*", " *e*")
_LONGEST_ID: Final = 24
_DOMAIN_NAMES: Final = frozenset(domain.casefold() for domain in DOMAINS)


def identify(text: str, count: int, db: CardDatabase) -> ListItem:
    """Return the item that a name, an id or both mean. `card` is None where nothing or several cards are meant."""
    name = text.lstrip(_BEFORE).rstrip(_AFTER) or text
    if len(name) > MAX_NAME:
        return unknown(name, count)
    match = db.find(name)
    if match.card is not None and "(" not in name and "[" not in name:
        return ListItem(name, count, match.card)
    name, ids = _split_ids(_without_finish(name, db))
    if not ids:
        card = db.find(name).card
        return ListItem(name, count, card, sure=card is None and is_blank(name))
    if _are_several(name, ids, db):
        message = f'"{shown(text)}" has several ids. Give each card a line of its own, with its count.'
        return ListItem(text, count, problem=message, sure=True)
    if not name or _is_mark(name):
        return by_id(ids[0], count, db)
    return both(name, ids[0], count, db)


def both(name: str, printing: str, count: int, db: CardDatabase) -> ListItem:
    """Return the item that a name with a printing id beside it means; the id tells the printing.

    Where the id is unknown the name stands alone, and the other way round. Two different cards are a problem.
    """
    if len(name) > MAX_NAME:
        return unknown(name, count)
    by_name = db.find(name)
    # An unknown suffix is read by its number only if the name does not contradict it.
    by_id = db.find_known_id(printing) if by_name is NOT_FOUND else db.find_id(printing)
    if by_id.card is None:
        shown_id = printing if len(printing) <= _LONGEST_ID and id_key(printing) is not None else None
        return ListItem(name, count, by_name.card, id=shown_id, sure=is_certain_id(printing, db) or is_blank(name))
    if by_name is NOT_FOUND and db.is_misspelt(name):
        near = db.suggest(name)
        if by_id.card.name not in near and by_id.card.full_name not in near:
            message = (
                f'"{shown(name)}" may be {near[0]}, and {printing} is {by_id.card.name}. Keep the one that is meant.'
            )
            return ListItem(f"{name} ({printing})", count, problem=message, sure=True)
    meant = (by_name.card,) if by_name.card is not None else by_name.candidates
    if meant and by_id.card not in meant:
        message = (
            f'"{shown(name)}" and {printing} are different cards: {printing} is {by_id.card.name}. '
            "Keep the one that is meant."
        )
        return ListItem(f"{name} ({printing})", count, problem=message, sure=True)
    if not meant and any(map(str.isdecimal, name)):
        message = (
            f'"{shown(name)}" is no card, and has a number that may be a count. '
            "Write the count, the name and the id, such as 3 Charm (OGN-043)."
        )
        return ListItem(f"{name} ({printing})", count, problem=message, sure=True)
    return ListItem(name, count, by_id.card, id=printing)


def unknown(name: str, count: int) -> ListItem:
    """Return an item that is no card, or a problem where no name is so long."""
    if len(name) <= MAX_NAME:
        return ListItem(name, count)
    message = f'A name has at most {MAX_NAME} characters; "{shown(name)}" has {len(name)}. {EXAMPLE}'
    return ListItem(name, count, problem=message)


def is_blank(name: str) -> bool:
    """Tell whether a name is that of the battlefield which limited formats give to all."""
    return len(name) < 2 * len(BLANK_BATTLEFIELD) and strict_key(name) == _BLANK_KEY


def is_certain_id(text: str, db: CardDatabase) -> bool:
    """Tell whether a text can only be a printing id, known or not: `RAD-139` and no `Top 8`."""
    key = id_key(text) if len(text) <= _LONGEST_ID else None
    if key is None:
        return False
    code, _, number = key[0].partition("-")
    digits = sum("0" <= letter <= "9" for letter in text.partition("/")[0])
    return code in db.sets or number[0] == "R" or digits >= _DIGITS


def ids_in_row(words: list[str], db: CardDatabase) -> list[ListItem]:
    """Return one copy for each id where all words are ids, equal ones added up; else nothing."""
    words = [word.strip(_AROUND) for word in words]
    if not all(_is_id(word) for word in words) or not any(is_certain_id(word, db) for word in words):
        return []
    return added_up([by_id(word, 1, db) for word in words])


def by_id(printing: str, count: int, db: CardDatabase) -> ListItem:
    """Return the item that a printing id alone means."""
    card = db.find_id(printing).card
    return ListItem(printing, count, card, sure=card is None and is_certain_id(printing, db))


def _split_ids(text: str) -> tuple[str, list[str]]:
    """Return a name without the printing ids around it, and these."""
    ids: list[str] = []
    while True:
        text, printing = split_id(text)
        if printing is None:
            return text, ids
        ids.append(printing)


def _are_several(name: str, ids: list[str], db: CardDatabase) -> bool:
    """Tell whether ids beside a name are of more than one card, or stand in a row under one count."""
    if any(_is_id(word) for word in name.split()):
        return True
    if len(ids) == 1:
        return False
    if not name:
        return True
    cards = [db.find_id(printing).card for printing in ids]
    if cards[0] is not None:
        return any(card is not cards[0] for card in cards)
    return len({id_key(printing) for printing in ids}) > 1 or any(cards)


def _is_mark(name: str) -> bool:
    """Tell whether the words beside an id tell the printing only, such as `(Foil)`, `Alternate Art` or a picture."""
    rest = _IN_BRACKETS.sub("", name)
    return not any(letter.isalnum() for letter in rest) or undecorated(f"- ({rest.strip()})") == "-"


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


def rune_of(item: ListItem, db: CardDatabase) -> Card | None:
    """Return the basic rune that a domain's name alone means, as sites write it among the runes."""
    if item.card is not None or item.written.casefold() not in _DOMAIN_NAMES:
        return None
    return db.find(f"{item.written} Rune").card
