"""Reading an export again, for its differences from the deck."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from riftcheck.decks.champion import read_champion
from riftcheck.decks.codes import from_code
from riftcheck.decks.document import from_mapping
from riftcheck.decks.export.fit import PARTS, key
from riftcheck.decks.model import SECTIONS, Deck, ResolvedDeck, Slot
from riftcheck.decks.resolve import resolve
from riftcheck.decks.text import parse

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def differences(deck: ResolvedDeck, content: str | dict[str, Any], to: str, db: CardDatabase, least: int) -> list[str]:
    """Return a sentence for each difference between a deck and its export when that is read again.

    :raises DeckReadError: where it cannot be read at all, as JSON DeckFieldError.
    """
    found = resolve(_read(content, to, db), db)
    named = [slot.name for slot in found.champion]
    found = read_champion(found, least, infer=False).deck
    told = [
        sentence
        for section in SECTIONS
        for sentence in _section_differences(PARTS[section], deck.section(section), found.section(section))
    ]
    if [key(slot) for slot in deck.champion] != [key(slot) for slot in found.champion]:
        wanted = ", ".join(slot.name for slot in deck.champion)
        told.append(f"Read back, the chosen champion is {', '.join(named) or 'not named'}, not {wanted or 'open'}.")
    return told


def _read(content: str | dict[str, Any], to: str, db: CardDatabase) -> Deck:
    if isinstance(content, dict):
        return from_mapping(content)
    if to == "code":
        return from_code(content, db).deck
    return parse(content, db).deck


def _section_differences(part: str, wanted: list[Slot], found: list[Slot]) -> list[str]:
    before, after = _copies(wanted), _copies(found)
    names = {key(slot): slot.name for slot in (*found, *wanted)}
    told = []
    for card, name in names.items():
        had, has = before.get(card, Counter()), after.get(card, Counter())
        if had.total() != has.total():
            told.append(f"Read back, {name} in the {part}: {has.total()}, not {had.total()}.")
        elif had != has:
            told.append(f"Read back, {name} in the {part} is {_ids(has)}, not {_ids(had)}.")
    return told


def _copies(slots: list[Slot]) -> dict[str, Counter[str]]:
    """Return the copies of each card by printing."""
    copies: dict[str, Counter[str]] = {}
    for slot in slots:
        copies.setdefault(key(slot), Counter())[slot.id or "without id"] += slot.count
    return copies


def _ids(copies: Counter[str]) -> str:
    return ", ".join(f"{count} {printing_id}" for printing_id, count in sorted(copies.items()))
