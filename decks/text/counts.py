"""The spellings of a count: as a word, in several words, and glued to a name. They are known here and nowhere else.

| spelling | with a name |
|---|---|
| a number, also with an `x` or `*` at either end | `3 Charm`, `3x Charm`, `x3 Charm`, `Charm *3` |
| the same in brackets | `Charm (3)`, `Charm [x3]` |
| a number, and `x`, `*` or `of` as a word | `3 x Charm`, `Charm * 3`, `3 of Charm` |
| a number with a sign, a colon, or words | `+3 Charm`, `3: Charm`, `3 copies of Charm`, `3 pcs Charm` |
| a number without a space after it | `3Charm`, `3xCharm`, `3*Charm`, `3_OGN_043` |

No card's name holds a digit, so that a number is a count or part of a printing id; but a name may begin with Of, and an
id of an overnumbered printing ends with a star.
"""

from __future__ import annotations

import re
from typing import Final

from riftcheck.carddb.names import id_key
from riftcheck.decks.model import MAX_COUNT

STAR: Final = "*"
TIMES: Final = ("x", "X", STAR)
# Signs of multiplication and the Cyrillic letter, which are read as an x.
TIMES_SIGNS: Final = "\u00d7\u2715\u2716\u0445\u0425"
_OF: Final = "of"
COUNTS: Final[dict[str, int]] = {
    spelling: count
    for count in range(1, MAX_COUNT + 1)
    for number in (f"{count}", f"{count:02d}")
    for spelling in (number, *(f"{number}{sign}" for sign in TIMES), *(f"{sign}{number}" for sign in TIMES))
}
_OPENING: Final = ("(", "[")
_CLOSING: Final = (")", "]")


_SPELT: Final = re.compile(
    r"\+?(\d{1,3})(?P<times>x?)(?:\s?:(?!\d))?\s+(?:(?:cop(?:y|ies)|pcs?|pieces?)\.?\s+(?:of\s+)?)?"
    r"(?=[^\W\d_]['\u2019.]?[^\W\d_])",
    re.IGNORECASE,
)


def spelt(text: str) -> str:
    """Return a text with the count before it as a number, for `+3`, `3:`, `3 copies of` and the like."""
    if text[0] not in "+0123456789":
        return text
    found = _SPELT.match(text)
    return text.replace("\\.", ".", 1) if found is None else f"{found[1]}{found['times']} {text[found.end() :]}"


def count_of(word: str) -> int | None:
    """Return the count that a word is, 0 for one out of range, None for a word that is no count."""
    count = COUNTS.get(word)
    if count is not None:
        return count
    word = word.strip(",")
    if word[:1] in _OPENING and word[-1:] in _CLOSING:
        word = word[1:-1]
    core = word[1:] if word[:1] in TIMES else word[:-1] if word[-1:] in TIMES else word
    if not (core.isascii() and core.isdecimal()):
        return None
    return COUNTS.get(word, 0)


def count_at(words: list[str], position: int) -> int | None:
    """Return the count that a word is where it stands, as `count_of` does; the `25*` of `OGN 25*` is none."""
    word = words[position]
    count = count_of(word)
    if count is not None and word[-1] == STAR and position and id_key(f"{words[position - 1]} {word}") is not None:
        return None
    return count


def is_times(word: str) -> bool:
    """Tell whether a word is the sign between a count and a name, as in `3 x Charm`."""
    return word in TIMES


def is_count_after(word: str, before: str) -> bool:
    """Tell whether a count can only belong to the name before it, wherever it stands: `Charm x3`, `Charm (3)`.

    A star alone between a name and a number may begin the next card: `Charm * 2 Defy`.
    """
    return word[0] in TIMES or word[0] in _OPENING or word[-1] == "," or (before in TIMES and before != STAR)


def names_after(words: list[str]) -> list[str]:
    """Return the words after a count without the sign or the `of` that belongs to the count."""
    return words[1:] if len(words) > 1 and (is_times(words[0]) or words[0] in (_OF, _OF.upper())) else words


def names_before(words: list[str]) -> list[str]:
    """Return the words before a count without the sign that belongs to the count."""
    return words[:-1] if len(words) > 1 and is_times(words[-1]) else words


def without_of(name: str) -> str | None:
    """Return a name without the `of` that may belong to the count before it, as in `3 of Charm`; None without one.

    `Of` is the beginning of a name, known or not.
    """
    first, _, rest = name.partition(" ")
    return rest if rest and first in (_OF, _OF.upper()) else None


def is_surely_of_count(name: str) -> bool:
    """Tell whether the `of` before a name that nobody knows belongs to the count: it is small, and the name is not."""
    return name.startswith(f"{_OF} ") and name[len(_OF) + 1].isupper()


def unglued(text: str) -> tuple[int, list[str]] | None:
    """Return the count that is glued to the front of a word, and the names that may come after it, or None.

    `3xCharm` may be `Charm` and a card whose name begins with an x. `2.` may number a list.
    """
    digits = 0
    while digits < len(text) and text[digits] in "0123456789":
        digits += 1
    count = COUNTS.get(text[:digits])
    if count is None:
        return None
    rest = text[digits:].lstrip("_").removeprefix(STAR)
    if not rest[:1].isalpha():
        return None
    return count, [rest, rest[1:]] if is_times(rest[0]) and len(rest) > 1 else [rest]
