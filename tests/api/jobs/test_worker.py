"""Who plays the jobs: the same documents as a run in one go, however often it is left, lost or taken over."""

from __future__ import annotations

import json
import math
import threading
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.jobs.time_slice import MERGED_PARTS, Timing
from riftcheck.api.jobs.worker import Worker
from riftcheck.goldfish.execution.environment import ClusterError
from riftcheck.goldfish.execution.executors import ChunkExecutor, ChunkPlayer, InlineExecutor, in_process_executor
from riftcheck.goldfish.plan.run import RunError
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.simulation.errors import EndlessGameError, FailedGameError
from riftcheck.goldfish.studies.request import StudyRequest, study_request_from
from riftcheck.store.jobs import CANCELLED, DONE, FAILED, QUEUED, RUNNING
from tests.api.jobs.job_makers import StubPlayer, compare, document, goldfish, sweep
from tests.store.stores import FakeClock, TickingClock, job_store_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job, PartialResult
    from riftcheck.store.jobs import JobRecord, JobStore

ENGINE = "this one"
LONG = 1e9
AT_ONCE = Timing(slice=0.0, progress=0.0)
END = 600.0  # seconds after which a test that waits is given up


@pytest.fixture
def store(where: str) -> Iterator[JobStore]:
    made = job_store_at(where, each=9, most=20)
    yield made
    made.database.close()


class Work:
    """What a crew does: it notes what is played, and does something before each chunk."""

    def __init__(
        self,
        db: CardDatabase,
        before: Callable[[int], object] | None = None,
        most: int = 7,
        player: type[ChunkPlayer | StubPlayer] = ChunkPlayer,
    ) -> None:
        self.player = player(db)
        self.before = before
        self.most = most
        self.done: list[tuple[int, int]] = []

    def part(self, job: Job, start: int, stop: int) -> PartialResult:
        if self.before is not None:
            self.before(start)
        found = self.player.play(job, start, min(stop, start + self.most), patience=math.inf)
        self.done.append((found.start, found.stop))
        return found

    @property
    def games(self) -> int:
        return sum(stop - start for start, stop in self.done)


def worker_of(store: JobStore, db: CardDatabase, work: Work | None = None, limit: float = LONG, **more: Any) -> Worker:
    """Return a worker whose time does not pass by itself."""
    executor = in_process_executor(db) if work is None else ChunkExecutor(InlineExecutor, work.part)
    return Worker(store, db, executor, ENGINE, limit, **{"clock": FakeClock(), **more})


def add(store: JobStore, order: StudyRequest, job: str = "a", client: str = "somebody") -> None:
    store.add(job, client, ENGINE, order.to_json())


def kept(store: JobStore, job: str = "a") -> JobRecord:
    found = store.get(job)
    assert found is not None
    return found


def lost(store: JobStore, worker: Worker) -> None:
    """Have a worker die: its lease runs out."""
    store.release(worker.owner)


@pytest.mark.parametrize("make", [goldfish, compare, sweep])
def test_a_job_comes_to_the_document_of_a_run_in_one_go(
    store: JobStore, db: CardDatabase, make: Callable[[CardDatabase], StudyRequest]
) -> None:
    order = make(db)
    assert study_request_from(json.loads(json.dumps(order.to_json()))) == order
    add(store, order)
    work = Work(db)
    worker = worker_of(store, db, work)
    assert worker.step()
    found = kept(store)
    assert (found.state, found.done, found.problem) == (DONE, order.games, None)
    assert work.games == order.games
    assert to_text(found.result or {}) == document(order, db)
    assert found.estimates is not None
    assert found.estimates["games"] == order.games
    assert not worker.step()


def test_a_run_may_end_when_an_interval_is_narrow_enough(store: JobStore, db: CardDatabase) -> None:
    order = goldfish(db, 3000, stop_when={"all/score/won": 0.2})
    add(store, order)
    worker_of(store, db, Work(db, most=400)).step()
    found = kept(store)
    assert (found.state, found.done, found.games) == (DONE, 500, 3000)
    assert to_text(found.result or {}) == document(order, db)
    assert found.result is not None
    assert found.result["flags"]["stopped"] == 0


def test_who_is_killed_is_followed_by_another_who_plays_what_is_missing(store: JobStore, db: CardDatabase) -> None:
    order = goldfish(db, 50)
    add(store, order)
    played = 0
    for death in (3, 2, 1, 1):  # chunks that each worker lives for
        work = Work(db, partial(die_after, [death]), most=5)
        with pytest.raises(Killed):
            worker_of(store, db, work).step()
        played += work.games
        assert sum(part.stop - part.start for part in store.parts("a")) == played == death * 5 + played - work.games
        assert kept(store).state == RUNNING
        store.release_all()
    assert played == 35
    last = Work(db, most=5)
    worker_of(store, db, last).step()
    assert last.games == 15
    assert to_text(kept(store).result or {}) == document(order, db)


class Killed(BaseException):
    """Stands for a process that is gone from one moment to the next."""


def die_after(left: list[int], _start: int) -> None:
    left[0] -= 1
    if left[0] < 0:
        raise Killed


def test_what_another_has_taken_over_is_left_to_it(store: JobStore, db: CardDatabase) -> None:
    order = goldfish(db, 60)
    add(store, order)

    def steal(start: int) -> None:
        if start >= 14 and not stolen:
            store.release_all()
            taken = store.claim("another", ENGINE)
            assert taken is not None
            stolen.append(taken.id)

    stolen: list[str] = []
    work = Work(db, steal)
    worker_of(store, db, work).step()
    assert stolen == ["a"]
    assert work.done[-1] == (14, 21)
    assert (kept(store).state, [part.stop for part in store.parts("a")]) == (RUNNING, [7, 14])
    store.release("another")
    worker_of(store, db).step()
    assert to_text(kept(store).result or {}) == document(order, db)


def test_a_job_that_is_cancelled_is_left_at_the_next_chunk(store: JobStore, db: CardDatabase) -> None:
    add(store, goldfish(db, 5000))
    work = Work(db, lambda start: store.cancel("a") and None if start == 21 else None, player=StubPlayer)
    assert worker_of(store, db, work).step()
    assert work.done[-1] == (21, 28)
    assert (kept(store).state, kept(store).result, store.parts("a")) == (CANCELLED, None, [])


def test_callers_are_served_in_turns(store: JobStore, db: CardDatabase) -> None:
    long, short = goldfish(db, 90), goldfish(db, 20)
    add(store, long, "long", "first")
    add(store, short, "behind it", "first")
    worker = worker_of(store, db, Work(db, lambda start: add_short() if start == 28 else None), timing=AT_ONCE)

    def add_short() -> None:
        if store.get("short") is None:
            add(store, short, "short", "second")

    worker.step()
    # It was left for the other's, with what was counted.
    assert (kept(store, "long").state, kept(store, "long").done) == (QUEUED, 35)
    assert kept(store, "long").estimates is not None
    assert len(store.parts("long")) == 1
    ended: list[str] = []
    while worker.step():
        ended += [job for job in ("short", "long", "behind it") if kept(store, job).state == DONE and job not in ended]
    assert ended == ["short", "long", "behind it"]
    assert to_text(kept(store, "long").result or {}) == document(long, db)


def test_one_caller_is_not_interrupted_by_the_own_jobs(store: JobStore, db: CardDatabase) -> None:
    add(store, goldfish(db, 60), "a")
    add(store, goldfish(db, 60), "b")
    worker_of(store, db, Work(db, player=StubPlayer), timing=AT_ONCE).step()
    assert (kept(store, "a").state, kept(store, "b").state) == (DONE, QUEUED)


def test_a_job_has_so_many_seconds_over_all_who_played_it(store: JobStore, db: CardDatabase) -> None:
    add(store, goldfish(db, 5000))
    with pytest.raises(Killed):
        worker_of(store, db, Work(db, partial(die_after, [2])), limit=LONG).step()
    store.release_all()
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE goldfish_jobs SET seconds = 100")
    worker_of(store, db, limit=100.5, clock=TickingClock(0.05)).step()
    found = kept(store)
    assert found.state == DONE
    assert 14 <= found.done < 5000
    assert found.result is not None
    assert found.result["flags"]["stopped"] == 5000
    short = goldfish(db, found.done)
    assert found.result["all"] == json.loads(document(short, db))["all"]


def test_a_job_without_time_for_a_game_says_so(store: JobStore, db: CardDatabase) -> None:
    add(store, goldfish(db, 100))
    worker_of(store, db, limit=0.0).step()
    assert kept(store).state == FAILED
    assert "no game came to its end" in (kept(store).problem or "")


def raiser(error: BaseException) -> Callable[[int], None]:
    def work(_start: int) -> None:
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (EndlessGameError("game 3 does not end"), "game 3 does not end"),
        (FailedGameError("game 3 of the run with seed 7 failed"), "game 3 of the run with seed 7 failed"),
        (RunError("The cards here are others."), "The cards here are others."),
        (BrokenExecutor("it is dead"), "Worker processes died"),
        (ZeroDivisionError("of ours"), "The server made a mistake"),
    ],
)
def test_a_job_that_cannot_be_played_fails_and_the_next_is_played(
    store: JobStore, db: CardDatabase, error: Exception, problem: str
) -> None:
    add(store, goldfish(db), "bad")
    add(store, goldfish(db, 10), "good")
    worker_of(store, db, Work(db, raiser(error))).step()
    assert kept(store, "bad").state == FAILED
    assert problem in (kept(store, "bad").problem or "")
    assert "of ours" not in (kept(store, "bad").problem or "")
    worker_of(store, db).step()
    assert kept(store, "good").state == DONE


def test_a_cluster_that_is_away_is_no_fault_of_the_job(store: JobStore, db: CardDatabase) -> None:
    add(store, goldfish(db, 20))
    with pytest.raises(ClusterError):
        worker_of(store, db, Work(db, raiser(ClusterError("nobody is there")))).run(0.0)
    assert kept(store).state == QUEUED
    worker_of(store, db).step()
    assert kept(store).state == DONE


def test_a_job_never_has_many_parts(store: JobStore, db: CardDatabase) -> None:
    order = goldfish(db, 5 * MERGED_PARTS)
    add(store, order)
    most = 0

    def look(_start: int) -> None:
        nonlocal most
        most = max(most, len(store.parts("a")))

    worker_of(store, db, Work(db, look, most=1)).step()
    assert MERGED_PARTS / 2 < most <= MERGED_PARTS + 3
    assert to_text(kept(store).result or {}) == document(order, db)


def test_how_far_a_job_is_can_be_seen(store: JobStore, db: CardDatabase) -> None:
    seen: list[tuple[int, Any]] = []

    def look(_start: int) -> None:
        found = kept(store)
        seen.append((found.done, found.estimates))

    for make in (goldfish, compare, sweep):
        order = make(db, 30)
        add(store, order)
        worker_of(store, db, Work(db, look), timing=AT_ONCE).step()
        done = [count for count, _ in seen]
        assert done == sorted(done)
        assert {0, 7, 14} <= set(done)
        estimates = next(told for count, told in seen if count == 14)
        assert estimates["games"] == 14
        if make is goldfish:
            assert estimates["figures"]["won"]["n"] == 14
        if make is compare:
            assert [one["measure"] for one in estimates["differences"]] == ["won", "turn", "pace", "points"]
        seen.clear()
        store.remove("a")


def test_a_runner_leaves_when_it_is_told_and_when_there_is_nothing_to_do(store: JobStore, db: CardDatabase) -> None:
    order = goldfish(db, 5000)
    add(store, order)
    work = Work(db, lambda start: worker.halt() if start == 14 else None, player=StubPlayer)
    worker = worker_of(store, db, work)
    worker.run(LONG)
    found = kept(store)
    assert (found.state, found.done) == (QUEUED, 21)
    add(store, goldfish(db, 10), "b", "another")
    store.cancel("a")
    worker_of(store, db).run(0.0)
    assert kept(store, "b").state == DONE


def test_a_lease_is_renewed_while_a_game_takes_long(where: str, db: CardDatabase) -> None:
    clock = FakeClock()
    store = job_store_at(where, clock=clock)
    add(store, goldfish(db, 10))
    renewed = threading.Semaphore(0)
    renew = store.renew

    def counted(owner: str) -> None:
        renew(owner)
        renewed.release()

    store.renew = counted  # type: ignore[method-assign]
    claimable: list[bool] = []

    def wait(_start: int) -> None:
        for _ in range(3):
            clock.now += 0.6 * store.lease
            while renewed.acquire(blocking=False):
                pass  # renewals of before the clock went on
            for _ in range(2):  # the first may have been under way then
                assert renewed.acquire(timeout=END)
            claimable.append(store.has_work())

    worker_of(store, db, Work(db, wait, most=10, player=StubPlayer), timing=Timing(renewal=0.01)).run(0.0)
    assert claimable == [False, False, False]
    assert kept(store).state == DONE
    store.database.close()
