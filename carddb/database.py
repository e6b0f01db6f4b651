"""The card database in memory: every card, printing, set, format and ban, and the look-ups over them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from riftcheck.carddb import names
from riftcheck.carddb.model import (
    AnnouncedSet,
    Ban,
    Card,
    CardSet,
    Coverage,
    Dated,
    DeckChoice,
    Edition,
    Exemption,
    Format,
    MissingSet,
    NamelessCard,
    NewerDocument,
    Precon,
    Printing,
    Product,
    ProvisionalFact,
    RulesRelease,
    Size,
    Source,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from riftcheck.carddb.model import HeaderPlace

Derived = TypeVar("Derived")
_CACHED_SPELLINGS: Final = 16_384
_SUGGESTION_FLOOR: Final = 62  # below this similarity (0 to 100) a suggestion is noise
_LEAST_BEGINNING: Final = 3  # letters from which on names that begin so are suggested
_EDITS: Final = 2  # an edit inserts, deletes or replaces a letter, or swaps two neighbours
_SHORT_NAME: Final = 5  # letters; up to this length only one edit is a misspelling
_NORMAL_COPIES: Final = 3  # CR 103.3.b
_REMEMBERED: Final = frozenset({"__weakref__", "_by_length", "_derived", "_deriving", "_find", "_near", "_suggest"})


@dataclass(frozen=True, slots=True)
class Lookup:
    """The result of looking a spelling up: one card, with its printing if an id was given; or several; or none.

    `unknown_id` is an id with a known number and an unknown suffix; `printing` is then the known printing used instead.
    """

    card: Card | None = None
    printing: Printing | None = None
    candidates: tuple[Card, ...] = ()
    unknown_id: str | None = None

    @property
    def id(self) -> str | None:
        """The printing id to export, if the card was found by an id."""
        return self.unknown_id or (None if self.printing is None else self.printing.id)


NOT_FOUND: Final = Lookup()


class CardDatabase:
    """All cards and rules data, immutable. Build one with `carddb.load`.

    `cards` are in the order of their first printings, `formats` and `sets` by their codes; `announced` are sets that
    are not released yet, and `coverage` is the last date of each kind of data, if given. `headers` maps the words of
    headers in other languages, by `names.header_key`, to the sections that they open. `version` names the data: the
    first twelve hexadecimal digits of the hash of its sources. `ability_sources` holds by name what a card says that it
    does, unread: `riftcheck.carddb.abilities.loader` reads it.
    """

    __slots__ = (
        "__weakref__",
        "_by_length",
        "_derived",
        "_deriving",
        "_find",
        "_ids",
        "_loose",
        "_near",
        "_strict",
        "_suggest",
        "ability_sources",
        "announced",
        "bans",
        "by_name",
        "by_printing",
        "cards",
        "coverage",
        "editions",
        "exemptions",
        "formats",
        "headers",
        "precons",
        "products",
        "rules",
        "sets",
        "version",
    )

    def __init__(self, plain: dict[str, Any], index: dict[str, dict[str, list[int]]], version: str) -> None:
        self.version = version
        self.cards: tuple[Card, ...] = tuple(_card(entry) for entry in plain["cards"])
        self.by_name: dict[str, Card] = {card.name: card for card in self.cards}
        self.ability_sources: dict[str, str] = {
            entry["name"]: entry["ability_source"] for entry in plain["cards"] if "ability_source" in entry
        }
        self.by_printing: dict[str, tuple[Card, Printing]] = {
            printing.id: (card, printing) for card in self.cards for printing in card.printings
        }
        self.sets: dict[str, CardSet] = {entry["code"]: _set(entry) for entry in plain["sets"]}
        self.announced: tuple[AnnouncedSet, ...] = tuple(_announced(entry) for entry in plain["announced"])
        self.formats: dict[str, Format] = {entry["id"]: _format(entry) for entry in plain["formats"]}
        self.bans: tuple[Ban, ...] = tuple(_ban(entry) for entry in plain["bans"])
        self.rules: tuple[RulesRelease, ...] = tuple(
            sorted((_rules(entry) for entry in plain["rules"]), key=lambda release: release.from_date),
        )
        self.editions: dict[tuple[str, str], Edition] = {
            (entry["document"], entry["version"]): _edition(entry) for entry in plain["editions"]
        }
        self.exemptions: tuple[Exemption, ...] = tuple(_exemption(entry) for entry in plain["exemptions"])
        self.precons: dict[str, Precon] = {entry["id"]: _precon(entry) for entry in plain["precons"]}
        self.products: tuple[Product, ...] = tuple(_product(entry) for entry in plain["products"])
        self.coverage: dict[str, Coverage] = {entry["of"]: _coverage(entry) for entry in plain["coverage"]}
        self.headers: dict[str, HeaderPlace] = {
            names.header_key(words): entry["place"] for entry in plain.get("headers", ()) for words in entry["words"]
        }
        self._strict, self._loose, self._ids = index["strict"], index["loose"], index["ids"]
        self._remember()

    def _remember(self) -> None:
        self._find: Callable[[str], Lookup] = lru_cache(_CACHED_SPELLINGS)(self._find_uncached)
        self._suggest: Callable[[str, int], tuple[str, ...]] = lru_cache(1024)(self._suggest_uncached)
        self._near: Callable[[str, int, int], bool] = lru_cache(_CACHED_SPELLINGS)(self._near_uncached)
        self._by_length: dict[int, list[str]] = {}
        for key in self._strict:
            self._by_length.setdefault(len(key), []).append(key)
        self._derived: dict[Hashable, Any] = {}
        self._deriving = RLock()

    def derived(self, key: Hashable, make: Callable[[], Derived]) -> Derived:
        """Return the value that `make` returns; it is made once and kept in the database under `key`.

        Other packages keep here what they derive from the cards: card pools and polarities.
        """
        found = self._derived.get(key)
        if found is None:
            with self._deriving:
                found = self._derived.get(key)
                if found is None:
                    found = self._derived[key] = make()
        return cast("Derived", found)

    def __getstate__(self) -> dict[str, Any]:
        """Return the slots for another process: all but the remembered look-ups."""
        return {name: getattr(self, name) for name in self.__slots__ if name not in _REMEMBERED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self._remember()

    def find(self, spelling: str) -> Lookup:
        """Return the card or cards that a name or printing id means, in any spelling that people use."""
        return self._find(spelling) if len(spelling) <= names.MAX_NAME else NOT_FOUND

    def find_id(self, text: str) -> Lookup:
        """Return the card of a printing id; names are not looked up.

        If the set and number are known but the letter or star after them is not, the id finds the card of that number;
        `Lookup.unknown_id` then holds the id.
        """
        found = self.find_known_id(text)
        key = names.id_key(text) if found is NOT_FOUND and len(text) <= names.MAX_NAME else None
        return found if key is None else self._by_number(*key)

    def find_known_id(self, text: str) -> Lookup:
        """Return the card of a printing id, without reading unknown suffixes."""
        exact = self.by_printing.get(text)
        if exact is not None:
            return Lookup(*exact)
        key = names.id_key(text) if len(text) <= names.MAX_NAME else None
        return NOT_FOUND if key is None else self._by_id(*key)

    def suggest(self, spelling: str, limit: int = 3) -> tuple[str, ...]:
        """Return names of cards that a misspelt name may mean, the likeliest first. They are never applied."""
        return self._suggest(spelling, limit) if len(spelling) <= names.MAX_NAME else ()

    def is_misspelt(self, spelling: str) -> bool:
        """Return True if a spelling is one edit from a known name, or two if both have more than five letters."""
        return self._near(spelling, 1, 0) or self._near(spelling, _EDITS, _SHORT_NAME + 1)

    def is_near(self, spelling: str) -> bool:
        """Return True if a known name is within two edits of a spelling."""
        return self._near(spelling, _EDITS, 0)

    def products_with(self, card: Card) -> tuple[tuple[Precon | Product, int | None], ...]:
        """Return the products that contain a card, each with its number of copies, or None if that is unknown."""
        counted = (
            (precon, sum(zone.get(card.name, 0) for zone in precon.zones.values())) for precon in self.precons.values()
        )
        named = ((product, None) for product in self.products if card.name in product.cards)
        return (*((precon, count) for precon, count in counted if count), *named)

    def known_numbers(self, code: str) -> int:
        """Return the number of a set's normal numbers that have a card in this database (TR 601.2.c)."""
        return self.sets[code].size - len(self.unnamed_numbers(code))

    def unnamed_numbers(self, code: str) -> tuple[int, ...]:
        """Return the numbers of a set's normal numbering that have no card in this database."""
        return self.derived("numbers without a card", self._unnamed_numbers)[code]

    def _unnamed_numbers(self) -> dict[str, tuple[int, ...]]:
        known: dict[str, set[int | None]] = {code: set() for code in self.sets}
        for _, printing in self.by_printing.values():
            known[printing.set].add(numbered(printing, self.sets[printing.set]))
        return {
            code: tuple(number for number in range(1, card_set.size + 1) if number not in known[code])
            for code, card_set in self.sets.items()
        }

    def missing_sets(self, day: date) -> tuple[MissingSet, ...]:
        """Return the sets and series released by a date with cards or printings missing here, in the data's order."""
        found = []
        for card_set in self.sets.values():
            unnamed = self.unnamed_numbers(card_set.code)
            if unnamed and card_set.legal_from is not None and card_set.legal_from <= day:
                nameless = {card.number: card for card in card_set.nameless if card.number in unnamed}
                found.append(MissingSet(card_set.code, card_set.name, unnamed, nameless))
            if card_set.unlisted_from is not None and card_set.unlisted_from <= day:
                found.append(MissingSet(card_set.code, card_set.name, None, {}, is_series=True))
        found += [MissingSet(one.code, one.name, None, {}) for one in self.announced_sets() if one.legal_from <= day]
        return tuple(found)

    def announced_sets(self) -> tuple[AnnouncedSet, ...]:
        """Return the announced sets whose code and name match no set of this database."""
        known = {name.casefold() for card_set in self.sets.values() for name in (card_set.code, card_set.name)}
        return tuple(
            one for one in self.announced if known.isdisjoint({(one.code or one.name).casefold(), one.name.casefold()})
        )

    def _find_uncached(self, spelling: str) -> Lookup:
        if any(letter.isdigit() for letter in spelling):
            match = self.find_id(spelling)
            if match is not NOT_FOUND:
                return match
        name: str | None = spelling
        while name is not None:
            match = self._by_name(name)
            if match is not NOT_FOUND:
                return match
            name = names.undecorated(name)
        return NOT_FOUND

    def _by_name(self, name: str) -> Lookup:
        key = names.strict_key(name)
        found = self._strict.get(key)
        if found is None:
            found = self._loose.get(names.loose_key(key))
        return NOT_FOUND if found is None else self._match(found)

    def _by_id(self, printing_id: str, total: str | None) -> Lookup:
        exact = self.by_printing.get(f"{printing_id}/{total}" if total else printing_id) or self.by_printing.get(
            printing_id
        )
        if exact is not None:
            return Lookup(*exact)
        if total:
            return NOT_FOUND
        found = self._ids.get(printing_id)
        if found is None:
            return NOT_FOUND
        match = self._match(found)
        if match.card is None:
            return match
        printing = next(p for p in match.card.printings if p.id.partition("/")[0] == printing_id)
        return Lookup(match.card, printing)

    def _by_number(self, printing_id: str, total: str | None) -> Lookup:
        """Return the card or cards with the number of an id whose suffix is unknown."""
        number = names.unmarked(printing_id)
        card_set = self.sets.get(number.partition("-")[0])
        if number == printing_id or card_set is None:
            return NOT_FOUND
        # Only the ids of a series contain a total.
        end = "" if total is None or total == str(card_set.size) else f"/{total}"
        known = [spelled for mark in names.ART_MARKS if (spelled := f"{number}{mark}{end}") in self._ids]
        if not known:
            return NOT_FOUND
        match = self._match(list(dict.fromkeys(position for spelled in known for position in self._ids[spelled])))
        if match.card is None:
            return match
        printing = next(p for p in match.card.printings if not {p.id, p.id.partition("/")[0]}.isdisjoint(known))
        return Lookup(match.card, printing, unknown_id=f"{printing_id}{end}")

    def _match(self, positions: list[int]) -> Lookup:
        if len(positions) == 1:
            return Lookup(self.cards[positions[0]])
        return Lookup(candidates=tuple(self.cards[position] for position in positions))

    def _near_uncached(self, spelling: str, edits: int, least: int) -> bool:
        """Return True if a known name is within `edits` of a spelling and both have at least `least` letters."""
        wanted = names.strict_key(names.undecorated(spelling) or spelling)
        if not least <= len(wanted) <= names.MAX_NAME:
            return False
        from rapidfuzz import process  # noqa: PLC0415 - only an unknown name needs it
        from rapidfuzz.distance import OSA  # noqa: PLC0415 - as above

        return any(
            process.extractOne(wanted, self._by_length[length], scorer=OSA.distance, score_cutoff=edits) is not None
            for length in range(max(least, len(wanted) - edits), len(wanted) + edits + 1)
            if length in self._by_length
        )

    def _suggest_uncached(self, spelling: str, limit: int) -> tuple[str, ...]:
        wanted = names.strict_key(names.undecorated(spelling) or spelling)
        begun = []
        if len(wanted) >= _LEAST_BEGINNING:
            begun = [key for key in self._strict if key.startswith(wanted)][: limit * 4]
        from rapidfuzz import fuzz, process  # noqa: PLC0415 - only an unknown name needs it

        close = process.extract(
            wanted, self._strict.keys(), scorer=fuzz.ratio, limit=limit * 4, score_cutoff=_SUGGESTION_FLOOR
        )
        found: dict[str, None] = {}
        for key in (*begun, *(key for key, _, _ in close)):
            for position in self._strict[key]:
                found[self.cards[position].name] = None
        return tuple(found)[:limit]


def numbered(printing: Printing, card_set: CardSet) -> int | None:
    """Return a printing's number where it lies in the normal numbering of its set, else None (TR 601.2.c)."""
    digits = printing.number.rstrip("ab")
    if not digits.isdigit() or int(digits) > card_set.size:
        return None
    return int(digits)


def _source(parts: list[str]) -> Source:
    return Source(*parts)


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _printing(entry: dict[str, Any]) -> Printing:
    code, _, rest = entry["id"].partition("-")
    return Printing(entry["id"], code, rest.partition("/")[0], entry["variant"], entry.get("rarity"))


def _copies(entry: dict[str, Any]) -> int | None:
    if entry.get("unique"):
        return 1  # CR 825.3.a
    return None if entry.get("copies") == "any" else _NORMAL_COPIES


def _card(entry: dict[str, Any]) -> Card:
    get = entry.get
    choice = get("deck_choice")
    return Card(
        name=entry["name"],
        full_name=get("full_name", entry["name"]),
        types=tuple(entry["type"]),
        supertypes=tuple(get("supertypes", ())),
        domains=tuple(get("domains", ())),
        energy=get("energy"),
        power=get("power"),
        might=get("might"),
        might_bonus=get("might_bonus"),
        tags=tuple(get("tags", ())),
        champion_tag=get("champion_tag"),
        keywords=tuple(get("printed_keywords", ())),
        rarity=entry["rarity"],
        equipment=get("equipment", False),
        unique=get("unique", False),
        copies=_copies(entry),
        deck_choice=None if choice is None else DeckChoice(**choice),
        aliases=tuple(get("aliases", ())),
        printings=tuple(_printing(printing) for printing in entry["printings"]),
        unsupported=get("reason"),
        official_text=get("official_text"),
        extra_legends=get("extra_legends", 0),
        provisional=tuple(ProvisionalFact(*fact) for fact in get("provisional", {}).items()),
    )


def _set(entry: dict[str, Any]) -> CardSet:
    nameless = (
        NamelessCard(card["number"], card["kind"], card.get("after"), card.get("before"))
        for card in entry.get("nameless", ())
    )
    return CardSet(
        code=entry["code"],
        name=entry["name"],
        size=entry["size"],
        legal_from=_day(entry.get("legal_from")),
        source=_source(entry["source"]),
        nameless=tuple(nameless),
        unlisted_from=_day(entry.get("unlisted_from")),
    )


def _announced(entry: dict[str, Any]) -> AnnouncedSet:
    legal_from = date.fromisoformat(entry["legal_from"])
    return AnnouncedSet(entry["name"], entry.get("code"), legal_from, entry["confidence"], _source(entry["source"]))


def _size(entry: dict[str, Any]) -> Size:
    return Size(_source(entry["source"]), tuple(entry.get("exactly", ())), entry.get("least"), entry.get("most"))


def _dated(entry: dict[str, Any]) -> Dated:
    return Dated(_size(entry), _day(entry.get("from_date")), entry.get("from_rules"))


def _format(entry: dict[str, Any]) -> Format:
    return Format(
        id=entry["id"],
        name=entry["name"],
        kind=entry["kind"],
        mode=entry["mode"],
        teams=entry["teams"],
        from_date=_day(entry.get("from_date")),
        legends=_size(entry["legends"]),
        main=tuple(_dated(size) for size in entry["main"]),
        runes=_size(entry["runes"]),
        battlefields=tuple(_dated(size) for size in entry["battlefields"]),
        battlefields_unique=entry["battlefields_unique"],
        sideboard=tuple(_dated(size) for size in entry["sideboard"]),
        champion_required=entry["champion_required"],
        identity=entry["identity"],
        copies=entry.get("copies"),
        sets=entry["sets"],
        bans=tuple(entry["bans"]),
        blank_battlefields=entry["blank_battlefields"],
        sources=tuple(_source(source) for source in entry["sources"]),
    )


def _ban(entry: dict[str, Any]) -> Ban:
    from_date = date.fromisoformat(entry["from_date"])
    return Ban(entry["card"], entry["list"], from_date, _day(entry.get("until")), _source(entry["source"]))


def _rules(entry: dict[str, Any]) -> RulesRelease:
    from_date = date.fromisoformat(entry["from_date"])
    return RulesRelease(entry["version"], from_date, entry["cited_as"], _source(entry["source"]))


def _edition(entry: dict[str, Any]) -> Edition:
    return Edition(entry["document"], entry["version"], _day(entry.get("from_date")), entry["numbers"])


def _exemption(entry: dict[str, Any]) -> Exemption:
    return Exemption(entry["level"], date.fromisoformat(entry["from_date"]), _source(entry["source"]))


def _precon(entry: dict[str, Any]) -> Precon:
    return Precon(
        id=entry["id"],
        name=entry["name"],
        line=entry["line"],
        set=entry["set"],
        legend=entry["legend"],
        champions=tuple(entry["champions"]),
        main=tuple(entry["main"].items()),
        runes=tuple(entry["runes"].items()),
        battlefields=tuple(entry["battlefields"]),
        source=_source(entry["source"]),
    )


def _product(entry: dict[str, Any]) -> Product:
    return Product(entry["name"], entry["set"], tuple(entry["cards"]), _source(entry["source"]))


def _coverage(entry: dict[str, Any]) -> Coverage:
    newer = (
        NewerDocument(document["name"], date.fromisoformat(document["from_date"]), document["may_change"])
        for document in entry.get("newer", ())
    )
    return Coverage(entry["of"], date.fromisoformat(entry["until"]), tuple(newer))
