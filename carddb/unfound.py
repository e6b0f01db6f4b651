"""Why a spelling means no one card, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.model import Card

_MOST_NAMED: Final = 5


def unfound(spelling: str, candidates: Sequence[Card], db: CardDatabase) -> str:
    """Return why a spelling means no card, without a capital: it fits several, or none and which it may mean."""
    if candidates:
        return f"{spelling!r} fits several cards: {', '.join(card.full_name for card in candidates[:_MOST_NAMED])}"
    meant = " or ".join(db.suggest(spelling))
    return f"there is no card {spelling!r}" + (f"; is it {meant}?" if meant else "")
