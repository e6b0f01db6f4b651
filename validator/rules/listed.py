"""Each card for itself: legal by its set, not banned, and with the choices it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.database import numbered
from riftcheck.decks.model import Slot
from riftcheck.validator.precons import exempting_product
from riftcheck.validator.report import RuleCitation
from riftcheck.validator.wording import ZONE_NAMES, issue, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riftcheck.carddb import Card
    from riftcheck.decks.model import Section
    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue


def set_legality(case: Case) -> Sequence[Issue]:
    """Every name has a printing, inside the normal numbering, in a set that is legal on the day."""
    # TR 601.2.a, 601.2.c, 601.3.c
    legal = case.ruleset.legal_names
    if legal is None:
        return ()
    found = []
    for section, slots in _judged(case):
        early = [slot for slot in slots if slot.card is not None and slot.card.name not in legal]
        if early:
            named = listed(list(dict.fromkeys(_with_set(case, slot.card) for slot in early if slot.card)))
            message = f"Not legal on {case.ruleset.day} in {ZONE_NAMES[section]}: {named}."
            rules = case.ruleset.cite("TR 601.2.a", "TR 601.2.c", "TR 601.3.c")
            found.append(issue("set-legality", section, message, early, rules))
    return found


def banned(case: Case) -> Sequence[Issue]:
    """No card that is banned in the format on the day, save in an exact preconstructed deck at casual events."""
    # TR 601.2.d, 601.2.d.2
    bans, slots_of = case.ruleset.bans, banned_slots(case)
    if not slots_of or exempting_product(case) is not None:
        return ()
    found = []
    for section, slots in slots_of.items():
        # One issue for each card, so that the message names only the card of its lines.
        for name in dict.fromkeys(slot.name for slot in slots):
            since = f"has been banned in {case.format.name} since {bans[name].from_date}"
            copies = [slot for slot in slots if slot.name == name]
            message = f"{copies[0].full_name} in {ZONE_NAMES[section]} {since}."
            found.append(issue("banned", section, message, copies, case.ruleset.cite("TR 601.2.d")))
    return found


def banned_slots(case: Case) -> dict[Section, list[Slot]]:
    """Return the slots of banned cards by section; sections without any are omitted."""
    bans = case.ruleset.bans
    if not bans:
        return {}
    found = {
        section: [slot for slot in slots if slot.card is not None and slot.card.name in bans]
        for section, slots in _judged(case)
    }
    return {section: slots for section, slots in found.items() if slots}


def deck_choice(case: Case) -> Sequence[Issue]:
    """A card that asks for a choice at deck building has it, by the list's `choices`."""
    found = []
    asking = {slot.card.name: slot for slot in case.main if slot.card is not None and slot.card.deck_choice}
    for name, slot in asking.items():
        fault = _choice_fault(case, slot.card, case.deck.choices.get(name)) if slot.card is not None else None
        if fault is not None:
            message = f"{name} asks for a choice at deck building: {fault}."
            rules = (RuleCitation("card", case.ruleset.db.version, name),)
            found.append(issue("deck-choice", "deck", message, (slot,), rules))
    return found


def _choice_fault(case: Case, card: Card, chosen: tuple[str, ...] | None) -> str | None:
    choice = card.deck_choice
    if choice is None:
        return None
    wanted = f"{choice.count} different cards of the type {choice.type}"
    if chosen is None:
        return f"the list must name {wanted} in its choices"
    cards = [case.ruleset.db.by_name.get(name) for name in chosen]
    for name, picked in zip(chosen, cards, strict=True):
        if picked is None and case.ruleset.lacks(Slot(name, 1, None, None), choice.kind):
            continue  # a missing set may have the card, and `unknown-card` reports it
        if picked is None:
            return f"“{name}” is no known card"
        if choice.type not in picked.types:
            return f"{picked.name} is not of the type {choice.type}"
        if choice.apart_from_deck and any(slot.card is picked for _, slot in case.deck.slots()):
            return f"{picked.name} is in the deck already"
    different = len(set(chosen))
    if len(chosen) != choice.count or different != choice.count:
        return f"{different} are named, it wants {wanted}"
    return None


def _judged(case: Case) -> Iterator[tuple[Section, list[Slot]]]:
    """Yield the slots of each section that hold a known card in its right place."""
    yield "legend", [slot for slot in case.deck.legend if slot.card is not None and slot.card.kind == "legend"]
    yield "extra_legends", [slot for slot in case.deck.extra_legends if slot.card and slot.card.kind == "legend"]
    yield "main", case.main
    yield "runes", case.runes
    yield "battlefields", case.battlefields
    yield "sideboard", case.sideboard


def _with_set(case: Case, card: Card) -> str:
    """Return a name with the first day on which a set lends it legality, where one does."""
    sets = case.ruleset.db.sets
    lending = [p.set for p in card.printings if numbered(p, sets[p.set]) is not None]
    days = [day for code in lending if (day := sets[code].legal_from) is not None]
    return f"{card.full_name} (from {min(days)})" if days else card.full_name
