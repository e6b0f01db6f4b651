"""The one door for a list in any of the contract's forms: a text, a deck code, or an object with sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.decks.codes import from_code, is_code
from riftcheck.decks.document import DeckFieldError, Path, check_entries, choices, entries, from_mapping, is_name
from riftcheck.decks.model import Deck, Entry, Line, Parsed
from riftcheck.decks.text import parse

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

_BESIDE: Final = frozenset({"text", "code", "champion", "choices", "extra_legends"})


def read_list(data: dict[str, Any], db: CardDatabase) -> Parsed:
    """Return the list that an object describes, with the account of its lines where it is a text.

    :raises DeckFieldError: if the object is not of the contract's form.
    :raises DeckReadError: if the text or code cannot be read.
    """
    if "text" not in data and "code" not in data:
        return Parsed(from_mapping(data))
    errors: list[tuple[Path, str]] = [
        ((key,), "cannot stand beside text or code; champion, choices and extra_legends can")
        for key in data
        if key not in _BESIDE
    ]
    if "text" in data and "code" in data:
        errors.append((("code",), "give text or code, not both"))
    errors += [((key,), "must be a text") for key in ("text", "code") if not isinstance(data.get(key, ""), str)]
    chosen = choices(data.get("choices", {}), errors)
    extra_legends = entries(data.get("extra_legends", []), ("extra_legends",), errors)
    champion = data.get("champion")
    if champion is not None:
        is_name(champion, ("champion",), errors)
    if errors:
        raise DeckFieldError(errors)
    parsed = read_text(data["text"], db) if "text" in data else from_code(data["code"], db)
    if champion is not None:
        _name_champion(parsed.deck, champion, db)
    parsed.deck.choices.update(chosen)
    if extra_legends:
        parsed.deck.extra_legends += extra_legends
        check_entries(parsed.deck, errors)
        if errors:
            raise DeckFieldError(errors)
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


def _name_champion(deck: Deck, champion: str, db: CardDatabase) -> None:
    """Take the champion named beside a text or code; one that the list itself names is set aside, not lost."""
    wanted = db.find(champion).card
    own = [entry for entry in deck.champion if wanted is not None and db.find(entry.written).card is wanted]
    deck.replaced = [entry for entry in deck.champion if entry not in own]
    deck.champion = own[:1] or [Entry(champion, 1)]
