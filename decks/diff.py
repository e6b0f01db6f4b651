"""The differences between two decks: cards by name in each section, the chosen champion, choices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from riftcheck.decks.model import SECTIONS
from riftcheck.schema import LazySchema

if TYPE_CHECKING:
    from riftcheck.decks.model import ResolvedDeck, Section, Slot


@dataclass(frozen=True, slots=True)
class CountChange:
    """A card whose number of copies in a section differs; `before` or `after` is 0 where it is not there.

    `id` is a printing by which the card goes out, None where its name is unknown. `other_name` is the full name, if it
    is different.
    """

    name: str
    id: str | None
    before: int
    after: int
    other_name: str | None = field(default=None, compare=False)

    @property
    def full_name(self) -> str:
        """The name to show: that of a legend includes the champion."""
        return self.other_name or self.name

    @property
    def unknown(self) -> bool:
        """True where the name is unknown."""
        return self.id is None


@dataclass(frozen=True, slots=True)
class SectionDiff:
    """The differences of one section, each list sorted by name."""

    added: tuple[CountChange, ...]
    removed: tuple[CountChange, ...]
    changed: tuple[CountChange, ...]


@dataclass(frozen=True, slots=True)
class NamesChange:
    """Names before and after: of the chosen champion, or of the cards chosen for a card that asks for a choice."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckDiff:
    """The differences between two decks. `sections` holds the sections that differ, in the order of a deck.

    `champion` is None where both name the same; `choices` holds the cards whose choices differ, by name.
    """

    sections: dict[Section, SectionDiff]
    champion: NamesChange | None
    choices: dict[str, NamesChange]

    @property
    def same(self) -> bool:
        """True where the decks are the same."""
        return not self.sections and self.champion is None and not self.choices

    def to_json(self) -> dict[str, Any]:
        """Return the differences as a JSON object."""
        shown: dict[str, Any] = _DIFF.dump(self)
        return shown


_DIFF: Final = LazySchema("riftcheck.decks.schemas", "DiffSchema")


def diff(a: ResolvedDeck, b: ResolvedDeck) -> DeckDiff:
    """Return the changes that make `a` into `b`, by card name: printings and the order of a list do not matter.

    Decks are compared as they are: where one lists its champion apart from the main deck and the other does not, read
    both first (`decks.champion`), so that each main deck holds all copies, and put what was read in `champion`.
    """
    sections = {name: _section(a.section(name), b.section(name)) for name in SECTIONS}
    return DeckDiff(
        sections={name: section for name, section in sections.items() if section is not None},
        champion=_names(_champions(a), _champions(b)),
        choices=_choices(a.choices, b.choices),
    )


def _section(before: list[Slot], after: list[Slot]) -> SectionDiff | None:
    counts: dict[str, list[int]] = {}
    shown: dict[str, Slot] = {}
    # Name and printing shown are those after the change, where the card is still there.
    for side, slots in ((1, after), (0, before)):
        for slot in sorted(slots, key=lambda slot: (slot.name, slot.id or "")):
            key = _key(slot)
            counts.setdefault(key, [0, 0])[side] += slot.count
            shown.setdefault(key, slot)
    changes = sorted(
        (
            CountChange(shown[key].name, shown[key].id, old, new, shown[key].other_name)
            for key, (old, new) in counts.items()
            if old != new
        ),
        key=lambda change: (change.name, change.id or ""),
    )
    if not changes:
        return None
    return SectionDiff(
        added=tuple(change for change in changes if change.before == 0),
        removed=tuple(change for change in changes if change.after == 0),
        changed=tuple(change for change in changes if change.before and change.after),
    )


def _key(slot: Slot) -> str:
    """Return the name of a slot's card; for an unknown card `?` and its name as written, without regard to case."""
    return f"?{slot.name.casefold()}" if slot.card is None else slot.card.name


def _champions(deck: ResolvedDeck) -> dict[str, str]:
    return {_key(slot): slot.name for slot in deck.champion}


def _names(before: dict[str, str], after: dict[str, str]) -> NamesChange | None:
    if before.keys() == after.keys():
        return None
    return NamesChange(tuple(sorted(before.values())), tuple(sorted(after.values())))


def _choices(before: dict[str, tuple[str, ...]], after: dict[str, tuple[str, ...]]) -> dict[str, NamesChange]:
    changes = {}
    for card in sorted({*before, *after}):
        change = NamesChange(tuple(sorted(before.get(card, ()))), tuple(sorted(after.get(card, ()))))
        if change.before != change.after:
            changes[card] = change
    return changes
