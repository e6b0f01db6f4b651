"""Every name means one card. An unknown name is doubtful if it may be a released card missing from the card data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb import NOT_FOUND
from riftcheck.carddb.names import id_key, strict_key, unmarked
from riftcheck.decks.model import SECTIONS, Slot
from riftcheck.validator.case import KIND_OF_ZONE, is_blank_battlefield
from riftcheck.validator.wording import ZONE_NAMES, cards, issue, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riftcheck.carddb import CardSet
    from riftcheck.validator.case import Case, Ruleset
    from riftcheck.validator.report import Issue, IssueZone

_ENGLISH_ONLY: Final = "riftcheck reads only English card names."
_OTHER_LANGUAGE: Final = (
    f"This name seems to be in another language, and {_ENGLISH_ONLY} Write the English name or the card's id."
)
_ORNAMENTS: Final = " \t:#/*_~=-"  # around the words of a header
_MOST_HEADERS: Final = 5  # headers that a message names
_MOST_TOLD: Final = 100  # names that have an issue each; a pool of six boosters has 84 cards


def unknown_cards(case: Case) -> Sequence[Issue]:
    """Every name is a known card. What is close is listed, never taken."""
    unknown = [(zone, slot) for zone, slot in _nameless(case) if not slot.candidates]
    lacks = _lacks(case, unknown)
    told = list(zip(unknown, lacks, strict=True))[:_MOST_TOLD]
    found = [_unknown(case, zone, slot, missing) for (zone, slot), missing in told]
    rest = [slot for _, slot in unknown[_MOST_TOLD:]]
    if rest:
        message = f"Also no card that this database knows: {cards(len(rest), 'more name')} of the list."
        lacks = lacks[_MOST_TOLD:]
        missing = tuple(dict.fromkeys(label for labels in lacks for label in labels))
        more = _doubted(issue("unknown-card", "deck", message, rest), missing if all(lacks) else ())
        found.append(replace(more, unsearched=len(rest)))
    return found


def ambiguous_cards(case: Case) -> Sequence[Issue]:
    """Every name means one card."""
    several = [(zone, slot) for zone, slot in _nameless(case) if slot.candidates]
    found = [_ambiguous(case, zone, slot) for zone, slot in several[:_MOST_TOLD]]
    rest = [slot for _, slot in several[_MOST_TOLD:]]
    if rest:
        message = f"Also several cards each: {cards(len(rest), 'more name')} of the list. Write the whole names."
        found.append(issue("ambiguous-card", "deck", message, rest))
    return found


def unknown_printings(case: Case) -> Sequence[Issue]:
    """Return an info for each printing id with a known set and number and an unknown suffix."""
    db = case.ruleset.db
    read = [(zone, slot) for zone, slot in case.deck.slots() if slot.card is not None and slot.id not in db.by_printing]
    found = [_unknown_printing(case, zone, slot) for zone, slot in read[:_MOST_TOLD]]
    rest = [slot for _, slot in read[_MOST_TOLD:]]
    if rest:
        message = f"Also not in our card data, and read by number: {cards(len(rest), 'more printing id')} of the deck."
        found.append(issue("printing-unknown", "deck", message, rest, severity="info"))
    return found


def set_aside(case: Case) -> Sequence[Issue]:
    """Return one info with the headers that set cards aside and the number of cards under each."""
    if not case.set_aside:
        return ()
    copies = sum(one.copies for one in case.set_aside)
    first, others = case.set_aside[:_MOST_HEADERS], case.set_aside[_MOST_HEADERS:]
    headers = [f"{cards(one.copies)} under “{one.header.strip(_ORNAMENTS) or one.header}”" for one in first]
    if others:
        more = sum(one.copies for one in others)
        headers.append(f"{cards(more, 'more card')} under {cards(len(others), 'other header')}")
    it_is, them = ("It is", "it") if copies == 1 else ("They are", "them")
    message = f"Set aside: {listed(headers)}. {it_is} in no zone of the deck, and no rule counts {them}."
    found = issue("set-aside", "deck", message, severity="info")
    return (replace(found, lines=tuple(one.line for one in case.set_aside)),)


def _unknown_printing(case: Case, zone: IssueZone, slot: Slot) -> Issue:
    known = case.ruleset.db.find_id(slot.id or "").printing
    name = slot.other_name or slot.name
    message = f"The printing {slot.id} in {ZONE_NAMES[zone]} is not in our card data."
    message += f" It is read as {name} ({known.id if known else ''})."
    return issue("printing-unknown", zone, message, (slot,), severity="info")


def _ambiguous(case: Case, zone: IssueZone, slot: Slot) -> Issue:
    meant = " or ".join(card.full_name for card in slot.candidates)
    message = f"“{slot.name}” in {ZONE_NAMES[zone]} can be {meant}: write the whole name."
    by_id = None if slot.id is None else case.ruleset.db.find_id(slot.id).card
    if by_id is not None:
        there = f"“{slot.name}” and {slot.id} in {ZONE_NAMES[zone]}"
        message = f"{there} are different cards: {slot.id} is {by_id.full_name}. Keep the one that is meant."
    return issue("ambiguous-card", zone, message, (slot,))


def _unknown(case: Case, zone: IssueZone, slot: Slot, missing: tuple[str, ...]) -> Issue:
    """Return the issue of a name that no card has."""
    ruleset = case.ruleset
    if slot.unreadable and not slot.may_be_card:
        message = f"“{slot.name}” cannot be read as a card. {slot.reason}".rstrip()
        if _is_foreign(slot.name):
            message += f" {_OTHER_LANGUAGE}"
        return _doubted(issue("unknown-card", zone, message, (slot,)), missing)
    unnamed = _unnamed_number(ruleset, slot.name)
    if unnamed is not None:
        message = f"“{slot.name}” in {ZONE_NAMES[zone]} is a number of {unnamed.name} without a card in our card data."
        return _doubted(issue("unknown-card", zone, message, (slot,)), missing)
    close = case.suggestions.of(slot.name, ruleset.db)
    # A known printing id shows which card is meant, so the name is not taken for a misspelling of another card's.
    by_id = slot.id is not None and ruleset.db.find_id(slot.id) is not NOT_FOUND
    code = "misspelt-card" if close and not by_id and ruleset.db.is_misspelt(slot.name) else "unknown-card"
    message = f"“{slot.name}” in {ZONE_NAMES[zone]} is no card that this database knows"
    message += ", and it has no count." if slot.unreadable else "."
    if close:
        message += f" Is it {' or '.join(ruleset.db.by_name[name].full_name for name in close)}?"
    elif _is_foreign(slot.name):
        message += f" {_OTHER_LANGUAGE}"
    elif id_key(slot.name) is None:
        message += f" {_ENGLISH_ONLY}"
    found = _doubted(issue(code, zone, message, (slot,), suggestions=close or ()), missing)
    return found if close is not None else replace(found, unsearched=1)


def _is_foreign(name: str) -> bool:
    """Return True if a name has a letter that no English card name has, such as `é` or a Chinese character."""
    return not name.isascii() and any(letter.isalpha() and not letter.isascii() for letter in name)


def _lacks(case: Case, unknown: list[tuple[IssueZone, Slot]]) -> list[tuple[str, ...]]:
    """Return for each unknown name the sets that may have it and lack cards here.

    There is none for names that can only be cards of one set if these cannot all be different missing cards of it.
    """
    found = [case.ruleset.lacks(slot, KIND_OF_ZONE.get(zone)) for zone, slot in unknown]
    for one in case.ruleset.missing_sets:
        alone = {
            strict_key(slot.name): slot.name
            for (_, slot), sets in zip(unknown, found, strict=True)
            if sets == (one.label,) and slot.id is None and id_key(slot.name) is None
        }
        if not one.may_have_names(list(alone.values())):
            found = [
                () if strict_key(slot.name) in alone else sets for (_, slot), sets in zip(unknown, found, strict=True)
            ]
    return found


def _doubted(found: Issue, missing: tuple[str, ...]) -> Issue:
    """Return an issue about unknown names, doubtful if there are missing sets that may have these names."""
    return replace(found, doubtful=bool(missing), missing_sets=missing)


def _unnamed_number(ruleset: Ruleset, text: str) -> CardSet | None:
    """Return the set or series of a printing id if its number has no card in the card data; None for anything else."""
    key = id_key(text)
    code, _, number = ("", "", "") if key is None else unmarked(key[0]).partition("-")
    card_set = ruleset.db.sets.get(code)
    if card_set is None or not number.isdigit() or not int(number):
        return None
    unlisted = card_set.unlisted_from is not None and card_set.unlisted_from <= ruleset.day
    if not unlisted and int(number) > card_set.size:
        return None
    return card_set if ruleset.db.find_id(f"{code}-{number}") is NOT_FOUND else None


def _nameless(case: Case) -> Iterator[tuple[IssueZone, Slot]]:
    """Yield the slots without a card, each once: a champion's label and the copies that it labels are one."""
    labels = {slot.name.casefold(): slot for slot in case.deck.champion or case.reading.candidates if slot.card is None}
    for section in SECTIONS:
        for slot in case.deck.section(section):
            if slot.card is not None or is_blank_battlefield(slot, section, case.format):
                continue
            label = labels.get(slot.name.casefold()) if section == "main" else None
            if label is None:
                yield section, slot
            else:
                yield "champion", replace(slot, lines=tuple(sorted({*slot.lines, *label.lines})))
    asking = [name for name in case.deck.choices if name not in case.ruleset.db.by_name]
    for name in (*asking, *_chosen(case)):
        if name not in case.ruleset.db.by_name:
            yield "deck", Slot(name, 1, None, None, candidates=case.ruleset.db.find(name).candidates)


def _chosen(case: Case) -> Iterator[str]:
    """Yield the unknown names among the choices for cards, if a missing card may have the name."""
    for slot in case.main:
        choice = None if slot.card is None else slot.card.deck_choice
        if slot.card is not None and choice is not None:
            for name in case.deck.choices.get(slot.card.name, ()):
                if name not in case.ruleset.db.by_name and case.ruleset.lacks(Slot(name, 1, None, None), choice.kind):
                    yield name
