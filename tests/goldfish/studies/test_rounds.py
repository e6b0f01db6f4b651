"""The rounds of a race over executors: any processes and chunks, and what an interruption leaves, give the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck import carddb
from riftcheck.goldfish.execution.executors import in_process_executor, process_executor
from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.execution.runner import StopRunError
from riftcheck.goldfish.policies.mulligan import BUILT_IN, KEEP_ALL
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.studies.request import Study, StudyRequest, study_request_from
from riftcheck.goldfish.studies.rounds import games_played
from riftcheck.goldfish.studies.sweep import one_copy
from tests.goldfish.game_lists import real, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.executors import ChunkExecutor

BUDGET = 240


@pytest.fixture(scope="module")
def study(db: CardDatabase) -> Study:
    run = table(db, real(db), seed=3, data_version=db.version).run
    plan = one_copy(run.list.main, champion=run.list.champion or "")
    plan.variants = plan.variants[:5]
    return Study(StudyRequest("sweep", (run,), 200, plan=plan, budget=BUDGET), db)


@pytest.fixture(scope="module")
def whole(study: Study, db: CardDatabase) -> str:
    with in_process_executor(db) as executor:
        return to_text(study.document(study.play(executor)))


def document_of(study: Study, executor: ChunkExecutor, **more: Any) -> str:
    with executor:
        return to_text(study.document(study.play(executor, **more)))


def test_chunks_and_processes_make_no_difference(study: Study, whole: str, db: CardDatabase) -> None:
    assert document_of(study, in_process_executor(db), chunk=1) == whole
    assert document_of(study, in_process_executor(db), chunk=7) == whole
    assert document_of(study, process_executor(carddb.load, 2), chunk=3) == whole


def test_those_that_leave_play_no_more(study: Study, whole: str) -> None:
    document = json.loads(whole)
    rounds = document["rounds"]
    assert [one["arms"] for one in rounds] == [5, 3, 2, 2]
    assert document["played"] == sum((one["arms"] + 1) * one["games"] for one in rounds) <= BUDGET == document["budget"]
    by_round: dict[int | None, int] = {None: sum(one["games"] for one in rounds)}
    by_round |= {number: sum(one["games"] for one in rounds[:number]) for number in range(1, 5)}
    assert [one["n"] for one in document["changes"]] == [by_round[one["round"]] for one in document["changes"]]
    assert sorted(one["round"] or 9 for one in document["changes"]) == [1, 1, 2, 9, 9]
    assert {one["name"] for one in document["changes"]} == {arm.name for arm in study.request.arms}


@pytest.mark.parametrize("after", [2, 5, 9])
def test_what_was_counted_before_an_interruption_is_not_played_again(
    study: Study, whole: str, db: CardDatabase, after: int
) -> None:
    """As in the store of the API: parts as JSON, merged into one or each on its own."""
    parts: list[PartialResult] = []

    def leave() -> bool:
        return len(parts) >= after

    with in_process_executor(db) as executor:
        broken = study.play(executor, chunk=5, on_part=parts.append, should_stop=leave)
    assert broken.stopped
    assert 0 < study.done(broken.result) < BUDGET
    stored = [PartialResult.from_json(json.loads(json.dumps(part.to_json()))) for part in (broken.result,)]
    again: list[PartialResult] = []
    assert document_of(study, in_process_executor(db), chunk=5, counted=stored, on_part=again.append) == whole
    played = json.loads(whole)["played"]
    assert sum(games_played(part) for part in again) == played - games_played(broken.result)
    separately = [PartialResult.from_json(part.to_json()) for part in parts]
    assert document_of(study, in_process_executor(db), chunk=4, counted=separately) == whole


def test_progress_counts_the_games_of_all(study: Study, db: CardDatabase) -> None:
    seen: list[tuple[int, int]] = []

    def note(part: PartialResult) -> None:
        seen.append((part.stop, study.done(part)))

    with in_process_executor(db) as executor:
        found = study.play(executor, chunk=6, progress=note)
    assert seen == sorted(set(seen))
    assert seen[-1] == (study.request.race.games if study.request.race else 0, study.done(found.result))
    assert all(games <= done <= 6 * games for games, done in seen)


@pytest.mark.parametrize("fault", [StopRunError, KeyboardInterrupt])
def test_ctrl_c_gives_what_was_counted(study: Study, db: CardDatabase, fault: type[BaseException]) -> None:
    def press(part: PartialResult) -> None:
        if part.stop >= 12:
            raise fault

    with in_process_executor(db) as executor:
        found = study.play(executor, chunk=4, progress=press)
    assert (found.stopped, found.games) == (True, 12)
    document = study.document(found)
    assert document["flags"]["stopped"] == BUDGET
    assert document["games"] == max(one["n"] for one in document["changes"]) == 12
    assert {one["answer"] for one in document["changes"]} == {"not known"}
    assert [one["games"] for one in document["rounds"]] == [12]  # of the round, no more than were played of it


def test_mulligan_policies_are_arms(db: CardDatabase) -> None:
    run = table(db, real(db), seed=3, data_version=db.version).run
    policies = {name: policy for name, policy in BUILT_IN.items() if policy != run.mulligan}
    assert len(policies) == len(BUILT_IN) - 1
    request = StudyRequest("mulligans", (run,), 200, budget=120, mulligans=policies)
    assert study_request_from(json.loads(json.dumps(request.to_json()))) == request
    study = Study(request, db)
    with in_process_executor(db) as executor:
        document = study.document(study.play(executor))
    assert {one["name"] for one in document["policies"]} == set(policies)
    kept = next(one for one in document["policies"] if one["name"] == "keep all")
    assert kept["mulligan"] == KEEP_ALL.to_json()
    assert document["played"] <= 120
