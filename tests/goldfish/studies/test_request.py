"""The request of a study as plain data: what its games hang on, and what is only told with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from riftcheck.goldfish.execution.executors import in_process_executor
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.plan.run import Run, run_from
from riftcheck.goldfish.studies.request import Study, StudyRequest, study_request_from
from tests.goldfish.game_lists import plain

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

REQUEST = StudyRequest("goldfish", (Run(plain(), policy="greedy", seed=7, turns=5),), 4, date="2026-01-28")


def test_the_day_decides_no_game(db: CardDatabase) -> None:
    other = replace(REQUEST, date="2026-11-02")
    assert REQUEST.job.key == other.job.key == replace(REQUEST, date=None).job.key
    documents = []
    for request in (REQUEST, other):
        with in_process_executor(db) as executor:
            documents.append(Study(request, db).document(run_job(request.job, request.games, executor)))
    assert [one.pop("date") for one in documents] == ["2026-01-28", "2026-11-02"]
    assert documents[0] == documents[1]
    assert run_from(documents[0]["run"]).to_json() == documents[0]["run"]


def test_a_request_that_was_stored_without_a_day_is_read() -> None:
    data = REQUEST.to_json()
    assert study_request_from(data) == REQUEST
    del data["date"]
    assert study_request_from(data) == replace(REQUEST, date=None)
