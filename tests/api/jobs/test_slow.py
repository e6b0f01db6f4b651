"""Jobs whose games take long: others get their turn, a cancelled one is left at once, and the time is counted.

No test waits for time to pass: the clock of a worker goes on by a tick each time the worker asks it.
"""

from __future__ import annotations

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from riftcheck.api.jobs.time_slice import Timing
from riftcheck.api.jobs.worker import Worker
from riftcheck.goldfish.execution.executors import ChunkExecutor
from riftcheck.store.jobs import CANCELLED, DONE, FAILED, QUEUED
from tests.api.jobs.job_makers import StubPlayer, goldfish
from tests.processes import PATIENCE, wait_until
from tests.store.stores import FakeClock, TickingClock, job_store_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job, PartialResult
    from riftcheck.store.jobs import JobStore

ENGINE = "this one"
LIMIT = 1e9
TIMING = Timing(slice=0.0, claim_check=0.05, leave=0.1, switch=0.3)


@pytest.fixture
def store(where: str) -> Iterator[JobStore]:
    made = job_store_at(where, each=9, most=20)
    yield made
    made.database.close()


class SlowPlayer:
    """Plays chunks of ten games in two threads.

    A chunk of the job of `seed` takes until the executor is closed, and any other so many seconds of the clock.
    """

    def __init__(self, db: CardDatabase, clock: FakeClock, seed: int = -1, seconds: float = 0.0) -> None:
        self.player = StubPlayer(db)
        self.clock = clock
        self.seed = seed
        self.seconds = seconds
        self.closed = threading.Event()
        self.begun = threading.Event()
        self.playing = 0

    def part(self, job: Job, start: int, stop: int) -> PartialResult:
        if job.runs[0].seed == self.seed:
            self.playing += 1
            self.begun.set()
            self.closed.wait(PATIENCE)
            self.playing -= 1
        until = self.clock.now + self.seconds
        wait_until(lambda: self.clock.now >= until or self.closed.is_set())
        return self.player.play(job, start, min(stop, start + 10), patience=math.inf)

    @contextmanager
    def executor(self) -> Iterator[ChunkExecutor]:
        with ChunkExecutor(lambda: ThreadPoolExecutor(2), self.part, 2) as made:
            try:
                yield made
            finally:
                self.closed.set()


def add(store: JobStore, db: CardDatabase, job: str, client: str, **values: int) -> None:
    store.add(job, client, ENGINE, goldfish(db, **values).to_json())


def state(store: JobStore, job: str) -> str:
    found = store.get(job)
    assert found is not None
    return found.state


def test_callers_are_served_in_turns_by_several_processes(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "long", "first", games=600)
    add(store, db, "short", "second", games=10)
    clock = FakeClock()
    with SlowPlayer(db, clock).executor() as executor:
        worker = Worker(store, db, executor, ENGINE, LIMIT, timing=TIMING, clock=clock)
        assert worker.step()
        # What had been given out was waited for, and nothing given out after it.
        found = store.get("long")
        assert found is not None
        assert (found.state, 10 <= found.done < 600) == (QUEUED, True)
        assert worker.step()
        assert state(store, "short") == DONE


def test_a_job_that_is_cancelled_is_left_in_the_middle_of_a_game(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "slow", "first", games=50, seed=7)
    add(store, db, "other", "first", games=10)
    clock = TickingClock(0.1)
    slow = SlowPlayer(db, clock, 7)
    with slow.executor() as executor:
        worker = Worker(store, db, executor, ENGINE, LIMIT, timing=TIMING, clock=clock)
        threading.Thread(target=lambda: slow.begun.wait(PATIENCE) and store.cancel("slow")).start()
        assert worker.step()
        assert state(store, "slow") == CANCELLED
        assert worker.step()
        assert state(store, "other") == DONE
        assert slow.playing > 0, "nobody waited for the game"


def test_others_do_not_wait_for_a_game_without_end(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "slow", "first", games=50, seed=7)
    add(store, db, "other", "second", games=10)
    clock = TickingClock(0.05)
    slow = SlowPlayer(db, clock, 7)
    with slow.executor() as executor:
        worker = Worker(store, db, executor, ENGINE, LIMIT, timing=TIMING, clock=clock)
        assert worker.step()
        found = store.get("slow")
        assert found is not None
        # The seconds count, though nothing came of them.
        assert (found.state, found.done, found.seconds >= TIMING.switch) == (QUEUED, 0, True)
        assert worker.step()
        assert state(store, "other") == DONE
        assert slow.playing > 0


def test_where_nothing_gets_done_more_time_is_given(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "a", "first", games=5)
    add(store, db, "b", "second", games=5)
    clock = TickingClock(0.1)
    with SlowPlayer(db, clock, seconds=1.0).executor() as executor:  # longer than others wait at first
        worker = Worker(store, db, executor, ENGINE, LIMIT, timing=TIMING, clock=clock)
        turns = 0
        while worker.step():
            turns += 1
            assert turns < 9
    assert turns > 2
    assert (state(store, "a"), state(store, "b")) == (DONE, DONE)


def test_who_is_slow_to_begin_still_plays_something(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "a", "first", games=500)
    clock = TickingClock(0.05)
    timing = Timing(leave=0.1)
    with SlowPlayer(db, clock, seconds=0.6).executor() as executor:  # as a process does that loads its cards
        assert Worker(store, db, executor, ENGINE, 0.3, timing=timing, clock=clock).step()
    found = store.get("a")
    assert found is not None
    assert (found.state, 0 < found.done < 500) == (DONE, True)


def test_a_game_does_not_last_longer_than_its_job_may(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "slow", "first", games=50, seed=7)
    clock = TickingClock(0.05)
    slow = SlowPlayer(db, clock, 7)
    with slow.executor() as executor:
        worker = Worker(store, db, executor, ENGINE, 0.5, timing=TIMING, clock=clock)
        assert worker.step()
        assert state(store, "slow") == FAILED
        assert slow.playing > 0


def test_who_is_told_to_leave_does_not_wait_for_a_game_without_end(store: JobStore, db: CardDatabase) -> None:
    add(store, db, "slow", "first", games=50, seed=7)
    clock = TickingClock(0.05)
    slow = SlowPlayer(db, clock, 7)
    with slow.executor() as executor:
        worker = Worker(store, db, executor, ENGINE, LIMIT, timing=TIMING, clock=clock)
        threading.Thread(target=lambda: slow.begun.wait(PATIENCE) and worker.halt()).start()
        worker.run(PATIENCE)
        assert state(store, "slow") == QUEUED
        assert slow.playing > 0
