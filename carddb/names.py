"""Names and printing ids in every spelling that people use, and the one card that each means.

Two keys stand for a name. The strict key forgives case, width, accents, quotes, dashes and how a title is joined
(`A - B` is `A, B`); the loose key keeps letters, digits and `!` only. A spelling finds a card by its strict key, else
by its loose one, also where it lacks the `!` of a name, unless that is another card's name. Where a key fits several
cards it finds none of them and says which they are.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_NAME: Final = 200

_QUOTES: Final = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u2032\u02bc\u00b4`", "'") | dict.fromkeys("\u201c\u201d\u201e", '"'),
)
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_IN_HEADERS: Final = str.maketrans(
    dict.fromkeys("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212", " ") | dict.fromkeys("'\u2019"),
)
_JOINS: Final = re.compile(r"\s*,\s*|\s+-+\s+|\s+")
_MARKS: Final = re.compile(r"(?:[^\w\s]|_)+")
_NOT_LOOSE: Final = re.compile(r"(?:[^\w!]|_)+")
# Words that sites append to a name to tell a printing: dropped when the name with it is unknown.
_DECORATION: Final = re.compile(
    r"\s*[(\[](?:alt(?:ernate|ernative)? art|over-?numbered|signature|signed|showcase|extended art|full art|foil"
    r"|starter|metal|launch exhibit(?:ion)?|[^()\[\]]{0,60}promo|[a-z][a-z0-9]?[a-z]-[a-z0-9*/-]{1,12})[)\]]\s*\Z",
    re.IGNORECASE,
)
_STARTER: Final = " starter"
_NAME: Final = re.compile(r"(?=.*[^\W\d_])[^\W_][^\[\]{}<>|\\?*#@=_~^$%;]*")

_ID: Final = re.compile(
    r"\s*[\[(]?\s*([A-Za-z][A-Za-z0-9]?[A-Za-z])[-_ ]((?:[Rr]|[Ss][Pp]|[Tt])?)([0-9]{1,3})"
    r"(?:[-_ ]?([A-Za-z*]|[Ss][Tt][Aa][Rr]))?"  # the mark of the art: a, b, *, s, star; a token's own letter
    r"(?:[-_ ]?[Pp][0-9]?)?(?:[/-]([0-9]{2,3}))?"  # -P, -P2: a promotional printing; the total of the numbering
    r"(?:[-_ ][1-9])?(?:[-_ ]?(?:foil|nexus|release|star))?\s*[\])]?\s*",  # the art number of TTS, and finishes
    re.IGNORECASE,
)
_STARS: Final = frozenset({"*", "s", "star"})
ART_MARKS: Final = ("", "a", "b", "*")  # the art suffixes of known printings


def strict_key(name: str) -> str:
    """Return the key under which a spelling is looked up first."""
    return _kept_strict_key(name) if len(name) <= MAX_NAME else _strict_key(name)


def _strict_key(name: str) -> str:
    if "&" in name:
        name = html.unescape(name)
    if not name.isascii():
        name = unicodedata.normalize("NFKD", name.translate(_QUOTES).translate(_DASHES))
        name = "".join(letter for letter in name if not unicodedata.combining(letter)).translate(_QUOTES)
    elif "`" in name:
        name = name.translate(_QUOTES)
    return _JOINS.sub(" ", name).strip().casefold()


# The rules look up each unknown name about ten times per date, and a deck has at most a few hundred names.
_kept_strict_key: Final = lru_cache(maxsize=1024)(_strict_key)


def loose_key(name: str) -> str:
    """Return the letters, digits and exclamation marks of a spelling, in lower case and without space."""
    return _NOT_LOOSE.sub("", strict_key(name))


def bare_keys(key: str) -> tuple[str, ...]:
    """Return a strict key as people type it without any punctuation: with nothing in its place, and with a space."""
    if key.replace(" ", "").isalnum():
        return ()
    return tuple(dict.fromkeys(" ".join(_MARKS.sub(instead, key).split()) for instead in ("", " ")))


def header_key(words: str) -> str:
    """Return the key to look up the words of a header: without case, accents, hyphens and apostrophes."""
    if not words.isascii():
        words = unicodedata.normalize("NFKD", words)
        words = "".join(letter for letter in words if not unicodedata.combining(letter))
    return " ".join(words.translate(_IN_HEADERS).casefold().split())


def may_be_name(text: str) -> bool:
    """Return True if a text can be a card name: it begins with a letter or digit and has no mark of other texts."""
    return _NAME.fullmatch(strict_key(text)) is not None and "://" not in text


def undecorated(name: str) -> str | None:
    """Return a name without what tells its printing, such as `(Alternate Art)`; None where it has nothing of that."""
    shorter = _DECORATION.sub("", name, count=1)
    return shorter if shorter != name and shorter else None


def id_key(text: str) -> tuple[str, str | None] | None:
    """Return a printing id in the database's spelling, and the collector total after a slash; None if it is no id.

    `ogn-7A`, `[OGN-007a]` and `OGN_007_a` are all `OGN-007a`; `UNL-230-STAR` is `UNL-230*`; a token's own letter
    falls away.
    """
    found = _ID.fullmatch(text)
    if found is None:
        return None
    code, prefix, number, mark, total = found.groups()
    prefix = prefix.upper()
    mark = (mark or "").lower()
    width = {"": 3, "SP": 0}.get(prefix, 2)
    if mark in _STARS:
        mark = "*"
    elif mark == "p" or prefix == "T":
        mark = ""
    return f"{code.upper()}-{prefix}{int(number):0{width}d}{mark}", total


def unmarked(printing_id: str) -> str:
    """Return an id in the database's spelling without its art suffix: `OGN-007` for `OGN-007c`."""
    return printing_id if printing_id[-1].isdigit() else printing_id[:-1]


def index(cards: Iterable[dict[str, Any]]) -> dict[str, dict[str, list[int]]]:
    """Return, for `strict` and `loose` keys and printing `ids`, the positions of the cards that each may mean."""
    strict: dict[str, list[int]] = {}
    short: dict[str, list[int]] = {}
    ids: dict[str, list[int]] = {}
    for position, card in enumerate(cards):
        for spelling in _spellings(card):
            _add(strict, strict_key(spelling), position)
        full_name = card.get("full_name", card["name"])
        if ", " in full_name:
            _add(short, strict_key(full_name.partition(", ")[0]), position)
        for printing in card["printings"]:
            _add(ids, printing["id"], position)
            _add(ids, printing["id"].partition("/")[0], position)
    # The name of a champion alone fits all of its cards; where it fits one, it is still not that card's name.
    for key, positions in short.items():
        if key not in strict and len(positions) > 1:
            strict[key] = positions
    loose: dict[str, list[int]] = {}
    for key, positions in strict.items():
        letters = _NOT_LOOSE.sub("", key)
        for position in positions if letters else ():
            _add(loose, letters, position)
    return {"strict": strict, "loose": _unmarked(loose) | loose, "ids": ids}


def _unmarked(loose: dict[str, list[int]]) -> dict[str, list[int]]:
    """Return loose keys without exclamation marks, with all the cards that each may mean then."""
    found: dict[str, list[int]] = {}
    for letters, positions in loose.items():
        for position in positions:
            _add(found, letters.replace("!", ""), position)
    found.pop("", None)
    return found


def _add(found: dict[str, list[int]], key: str, position: int) -> None:
    positions = found.setdefault(key, [])
    if position not in positions:
        positions.append(position)


def _spellings(card: dict[str, Any]) -> Iterable[str]:
    """Yield the names of a card: a legend's title alone and with its champion, a starter also without that word."""
    names = {card["name"], card.get("full_name", card["name"]), *card.get("aliases", ())}
    for name in sorted(names):
        yield name
        if "Legend" in card["type"] and strict_key(name).endswith(_STARTER):
            yield name[: -len(_STARTER)].rstrip(" -(")
