"""The runs that benchmarks disturb, of a real list, and their results when nobody does."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from bench import lists
from riftcheck import carddb
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.plan.run import DeckZones, Run, engine_version
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.studies.request import Study, StudyRequest

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

USUAL: Final = lists.FOLDER / "list-072.txt"  # wholly of Origins


def zones(db: CardDatabase, path: Path = USUAL) -> DeckZones:
    """Return the list of a file as it is played."""
    return DeckZones.of(zones_for_play(resolve(read_list({"text": path.read_text("utf-8")}, db).deck, db)))


def goldfish_request(db: CardDatabase, games: int, seed: int = 5) -> StudyRequest:
    """Return the request to goldfish that list, which names the cards and the code that must play it."""
    run = Run(zones(db), seed=seed, turns=30, data_version=db.version, engine_version=engine_version())
    return StudyRequest("goldfish", (run,), games)


def undisturbed(request: StudyRequest, db: CardDatabase, processes: int | None = None) -> str:
    """Return the text of the result of a request that processes of this machine play without any disturbance."""
    study = Study(request, db)
    with process_executor(carddb.load_default, processes or os.cpu_count() or 1) as executor:
        found = run_job(request.job, request.games, executor, enough=study.enough).checked()
    return to_text(study.document(found))
