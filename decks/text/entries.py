"""The fields of one entry in the JSON of a deck site: its names and ids, its counts, and the sections that it names."""

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

Role = Literal["name", "id", "count", "finish", "zone", "category", "sideboard", "fact"]

NAME_KEYS: Final = ("name", "cardname", "title", "card")  # the first that an entry has counts
ID_KEYS: Final = ("id", "cardid", "code", "cardcode", "variantnumber", "printing")
COUNT_KEYS: Final = ("count", "quantity", "qty", "amount", "copies")
ZONE_KEYS: Final = ("zone", "section", "board", "slot")
CATEGORY: Final = "category"
_FINISH_KEYS: Final = ("normal", "regular", "nonfoil", "foil")  # their counts are added up
_SIDEBOARD_KEYS: Final = ("sideboard", "issideboard", "side")
# Numbers of an entry that are no count of it: facts of the card, and its place in the list or in a database.
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
    **dict.fromkeys(_SIDEBOARD_KEYS, "sideboard"),
    **dict.fromkeys(_FACT_KEYS, "fact"),
}
_NUMBERS: Final = frozenset({"count", "finish"})
_TEXTS: Final = frozenset({"name", "id", "zone", "category"})
_FACTS: Final = frozenset({"fact", "name", "id"})
ASIDE_KEYS: Final = frozenset(words.replace(" ", "") for words in ASIDE)
# Other words for the main deck are types of cards, such as Spell, which tell nothing of the place of an entry.
_MAIN_WORDS: Final = frozenset({"main", "maindeck", "maindeckcards", "deck"})
_YES: Final = ("true", "yes")
_NOT_LETTER: Final = re.compile(r"[^a-z]+")
_LONGEST_ID: Final = 24
_LONGEST_COUNT: Final = len(str(MAX_COUNT))


@lru_cache(maxsize=1024)
def letters(key: str) -> str:
    """Return the letters of a key or the name of a section in lower case, by which they are known."""
    return _NOT_LETTER.sub("", key.casefold())


def number(value: Any) -> int | None:
    """Return the whole number that a value is, also as text and as 2.0; None for any other value."""
    if type(value) is int:
        return value
    if isinstance(value, str):
        short = len(value) <= _LONGEST_COUNT and value.isascii() and value.isdecimal()
        return int(value) if short else None
    return int(value) if isinstance(value, float) and value.is_integer() else None


class EntryFields:
    """What an entry says of itself. `counts` has each count that it gives once; a value that is no number stays."""

    __slots__ = ("_finishes", "_ids", "_names", "_zones", "counts", "said", "strange")

    def __init__(self, entry: dict[str, Any]) -> None:
        self._names: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self._zones: dict[str, str] = {}  # the words for a section by the section; unknown ones by themselves
        self._finishes: int | None = None
        self.counts: list[Any] = []
        self.said: Zone | None = None  # the section that is only the category
        self.strange: tuple[str, int] | None = None  # the key and number that may be a count
        self._take(entry)
        inner = entry.get("card")
        if isinstance(inner, dict):
            strange, counted = self.strange, bool(self.counts)
            self._take(inner)
            self.strange = strange if counted else self.strange
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
            elif role == "sideboard" and str(value).casefold() in _YES:
                self._zones["sideboard"] = "sideboard"
            elif role not in _FACTS and not squeezed.endswith(_FACT_ENDINGS):
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
        elif letters(value):
            self._zone(value, is_category=role == "category")
        elif value.strip():
            self._zones[value] = value

    def _count(self, count: Any) -> None:
        if count not in self.counts:
            self.counts.append(count)

    def _zone(self, value: str, *, is_category: bool) -> None:
        squeezed = letters(value)
        place = SQUEEZED.get(squeezed)
        if place == "any" or (place == "main" and squeezed not in _MAIN_WORDS):
            return
        if squeezed in ASIDE_KEYS and not is_category:
            self._zones["aside"] = value
        elif not is_category or place in ("sideboard", "main"):
            self._zones[place or squeezed] = value
        else:
            self.said = place

    @property
    def name(self) -> str | None:
        """The name of the card, if one is given."""
        return _first(self._names, NAME_KEYS)

    @property
    def printing(self) -> str | None:
        """The id of the card, if one is given; of several, the one that looks like a printing id."""
        if len(self._ids) > 1:
            for one in self._ids.values():
                if len(one) <= _LONGEST_ID and id_key(one) is not None:
                    return one
        return _first(self._ids, ID_KEYS)

    @property
    def aside(self) -> str | None:
        """The words such as Maybeboard by which the entry is no part of the deck."""
        return self._zones.get("aside")

    def place(self, outer: Place) -> Place:
        """Return the section of the entry, which stands under `outer`; only for an entry without a doubt.

        One that is set aside stays there, in no section.
        """
        word = next(iter(self._zones.values()), None)
        return outer if word is None or self.aside else SQUEEZED[letters(word)]

    def doubt(self, outer: Place, db: CardDatabase) -> str | None:
        """Return what is wrong if two readings of the entry give another card, count or section."""
        name = shown(self.name or self.printing or "")
        for given in (self._names, self._ids):
            found = [db.find(one).card for one in given.values()] if len(given) > 1 else []
            cards = dict.fromkeys(card.name for card in found if card is not None)
            if len(cards) > 1:
                return f"The entry names several cards: {'; '.join(cards)}. Keep the one that is meant."
        if len(self.counts) > 1:
            return f"{name} has two counts: {' and '.join(shown(str(count)) for count in self.counts)}. Keep one."
        if self.strange is not None:
            key, strange = self.strange
            return f'{name} has the number {strange} under "{shown(key)}". If it is the count, name it "count".'
        if not self._zones:
            return None
        place, word = next(iter(self._zones.items()))
        if len(self._zones) > 1:
            return f"{name} is in two sections: {' and '.join(map(shown, sorted(self._zones.values())))}. Keep one."
        if place != "aside" and place not in SQUEEZED.values():
            return f'{name} is in "{shown(word)}", which is no section of a deck.'
        if outer not in ("any", "main", place):
            return f"{name} is under {outer} and names {shown(word)} as its section. Keep one of them."
        return None


def _first(values: dict[str, str], keys: tuple[str, ...]) -> str | None:
    """Return the value of the first of the keys that there is."""
    if len(values) > 1:
        return next(values[key] for key in keys if key in values)
    return next(iter(values.values()), None)
