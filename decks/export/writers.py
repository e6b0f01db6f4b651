"""A deck written in each form. A writer gets only what its form can carry."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.decks.codes import encode
from riftcheck.decks.deck_answer import deck_json
from riftcheck.decks.export.fit import key
from riftcheck.decks.model import MAX_COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.decks.model import ResolvedDeck, Slot

_HEADERS: Final = ("Legend:", "Champion:", "Main Deck:", "Battlefields:", "Rune Pool:", "Sideboard:", "Extra Legends:")
_ALWAYS_HEADED: Final = _HEADERS[-2:]


def to_json(deck: ResolvedDeck) -> dict[str, Any]:
    """Return a deck as the JSON object of every answer; it can be sent in again. `main` holds all copies."""
    return deck_json(deck)


def to_code(deck: ResolvedDeck, main: list[Slot], champion: Slot | None) -> str:
    """Return the deck code of a deck, with this main deck and this label of its champion."""
    together = [*deck.legend, *main, *deck.runes, *deck.battlefields]
    extra_legends = [_id(slot) for slot in deck.extra_legends for _ in range(slot.count)]
    return encode(_ids(together), _ids(deck.sideboard), None if champion is None else _id(champion), extra_legends)


def to_blocks(deck: ResolvedDeck, main: list[Slot], champion: Slot | None) -> str:
    """Return text without headers: legend, champion, main deck, battlefields and runes, a blank line between them.

    Sideboard and extra legends follow under headers, because such a text has no place of its own for them.
    """
    listed = zip(_HEADERS, _in_order(deck, main, champion), strict=True)
    return _joined(
        [[*([header] if header in _ALWAYS_HEADED else []), *_lines(slots)] for header, slots in listed if slots]
    )


def to_sections(deck: ResolvedDeck, main: list[Slot], champion: Slot | None) -> str:
    """Return text with a header over each section."""
    listed = zip(_HEADERS, _in_order(deck, main, champion), strict=True)
    return _joined([[header, *_lines(slots)] for header, slots in listed if slots])


def to_tts(deck: ResolvedDeck, main: list[Slot], champion: Slot | None) -> str:
    """Return the tokens of Tabletop Simulator, one a copy: legend, champion, main deck, battlefields, runes."""
    slots = [slot for slots in _in_order(deck, main, champion)[:-2] for slot in slots]
    return " ".join(f"{_id(slot)}-1" for slot in slots for _ in range(slot.count))


def label(deck: ResolvedDeck) -> tuple[list[Slot], Slot | None]:
    """Return the main deck with all copies, and the champion as a label on one of them."""
    return deck.main, replace(deck.champion[0], count=1) if deck.champion else None


def apart(deck: ResolvedDeck) -> tuple[list[Slot], Slot | None]:
    """Return the main deck without one copy of the champion, of its own printing if there is one, and that copy."""
    main, champion = label(deck)
    copies = [] if champion is None else [slot for slot in main if key(slot) == key(champion)]
    if champion is None or not copies:
        return main, champion
    taken = next((slot for slot in copies if slot.id == champion.id), copies[0])
    rest = [replace(slot, count=slot.count - 1) if slot is taken else slot for slot in main]
    return [slot for slot in rest if slot.count], replace(taken, count=1)


def _in_order(deck: ResolvedDeck, main: list[Slot], champion: Slot | None) -> list[list[Slot]]:
    chosen = [] if champion is None else [champion]
    return [deck.legend, chosen, main, deck.battlefields, deck.runes, deck.sideboard, deck.extra_legends]


def _lines(slots: list[Slot]) -> Iterator[str]:
    for slot in slots:
        if slot.unreadable:
            yield from [_one_line(slot.name)] * slot.count
            continue
        for count in _portions(slot.count):
            yield f"{count} {_written(slot)}"


def _written(slot: Slot) -> str:
    if slot.card is None:
        return _one_line(slot.name)
    name = slot.card.full_name
    return name if slot.id == slot.card.base_printing.id else f"{name} ({slot.id})"


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _portions(count: int) -> Iterator[int]:
    """Yield a count in parts that one line or entry may hold."""
    while count > MAX_COUNT:
        yield MAX_COUNT
        count -= MAX_COUNT
    yield count


def _joined(blocks: list[list[str]]) -> str:
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _id(slot: Slot) -> str:
    return slot.name if slot.id is None else slot.id


def _ids(slots: list[Slot]) -> list[tuple[str, int]]:
    return [(_id(slot), slot.count) for slot in slots]
