"""Preconstructed decks as decklists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.decks.model import Deck, Entry

if TYPE_CHECKING:
    from riftcheck.carddb.model import Precon


def deck_of(precon: Precon) -> Deck:
    """Return a preconstructed deck as a decklist; the first of its champions is chosen, and its copy is in `main`."""

    def entries(zone: str) -> list[Entry]:
        return [Entry(card, count) for card, count in zones[zone].items()]

    zones = precon.zones
    return Deck(
        "json",
        legend=entries("legend"),
        champion=[Entry(precon.champions[0], 1)],
        main=entries("main"),
        runes=entries("runes"),
        battlefields=entries("battlefields"),
    )
