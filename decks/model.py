"""A deck list: as people have it (`Deck`), and with its cards found (`ResolvedDeck`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riftcheck.carddb import Card

Zone = Literal["legend", "champion", "main", "runes", "battlefields", "sideboard", "extra_legends"]
Section = Literal["legend", "main", "runes", "battlefields", "sideboard", "extra_legends"]
Origin = Literal["json", "text", "code"]

# The parts that every list has, and those that stand in an answer only where a list has them.
USUAL_SECTIONS: Final[tuple[Section, ...]] = ("legend", "main", "runes", "battlefields", "sideboard")
SECTIONS: Final[tuple[Section, ...]] = (*USUAL_SECTIONS, "extra_legends")
MAX_COUNT: Final = 200  # copies in one entry, line or deck code
MAX_PLAYED: Final = 250  # copies in all sections but the sideboard, in a game or for a sample hand
NORMAL_MAIN: Final = 40  # CR 103.3, TR 402.1

# Entries, lines and slots are never changed, but not frozen: a list makes some thirty of each, and a frozen one takes
# 1.3 us to be made and not 0.4.


@dataclass(slots=True)
class Entry:
    """So many copies of a name or a printing id, in any spelling. `line` is 1-based.

    `unreadable`: the line of a text that is no card; it stands in the list so that nothing is lost. `reason` says why
    it is none, and `may_be_card` that it could be one that is not known here. `id` is a printing that was given beside
    the name.
    """

    written: str
    count: int
    line: int | None = None
    unreadable: bool = False
    id: str | None = None
    reason: str = field(default="", compare=False)
    may_be_card: bool = field(default=False, compare=False)


@dataclass(slots=True)
class Deck:
    """A deck list before its cards are looked up.

    `champion` names the chosen champion; several entries mean that the list itself names several, and `replaced` are
    those that a list names where another was given beside it. Whether its copy is among `main` JSON says
    (`champion_apart`), and a text that has several copies in the section of the champion; other texts and codes are
    read (see `riftcheck.decks.champion`).
    `legend` is the one that the deck starts with; `extra_legends` are those that a card of the deck lets be registered
    besides it. `choices` are the names chosen for a card that asks for a choice at deck building.
    """

    origin: Origin
    legend: list[Entry] = field(default_factory=list)
    champion: list[Entry] = field(default_factory=list)
    main: list[Entry] = field(default_factory=list)
    runes: list[Entry] = field(default_factory=list)
    battlefields: list[Entry] = field(default_factory=list)
    sideboard: list[Entry] = field(default_factory=list)
    extra_legends: list[Entry] = field(default_factory=list)
    champion_apart: bool = False
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)
    replaced: list[Entry] = field(default_factory=list)

    def section(self, name: Section) -> list[Entry]:
        """Return the entries of a section."""
        entries: list[Entry] = getattr(self, name)
        return entries


LineKind = Literal["card", "header", "comment", "problem", "set-aside"]
Outcome = Literal["used", "note", "doubt", "set-aside"]
OUTCOMES: Final[dict[LineKind, Outcome]] = {
    "card": "used",
    "header": "used",
    "comment": "note",
    "problem": "doubt",
    "set-aside": "set-aside",
}


@dataclass(slots=True)
class LineCard:
    """Copies of one card that a line names, as written.

    `card` is None if the name is unknown or fits several cards. `zone` is None for a card that was set aside. `problem`
    is the reason why the line is in doubt; the count is then 1, because the line counts as one unreadable copy.
    """

    written: str
    count: int
    card: Card | None = None
    zone: Zone | None = None
    problem: str | None = None

    @property
    def name(self) -> str:
        """The name of the card, or the text of the line if no card was found."""
        return self.written if self.card is None else self.card.name

    @property
    def other_name(self) -> str | None:
        """The full name of the card, if it is different from the name."""
        return None if self.card is None else self.card.other_name

    @property
    def unknown(self) -> bool:
        """True if the name is unknown or fits several cards."""
        return self.card is None


@dataclass(slots=True)
class Line:
    """The account of one non-blank line of a text.

    `zone` is the zone of its cards, None if it has none or its cards are in several zones. `cards` has each card of the
    line with its count and its own zone. It is empty for a header, a note and a deck code.
    """

    number: int
    text: str
    kind: LineKind
    zone: Zone | None = None
    cards: Sequence[LineCard] = field(default=(), compare=False)

    @property
    def outcome(self) -> Outcome:
        """Whether the line was used, is a note, is in doubt, or was set aside."""
        return OUTCOMES[self.kind]


@dataclass(frozen=True, slots=True)
class SetAside:
    """The cards under a header such as Maybeboard, which are in no zone of the deck and in no export.

    `line` is the 1-based line of the header, `header` its text, and `copies` the number of cards under it.
    """

    line: int
    header: str
    copies: int


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line that could not be read, or not wholly, and what would be right."""

    line: int
    text: str
    message: str


@dataclass(slots=True)
class Parsed:
    """A text or code as read: the deck, an account of every non-blank line, and what could not be read.

    `code` is the deck code, if the text was one. `set_aside` has one record for each header that sets cards
    aside.
    """

    deck: Deck
    lines: list[Line] = field(default_factory=list)
    problems: list[LineProblem] = field(default_factory=list)
    code: str | None = None
    set_aside: list[SetAside] = field(default_factory=list)


class DeckReadError(ValueError):
    """A list that cannot be read at all: a text without a card, a code that cannot be decoded."""


class NoCardError(DeckReadError):
    """A text in which no card was found."""


class OtherGameError(DeckReadError):
    """A deck of another game."""


@dataclass(slots=True, eq=False)
class Slot:
    """Copies of one card in one section, by one printing.

    `card` is None if the name is unknown (`candidates` empty) or fits several cards (`candidates`). `id` is the
    printing id to export, which may be unknown (see `Lookup.unknown_id`); without a card, it is the id next to the
    name. `lines` are the lines of the text that it came from. `unreadable`, `reason` and `may_be_card` are those of the
    entry.
    """

    name: str
    count: int
    card: Card | None
    id: str | None
    lines: tuple[int, ...] = ()
    candidates: tuple[Card, ...] = ()
    unreadable: bool = False
    reason: str = ""
    may_be_card: bool = False

    @property
    def unknown(self) -> bool:
        """True where no card was found, or several."""
        return self.card is None

    @property
    def other_name(self) -> str | None:
        """The full name, where it is another than the name."""
        return None if self.card is None else self.card.other_name

    @property
    def full_name(self) -> str:
        """The name to show: that of a legend includes the champion."""
        return self.other_name or self.name


@dataclass(slots=True)
class ResolvedDeck:
    """A deck list with its cards found; equal cards of one printing in one section are one slot.

    `champion` holds what was named as chosen champion, before it is read whether its copy is in `main`.
    `extra_legends` holds also those that the list names in its choices for a card that lets them be registered.
    """

    origin: Origin
    legend: list[Slot]
    champion: list[Slot]
    main: list[Slot]
    runes: list[Slot]
    battlefields: list[Slot]
    sideboard: list[Slot]
    champion_apart: bool
    choices: dict[str, tuple[str, ...]]
    replaced: list[Slot] = field(default_factory=list)
    extra_legends: list[Slot] = field(default_factory=list)

    def section(self, name: Section) -> list[Slot]:
        """Return the slots of a section."""
        slots: list[Slot] = getattr(self, name)
        return slots

    def slots(self) -> Iterator[tuple[Section, Slot]]:
        """Yield every slot with its section, the champion's label left out."""
        for name in SECTIONS:
            for slot in self.section(name):
                yield name, slot

    def sections(self) -> tuple[Section, ...]:
        """Return the sections that an answer about the list has: the usual ones, and others where they hold cards."""
        return tuple(name for name in SECTIONS if name in USUAL_SECTIONS or self.section(name))


def too_many_to_play(deck: ResolvedDeck) -> str | None:
    """Return a message if a deck has too many cards for a game or a sample hand, else None."""
    count = sum(total(deck.section(section)) for section in SECTIONS if section != "sideboard")
    if count <= MAX_PLAYED:
        return None
    return f"a deck has at most {MAX_PLAYED} cards without its sideboard; this one has {count}"


def total(slots: list[Slot]) -> int:
    """Return the number of cards in a section."""
    return sum([slot.count for slot in slots])  # a list is summed up in half the time of a generator


def readable(slots: list[Slot]) -> int:
    """Return the number of cards in a section without lines that cannot be read."""
    return sum([slot.count for slot in slots if not slot.unreadable])
