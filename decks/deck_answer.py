"""A deck as answers show it: the contract's JSON form, its counts and its hash."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from riftcheck.decks.model import MAX_COUNT, SECTIONS, total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.decks.model import ResolvedDeck, Slot


def deck_json(deck: ResolvedDeck) -> dict[str, Any]:
    """Return a deck as a valid list of the contract: each section a list of entries, all copies in `main`.

    The deck is one that `riftcheck.decks.champion.read_champion` returned: its champion is a label, or there is none.
    """
    shown: dict[str, Any] = {
        name: [entry for slot in deck.section(name) for entry in _entries(slot)] for name in SECTIONS
    }
    champion = deck.champion[0] if deck.champion else None
    shown["champion"] = None if champion is None else champion.name
    shown["champion_id"] = None if champion is None else champion.id
    shown["champion_apart"] = False
    if deck.choices:
        shown["choices"] = {name: list(chosen) for name, chosen in deck.choices.items()}
    return shown


def _entries(slot: Slot) -> Iterator[dict[str, Any]]:
    """Yield the entry of a slot; more than one where its count is over what an entry may hold."""
    count = slot.count
    while count > MAX_COUNT:
        yield _entry(slot, MAX_COUNT)
        count -= MAX_COUNT
    yield _entry(slot, count)


def _entry(slot: Slot, count: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": slot.name, "count": count}
    if slot.id is not None:
        entry["id"] = slot.id
    if slot.card is None:
        entry["unknown"] = True
    elif slot.card.full_name != slot.card.name:
        entry["full_name"] = slot.card.full_name
    return entry


def counts(deck: ResolvedDeck) -> dict[str, int]:
    """Return the number of cards in each section."""
    return {name: total(deck.section(name)) for name in SECTIONS}


def list_hash(deck: ResolvedDeck) -> str:
    """Return a hash of what is in the list: the same for any order, spelling and printing of the same cards."""
    parts = []
    for name in SECTIONS:
        sums: dict[str, int] = {}
        for slot in deck.section(name):
            key = slot.name if slot.card is not None else slot.name.casefold()
            sums[key] = sums.get(key, 0) + slot.count
        parts.append(f"{name}:" + ";".join([f"{count} {card}" for card, count in sorted(sums.items())]))
    parts.append(f"champion:{deck.champion[0].name if deck.champion else ''}")
    for card, chosen in sorted(deck.choices.items()):
        parts.append(f"choice:{card}={';'.join(sorted(chosen))}")
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
