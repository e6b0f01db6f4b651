"""What is played and what was counted of it, both as plain data: jobs and their parts.

Both can be written as JSON and read again by another process, today or after a restart.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from riftcheck.engine.flow.setup import MODES
from riftcheck.goldfish.plan.run import RunError, run_from
from riftcheck.goldfish.simulation.game_rows import Lines
from riftcheck.goldfish.stats.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.goldfish.plan.run import Run


@dataclass(frozen=True)
class Job:
    """What is played: one run, or several of which each plays every game. Counted are tallies, or with `lines` lines.

    Tallies are for results, lines for comparisons and sweeps. Both are by run, in order.
    """

    runs: tuple[Run, ...]
    lines: bool = False

    @cached_property
    def key(self) -> str:
        """A name for the job that no other job has."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()[:32]

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data, which `job_from` reads."""
        return {"runs": [run.to_json() for run in self.runs], "lines": self.lines}


def job_from(data: Any) -> Job:
    """Return the job that `Job.to_json` gave.

    :raises RunError: if it is none. :raises MulliganError: if a mulligan policy in it is none.
    """
    runs = data.get("runs") if isinstance(data, dict) else None
    if not isinstance(runs, list) or not runs:
        raise RunError('A job is an object with a list "runs" of one run at the least.')
    return Job(tuple(map(run_from, runs)), data.get("lines") is True)


@dataclass(slots=True)
class Part:
    """What was counted of the games of a job from one index on to before another."""

    start: int
    stop: int
    tallies: list[Tally] = field(default_factory=list)
    lines: list[Lines] = field(default_factory=list)

    @classmethod
    def of(cls, job: Job, start: int, stop: int) -> Part:
        """Return a part of a job of which nothing has been counted."""
        if job.lines:
            return cls(start, stop, lines=[Lines(run.turns, MODES[run.mode].victory) for run in job.runs])
        return cls(start, stop, [Tally() for _ in job.runs])

    def counters(self) -> Sequence[Tally | Lines]:
        """Return what counts the games of each run."""
        return self.lines or self.tallies

    def add(self, other: Part) -> None:
        """Count the part that comes next.

        :raises ValueError: if it is another one.
        """
        if other.start != self.stop:
            raise ValueError(f"Games {other.start} to {other.stop - 1} were to be counted after {self.stop} games.")
        for tally, more in zip(self.tallies, other.tallies, strict=True):
            tally.merge(more)
        for lines, further in zip(self.lines, other.lines, strict=True):
            lines.merge(further)
        self.stop = other.stop

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data, the same for the same games."""
        return {
            "start": self.start,
            "stop": self.stop,
            "tallies": [tally.to_json() for tally in self.tallies],
            "lines": [lines.to_json() for lines in self.lines],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Part:
        """Return what `to_json` gave."""
        return cls(
            data["start"],
            data["stop"],
            [Tally.from_json(one) for one in data["tallies"]],
            [Lines.from_json(one) for one in data["lines"]],
        )
