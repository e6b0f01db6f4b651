"""The headers of a deck list in the spellings that sites and people use, and lines that are surely no card."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from riftcheck.carddb.names import header_key
from riftcheck.decks.model import Zone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase

# "any": a header for cards of all types; each goes to the section of its type. "aside": for cards outside the deck.
Place = Zone | Literal["any"]
Opened = Place | Literal["aside"]

_ALIASES: Final[dict[Place, str]] = {
    "legend": "legend, legends, champion legend, champion legends, starting legend",
    "champion": "champion, champions, chosen champion, chosen champions, chosen champion unit",
    "main": "main, main deck, maindeck, main deck cards, deck, unit, units, spell, spells, gear, gears, equipment"
    ", champion units, champion unit, signature units, signature spells, signature gear, signature cards",
    "runes": "rune, runes, rune deck, runedeck, rune pool, runepool, basic runes",
    "battlefields": "battlefield, battlefields, battle field, battle fields",
    "sideboard": "sideboard, side board, side deck, sidedeck, side, sb",
    "extra_legends": "extra legend, extra legends, additional legend, additional legends, further legend"
    ", further legends, other legend, other legends, non champion legend, non champion legends"
    ", neeko legend, neeko legends, neekos legend, neekos legends",
    "any": "main board, mainboard, deck list, decklist, full deck",
}
HEADERS: Final[dict[str, Place]] = {
    alias: place for place, aliases in _ALIASES.items() for alias in aliases.split(", ")
}
SQUEEZED: Final[dict[str, Place]] = {alias.replace(" ", ""): place for alias, place in HEADERS.items()}
# The spellings in most decklists; they need no search.
USUAL: Final[dict[str, Place]] = {
    f"{words}{end}": place
    for alias, place in HEADERS.items()
    for words in (alias.title(), alias.capitalize(), alias.upper(), alias)
    for end in (":", "")
}

# Kinds of main deck cards, over which lists have groups within a section.
KINDS: Final = frozenset(
    words for words, place in HEADERS.items() if place == "main" and "main" not in words and words != "deck"
)

LONGEST: Final = 60
# Words, and after them a count such as (40), 40/40 or 40 cards.
_HEADER: Final = re.compile(
    r"[\W_]*([^\W\d_](?:[^\W\d_]|[ '\u2019-](?=[\w ]))*)[\W_]*"
    r"(?:\d{1,3}(?:\s*(?:/|of)\s*\d{1,3})?\s*([^\W\d_]*)[\W_]*)?",
)
# Headers for cards that are not in the deck.
ASIDE: Final = frozenset(
    {"maybeboard", "maybe board", "maybe", "considering", "overflow", "wishlist", "wish list", "acquireboard"}
    | {"acquire board", "cuts", "cut", "tokens", "token"},
)
# The card that lets extra legends be registered, in brackets after the header over these: Legends (Neeko).
_HOST: Final = re.compile(r"\s*[(\[]\s*(?:for\s+)?neeko\b[^()\[\]]*[)\]]", re.IGNORECASE)
_TOTAL_WORDS: Final = frozenset({"total", "totals", "subtotal", "card", "cards", "count", "quantity", "qty"})
_AROUND_TOTALS: Final = frozenset(
    {"name", "names", "id", "set", "number", "type", "in", "of", "the", "and", "all", "code"},
)


def _aside(words: Iterable[str]) -> dict[str, Opened]:
    return dict.fromkeys(words, "aside")


# The parts of a deck that a word beside a card names. A kind of cards, such as Spell or Champion, is none of these.
_PARTS: Final[dict[str, Opened]] = (
    {words: place for words, place in HEADERS.items() if place == "sideboard" or words.startswith("main")}
    | _aside(ASIDE - {"token", "tokens"})
    | _aside({"out", "removed", "consider", "considered", "maybes"})
)
# These name a part also among other words: (in sideboard), [Maybeboard, Removal].
_PART_WORDS: Final = re.compile(r"\b(?:(side ?board|sb|side ?deck)|(maybe ?(?:board|s)?))\b")
_BRACES: Final = re.compile(r"\{[^{}]*\}")
_MADE: Final = frozenset(
    {"created", "exported", "generated", "made", "built", "imported", "saved", "copied", "shared"},
)
_MADE_BY: Final = frozenset({"with", "by", "from", "on", "at", "in", "using", "via"})
_SECTION_WORDS: Final = frozenset(
    word for alias, place in HEADERS.items() if place != "extra_legends" for word in alias.split()
)
_WHOLE_DECK: Final = frozenset({"", "deck", "decklist", "deck list", "full deck"})
_DIGITS: Final = re.compile(r"[\d\W_]+")
_PRICE: Final = (
    r"(?:(?:US|R|A|C)?[$\u20ac\u00a3\u00a5]\s?\d+(?:[.,]\d+)*"
    r"|\d+(?:[.,]\d+)*\s?(?:[$\u20ac\u00a3\u00a5]|(?:EUR|USD|GBP|BRL|CHF|JPY|CNY|KRW)\b))"
)
_FIGURE: Final = re.compile(
    r"(?:(?:(?:total|sub ?total)(?: price)?|price|value|win ?rate|record|w-l|date|place|result|score)\s?:?\s*)?"
    rf"(?:\d{{4}}-\d\d?-\d\d?|\d\d?([./-])\d\d?\1(?:20)?\d\d|{_PRICE}|\d+(?:[.,]\d+)?\s?%|\d\d?(?:-\d\d?){{1,2}}"
    r"|\d{1,4}(?:st|nd|rd|th)(?: place)?(?: (?:of|/) \d+)?"
    r"|\d+ (?:wins?|loss(?:es)?|draws?|points?|players?|views?|likes?)"
    r"|\d{1,3}\s?/\s?\d{1,3})"
    r"|sub ?total\s?:?\s*\d*",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(r"(?:(?:deck )?by|player|pilot|author)\s+([^\W\d_][^\d:;,()]*)", re.IGNORECASE)
_COUNTED: Final = re.compile(r"\d{1,3}x?\s+(?=[^\W\d_].*:$)")
_SUMMED: Final = re.compile(r"\b(?:sub)?(?:total|card|count|quantity|qty|all|the)", re.IGNORECASE)
_NO_SUM: Final = frozenset(",;|")
_NUMBERS: Final = re.compile(r"\d+")
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


class Header(NamedTuple):
    """The part of a deck that a header opens.

    `total`: it has a word such as cards or total, and may be a mere sum. `kind`: it names a kind of main deck cards,
    which the sideboard has too.
    """

    place: Opened
    total: bool
    kind: bool = False


def header(line: str, db: CardDatabase) -> Header | None:
    """Return what a header opens, without regard to counts and ornaments around it; None if the line is no header."""
    if len(line) > LONGEST:
        return None
    found = _HEADER.fullmatch(_COUNTED.sub("", line, count=1) if line[0].isdecimal() else line) if line else None
    if found is None:
        plain, hosts = _HOST.subn("", line)
        opened = header(plain, db) if hosts else None
        return opened and Header("extra_legends", opened.total) if opened in _OVER_LEGENDS else _sum(line)
    if found[2] and not _is_total(found[2], db):
        return _sum(line)
    words = header_key(found[1])
    place = _place(words, db)
    if place is not None:
        return Header(place, total=False, kind=words in KINDS)
    first, _, last = words.rpartition(" ")
    place = _place(first, db) if _is_total(last, db) else None
    return _sum(line) if place is None else Header(place, total=True, kind=first in KINDS)


def _sum(line: str) -> Header | None:
    """Return what words of totals, articles and numbers around the words of one section open: Total Sideboard: 3."""
    if _SUMMED.search(line) is None or any(letter in _NO_SUM for letter in line):
        return None
    words = header_key(_DIGITS.sub(" ", line)).split()
    rest = " ".join(word for word in words if word not in _TOTAL_WORDS and word not in _AROUND_TOTALS)
    if rest in _WHOLE_DECK or len(rest.split()) == len(words):
        return None
    place = "aside" if rest in ASIDE else HEADERS.get(rest)
    return None if place is None else Header(place, total=True, kind=rest in KINDS)


_OVER_LEGENDS: Final = (Header("legend", total=False), Header("extra_legends", total=False))


def _place(words: str, db: CardDatabase) -> Opened | None:
    place = HEADERS.get(words)
    if place is not None:
        return place
    if words in ASIDE:
        return "aside"
    told = db.headers.get(words)
    return None if told == "total" else told


def _is_total(word: str, db: CardDatabase) -> bool:
    return word.casefold() in _TOTAL_WORDS or db.headers.get(header_key(word)) == "total"


def place_of(words: str, db: CardDatabase) -> Opened | None:
    """Return the section that words open as a header, without regard to case and accents; None for other words."""
    return _place(header_key(words), db) if len(words) <= LONGEST else None


def part_of(words: str, db: CardDatabase, *, alone: bool = False) -> Opened | None:
    """Return the part of a deck that words beside a card, such as those in brackets after it, name.

    `alone`: nothing but the words of the part counts.
    """
    if len(words) > LONGEST:
        words = words[:LONGEST]
    key = header_key(_BRACES.sub("", words) if "{" in words else words).strip(" ?!.:,;+")
    place = _PARTS.get(key) or db.headers.get(key)
    if place in {"main", "any"} and key not in _PARTS:
        return None  # a kind of cards in another language
    if place in {"sideboard", "aside", "main"}:
        return "main" if place == "main" else "sideboard" if place == "sideboard" else "aside"
    found = None if alone else _PART_WORDS.search(key)
    return None if found is None else "sideboard" if found[1] else "aside"


def part_before(line: str) -> Opened | None:
    """Return the part outside the main deck with whose name a comment begins: `# Sideboard options`."""
    found = _PART_WORDS.match(header_key(line[:LONGEST]).lstrip("#/~*= "))
    return None if found is None else "sideboard" if found[1] else None if found[2] == "maybe" else "aside"


def is_note(line: str) -> bool:
    """Return True for a date, record, price, percentage, place or result, also after its key: `Price: $3`."""
    return len(line) <= LONGEST and _FIGURE.fullmatch(line) is not None


def person(line: str) -> str | None:
    """Return the name in a line such as `Player Bob` or `by Bob`; None if it is no such line."""
    found = _PERSON.fullmatch(line) if len(line) <= LONGEST else None
    return found and found[1]


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
    if not found & _TOTAL_WORDS:
        return False
    more = found - _TOTAL_WORDS - _AROUND_TOTALS - {"deck", "decklist"}
    # 40 cards main deck, 8 cards sideboard; words over one part only are a header or a problem.
    return not more or (more <= _SECTION_WORDS and len(_NUMBERS.findall(line)) > 1)


def metadata(line: str) -> tuple[str, str] | None:
    """Return key and value of a line such as `Author: somebody`; None if it is no such line."""
    key, colon, value = line.partition(":")
    if not colon or len(key) > LONGEST:
        return None
    key = header_key(key.strip(" *_#"))
    return (key, value.strip(" *_")) if key in METADATA else None
