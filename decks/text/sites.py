"""JSON lists of deck sites: sections under any header's name, maps of ids to counts, and the project's own form."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.names import id_key
from riftcheck.decks import other_games
from riftcheck.decks.document import KEYS, choices
from riftcheck.decks.model import MAX_COUNT, DeckReadError, OtherGameError, SetAside
from riftcheck.decks.text import blocks
from riftcheck.decks.text.characters import plain, unfenced
from riftcheck.decks.text.entries import (
    ASIDE_KEYS,
    CATEGORY,
    COUNT_KEYS,
    ID_KEYS,
    NAME_KEYS,
    ZONE_KEYS,
    EntryFields,
    letters,
    number,
)
from riftcheck.decks.text.headers import NOTHING, SQUEEZED
from riftcheck.decks.text.items import ListItem, Row, assemble, guard, shown
from riftcheck.decks.text.lines import read_line
from riftcheck.decks.text.names import both, identify, rune_of

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Parsed
    from riftcheck.decks.text.headers import Place

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_WRAPPERS: Final = ("deck", "decklist", "data", "list")
_LISTS: Final = frozenset({"cards", "entries", "items"})
_TOTALS: Final = frozenset({"total", "size", *COUNT_KEYS})
_ENTRY_KEYS: Final = frozenset({*NAME_KEYS, *ID_KEYS})
_GROUPS: Final = frozenset({"sections", "breakdown", "zones", "boards"})
_DEEPEST: Final = 8
_NUMBERED: Final = re.compile(r"(?:deck|main|list|board|side)[ _-]*[2-9]$", re.IGNORECASE)


def read_json(text: str, db: CardDatabase) -> Parsed | None:
    """Return the list that a JSON text holds; None if the text is not JSON and does not begin like an object.

    :raises DeckReadError: if it begins like an object and is not JSON, or names a key twice.
    """
    inner = unfenced(text.removeprefix("\ufeff"))
    try:
        data = json.loads(inner, object_pairs_hook=_object, parse_constant=_no_constant)
    except DeckReadError:
        raise
    except (ValueError, RecursionError) as error:
        if inner.lstrip()[:1] == "[":
            return None  # a line such as [OGN-043] Charm
        raise DeckReadError(f"The text begins like JSON, but is not: {_json_fault(error)}.") from error
    return _Site(text, db).read(data)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for position, (key, _) in enumerate(pairs) if key in dict(pairs[:position]))
        raise DeckReadError(f'The JSON has the key "{shown(twice)}" twice; only one of them could count.')
    return found


def _no_constant(name: str) -> Any:
    raise DeckReadError(f"The JSON holds {name}, which is no number.")


def _json_fault(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return "it nests too deep" if isinstance(error, RecursionError) else "a number in it is too long"


class _Site:
    """Walks the JSON in the order of the text, so that each card finds the line on which it stands."""

    def __init__(self, text: str, db: CardDatabase) -> None:
        self._db = db
        self._raw = text.splitlines()
        self._line = 1
        self._entries = 0
        self._ends = list(accumulate(len(line) for line in text.splitlines(keepends=True)))
        self._strings = _STRING.finditer(text)
        self._rows: dict[int, Row] = {}
        self._loose: list[ListItem] = []
        self._placed: list[ListItem] = []
        self._aside: dict[str, tuple[int, list[tuple[int, ListItem]]]] = {}  # by the words that set aside, with lines
        self._words: str | None = None  # the words that set aside the cards being read
        self._after: list[tuple[str, Any]] = []  # keys and values after the object with the sections

    def read(self, whole: Any) -> Parsed:
        """Return the list that the JSON value holds.

        :raises OtherGameError: if it is a KeyForge deck.
        :raises DeckReadError: if the project's own form has wrong choices or a wrong champion_apart.
        """
        data = self._unwrapped(whole)
        own = isinstance(data, dict) and "main" in data and data.keys() <= KEYS
        if isinstance(data, dict) and _is_map(data):
            self._section("any", data)
        elif isinstance(data, dict):
            self._sections(data, own=own)
        else:
            self._section("any", data)
        for key, value in self._after:
            self._other_key(key, value)
        items = [*self._loose, *self._placed]
        if sum(item.card is not None for item in items) * 2 <= len(items) and other_games.is_keyforge(whole):
            raise OtherGameError(other_games.KEYFORGE)
        set_aside = [self._account(words, line, items) for words, (line, items) in self._aside.items() if items]
        blocks.place([self._loose], self._placed)
        blocks.settle_legends(self._loose, self._placed)
        for position, line in enumerate(self._raw, 1):
            if plain(line).strip():
                self._row(position)
        # The project's own form says whether the champion stands apart; the lists of sites are read by their size.
        parsed = assemble([self._rows[position] for position in sorted(self._rows)], "json" if own else "text")
        parsed.set_aside = set_aside
        if own:
            self._own(parsed, data)
        return parsed

    def _own(self, parsed: Parsed, data: dict[str, Any]) -> None:
        errors: list[Any] = []
        parsed.deck.choices = choices(data.get("choices", {}), errors)
        apart = data.get("champion_apart", False)
        if errors:
            raise DeckReadError(f"choices in the JSON: {errors[0][1]}.")
        if not isinstance(apart, bool):
            raise DeckReadError("champion_apart in the JSON must be true or false.")
        parsed.deck.champion_apart = apart

    def _sections(self, data: dict[str, Any], *, own: bool) -> None:
        places = {key: _place(key) for key, value in data.items() if not _is_plain_number(value)}
        filled = {place for key, place in places.items() if place is not None and data[key]}
        # A deck code decoder returns legend, battlefields and runes in the main deck.
        by_type = not own and not filled & {"legend", "battlefields", "runes"}
        for key, value in data.items():
            place = places.get(key)
            if not filled and letters(key) in _GROUPS and isinstance(value, (list, dict)):
                self._find(key)
                self._groups(value)
                continue
            if letters(key) in ASIDE_KEYS and not _is_plain_number(value) and not own:
                self._find(key)
                self._read_aside(key, value)
                continue
            if place is None:
                self._other_key(key, value)
                continue
            self._find(key)
            if (
                value
                and _NUMBERED.search(key)
                and not own
                and any(places[other] == place and data[other] for other in places if other != key)
            ):
                self._problem("any", value, f'"{shown(key)}" is another deck or section. Give one deck at a time.')
                continue
            row = self._row(self._line)
            if row.kind == "comment":
                row.kind, row.zone = "header", None if place == "any" else place
            self._section("any" if by_type and place == "main" else place, value)

    def _groups(self, groups: list[Any] | dict[str, Any]) -> None:
        """Read sections from a list of objects with a name and cards, or from an object with the cards by name."""
        if isinstance(groups, dict):
            self._sections(groups, own=False)
            return
        for group in groups:
            texts = (
                {letters(key): value for key, value in group.items() if _is_text(value)}
                if isinstance(group, dict)
                else {}
            )
            name = next((texts[key] for key in (*ZONE_KEYS, CATEGORY, *NAME_KEYS, "type") if key in texts), "")
            place = _place(name)
            aside = letters(name) in ASIDE_KEYS
            if place is None and not aside:
                self._problem("any", group, f'"{shown(name)}" is no section of a deck. Name one such as main.')
            for key, value in group.items() if isinstance(group, dict) else ():
                if letters(key) in _LISTS and aside:
                    self._read_aside(name, value)
                elif letters(key) in _LISTS:
                    self._section(place or "any", value)
                elif not _is_text(value):
                    self._other_key(key, value)

    def _read_aside(self, words: str, value: Any) -> None:
        """Read cards that are set aside, such as those of a Maybeboard."""
        self._words = words
        self._section("any", value)
        self._words = None

    def _account(self, words: str, line: int, items: list[tuple[int, ListItem]]) -> SetAside:
        """Return the record of the cards under `words`, and mark each line without another card as set aside."""
        for position, item in items:
            row = self._row(position)
            if not row.items or row.kind == "set-aside":
                row.items.append(item)
                row.kind, row.zone = "set-aside", None
        return SetAside(line, words, sum(item.count for _, item in items))

    def _section(self, place: Place, value: Any) -> None:
        if isinstance(value, dict) and not _is_entry(value):
            for name, count in value.items():
                # The value is a list: units and spells of the main deck, or the cards next to their number.
                if isinstance(count, list) and self._db.find(name).card is None:
                    within = _place(name)
                    self._section(place if within in (None, "main", "any") else within, count)
                elif letters(name) not in _TOTALS:
                    self._find(name)
                    self._add(place, self._counted(name, count))
        elif isinstance(value, list):
            for entry in value:
                self._entry(place, entry)
        elif value is not None:
            self._entry(place, value)

    def _entry(self, place: Place, entry: Any) -> None:
        if isinstance(entry, str):
            self._find(entry)
            self._text(place, entry)
        elif isinstance(entry, dict):
            self._mapped(place, entry)
        else:
            self._problem(place, entry, "An entry is a name, or an object with name or id, and count.")

    def _text(self, place: Place, entry: str) -> None:
        """Read a name, or a line such as 3 Charm, that stands as one string."""
        line = " ".join(plain(entry).split())
        if not line or line.casefold() in NOTHING:
            return
        reading = read_line(line, self._db, place)
        if reading.kind == "comment":
            return
        items = [item for _, items in reading.parts for item in items]
        read = reading.counted or any(item.known for item in items)
        for item in items if read else [identify(line, 1, self._db)]:
            self._add(place, item)

    def _mapped(self, place: Place, entry: dict[str, Any]) -> None:
        fields = EntryFields(entry)
        name, printing = fields.name, fields.printing
        written = printing if name is None else name
        if written is None:
            self._problem(place, entry, "An entry must have a name or an id.")
            return
        self._find(written)
        doubt = fields.doubt(place, self._db)
        if doubt is not None:
            self._add(place, ListItem(shown(written), 1, problem=doubt, sure=True))
            return
        count = fields.counts[0] if fields.counts else 1
        item = self._counted(written, count, None if name is None else printing)
        item.said = fields.said
        outer = self._words
        self._words = fields.aside or outer
        self._add(fields.place(place), item)
        self._words = outer

    def _counted(self, written: str, count: Any, printing: str | None = None) -> ListItem:
        found = number(count)
        count = count if found is None else found
        if type(count) is not int or not 1 <= count <= MAX_COUNT:
            message = f"The count of {shown(written)} is a whole number from 1 to {MAX_COUNT}, not {shown(str(count))}."
            return ListItem(written, 1, problem=message)
        name = " ".join(plain(written).split())
        if not name:
            return ListItem('""', 1, problem="An entry must have a name or an id.")
        return identify(name, count, self._db) if printing is None else both(name, printing, count, self._db)

    def _add(self, place: Place, item: ListItem) -> None:
        self._entries += 1
        guard(self._entries)
        if self._words is not None and item.problem is None:
            self._aside.setdefault(self._words, (self._line, []))[1].append((self._line, item))
            return
        row = self._row(self._line)
        row.items.append(item)
        if item.problem is not None:
            row.kind = "problem"
        elif row.kind != "problem":
            row.kind = "card"
        if place == "any":
            self._loose.append(item)
            return
        item.zone = place
        self._placed.append(item)
        rune = rune_of(item, self._db) if place == "runes" else None
        if rune is not None:
            item.card, item.written = rune, rune.name

    def _problem(self, place: Place, value: Any, message: str) -> None:
        written = ", ".join(map(str, value)) if isinstance(value, dict) else type(value).__name__
        self._add(place, ListItem(shown(written) or "{}", 1, problem=message))

    def _row(self, number: int) -> Row:
        return self._rows.setdefault(number, Row(number, self._raw[number - 1], "comment"))

    def _find(self, string: str) -> None:
        """Go on in the text to where a string stands, and remember its line."""
        for found in self._strings:
            while found.start() >= self._ends[self._line - 1]:
                self._line += 1
            inside = found[0][1:-1]
            if (json.loads(found[0], strict=False) if "\\" in inside else inside) == string:
                return

    def _unwrapped(self, data: Any) -> Any:
        """Return the object with the sections, where it lies in another; what names cards beside it is a problem."""
        for _ in range(_DEEPEST):
            if not isinstance(data, dict) or any(letters(key) in SQUEEZED and key not in _WRAPPERS for key in data):
                return data
            wrapper = next((key for key in _WRAPPERS if isinstance(data.get(key), dict)), None)
            if wrapper is None:
                return data
            keys = list(data)
            position = keys.index(wrapper)
            for key in keys[:position]:
                self._other_key(key, data[key])
            self._after = [(key, data[key]) for key in keys[position + 1 :]] + self._after
            data = data[wrapper]
        return data

    def _other_key(self, key: str, value: Any) -> None:
        """Account for a key that is no section: a card with its count, or what must not be passed over."""
        self._find(key)
        if _is_plain_number(value):
            if id_key(key) is not None or self._db.find(key).card is not None:
                self._add("any", self._counted(key, value))
        elif letters(key) != "choices" and self._holds_card(value):
            self._problem("any", value, f'"{shown(key)}" is no section of a deck, but names cards.')

    def _holds_card(self, value: Any, depth: int = 0) -> bool:
        """Tell whether a list or object under an unknown key names a card, so that it must not be passed over."""
        if isinstance(value, str):
            return depth > 0 and self._db.find(value).card is not None
        if depth > _DEEPEST:
            return True
        if isinstance(value, dict):
            return any(
                self._holds_card(key, depth + 1) or self._holds_card(inner, depth + 1) for key, inner in value.items()
            )
        return isinstance(value, list) and any(self._holds_card(inner, depth + 1) for inner in value)


def _is_plain_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _place(name: str) -> Place | None:
    squeezed = letters(name)
    return "any" if squeezed in _LISTS else SQUEEZED.get(squeezed)


def _is_map(data: dict[str, Any]) -> bool:
    """Tell whether an object is a map of names or ids to counts."""
    return not any(_place(key) for key in data) and all(
        (_is_plain_number(value) and not isinstance(value, bool)) or (isinstance(value, str) and value.isdecimal())
        for value in data.values()
    )


def _is_entry(value: dict[str, Any]) -> bool:
    keys = {letters(key) for key in value}
    return not keys.isdisjoint(_ENTRY_KEYS) and not _is_map(value)
