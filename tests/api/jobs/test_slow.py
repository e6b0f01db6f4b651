"""Jobs whose games take long: others get their turn, a cancelled one is left at once, and the time is counted."""

from __future__ import annotations

import math
import threading
import time
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

import pytest

import riftcheck.api.jobs.worker
from riftcheck import carddb
from riftcheck.api.jobs.worker import Runner
from riftcheck.goldfish.execution.executors import ChunkExecutor, ChunkPlayer, InlineExecutor, process_executor
from riftcheck.goldfish.execution.jobs import Job
from riftcheck.goldfish.execution.runner import StopRunError, run_job
from riftcheck.goldfish.plan.run import Opponent
from riftcheck.store.jobs import CANCELLED, DONE, FAILED, QUEUED
from tests.api.jobs.job_makers import goldfish, run_of
from tests.store.stores import job_store_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.store.jobs import JobStore

ENGINE = "this one"
LIMIT = 1e9
LONG = 20.0  # seconds that nobody waits for here


@pytest.fixture
def store(where: str) -> Iterator[JobStore]:
    made = job_store_at(where, each=9, most=20)
    yield made
    made.database.close()


class Slow:
    """A crew of two threads, of which a chunk of the job of a seed takes until `free` is set, and others `seconds`."""

    def __init__(self, db: CardDatabase, seed: int = -1, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.player = ChunkPlayer(db)
        self.seed = seed
        self.free = threading.Event()
        self.begun = threading.Event()

    def part(self, job: Job, start: int, stop: int) -> PartialResult:
        if job.runs[0].seed == self.seed:
            self.begun.set()
            self.free.wait(LONG)
        time.sleep(self.seconds * (1 + start // 10 % 3))  # so that they do not end together
        return self.player.part(job, start, min(stop, start + 10), patience=math.inf)

    def crew(self) -> ChunkExecutor:
        return ChunkExecutor(lambda: ThreadPoolExecutor(2), self.part, 2)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a runner lose its patience soon."""
    for name, seconds in {"SLICE": 0.0, "CHECK": 0.05, "SOON": 0.1, "HOLD": 0.3, "AWAY": 0.05}.items():
        monkeypatch.setattr(riftcheck.api.jobs.worker, name, seconds)


def add(store: JobStore, db: CardDatabase, job: str, client: str, **values: int) -> None:
    store.add(job, client, ENGINE, goldfish(db, **values).to_json())


def state(store: JobStore, job: str) -> str:
    found = store.get(job)
    assert found is not None
    return found.state


@pytest.mark.usefixtures("quick")
def test_callers_are_served_in_turns_by_several_workers(
    store: JobStore, db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(riftcheck.api.jobs.worker, "SLICE", 0.3)
    add(store, db, "long", "first", games=600)
    add(store, db, "short", "second", games=10)
    with Slow(db, seconds=0.05).crew() as crew:
        runner = Runner(store, db, crew, ENGINE, LIMIT)
        assert runner.step()
        # What had been given out was waited for, and nothing given out after it.
        found = store.get("long")
        assert found is not None
        assert (found.state, 10 <= found.done < 600) == (QUEUED, True)
        assert runner.step()
        assert state(store, "short") == DONE


@pytest.mark.usefixtures("quick")
def test_a_job_that_is_cancelled_is_left_in_the_middle_of_a_game(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "slow", "first", games=50, seed=7)
    add(store, db, "other", "first", games=10)
    slow = Slow(db, 7)
    with slow.crew() as crew:
        runner = Runner(store, db, crew, ENGINE, LIMIT)
        threading.Thread(target=lambda: slow.begun.wait(LONG) and store.cancel("slow")).start()
        begun = time.monotonic()
        assert runner.step()
        assert state(store, "slow") == CANCELLED
        assert runner.step()
        assert state(store, "other") == DONE
        assert time.monotonic() - begun < LONG / 2
        slow.free.set()


@pytest.mark.usefixtures("quick")
def test_others_do_not_wait_for_a_game_without_end(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "slow", "first", games=50, seed=7)
    add(store, db, "other", "second", games=10)
    slow = Slow(db, 7)
    with slow.crew() as crew:
        runner = Runner(store, db, crew, ENGINE, LIMIT)
        assert runner.step()
        found = store.get("slow")
        assert found is not None
        # The seconds count, though nothing came of them.
        assert (found.state, found.done, found.seconds >= 0.3) == (QUEUED, 0, True)
        assert runner.step()
        assert state(store, "other") == DONE
        slow.free.set()


@pytest.mark.usefixtures("quick")
def test_where_nothing_gets_done_more_time_is_given(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "a", "first", games=5)
    add(store, db, "b", "second", games=5)
    with Slow(db, seconds=1.0).crew() as crew:  # longer than others wait at first
        runner = Runner(store, db, crew, ENGINE, LIMIT)
        turns = 0
        while runner.step():
            turns += 1
            assert turns < 9
    assert (state(store, "a"), state(store, "b")) == (DONE, DONE)


def test_who_is_slow_to_begin_still_plays_something(
    store: JobStore, db: CardDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(riftcheck.api.jobs.worker, "SOON", 0.1)
    add(store, db, "a", "first", games=500)
    with Slow(db, seconds=0.6).crew() as crew:  # as a process does that loads its cards
        assert Runner(store, db, crew, ENGINE, 0.1).step()
    found = store.get("a")
    assert found is not None
    assert (found.state, found.done > 0) == (DONE, True)


@pytest.mark.usefixtures("quick")
def test_a_game_does_not_last_longer_than_its_job_may(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "slow", "first", games=50, seed=7)
    slow = Slow(db, 7)
    with slow.crew() as crew:
        runner = Runner(store, db, crew, ENGINE, 0.5)
        begun = time.monotonic()
        assert runner.step()
        assert time.monotonic() - begun < LONG / 2
        assert state(store, "slow") == FAILED
        slow.free.set()


@pytest.mark.usefixtures("quick")
def test_who_is_told_to_leave_does_not_wait_for_a_game_without_end(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "slow", "first", games=50, seed=7)
    slow = Slow(db, 7)
    with slow.crew() as crew:
        runner = Runner(store, db, crew, ENGINE, LIMIT)
        threading.Thread(target=lambda: slow.begun.wait(LONG) and runner.halt()).start()
        begun = time.monotonic()
        runner.run(LONG)
        assert time.monotonic() - begun < LONG / 2
        assert state(store, "slow") == QUEUED
        slow.free.set()


def test_a_process_in_the_middle_of_a_game_is_ended(db: CardDatabase) -> None:
    deep = {"budget": 100_000, "samples": 64, "ahead": 10}
    run = run_of(db, policy="lookahead", options=deep, turns=1000, opponent=Opponent("list", list=run_of(db).list))
    slow, quick = Job((run,) * 200), Job((run_of(db),))
    with process_executor(carddb.load_default, 1) as crew:
        assert crew.submit(quick, 0, 2).result().stop == 2
        game = crew.submit(slow, 0, 1)
        waiting = crew.submit(slow, 1, 2)
        assert wait([game], timeout=0.5).not_done
        crew.drop(0.1)
        assert isinstance(game.exception(LONG), BrokenExecutor)
        assert waiting.cancelled() or isinstance(waiting.exception(LONG), BrokenExecutor)
        assert crew.submit(quick, 0, 2).result().stop == 2
        crew.drop(0.0)  # nothing is being played: the process stays
        assert crew.submit(quick, 0, 2).result().stop == 2


def test_work_that_ends_soon_does_not_cost_a_process(db: CardDatabase) -> None:
    made: list[InlineExecutor] = []
    player = ChunkPlayer(db)
    crew = ChunkExecutor(lambda: made.append(InlineExecutor()) or made[-1], player.part)
    crew.submit(Job((run_of(db),)), 0, 2)
    crew.drop(0.0)
    crew.submit(Job((run_of(db),)), 0, 2)
    assert len(made) == 1


def test_a_run_may_be_ended_while_nothing_comes(db: CardDatabase) -> None:
    slow = Slow(db, 7)
    looks: list[int] = []

    def look() -> None:
        looks.append(1)
        if len(looks) > 2:
            raise StopRunError

    with slow.crew() as crew:
        found = run_job(Job((run_of(db, seed=7),)), 50, crew, look=look)
        assert (found.games, found.stopped) == (0, True)
        crew.drop(0.0)
        slow.free.set()
