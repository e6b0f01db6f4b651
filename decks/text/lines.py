"""One line of a deck list: a header, a comment, or cards with their counts in any of the dialects that sites write.

No card's name holds a digit, so that a number in a line is a count or part of a printing id.
"""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from carddb.names import MAX_NAME, id_key
from decks.model import MAX_COUNT
from decks.text import headers
from decks.text.items import Item, shown
from decks.text.names import identify

if TYPE_CHECKING:
    from carddb import CardDatabase
    from decks.model import LineKind
    from decks.text.headers import Place

_INVISIBLE: Final = "\u00ad\u034f\u061c\u180e\ufeff" + "".join(
    chr(code)
    for start, stop in ((0x200B, 0x2010), (0x202A, 0x202F), (0x2060, 0x2070), (0xFE00, 0xFE10))
    for code in range(start, stop)
)
_SPACES: Final = "\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
# Full-width forms, which Asian keyboards write, and signs of multiplication.
_PLAIN: Final = str.maketrans(
    dict.fromkeys(_INVISIBLE)
    | dict.fromkeys(_SPACES, " ")
    | {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    | dict.fromkeys("\u00d7\u2715\u2716", "x"),
)

COUNTS: Final[dict[str, int]] = {
    spelling: count
    for count in range(1, MAX_COUNT + 1)
    for spelling in (f"{count}", f"{count:02d}", f"{count}x", f"{count}X", f"x{count}", f"X{count}")
}
_BULLETS: Final = frozenset("-*+>\u2022\u00b7\u2013\u2014\u25aa\u25cf\u25e6\u2023")
_MARKS: Final = ("**", "__", "~~", "`")
_TIMES: Final = ("x", "X")
_OPENING: Final = ("(", "[")
_CLOSING: Final = (")", "]")
_NAME_WORDS: Final = 10
_EXAMPLE: Final = "A card line is a count and a name, such as 3 Charm."


@dataclass(slots=True)
class Reading:
    """What a line was read as: items, each after the header that stands before it on the same line, if there is one.

    `title` and `counted` are those of `items.Row`.
    """

    kind: LineKind
    parts: list[tuple[Place | None, list[Item]]] = field(default_factory=list)
    title: bool = False
    counted: bool = False


@dataclass(slots=True)
class _Piece:
    """Words with the count written before or after them; 0 stands for one that is out of range."""

    words: list[str]
    count: int | None
    number: str = ""
    after: bool = False


def plain(text: str) -> str:
    """Return a text without what nobody sees, and with one form of spaces and digits. Its lines stay its lines."""
    return text if text.isascii() else text.translate(_PLAIN)


def unescaped(line: str) -> str:
    """Return a line with its HTML entities as characters."""
    return " ".join(plain(html.unescape(line)).split()) if "&" in line else line


def read_line(line: str, db: CardDatabase) -> Reading:
    """Return what a line is. It has gone through `plain` and `unescaped` and is not blank."""
    place = headers.header(line)
    if place is not None:
        return Reading("header", [(place, [])])
    if line.startswith(("#", "//", "~~")):
        return Reading("comment")
    text = _trimmed(line)
    if "(" not in text and "[" not in text and (card := db.find(text).card) is not None:
        return Reading("card", [(None, [Item(text, 1, card)])])
    if headers.is_furniture(text) or _is_metadata(text, db):
        return Reading("comment")
    reading = Reading("card")
    for place, words in _segments(text, db):
        _read_segment(reading, place, words, db)
    if len(reading.parts) > 1:
        reading.title = False  # there is more on the line
    if any(item.problem is not None for _, items in reading.parts for item in items):
        reading.kind = "problem"
    elif not any(items for _, items in reading.parts):
        reading.kind = "header"
    return reading


def _trimmed(line: str) -> str:
    """Return a line without bullets, bold print, table bars, quotes and a comment at its end."""
    text = line
    while len(text) > 1 and text[0] in _BULLETS and text[1] == " ":
        text = text[2:].lstrip()
    for mark in _MARKS:
        if mark in text:
            text = text.replace(mark, " ")
    for sign, instead in (("|", " "), ('"', " "), (";", ","), (",", ", ")):
        if sign in text:
            text = text.replace(sign, instead)
    for mark in (" //", " #"):
        text = text.partition(mark)[0]
    return " ".join(text.split())


def _is_metadata(text: str, db: CardDatabase) -> bool:
    """Tell whether a line is a key and a value such as `Author: somebody`, and the value is no card."""
    found = headers.metadata(text)
    if found is None:
        return False
    key, value = found
    words = value.split()
    if not words:
        return key not in headers.HEADERS
    reading = Reading("card")
    _read_segment(reading, None, words, db)
    if any(item.card is not None for _, items in reading.parts for item in items):
        return False
    return key not in headers.HEADERS or not reading.counted


def _segments(text: str, db: CardDatabase) -> list[tuple[Place | None, list[str]]]:
    """Split a line at the headers in it, which end with a colon."""
    if ":" not in text:
        return [(None, text.split())]
    segments: list[tuple[Place | None, list[str]]] = []
    place: Place | None = None
    current: list[str] = []
    for word in text.replace(" :", ":").replace(":", ": ").split():
        current.append(word)
        if word[-1] == ":":
            opened, length = _header_at_end(current, db)
            if opened is not None:
                del current[-length:]
                if current or place is not None:
                    segments.append((place, current))
                place, current = opened, []
    segments.append((place, current))
    return segments


def _header_at_end(words: list[str], db: CardDatabase) -> tuple[Place | None, int]:
    """Return the place that the last words open, and how many words those are.

    The longest header wins, unless it takes a word away from the card before it; `Body Rune: 3` has no header.
    """
    tail = words[-_NAME_WORDS:]
    tail[-1] = tail[-1].rstrip(":")
    sized = len(tail) > 1 and tail[-1].strip("()[]").isdecimal()
    if sized:
        tail.pop()
    for position in range(len(tail) - 1, -1, -1):
        if tail[position] in COUNTS:
            del tail[: position + 1]
            break
    found: tuple[Place | None, int] = None, 0
    for size in (3, 2, 1):
        place = headers.HEADERS.get(headers.phrase(" ".join(tail[-size:]).strip("*_# "))) if len(tail) >= size else None
        if place is not None:
            before = " ".join(tail[:-size])
            if not before or db.find(before).card is not None:
                return place, size + sized
            if db.find(" ".join(tail)).card is not None:
                return None, 0
            found = found if found[0] else (place, size + sized)
    return found


def _read_segment(reading: Reading, place: Place | None, words: list[str], db: CardDatabase) -> None:
    pieces = _pieces(words, after_header=place is not None)
    items = [_piece_item(piece, db) for piece in pieces]
    if len(items) > 1 and not any(item.card is not None for item in items):
        # Numbers in the middle of what is no card: one card with a number in its name, or a sentence.
        pieces = [_whole(words, pieces[0])]
        items = [_piece_item(pieces[0], db)]
    if len(items) == 1 and pieces[0].count is None and items[0].card is None:
        items = _other_dialects(pieces[0], items[0], db)
    for piece, item in zip(pieces, items, strict=False):
        if piece.count is not None:
            reading.counted = True
        elif item.card is None and place is None:
            _judge_uncounted(reading, item, db, alone=len(items) == 1)
    reading.parts.append((place, [item for item in items if not _is_nothing(item, place)]))


def _judge_uncounted(reading: Reading, item: Item, db: CardDatabase, *, alone: bool) -> None:
    """Judge words that have no count, no header before them and are no card: a problem, unless they are a title."""
    first = item.written[:1]
    reading.title = alone and not reading.parts and (first.isalpha() or not first.isascii())
    if item.problem is None and not db.find(item.written).candidates:
        item.problem = f'No card is called "{shown(item.written)}", and it has no count. {_EXAMPLE}'


def _is_nothing(item: Item, place: Place | None) -> bool:
    return place is not None and item.card is None and item.count == 1 and item.written.casefold() in headers.NOTHING


def _pieces(words: list[str], *, after_header: bool) -> list[_Piece]:
    """Split words at the counts among them."""
    pieces: list[_Piece] = []
    current = _Piece([], None)
    last = len(words) - 1
    for position, word in enumerate(words):
        count = _count(word)
        if count is None:
            if not _is_times(word, current, words[position + 1 : position + 2]):
                current.words.append(word)
        elif current.words and current.count is None and (position == last or _is_suffix(word, words[position - 1])):
            current.count, current.number, current.after = count, word, True
            pieces.append(current)
            current = _Piece([], None)
        elif current.count is not None and _is_set(current.words) and word.isdecimal():
            current.words[-1] = f"{current.words[-1][:-1]}-{word})"
        else:
            _close(pieces, current, after_header=after_header)
            current = _Piece([], count, word)
    _close(pieces, current, after_header=after_header)
    return pieces


def _close(pieces: list[_Piece], current: _Piece, *, after_header: bool) -> None:
    """Add a piece that is complete; a number directly after a header is the size of the section."""
    if current.words or (current.count is not None and (pieces or not after_header)):
        pieces.append(current)


def _count(word: str) -> int | None:
    """Return the count that a word is, 0 for one out of range, None for a word that is no count."""
    count = COUNTS.get(word)
    if count is not None:
        return count
    word = word.strip(",")
    if word[:1] in _OPENING and word[-1:] in _CLOSING:
        word = word[1:-1]
    core = word[1:] if word[:1] in _TIMES else word[:-1] if word[-1:] in _TIMES else word
    if not (core.isascii() and core.isdecimal()):
        return None
    return COUNTS.get(word, 0)


def _is_times(word: str, current: _Piece, following: list[str]) -> bool:
    """Tell whether a word is the x of `3 x Charm` or `Charm x 3`."""
    if word not in _TIMES:
        return False
    if not current.words:
        return current.count is not None
    return current.count is None and bool(following) and _count(following[0]) is not None


def _is_suffix(word: str, before: str) -> bool:
    return word[0] in _TIMES or word[0] in _OPENING or before in _TIMES


def _is_set(words: list[str]) -> bool:
    """Tell whether the last word is a set's code in brackets, so that a number after it is the card's."""
    return bool(words) and words[-1][0] in _OPENING and words[-1][-1] in _CLOSING and words[-1][1:-1].isalpha()


def _whole(words: list[str], first: _Piece) -> _Piece:
    if first.count is None or first.after:
        return _Piece(words, None)
    return _Piece(words[words.index(first.number) + 1 :], first.count, first.number)


def _piece_item(piece: _Piece, db: CardDatabase) -> Item:
    name = " ".join(piece.words)
    if not name:
        return Item(piece.number, 1, problem=f'The number "{shown(piece.number)}" has no card after it. {_EXAMPLE}')
    item = identify(name, piece.count or 1, db)
    if item.card is None and piece.after and piece.number.isdecimal():
        # A name such as "Top 8" or "Worlds 2026", not a count.
        piece.words, piece.count = [*piece.words, piece.number], None
        return Item(" ".join(piece.words), 1)
    if piece.count == 0:
        message = f"A count is a whole number from 1 to {MAX_COUNT}, not {shown(piece.number)}. {_EXAMPLE}"
        return Item(f"{piece.number} {name}", 1, problem=message)
    if item.card is None and not any(letter.isalpha() for letter in name):
        return Item(f"{piece.number} {name}".strip(), 1, problem=f'"{shown(name)}" is no card. {_EXAMPLE}')
    return item


def _other_dialects(piece: _Piece, item: Item, db: CardDatabase) -> list[Item]:
    """Return what an unknown name means in the rarer dialects: a count glued to it, or several cards in a row."""
    if item.problem is not None:
        return [item]
    glued = _unglued(item.written, db)
    if glued is not None:
        piece.count = glued.count
        return [glued]
    return _several(item.written, db) or [item]


def _unglued(text: str, db: CardDatabase) -> Item | None:
    """Read `3Charm`, `3xCharm` and `3_OGN_043`, where that is a card or an id."""
    digits = 0
    while digits < len(text) and text[digits] in "0123456789":
        digits += 1
    count = COUNTS.get(text[:digits])
    if count is None:
        return None
    rest = text[digits:].lstrip("_")
    if not rest[:1].isalpha():
        return None  # 2. may number a list
    for name in (rest, rest[1:] if rest[:1] in _TIMES else ""):
        if name:
            found = identify(name, count, db)
            if found.card is not None or id_key(name) is not None:
                return found
    return None


def _several(text: str, db: CardDatabase) -> list[Item]:
    """Read a row of ids, or of names with commas between, where all of them are cards; names hold commas too."""
    if len(text) > MAX_NAME * 4:
        return []
    words = text.split()
    if len(words) > 1 and all(db.find_id(word).card is not None for word in words):
        return [identify(word, 1, db) for word in words]
    parts = text.split(", ")
    items: list[Item] = []
    position = 0
    while position < len(parts):
        for length in (2, 1):  # a name has one comma at most
            item = identify(", ".join(parts[position : position + length]), 1, db)
            if item.card is not None:
                items.append(item)
                position += length
                break
        else:
            return []
    return items if len(items) > 1 else []
