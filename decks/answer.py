"""A deck as answers show it: the contract's JSON form, its counts and its hash."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from decks.model import SECTIONS, total

if TYPE_CHECKING:
    from decks.champion import Reading
    from decks.model import ResolvedDeck, Slot


def deck_json(reading: Reading) -> dict[str, Any]:
    """Return the deck as a valid list of the contract: each section a list of entries, all copies in `main`."""
    deck = reading.deck
    shown: dict[str, Any] = {name: [_entry(slot) for slot in deck.section(name)] for name in SECTIONS}
    shown["champion"] = None if reading.champion is None else reading.champion.name
    shown["champion_apart"] = False
    if deck.choices:
        shown["choices"] = {name: list(chosen) for name, chosen in deck.choices.items()}
    return shown


def _entry(slot: Slot) -> dict[str, Any]:
    card = slot.card
    if card is None:
        return {"name": slot.name, "count": slot.count, "unknown": True}
    if card.full_name != card.name:
        return {"name": slot.name, "count": slot.count, "id": slot.id, "full_name": card.full_name}
    return {"name": slot.name, "count": slot.count, "id": slot.id}


def counts(deck: ResolvedDeck) -> dict[str, int]:
    """Return the number of cards in each section."""
    return {name: total(deck.section(name)) for name in SECTIONS}


def list_hash(reading: Reading) -> str:
    """Return a hash of what is in the list: the same for any order, spelling and printing of the same cards."""
    parts = []
    for name in SECTIONS:
        sums: dict[str, int] = {}
        for slot in reading.deck.section(name):
            key = slot.name if slot.card is not None else slot.name.casefold()
            sums[key] = sums.get(key, 0) + slot.count
        parts.append(f"{name}:" + ";".join([f"{count} {card}" for card, count in sorted(sums.items())]))
    parts.append(f"champion:{reading.champion.name if reading.champion else ''}")
    for card, chosen in sorted(reading.deck.choices.items()):
        parts.append(f"choice:{card}={';'.join(sorted(chosen))}")
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
