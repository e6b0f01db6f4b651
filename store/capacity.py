"""How much a store holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many games or open jobs are stored of each caller and of all together, and for how many seconds.

    The seconds of a game count from its last answer, those of a job from its end.
    """

    each: int
    most: int
    seconds: float


@dataclass(frozen=True, slots=True)
class JobCapacity(Capacity):
    """The capacity of a store of jobs; `ended` is how many that have ended are stored of all callers together."""

    ended: int
