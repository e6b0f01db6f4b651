"""One line of a deck list: a header, a comment, or cards with their counts in any of the dialects that sites write.

How a count may be spelt stands in `riftcheck.decks.text.counts`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.names import header_key, id_key
from riftcheck.decks.model import MAX_COUNT
from riftcheck.decks.text import headers
from riftcheck.decks.text.characters import unmarked
from riftcheck.decks.text.counts import (
    COUNTS,
    count_at,
    count_of,
    is_surely_of_count,
    names_after,
    names_before,
    spelt,
    unglued,
    without_of,
)
from riftcheck.decks.text.items import EXAMPLE, ListItem, shown
from riftcheck.decks.text.names import identify, ids_in_row, is_certain_id, rune_of, unknown
from riftcheck.decks.text.pieces import Piece, split, whole
from riftcheck.decks.text.tokens import OneCard, ids_pattern, read_one

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import LineKind, Zone
    from riftcheck.decks.text.headers import Opened

_BULLETS: Final = re.compile("(?:[-*+>\u2022\u00b7\u2013\u2014\u25aa\u25cf\u25e6\u2023] \\s*)*")
_MARKS: Final = ("**", "__", "~~", "`")
_STRIKES: Final = re.compile(r"~~[^~]+~~")
_COMMENT: Final = ("-- ", "; ", "% ")  # signs before a line that is taken out, besides # and //
_DASHES: Final = (" - ", " \u2013 ", " \u2014 ")
_NAME_WORDS: Final = 10
_OWN_LINE: Final = "Give that card a line of its own, or leave it out."
# Signs that make a line more than a name: brackets, numbers.
_NOT_PLAIN: Final = "([0123456789"
_DECIMAL_COMMA: Final = re.compile(r"(?<![\w,])(\d+),(\d\d)(?=\s?(?:[$\u20ac\u00a3\u00a5]|EUR|USD|GBP|BRL|CHF))")
# The forms that most sites write: 3 Charm (OGN-043), Charm x3, and 3 OGN-043.
_COMMON: Final = re.compile(
    r"(?:(?P<before>\d{1,3})x? )?(?P<name>[^\W\d_](?:[^\W\d_]|[ ,.!'&\u2019-])*(?<=[^\s,-]))"
    r"(?: [(\[](?P<id>[A-Z]{3}-\d{3}[ab*]?)[)\]])?(?: x(?P<after>\d{1,3}))?"
)
_BARE_ID: Final = re.compile(r"(?:(?P<count>\d{1,3})x? )?(?P<id>[A-Z]{3}-\d{3}[ab*]?)")
_INSIDE: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
# The number of a line: 2. Charm.
_ORDINAL: Final = re.compile(r"(\d{1,3})[.)] (?=\S)")
_ONCE: Final = re.compile(r"(SB|MB)\s?(?:: ?|- )(?=\S)", re.IGNORECASE)
# A sign before a note. The number of a card is none: Charm #043 x3, Charm (OGN #43).
_NOTE: Final = re.compile(r"\s(?://|#(?!\d{3}[a-z*]?(?!\w)|\d{1,2}[a-z*]?(?:[)\]]|[ ,]+(?:x ?\d+|\d+x?|foil))*\s*$))")


@dataclass(slots=True)
class LineReading:
    """The reading of a line: items, each after the header that stands before it on the same line, if there is one.

    `title` and `counted` are those of `items.Row`. `once`: the header is for this line only. `total`: the header may be
    a mere sum. `kind_of_cards`: the header names a kind of main deck cards. `part` is the one with whose name a comment
    begins. `ordinal` is the number before the rest of a numbered line. `columns` and `empty` are those of
    `tokens.OneCard`.
    """

    kind: LineKind
    parts: list[tuple[Opened | None, list[ListItem]]] = field(default_factory=list)
    title: bool = False
    counted: bool = False
    once: bool = False
    total: bool = False
    kind_of_cards: bool = False
    part: Opened | None = None
    ordinal: int | None = None
    columns: bool = False
    empty: bool = False


def read_line(line: str, db: CardDatabase, under: Opened | None = None) -> LineReading:
    """Return the reading of a line that is not blank, after `characters.plain` and `characters.unescaped`.

    `under` is the place that the header on a line before it opened.
    """
    item = _common_item(line, db)
    if item is not None:
        return LineReading("card", [(None, [item])], counted=line != item.written)
    line = unmarked(line)
    opened = headers.header(line, db)
    if opened is not None:
        return LineReading("header", [(opened.place, [])], total=opened.total, kind_of_cards=opened.kind)
    taken_out = _taken_out(line, db)
    if taken_out is not None:
        return taken_out
    text, note = _trimmed(line)
    if not note and text.isascii() and not any(sign in text for sign in _NOT_PLAIN):
        card = db.find(text).card
        if card is not None:
            return LineReading("card", [(None, [ListItem(text, 1, card)])])
    text = spelt(text) if text else text
    ordinal = _ORDINAL.match(text)
    text = text if ordinal is None else text[ordinal.end() :]
    once = _ONCE.match(text)
    if once is not None:
        text = f"{'sideboard' if once[1] in 'SBsb' else 'main'}: {text[once.end() :]}"
    reading = _read_text(_with_colon(text, db), db, under)
    reading.once = reading.once or once is not None
    if ordinal is not None and any(items for _, items in reading.parts):
        reading.ordinal, reading.title = int(ordinal[1]), False
    message = _doubt_of_note(note, reading, db, under) if note else None
    if message is not None:
        reading.parts.append((None, [ListItem(shown(note), 1, problem=message)]))
        reading.kind, reading.title = "problem", False
    return reading


def _taken_out(line: str, db: CardDatabase) -> LineReading | None:
    """Return the reading of a line that is commented out or struck out: a comment, a problem if a part of it is not."""
    if not line or line.startswith(("#", "//")):
        return LineReading("comment", part=headers.part_before(line))
    if "~~" not in line and not line.startswith(_COMMENT):
        return None
    bullets = _BULLETS.match(line)
    rest = line if bullets is None else line[bullets.end() :]
    if rest.startswith(_COMMENT):
        return None if rest[0] == ";" and rest.count(";") > 1 else LineReading("comment")
    left = _STRIKES.sub(" ", rest)
    if not any(letter.isalpha() for letter in left.replace("x", " ")) or (left == rest and rest.startswith("~~")):
        return LineReading("comment")
    if not _names_counted(rest.replace("~~", " "), db):
        return LineReading("comment") if rest.startswith("~~") else None
    message = f'A part of "{shown(line)}" is struck out. Write the cards that are meant on a line without the others.'
    return LineReading("problem", [(None, [ListItem(shown(line), 1, problem=message, sure=True)])], counted=True)


def _common_item(line: str, db: CardDatabase) -> ListItem | None:
    """Return the item of a line that needs no tokens: an id or a name with its own id or none, a count from 1 to 200.

    A line that is an id alone is one copy.
    """
    bare = _BARE_ID.fullmatch(line)
    if bare is not None:
        count, card = COUNTS.get(bare["count"]) if bare["count"] else 1, db.find_known_id(bare["id"]).card
        return None if count is None or card is None else ListItem(bare["id"], count, card)
    found = _COMMON.fullmatch(line)
    if found is None or (found["before"] and found["after"]):
        return None
    count, name, printing = COUNTS.get(found["before"] or found["after"] or ""), found["name"], found["id"]
    if count is None:
        return None
    card = db.find(name).card
    if card is None or (printing is not None and db.find_known_id(printing).card is not card):
        return None
    return ListItem(name, count, card, id=printing)


def _doubt_of_note(note: str, reading: LineReading, db: CardDatabase, under: Opened | None) -> str | None:
    """Return why a note may be more than that: it names a card with a count, another id, a count or a section."""
    if _names_counted(note, db):
        return f'The note "{shown(note)}" names a card with a count. {_OWN_LINE}'
    part = headers.part_of(note, db, alone=True)
    if part is not None and part != under:
        return f'The note "{shown(note)}" names another section. Write the card under a header for its section.'
    meant = [item.card for _, items in reading.parts for item in items]
    for found in ids_pattern(db).finditer(note):
        card = db.find_id(found[0]).card
        if card is None or card not in meant:
            return f'The note "{shown(note)}" has the id of another card. {_OWN_LINE}'
    if note.isdecimal() or any(count_of(word) and not word.strip("(),").isdecimal() for word in note.split()):
        return f'The note "{shown(note)}" has a number that may be a count. Write the count before the name.'
    return None


def _read_text(text: str, db: CardDatabase, under: Opened | None) -> LineReading:
    if under is not None and text.strip("()[]. ").casefold() in headers.NOTHING:
        return LineReading("comment")
    if (headers.is_furniture(text) and not _names_counted(text, db)) or _is_metadata(text, db):
        return LineReading("comment")
    if headers.is_note(text) or _is_person(text, db):
        return LineReading("comment")
    if _is_note_with_card(text, db):
        message = f'The note "{shown(text)}" names a card with a count. {_OWN_LINE}'
        return LineReading("problem", [(None, [ListItem(shown(text), 1, problem=message, sure=True)])])
    reading = LineReading("card")
    for place, words in _segments(text, db):
        _read_segment(reading, place, words, db, under)
    if reading.title and (len(reading.parts) > 1 or _names_counted(text, db) or _may_be_counted(text)):
        reading.title = False  # there is more on the line
    if any(item.problem is not None for _, items in reading.parts for item in items):
        reading.kind = "problem"
    elif not any(items for _, items in reading.parts):
        reading.kind = "header"
    return reading


def _trimmed(line: str) -> tuple[str, str]:
    """Return a line without bullets, bold print and quotes, with commas between columns, and the note at its end."""
    bullets = _BULLETS.match(line)
    text = line if bullets is None else line[bullets.end() :]
    for mark in _MARKS:
        if mark in text:
            text = text.replace(mark, " ")
    if "," in text:
        text = _DECIMAL_COMMA.sub(r"\1.\2", text)
    for sign, instead in (('"', " "), ("|", ","), (";", ","), ("\t", ","), (",", ", ")):
        if sign in text:
            text = text.replace(sign, instead)
    text, *notes = _NOTE.split(text)
    return " ".join(text.split()).strip(", "), " ".join(" ".join(reversed(notes)).split())


def _with_colon(text: str, db: CardDatabase) -> str:
    """Return `Legend - Jinx` as `Legend: Jinx`."""
    for dash in _DASHES:
        head, found, rest = text.partition(dash)
        if found and headers.place_of(head, db) not in {None, "aside"}:
            return f"{head}: {rest}"
    return text


def _names_counted(text: str, db: CardDatabase) -> bool:
    """Tell whether a card stands in a text with a count directly before or after it, so that it is no mere note."""
    words = text.split()
    counts = [-1, *(position for position in range(len(words)) if count_at(words, position) is not None), len(words)]
    for before, here, after in zip(counts, counts[1:], counts[2:], strict=False):
        for size in range(1, _NAME_WORDS + 1):
            following = words[here + 1 : here + 1 + size] if here + size < after else []
            leading = words[here - size : here] if before < here - size else []
            if any(_is_card(" ".join(names), db) for names in _named(following, leading)):
                return True
    return False


def _named(following: list[str], leading: list[str]) -> Iterator[list[str]]:
    """Yield the names in the words after and before a count, each with and without the words of the count."""
    for words, rest in ((following, names_after(following)), (leading, names_before(leading))):
        if words:
            yield words
        if len(rest) < len(words):
            yield rest


def _may_be_counted(text: str) -> bool:
    """Tell whether a free text, such as `Name: 3 Charme`, may be a card that the database lacks."""
    key, value = headers.metadata(text) or ("", "")
    words = value.split()
    if key not in headers.FREE or len(words) <= 1 or count_of(words[0]) is None:
        return False
    return names_after(words[1:])[0][0].isupper()


def _is_card(name: str, db: CardDatabase) -> bool:
    return db.find(name).card is not None or is_certain_id(name, db)


def _is_note_with_card(text: str, db: CardDatabase) -> bool:
    """Return True for a key such as `Note:` before words that name a known card with a count."""
    key, value = headers.metadata(text) or ("", "")
    if not key or key in headers.HEADERS or count_of(value.partition(" ")[0]) is not None:
        return False
    return _names_counted(value, db) and db.find(value.rpartition(" ")[0]).card is None


def _is_person(text: str, db: CardDatabase) -> bool:
    name = headers.person(text)
    return name is not None and db.find(name).card is None and db.find(text).card is None


def _is_metadata(text: str, db: CardDatabase) -> bool:
    """Tell whether a line is a key and a value such as `Author: somebody`, and the value is no card."""
    found = headers.metadata(text)
    if found is None:
        return False
    key, value = found
    words = value.split()
    if not words:
        return key not in headers.HEADERS
    if _names_counted(value, db) or _may_be_counted(text):
        return False
    reading = LineReading("card")
    _read_segment(reading, None, words, db, None)
    if any(item.known for _, items in reading.parts for item in items):
        return False
    return key not in headers.HEADERS or not reading.counted


def _segments(text: str, db: CardDatabase) -> list[tuple[Opened | None, list[str]]]:
    """Split a line at the headers in it, which end with a colon."""
    if ":" not in text:
        return [(None, text.split())]
    segments: list[tuple[Opened | None, list[str]]] = []
    place: Opened | None = None
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


def _header_at_end(words: list[str], db: CardDatabase) -> tuple[Opened | None, int]:
    """Return the place that the last words open, and the number of these words.

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
    found: tuple[Opened | None, int] = None, 0
    for size in (3, 2, 1):
        place = headers.place_of(" ".join(tail[-size:]).strip("*_# "), db) if len(tail) >= size else None
        if place is not None:
            before = " ".join(tail[:-size])
            if not before or db.find(before).card is not None:
                return place, size + sized
            if db.find(" ".join(tail)).card is not None:
                return None, 0
            found = found if found[0] else (place, size + sized)
    return found


def _read_segment(
    reading: LineReading, place: Opened | None, words: list[str], db: CardDatabase, under: Opened | None
) -> None:
    where = place or under
    if place is not None and len(words) > 1 and words[0].isdecimal() and count_of(words[1]) is not None:
        words = words[1:]  # the size of the section
    one = read_one(" ".join(words), db)
    if one is not None:
        _take(reading, one, place, where)
        return
    found = _read_pieces(words, db, where, after_header=place is not None)
    if len(found) == 1 and found[0][0].count is None and not any(item.known for item in found[0][1]):
        piece, items = found[0]
        found = [(piece, _other_dialects(piece, items[0], db, where))]
    for piece, items in found:
        if piece.count is not None:
            reading.counted = True
        elif place is None:
            for item in items:
                if not item.known:
                    _judge_uncounted(reading, item, db, alone=len(found) == 1)
    reading.parts.append((place, [item for _, items in found for item in items if not _is_nothing(item, place)]))


def _take(reading: LineReading, one: OneCard, place: Opened | None, where: Opened | None) -> None:
    """Add the one card of a segment; the section in a column of its own is that of this line only."""
    if one.zone is not None and where is None:
        place, reading.once = one.zone, True
    elif one.zone is not None and one.zone != where and one.item.problem is None:
        one.item.problem = _contradicts(one.item.written)
    if one.part is not None and one.item.problem is None:
        place = _say(one.item, one.part, where) or place
        reading.once |= place == "aside"
    reading.counted |= one.counted
    reading.columns, reading.empty = one.columns, one.empty
    reading.parts.append((place, [one.item]))


def _say(item: ListItem, part: Opened, where: Opened | None) -> Opened | None:
    """Give an item the part of the deck that its line names in brackets; return `aside` where it is set aside.

    Under a header for another part the item is in doubt.
    """
    if where is not None:
        item.problem = None if part == where else _contradicts(item.written)
    elif part == "aside":
        return "aside"
    elif part != "any":
        item.said = part
    return None


def _contradicts(written: str) -> str:
    message = f'"{shown(written)}" is under a header for another section than the one in its line.'
    return f"{message} Keep one of the two."


def _read_pieces(
    words: list[str], db: CardDatabase, where: Opened | None, *, after_header: bool
) -> list[tuple[Piece, list[ListItem]]]:
    pieces: list[Piece] = []
    items: list[list[ListItem]] = []
    if any(word[-1] == ":" for word in words[:-2]):
        # Fury Rune: 6 Chaos Rune: 6
        pieces = split(words, after_header=after_header, colons=True)
        items = [_piece_items(piece, db, where) for piece in pieces]
    if not pieces or not all(item.known for part in items for item in part):
        pieces = split(words, after_header=after_header)
        items = [_piece_items(piece, db, where) for piece in pieces]
        if len(items) > 1 and not any(item.known for part in items for item in part):
            # No part is a known card: read the line as one card with a number in its name, or as a sentence.
            pieces = [whole(words, pieces[0])]
            items = [_piece_items(pieces[0], db, where)]
    for piece, following in pairwise(pieces):
        if _takes_count(piece, following, words) and db.find(" ".join(piece.words)).card is not None:
            text = " ".join(words)
            message = f'In "{shown(text)}" the number {following.number} may belong to either card. {EXAMPLE}'
            return [(Piece(words, None), [ListItem(text, 1, problem=message, sure=True)])]
    return list(zip(pieces, items, strict=True))


def _takes_count(piece: Piece, following: Piece, words: list[str]) -> bool:
    """Return True if a count between two names may belong to the first one: `Charm 3 Defy`."""
    if piece.count is not None or following.count is None or following.after or not piece.words:
        return False
    before = words[words.index(following.number) - 1] if following.number in words else ""
    return bool(following.words) and following.number.isdecimal() and before[-1:] not in ",*:"


def _judge_uncounted(reading: LineReading, item: ListItem, db: CardDatabase, *, alone: bool) -> None:
    """Judge words that have no count, no header before them and are no card: a problem, unless they are a title."""
    first = item.written[:1]
    reading.title = alone and not reading.parts and (first.isalpha() or not first.isascii())
    if item.problem is None and not db.find(item.written).candidates:
        item.problem = f'No card is called "{shown(item.written)}", and it has no count. {EXAMPLE}'
        item.may_be_card = True


def _is_nothing(item: ListItem, place: Opened | None) -> bool:
    return place is not None and not item.known and item.count == 1 and item.written.casefold() in headers.NOTHING


def _piece_items(piece: Piece, db: CardDatabase, where: Opened | None) -> list[ListItem]:
    if not piece.words:
        return [
            ListItem(piece.number, 1, problem=f'The number "{shown(piece.number)}" has no card after it. {EXAMPLE}')
        ]
    if piece.count is None and len(piece.words) > 1:
        row = ids_in_row(piece.words, db)
        if row:
            return row
    return [_piece_item(piece, " ".join(piece.words), db, where)]


def _piece_item(piece: Piece, name: str, db: CardDatabase, where: Opened | None) -> ListItem:
    item = _identify(name, piece, db, where)
    if item.problem is None and item.known and ("(" in name or "[" in name):
        part = next((part for inside in _INSIDE.findall(name) if (part := headers.part_of(inside, db))), None)
        if part is not None and _say(item, part, where) == "aside":
            item.problem = _contradicts(item.written)  # one card of several on the line
    if item.problem is not None:
        return item
    if not item.known and piece.after and piece.number.isdecimal():
        # A name such as "Top 8" or "Worlds 2026", not a count.
        piece.words, piece.count = [*piece.words, piece.number], None
        return unknown(" ".join(piece.words), 1)
    if piece.count == 0:
        message = f"A count is a whole number from 1 to {MAX_COUNT}, not {shown(piece.number)}. {EXAMPLE}"
        return ListItem(f"{piece.number} {name}", 1, problem=message)
    if not item.known and not any(letter.isalpha() for letter in name):
        return ListItem(f"{piece.number} {name}".strip(), 1, problem=f'"{shown(name)}" is no card. {EXAMPLE}')
    return item


def _identify(name: str, piece: Piece, db: CardDatabase, where: Opened | None) -> ListItem:
    """Return the item that a name means in its place: a domain among the runes, `Loose Cannon (Legend)`, or a card."""
    item = identify(name, piece.count or 1, db)
    if item.known:
        return item
    rest = None if piece.count is None or piece.after else without_of(name)
    if rest is not None:
        meant = _identify(rest, piece, db, where)
        if meant.known or is_surely_of_count(name):
            return meant
    rune = rune_of(item, db) if where == "runes" else None
    if rune is not None:
        item.card, item.written = rune, rune.name
        return item
    base, zone = _section_in_brackets(name)
    if zone is None:
        return item
    told = identify(base, piece.count or 1, db)
    if not told.known and piece.count is None:
        if zone not in {"legend", "champion", "extra_legends"}:
            return item  # a title such as My Deck (Main)
        told.sure = told.problem is None
    told.said = zone
    return told


def _section_in_brackets(name: str) -> tuple[str, Zone | None]:
    """Return a name without the section that stands in brackets after it, and the section."""
    opening = max(name.rfind("("), name.rfind("["))
    if opening <= 0 or name[-1] not in ")]" or len(name) - opening > headers.LONGEST:
        return name, None
    place = headers.HEADERS.get(header_key(name[opening + 1 : -1]))
    base = name[:opening].rstrip(" ,:-")
    return (name, None) if place is None or place == "any" or not base else (base, place)


def _other_dialects(piece: Piece, item: ListItem, db: CardDatabase, where: Opened | None) -> list[ListItem]:
    """Return the items of an unknown name in the rarer dialects: a count glued to it, or several cards in a row."""
    if item.problem is not None:
        return [item]
    glued = _unglued(item.written, db)
    if glued is not None:
        piece.count = glued.count
        return [glued]
    return _several(item.written, db, where) or [item]


def _unglued(text: str, db: CardDatabase) -> ListItem | None:
    """Read `3Charm`, `3xCharm` and `3_OGN_043`, where that is a card or an id."""
    count, names = unglued(text) or (0, [])
    for name in names:
        found = identify(name, count, db)
        if found.known or id_key(name) is not None:
            return found
    return None


def _several(text: str, db: CardDatabase, where: Opened | None) -> list[ListItem]:
    """Read names with commas between, where all of them are cards; names hold commas too."""
    parts = text.split(", ")
    items: list[ListItem] = []
    position = 0
    while position < len(parts):
        for length in (2, 1):  # a name has one comma at most
            name = ", ".join(parts[position : position + length])
            item = _identify(name, Piece([name], None), db, where)
            if item.known and item.problem is None:
                items.append(item)
                position += length
                break
        else:
            return []
    return items if len(items) > 1 else []
