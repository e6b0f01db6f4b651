"""Running: any number of processes, any chunks and any order give the same bytes; who dies is replaced or told."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from math import inf
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck import carddb
from riftcheck.goldfish.execution import runner
from riftcheck.goldfish.execution.executors import (
    KEPT_JOBS,
    ChunkExecutor,
    ChunkPlayer,
    ExecutorFailedError,
    InlineExecutor,
    in_process_executor,
    process_executor,
)
from riftcheck.goldfish.execution.jobs import Job, PartialResult, job_from
from riftcheck.goldfish.execution.runner import (
    CHECK_GAMES,
    CHUNK_GAMES,
    LARGEST_CHUNK,
    MAX_LOSSES,
    StopRunError,
    WorkerDiedError,
)
from riftcheck.goldfish.execution.runner import run_job as running_played
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import RunError
from riftcheck.goldfish.results.document import result_document, to_text, too_wide
from riftcheck.goldfish.results.run_info import run_info
from riftcheck.goldfish.simulation.errors import EndlessGameError
from riftcheck.goldfish.simulation.game_rows import GameRows
from riftcheck.goldfish.stats.tally import Counts
from riftcheck.goldfish.studies.request import narrow_enough
from tests.goldfish.game_lists import plain, real, table
from tests.processes import is_alive, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.runner import JobOutcome
    from riftcheck.goldfish.plan.run import Run

GAMES = 60


@pytest.fixture(scope="module")
def run(db: CardDatabase) -> Run:
    return table(db, real(db), seed=3, data_version=db.version).run


@pytest.fixture(scope="module")
def whole(run: Run, db: CardDatabase) -> bytes:
    """The tally of the games, counted in one process in one chunk."""
    return tally_of(run_played(Job((run,)), GAMES, in_process_executor(db), chunk=GAMES))


def run_played(job: Job, games: int, executor: ChunkExecutor, **more: Any) -> JobOutcome:
    with executor:
        return running_played(job, games, executor, **more)


def tally_of(found: JobOutcome) -> bytes:
    assert (found.games, found.stopped) == (GAMES, False)
    (tally,) = found.result.tallies
    assert tally.games == GAMES
    return tally.to_bytes()


def patient(db: CardDatabase) -> Callable[[Job, int, int], PartialResult]:
    """Who plays every game of a chunk, however slow the machine is."""
    return partial(ChunkPlayer(db).play, patience=inf)


class LateFirst(ThreadPoolExecutor):
    """Gives futures that are done in another order than they were asked for."""

    def __init__(self) -> None:
        super().__init__(1)
        self._held: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._rng = random.Random(4)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._held.append((future, partial(fn, *args, **kwargs)))
        if len(self._held) > 2 or args[2] == GAMES:
            self._rng.shuffle(self._held)
            for one, work in self._held:
                one.set_result(work())
            self._held.clear()
        return future


class Prompt(Executor):
    """Does all at once; an error is there for who asks for the result."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except ExecutorFailedError as error:
            future.set_exception(error)
        return future


class Dying(Executor):
    """Breaks at some of the chunks, and for good; what was done before is there."""

    def __init__(self, deaths: list[int]) -> None:
        self._deaths = deaths
        self._dead = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._dead:
            raise BrokenExecutor("it is dead")
        future: Future[Any] = Future()
        if args[1] in self._deaths:
            self._deaths.remove(args[1])
            self._dead = True
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize("chunk", [1, 7, 25, 1000])
def test_chunks_do_not_matter(run: Run, db: CardDatabase, whole: bytes, chunk: int) -> None:
    job = Job((run,))
    assert tally_of(run_played(job, GAMES, in_process_executor(db), chunk=chunk)) == whole


def test_two_processes_give_the_same_bytes(run: Run, db: CardDatabase, whole: bytes) -> None:
    job = Job((run,))
    found = run_played(job, GAMES, process_executor(carddb.load, 2), chunk=7)
    assert tally_of(found) == whole
    told = run_info(prepare(run, db))
    alone = run_played(job, GAMES, in_process_executor(db))
    assert to_text(result_document(found.result.tallies[0], told)) == to_text(
        result_document(alone.result.tallies[0], told)
    )


def test_parts_that_come_in_another_order_are_put_together_in_order(run: Run, db: CardDatabase, whole: bytes) -> None:
    seen: list[int] = []
    executor = ChunkExecutor(LateFirst, patient(db), 4)
    found = run_played(Job((run,)), GAMES, executor, chunk=5, progress=lambda part: seen.append(part.stop))
    assert tally_of(found) == whole
    assert seen == list(range(5, GAMES + 1, 5))


def test_lines_of_several_runs(run: Run, db: CardDatabase) -> None:
    other = table(db, plain(), seed=3).run
    job = Job((run, other), rows=True)
    one = run_played(job, 20, in_process_executor(db), chunk=3)
    two = run_played(job, 20, process_executor(carddb.load, 2), chunk=4)
    assert [lines.to_json() for lines in one.result.rows] == [lines.to_json() for lines in two.result.rows]
    assert [sorted(lines.by_index) for lines in one.result.rows] == [list(range(20))] * 2
    alone = Job((other,), rows=True)
    assert run_played(alone, 20, in_process_executor(db)).result.rows[0].to_json() == one.result.rows[1].to_json()


@pytest.mark.parametrize("deaths", [[0], [0, 30], [55], [5, 10, 50]])
def test_the_chunks_of_dead_workers_are_played_again_and_counted_once(
    run: Run, db: CardDatabase, whole: bytes, deaths: list[int]
) -> None:
    left = list(deaths)
    found = run_played(Job((run,)), GAMES, ChunkExecutor(lambda: Dying(left), patient(db), 2), chunk=5)
    assert tally_of(found) == whole
    assert left == []


def test_workers_that_die_before_any_game_was_counted_end_the_job(run: Run, db: CardDatabase) -> None:
    left = [0] * (MAX_LOSSES + 1)
    with pytest.raises(
        WorkerDiedError, match=f"died {MAX_LOSSES + 1} times, the last time while games 0 and following"
    ):
        run_played(Job((run,)), GAMES, ChunkExecutor(lambda: Dying(left), patient(db)), chunk=10)


@pytest.mark.parametrize("failing", [10, 25, 30])
def test_chunks_that_were_done_when_the_executor_failed_are_counted(run: Run, db: CardDatabase, failing: int) -> None:
    play = patient(db)

    def failing_play(job: Job, start: int, stop: int) -> PartialResult:
        if start == failing:
            raise ExecutorFailedError("the scheduler is gone")
        return play(job, start, stop)

    # All chunks are done when the first is taken, and of those from the one that failed on none counts.
    found = run_played(Job((run,)), GAMES, ChunkExecutor(Prompt, failing_play, GAMES), chunk=5)
    assert (found.games, found.stopped) == (failing, True)
    assert str(found.failure) == "the scheduler is gone"


@pytest.mark.parametrize("rows", [False, True])
def test_what_was_counted_before_workers_died_again_and_again_is_kept(run: Run, db: CardDatabase, rows: bool) -> None:
    left = [20] * (MAX_LOSSES + 1)
    job = Job((run,), rows=rows)
    found = run_played(job, GAMES, ChunkExecutor(lambda: Dying(left), patient(db)), chunk=10)
    assert (found.games, found.asked, found.stopped) == (20, GAMES, True)
    assert isinstance(found.failure, WorkerDiedError)
    assert f"died {MAX_LOSSES + 1} times, the last time while games 20 and following" in str(found.failure)
    assert found.result.to_json() == run_played(job, 20, in_process_executor(db)).result.to_json()


def test_an_executor_that_fails_after_the_last_game_was_counted_has_not_failed_the_job(
    run: Run, db: CardDatabase
) -> None:
    found = run_played(Job((run,)), GAMES, ChunkExecutor(lambda: Dying([GAMES]), patient(db)), chunk=10)
    assert (found.games, found.stopped, found.failure) == (GAMES, False, None)


def test_a_process_that_is_killed_is_replaced(run: Run, whole: bytes) -> None:
    killed: list[int] = []

    def kill_one(part: PartialResult) -> None:
        if not killed and part.stop >= 12:
            child = multiprocessing.active_children()[0]
            assert child.pid is not None
            killed.append(child.pid)
            os.kill(child.pid, signal.SIGKILL)

    job = Job((run,))
    found = run_played(job, GAMES, process_executor(carddb.load, 2), chunk=3, progress=kill_one)
    assert killed
    assert tally_of(found) == whole
    assert multiprocessing.active_children() == []


def test_workers_are_ended_before_their_pool_is_waited_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that is killed while it takes its next chunk keeps the lock for which the others then wait for ever."""
    ended: list[bool] = []
    shutdown = ProcessPoolExecutor.shutdown

    def noted(pool: Any, **options: bool) -> None:
        ended.append(pool._hold.closed)
        shutdown(pool, **options)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", noted)
    with process_executor(carddb.load, 2) as executor:
        assert executor.submit(Job((run,)), 0, 3).result().stop == 3
    assert ended == [True]
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, StopRunError])
def test_a_run_that_is_stopped_is_a_shorter_run(run: Run, db: CardDatabase, error: type[BaseException]) -> None:
    def stop(part: PartialResult) -> None:
        if part.stop >= 20:
            raise error

    job = Job((run,))
    found = run_played(job, 10_000, process_executor(carddb.load, 2), chunk=10, progress=stop)
    assert (found.asked, found.stopped) == (10_000, True)
    assert 20 <= found.games < 30
    short = run_played(job, found.games, in_process_executor(db))
    assert found.result.tallies[0].to_bytes() == short.result.tallies[0].to_bytes()
    assert multiprocessing.active_children() == []
    at_the_end = run_played(job, 20, in_process_executor(db), chunk=20, progress=stop)
    assert (at_the_end.games, at_the_end.stopped) == (20, False)


@pytest.mark.interpreted_only
@pytest.mark.parametrize("merges", range(1, 8))
def test_ctrl_c_in_the_middle_of_a_merge_comes_after_it(
    run: Run, db: CardDatabase, monkeypatch: pytest.MonkeyPatch, merges: int
) -> None:
    left, plus = [merges * 10], Counts.plus

    def interrupted(counts: Counts, other: Counts, sign: int = 1) -> None:
        left[0] -= 1
        if left[0] == 0:
            signal.raise_signal(signal.SIGINT)
        plus(counts, other, sign)

    monkeypatch.setattr(Counts, "plus", interrupted)
    found = run_played(Job((run,)), 40, in_process_executor(db), chunk=5)
    monkeypatch.undo()
    assert found.stopped
    assert 0 < found.games < 40
    short = run_played(Job((run,)), found.games, in_process_executor(db))
    assert found.result.tallies[0].to_bytes() == short.result.tallies[0].to_bytes()


@pytest.mark.parametrize(("chunk", "jobs"), [(CHECK_GAMES, 1), (170, 2)])
def test_a_run_ends_when_an_interval_is_narrow_enough(db: CardDatabase, chunk: int, jobs: int) -> None:
    one = table(db, plain(), seed=8)
    told = run_info(one)
    job = Job((one.run,))
    half = 0.05
    wanted = {"all/score/length": half}
    short = run_played(job, CHECK_GAMES, in_process_executor(db))
    assert too_wide(result_document(short.result.tallies[0], told), wanted) == []
    executor = in_process_executor(db) if jobs == 1 else process_executor(carddb.load, jobs)
    found = run_played(job, 40 * CHECK_GAMES, executor, chunk=chunk, enough=narrow_enough(wanted, told))
    assert (found.games, found.asked, found.stopped) == (CHECK_GAMES, 40 * CHECK_GAMES, False)
    assert found.result.tallies[0].to_bytes() == short.result.tallies[0].to_bytes()
    asked: list[int] = []
    run_played(
        job, CHECK_GAMES + 30, in_process_executor(db), chunk=40, enough=lambda part: bool(asked.append(part.stop))
    )
    assert asked == [CHECK_GAMES]


def other_cards(folder: str) -> CardDatabase:
    return carddb.load([folder])


def test_processes_with_other_cards_do_not_play(run: Run, tmp_path: Any) -> None:
    (tmp_path / "more.yaml").write_text("cards: []\n", "utf-8")
    job = Job((run,))
    try:
        same = carddb.load([tmp_path]).version == run.data_version
    except carddb.CardDataError:
        same = False
    assert not same
    with pytest.raises(RunError, match="data version"):
        run_played(job, GAMES, process_executor(partial(other_cards, str(tmp_path)), 1))


def test_what_a_worker_raises_ends_the_run(run: Run, db: CardDatabase) -> None:
    def endless(_job: Job, start: int, stop: int) -> PartialResult:
        raise EndlessGameError(f"game {start} of {stop} does not end")

    with pytest.raises(EndlessGameError, match="game 0 of 25 does not end"):
        run_played(Job((run,)), GAMES, ChunkExecutor(lambda: ThreadPoolExecutor(1), endless))
    other = Job((table(db, plain()).run.__class__(plain(), data_version="other"),))
    with pytest.raises(RunError, match="data version"):
        run_played(other, 5, in_process_executor(db))


def test_a_part_that_is_not_the_next_is_refused(run: Run) -> None:
    job = Job((run,), rows=True)
    part = PartialResult.of(job, 0, 10)
    with pytest.raises(ValueError, match="Games 20 to 29 were to be counted after 10 games"):
        part.add(PartialResult.of(job, 20, 30))
    part.add(PartialResult.of(job, 10, 20))
    assert part.stop == 20
    assert isinstance(part.rows[0], GameRows)
    assert json.dumps(part.rows[0].to_json())


def test_a_run_has_games_and_chunks(run: Run, db: CardDatabase) -> None:
    for games, chunk in ((0, 5), (5, 0)):
        with pytest.raises(ValueError, match="at the least"):
            run_played(Job((run,)), games, in_process_executor(db), chunk=chunk)


def test_a_run_that_was_left_goes_on_from_the_parts_that_it_has(run: Run, db: CardDatabase, whole: bytes) -> None:
    job = Job((run,))
    kept: list[PartialResult] = []
    left = run_played(
        job,
        GAMES,
        ChunkExecutor(InlineExecutor, patient(db)),
        chunk=7,
        on_part=kept.append,
        should_stop=lambda: len(kept) >= 3,
    )
    assert (left.games, left.stopped) == (21, True)
    again: list[PartialResult] = []
    had = [
        PartialResult.from_json(json.loads(json.dumps(part.to_json()))) for part in (kept[2], kept[0])
    ]  # the second is lost
    assert (
        tally_of(
            run_played(
                job, GAMES, ChunkExecutor(InlineExecutor, patient(db)), chunk=9, counted=had, on_part=again.append
            )
        )
        == whole
    )
    assert min((part.start, part.stop) for part in again) == (7, 14)
    assert sum(part.stop - part.start for part in again) == GAMES - 14
    with pytest.raises(ValueError, match="Game 20 is in two of the parts"):
        run_played(job, GAMES, in_process_executor(db), counted=[PartialResult(0, 21), PartialResult(20, 30)])


def test_what_was_given_out_is_kept_when_a_run_is_left(run: Run) -> None:
    job = Job((run,))
    kept: list[PartialResult] = []
    found = run_played(
        job, 10_000, process_executor(carddb.load, 2), chunk=5, on_part=kept.append, should_stop=lambda: bool(kept)
    )
    assert found.stopped
    ends = sorted((part.start, part.stop) for part in kept)
    assert [start for start, _ in ends] == [0, *[stop for _, stop in ends[:-1]]]
    assert found.games == ends[-1][1]


def test_a_chunk_that_takes_too_long_is_given_back(run: Run, db: CardDatabase, whole: bytes) -> None:
    hasty = partial(ChunkPlayer(db).play, patience=0.0)
    assert hasty(Job((run,)), 5, 50).stop == 6
    kept: list[PartialResult] = []
    assert (
        tally_of(run_played(Job((run,)), GAMES, ChunkExecutor(InlineExecutor, hasty), chunk=20, on_part=kept.append))
        == whole
    )
    assert len(kept) == GAMES


def test_a_job_is_plain_data(run: Run, db: CardDatabase) -> None:
    job = Job((run, table(db, plain()).run), rows=True)
    again = job_from(json.loads(json.dumps(job.to_json())))
    assert again == job
    assert again.key == job.key
    assert len({job.key, Job(job.runs).key, Job(job.runs[:1]).key}) == 3
    wrongs: tuple[Any, ...] = (None, [], {}, {"runs": []}, {"runs": {}})
    for wrong in wrongs:
        with pytest.raises(RunError, match="A job is an object"):
            job_from(wrong)


def test_a_crew_plays_one_job_after_another(run: Run, db: CardDatabase, whole: bytes) -> None:
    runs = [table(db, plain(), seed=seed).run for seed in range(KEPT_JOBS + 1)]
    with in_process_executor(db) as executor:
        for one in runs:
            assert running_played(Job((one,)), 3, executor).games == 3
        assert tally_of(running_played(Job((run,)), GAMES, executor)) == whole
        for one in runs:
            found = running_played(Job((one,)), 3, executor).result.tallies[0]
            assert found.to_bytes() == run_played(Job((one,)), 3, in_process_executor(db)).result.tallies[0].to_bytes()


def test_processes_leave_with_the_one_that_started_them(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        children = [int(pid) for pid in process.stdout.readline().split()]
        process.kill()
    assert len(children) == 2
    for pid in children:
        wait_until(partial(is_gone, pid))


PROGRAM = """
import multiprocessing, time
from riftcheck import carddb
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.jobs import Job
from riftcheck.goldfish.plan.run import DeckZones, Run

if __name__ == "__main__":
    run = Run(DeckZones(("Shipyard Skulker",) * 40, ("Chaos Rune",) * 12, ("Blank Battlefield",)))
    executor = process_executor(carddb.load, 2)
    for part in [executor.submit(Job((run,)), n, n + 1) for n in range(2)]:
        part.result()
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)
    time.sleep(600)
"""


def is_gone(pid: int) -> bool:
    return not is_alive(pid)


def chunks_of(run: Run, seconds: float, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the sizes of the chunks in which a job is played, if each seems to take so long."""
    sizes: list[int] = []
    clock = iter(range(100_000))

    def noted(job: Job, start: int, stop: int) -> PartialResult:
        sizes.append(stop - start)
        return PartialResult.of(job, start, stop)

    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: next(clock) * seconds))
    running_played(Job((run,), rows=True), 1000, ChunkExecutor(InlineExecutor, noted, 1))
    return sizes


def test_chunks_that_end_quickly_are_followed_by_larger_ones(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = chunks_of(run, runner.QUICK_SECONDS / 1000, monkeypatch)
    assert quick[0] == CHUNK_GAMES
    assert max(quick) == LARGEST_CHUNK
    assert sum(quick) == 1000
    slow = chunks_of(run, runner.QUICK_SECONDS, monkeypatch)
    assert set(slow) == {CHUNK_GAMES}


def test_counts_that_lack_games_are_not_merged(run: Run) -> None:
    job = Job((run,))
    whole, lacking = PartialResult.of(job, 0, 0), PartialResult.of(job, 0, 5)
    with pytest.raises(ValueError, match="Games 0 to 4 are 0 games in their counts"):
        whole.add(lacking)
