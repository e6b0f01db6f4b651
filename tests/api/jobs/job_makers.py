"""Orders that the tests of jobs ask for: plain lists whose games are short."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from riftcheck.goldfish.execution.executors import in_process_executor
from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import DeckZones, Run, engine_version
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.simulation.game import play_game
from riftcheck.goldfish.studies.request import Study, StudyRequest
from riftcheck.goldfish.studies.sweep import one_copy

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job
    from riftcheck.goldfish.simulation.facts import GameFacts

UNIT = "Shipyard Skulker"
OTHER = "Pouty Poro"
RUNE = "Chaos Rune"
BLANK = "Blank Battlefield"


def listed(*more: str) -> DeckZones:
    """Return a list of plain units, with some in the place of others."""
    return DeckZones((*more, *(UNIT,) * (40 - len(more))), (RUNE,) * 12, (BLANK,))


def goldfish(db: CardDatabase, games: int = 60, **values: Any) -> StudyRequest:
    """Return the order to goldfish a plain list."""
    extra = {key: values.pop(key) for key in ("illegal", "stop_when") if key in values}
    return StudyRequest("goldfish", (run_of(db, **values),), games, **extra)


def compare(db: CardDatabase, games: int = 60) -> StudyRequest:
    """Return the order to compare two lists that differ a little."""
    run = run_of(db)
    return StudyRequest("compare", (run, replace(run, list=listed(OTHER, OTHER, OTHER))), games, ((), ("copy-limit",)))


def sweep(db: CardDatabase, games: int = 20) -> StudyRequest:
    """Return the order to sweep a list of two cards."""
    run = run_of(db, list=listed(OTHER, OTHER))
    return StudyRequest("sweep", (run,), games, plan=one_copy(run.list.main, filler=UNIT))


def run_of(db: CardDatabase, **values: Any) -> Run:
    """Return a run of a plain list that ends after few turns."""
    usual: dict[str, Any] = {
        "list": listed(),
        "seed": 5,
        "turns": 12,
        "data_version": db.version,
        "engine_version": engine_version(),
    }
    return Run(**usual | values)


def document(order: StudyRequest, db: CardDatabase) -> str:
    """Return the document of an order that is played here in one go."""
    reckoning = Study(order, db)
    with in_process_executor(db) as crew:
        return to_text(reckoning.document(run_job(order.job, order.games, crew, enough=reckoning.enough)))


class StubPlayer:
    """Plays the first game of each job, and counts it for each game of a chunk, as `ChunkPlayer` counts its games.

    For tests that need a job that goes on until something happens to it, and not what its games come to.
    """

    def __init__(self, db: CardDatabase) -> None:
        self._db = db
        self._first: dict[str, list[GameFacts]] = {}

    def play(self, job: Job, start: int, stop: int, patience: float) -> PartialResult:
        del patience
        if job.key not in self._first:
            self._first[job.key] = [play_game(prepare(run, self._db), 0) for run in job.runs]
        part = PartialResult.of(job, start, stop)
        for facts, counter in zip(self._first[job.key], part.counters(), strict=True):
            for _ in range(start, stop):
                counter.add(facts)
        return part
