"""A deck as answers show it: the contract's JSON form, its counts and its hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from riftcheck.decks.model import MAX_COUNT, SECTIONS, total
from riftcheck.schema import LazySchema

if TYPE_CHECKING:
    from riftcheck.decks.model import ResolvedDeck, Slot


_DECK: Final = LazySchema("riftcheck.decks.schemas", "DeckAnswerSchema")


@dataclass(frozen=True, slots=True)
class _DeckAnswer:
    """A deck of which each slot has a count that an entry may hold; its champion is a label on a copy in `main`."""

    legend: list[Slot]
    main: list[Slot]
    runes: list[Slot]
    battlefields: list[Slot]
    sideboard: list[Slot]
    extra_legends: list[Slot]
    champion: str | None
    champion_id: str | None
    champion_apart: Literal[False]
    choices: dict[str, tuple[str, ...]]


def deck_json(deck: ResolvedDeck) -> dict[str, Any]:
    """Return a deck as a valid list of the contract: each section a list of entries, all copies in `main`.

    The deck is one that `riftcheck.decks.champion.read_champion` returned: its champion is a label, or there is none.
    """
    champion = deck.champion[0] if deck.champion else None
    answer = _DeckAnswer(
        **{name: _entries(deck.section(name)) for name in SECTIONS},
        champion=None if champion is None else champion.name,
        champion_id=None if champion is None else champion.id,
        champion_apart=False,
        choices=deck.choices,
    )
    shown: dict[str, Any] = _DECK.dump(answer)
    return shown


def _entries(slots: list[Slot]) -> list[Slot]:
    """Return the slots of a section, one with a count over what an entry may hold as several."""
    if not slots or max([slot.count for slot in slots]) <= MAX_COUNT:
        return slots
    return [replace(slot, count=count) for slot in slots for count in _portions(slot.count)]


def _portions(count: int) -> list[int]:
    whole, rest = divmod(count, MAX_COUNT)
    return [MAX_COUNT] * whole + [rest] * (rest > 0)


def counts(deck: ResolvedDeck) -> dict[str, int]:
    """Return the number of cards in each section; extra legends only where there are some."""
    return {name: total(deck.section(name)) for name in deck.sections()}


def list_hash(deck: ResolvedDeck) -> str:
    """Return a hash of the list: the same for any order, spelling and printing of the same cards."""
    parts = []
    for name in deck.sections():
        sums: dict[str, int] = {}
        for slot in deck.section(name):
            key = slot.name if slot.card is not None else slot.name.casefold()
            sums[key] = sums.get(key, 0) + slot.count
        parts.append(f"{name}:" + ";".join([f"{count} {card}" for card, count in sorted(sums.items())]))
    parts.append(f"champion:{deck.champion[0].name if deck.champion else ''}")
    for card, chosen in sorted(deck.choices.items()):
        parts.append(f"choice:{card}={';'.join(sorted(chosen))}")
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
