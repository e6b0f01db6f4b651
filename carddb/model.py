"""The records of the card database: cards, printings, sets, formats, bans, products and the extent of the data.

Everything here is immutable once built and compares by identity, so that it can be shared and used as a key.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from riftcheck.carddb.names import loose_key, strict_key, unmarked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

Domain = Literal["Fury", "Calm", "Mind", "Body", "Chaos", "Order"]
CardType = Literal["Unit", "Spell", "Gear", "Battlefield", "Legend", "Rune"]
Supertype = Literal["Champion", "Signature", "Basic", "Token"]
Variant = Literal[
    "base",
    "alt_art",
    "alt_art_b",
    "overnumbered",
    "signature",
    "special",
    "promo",
    "rune",
    "rune_alt",
    "token",
]
Rarity = Literal["Common", "Uncommon", "Rare", "Epic", "Showcase", "Promo"]
DeckKind = Literal["main", "legend", "rune", "battlefield", "token"]
# What a header of a decklist opens: see carddb/data/headers.yaml.
HeaderPlace = Literal[
    "legend", "champion", "main", "runes", "battlefields", "sideboard", "extra_legends", "any", "aside", "total"
]
_KINDS: Final[dict[CardType, DeckKind]] = {"Legend": "legend", "Rune": "rune", "Battlefield": "battlefield"}

# The order in which the rules list them (CR 134).
DOMAINS: Final[tuple[Domain, ...]] = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
CARD_TYPES: Final[tuple[CardType, ...]] = ("Unit", "Spell", "Gear", "Battlefield", "Legend", "Rune")
NUMBERS: Final = ("energy", "power", "might", "might_bonus")
DOMAIN_BIT: Final[dict[str, int]] = {domain: 1 << position for position, domain in enumerate(DOMAINS)}


def domain_names(bits: int) -> tuple[Domain, ...]:
    """Return the domains of a bit mask, in the rules' order."""
    return tuple(domain for domain in DOMAINS if bits & DOMAIN_BIT[domain])


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The source of a fact: a document, its version (a number or a day) and a rule number or address."""

    document: str
    version: str
    number: str


@dataclass(frozen=True, slots=True, eq=False)
class Printing:
    """One printing of a card. `id` is unique in the database, such as `OGN-007a` or `OPP-001/298`."""

    id: str
    set: str
    number: str
    variant: Variant
    rarity: Rarity | None


@dataclass(frozen=True, slots=True, eq=False)
class DeckChoice:
    """The choice that a card asks of a deck's builder: so many different cards of a type, named apart.

    `apart_from_deck`: none of them may be a card of that type that the deck has already.
    """

    count: int
    type: CardType
    apart_from_deck: bool

    @property
    def kind(self) -> DeckKind:
        """The part of a deck that the chosen cards would be in."""
        return _KINDS.get(self.type, "main")


@dataclass(frozen=True, slots=True, eq=False)
class ProvisionalFact:
    """A fact of a card that is not known for sure, or not at all: the key of the fact, and why."""

    field: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """The facts of a card, the same for all its printings (CR 132.3: a card is its name).

    `energy`, `power` and `might` are None where the card has no such number, and where `provisional` says that the
    number is unknown. `copies` is the most that one deck may hold by the card's own text or the rules for its type;
    None means any number. `extra_legends` is the most legends that a deck with the card may register besides the one
    that it begins with.
    """

    name: str
    full_name: str
    types: tuple[CardType, ...]
    supertypes: tuple[Supertype, ...]
    domains: tuple[Domain, ...]
    energy: int | None
    power: int | None
    might: int | None
    might_bonus: int | None
    tags: tuple[str, ...]
    champion_tag: str | None
    keywords: tuple[str, ...]
    rarity: Rarity
    equipment: bool
    unique: bool
    copies: int | None
    deck_choice: DeckChoice | None
    aliases: tuple[str, ...]
    printings: tuple[Printing, ...]
    unsupported: str | None
    official_text: str | None = None
    extra_legends: int = 0
    provisional: tuple[ProvisionalFact, ...] = ()

    # Worked out once, because every rule of the checker asks for them.
    kind: DeckKind = field(init=False)
    domain_bits: int = field(init=False)
    is_champion: bool = field(init=False)
    is_signature: bool = field(init=False)
    is_token: bool = field(init=False)

    def __post_init__(self) -> None:
        bits = 0
        for domain in self.domains:
            bits |= DOMAIN_BIT[domain]
        put = object.__setattr__
        put(self, "domain_bits", bits)
        put(self, "is_token", "Token" in self.supertypes)
        # CR 133.7.a: Champion is a supertype of units; a signature unit is not one (103.3.d.3).
        put(self, "is_champion", "Champion" in self.supertypes)
        put(self, "is_signature", "Signature" in self.supertypes)
        put(self, "kind", _deck_kind(self))
        if self.unsupported is None and self.unknown_numbers:  # an unknown number is not 0
            numbers = ", ".join(self.unknown_numbers).replace("_", " ")
            put(self, "unsupported", f"nobody knows its {numbers}")

    @property
    def other_name(self) -> str | None:
        """The full name, if it is different from the name."""
        return None if self.full_name == self.name else self.full_name

    @property
    def executable(self) -> bool:
        """True where the engine can play every ability of the card."""
        return self.unsupported is None

    def is_provisional(self, field: str) -> bool:
        """Tell whether a fact, named by its key in the card data, is not known for sure."""
        return any(fact.field == field for fact in self.provisional)

    @property
    def unknown_numbers(self) -> tuple[str, ...]:
        """The numbers that the card may have and nobody knows, by their keys in the card data."""
        return tuple(key for key in NUMBERS if getattr(self, key) is None and self.is_provisional(key))

    @property
    def base_printing(self) -> Printing:
        """The printing by which the card goes out when it came in by name: the first in base numbering."""
        for printing in self.printings:
            if printing.variant == "base":
                return printing
        return self.printings[0]


def _deck_kind(card: Card) -> DeckKind:
    """Return the part of a deck that a card can be in; a token can be in none (CR 185)."""
    if card.is_token:
        return "token"
    return next((kind for card_type, kind in _KINDS.items() if card_type in card.types), "main")


@dataclass(frozen=True, slots=True, eq=False)
class NamelessCard:
    """A card of a set whose name is in no source: its number, its part of a deck, and bounds for its name.

    `after` and `before` are card names of the same set. The name of the card sorts between them; None means no bound.
    """

    number: int
    kind: DeckKind
    after: str | None
    before: str | None

    # The bounds by both sort keys, computed once.
    _after_keys: tuple[str, ...] = field(init=False)
    _before_keys: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "_after_keys", ("", "") if self.after is None else _sort_keys(self.after))
        put(self, "_before_keys", (_LAST, _LAST) if self.before is None else _sort_keys(self.before))

    def may_be(self, name: str) -> bool:
        """Return True if a name sorts between the bounds, with or without regard to punctuation."""
        keys = zip(self._after_keys, _sort_keys(name), self._before_keys, strict=True)
        return any(after <= key <= before for after, key, before in keys)


_LAST: Final = chr(sys.maxunicode)


@lru_cache(maxsize=1024)
def _sort_keys(name: str) -> tuple[str, ...]:
    """Return two sort keys of a name: with punctuation and spaces, and without."""
    return strict_key(name), loose_key(name)


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """A set, or a series of printings (`legal_from` is None there) that gives no card its legality.

    `size` is the number of cards in normal numbering: 221 for a card numbered 250/221 (TR 601.2.c). `nameless` is what
    is known of numbers whose cards have no name in any source. `unlisted_from` is the first date on which an unknown
    number of a series may be a printing that no source lists; None if the numbers of the series are known.
    """

    code: str
    name: str
    size: int
    legal_from: date | None
    source: Source
    nameless: tuple[NamelessCard, ...] = ()
    unlisted_from: date | None = None


Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True, eq=False)
class AnnouncedSet:
    """An announced set; its cards and numbering are not known. `code` is None if no source has it.

    It makes no card legal. Once a `CardSet` has its code or name, the announcement is ignored.
    """

    name: str
    code: str | None
    legal_from: date
    confidence: Confidence
    source: Source


@dataclass(frozen=True, slots=True, eq=False)
class MissingSet:
    """A released set or series with cards or printings missing from this database.

    `numbers` are the normal numbers without a card; None if the numbering is not known. `nameless` holds the known
    facts of these cards, by number. In a series (`is_series`), printings are missing but the names of their cards are
    known.
    """

    code: str | None
    name: str
    numbers: tuple[int, ...] | None
    nameless: dict[int, NamelessCard]
    is_series: bool = False

    @property
    def label(self) -> str:
        """The code of the set, or its name if the code is unknown."""
        return self.code or self.name

    def may_have_name(self, name: str, kind: DeckKind | None) -> bool:
        """Return True if a missing card may have the name. `kind` is the part of a deck it is in; None means any."""
        if self.is_series:
            return False
        if self.numbers is None or any(number not in self.nameless for number in self.numbers):
            return True
        return any(kind in (None, card.kind) and card.may_be(name) for card in self.nameless.values())

    def may_have_names(self, wanted: Sequence[str]) -> bool:
        """Return True if different missing cards may have some different names, each of which one may have."""
        if self.numbers is None or any(number not in self.nameless for number in self.numbers):
            return True
        taken: dict[int, str] = {}
        return all(self._assign(name, taken, set()) for name in wanted)

    def _assign(self, name: str, taken: dict[int, str], tried: set[int]) -> bool:
        """Give a name a number, if need be by giving other names other numbers; return False if there is none."""
        for number, card in self.nameless.items():
            if number not in tried and card.may_be(name):
                tried.add(number)
                if number not in taken or self._assign(taken[number], taken, tried):
                    taken[number] = name
                    return True
        return False

    def may_have_number(self, number: str, kind: DeckKind | None) -> bool:
        """Return True if a missing card may have the number, such as `104a`. `kind` is as in `may_have_name`."""
        digits = unmarked(number)
        if not digits.isdigit():  # a rune or special printing, or a token, which is not a card (CR 185)
            return self.numbers is None and not self.is_series and not digits.startswith("T")
        if self.numbers is None:
            return int(digits) > 0
        card = self.nameless.get(int(digits))
        return int(digits) in self.numbers and (card is None or kind in (None, card.kind))


@dataclass(frozen=True, slots=True, eq=False)
class Size:
    """The allowed numbers of cards for a part of a deck, with the rule that says so."""

    source: Source
    exactly: tuple[int, ...] = ()  # any of these
    least: int | None = None
    most: int | None = None

    def allows(self, count: int) -> bool:
        """Tell whether a count is allowed."""
        if self.exactly:
            return count in self.exactly
        return (self.least is None or count >= self.least) and (self.most is None or count <= self.most)


@dataclass(frozen=True, slots=True, eq=False)
class Dated:
    """A size that holds from a day on and from a version of the Core Rules on, until a later one replaces it."""

    size: Size
    from_date: date | None = None
    from_rules: str | None = None


FormatKind = Literal["casual", "constructed", "limited"]


@dataclass(frozen=True, slots=True, eq=False)
class Format:
    """A format with its sizes. A size that is None or empty is not validated.

    `from_date` is the first date with rules for the format; None for a format as old as the Core Rules.
    """

    id: str
    name: str
    kind: FormatKind
    mode: str
    teams: bool
    from_date: date | None
    legends: Size
    main: tuple[Dated, ...]
    runes: Size
    battlefields: tuple[Dated, ...]
    battlefields_unique: bool
    sideboard: tuple[Dated, ...]
    champion_required: bool
    identity: Literal["legend", "limited"]
    copies: Literal["main", "main+sideboard"] | None
    sets: bool
    bans: tuple[str, ...]
    blank_battlefields: bool
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ban:
    """A card that a ban list forbids from a day on, up to and without `until`."""

    card: str
    list: str
    from_date: date
    until: date | None
    source: Source


@dataclass(frozen=True, slots=True, eq=False)
class RulesRelease:
    """A version of the Core Rules, the day from which it holds, and the version by which its numbers are cited."""

    version: str
    from_date: date
    cited_as: str
    source: Source


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """An edition of the Core Rules (`CR`) or Tournament Rules (`TR`) whose rule numbers are cited.

    `numbers` maps the numbers of the newest edition to those of this one. An entry also covers all numbers below it;
    None means that this edition lacks the rule. `from_date` is None for the Core Rules: `RulesRelease` has their dates.
    """

    document: str
    version: str
    from_date: date | None
    numbers: dict[str, str | None]

    def number(self, newest: str) -> str | None:
        """Return the number of a rule in this edition by its number in the newest one; None if it lacks the rule."""
        parts = newest.split(".")
        for length in range(len(parts), 0, -1):
            above = ".".join(parts[:length])
            if above in self.numbers:
                own = self.numbers[above]
                return None if own is None else ".".join((own, *parts[length:]))
        return newest


@dataclass(frozen=True, slots=True, eq=False)
class Exemption:
    """An exemption from bans: the level and first date at which exact preconstructed decks may contain banned cards.

    `level` is a `riftcheck.validator.report.Level`.
    """

    level: str
    from_date: date
    source: Source


@dataclass(frozen=True, slots=True, eq=False)
class Precon:
    """A preconstructed deck: exactly these cards, by name (TR 601.2.d.2).

    `id` is unique, such as `lee-sin`; `line` is the product line, such as `Origins Champion Deck`. `main` includes the
    copy of the chosen champion. If there are several `champions`, any one of them may be chosen.
    """

    id: str
    name: str
    line: str
    set: str
    legend: str
    champions: tuple[str, ...]
    main: tuple[tuple[str, int], ...]
    runes: tuple[tuple[str, int], ...]
    battlefields: tuple[str, ...]
    source: Source

    @property
    def title(self) -> str:
        """The name with its product line: `Jinx (Origins Champion Deck)`."""
        return f"{self.name} ({self.line})"

    @property
    def zones(self) -> dict[str, dict[str, int]]:
        """The copies of each card by the section of a decklist, in the order of the data."""
        return {
            "legend": {self.legend: 1},
            "main": dict(self.main),
            "runes": dict(self.runes),
            "battlefields": {name: self.battlefields.count(name) for name in self.battlefields},
        }


@dataclass(frozen=True, slots=True, eq=False)
class Product:
    """A product whose cards are known by name only; if the number of copies is known, it is a `Precon`."""

    name: str
    set: str
    cards: tuple[str, ...]
    source: Source


Covered = Literal["rules", "bans", "cards"]


@dataclass(frozen=True, slots=True, eq=False)
class NewerDocument:
    """An official document that is not in this data: its name, the day from which it holds, the facts it may change."""

    name: str
    from_date: date
    may_change: str


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """The last date that one kind of data covers, and the documents that are known to be newer."""

    of: Covered
    until: date
    newer: tuple[NewerDocument, ...]
