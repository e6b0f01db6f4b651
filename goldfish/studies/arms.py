"""Arms of a study: runs with names that are compared with one base, and the document of their elimination."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from riftcheck.goldfish.stats.intervals import rounded
from riftcheck.goldfish.stats.significance import LEANS, LEAST_CHANGED
from riftcheck.goldfish.studies.comparison import measure_named, paired_difference, steps
from riftcheck.goldfish.studies.elimination import LEVEL
from riftcheck.goldfish.studies.rounds import games_played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.goldfish.plan.run import Run
    from riftcheck.goldfish.results.run_info import RunInfo
    from riftcheck.goldfish.studies.elimination import ArmRanking, Elimination


@dataclass(frozen=True, slots=True)
class Arm:
    """A run that is compared with the base; `told` is what its entry in a document has beside its name."""

    name: str
    run: Run
    told: dict[str, Any] = field(default_factory=dict)


def elimination_document(
    race: Elimination, part: PartialResult, arms: Sequence[Arm], info: RunInfo, entries: str
) -> dict[str, Any]:
    """Return the result of an elimination as a JSON document; `entries` is the key of its arms, the best first.

    Each arm has its mean difference from the base over all games that it played, with bounds two standard errors away
    that are not corrected; the corrected probability of such a difference where there is none, to be held against
    `level`; its answer by that; and the round, from 1 on, after which it left, null for one that played to the end.
    `info` is of the base.

    :raises ValueError: if there are too few games to compare anything.
    """
    base, *rows = part.rows
    ranking = race.ranking(base, rows)
    marks = {"flags": info.flags.marks()} if info.flags.marks() else {}
    games = len(base.by_index)  # of which the last round may have had a part only
    begun = [one for one in race.rounds[: ranking.played + (not ranking.over)] if one.start < games]
    return {
        "version": 1,
        **info.settings(),
        "flags": info.flags.to_json(),
        "games": games,
        "played": games_played(part),
        "budget": race.budget,
        "measure": ranking.measure,
        "level": LEVEL,
        "comparisons": len(arms),
        "rounds": [{"arms": one.arms, "games": min(one.stop, games) - one.start} for one in begun],
        "decided": ranking.decided,
        "ahead": len(ranking.playing) > 1 and ranking.lead <= LEVEL,
        entries: [_entry(place, arms[place], part, ranking) | marks for place in ranking.order],
    }


def _entry(place: int, arm: Arm, part: PartialResult, ranking: ArmRanking) -> dict[str, Any]:
    measure = measure_named(ranking.measure)
    found = paired_difference(measure, steps(measure, part.rows[0], part.rows[place + 1], 0, part.stop))
    left = ranking.left.get(place)
    few = found.changed < LEAST_CHANGED
    reason = f"only {found.changed} of {found.n} games differ; {LEAST_CHANGED} are needed to know anything"
    return found.to_json() | {
        "reason": reason if few else LEANS if ranking.held_back(place) else "",
        "name": arm.name,
        **arm.told,
        "chance": rounded(ranking.chance[place]),
        "answer": ranking.answer(place),
        "round": None if left is None else left + 1,
    }
