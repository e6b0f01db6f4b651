"""The cards that a player draws from: the main deck without the copy that starts in the Champion Zone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.decks.model import Slot


def ordered(slots: Iterable[Slot]) -> list[Slot]:
    """Return slots sorted by name and then printing, so that the order of a list never matters."""
    return sorted(slots, key=lambda slot: (slot.name, slot.id or "", slot.count))


def draw_pile(main: list[Slot], champion: Slot | None) -> list[Slot]:
    """Return the slots of the main deck without one copy of the champion, sorted (CR 112, 114).

    The copy is of the champion's printing where there is one, else of the first. Where the main deck has no copy of
    the champion, or there is no champion, every card stays.
    """
    pile = ordered(slot for slot in main if slot.count > 0)
    taken = None if champion is None else _copy_of(champion, pile)
    if taken is None:
        return pile
    rest = [replace(slot, count=slot.count - 1) if slot is taken else slot for slot in pile]
    return [slot for slot in rest if slot.count]


def has_copy(main: list[Slot], champion: Slot) -> bool:
    """Tell whether a main deck has a copy of the champion."""
    return _copy_of(champion, [slot for slot in main if slot.count > 0]) is not None


def _copy_of(champion: Slot, pile: list[Slot]) -> Slot | None:
    copies = [slot for slot in pile if _same(slot, champion)]
    of_printing = (slot for slot in copies if slot.id == champion.id)
    return next(of_printing, copies[0] if copies else None)


def _same(one: Slot, other: Slot) -> bool:
    if one.card is None or other.card is None:
        return one.card is other.card and one.name.casefold() == other.name.casefold()
    return one.card is other.card
