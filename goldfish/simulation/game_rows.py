"""One short line for each game, by its index: what a comparison of two lists game by game needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.goldfish.simulation.facts import GameFacts


@dataclass(frozen=True, slots=True)
class Line:
    """A game as comparisons know it.

    `won`; `lost`: it ended by the rules and another won. `turn`: the turn of the point that reached the Victory Score,
    the turn after the last one played where it was not reached. `points`: at the end. `pace`: the turns of the points
    from the first to the Victory Score added up, a point that was not reached counting as the turn after the last.
    """

    won: bool
    lost: bool
    turn: int
    points: int
    pace: int

    def to_json(self) -> list[int]:
        """Return it as a list of whole numbers."""
        return [int(self.won), int(self.lost), self.turn, self.points, self.pace]


def line_of(facts: GameFacts, turns: int, victory: int) -> Line:
    """Return the line of a game of a run with so many turns at most, to so many points."""
    beyond = turns + 1
    reached = facts.point_turns[:victory]
    missing = victory - len(reached)
    return Line(
        won=facts.won,
        lost=facts.finished and not facts.won,
        turn=beyond if missing else reached[-1],
        points=len(facts.point_turns),
        pace=sum(reached) + missing * beyond,
    )


@dataclass(slots=True)
class Lines:
    """The lines of the games of a run, by index. Parts may be merged in any order.

    `turns` and `victory` are those of the run; lines of runs that differ in them cannot be compared.
    """

    turns: int
    victory: int
    by_index: dict[int, Line] = field(default_factory=dict)

    def add(self, facts: GameFacts) -> None:
        """Note a game."""
        self.by_index[facts.index] = line_of(facts, self.turns, self.victory)

    def extend(self, games: Iterable[GameFacts]) -> None:
        """Note games."""
        for facts in games:
            self.add(facts)

    def merge(self, other: Lines) -> None:
        """Note the games of another part of the run.

        :raises ValueError: it is of a run with other turns or another Victory Score, or holds a game that is here.
        """
        if (self.turns, self.victory) != (other.turns, other.victory):
            raise ValueError(f"Lines of different runs cannot be merged: {self._run()} and {other._run()}.")
        twice = self.by_index.keys() & other.by_index.keys()
        if twice:
            raise ValueError(f"Game {min(twice)} is in both parts that were to be merged.")
        self.by_index.update(other.by_index)

    def to_json(self) -> dict[str, Any]:
        """Return the lines as JSON, by rising index."""
        games = [[index, *line.to_json()] for index, line in sorted(self.by_index.items())]
        return {"turns": self.turns, "victory": self.victory, "games": games}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Lines:
        """Return what `to_json` gave."""
        lines = cls(data["turns"], data["victory"])
        for index, won, lost, *rest in data["games"]:
            lines.by_index[index] = Line(bool(won), bool(lost), *rest)
        return lines

    def _run(self) -> str:
        return f"{self.turns} turns to {self.victory} points"
