"""The result that a disturbed run must have, to the byte."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from riftcheck import carddb
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.studies.request import Study

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.studies.request import StudyRequest


def undisturbed(request: StudyRequest, db: CardDatabase, processes: int | None = None) -> str:
    """Return the text of the result of a request that processes of this machine play without any disturbance."""
    study = Study(request, db)
    with process_executor(carddb.load_default, processes or os.cpu_count() or 1) as executor:
        found = run_job(request.job, request.games, executor, enough=study.enough).checked()
    return to_text(study.document(found))
