"""A deck list of lines: its cards by section, or without headers by blocks and by the kind of each card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.decks.text import blocks
from riftcheck.decks.text.characters import plain, unescaped
from riftcheck.decks.text.counts import COUNTS, STAR
from riftcheck.decks.text.items import ListItem, Row, guard_unknown
from riftcheck.decks.text.lines import read_line

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.text.headers import Place


class Listing:
    """Reads line by line. `rows` account for every non-blank line once `finish` has run."""

    __slots__ = ("_block", "_blocks", "_db", "_place", "_placed", "_unknown", "rows")

    def __init__(self, db: CardDatabase) -> None:
        self._db: Final = db
        self._place: Place = "any"  # until a header says more
        self._blocks: list[list[ListItem]] = []
        self._block: list[ListItem] = []  # the cards since the last blank line that no header places
        self._placed: list[ListItem] = []  # the cards that a header places
        self._unknown = 0  # the lines of which no item is a known card
        self.rows: list[Row] = []

    def read(self, text: str) -> list[Row]:
        """Return the rows of a text, every item with its zone.

        :raises DeckReadError: if more lines are no known card than in any deck.
        """
        find = self._db.find
        raw = text.splitlines()
        cleaned = raw if text.isascii() else plain(text).splitlines()
        for number, line in enumerate(cleaned, 1):
            line = unescaped(line) if "&" in line else line.strip()  # noqa: PLW2901 - the same line, cleaned
            if not line:
                self._close_block()
                continue
            # Nearly every line is a count and a name; the other dialects take the long way.
            head, _, name = line.partition(" ")
            count = COUNTS.get(head)
            if count is not None and "(" not in name and "[" not in name and name[:1] != STAR:
                card = find(name).card
                if card is not None:
                    item = ListItem(name, count, card)
                    self.rows.append(Row(number, raw[number - 1], "card", [item], None, counted=True))
                    self._add(item)
                    continue
            self._read_line(number, raw[number - 1], line)
        self._finish()
        return self.rows

    def _read_line(self, number: int, raw: str, line: str) -> None:
        reading = read_line(line, self._db, None if self._place == "any" else self._place)
        row = Row(number, raw, reading.kind, title=reading.title, counted=reading.counted)
        self.rows.append(row)
        for place, items in reading.parts:
            if place is not None:
                self._open(place)
            for item in items:
                row.items.append(item)
                self._add(item)
        place, items = reading.parts[-1] if reading.parts else (None, [])
        if items and place in {"legend", "champion", "extra_legends"}:
            self._open("any")  # its cards stand beside the header, and what follows is other cards
        if row.items and all(item.card is None for item in row.items):
            self._unknown += 1
            guard_unknown(self._unknown)
        if row.kind == "header" and self._place != "any":
            row.zone = self._place

    def _add(self, item: ListItem) -> None:
        if self._place == "any":
            self._block.append(item)
            return
        item.zone = self._place
        self._placed.append(item)

    def _open(self, place: Place) -> None:
        self._close_block()
        self._place = place

    def _close_block(self) -> None:
        if self._block:
            self._blocks.append(self._block)
            self._block = []

    def _finish(self) -> None:
        self._close_block()
        if any(row.counted for row in self.rows):
            self._settle_titles()
        blocks.place(self._blocks, self._placed)
        blocks.settle_legends([item for block in self._blocks for item in block], self._placed)

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
