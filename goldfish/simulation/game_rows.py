"""One row of whole numbers for each game, by its index: the record that paired comparisons need."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.goldfish.simulation.facts import GameFacts


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as comparisons know it.

    `lost`: the game ended by the rules and another player won. `turn`: the turn of the point that reached the Victory
    Score, the turn after the last one played where it was not reached. `points`: at the end. `pace`: the sum of the
    turns of the points from the first to the Victory Score, a point that was not reached counting as the turn after the
    last.
    """

    won: bool
    lost: bool
    turn: int
    points: int
    pace: int

    def __reduce__(self) -> tuple[Any, ...]:
        # A compiled data class that is frozen is pickled as a call of its constructor.
        return GameRow, (self.won, self.lost, self.turn, self.points, self.pace)

    def to_json(self) -> list[int]:
        """Return the row as a list of whole numbers: won, lost, turn, points, pace."""
        return [int(self.won), int(self.lost), self.turn, self.points, self.pace]


def game_row(facts: GameFacts, turns: int, victory: int) -> GameRow:
    """Return the row of a game of a run of at most `turns` turns, to `victory` points."""
    beyond = turns + 1
    reached = facts.point_turns[:victory]
    missing = victory - len(reached)
    return GameRow(
        won=facts.won,
        lost=facts.finished and not facts.won,
        turn=beyond if missing else reached[-1],
        points=len(facts.point_turns),
        pace=sum(reached) + missing * beyond,
    )


@dataclass(slots=True)
class GameRows:
    """The rows of a run's games, by index. Those of parts of the run may be merged in any order.

    `turns` and `victory` are those of the run; rows of runs that differ in them cannot be compared.
    """

    turns: int
    victory: int
    by_index: dict[int, GameRow] = field(default_factory=dict)

    def add(self, facts: GameFacts) -> None:
        """Add the row of a game."""
        self.by_index[facts.index] = game_row(facts, self.turns, self.victory)

    def extend(self, games: Iterable[GameFacts]) -> None:
        """Add the rows of games."""
        for facts in games:
            self.add(facts)

    def merge(self, other: GameRows) -> None:
        """Add the rows of another part of the run.

        :raises ValueError: if it is of a run with other turns or another Victory Score, or holds a game that is here.
        """
        if (self.turns, self.victory) != (other.turns, other.victory):
            raise ValueError(f"Rows of different runs cannot be merged: {self._run()} and {other._run()}.")
        twice = self.by_index.keys() & other.by_index.keys()
        if twice:
            raise ValueError(f"Game {min(twice)} is in both parts that were to be merged.")
        self.by_index.update(other.by_index)

    def to_json(self) -> dict[str, Any]:
        """Return the rows as JSON data, by rising index."""
        games = [[index, *row.to_json()] for index, row in sorted(self.by_index.items())]
        return {"turns": self.turns, "victory": self.victory, "games": games}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameRows:
        """Return the rows of the JSON data that `to_json` gave."""
        rows = cls(data["turns"], data["victory"])
        for index, won, lost, *rest in data["games"]:
            rows.by_index[index] = GameRow(bool(won), bool(lost), *rest)
        return rows

    def _run(self) -> str:
        return f"{self.turns} turns to {self.victory} points"
