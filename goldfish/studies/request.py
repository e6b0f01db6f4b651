"""What is asked of a simulation as a whole: a list goldfished, two compared, one swept; and the document it comes to.

An order is plain data. Whoever has the same cards and code makes the same document of the same order, to the byte.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

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
    """What is asked: the kind, its lists as runs (two for `compare`, else one), and how many games at the most.

    `illegal`: for each run the codes of what is wrong with its list. `stop_when`: the half widths by figure that are
    narrow enough (see `results.document.wide`), of the kind `goldfish`. `plan`: the changes of a sweep.
    """

    kind: StudyKind
    runs: tuple[Run, ...]
    games: int
    illegal: tuple[tuple[str, ...], ...] = ()
    stop_when: dict[str, float] = field(default_factory=dict)
    plan: SweepPlan | None = None

    @property
    def least(self) -> int:
        """The games without which there is nothing to say."""
        return 1 if self.kind == "goldfish" else LEAST_GAMES

    @cached_property
    def job(self) -> Job:
        """What has to be played."""
        changed = () if self.plan is None else runs(self.runs[0], self.plan)
        return Job((*self.runs, *(run for _, run in changed)), rows=self.kind != "goldfish")

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data, which `order_from` reads."""
        return {
            "kind": self.kind,
            "runs": [run.to_json() for run in self.runs],
            "games": self.games,
            "illegal": [list(codes) for codes in self.illegal],
            "stop_when": dict(sorted(self.stop_when.items())),
            "plan": None if self.plan is None else asdict(self.plan),
        }


def study_request_from(data: Any) -> StudyRequest:
    """Return the order that `Order.to_json` gave.

    :raises RunError: if it is none.
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
    """An order made ready in a process that has the cards: what is told while it is played, and the document.

    :raises RunError: and all that `riftcheck.goldfish.plan.prepared_run.prepare` raises.
    """

    def __init__(self, order: StudyRequest, db: CardDatabase) -> None:
        self.order = order
        illegal = order.illegal or ((),) * len(order.runs)
        self._about = [run_info(prepare(run, db), codes, db) for run, codes in zip(order.runs, illegal, strict=True)]

    @property
    def enough(self) -> Callable[[PartialResult], bool] | None:
        """What says that a run may end before all games are played; None where nothing does."""
        return narrow_enough(self.order.stop_when, self._about[0]) if self.order.stop_when else None

    def estimates(self, part: PartialResult) -> dict[str, Any]:
        """Return the few figures that are known so far; none of a sweep, whose order is known at the end."""
        if self.order.kind == "goldfish" and part.stop:
            return estimates(part.tallies[0], self._about[0])
        if self.order.kind == "compare" and part.stop >= LEAST_GAMES:
            found = differences(*part.rows)
            return {"games": part.stop, "differences": [one.to_json() for one in found]}
        return {"games": part.stop}

    def document(self, played: JobOutcome) -> dict[str, Any]:
        """Return the result as a JSON document, marked if the run was stopped.

        :raises ValueError: if there are too few games to say anything.
        """
        part = played.result
        first, *others = [_stopped(one, played) for one in self._about]
        if self.order.kind == "goldfish":
            return result_document(part.tallies[0], first)
        if self.order.kind == "compare":
            a, b = part.rows
            return compare(a, b, first, *others)
        plan = self.order.plan or SweepPlan("")
        base, *changed = part.rows
        return ranking(base, list(zip(plan.variants, changed, strict=True)), plan, first)


def narrow_enough(wanted: Mapping[str, float], info: RunInfo) -> Callable[[PartialResult], bool]:
    """Return the test whether every wanted figure of a partial result is narrow enough (see `too_wide`)."""
    return lambda part: not too_wide(result_document(part.tallies[0], info), wanted)


def _stopped(told: RunInfo, played: JobOutcome) -> RunInfo:
    if not played.stopped:
        return told
    return replace(told, flags=replace(told.flags, stopped=played.asked))
