"""From names and ids as written to the cards of the database."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from riftcheck.carddb import NOT_FOUND, Lookup
from riftcheck.carddb.names import MAX_NAME
from riftcheck.decks.model import Deck, Entry, ResolvedDeck, Slot

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def resolve(deck: Deck, db: CardDatabase) -> ResolvedDeck:
    """Return the deck with each entry looked up and equal entries added up. Nothing is dropped.

    The names that are chosen for a card which lets legends be registered are extra legends; one that the list names as
    such anyway is named once.
    """
    extra_legends = _section(deck.extra_legends, db)
    choices: dict[str, tuple[str, ...]] = {}
    for written, names in deck.choices.items():
        card = db.find(written).card
        if card is not None and card.extra_legends and card.deck_choice is None:
            chosen = _section([Entry(name, 1) for name in names], db)
            listed = {_key(slot) for slot in extra_legends}
            extra_legends += [slot for slot in chosen if _key(slot) not in listed]
        else:
            choices[written if card is None else card.name] = tuple(_name(name, db) for name in names)
    return ResolvedDeck(
        origin=deck.origin,
        legend=_section(deck.legend, db),
        champion=_section(deck.champion, db),
        main=_section(deck.main, db),
        runes=_section(deck.runes, db),
        battlefields=_section(deck.battlefields, db),
        sideboard=_section(deck.sideboard, db),
        champion_apart=deck.champion_apart,
        replaced=_section(deck.replaced, db),
        choices=choices,
        extra_legends=extra_legends,
    )


def _name(written: str, db: CardDatabase) -> str:
    """Return the name of the card of a spelling, or the spelling itself where it is no card's."""
    card = db.find(written).card
    return written if card is None else card.name


def _key(slot: Slot) -> str:
    """Return the name of a slot's card; for an unknown card `?` and its name as written, without regard to case."""
    return f"?{slot.name.casefold()}" if slot.card is None else slot.card.name


def _section(entries: list[Entry], db: CardDatabase) -> list[Slot]:
    slots: dict[str, Slot] = {}
    for entry in entries:
        slot = _slot(entry, db)
        key = f"?{slot.name.casefold()}?{slot.id}" if slot.card is None else str(slot.id)
        same = slots.get(key)
        slots[key] = slot if same is None else merged(same, slot)
    return list(slots.values())


def _slot(entry: Entry, db: CardDatabase) -> Slot:
    lines = () if entry.line is None else (entry.line,)
    if entry.unreadable:
        return Slot(
            entry.written[:MAX_NAME],
            entry.count,
            None,
            None,
            lines,
            unreadable=True,
            reason=entry.reason,
            may_be_card=entry.may_be_card,
        )
    match = db.find(entry.written) if entry.id is None else _by_both(entry, entry.id, db)
    card = match.card
    if card is None:
        return Slot(entry.written[:MAX_NAME], entry.count, None, entry.id, lines, match.candidates)
    # A printing that came in by id goes out by that id; a name gets the card's first base printing.
    return Slot(card.name, entry.count, card, match.id or card.base_printing.id, lines)


def _by_both(entry: Entry, printing_id: str, db: CardDatabase) -> Lookup:
    """Return the lookup of a name with an id beside it; both cards are candidates where they mean different ones."""
    by_name = db.find(entry.written)
    by_id = db.find_known_id(printing_id) if by_name is NOT_FOUND else db.find_id(printing_id)
    if by_id.card is None:
        return by_name
    if by_name.card is not None and by_name.card is not by_id.card:
        return Lookup(candidates=(by_name.card, by_id.card))
    return by_id


def merged(one: Slot, other: Slot) -> Slot:
    """Return one slot for two of the same card and printing."""
    lines = tuple(sorted({*one.lines, *other.lines}))
    return replace(one, count=one.count + other.count, lines=lines)
