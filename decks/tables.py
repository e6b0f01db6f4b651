"""Read tables of many decks, as event organisers export them: one row for each player, one column for the decklist."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.decks.model import DeckReadError

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_ROWS: Final = 10_000

# Of these words, the first one that the header row has is used.
_DECKLIST: Final = ("decklist", "decklists", "deckcode", "deckstring", "deck", "list", "code", "deckurl", "decklink")
_PLAYER: Final = ("player", "playername", "participant", "competitor", "username", "user", "nickname", "discord")
_NAMES: Final = ("name", "fullname", "displayname", "email", "emailaddress")
_COUNTS: Final = frozenset({"count", "quantity", "qty", "amount", "copies", "number", "normal", "foil"})
_DELIMITERS: Final = ",;\t|"
_NOT_LETTER: Final = re.compile(r"[^a-z]+")
_LONGEST_HEADER: Final = 2000


@dataclass(frozen=True, slots=True)
class Columns:
    """The names in the header row of a table of decks, and the indices of the two columns that are read.

    `player` is None if no column names the player.
    """

    names: tuple[str, ...]
    decklist: int
    player: int | None
    delimiter: str

    def unused(self) -> list[str]:
        """Return the names of the columns that are not read."""
        return [name for index, name in enumerate(self.names) if name and index not in (self.decklist, self.player)]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its 1-based number with the header as row 1, the player, and the decklist or its `error`."""

    number: int
    player: str
    decklist: str
    error: str = ""


def columns_of(text: str) -> Columns | None:
    """Return the columns of a text whose first line is the header row of a table of decks, else None."""
    head, delimiters = _header(text)
    found = [columns for delimiter in delimiters if (columns := _columns(head, delimiter)) is not None]
    return max(found, key=lambda columns: len(columns.names), default=None)


def reject_table(text: str) -> None:
    """Reject a text that is a table of many decks: it would be read as one deck.

    :raises DeckReadError: if the header row names a player and a decklist, and no count.
    """
    if "deck" not in text[:_LONGEST_HEADER].lower():
        return
    columns = columns_of(text)
    if columns is None or columns.player is None:
        return
    player, decklist = columns.names[columns.player], columns.names[columns.decklist]
    raise DeckReadError(
        f'This is a table of many decks, with a column "{player}" and a column "{decklist}". '
        "Give one deck at a time, or use riftcheck validate --table FILE."
    )


def read_rows(text: str, columns: Columns) -> list[Row]:
    """Return the rows of a table of decks. A row that cannot be read has an error; empty rows are skipped.

    :raises DeckReadError: if there are more than 10,000 rows.
    """
    text = _without_mark(text)
    rows: list[Row] = []
    number = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=columns.delimiter, strict=True)
    try:
        for number, cells in enumerate(reader, 1):
            if number > 1 and any(map(str.strip, cells)):
                rows.append(_row(number, cells, columns))
            if len(rows) > MAX_ROWS:
                raise DeckReadError(f"The table has over {MAX_ROWS:,} rows. Divide it into several files.")
    except csv.Error as error:
        rows.append(Row(number + 1, "", "", f"The table cannot be read from this row on: {error}. Close each quote."))
    return rows


def _row(number: int, cells: list[str], columns: Columns) -> Row:
    player = "" if columns.player is None or columns.player >= len(cells) else " ".join(cells[columns.player].split())
    if any(map(str.strip, cells[len(columns.names) :])):
        error = f"The row has {len(cells)} cells, but the header row has {len(columns.names)}."
        return Row(number, player, "", f"{error} Put cells with a delimiter or a line break in quotes.")
    decklist = cells[columns.decklist] if columns.decklist < len(cells) else ""
    return Row(number, player, decklist, "" if decklist.strip() else "The row has no decklist.")


def _without_mark(text: str) -> str:
    text = text.removeprefix("\ufeff").lstrip("\r\n")
    return text.partition("\n")[2] if text[:4].lower() == "sep=" else text  # Excel writes this line first


def _header(text: str) -> tuple[str, str]:
    """Return the first line of a text, and the delimiters in it."""
    start = _without_mark(text[:_LONGEST_HEADER])
    head = start.splitlines()[0] if start else ""
    return head, "".join(delimiter for delimiter in _DELIMITERS if delimiter in head)


def _columns(head: str, delimiter: str) -> Columns | None:
    names = tuple(cell.strip() for cell in next(csv.reader([head], delimiter=delimiter), []))
    words = [_NOT_LETTER.sub("", name.casefold()) for name in names]
    decklist = _first(words, _DECKLIST)
    if decklist is None or not _COUNTS.isdisjoint(words):
        return None
    return Columns(names, decklist, _first(words, (*_PLAYER, *_NAMES)), delimiter)


def _first(words: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((words.index(word) for word in wanted if word in words), None)
