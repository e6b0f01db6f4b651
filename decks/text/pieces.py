"""The words of a line, split at the counts among them.

No card's name holds a digit, so that a number in a line is a count or part of a printing id.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from riftcheck.decks.text.counts import STAR, count_at, count_of, is_count_after, is_times

_OPENING: Final = ("(", "[")
_CLOSING: Final = (")", "]")
_LONGEST_CODE: Final = 3  # letters of a set's code
_CARD_DIGITS: Final = 3  # digits of a card's number; fewer digits after a set are a count, if there is no other count


@dataclass(slots=True)
class Piece:
    """Words with the count written before or after them; 0 stands for one that is out of range."""

    words: list[str]
    count: int | None
    number: str = ""
    after: bool = False


def split(words: list[str], *, after_header: bool, colons: bool = False) -> list[Piece]:
    """Split words at the counts among them. `colons`: a number after a colon is the count of the words before it."""
    pieces: list[Piece] = []
    current = Piece([], None)
    last = len(words) - 1
    for position, word in enumerate(words):
        count = count_at(words, position)
        if _is_set(current.words) and word[-1] == STAR and word[:-1].isdecimal():
            # Pyke, Bloodharbor Ripper (UNL) 228*
            current.words[-1] = f"{current.words[-1][:-1]}-{word})"
        elif count is None:
            if not _is_times(word, current, words[position + 1 : position + 2]):
                current.words.append(word)
        elif _is_set(current.words) and word.isdecimal() and (current.count is not None or len(word) >= _CARD_DIGITS):
            current.words[-1] = f"{current.words[-1][:-1]}-{word})"
        elif (
            current.words
            and current.count is None
            and (position == last or _belongs_before(word, words[position - 1], colons=colons))
        ):
            current.count, current.number, current.after = count, word, True
            pieces.append(current)
            current = Piece([], None)
        else:
            _close(pieces, current, after_header=after_header)
            current = Piece([], count, word)
    _close(pieces, current, after_header=after_header)
    return pieces


def whole(words: list[str], first: Piece) -> Piece:
    """Return all words as one piece, with the count of the first piece where that stands before its words."""
    if first.count is None or first.after:
        return Piece(words, None)
    return Piece(words[words.index(first.number) + 1 :], first.count, first.number)


def _close(pieces: list[Piece], current: Piece, *, after_header: bool) -> None:
    """Add a piece that is complete; a number directly after a header is the size of the section."""
    if current.words or (current.count is not None and (pieces or not after_header)):
        pieces.append(current)


def _is_times(word: str, current: Piece, following: list[str]) -> bool:
    """Tell whether a word is the sign of `3 x Charm` or `Charm * 3`."""
    if not is_times(word):
        return False
    if not current.words:
        return current.count is not None
    return current.count is None and bool(following) and count_of(following[0]) is not None


def _belongs_before(word: str, before: str, *, colons: bool) -> bool:
    return is_count_after(word, before) or (colons and before[-1] == ":")


def _is_set(words: list[str]) -> bool:
    """Tell whether the last word is a set's code in brackets, so that a number after it is the card's."""
    if not words or words[-1][0] not in _OPENING or words[-1][-1] not in _CLOSING:
        return False
    return len(words[-1]) <= _LONGEST_CODE + 2 and words[-1][1:-1].isalpha()
