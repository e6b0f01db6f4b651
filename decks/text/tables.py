"""Tables with a header row: their columns by the words of that row, and the card of each row by these columns only."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.names import header_key
from riftcheck.decks.model import MAX_COUNT
from riftcheck.decks.text import headers
from riftcheck.decks.text.items import ListItem, shown
from riftcheck.decks.text.lines import LineReading
from riftcheck.decks.text.names import both, identify, rune_of

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.text.headers import Opened

_COLUMNS: Final = {
    "name": ("name", "card", "card name", "cardname", "product name", "title"),
    "id": ("id", "card id", "cardid", "code", "card code", "printing", "printing id", "variant number"),
    "count": (
        "quantity",
        "qty",
        "count",
        "amount",
        "copies",
        "total",
        "total quantity",
        "total qty",
        "number of copies",
    ),
    "part": (
        *("normal", "normal quantity", "normal qty", "normal count", "regular", "non foil", "nonfoil", "standard"),
        *("foil", "foil quantity", "foil qty", "foil count", "standard quantity"),
    ),
    "section": ("section", "zone", "board", "category", "slot", "deck section", "part"),
    "set": ("set", "set code", "set name", "edition", "expansion"),
    "number": ("number", "card number", "collector number", "no", "nr", "collector no"),
    "other": (
        *("price", "rarity", "type", "domain", "domains", "condition", "language", "printing type", "finish", "notes"),
        *("variant", "energy", "cost", "might", "power", "tags", "artist", "image", "url", "link"),
    ),
}
_KIND: Final = {words: kind for kind, every in _COLUMNS.items() for words in every}
_DELIMITERS: Final = "\t;|,"
UNCLEAR: Final = "The table has no header row:"
ADVICE: Final = "Add a header row, such as Card ID,Quantity or Name,Normal,Foil."


@dataclass(slots=True)
class Table:
    """The columns of a table: the kind of each, None for an unknown one."""

    delimiter: str
    kinds: list[str | None]

    def read(self, line: str, db: CardDatabase, place: Opened) -> LineReading | None:
        """Return the reading of a row, None if a line is no row of this table."""
        if self.delimiter not in line or not any(map(str.isalnum, line)) or headers.header(line, db) is not None:
            return None
        values = _split(line, self.delimiter)
        more = len(values) - len(self.kinds)
        if more > 0 and self.delimiter == "," and "name" in self.kinds:  # a name with a comma and without quotes
            at = self.kinds.index("name")
            values[at : at + more + 1] = [", ".join(values[at : at + more + 1])]
        row = {kind: [] for kind in _COLUMNS}  # type: dict[str, list[str]]
        for kind, value in zip(self.kinds, values, strict=False):
            if value:
                row[kind or "other"].append(value)
        if not row["name"] and not row["id"]:
            return _reading(_problem(line, "names no card"))
        item = self._item(row, line, db)
        section = next((headers.place_of(words, db) for words in row["section"]), None)
        if row["section"] and section is None:
            item = _problem(line, f'has "{shown(row["section"][0])}", which is no section of a deck')
        rune = rune_of(item, db) if (section or place) == "runes" else None
        if rune is not None:
            item.card, item.written = rune, rune.name
        reading = _reading(item)
        reading.parts = [(section, [item])]
        reading.once = section is not None
        return reading

    def _item(self, row: dict[str, list[str]], line: str, db: CardDatabase) -> ListItem:
        counts = [_whole(value) for value in row["count"]]
        parts = [_whole(value) for value in row["part"]]
        if None in counts or (None in parts and not counts):
            return _problem(line, "has a count that is no whole number")
        numbers = {count for count in counts if count is not None}
        if parts and None not in parts:
            numbers.add(sum(part for part in parts if part is not None))
        if len(numbers) > 1:
            return _problem(line, f"has the counts {' and '.join(map(str, sorted(numbers)))}")
        count = next(iter(numbers), 1)
        if not numbers and any(_whole(value) is not None for value in self._unknown(row)):
            return _problem(line, "has a number in a column that is not known, and no count")
        if not 0 < count <= MAX_COUNT:
            return _problem(line, f"has the count {count}, and a count is a whole number from 1 to {MAX_COUNT}")
        printing = next(iter(row["id"]), None)
        if printing is None and len(row["set"]) == len(row["number"]) == 1 and row["set"][0].upper() in db.sets:
            printing = f"{row['set'][0].upper()}-{row['number'][0].lstrip('#').partition('/')[0]}"
        name = next(iter(row["name"]), None)
        if name is None:
            return identify(printing or "", count, db)
        return identify(name, count, db) if printing is None else both(name, printing, count, db)

    def _unknown(self, row: dict[str, list[str]]) -> list[str]:
        return row["other"] if None in self.kinds else []


def table(line: str) -> Table | None:
    """Return the table that a header row begins; it names a column for names or ids and one more. None without one."""
    delimiter = next((sign for sign in _DELIMITERS if sign in line), None)
    if delimiter is None or any(digit in line for digit in "0123456789"):
        return None
    words = _split(line, delimiter)
    kinds = [_KIND.get(header_key(word.replace("_", " "))) for word in words]
    known = [kind for kind in kinds if kind is not None]
    if len(known) < 2 or not {"name", "id"} & set(known) or len(known) * 2 < len(kinds):  # noqa: PLR2004
        return None
    return Table(delimiter, kinds)


def _split(line: str, delimiter: str) -> list[str]:
    line = line.strip("| ") if delimiter == "|" else line
    (values,) = csv.reader([line.replace("\r", " ").replace("\n", " ")], delimiter=delimiter, skipinitialspace=True)
    return [value.strip() for value in values]


def _whole(value: str) -> int | None:
    value = value.removesuffix(".0").strip("xX ")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else None  # noqa: PLR2004


def _problem(line: str, why: str) -> ListItem:
    return ListItem(shown(line), 1, problem=f'The row "{shown(line)}" of the table {why}.', sure=True)


def _reading(item: ListItem) -> LineReading:
    return LineReading("card" if item.problem is None else "problem", [(None, [item])], counted=True)
