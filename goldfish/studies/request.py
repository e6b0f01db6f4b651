"""Study requests: a list goldfished, two compared, or one swept; and the document of their result.

A request is plain data. The same request gives the same document with the same cards and code, to the byte.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from riftcheck.build import checked_build
from riftcheck.goldfish.execution.jobs import Job
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import RunError, run_from
from riftcheck.goldfish.results.document import estimates, result_document, too_wide
from riftcheck.goldfish.results.run_info import run_info
from riftcheck.goldfish.studies.comparison import compare, differences
from riftcheck.goldfish.studies.sweep import Skipped, SweepPlan, Variant, ranking, runs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.goldfish.execution.runner import JobOutcome
    from riftcheck.goldfish.plan.run import Run
    from riftcheck.goldfish.results.run_info import RunInfo

StudyKind = Literal["goldfish", "compare", "sweep"]
KINDS: Final = get_args(StudyKind)
LEAST_GAMES: Final = 2  # games, to compare anything


@dataclass(frozen=True)
class StudyRequest:
    """A study as plain data: its kind, its lists as runs (two for `compare`, else one) and the most games to play.

    `illegal`: for each run the issue codes of its list. `stop_when`: the half widths by figure that are
    narrow enough (see `results.document.wide`), of the kind `goldfish`. `plan`: the changes of a sweep. `date`: the
    day by whose rules and bans the lists were judged; it is told in the result and decides no game.
    """

    kind: StudyKind
    runs: tuple[Run, ...]
    games: int
    illegal: tuple[tuple[str, ...], ...] = ()
    stop_when: dict[str, float] = field(default_factory=dict)
    plan: SweepPlan | None = None
    date: str | None = None

    @property
    def least_games(self) -> int:
        """The least number of games that gives a result."""
        return 1 if self.kind == "goldfish" else LEAST_GAMES

    @cached_property
    def job(self) -> Job:
        """The job of the request: its runs, and those of the changes of a sweep."""
        changed = () if self.plan is None else runs(self.runs[0], self.plan)
        return Job((*self.runs, *(run for _, run in changed)), rows=self.kind != "goldfish")

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

    def document(self, played: JobOutcome) -> dict[str, Any]:
        """Return the result as a JSON document, marked if the run was stopped; `build` says what counted it.

        :raises ValueError: if there are too few games to say anything.
        """
        document = self._document(played)
        return {"version": document["version"], "build": checked_build(), **document}

    def _document(self, played: JobOutcome) -> dict[str, Any]:
        part = played.result
        first, *others = [_stopped(one, played) for one in self._infos]
        if self.request.kind == "goldfish":
            return result_document(part.tallies[0], first)
        if self.request.kind == "compare":
            a, b = part.rows
            return compare(a, b, first, *others)
        plan = self.request.plan or SweepPlan("")
        base, *changed = part.rows
        return ranking(base, list(zip(plan.variants, changed, strict=True)), plan, first)


def narrow_enough(wanted: Mapping[str, float], info: RunInfo) -> Callable[[PartialResult], bool]:
    """Return the test whether every wanted figure of a partial result is narrow enough (see `too_wide`)."""
    return lambda part: not too_wide(result_document(part.tallies[0], info), wanted)


def _stopped(told: RunInfo, played: JobOutcome) -> RunInfo:
    if not played.stopped:
        return told
    return replace(told, flags=replace(told.flags, stopped=played.asked))
