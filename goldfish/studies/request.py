"""Study requests: a list goldfished, two or their mulligans compared, or one swept; and the document of their result.

A request is plain data. The same request gives the same document with the same cards and code, to the byte.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from riftcheck.build import checked_build
from riftcheck.goldfish.execution.jobs import Job
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import RunError, run_from
from riftcheck.goldfish.policies.mulligan import mulligan_from
from riftcheck.goldfish.results.document import estimates, result_document, too_wide
from riftcheck.goldfish.results.run_info import run_info
from riftcheck.goldfish.studies.arms import Arm, elimination_document
from riftcheck.goldfish.studies.comparison import compare, differences
from riftcheck.goldfish.studies.elimination import Elimination
from riftcheck.goldfish.studies.rounds import games_played, play_elimination
from riftcheck.goldfish.studies.sweep import Skipped, SweepPlan, Variant, arms, ranking, skipped_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.goldfish.execution.runner import JobOutcome
    from riftcheck.goldfish.plan.run import Run
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.results.run_info import RunInfo

StudyKind = Literal["goldfish", "compare", "sweep", "mulligans"]
KINDS: Final = get_args(StudyKind)
LEAST_GAMES: Final = 2  # games, to compare anything


@dataclass(frozen=True)
class StudyRequest:
    """A study as plain data: its kind, its lists as runs (two for `compare`, else one) and the most games to play.

    `illegal`: for each run the issue codes of its list. `stop_when`: the half widths by figure that are
    narrow enough (see `results.document.wide`), of the kind `goldfish`. `plan`: the changes of a sweep. `date`: the
    day by whose rules and bans the lists were judged; it is told in the result and decides no game. `budget`: the
    games of all lists together within which arms are eliminated; 0 where every list plays all games. `mulligans`: the
    mulligan policies by name that are compared with that of the run.
    """

    kind: StudyKind
    runs: tuple[Run, ...]
    games: int
    illegal: tuple[tuple[str, ...], ...] = ()
    stop_when: dict[str, float] = field(default_factory=dict)
    plan: SweepPlan | None = None
    date: str | None = None
    budget: int = 0
    mulligans: dict[str, Mulligan] = field(default_factory=dict)

    @property
    def least_games(self) -> int:
        """The least number of games that gives a result."""
        return 1 if self.kind == "goldfish" else LEAST_GAMES

    @cached_property
    def job(self) -> Job:
        """The job of the request: its runs, and those of its arms."""
        return Job((*self.runs, *(arm.run for arm in self.arms)), rows=self.kind != "goldfish")

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        """What is compared with the first run: the changes of a sweep, or the mulligan policies."""
        changed = [] if self.plan is None else arms(self.runs[0], self.plan)
        return (
            *changed,
            *(
                Arm(name, replace(self.runs[0], mulligan=policy), {"mulligan": policy.to_json()})
                for name, policy in self.mulligans.items()
            ),
        )

    @cached_property
    def race(self) -> Elimination | None:
        """The elimination of the arms within the budget; None where every list plays all games.

        :raises ValueError: if the budget is too small for the arms.
        """
        return Elimination(len(self.arms), self.budget) if self.budget else None

    @property
    def asked(self) -> int:
        """The games that are asked for: of each list, or where there is a budget of all together."""
        return self.budget or self.games

    def to_json(self) -> dict[str, Any]:
        """Return the request as JSON data, which `study_request_from` reads."""
        return {
            "kind": self.kind,
            "runs": [run.to_json() for run in self.runs],
            "games": self.games,
            "illegal": [list(codes) for codes in self.illegal],
            "stop_when": dict(sorted(self.stop_when.items())),
            "plan": None if self.plan is None else asdict(self.plan),
            "date": self.date,
            "budget": self.budget,
            "mulligans": {name: policy.to_json() for name, policy in self.mulligans.items()},
        }


def study_request_from(data: Any) -> StudyRequest:
    """Return the request of the JSON data that `StudyRequest.to_json` gave.

    :raises RunError: if the data is not that of a request.
    """
    try:
        plan = data["plan"]
        return StudyRequest(
            data["kind"],
            tuple(map(run_from, data["runs"])),
            data["games"],
            tuple(map(tuple, data["illegal"])),
            data["stop_when"],
            None if plan is None else _plan(plan),
            data.get("date"),  # requests that were stored by version 0.1 have none
            data.get("budget", 0),
            {name: mulligan_from(one) for name, one in data.get("mulligans", {}).items()},
        )
    except (KeyError, TypeError) as error:
        raise RunError(f"An order lacks something, or has it in another form: {error}.") from None


def _plan(data: dict[str, Any]) -> SweepPlan:
    return SweepPlan(
        data["filler"],
        [Variant(**{**one, "main": tuple(one["main"])}) for one in data["variants"]],
        [Skipped(**one) for one in data["skipped"]],
    )


class Study:
    """A request prepared with the cards of a database: its estimates while it is played, and its document.

    :raises RunError: and all that `riftcheck.goldfish.plan.prepared_run.prepare` raises.
    """

    def __init__(self, request: StudyRequest, db: CardDatabase) -> None:
        self.request = request
        illegal = request.illegal or ((),) * len(request.runs)
        self._infos = [
            run_info(prepare(run, db), codes, db, date=request.date)
            for run, codes in zip(request.runs, illegal, strict=True)
        ]

    @property
    def enough(self) -> Callable[[PartialResult], bool] | None:
        """The test whether a partial result is precise enough to end the job; None without `stop_when`."""
        return narrow_enough(self.request.stop_when, self._infos[0]) if self.request.stop_when else None

    def estimates(self, part: PartialResult) -> dict[str, Any]:
        """Return the main figures so far as JSON data; of a sweep the number of games alone."""
        if self.request.kind == "goldfish" and part.stop:
            return estimates(part.tallies[0], self._infos[0])
        if self.request.kind == "compare" and part.stop >= LEAST_GAMES:
            found = differences(*part.rows)
            return {"games": part.stop, "differences": [one.to_json() for one in found]}
        return {"games": part.stop}

    def play(self, executor: ChunkExecutor, **options: Any) -> JobOutcome:
        """Play the study; `options` are those of `runner.run_job` but `start` and `enough`.

        :raises ValueError: if the budget is too small for the arms. :raises ExecutorFailedError: and all else that
            `runner.run_job` raises.
        """
        race = self.request.race
        if race is not None:
            return play_elimination(self.request.job, race, executor, **options)
        return run_job(self.request.job, self.request.games, executor, enough=self.enough, **options)

    def done(self, part: PartialResult) -> int:
        """Return how many of the games asked for a partial result has."""
        return games_played(part) if self.request.budget else part.stop

    def document(self, played: JobOutcome) -> dict[str, Any]:
        """Return the result as a JSON document, marked if the run was stopped.

        `kind` is the kind of the study. `build` says whether the program was compiled.

        :raises ValueError: if there are too few games to say anything.
        """
        document = self._document(played)
        return {"version": document["version"], "kind": self.request.kind, "build": checked_build(), **document}

    def _document(self, played: JobOutcome) -> dict[str, Any]:
        part = played.result
        first, *others = [_stopped(one, played) for one in self._infos]
        if self.request.kind == "goldfish":
            return result_document(part.tallies[0], first)
        if self.request.kind == "compare":
            a, b = part.rows
            return compare(a, b, first, *others)
        plan = self.request.plan or SweepPlan("")
        if self.request.race is not None:
            return self._eliminated(self.request.race, part, first)
        base, *changed = part.rows
        return ranking(base, list(zip(plan.variants, changed, strict=True)), plan, first)

    def _eliminated(self, race: Elimination, part: PartialResult, info: RunInfo) -> dict[str, Any]:
        plan = self.request.plan
        if plan is None:
            return elimination_document(race, part, self.request.arms, info, "policies")
        found = elimination_document(race, part, self.request.arms, info, "changes")
        return found | {"filler": plan.filler, "skipped": skipped_json(plan)}


def narrow_enough(wanted: Mapping[str, float], info: RunInfo) -> Callable[[PartialResult], bool]:
    """Return the test whether every wanted figure of a partial result is narrow enough (see `too_wide`)."""
    return lambda part: not too_wide(result_document(part.tallies[0], info), wanted)


def _stopped(told: RunInfo, played: JobOutcome) -> RunInfo:
    if not played.stopped:
        return told
    return replace(told, flags=replace(told.flags, stopped=played.asked))
