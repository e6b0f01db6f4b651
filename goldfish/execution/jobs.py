"""Jobs and their partial results, both as plain data that another process can read, today or after a restart."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from riftcheck.engine.flow.setup import MODES
from riftcheck.goldfish.plan.run import RunError, run_from
from riftcheck.goldfish.simulation.game_rows import GameRows
from riftcheck.goldfish.stats.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.goldfish.plan.run import Run


@dataclass(frozen=True)
class Job:
    """Runs to be played, each with the same game numbers.

    What is counted of each run is a `Tally`, for results, or with `rows` its `GameRows`, for comparisons and sweeps.
    """

    runs: tuple[Run, ...]
    rows: bool = False

    @cached_property
    def key(self) -> str:
        """The job's fingerprint: 32 hexadecimal digits of the SHA-256 of its JSON."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()[:32]

    def to_json(self) -> dict[str, Any]:
        """Return the job as JSON data, which `job_from` reads."""
        return {"runs": [run.to_json() for run in self.runs], "lines": self.rows}


def job_from(data: Any) -> Job:
    """Return the job of the JSON data that `Job.to_json` gave.

    :raises RunError: if the data is not that of a job. :raises MulliganError: if a mulligan policy in it is invalid.
    """
    runs = data.get("runs") if isinstance(data, dict) else None
    if not isinstance(runs, list) or not runs:
        raise RunError('A job is an object with a list "runs" of one run at the least.')
    return Job(tuple(map(run_from, runs)), data.get("lines") is True)


@dataclass(slots=True)
class PartialResult:
    """The counts of a job's games from index `start` on to before `stop`: for each run a tally, or its game rows."""

    start: int
    stop: int
    tallies: list[Tally] = field(default_factory=list)
    rows: list[GameRows] = field(default_factory=list)

    @classmethod
    def of(cls, job: Job, start: int, stop: int) -> PartialResult:
        """Return a partial result of a job in which nothing has been counted."""
        if job.rows:
            return cls(start, stop, rows=[GameRows(run.turns, MODES[run.mode].victory) for run in job.runs])
        return cls(start, stop, [Tally() for _ in job.runs])

    def counters(self) -> Sequence[Tally | GameRows]:
        """Return the counter of each run, in the order of the job's runs."""
        return self.rows or self.tallies

    def add(self, other: PartialResult) -> None:
        """Merge the partial result of the games that follow.

        :raises ValueError: if its games do not begin where these end.
        """
        if other.start != self.stop:
            raise ValueError(f"Games {other.start} to {other.stop - 1} were to be counted after {self.stop} games.")
        for tally in other.tallies:
            if tally.games != other.stop - other.start:
                raise ValueError(f"Games {other.start} to {other.stop - 1} are {tally.games} games in their counts.")
        for tally, more in zip(self.tallies, other.tallies, strict=True):
            tally.merge(more)
        for rows, further in zip(self.rows, other.rows, strict=True):
            rows.merge(further)
        self.stop = other.stop

    def to_json(self) -> dict[str, Any]:
        """Return the partial result as JSON data, equal for equal games."""
        return {
            "start": self.start,
            "stop": self.stop,
            "tallies": [tally.to_json() for tally in self.tallies],
            "lines": [rows.to_json() for rows in self.rows],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PartialResult:
        """Return the partial result of the JSON data that `to_json` gave."""
        return cls(
            data["start"],
            data["stop"],
            [Tally.from_json(one) for one in data["tallies"]],
            [GameRows.from_json(one) for one in data["lines"]],
        )
