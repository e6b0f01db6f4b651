"""What a game is to begin with, as it was asked for, and the start that it comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from riftcheck.api.errors import RequestFault, invalid
from riftcheck.api.games.decks import playable_decks
from riftcheck.api.games.refusals import numbered
from riftcheck.api.games.session import GameStart, unforeseen
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.model.rules_version import LATEST, VERSIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Parsed
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.store.repeatable import Repeatable


class Applicant(NamedTuple):
    """Who asks for a new game: the name of the caller, how many they may have if not as many as others, and the key."""

    client: str
    each: int | None = None
    repeatable: Repeatable | None = None


@dataclass(frozen=True, slots=True)
class GameOrder:
    """A game that is asked for; `seed` is None where nobody is to know it, `rules` where the newest hold."""

    lists: Sequence[Parsed]
    mode: str
    seed: int | None
    rules: str | None
    unsupported: str

    def start(self, db: CardDatabase, pool: Pool) -> GameStart:
        """Return the start of the game.

        :raises ProblemError: with all that is wrong.
        """
        players = MODES[self.mode].players
        if len(self.lists) != players:
            came = numbered(len(self.lists), "deck")
            wrong = f"{self.mode} is played by {players} players, each with a deck; {came} came"
            raise invalid([RequestFault(("decks",), wrong)])
        if self.rules is not None and self.rules not in VERSIONS:
            raise invalid([RequestFault(("rules",), f"the engine plays by the versions {', '.join(VERSIONS)}")])
        decks = playable_decks(self.lists, db, pool)
        start = GameStart(decks, self.mode, self.seed or 0, self.rules or LATEST.name, self.unsupported)
        return unforeseen(start) if self.seed is None else start
