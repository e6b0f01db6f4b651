"""The part of a deck that a form can carry. The rest is taken out or replaced here, each with a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.decks.codes import carried_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.decks.model import ResolvedDeck, Section, Slot

PARTS: Final[dict[Section, str]] = {
    "legend": "legend",
    "main": "main deck",
    "runes": "runes",
    "battlefields": "battlefields",
    "sideboard": "sideboard",
    "extra_legends": "extra legends",
}


def key(slot: Slot) -> str:
    """Return the key of a slot's card: its name, for an unknown card its id or its name as written, after a `?`."""
    if slot.card is not None:
        return slot.card.name
    return f"?{_id_of_unknown(slot) or ' '.join(slot.name.casefold().split())}"


def fitted(deck: ResolvedDeck, to: str) -> tuple[ResolvedDeck, list[str]]:
    """Return the part of a deck that the form `to` carries, and a sentence for everything left out or replaced."""
    if to == "json":
        return deck, []
    warnings: list[str] = []
    if deck.choices:
        warnings.append(f"The choices for {', '.join(sorted(deck.choices))} are left out: only JSON holds them.")
    if to == "code":
        deck = _only(deck, lambda slot: _code_slot(slot, warnings), "a deck code", warnings)
    elif to == "tts":
        form = "the form of Tabletop Simulator"
        deck = _without(_without(deck, "sideboard", form, warnings), "extra_legends", form, warnings)
        deck = _only(deck, _tts_slot, form, warnings)
    return deck, warnings


def _only(deck: ResolvedDeck, fit: Callable[[Slot], Slot | None], form: str, warnings: list[str]) -> ResolvedDeck:
    """Return a deck of the slots that fit, each as it is written."""
    kept = replace(deck, legend=[], champion=[], main=[], runes=[], battlefields=[], sideboard=[], extra_legends=[])
    for section, slot in deck.slots():
        fits = fit(slot)
        if fits is None:
            warnings.append(f"{slot.count} {slot.name} ({PARTS[section]}): left out, because {form} has no id for it.")
        else:
            kept.section(section).append(fits)
    kept.champion = [fits for slot in deck.champion if (fits := fit(slot)) is not None]
    if len(kept.champion) < len(deck.champion):
        warnings.append(f"The chosen champion {deck.champion[0].name} is not named: {form} has no id for it.")
    return kept


def _code_slot(slot: Slot, warnings: list[str]) -> Slot | None:
    if slot.card is None:
        return _unknown_by_id(slot)
    if slot.id is not None and carried_id(slot.id) is not None:
        return slot
    other = next((printing.id for printing in slot.card.printings if carried_id(printing.id) is not None), None)
    if other is None:
        return None
    warning = f"{slot.name}: written as {other}, because a deck code cannot hold {slot.id}."
    if warning not in warnings:
        warnings.append(warning)
    return replace(slot, id=other)


def _tts_slot(slot: Slot) -> Slot | None:
    return _unknown_by_id(slot) if slot.card is None else slot


def _unknown_by_id(slot: Slot) -> Slot | None:
    """Return an unknown card whose name is an id (of a set that the database lacks) with that id as its name."""
    printing_id = _id_of_unknown(slot)
    return None if printing_id is None else replace(slot, name=printing_id)


def _id_of_unknown(slot: Slot) -> str | None:
    return None if slot.unreadable else carried_id(slot.name)


def _without(deck: ResolvedDeck, section: Section, form: str, warnings: list[str]) -> ResolvedDeck:
    """Return a deck without a section that the form has no place for."""
    slots = deck.section(section)
    kept = replace(deck)
    setattr(kept, section, [])
    if slots:
        cards = ", ".join(f"{slot.count} {slot.name}" for slot in slots)
        verb = "are" if section == "extra_legends" else "is"
        warnings.append(f"The {PARTS[section]} {verb} left out, because {form} has none: {cards}.")
    return kept
