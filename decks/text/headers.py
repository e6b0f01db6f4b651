"""The headers of a deck list in the spellings that sites and people use, and lines that are surely no card."""

from __future__ import annotations

import re
from typing import Final, Literal

from riftcheck.decks.model import Zone

# "any": a header over cards of all kinds, which then go by their own kind.
Place = Zone | Literal["any"]

_ALIASES: Final[dict[Place, str]] = {
    "legend": "legend, legends, champion legend, champion legends, starting legend",
    "champion": "champion, champions, chosen champion, chosen champions, chosen champion unit",
    "main": "main, main deck, maindeck, main deck cards, deck, unit, units, spell, spells, gear, gears, equipment"
    ", champion units, champion unit, signature units, signature spells, signature gear, signature cards",
    "runes": "rune, runes, rune deck, runedeck, rune pool, runepool, basic runes",
    "battlefields": "battlefield, battlefields, battle field, battle fields",
    "sideboard": "sideboard, side board, side deck, sidedeck, side",
    "extra_legends": "extra legend, extra legends, additional legend, additional legends, further legend"
    ", further legends, other legend, other legends, non champion legend, non champion legends"
    ", neeko legend, neeko legends, neekos legend, neekos legends",
    "any": "main board, mainboard, deck list, decklist, full deck",
}
HEADERS: Final[dict[str, Place]] = {
    alias: place for place, aliases in _ALIASES.items() for alias in aliases.split(", ")
}
SQUEEZED: Final[dict[str, Place]] = {alias.replace(" ", ""): place for alias, place in HEADERS.items()}

LONGEST: Final = 60
_HEADER: Final = re.compile(
    r"[\W_]*([a-z][a-z '\u2019-]*[a-z])[\W_]*(?:\d{1,3}(?:\s*(?:/|of)\s*\d{1,3})?\s*(?:cards?|total)?[\W_]*)?",
    re.IGNORECASE,
)
# The card that lets extra legends be registered, in brackets after the header over these: Legends (Neeko).
_HOST: Final = re.compile(r"\s*[(\[]\s*(?:for\s+)?neeko\b[^()\[\]]*[)\]]", re.IGNORECASE)
_WITHIN_WORDS: Final = str.maketrans({"-": " ", "'": None, "\u2019": None})
_TOTAL_WORDS: Final = frozenset({"total", "totals", "card", "cards", "count", "quantity", "qty"})
_AROUND_TOTALS: Final = frozenset(
    {"name", "names", "id", "set", "number", "type", "in", "of", "the", "and", "all", "code"},
)
_MADE: Final = frozenset(
    {"created", "exported", "generated", "made", "built", "imported", "saved", "copied", "shared"},
)
_MADE_BY: Final = frozenset({"with", "by", "from", "on", "at", "in", "using", "via"})
_HEADER_WORDS: Final = frozenset(word for alias in HEADERS for word in alias.split())
_WORDS: Final = re.compile(r"[a-z]+|[^\W\d_]+")
METADATA: Final = frozenset(
    {"deck", "deck name", "deckname", "deck title", "deck code", "code", "deck url", "deck link", "name", "title"}
    | {"author", "by", "player", "player name", "username", "user", "event", "tournament", "format", "date", "notes"}
    | {"note", "description", "url", "link", "source", "archetype", "record", "placement", "place", "location"}
    | {"last updated", "updated", "version", "tags", "domain", "domains"},
)
# Keys over a text that can be anything, so that a count and a name there may be a card.
FREE: Final = frozenset({"name", "title", "notes", "note", "description"})
NOTHING: Final = frozenset({"none", "empty", "nothing", "n/a", "-"})


def header(line: str) -> Place | None:
    """Return the place that a header opens, counts and ornaments around it forgiven; None if it is no header."""
    if len(line) > LONGEST:
        return None
    found = _HEADER.fullmatch(line)
    if found is not None:
        return HEADERS.get(phrase(found[1]))
    plain, hosts = _HOST.subn("", line)
    return "extra_legends" if hosts and header(plain) in {"legend", "extra_legends"} else None


def phrase(words: str) -> str:
    """Return a header's words as they stand in the table."""
    return " ".join(words.casefold().translate(_WITHIN_WORDS).split())


def is_furniture(line: str) -> bool:
    """Tell whether a line is surely no card: a separator, an address, a total, or who made the list.

    Only what can hold no card counts, because a card that is passed over could make an illegal deck legal.
    """
    if not any(letter.isalnum() for letter in line):
        return True
    words = line.split()
    first = words[0].casefold()
    if len(words) == 1 and first.startswith(("http://", "https://", "www.")):
        return True
    if len(line) > LONGEST * 2:
        return False
    if first in _MADE and len(words) > 1 and words[1].casefold() in _MADE_BY:
        return True
    found = set(_WORDS.findall(line.casefold()))
    return bool(found & _TOTAL_WORDS) and found <= (_TOTAL_WORDS | _AROUND_TOTALS | _HEADER_WORDS)


def metadata(line: str) -> tuple[str, str] | None:
    """Return key and value of a line such as `Author: somebody`; None if it is no such line."""
    key, colon, value = line.partition(":")
    if not colon or len(key) > LONGEST:
        return None
    key = phrase(key.strip(" *_#"))
    return (key, value.strip(" *_")) if key in METADATA else None
