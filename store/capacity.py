"""The limits of a store, and those of a caller."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Capacity:
    """The limits of games or open jobs, of each caller and of all together, and their lifetime in seconds.

    The seconds of a game count from its last answer, those of a job from its end.
    """

    each: int
    most: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much one caller may ask for, None where what holds for all does.

    `light` and `heavy`: requests a minute, 0 for any number. `jobs` and `games`: how many may be open.
    """

    light: int | None = None
    heavy: int | None = None
    jobs: int | None = None
    games: int | None = None


@dataclass(frozen=True, slots=True)
class GameCapacity(Capacity):
    """The capacity of a store of games. Where it is reached, games that are not over make room, too.

    Those do so that nobody has ever answered, after the seconds `unanswered`, and those that nobody has answered for
    `idle` seconds.
    """

    unanswered: float = 300.0
    idle: float = 3600.0


@dataclass(frozen=True, slots=True)
class JobCapacity(Capacity):
    """The capacity of a store of jobs; `ended` is how many that have ended are stored of all callers together."""

    ended: int
