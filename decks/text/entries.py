"""Read one entry in the JSON of a deck site: its names and ids, its counts, and the sections that it names."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from riftcheck.carddb.names import id_key
from riftcheck.decks.model import MAX_COUNT
from riftcheck.decks.text.headers import ASIDE, SQUEEZED
from riftcheck.decks.text.items import shown

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Zone
    from riftcheck.decks.text.headers import Place

Role = Literal["name", "id", "count", "finish", "zone", "category", "place", "type", "sideboard", "fact"]

NAME_KEYS: Final = ("name", "cardname", "title", "card")  # of these, the first that an entry has is used
ID_KEYS: Final = ("id", "cardid", "code", "cardcode", "variantnumber", "printing")
COUNT_KEYS: Final = ("count", "quantity", "qty", "amount", "copies")
ZONE_KEYS: Final = ("zone", "section", "board", "slot")
CATEGORY: Final = "category"
# Keys that are often a section, and often something else.
_PLACE_KEYS: Final = ("location", "boardtype", "group", "area", "part", "deck", "decksection", "list", "pile")
_FINISH_KEYS: Final = ("normal", "regular", "nonfoil", "foil")  # their counts are added up
_SIDEBOARD_KEYS: Final = ("sideboard", "issideboard", "side")
# Keys whose numbers are not counts: facts of the card, and its position in the list or in a database.
_FACT_KEYS: Final = (
    *("no", "energy", "power", "might", "set", "position", "sort", "level", "rarity", "version", "variant", "art"),
    *("max", "maxcopies", "limit", "owned"),
)
_FACT_ENDINGS: Final = ("cost", "id", "number", "price", "index", "order", "rank")
_ROLES: Final[dict[str, Role]] = {
    **dict.fromkeys(NAME_KEYS, "name"),
    **dict.fromkeys(ID_KEYS, "id"),
    **dict.fromkeys(COUNT_KEYS, "count"),
    **dict.fromkeys(_FINISH_KEYS, "finish"),
    **dict.fromkeys(ZONE_KEYS, "zone"),
    CATEGORY: "category",
    **dict.fromkeys(_PLACE_KEYS, "place"),
    "type": "type",
    **dict.fromkeys(_SIDEBOARD_KEYS, "sideboard"),
    **dict.fromkeys(_FACT_KEYS, "fact"),
}
_NUMBERS: Final = frozenset({"count", "finish"})
_TEXTS: Final = frozenset({"name", "id", "zone", "category", "place", "type"})
_FACTS: Final = frozenset({"fact", "name", "id"})
ASIDE_KEYS: Final = frozenset(words.replace(" ", "") for words in ASIDE)
# Other words for the main deck are types of cards, such as Spell, which do not name the section of an entry.
_MAIN_WORDS: Final = frozenset({"main", "maindeck", "maindeckcards", "deck"})
_TRUTHS: Final = {"true": True, "yes": True, "false": False, "no": False, "0": False}
_LONGEST_TRUTH: Final = 5
_LONGEST_FLAG: Final = 60
# Flags by the words of their keys: in the sideboard, set aside, and in the main deck.
_KEY_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_BEFORE_FLAG: Final = r"(?:(?:is|in|on|to|for|the|as) ?)*"
_FLAGS: Final = {
    flag: re.compile(f"{_BEFORE_FLAG}(?:{words})(?: (?:board|deck|card))?")
    for flag, words in (
        ("sideboard", "side|side ?board|side ?deck|sb"),
        ("aside", "maybe|maybe ?board|considering|considered"),
        ("main", "main|main ?deck|main ?board|deck|deck ?list"),
    )
}
_FLAG_WORDS: Final = frozenset({"side", "sb", "maybe", "considering", "cut", "cuts", "overflow", "wishlist"})
_IN_FLAG: Final = ("sideboard", "sidedeck", "maybe", "acquireboard")
_IN_MAIN_FLAG: Final = ("maindeck", "mainboard")
_INDEX: Final = re.compile(r"(?:deck|board|zone|section|list|pile)index")
# A number that may be a count, in a text under an unknown key.
_COUNT_WORD: Final = re.compile(
    r"(?<!\S)(?:(\d{1,3})\s?(?:x|copy|copies)|x\s?(\d{1,3}))(?![^\s,.;])|\s*(\d{1,3})x?\s+(.{1,60})", re.IGNORECASE
)
_NOT_LETTER: Final = re.compile(r"[^a-z]+")
_LONGEST_ID: Final = 24
_LONGEST_COUNT: Final = len(str(MAX_COUNT))


@lru_cache(maxsize=1024)
def letters(key: str) -> str:
    """Return the letters of a key or of the name of a section in lower case, to look it up."""
    return _NOT_LETTER.sub("", key.casefold())


def number(value: Any) -> int | None:
    """Return the whole number that a value is, such as 2, "2" or 2.0; None for any other value."""
    if type(value) is int:
        return value
    if isinstance(value, str):
        short = len(value) <= _LONGEST_COUNT and value.isascii() and value.isdecimal()
        return int(value) if short else None
    return int(value) if isinstance(value, float) and value.is_integer() else None


class EntryFields:
    """The fields of an entry. `counts` has each different count once, also a value that is no number."""

    __slots__ = ("_finishes", "_ids", "_names", "_zones", "counts", "notes", "said", "strange")

    def __init__(self, entry: dict[str, Any]) -> None:
        self._names: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self._zones: dict[str, str] = {}  # by section, the words that name it; an unknown section is its own key
        self._finishes: int | None = None
        self.counts: list[Any] = []
        self.said: Zone | None = None  # the section that only a category names
        self.strange: tuple[str, int] | None = None  # the key and number that may be a count
        self.notes: list[tuple[str, str]] = []  # keys and texts with a number that may be a count
        self._take(entry)
        inner = entry.get("card")
        if isinstance(inner, dict):
            strange, notes, counted = self.strange, len(self.notes), bool(self.counts)
            self._take(inner)
            if counted:  # the numbers of the card are no counts of it
                self.strange = strange
                del self.notes[notes:]
        if self._finishes is not None and (self._finishes or not self.counts):
            self._count(self._finishes)

    def _take(self, entry: dict[str, Any]) -> None:
        for key, value in entry.items():
            squeezed = letters(key)
            role = _ROLES.get(squeezed)
            if role in _NUMBERS:
                self._take_number(role, value)
            elif role in _TEXTS and isinstance(value, str):
                self._take_text(role, squeezed, value)
            elif role == "sideboard" and _truth(value):
                self._zones["sideboard"] = "sideboard"
            elif role not in _FACTS:
                self._take_unknown(key, squeezed, value)

    def _take_unknown(self, key: str, squeezed: str, value: Any) -> None:
        """Take a value whose key says nothing certain: a flag for a section, or a number that may be a count."""
        said = _truth(value)
        if said is not None:
            flag = _flag(key, is_set=said)
            if flag is not None:
                self._zones[flag] = flag if flag == "sideboard" else f"{key}: {'true' if said else 'false'}"
            return
        if isinstance(value, str):
            if (" " in value or len(value) <= _LONGEST_COUNT + 1) and _COUNT_WORD.search(value) is not None:
                self.notes.append((key, value))
        elif isinstance(value, (list, dict)):
            copies = _copies(value)
            if copies is not None:
                self.notes.append((key, f"x{copies}"))
            return
        if squeezed.endswith(_FACT_ENDINGS) and _INDEX.fullmatch(squeezed) is None:
            return
        strange = number(value)
        if strange is not None and 1 <= strange <= MAX_COUNT and self.strange is None:
            self.strange = key, strange

    def _take_number(self, role: Role | None, value: Any) -> None:
        found = number(value)
        if role == "count":
            self._count(value if found is None else found)
        elif found is not None:
            self._finishes = (self._finishes or 0) + found

    def _take_text(self, role: Role | None, squeezed: str, value: str) -> None:
        if role == "name":
            self._names.setdefault(squeezed, value)
        elif role == "id":
            self._ids.setdefault(squeezed, value)
        elif role == "zone":
            if letters(value):
                self._zone(value)
            elif value.strip():
                self._zones[value] = value
        elif role is not None:
            self._loose_zone(value, role)

    def _count(self, count: Any) -> None:
        if count not in self.counts:
            self.counts.append(count)

    def _zone(self, value: str) -> None:
        squeezed = letters(value)
        place = SQUEEZED.get(squeezed)
        if place == "any" or (place == "main" and squeezed not in _MAIN_WORDS):
            return
        if squeezed in ASIDE_KEYS:
            self._zones["aside"] = value
        else:
            self._zones[place or squeezed] = value

    def _loose_zone(self, value: str, role: Role) -> None:
        """Take the value of a key that is a section only if its value is the word for one."""
        squeezed = letters(value)
        place = SQUEEZED.get(squeezed)
        if place == "any":
            return
        if place == "sideboard" or squeezed in _MAIN_WORDS:
            self._zones[place or squeezed] = value
        elif squeezed in ASIDE_KEYS and role == "place":
            self._zones["aside"] = value
        elif place is not None and place != "main" and role != "type":
            self.said = place
        elif place is None and role == "place" and any(word in squeezed for word in _IN_FLAG):
            self._zones[value] = value

    @property
    def name(self) -> str | None:
        """The name of the card, if one is given."""
        return _first(self._names, NAME_KEYS)

    @property
    def printing(self) -> str | None:
        """The id of the card, if one is given; of several ids, the first with the form of a printing id."""
        if len(self._ids) > 1:
            for one in self._ids.values():
                if len(one) <= _LONGEST_ID and id_key(one) is not None:
                    return one
        return _first(self._ids, ID_KEYS)

    @property
    def aside(self) -> str | None:
        """The words, such as Maybeboard, that set the entry aside; None without them."""
        return self._zones.get("aside")

    def place(self, outer: Place) -> Place:
        """Return the section of an entry under `outer`; call it only if `doubt` is None.

        For an entry that is set aside, it is `outer`.
        """
        word = next(iter(self._zones.values()), None)
        return outer if word is None or self.aside else SQUEEZED[letters(word)]

    def doubt(self, outer: Place, db: CardDatabase) -> str | None:
        """Return what is wrong if two readings of the entry give another card, count or section."""
        for given in (self._names, self._ids):
            if len(given) < 2:  # noqa: PLR2004 - one card
                continue
            found = [db.find(one).card for one in given.values()]
            cards = dict.fromkeys(card.name for card in found if card is not None)
            if len(cards) > 1:
                return f"The entry names several cards: {'; '.join(cards)}. Keep the one that is meant."
        if self.strange is None and len(self.counts) < 2 and not self.notes and not self._zones:  # noqa: PLR2004
            return None
        name = shown(self.name or self.printing or "")
        return self._count_doubt(name, db) or self._section_doubt(name, outer)

    def _count_doubt(self, name: str, db: CardDatabase) -> str | None:
        if len(self.counts) > 1:
            return f"{name} has different counts: {' and '.join(shown(str(count)) for count in self.counts)}. Keep one."
        if self.strange is not None:
            key, strange = self.strange
            return f'{name} has the number {strange} under "{shown(key)}". If it is the count, name it "count".'
        for key, note in self.notes:
            left = _count_in(note, db)
            if left is not None and left != (self.counts[0] if self.counts else 1):
                return f'{name} has the number {left} under "{shown(key)}", which is not its count. Keep one of them.'
        return None

    def _section_doubt(self, name: str, outer: Place) -> str | None:
        if not self._zones:
            return None
        place, word = next(iter(self._zones.items()))
        if len(self._zones) > 1:
            return f"{name} is in several sections: {' and '.join(map(shown, sorted(self._zones.values())))}. Keep one."
        if place != "aside" and place not in SQUEEZED.values():
            return f'{name} is in "{shown(word)}", which is no section of a deck. Name one such as main.'
        if outer not in ("any", "main", place):
            return f"{name} is under {outer} and names {shown(word)} as its section. Keep one of them."
        return None


def _truth(value: Any) -> bool | None:
    """Return what a flag says, None for a value that is no flag. 1 may be a count."""
    if isinstance(value, str):
        return _TRUTHS.get(value.casefold()) if len(value) <= _LONGEST_TRUTH else None
    return value if isinstance(value, bool) else False if value == 0 and type(value) is int else None


@lru_cache(maxsize=256)
def _flag(key: str, *, is_set: bool) -> str | None:
    """Return the section that a key of a flag names, "aside", the key itself if it is unclear, None for no section."""
    words = [word.casefold() for word in _KEY_WORDS.findall(key[:_LONGEST_FLAG])]
    spelt = " ".join(words)
    said = next((flag for flag, keys in _FLAGS.items() if keys.fullmatch(spelt) is not None), None)
    squeezed = "".join(words)
    if not is_set:
        return key if said == "main" or any(word in squeezed for word in _IN_MAIN_FLAG) else None
    if said in ("sideboard", "aside"):
        return said
    return key if not _FLAG_WORDS.isdisjoint(words) or any(word in squeezed for word in _IN_FLAG) else None


def _first(values: dict[str, str], keys: tuple[str, ...]) -> str | None:
    """Return the value of the first key that `values` has, None if it has none."""
    if len(values) > 1:
        return next(values[key] for key in keys if key in values)
    return next(iter(values.values()), None)


def _count_in(note: str, db: CardDatabase) -> int | None:
    """Return the number next to a count word or a card name in a text, None without one."""
    found = _COUNT_WORD.match(note) or _COUNT_WORD.search(note)
    if found is None:
        return None
    if found[4] is not None:
        return int(found[3]) if db.find(found[4].strip()).card is not None else _count_in(found[4], db)
    return int(found[1] or found[2])


def _copies(value: list[Any] | dict[str, Any]) -> int | None:
    """Return the sum of the counts of printings in a list of objects or a map of ids, None if it is neither."""
    if isinstance(value, dict):
        counts = [value[key] for key in value if len(key) <= _LONGEST_ID and id_key(key) is not None]
    else:
        given = [entry for entry in value if isinstance(entry, dict)]
        counts = [entry[key] for entry in given for key in entry if _ROLES.get(letters(key)) in _NUMBERS]
    found = [count for count in map(number, counts) if count is not None and 0 <= count <= MAX_COUNT]
    return sum(found) if found else None
