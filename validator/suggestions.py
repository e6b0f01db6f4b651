"""Suggestions for unknown names: those of the first of a request, however many lists it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

MOST_SEARCHED: Final = 50  # to compare a name with all that are known takes long; no list of cards has so many unknown


class Suggestions:
    """The cards that unknown names may mean, for the first fifty different names that are asked for."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[str, tuple[str, ...]] = {}

    def of(self, name: str, db: CardDatabase) -> tuple[str, ...] | None:
        """Return the names that are like another one, the likeliest first; None where it was not looked for them."""
        found = self._found.get(name)
        if found is None and len(self._found) < MOST_SEARCHED:
            found = self._found[name] = db.suggest(name)
        return found
