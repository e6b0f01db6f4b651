"""The one door for a list in any of the contract's forms: a text, a deck code, or an object with sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from decks.codes import from_code, is_code
from decks.mapping import DeckFieldError, Path, choices, from_mapping
from decks.model import NORMAL_MAIN, Deck, Entry, Line, Parsed
from decks.text import parse

if TYPE_CHECKING:
    from carddb import CardDatabase

_BESIDE: Final = frozenset({"text", "code", "champion", "choices"})


def read_list(data: dict[str, Any], db: CardDatabase) -> Parsed:
    """Return the list that an object describes, with the account of its lines where it is a text.

    :raises DeckFieldError: if the object is not of the contract's form.
    :raises DeckReadError: if the text or code cannot be read.
    """
    if "text" not in data and "code" not in data:
        return Parsed(from_mapping(data))
    errors: list[tuple[Path, str]] = [
        ((key,), "cannot stand beside text or code; champion and choices can") for key in data.keys() - _BESIDE
    ]
    if "text" in data and "code" in data:
        errors.append((("code",), "give text or code, not both"))
    errors += [((key,), "must be a text") for key in ("text", "code") if not isinstance(data.get(key, ""), str)]
    chosen = choices(data.get("choices"), errors)
    champion = data.get("champion")
    if champion is not None and (not isinstance(champion, str) or not champion.strip()):
        errors.append((("champion",), "must be a name"))
    if errors:
        raise DeckFieldError(errors)
    parsed = read_text(data["text"], db) if "text" in data else from_code(data["code"], db)
    if champion is not None:
        _name_champion(parsed, champion, db)
    parsed.deck.choices.update(chosen)
    return parsed


def read_text(text: str, db: CardDatabase) -> Parsed:
    """Return the list in a text, or the one of a deck code that stands alone in it, as people paste them.

    :raises DeckReadError: if it cannot be read.
    """
    if not is_code(text):
        return parse(text, db)
    parsed = from_code(text.strip(), db)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    parsed.lines = [Line(number, line, "card") for number, line in lines]
    return parsed


def _name_champion(parsed: Parsed, champion: str, db: CardDatabase) -> None:
    """Take the champion named beside a text or code; a copy of another that stood apart goes back to the main deck."""
    deck = parsed.deck
    wanted = db.find(champion).card
    own = [entry for entry in deck.champion if wanted is not None and db.find(entry.written).card is wanted]
    for entry in deck.champion:
        if entry not in own and _stands_apart(entry, deck, db):
            deck.main.append(entry)
    deck.champion = own[:1] or [Entry(champion, 1)]


def _stands_apart(entry: Entry, deck: Deck, db: CardDatabase) -> bool:
    """Tell whether a champion's copy is beside the main deck, as `decks.champion` reads it."""
    if sum(other.count for other in deck.main) == NORMAL_MAIN - 1:
        return True
    card = db.find(entry.written).card
    return not any(db.find(other.written).card is card for other in deck.main)
