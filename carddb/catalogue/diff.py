"""The difference of a catalogue and the database, and the bounds beyond which it is not believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.carddb import names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb.catalogue.content import Content, ContentCard
    from riftcheck.carddb.database import CardDatabase, Lookup
    from riftcheck.carddb.model import Card, Printing

MOST_LOST: Final = 0.02  # of all cards but tokens
_NAMED: Final = 5  # cards named in a refusal

Value = str | int | None | list[str]


@dataclass(frozen=True, slots=True)
class Own:
    """The entries of an earlier overlay that the shipped data lacks: card names, printing ids, set codes."""

    cards: frozenset[str] = frozenset()
    printings: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()


NOTHING: Final = Own()


@dataclass(frozen=True, slots=True)
class Change:
    """A fact of a known card, or the rarity of a known printing, that the catalogue has otherwise."""

    card: str
    id: str
    field: str
    ours: Value
    theirs: Value

    def __str__(self) -> str:
        return f"{self.card} ({self.id}): {self.field} is {_shown(self.ours)} here and {_shown(self.theirs)} there"


@dataclass(frozen=True, slots=True)
class NewPrinting:
    """A printing of a known card that the database lacks."""

    card: str
    id: str


@dataclass(frozen=True, slots=True)
class Aside:
    """Something in the catalogue that is not taken over, and why."""

    name: str
    ids: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.ids)}): {self.reason}"


@dataclass(frozen=True, slots=True)
class EntryMatch:
    """The match of one entry of the catalogue: a known card and perhaps its printing, a new card, or neither."""

    entry: ContentCard
    card: Card | None = None
    printing: Printing | None = None
    reason: str | None = None

    @property
    def is_new(self) -> bool:
        """True where the entry is a card that is not known."""
        return self.card is None and self.reason is None


@dataclass(frozen=True, slots=True)
class Diff:
    """The catalogue against the database, whose cards without tokens `known` counts; the catalogue lacks `missing`."""

    known: int
    missing: tuple[str, ...]
    new_cards: tuple[str, ...]
    new_printings: tuple[NewPrinting, ...]
    new_sets: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def is_empty(self) -> bool:
        """True where catalogue and database agree in everything."""
        found = (self.missing, self.new_cards, self.new_printings, self.new_sets, self.changes)
        return not any(found)

    def refusals(self) -> tuple[str, ...]:
        """Return why the catalogue is not to be believed, one sentence each; nothing where it is."""
        found = []
        if len(self.missing) > MOST_LOST * self.known:
            found.append(
                f"the catalogue lacks {len(self.missing)} of the {self.known} cards of the database"
                f" ({_few(self.missing)}); at most {MOST_LOST:.0%} may go"
            )
        moved = tuple(dict.fromkeys(change.card for change in self.changes if change.field == "domains"))
        if moved:
            found.append(f"the catalogue changes the domains of {len(moved)} known cards ({_few(moved)})")
        return tuple(found)


def match(content: Content, db: CardDatabase, own: Own = NOTHING) -> list[EntryMatch]:
    """Return each entry of the catalogue with its known card; the cards in `own` count as not known."""
    return [_match(entry, db, own) for entry in content.cards]


def compare(content: Content, db: CardDatabase) -> Diff:
    """Return the difference of the catalogue and the database."""
    matches = match(content, db)
    seen = {found.card.name for found in matches if found.card is not None}
    cards = [card.name for card in db.cards if not card.is_token]
    changes: dict[tuple[str, str, str], Change] = {}
    for found in matches:
        for change in _changes(found, db):
            changes.setdefault((change.card, change.field, repr(change.theirs)), change)
    return Diff(
        known=len(cards),
        missing=tuple(name for name in cards if name not in seen) if content.whole else (),
        new_cards=_once(found.entry.name for found in matches if found.is_new),
        new_printings=tuple(
            dict.fromkeys(
                NewPrinting(found.card.name, found.entry.spelled)
                for found in matches
                if found.card is not None and found.printing is None
            )
        ),
        new_sets=tuple(card_set.code for card_set in content.sets if card_set.code not in db.sets),
        changes=tuple(changes.values()),
    )


def is_named(card: Card, name: str) -> bool:
    """Tell whether a name is one of a card's names, forgiving only how it is written."""
    wanted = names.loose_key(names.undecorated(name) or name)
    return wanted in {names.loose_key(known) for known in (card.name, card.full_name, *card.aliases)}


def _match(entry: ContentCard, db: CardDatabase, own: Own) -> EntryMatch:
    if entry.id is None:
        return EntryMatch(entry, reason="its id is not of a known form, such as ogn-001-298")
    by_id = _known(db.find_known_id(entry.spelled), own)
    if len(by_id) > 1:
        return EntryMatch(entry, reason=f"its id fits printings of several cards: {_few(card.name for card in by_id)}")
    for card in by_id:
        for printing in card.printings:
            if _is(printing.id, entry) and printing.id not in own.printings:
                return EntryMatch(entry, card, printing)
    found = db.find(entry.name)
    by_name = _known(found, own)
    if len(by_name) > 1:
        return EntryMatch(entry, reason=f"its name fits several cards: {_few(card.name for card in by_name)}")
    # What a champion is called by alone fits its cards and an earlier sync's, and is the name of none.
    if not by_name or (found.candidates and not is_named(by_name[0], entry.name)):
        return EntryMatch(entry)
    if any(db.find_known_id(known).card is by_name[0] for known in entry.same_as) and is_named(by_name[0], entry.name):
        return EntryMatch(entry, by_name[0])
    return _printing_of(by_name[0], entry)


def _is(printing_id: str, entry: ContentCard) -> bool:
    """Tell whether an id of the database is an entry's; series of printings have a total in theirs, sets have not."""
    number, _, total = printing_id.partition("/")
    return number == entry.id and (not total or not entry.total or total == entry.total)


def _known(found: Lookup, own: Own) -> list[Card]:
    cards = found.candidates or ((found.card,) if found.card is not None else ())
    return [card for card in cards if card.name not in own.cards]


def _printing_of(card: Card, entry: ContentCard) -> EntryMatch:
    """Return a match of an unknown printing with the card that it is named like, where that is beyond doubt."""
    if not is_named(card, entry.name):
        return EntryMatch(entry, reason=f"it may be a printing of {card.name}, but it is not named so")
    if entry.types is None or not set(entry.types) <= set(card.types):
        kind = " ".join(entry.types or ()) or "of no readable type"
        return EntryMatch(entry, reason=f"it is named like {card.name}, a {' '.join(card.types)}, but is {kind}")
    return EntryMatch(entry, card)


def _changes(found: EntryMatch, db: CardDatabase) -> Iterable[Change]:
    card, entry = found.card, found.entry
    if card is None:
        return
    for field, ours, theirs in _facts(card, entry, found.printing):
        yield Change(card.name, entry.spelled, field, ours, theirs)
    if db.find(entry.name).card is not card:
        yield Change(card.name, entry.spelled, "name", card.name, entry.name)


def _facts(card: Card, entry: ContentCard, printing: Printing | None) -> Iterable[tuple[str, Value, Value]]:
    """Yield the facts that differ; what the catalogue does not say does not differ."""
    for field, word in entry.unread.items():
        yield field, _ours(card, printing, field), word
    if entry.types is not None and set(entry.types) != set(card.types):
        yield "type", list(card.types), list(entry.types)
    # An answer that names no supertype anywhere is of a kind that has none.
    if entry.supertypes and set(entry.supertypes) != set(card.supertypes):
        yield "supertypes", list(card.supertypes), list(entry.supertypes)
    if entry.domains is not None and set(entry.domains) != set(card.domains):
        yield "domains", list(card.domains), list(entry.domains)
    if entry.tags is not None and {tag.casefold() for tag in entry.tags} != {tag.casefold() for tag in card.tags}:
        yield "tags", list(card.tags), list(entry.tags)
    yield from _numbers(card, entry)
    if printing is not None and printing.rarity and entry.rarity and printing.rarity != entry.rarity:
        yield "rarity", printing.rarity, entry.rarity


def _numbers(card: Card, entry: ContentCard) -> Iterable[tuple[str, Value, Value]]:
    # The might printed on equipment is a bonus. A zero stands for no number where the card has none.
    ours_might = card.might_bonus if card.might is None else card.might
    pairs = (
        ("energy", card.energy, entry.energy),
        ("power", card.power, entry.power),
        ("might", ours_might, entry.might),
    )
    for field, ours, theirs in pairs:
        if theirs is not None and theirs != (ours or 0):
            yield field, ours, theirs


def _ours(card: Card, printing: Printing | None, field: str) -> Value:
    if field == "rarity":
        return card.rarity if printing is None else printing.rarity
    return list(card.types if field == "type" else card.domains)


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


def _few(texts: Iterable[str]) -> str:
    listed = list(texts)
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    return ", ".join(listed[:_NAMED]) + more


def _shown(value: Value) -> str:
    if isinstance(value, list):
        return " ".join(value) or "none"
    return "none" if value is None else str(value)
