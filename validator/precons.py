"""Recognition of a list that is exactly a preconstructed deck (TR 601.2.d.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.model import Precon
    from riftcheck.decks.model import Slot
    from riftcheck.validator.case import Case

    Contents = tuple[str, str, frozenset[tuple[str, int]], frozenset[tuple[str, int]], frozenset[tuple[str, int]]]


def is_precon(case: Case) -> bool:
    """Tell whether a list is a product's exact contents, with nothing in the sideboard."""
    # TR 601.2.d.2.a: any change, or a sideboard, ends the exemption.
    deck, champion = case.deck, case.reading.champion
    if deck.sideboard or deck.extra_legends or case.legend is None or champion is None:
        return False
    if any(slot.card is None for _, slot in deck.slots()):
        return False
    contents = (
        case.legend.name,
        champion.name,
        _counts(deck.main),
        _counts(deck.runes),
        _counts(deck.battlefields),
    )
    return contents in _products(case.ruleset.db)


def _counts(slots: list[Slot]) -> frozenset[tuple[str, int]]:
    counts: dict[str, int] = {}
    for slot in slots:
        counts[slot.name] = counts.get(slot.name, 0) + slot.count
    return frozenset(counts.items())


@lru_cache(maxsize=8)
def _products(db: CardDatabase) -> frozenset[Contents]:
    return frozenset(_contents(precon) for precon in db.precons)


def _contents(precon: Precon) -> Contents:
    battlefields = frozenset((name, precon.battlefields.count(name)) for name in precon.battlefields)
    return (precon.legend, precon.champion, frozenset(precon.main), frozenset(precon.runes), battlefields)
