"""Do the intervals of goldfishing hold the true value 95 times in a hundred? `python -m bench coverage`.

RIFTCHECK_COVERAGE_RUNS, RIFTCHECK_COVERAGE_GAMES and RIFTCHECK_COVERAGE_LONG play more or fewer short runs, games of
each, and games of the long run.

A real list is played in many short runs and, by another seed, in a long one, whose values stand for the true ones. Of
every figure of the result it is counted how many short runs have an interval that holds the value of the long run.
"""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass
from math import gcd
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from bench.simulation.goldfish_runs import goldfish_request
from riftcheck import carddb
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.execution.runner import CHECK_GAMES, run_job
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.results.columns import is_table, rows_of
from riftcheck.goldfish.results.document import is_figure, result_document
from riftcheck.goldfish.results.run_info import run_info

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.jobs import Job
    from riftcheck.goldfish.stats.tally import Tally

    Path = tuple[str, ...]

RUNS: Final = int(os.environ.get("RIFTCHECK_COVERAGE_RUNS", "200"))
GAMES: Final = int(os.environ.get("RIFTCHECK_COVERAGE_GAMES", "200"))
LONG: Final = int(os.environ.get("RIFTCHECK_COVERAGE_LONG", "40000"))
SEEDS: Final = (11, 12)  # of the short runs and of the long one
MUST, NEVER_UNDER = 0.9, 0.85  # coverage that 99 figures of 100 must have, and that none may be under
MOST_RUNS: Final = 0.9  # the share of the short runs that must have a figure, so that it can be said of it
NAMES: Final = ("name", "turn", "point")  # what names an entry of a list
LOWEST: Final = 5  # figures of which the coverage is told singly


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many short runs had a figure, and of how many its interval held the value of the long run."""

    path: Path
    runs: int
    held: int

    @property
    def share(self) -> float:
        """The share of the intervals that held the value."""
        return self.held / self.runs


def figures(part: Any, path: Path = ()) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Return every figure of a result with its path, those of columns row by row."""
    if is_figure(part):
        yield path, part
    elif is_table(part):
        yield from figures(rows_of(part), path)
    elif isinstance(part, dict):
        for name, one in part.items():
            yield from figures(one, (*path, name))
    elif isinstance(part, list):
        for one in part:
            if isinstance(one, dict):
                name = next(str(one[key]) for key in NAMES if key in one)
                yield from figures(one, (*path, name))


def holds(figure: Mapping[str, Any], value: float | None) -> bool:
    """Return whether an interval holds a value; None is a turn beyond the last one, which an open interval holds."""
    if value is None:
        return figure["high"] is None
    low, high = figure["low"], figure["high"]
    return (low is None or low <= value) and (high is None or value <= high)


def coverage(long: Mapping[str, Any], short: Iterable[Mapping[str, Any]]) -> list[Coverage]:
    """Return the coverage of each figure of the results of short runs, by the values of a long run.

    Left out are figures without any bound, which rest on too few games, those that few of the runs have, and those that
    are the same in every run: a constant is always held.
    """
    found: dict[Path, list[Mapping[str, Any]]] = defaultdict(list)
    runs = 0
    for document in short:
        runs += 1
        for path, figure in figures(document):
            if figure["low"] is not None or figure["high"] is not None:
                found[path].append(figure)
    true = {path: figure["value"] for path, figure in figures(long)}
    return [
        Coverage(path, len(those), sum(holds(figure, true[path]) for figure in those))
        for path, those in found.items()
        if path in true and len(those) >= runs * MOST_RUNS and len({figure["value"] for figure in those}) > 1
    ]


def short_tallies(job: Job, runs: int, games: int, executor: ChunkExecutor) -> list[Tally]:
    """Return the tallies of short runs of so many games: the games of one long job, cut into pieces."""
    parts: list[PartialResult] = []
    # A chunk ends where a run is asked whether it has enough, so only such a size never reaches into the next piece.
    run_job(job, runs * games, executor, chunk=gcd(games, CHECK_GAMES), on_part=parts.append).checked()
    merged = [PartialResult.of(job, number * games, number * games) for number in range(runs)]
    for part in sorted(parts, key=lambda one: one.start):
        merged[part.start // games].add(part)
    return [one.tallies[0] for one in merged]


def summary(found: Sequence[Coverage]) -> dict[str, Any]:
    """Return how many figures are covered as they must be, the mean coverage, also by chapter, and the lowest ones."""
    chapters: dict[str, list[float]] = defaultdict(list)
    for one in found:
        chapters["cards" if one.path[0] == "cards" else one.path[1]].append(one.share)
    ordered = sorted(found, key=lambda one: one.share)
    return {
        "figures": len(found),
        "intervals": sum(one.runs for one in found),
        "held": round(sum(one.held for one in found) / sum(one.runs for one in found), 4),
        "figures_held_in_90_of_100": round(sum(one.share >= MUST for one in found) / len(found), 4),
        "figures_held_in_less_than_85_of_100": sum(one.share < NEVER_UNDER for one in found),
        "held_by_chapter": {name: round(fmean(shares), 4) for name, shares in sorted(chapters.items())},
        "lowest": {"/".join(one.path): round(one.share, 4) for one in ordered[:LOWEST]},
    }


def run() -> dict[str, Any]:
    """Return which share of the intervals of short runs holds the value of a long run, in all and by chapter."""
    db = carddb.load_default()
    short, long = (goldfish_request(db, GAMES, seed) for seed in SEEDS)
    with process_executor(carddb.load_default, os.cpu_count() or 1) as executor:
        tallies = short_tallies(short.job, RUNS, GAMES, executor)
        whole = run_job(long.job, LONG, executor).checked().result.tallies[0]
    info = run_info(prepare(long.runs[0], db), (), db)
    covered = coverage(result_document(whole, info), (result_document(tally, info) for tally in tallies))
    return {"runs": RUNS, "games_of_each": GAMES, "games_of_the_long_run": LONG, **summary(covered)}
