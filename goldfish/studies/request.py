"""What is asked of a simulation as a whole: a list goldfished, two compared, one swept; and the document it comes to.

An order is plain data. Whoever has the same cards and code makes the same document of the same order, to the byte.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from riftcheck.goldfish.execution.chunks import Job
from riftcheck.goldfish.execution.runner import narrow
from riftcheck.goldfish.plan.run import RunError, prepared, run_from
from riftcheck.goldfish.results.document import estimates, result_of
from riftcheck.goldfish.results.run_info import about
from riftcheck.goldfish.studies.comparison import compare, differences
from riftcheck.goldfish.studies.sweep import Plan, Skipped, Variant, ranking, runs

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.chunks import Part
    from riftcheck.goldfish.execution.runner import Played
    from riftcheck.goldfish.plan.run import Run
    from riftcheck.goldfish.results.run_info import About

Kind = Literal["goldfish", "compare", "sweep"]
KINDS: Final = get_args(Kind)
LEAST: Final = 2  # games, to compare anything


@dataclass(frozen=True)
class Order:
    """What is asked: the kind, its lists as runs (two for `compare`, else one), and how many games at the most.

    `illegal`: for each run the codes of what is wrong with its list. `stop_when`: the half widths by figure that are
    narrow enough (see `results.document.wide`), of the kind `goldfish`. `plan`: the changes of a sweep.
    """

    kind: Kind
    runs: tuple[Run, ...]
    games: int
    illegal: tuple[tuple[str, ...], ...] = ()
    stop_when: dict[str, float] = field(default_factory=dict)
    plan: Plan | None = None

    @property
    def least(self) -> int:
        """The games without which there is nothing to say."""
        return 1 if self.kind == "goldfish" else LEAST

    @cached_property
    def job(self) -> Job:
        """What has to be played."""
        changed = () if self.plan is None else runs(self.runs[0], self.plan)
        return Job((*self.runs, *(run for _, run in changed)), lines=self.kind != "goldfish")

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


def order_from(data: Any) -> Order:
    """Return the order that `Order.to_json` gave.

    :raises RunError: if it is none.
    """
    try:
        plan = data["plan"]
        return Order(
            data["kind"],
            tuple(map(run_from, data["runs"])),
            data["games"],
            tuple(map(tuple, data["illegal"])),
            data["stop_when"],
            None if plan is None else _plan(plan),
        )
    except (KeyError, TypeError) as error:
        raise RunError(f"An order lacks something, or has it in another form: {error}.") from None


def _plan(data: dict[str, Any]) -> Plan:
    return Plan(
        data["filler"],
        [Variant(**{**one, "main": tuple(one["main"])}) for one in data["variants"]],
        [Skipped(**one) for one in data["skipped"]],
    )


class Reckoning:
    """An order made ready in a process that has the cards: what is told while it is played, and the document.

    :raises RunError: and all that `riftcheck.goldfish.plan.run.prepared` raises.
    """

    def __init__(self, order: Order, db: CardDatabase) -> None:
        self.order = order
        illegal = order.illegal or ((),) * len(order.runs)
        self._about = [about(prepared(run, db), codes, db) for run, codes in zip(order.runs, illegal, strict=True)]

    @property
    def enough(self) -> Callable[[Part], bool] | None:
        """What says that a run may end before all games are played; None where nothing does."""
        return narrow(self.order.stop_when, self._about[0]) if self.order.stop_when else None

    def estimates(self, part: Part) -> dict[str, Any]:
        """Return the few figures that are known so far; none of a sweep, whose order is known at the end."""
        if self.order.kind == "goldfish" and part.stop:
            return estimates(part.tallies[0], self._about[0])
        if self.order.kind == "compare" and part.stop >= LEAST:
            found = differences(*part.lines)
            return {"games": part.stop, "differences": [one.to_json() for one in found]}
        return {"games": part.stop}

    def document(self, played: Played) -> dict[str, Any]:
        """Return the result as a JSON document, marked if the run was stopped.

        :raises ValueError: if there are too few games to say anything.
        """
        part = played.part
        first, *others = [_stopped(one, played) for one in self._about]
        if self.order.kind == "goldfish":
            return result_of(part.tallies[0], first)
        if self.order.kind == "compare":
            a, b = part.lines
            return compare(a, b, first, *others)
        plan = self.order.plan or Plan("")
        base, *changed = part.lines
        return ranking(base, list(zip(plan.variants, changed, strict=True)), plan, first)


def _stopped(told: About, played: Played) -> About:
    if not played.stopped:
        return told
    return replace(told, flags=replace(told.flags, stopped=played.asked))
