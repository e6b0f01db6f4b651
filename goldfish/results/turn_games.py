"""How many games of a result began each turn, and which turns have too few games to say much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.results.columns import rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping

FEW: Final = 10  # games; fewer than these, or than a hundredth of all, are few
_PARTS: Final = 100


def least_games(result: Mapping[str, Any]) -> int:
    """Return how many games a turn must have, so that it has not few: ten, and one of a hundred; all of fewer games."""
    games: int = result["games"]
    return max(min(FEW, games), -(-games // _PARTS))


def games_begun(result: Mapping[str, Any]) -> list[int]:
    """Return the number of games that began each turn, from turn 1 to the last turn that any of them began."""
    last = len(rows_of(result["all"]["score"]["by_turn"]))
    # A game that played a turn to its end began the next one, unless the turn was the last that is played.
    ended = [row["drawn"]["n"] for row in rows_of(result["all"]["turns"])]
    return [result["games"], *ended][:last]


def turns_of_many(result: Mapping[str, Any]) -> int:
    """Return the last turn that was begun by as many games as `least_games` says; 0 where no game was played."""
    least = least_games(result)
    return sum(games >= least > 0 for games in games_begun(result))
