"""The tables of a saved game: the definitions that it names and the chain items that it holds, each once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.definitions import CardDef, Pool


class Writer:
    """The tables of a document as it is written: the definitions it names and the chain items it holds, each once."""

    __slots__ = ("definitions", "items", "places", "pool")

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.definitions: list[CardDef] = []
        self.places: dict[str, int] = {}
        self.items: list[Item] = []

    def definition(self, d: CardDef) -> int:
        """Return the place of a definition in the table, and enter it if it is new."""
        place = self.places.get(d.name)
        if place is None:
            place = self.places[d.name] = len(self.definitions)
            self.definitions.append(self.pool.defs[d.index])
        return place

    def item(self, item: Item) -> int:
        """Return the place of a chain item in the table, and enter it if it is new. Two that are alike stay two."""
        for place, known in enumerate(self.items):
            if known is item:
                return place
        self.items.append(item)
        return len(self.items) - 1


class Reader:
    """The tables of a document as it is read: the pool, the definitions, and how much there is of each."""

    __slots__ = ("cards", "definitions", "items", "locs", "players", "pool")

    def __init__(self, pool: Pool, definitions: list[CardDef], players: int, cards: int, locs: int) -> None:
        self.pool = pool
        self.definitions = definitions
        self.players = players
        self.cards = cards
        self.locs = locs
        self.items: list[Item] = []
