"""Read tables with a header row: that row names the columns, and each row is read by these columns only."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.names import header_key
from riftcheck.decks.model import MAX_COUNT
from riftcheck.decks.text import headers
from riftcheck.decks.text.blocks import zone_of
from riftcheck.decks.text.items import ListItem, shown
from riftcheck.decks.text.lines import LineReading
from riftcheck.decks.text.names import both, identify, rune_of

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        *("foil quantity", "foil qty", "foil count", "standard quantity"),
    ),
    "foil": ("foil",),  # a count or a mark
    "section": ("section", "zone", "board", "category", "slot", "deck section", "part"),
    "set": ("set", "set code", "set name", "edition", "expansion"),
    "number": ("number", "card number", "collector number", "no", "nr", "collector no"),
    "other": (
        *("price", "rarity", "type", "domain", "domains", "condition", "language", "printing type", "finish", "notes"),
        *("variant", "energy", "cost", "might", "power", "tags", "artist", "image", "url", "link"),
    ),
}
_KIND: Final = {words: kind for kind, every in _COLUMNS.items() for words in every}
# Columns with the copies in one section, or with a mark for it.
_SECTIONS: Final[dict[str, Opened]] = {
    **dict.fromkeys(("main", "main deck", "maindeck", "main board", "mainboard", "in deck", "in main"), "main"),
    **dict.fromkeys(("sideboard", "side", "side board", "side deck", "sidedeck", "sb", "in sideboard"), "sideboard"),
    **dict.fromkeys(("maybe", "maybeboard", "maybe board", "considering"), "aside"),
}
_OF_COUNTS: Final = re.compile(r"(?<=\w) (?:quantity|qty|count|copies)$")
# In the text of any other column, which is then in doubt.
_OUTSIDE: Final = re.compile(r"\b(?:sideboard(?:s|ed)?|sidedeck|sb|maybe|maybeboard|considering)\b", re.IGNORECASE)
_MARKS: Final = {
    **dict.fromkeys(("", "-", "n", "no", "false"), False),
    **dict.fromkeys(("x", "y", "yes", "true"), True),
}
_COUNT: Final = re.compile(r"[xX ]*(\d{1,9})(?:[.,]0{1,2})?[xX ]*", re.ASCII)
_DELIMITERS: Final = "\t;|,"
UNCLEAR: Final = "The table has no header row:"
ADVICE: Final = "Add a header row, such as Card ID,Quantity or Name,Normal,Foil."


@dataclass(slots=True)
class Table:
    """The columns of a table: the kind of each, and the section of those with the copies in one section.

    A kind is None for an unknown column. `sectioned`: a row has a section in a column for sections.
    """

    delimiter: str
    kinds: list[str | None]
    sections: list[Opened | None]
    sectioned: bool = False

    def read(self, line: str, db: CardDatabase, place: Opened) -> LineReading | None:
        """Return the reading of a row, None if a line is no row of this table."""
        if not _may_be_row(line, self.delimiter) or headers.header(line, db) is not None:
            return None
        values = self._values(line)
        row = {kind: [] for kind in _COLUMNS}  # type: dict[str, list[str]]
        copies: dict[Opened, str] = {}
        for kind, section, value in zip(self.kinds, self.sections, values, strict=False):
            if section is not None:
                copies[section] = value
            elif value:
                row[kind or "other"].append(value)
        section = next((headers.place_of(words, db) for words in row["section"]), None)
        found, why = self._counts(row)
        if not row["name"] and not row["id"]:
            why = "names no card"
        elif not why:
            why = self._outside(row, section)
        if not why:
            found, why = _in_sections(found, copies, section)
        if why:
            return _reading(_problem(line, why))
        return self._placed(
            row, line, db, place, [(section if to in (None, "main") and section else to, count) for to, count in found]
        )

    def _placed(
        self,
        row: dict[str, list[str]],
        line: str,
        db: CardDatabase,
        place: Opened,
        found: list[tuple[Opened | None, int]],
    ) -> LineReading:
        """Return the reading of a row with its copies by section; `place` is the section around the table."""
        parts: list[tuple[Opened | None, list[ListItem]]] = []
        for to, count in found:
            item = self._item(row, db, count)
            if to is None and self.sectioned and (item.card is None or zone_of(item.card) == "main"):
                return _reading(_problem(line, "names no section"))
            rune = rune_of(item, db) if (to or place) == "runes" else None
            if rune is not None:
                item.card, item.written = rune, rune.name
            parts.append((to, [item]))
        reading = _reading(parts[0][1][0])
        reading.parts = parts
        reading.once = any(to is not None for to, _ in parts)
        return reading

    def _values(self, line: str) -> list[str]:
        values = _split(line, self.delimiter)
        more = len(values) - len(self.kinds)
        if more > 0 and self.delimiter == "," and "name" in self.kinds:  # a name with a comma and without quotes
            at = self.kinds.index("name")
            values[at : at + more + 1] = [", ".join(values[at : at + more + 1])]
        return values

    def _counts(self, row: dict[str, list[str]]) -> tuple[list[tuple[Opened | None, int]], str]:
        """Return the count of a row, none if no column has one, and what is wrong with it."""
        given = row["count"]
        counts = [_whole(value) for value in given]
        foil = [value for value in row["foil"] if value.casefold() not in _MARKS]
        if given and "part" not in self.kinds:
            foil = [value for value in foil if _whole(value) not in (0, 1)]  # a mark
        parts = [_whole(value) for value in (*row["part"], *foil)]
        if None in counts or (None in parts and not counts):
            return [], "has a count that is no whole number"
        numbers = {count for count in counts if count is not None}
        if parts and None not in parts:
            numbers.add(sum(part for part in parts if part is not None))
        if len(numbers) > 1:
            return [], f"has the counts {' and '.join(map(str, sorted(numbers)))}"
        if not numbers and not {"count", "part"}.isdisjoint(kind or "" for kind in self.kinds):
            return [], "has no count"
        if not numbers and None in self.kinds and any(_whole(value) is not None for value in row["other"]):
            return [], "has a number in a column that is not known, and no count"
        if any(not 0 < count <= MAX_COUNT for count in numbers):
            return [], f"has the count {min(numbers)}, and a count is a whole number from 1 to {MAX_COUNT}"
        return [(None, count) for count in numbers], ""

    def _outside(self, row: dict[str, list[str]], section: Opened | None) -> str:
        """Return what is wrong if a row has no section that is known, or another column names one, too."""
        if row["section"] and section is None:
            return f'has "{shown(row["section"][0])}", which is no section of a deck'
        for value in row["other"]:
            whole = _SECTIONS.get(header_key(value)) if len(value) <= headers.LONGEST else None
            if (whole in ("sideboard", "aside") and whole != section) or (section is None and _OUTSIDE.search(value)):
                return f'has "{shown(value)}" in a column that is not for sections'
        return ""

    def _item(self, row: dict[str, list[str]], db: CardDatabase, count: int) -> ListItem:
        printing = next(iter(row["id"]), None)
        if printing is None and len(row["set"]) == len(row["number"]) == 1 and row["set"][0].upper() in db.sets:
            printing = f"{row['set'][0].upper()}-{row['number'][0].lstrip('#').partition('/')[0]}"
        name = next(iter(row["name"]), None)
        if name is None:
            return identify(printing or "", count, db)
        return identify(name, count, db) if printing is None else both(name, printing, count, db)


def _in_sections(
    found: list[tuple[Opened | None, int]], copies: dict[Opened, str], section: Opened | None
) -> tuple[list[tuple[Opened | None, int]], str]:
    """Return the count of a row by section, from the columns with the copies in one section, and what is wrong."""
    marks = {to: _MARKS.get(value.casefold()) for to, value in copies.items()}
    numbers = {to: _whole(value) for to, value in copies.items()}
    if any(marks[to] is None and numbers[to] is None for to in copies):
        return [], "has a word in a column for the copies in a section"
    total = sum(count for _, count in found)
    within = [(to, count) for to, count in numbers.items() if count]
    marked = [to for to, mark in marks.items() if mark]
    if within and not marked:
        inner = sum(count for _, count in within)
        whole = inner == total and ("main" in copies or within[0][0] == section)  # the columns divide the count
        if any(count > MAX_COUNT for _, count in within) or (found and not whole):
            return [], f"has the counts {' and '.join(map(str, (total, *(count for _, count in within))))}"
        return list(within), ""
    if len(marked) + len(within) > 1 or ("main" in copies and not marked):
        return [], "is not in the main deck, or in several sections"
    return [(marked[0] if marked else None, total or 1)], ""


def table(line: str, below: Sequence[str] = ()) -> Table | None:
    """Return the table that a header row begins; it names a column for names or ids and one more. None without one.

    `below` are the lines after it.
    """
    delimiter = next((sign for sign in _DELIMITERS if sign in line), None)
    if delimiter is None or any(digit in line for digit in "0123456789"):
        return None
    words = [header_key(word.replace("_", " ")) for word in _split(line, delimiter)]
    kinds = [_KIND.get(word) for word in words]
    sections = [_SECTIONS.get(_OF_COUNTS.sub("", word)) for word in words]
    known = [kind or "copies" for kind, section in zip(kinds, sections, strict=True) if kind or section]
    if len(known) < 2 or not {"name", "id"} & set(known) or len(known) * 2 < len(kinds):  # noqa: PLR2004
        return None
    found = Table(delimiter, kinds, sections)
    if "section" in kinds:
        found.sectioned = _has_section(found, below)
    return found


def _has_section(table_of: Table, below: Sequence[str]) -> bool:
    """Return True if a row of a table has a section; the rows end at the next header row."""
    at = table_of.kinds.index("section")
    for line in below:
        if _may_be_row(line, table_of.delimiter):
            if table(line) is not None:
                return False
            values = _split(line, table_of.delimiter)
            if len(values) == len(table_of.kinds) and values[at] and any(map(str.isalnum, values[at])):
                return True
    return False


def _may_be_row(line: str, delimiter: str) -> bool:
    return delimiter in line and any(map(str.isalnum, line))


def _split(line: str, delimiter: str) -> list[str]:
    line = line.strip("| ") if delimiter == "|" else line
    (values,) = csv.reader([line.replace("\r", " ").replace("\n", " ")], delimiter=delimiter, skipinitialspace=True)
    return [value.strip() for value in values]


def _whole(value: str) -> int | None:
    found = _COUNT.fullmatch(value)
    return int(found[1]) if found is not None else None


def _problem(line: str, why: str) -> ListItem:
    return ListItem(shown(line), 1, problem=f'The row "{shown(line)}" of the table {why}.', sure=True)


def _reading(item: ListItem) -> LineReading:
    return LineReading("card" if item.problem is None else "problem", [(None, [item])], counted=True)
