"""Running: chunks of game indices over a executor, and their counts put together in the order of the games.

Parts are merged by rising index, so what has been counted at any moment are the games from 0 on without a gap: a run
that is stopped has the result of a shorter run, and whether an interval is narrow enough is asked after fixed numbers
of games. So nothing depends on the number of processes, on the size of the chunks or on who was faster.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from riftcheck.goldfish.execution.jobs import PartialResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.jobs import Job

CHUNK_GAMES: Final = 25  # games in a chunk: some tenths of a second of greedy play
CHECK_GAMES: Final = 500  # after so many games, and twice as many and so on, `enough` is asked
CHUNKS_AHEAD: Final = 3  # chunks given out for each worker, so that none waits for work and memory stays flat
POLL_SECONDS: Final = 0.25  # seconds after which `leave` and `look` are asked again while nothing comes
MAX_LOSSES: Final = 3  # times that dead workers are replaced before the run is given up


class WorkerDiedError(RuntimeError):
    """Worker processes died again and again; the message says what is known of it."""


class StopRunError(Exception):
    """Raised by a callback to end a run as Ctrl-C does: what was counted so far is its result."""


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The end of a job: `result` counts its games from game 0 on; `asked` is how many games were asked for at the most.

    `stopped`: the job was ended from outside; otherwise fewer games than asked were enough.
    """

    result: PartialResult
    asked: int
    stopped: bool = False

    @property
    def games(self) -> int:
        """The number of games."""
        return self.result.stop


def run_job(
    job: Job,
    games: int,
    executor: ChunkExecutor,
    *,
    chunk: int = CHUNK_GAMES,
    had: Sequence[PartialResult] = (),
    keep: Callable[[PartialResult], None] | None = None,
    progress: Callable[[PartialResult], None] | None = None,
    enough: Callable[[PartialResult], bool] | None = None,
    leave: Callable[[], bool] | None = None,
    look: Callable[[], None] | None = None,
) -> JobOutcome:
    """Play games 0 to `games` - 1 of every run of a job, and return what was counted.

    `had` are parts that were counted before; only what they lack is played. `keep` is given each part as it comes, in
    any order. `progress` is called with what was counted so far, games from 0 on. `enough` is called after each `STEP`
    games and ends the run by saying so. `leave` ends it once the chunks that were given out are there. `look` is called
    whenever something came, and while nothing comes; `StopRunError` from there, and Ctrl-C, end the run with what was
    counted until then; what is still
    being played then is left to the executor, to be closed or dropped.

    :raises WorkerDiedError: if workers die again and again; one that dies now and then is replaced, and its games are
        played anew. :raises EndlessGameError: if a game does not end. :raises RunError: if a run cannot be played.
    :raises ValueError: for no games or no chunk, or parts that overlap.
    """
    if games < 1 or chunk < 1:
        raise ValueError(f"A run has one game and a chunk one game at the least; here are {games} and {chunk}.")
    found = PartialResult.of(job, 0, 0)
    sufficed = False
    try:
        for part in _in_order(_Dispatcher(job, games, executor, chunk=chunk, had=had, keep=keep), games, leave, look):
            found.add(part)
            if progress is not None:
                progress(found)
            if enough is not None and found.stop % CHECK_GAMES == 0 and enough(found):
                sufficed = True
                break
    except (KeyboardInterrupt, StopRunError):
        pass
    return JobOutcome(found, games, found.stop < games and not sufficed)


def _ranges(games: int, chunk: int, had: Sequence[PartialResult]) -> Iterator[tuple[int, int]]:
    """Return chunks of the games that parts lack; none goes beyond a number of games after which a run may end."""
    start = 0
    for part in [*had, PartialResult(games, games)]:
        while start < part.start:
            stop = min(start + chunk, start - start % CHECK_GAMES + CHECK_GAMES, part.start)
            yield start, stop
            start = stop
        start = part.stop


def _in_order(
    work: _Dispatcher, games: int, leave: Callable[[], bool] | None, look: Callable[[], None] | None
) -> Iterator[PartialResult]:
    """Return the parts of a run by rising index. Each chunk is returned once, however often it had to be played."""
    following = losses = 0
    leaving = False
    while True:
        while following in work.ready:
            part = work.ready.pop(following)
            following = part.stop
            yield part
        if following >= games:
            return
        try:
            if look is not None:
                look()
            leaving = leaving or (leave is not None and leave())
            if not leaving:
                work.give_out()
            elif not work.given:
                return
            work.collect()
        except BrokenExecutor as error:
            losses += 1
            if losses > MAX_LOSSES:
                raise WorkerDiedError(
                    f"Worker processes died {losses} times, the last time while games {following} and following were "
                    f"played ({error}). The system may have ended them for want of memory; try fewer jobs."
                ) from None
            work.again()


class _Dispatcher:
    """The chunks of a run: those to be given out (`_lost` again, `_fresh` for the first time), given out, and ready."""

    __slots__ = ("_executor", "_fresh", "_had", "_job", "_keep", "_lost", "given", "ready")

    def __init__(
        self,
        job: Job,
        games: int,
        executor: ChunkExecutor,
        *,
        chunk: int,
        had: Sequence[PartialResult],
        keep: Callable[[PartialResult], None] | None,
    ) -> None:
        had = sorted(had, key=lambda part: part.start)
        for one, other in pairwise(had):
            if other.start < one.stop:
                raise ValueError(f"Game {other.start} is in two of the parts that were counted before.")
        self._job = job
        self._executor = executor
        self._fresh = _ranges(games, chunk, had)
        self._lost: list[tuple[int, int]] = []
        self._keep = keep
        self.given: dict[tuple[int, int], Future[PartialResult]] = {}
        self.ready = {part.start: part for part in had}
        self._had = len(had)

    def give_out(self) -> None:
        """Give out as many chunks as the executor should have.

        :raises BrokenExecutor: if a worker has died.
        """
        while len(self.given) < self._executor.size or len(self.given) + len(self.ready) < self._most():
            one = self._lost[0] if self._lost else next(self._fresh, None)
            if one is None:
                return
            if not self._lost:
                self._lost.append(one)
            self.given[one] = self._executor.submit(self._job, *one)
            del self._lost[0]

    def _most(self) -> int:
        """Return how many parts may be given out or wait to be counted; a executor may grow and shrink."""
        return self._executor.size * CHUNKS_AHEAD + self._had

    def collect(self) -> None:
        """Wait for a part, though not for long, and take all that are there.

        :raises BrokenExecutor: if a worker has died.
        """
        wait(self.given.values(), POLL_SECONDS, return_when=FIRST_COMPLETED)
        broken = self._take()
        if broken is not None:
            raise broken

    def again(self) -> None:
        """Have a new executor play what the broken one did not."""
        self._executor.renew()
        self._take()
        self._lost = sorted({*self._lost, *self.given})
        self.given.clear()

    def _take(self) -> BrokenExecutor | None:
        """Take the parts that are there; return what is wrong with others."""
        broken: BrokenExecutor | None = None
        for one, future in list(self.given.items()):
            if not future.done():
                continue
            if future.cancelled():  # it is done for good: to wait for it would return at once, for ever
                broken = BrokenExecutor("the work was taken back")
                continue
            try:
                part = future.result()
            except BrokenExecutor as error:
                broken = error
                continue
            del self.given[one]
            if part.stop < one[1]:  # it took too long
                self._lost = sorted([*self._lost, (part.stop, one[1])])
            if part.stop > part.start:
                self.ready[part.start] = part
                if self._keep is not None:
                    self._keep(part)
        return broken
