"""The runner of jobs: it submits chunks of games to an executor and merges their partial results in game order.

Partial results are merged by rising index, so the merged result is at any moment that of the games from 0 on without a
gap: a job that is stopped has the result of a shorter job, and whether an interval is narrow enough is asked after
fixed numbers of games. So the result does not depend on the number of processes, the size of chunks or their order in
time.
"""

from __future__ import annotations

import signal
import threading
import time
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from riftcheck.goldfish.execution.executors import ExecutorFailedError
from riftcheck.goldfish.execution.jobs import PartialResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.jobs import Job

CHUNK_GAMES: Final = 25  # games of all runs in the first chunks: few, so that every worker has some of a slow job
LARGEST_CHUNK: Final = 200
QUICK_SECONDS: Final = 0.15  # a chunk that is there after so short a time, waiting included, lets later ones be larger
CHECK_GAMES: Final = 500  # `enough` is asked after each multiple of so many games
CHUNKS_AHEAD: Final = 3  # chunks submitted for each worker, so that none waits for work and memory stays flat
POLL_SECONDS: Final = 0.25  # between two polls while no chunk ends
MAX_LOSSES: Final = 3  # times that dead workers are replaced before the job fails


class WorkerDiedError(ExecutorFailedError):
    """Worker processes died again and again; the message says what is known of it."""


class StopRunError(Exception):
    """Raised by a callback to end a job as Ctrl-C does: what was counted so far is its result."""


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The end of a job: `result` counts its games from game 0 on; `asked` is how many games were asked for at the most.

    `stopped`: the job was ended before all games were played and without their being enough: from outside, or by
    `failure`, the error of the executor. Otherwise fewer games than asked were enough.
    """

    result: PartialResult
    asked: int
    stopped: bool = False
    failure: ExecutorFailedError | None = None

    @property
    def games(self) -> int:
        """The number of games."""
        return self.result.stop

    def checked(self) -> JobOutcome:
        """Return the outcome itself, for who takes no result of fewer games from an executor that failed.

        :raises ExecutorFailedError: the error of the executor, if it failed.
        """
        if self.failure is not None:
            raise self.failure
        return self


def first_chunk(job: Job) -> int:
    """Return how many games of each of its runs the first chunks of a job have by default."""
    return max(1, CHUNK_GAMES // len(job.runs))


def run_job(
    job: Job,
    games: int,
    executor: ChunkExecutor,
    *,
    start: int = 0,
    chunk: int | None = None,
    counted: Sequence[PartialResult] = (),
    on_part: Callable[[PartialResult], None] | None = None,
    progress: Callable[[PartialResult], None] | None = None,
    enough: Callable[[PartialResult], bool] | None = None,
    should_stop: Callable[[], bool] | None = None,
    poll: Callable[[], None] | None = None,
) -> JobOutcome:
    """Play games `start` to `games` - 1 of every run of a job, and return the outcome.

    A chunk has `chunk` games of each run; by default few at first, and while chunks end quickly more and more.
    `counted`: partial results of earlier; only the games that they lack are played. `on_part` is given each new partial
    result, in any order. `progress` is given the merged result, games from `start` on, whenever it grows. `enough` is
    given it after each `CHECK_GAMES` games and ends the job by returning true. `should_stop` ends the job by returning
    true, once the chunks that were submitted are done. `poll` is called whenever a chunk has ended, and every
    `POLL_SECONDS` while none does. `StopRunError` of a callback, and Ctrl-C, end the job with the games that were
    merged by then; chunks that are still being played are left to the executor, to be abandoned or closed. So does an
    executor that fails: the outcome has its error as `failure`, a `WorkerDiedError` if workers died again and again;
    one that dies now and then is replaced, and its games are played anew.

    :raises ExecutorFailedError: if the executor fails before any game was merged. :raises EndlessGameError: if a game
        does not end. :raises FailedGameError: if one fails. :raises RunError: if a run cannot be played.
    :raises ValueError: for no games or no chunk, or partial results that overlap.
    """
    if games <= start or (chunk is not None and chunk < 1):
        left = games - start
        raise ValueError(f"A run has one game and a chunk one game at the least; here are {left} and {chunk}.")
    merged = PartialResult.of(job, start, start)
    sufficed = False
    failure: ExecutorFailedError | None = None
    try:
        dispatcher = _Dispatcher(job, start, games, executor, chunk=chunk, counted=counted, on_part=on_part)
        for part in _in_order(dispatcher, start, games, should_stop, poll):
            with _sigint_deferred():
                merged.add(part)
            if progress is not None:
                progress(merged)
            if enough is not None and merged.stop % CHECK_GAMES == 0 and enough(merged):
                sufficed = True
                break
    except (KeyboardInterrupt, StopRunError):
        pass
    except ExecutorFailedError as error:
        if merged.stop == start:
            raise
        failure = error
    return JobOutcome(merged, games, merged.stop < games and not sufficed, failure)


@contextmanager
def _sigint_deferred() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block: a result that is merged by half is that of no games."""
    before = signal.getsignal(signal.SIGINT) if threading.current_thread() is threading.main_thread() else None
    if not callable(before):
        yield
        return
    received: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: received.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if received:
        before(*received[0])


def _ranges(
    start: int, games: int, chunk: Callable[[], int], counted: Sequence[PartialResult]
) -> Iterator[tuple[int, int]]:
    """Return the chunks of the games that are not counted, each as large as `chunk` says when it is asked for.

    None goes beyond a number of games after which to check.
    """
    for part in [*counted, PartialResult(games, games)]:
        while start < part.start:
            stop = min(start + chunk(), start - start % CHECK_GAMES + CHECK_GAMES, part.start)
            yield start, stop
            start = stop
        start = part.stop


def _in_order(
    dispatcher: _Dispatcher,
    start: int,
    games: int,
    should_stop: Callable[[], bool] | None,
    poll: Callable[[], None] | None,
) -> Iterator[PartialResult]:
    """Return the partial results by rising index: each chunk once, however often it had to be played."""
    following = start
    losses = 0
    stopping = False
    failure: ExecutorFailedError | None = None
    while True:
        while following in dispatcher.ready:
            part = dispatcher.ready.pop(following)
            following = part.stop
            yield part
        if following >= games:
            return
        if failure is not None:
            raise failure
        try:
            if poll is not None:
                poll()
            stopping = stopping or (should_stop is not None and should_stop())
            if not stopping:
                dispatcher.submit()
            elif not dispatcher.pending:
                return
            dispatcher.collect()
        except (BrokenExecutor, ExecutorFailedError) as error:
            losses += 1
            failure = _failure(error, losses, following)
            if failure is None:
                dispatcher.resubmit()


def _failure(error: BrokenExecutor | ExecutorFailedError, losses: int, following: int) -> ExecutorFailedError | None:
    """Return the error that ends a job; None where dead workers can be replaced once more."""
    if isinstance(error, ExecutorFailedError):
        return error
    if losses <= MAX_LOSSES:
        return None
    return WorkerDiedError(
        f"Worker processes died {losses} times, the last time while games {following} and following were "
        f"played ({error}). The system may have ended them for want of memory; try fewer jobs."
    )


class _Dispatcher:
    """The chunks of a job: new ones (`_fresh`), lost ones, which are played again, `pending` and `ready` ones."""

    __slots__ = (
        "_begun",
        "_chunk",
        "_counted",
        "_executor",
        "_fresh",
        "_job",
        "_largest",
        "_lost",
        "_on_part",
        "pending",
        "ready",
    )

    def __init__(
        self,
        job: Job,
        start: int,
        games: int,
        executor: ChunkExecutor,
        *,
        chunk: int | None,
        counted: Sequence[PartialResult],
        on_part: Callable[[PartialResult], None] | None,
    ) -> None:
        counted = sorted(counted, key=lambda part: part.start)
        for one, other in pairwise(counted):
            if other.start < one.stop:
                raise ValueError(f"Game {other.start} is in two of the parts that were counted before.")
        self._job = job
        self._executor = executor
        # The games of a chunk, and the most that it may come to have.
        self._chunk = first_chunk(job) if chunk is None else chunk
        self._largest = max(1, LARGEST_CHUNK // len(job.runs)) if chunk is None else chunk
        self._fresh = _ranges(start, games, lambda: self._chunk, counted)
        self._begun: dict[tuple[int, int], float] = {}
        self._lost: list[tuple[int, int]] = []
        self._on_part = on_part
        self.pending: dict[tuple[int, int], Future[PartialResult]] = {}
        self.ready = {part.start: part for part in counted}
        self._counted = len(counted)

    def submit(self) -> None:
        """Submit as many chunks as the executor should have at a time.

        :raises BrokenExecutor: if a worker has died.
        """
        while len(self.pending) < self._executor.size or len(self.pending) + len(self.ready) < self._most():
            one = self._lost[0] if self._lost else next(self._fresh, None)
            if one is None:
                return
            if not self._lost:
                self._lost.append(one)
            self._begun[one] = time.monotonic()
            self.pending[one] = self._executor.submit(self._job, *one)
            del self._lost[0]

    def _most(self) -> int:
        """Return the limit of chunks pending or ready together; it follows the size of the executor."""
        return self._executor.size * CHUNKS_AHEAD + self._counted

    def collect(self) -> None:
        """Wait for a chunk, `POLL_SECONDS` at the most, and take all that are done.

        :raises BrokenExecutor: if a worker has died. :raises ExecutorFailedError: if the executor has failed.
        """
        wait(self.pending.values(), POLL_SECONDS, return_when=FIRST_COMPLETED)
        broken = self._take()
        if broken is not None:
            raise broken

    def resubmit(self) -> None:
        """Restart the executor, and have it play the chunks that the broken one did not."""
        self._executor.restart()
        self._take()
        self._lost = sorted({*self._lost, *self.pending})
        self.pending.clear()
        self._begun.clear()

    def _take(self) -> BrokenExecutor | ExecutorFailedError | None:
        """Take the partial results of the chunks that are done; return the error of those that failed."""
        broken: BrokenExecutor | ExecutorFailedError | None = None
        for one, future in list(self.pending.items()):
            if not future.done():
                continue
            if future.cancelled():  # it is done for good: to wait for it would return at once, for ever
                broken = BrokenExecutor("the work was taken back")
                continue
            try:
                part = future.result()
            except (BrokenExecutor, ExecutorFailedError) as error:
                broken = error
                continue
            del self.pending[one]
            if part.stop < one[1]:  # it took too long
                self._lost = sorted([*self._lost, (part.stop, one[1])])
            elif one[1] - one[0] >= self._chunk and time.monotonic() - self._begun[one] < QUICK_SECONDS:
                self._chunk = min(2 * self._chunk, self._largest)
            del self._begun[one]
            if part.stop > part.start:
                self.ready[part.start] = part
                if self._on_part is not None:
                    self._on_part(part)
        return broken
