"""A deck list of lines: its cards by section, or without headers by blocks and by the kind of each card."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from riftcheck.decks.model import SetAside
from riftcheck.decks.text import blocks, tables
from riftcheck.decks.text.characters import plain, repaired, unescaped, unmarked
from riftcheck.decks.text.counts import COUNTS
from riftcheck.decks.text.headers import USUAL
from riftcheck.decks.text.items import ListItem, Row, guard_unknown, shown
from riftcheck.decks.text.lines import LineReading, read_line

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Zone
    from riftcheck.decks.text.headers import Opened

_WITH_KINDS: Final = ("sideboard", "aside")  # parts that may have groups such as Spells
_NAME_SECTION: Final = "Write a header with the name of the section only, such as Sideboard:."
_SIZED: Final = re.compile(r":\s*[1-9]\d*\s*$")
_MOST_SUMS: Final = 8
_COMMENT: Final = re.compile(r"(?:<!--|/\*)(.*?)(?:-->|\*/)", re.DOTALL)
_NOTE: Final = " // "
_MARKED: Final = "*~"  # signs before a name that may mean more than its count; every text begins with the empty one
_NUMBERS: Final = re.compile(r"(?<![\w-])\d+(?![\w-])")


class Listing:
    """Reads a decklist line by line.

    After `read`, `rows` has every non-blank line, and `set_aside` has a record for each header that sets cards aside.
    """

    __slots__ = (
        "_aside",
        "_block",
        "_blocks",
        "_champions",
        "_columns",
        "_db",
        "_followed",
        "_lines",
        "_numbered",
        "_place",
        "_placed",
        "_table",
        "_unknown",
        "rows",
        "set_aside",
    )

    def __init__(self, db: CardDatabase) -> None:
        self._db: Final = db
        self._place: Opened = "any"  # until a header says more
        self._blocks: list[list[ListItem]] = []
        self._block: list[ListItem] = []  # the cards since the last blank line that no header places
        self._placed: list[ListItem] = []  # the cards that a header places
        self._aside: list[tuple[Row, list[ListItem]]] = []  # headers such as Maybeboard, with the cards under them
        self._champions: list[int] = []  # for each header for the champion, the number of cards placed before it
        self._table: tables.Table | None = None
        self._numbered: list[tuple[int, Row]] = []
        self._columns: list[tuple[Row, bool]] = []  # the lines with several columns of numbers
        self._lines: list[str] = []
        self._followed = 0, False  # up to which line `_cards_follow` has the answer, and the answer
        self._unknown = 0  # the lines of which no item is a known card
        self.rows: list[Row] = []
        self.set_aside: list[SetAside] = []

    def read(self, text: str) -> list[Row]:
        """Return the rows of a text, every item with its zone.

        :raises DeckReadError: if more lines are no known card than in any deck.
        """
        find = self._db.find
        raw = text.splitlines()
        self._lines = raw if text.isascii() else [plain(repaired(line)) for line in raw]
        if "<!--" in text or "/*" in text:
            self._take_comments_out()
        for number, line in enumerate(self._lines, 1):
            line = unescaped(line) if "&" in line else line.strip()  # noqa: PLW2901 - the same line, cleaned
            if not line:
                self._close_block()
                if self._place != "any" and len(self.rows) <= _MOST_SUMS and self._is_summary():
                    self._open("any")
                continue
            # Nearly every line is a count and a name; the other dialects take the long way.
            head, _, name = line.partition(" ")
            count = COUNTS.get(head)
            if count is not None and "(" not in name and "[" not in name and name[:1] not in _MARKED:
                found = find(name)
                card = found.card
                # A number after an id is not part of it: 3 OGN-043 4.
                if card is not None and (found.printing is None or " " not in name):
                    item = ListItem(name, count, card)
                    self.rows.append(Row(number, raw[number - 1], "card", [item], None, counted=True))
                    self._add(item)
                    continue
            self._read_line(number, raw[number - 1], line)
        self._finish()
        return self.rows

    def _is_summary(self) -> bool:
        """Return True if all lines above are sums of sections, such as `Main Deck: 40` and `Sideboard: 8`."""
        headers = [row for row in self.rows if row.kind == "header" and _SIZED.search(row.text)]
        return len(headers) > 1 and len(headers) == len(self.rows)

    def _take_comments_out(self) -> None:
        """Make a note of each comment in `<!-- -->` or `/* */`, also on several lines. One without an end is none."""
        text = "\n".join(self._lines)
        end = max(text.rfind("-->"), text.rfind("*/")) + len("-->")  # after it nothing is looked for again and again
        self._lines = (_COMMENT.sub(_as_note, text[:end]) + text[end:]).split("\n")

    def _read_line(self, number: int, raw: str, line: str) -> None:
        usual = USUAL.get(line)
        if usual is not None and self._place not in _WITH_KINDS:
            self.rows.append(Row(number, raw, "header", zone=_zone(usual)))
            self._open(usual)
            return
        reading = self._reading(number, line)
        row = Row(number, raw, reading.kind, title=reading.title, counted=reading.counted)
        self.rows.append(row)
        before = self._place
        for place, items in reading.parts:
            if place is not None:
                self._open(place)
            if place == "aside":
                self._aside.append((row, []))
            row.items += items
            for item in items:
                self._add(item)
        place, items = reading.parts[-1] if reading.parts else (None, [])
        if reading.once:
            self._open(before)
        elif items and place in {"legend", "champion", "extra_legends"}:
            self._open("any")  # its cards stand beside the header, and what follows is other cards
        self._remember(row, reading)
        if row.kind == "header":
            row.zone = _zone(self._place)
        elif row.kind == "comment" and not any(map(str.isalnum, unmarked(line))):
            self._close_block()  # a line of HTML tags or dashes only

    def _remember(self, row: Row, reading: LineReading) -> None:
        """Count a row without a known card, and keep a row whose numbers depend on other rows."""
        if row.items and all(item.card is None for item in row.items):
            self._unknown += 1
            guard_unknown(self._unknown)
        if reading.ordinal is not None:
            self._numbered.append((reading.ordinal, row))
        if reading.columns:
            self._columns.append((row, reading.empty))

    def _reading(self, number: int, line: str) -> LineReading:
        """Return the reading of a line, which may be a row of a table; the header row of a table is a comment."""
        table = tables.table(line, self._lines[number:])
        if table is not None:
            self._table = table
            return LineReading("comment")
        row = None if self._table is None else self._table.read(line, self._db, self._place)
        reading = row or read_line(line, self._db, None if self._place == "any" else self._place)
        if reading.total and (reading.parts[0][0] == self._place or not self._cards_follow(number)):
            return LineReading("comment")
        if reading.kind_of_cards and self._place in _WITH_KINDS:
            reading.parts = []  # a group within the section
        if reading.part is not None and reading.part != self._place and self._cards_follow(number):
            message = f'"{shown(line)}" may be a note or a header. {_NAME_SECTION}'
            return LineReading("problem", [(None, [ListItem(shown(line), 1, problem=message, sure=True)])])
        return reading

    def _cards_follow(self, number: int) -> bool:
        """Return True if the first line after the given one that is no comment and no group has a card.

        Lines up to the one that decided the last answer have the same answer, so that no line is read twice for this.
        """
        decided, answer = self._followed
        if number < decided:
            return answer
        for place, line in enumerate(self._lines[number:], number + 1):
            if not line.strip() or tables.table(line) is not None:
                continue
            reading = read_line(unescaped(line), self._db)
            if reading.kind != "comment" and not (reading.kind_of_cards and not reading.total):
                has_card = reading.kind in {"card", "problem"} and not (reading.title and not reading.counted)
                self._followed = place, has_card
                return has_card
        self._followed = len(self._lines) + 1, False
        return False

    def _add(self, item: ListItem) -> None:
        if self._place == "any":
            self._block.append(item)
            return
        if self._place == "aside":
            self._aside[-1][1].append(item)
            return
        item.zone = self._place
        self._placed.append(item)

    def _open(self, place: Opened) -> None:
        self._close_block()
        if place == "champion":
            self._champions.append(len(self._placed))
        self._place = place

    def _close_block(self) -> None:
        if self._block:
            self._blocks.append(self._block)
            self._block = []

    def _finish(self) -> None:
        self._close_block()
        if len(self._champions) > 1:
            self._settle_champion_group()
        if self._aside:
            self._set_aside()
        if self._numbered:
            self._settle_numbers()
        if len(self._columns) > 1:
            self._settle_columns()
        if any(row.counted for row in self.rows):
            self._settle_titles()
        blocks.place(self._blocks, self._placed)
        blocks.settle_legends([item for block in self._blocks for item in block], self._placed)

    def _settle_champion_group(self) -> None:
        """Put a group such as `Champions (3)` into the main deck if another header names the one champion."""
        groups = [
            [item for item in self._placed[start:end] if item.zone == "champion"]
            for start, end in pairwise([*self._champions, len(self._placed)])
        ]
        named = [group for group in groups if sum(item.count for item in group) == 1]
        if len(named) == 1:
            for item in (item for group in groups if group is not named[0] for item in group):
                item.zone = "main"

    def _set_aside(self) -> None:
        """Mark the lines whose cards are set aside. A line in doubt stays a problem."""
        aside = {id(item) for _, items in self._aside for item in items if item.problem is None}
        for row in self.rows:
            if row.kind == "card" and all(id(item) in aside for item in row.items):
                row.kind = "set-aside"
            for item in row.items:
                if id(item) in aside and row.kind != "set-aside":
                    item.problem = (
                        f'"{shown(item.written)}" is set aside, but not all of its line. Give each card its own line.'
                    )
                    row.kind = "problem"
        for header, items in self._aside:
            copies = sum(item.count for item in items if item.problem is None)
            if copies:
                self.set_aside.append(SetAside(header.number, header.text, copies))

    def _settle_numbers(self) -> None:
        """Put a numbered line in doubt if its number may be a count, because the numbers do not rise."""
        before = 0
        for ordinal, row in self._numbered:
            rises = ordinal > before if row.counted else ordinal in {1, before + 1}
            before = ordinal
            if not rises and not (row.counted and ordinal == 1):
                _put_in_doubt(row, f"{ordinal} may be a count or the number of the line. Write a count without a dot.")

    def _settle_columns(self) -> None:
        """Put a whole table without a header row in doubt if one of its lines is; it is reported once."""
        doubtful = [row for row, empty in self._columns if empty or any(item.problem for item in row.items)]
        if not doubtful:
            return
        counts = " or ".join(dict.fromkeys(_NUMBERS.findall(doubtful[0].text)))
        message = f"{tables.UNCLEAR} {shown(doubtful[0].text)} can be {counts} copies. {tables.ADVICE}"
        drop = set()
        for row, _ in self._columns:
            drop |= {id(item) for item in row.items}
            _put_in_doubt(row, message)
        drop -= {id(item) for item in self._columns[0][0].items}
        for row, _ in self._columns[1:]:
            row.items = []
        for items in (*self._blocks, self._placed):
            items[:] = [item for item in items if id(item) not in drop]

    def _settle_titles(self) -> None:
        """Make comments of the words before the first card and header, where the cards after them have counts.

        Where no card has a count, such words may be a card that is misspelt, and stay a problem. In a list without a
        legend, words that are made as a legend's name is are the legend of a set that the database lacks.
        """
        titles: dict[int, Row] = {}
        for row in self.rows:
            if row.kind == "header" or (row.items and not row.title):
                break
            if row.title:
                titles.update((id(item), row) for item in row.items)
        if not titles:
            return
        found = [item for block in self._blocks for item in block if id(item) in titles]
        for block in self._blocks:
            block[:] = [item for item in block if id(item) not in titles]
        legend = blocks.legend_among(found, self._blocks, self._placed)
        for item in found:
            row = titles[id(item)]
            if item is legend:
                item.problem, item.zone, row.kind = None, "legend", "card"
                self._placed.append(item)
            else:
                row.kind, row.items = "comment", []


def _as_note(found: re.Match[str]) -> str:
    """Return the lines of a comment as notes."""
    return "\n".join(f"{_NOTE}{line}" for line in found[1].split("\n"))


def _zone(place: Opened) -> Zone | None:
    if place == "any":
        return None
    return None if place == "aside" else place


def _put_in_doubt(row: Row, message: str) -> None:
    row.kind = "problem"
    for item in row.items[:1]:
        item.problem = message
