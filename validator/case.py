"""The input of a rule: the ruleset of a format and day, and the list in the views that the rules share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, get_args

from riftcheck.carddb import legality
from riftcheck.carddb.names import id_key, may_be_name, strict_key
from riftcheck.validator.citations import citations
from riftcheck.validator.report import Level
from riftcheck.validator.suggestions import Suggestions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from riftcheck.carddb import Card, CardDatabase, Format
    from riftcheck.carddb.model import Ban, Coverage, DeckKind, MissingSet, Size
    from riftcheck.decks.champion import ChampionReading
    from riftcheck.decks.model import ResolvedDeck, Section, SetAside, Slot
    from riftcheck.validator.citations import Citations
    from riftcheck.validator.report import IssueZone, Options

LEVELS: Final = get_args(Level)
# The part of a deck that the cards of a zone belong to; the other zones hold cards of any part.
KIND_OF_ZONE: Final[dict[IssueZone, DeckKind]] = {
    "legend": "legend",
    "extra_legends": "legend",
    "champion": "main",
    "main": "main",
    "runes": "rune",
    "battlefields": "battlefield",
}
BLANK_BATTLEFIELD: Final = "Blank Battlefield"  # TR 602.3.d: any number of them, from outside the pool


class UnknownOptionError(ValueError):
    """Unknown options. `errors` has a message for each, by its name: `format`, `level`, `date` or `rules`."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        self.errors = dict(errors)
        super().__init__("; ".join(self.errors.values()))


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """All that format, day, level and rules version decide before a list is looked at.

    `missing_sets` are the released sets with cards missing from the card data. `overdue` are the kinds of data that the
    format needs and that end before the date.
    """

    db: CardDatabase
    options: Options
    format: Format
    rules: str
    cite: Citations
    legal_names: frozenset[str] | None
    bans: dict[str, Ban]
    main: Size
    battlefields: Size | None
    sideboard: Size | None
    missing_sets: tuple[MissingSet, ...]
    overdue: tuple[Coverage, ...]

    @property
    def day(self) -> date:
        """The day on which the list is judged."""
        return self.options.day

    def lacks(self, slot: Slot, kind: DeckKind | None) -> tuple[str, ...]:
        """Return the labels of the missing sets that may have the card of an unknown name.

        `kind` is the part of the deck that the card would be in, None for any. The result is empty for a line that no
        card could make right, and for a name within two edits of a known one. docs/decisions/0020 gives the reasons.
        """
        if not self.missing_sets or (slot.unreadable and not slot.may_be_card):
            return ()
        written = (slot.name,) if slot.id is None else (slot.name, slot.id)
        keys = [key[0].partition("-") for key in map(id_key, written) if key is not None]
        codes = {*self.db.sets, *(one.code for one in self.db.announced)} if keys else set()
        found = [
            one.label
            for one in self.missing_sets
            for code, _, number in keys
            if (code == one.code or (one.code is None and code not in codes)) and one.may_have_number(number, kind)
        ]
        lacking = {one.code for one in self.missing_sets}
        elsewhere = any(code in self.db.sets and self.db.sets[code].size and code not in lacking for code, _, _ in keys)
        if not found and id_key(slot.name) is None and not elsewhere and may_be_name(slot.name):
            found = [one.label for one in self.missing_sets if one.may_have_name(slot.name, kind)]
            if found and self.db.is_near(slot.name):
                found = []
        return tuple(dict.fromkeys(found))

    @property
    def least_main(self) -> int:
        """The least size of a main deck in the format."""
        return self.main.exactly[0] if self.main.exactly else self.main.least or 0


def option_errors(db: CardDatabase, options: Options) -> dict[str, str]:
    """Return a message for each unknown option, by its name: `format`, `level`, `date` or `rules`."""
    fmt, day, versions = db.formats.get(options.format), options.day, [known.version for known in db.rules]
    errors = {}
    if fmt is None:
        errors["format"] = f"there is no format {options.format!r}; there are {', '.join(db.formats)}"
    if options.level not in LEVELS:
        errors["level"] = f"there is no level {options.level!r}; there are {', '.join(LEVELS)}"
    if day < legality.FIRST_DAY:
        errors["date"] = f"{day} is before {legality.FIRST_DAY}, the day of the first Core Rules"
    elif fmt is not None and day < legality.first_day(fmt):
        errors["date"] = f"{day} is before {fmt.from_date}, the first date with rules for {fmt.name}"
    if options.rules is not None and options.rules not in versions:
        errors["rules"] = f"there are no Core Rules {options.rules!r}; there are {', '.join(versions)}"
    return errors


@lru_cache(maxsize=512)
def ruleset_of(db: CardDatabase, options: Options) -> Ruleset:
    """Return the ruleset of some options.

    :raises UnknownOptionError: for a format, level or version that is not known, and for a day before all rules.
    """
    errors = option_errors(db, options)
    if errors:
        raise UnknownOptionError(errors)
    fmt, day = db.formats[options.format], options.day
    release = legality.rules_on(db, day)
    if options.rules is not None:
        release = next(known for known in db.rules if known.version == options.rules)
    main = legality.size_on(fmt.main, day, release.version)
    if main is None:  # the data has a size for every date of a format
        raise UnknownOptionError({"date": f"{fmt.name} has no main deck size on {day}"})
    return Ruleset(
        db=db,
        options=options,
        format=fmt,
        rules=release.version,
        cite=citations(db, release.cited_as, day),
        legal_names=legality.legal_names(db, day) if fmt.sets else None,
        bans=legality.bans(db, fmt.id, day),
        main=main,
        battlefields=legality.size_on(fmt.battlefields, day, release.version),
        sideboard=legality.size_on(fmt.sideboard, day, release.version),
        missing_sets=db.missing_sets(day),
        overdue=tuple(data for data in legality.overdue(db, day) if fmt.bans or data.of != "bans"),
    )


@dataclass(slots=True, eq=False)
class Case:
    """One list before the rules.

    `main` to `battlefields` hold the slots that can be judged: the card is known, no token, and in the right zone.
    `constructed` is what the limits on names and signatures count: `main`, and the sideboard where the format says so;
    `copies` adds it up by card, and both are empty where the format has no such limits.
    `legend` is the one champion legend, or None; without it nothing can be outside an identity. `identity` are the
    domains that the list may have, as bits, or None where that is not judged. `suggestions` are for unknown names.
    `set_aside` are the cards under headers such as Maybeboard; no other field includes them.
    """

    ruleset: Ruleset
    reading: ChampionReading
    deck: ResolvedDeck
    legend: Card | None
    identity: int | None
    main: list[Slot]
    sideboard: list[Slot]
    runes: list[Slot]
    battlefields: list[Slot]
    constructed: list[Slot]
    copies: dict[Card, int]
    suggestions: Suggestions
    set_aside: Sequence[SetAside] = ()

    @property
    def format(self) -> Format:
        """The format of the list."""
        return self.ruleset.format

    @property
    def counts_sideboard(self) -> bool:
        """True if copies in the sideboard count towards the copy limit."""
        return self.format.copies == "main+sideboard"


def case(
    ruleset: Ruleset,
    reading: ChampionReading,
    suggestions: Suggestions | None = None,
    set_aside: Sequence[SetAside] = (),
) -> Case:
    """Return a list as the rules look at it."""
    deck, fmt = reading.deck, ruleset.format
    legend = _legend(deck.legend)
    main = [slot for slot in deck.main if slot.card is not None and slot.card.kind == "main"]
    sideboard = [slot for slot in deck.sideboard if slot.card is not None and slot.card.kind == "main"]
    runes = [slot for slot in deck.runes if slot.card is not None and slot.card.kind == "rune"]
    battlefields = [slot for slot in deck.battlefields if slot.card is not None and slot.card.kind == "battlefield"]
    identity = None
    if fmt.identity == "limited":
        identity = _best_limited_identity(legend, [*main, *runes])
    elif legend is not None:
        identity = legend.domain_bits  # CR 103.2.b.2
    constructed = {"main+sideboard": [*main, *sideboard], "main": main, None: []}[fmt.copies]
    copies: dict[Card, int] = {}
    for slot in constructed:
        if slot.card is not None:
            copies[slot.card] = copies.get(slot.card, 0) + slot.count
    return Case(
        ruleset=ruleset,
        reading=reading,
        deck=deck,
        legend=legend,
        identity=identity,
        main=main,
        sideboard=sideboard,
        runes=runes,
        battlefields=battlefields,
        constructed=constructed,
        copies=copies,
        suggestions=suggestions or Suggestions(),
        set_aside=set_aside,
    )


def _legend(slots: list[Slot]) -> Card | None:
    """Return the champion legend, where the list has exactly one (CR 103.2); what cannot be one is told elsewhere."""
    found = None
    for slot in slots:
        if slot.card is None:
            return None
        if slot.card.kind == "legend":
            if found is not None or slot.count != 1:
                return None
            found = slot.card
    return found


@lru_cache(maxsize=64)
def limited_identities(legend_bits: int) -> tuple[int, ...]:
    """Return every identity that a limited deck may have: three domains, or one and the legend's (TR 602.4.a.3)."""
    triples = [bits for bits in range(64) if bits.bit_count() == 3]  # noqa: PLR2004 (three of the six domains)
    with_legend = [legend_bits | 1 << position for position in range(6)] if legend_bits else []
    return tuple(dict.fromkeys([*triples, *with_legend]))


def _best_limited_identity(legend: Card | None, slots: list[Slot]) -> int:
    """Return the identity that leaves the fewest cards outside; the first in the rules' order among equals."""
    weights: dict[int, int] = {}
    for slot in slots:
        if slot.card is not None:
            weights[slot.card.domain_bits] = weights.get(slot.card.domain_bits, 0) + slot.count
    identities = limited_identities(legend.domain_bits if legend else 0)
    return min(identities, key=lambda bits: sum(count for domains, count in weights.items() if domains & ~bits))


def is_blank_battlefield(slot: Slot, section: Section, fmt: Format) -> bool:
    """Tell whether a slot holds the blank battlefields that limited formats allow (TR 602.3.d)."""
    return (
        fmt.blank_battlefields
        and section == "battlefields"
        and slot.card is None
        and strict_key(slot.name) == strict_key(BLANK_BATTLEFIELD)
    )
