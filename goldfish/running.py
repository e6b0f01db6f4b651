"""Running: chunks of game indices over an executor, and their counts put together in the order of the games.

Parts are merged by rising index, so what has been counted at any moment are the games from 0 on without a gap: a run
that is stopped has the result of a shorter run, and whether an interval is narrow enough is asked after fixed numbers
of games. So nothing depends on the number of processes, on the size of the chunks or on who was faster.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.setup import MODES
from goldfish.game import play
from goldfish.lines import Lines
from goldfish.result import result_of, wide
from goldfish.setup import prepared
from goldfish.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from carddb import CardDatabase
    from goldfish.about import About
    from goldfish.facts import GameFacts
    from goldfish.setup import Run, Table

CHUNK: Final = 25  # games in a chunk: some tenths of a second of greedy play
STEP: Final = 500  # after so many games, and twice as many and so on, `enough` is asked
AHEAD: Final = 3  # chunks given out for each worker, so that none waits for work and memory stays flat
LOSSES: Final = 3  # times that dead workers are replaced before the run is given up


class WorkerDiedError(RuntimeError):
    """Worker processes died again and again; the message says what is known of it."""


class StopRunError(Exception):
    """Raised by a progress callback to end a run as Ctrl-C does: what was counted so far is its result."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is played: one run, or several of which each plays every game. Counted are tallies, or with `lines` lines.

    Tallies are for results, lines for comparisons and sweeps. Both are by run, in order.
    """

    runs: tuple[Run, ...]
    lines: bool = False


@dataclass(slots=True)
class Part:
    """What was counted of the games of a job from one index on to before another."""

    start: int
    stop: int
    tallies: list[Tally] = field(default_factory=list)
    lines: list[Lines] = field(default_factory=list)

    @classmethod
    def of(cls, job: Job, start: int, stop: int) -> Part:
        """Return a part of a job of which nothing has been counted."""
        if job.lines:
            return cls(start, stop, lines=[Lines(run.turns, MODES[run.mode].victory) for run in job.runs])
        return cls(start, stop, [Tally() for _ in job.runs])

    def counters(self) -> Sequence[Tally | Lines]:
        """Return what counts the games of each run."""
        return self.lines or self.tallies

    def add(self, other: Part) -> None:
        """Count the part that comes next.

        :raises ValueError: if it is another one.
        """
        if other.start != self.stop:
            raise ValueError(f"Games {other.start} to {other.stop - 1} were to be counted after {self.stop} games.")
        for tally, more in zip(self.tallies, other.tallies, strict=True):
            tally.merge(more)
        for lines, further in zip(self.lines, other.lines, strict=True):
            lines.merge(further)
        self.stop = other.stop


@dataclass(frozen=True, slots=True)
class Played:
    """The games of a run that were counted: `part` from game 0 on. `asked`: how many games were asked for at the most.

    `stopped`: the run was ended from outside; otherwise fewer games than asked were enough.
    """

    part: Part
    asked: int
    stopped: bool = False

    @property
    def games(self) -> int:
        """The number of games."""
        return self.part.stop


# --- who plays --------------------------------------------------------------------------------------------------------


class Sitting:
    """A job made ready for playing in this process. `halted` is asked between games whether to leave off."""

    __slots__ = ("_halted", "_job", "_tables")

    def __init__(self, job: Job, tables: Sequence[Table], halted: Callable[[], bool] | None = None) -> None:
        self._job = job
        self._tables = tables
        self._halted = halted

    def part(self, start: int, stop: int) -> Part:
        """Return what is counted of games; of fewer of them if it was halted, and then nobody wants it any more.

        :raises EndlessGameError: if one does not end.
        """
        part = Part.of(self._job, start, stop)
        for index in range(start, stop):
            if self._halted is not None and self._halted():
                break
            for table, counter in zip(self._tables, part.counters(), strict=True):
                facts: GameFacts = play(table, index)
                counter.add(facts)
        return part


class Here(Executor):
    """An executor that does the work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do the work, and return a future that is done; what the work raises comes right away."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Crew:
    """Who plays the chunks of a job: executors made by `make`, one after another if workers die.

    `part` is what they are given to do, `size` how many chunks they work on at a time, `halt` tells them to leave off.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        part: Callable[[int, int], Part],
        size: int = 1,
        halt: Callable[[], None] | None = None,
    ) -> None:
        self.size = size
        self._make = make
        self._part = part
        self._halt = halt
        self._executor: Executor | None = None

    def submit(self, start: int, stop: int) -> Future[Part]:
        """Let games be played.

        :raises BrokenExecutor: if a worker has died.
        """
        if self._executor is None:
            self._executor = self._make()
        return self._executor.submit(self._part, start, stop)

    def renew(self) -> None:
        """Let the executor go; the next work has a new one."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None

    def close(self) -> None:
        """Leave off at the next game, and wait until all have."""
        if self._halt is not None:
            self._halt()
        self.renew()


@contextmanager
def _deaf() -> Iterator[None]:
    """Ignore Ctrl-C for a moment: a process that is started meanwhile is deaf to it from its first instruction on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is None:  # somebody who is not Python listens, and could not be put back
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Processes(ProcessPoolExecutor):
    """Worker processes that never hear Ctrl-C."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _deaf():
            return super().submit(fn, *args, **kwargs)


def here(job: Job, db: CardDatabase) -> Crew:
    """Return who plays in this process.

    :raises RunError: and all that `goldfish.setup.prepared` raises.
    """
    return Crew(Here, Sitting(job, [prepared(run, db) for run in job.runs]).part)


def processes(job: Job, load: Callable[[], CardDatabase], jobs: int) -> Crew:
    """Return so many processes that play, each with cards of its own: `load` loads them there, so it must be picklable.

    Runs should say their `data_version`; a process that loads other cards then refuses them. A program that calls this
    from its main module does so below `if __name__ == "__main__":`, because processes import that module.
    """
    context = multiprocessing.get_context("spawn")
    halt = context.Event()
    return Crew(
        lambda: _Processes(jobs, context, _sit_down, (job, load, halt)),
        _part_here,
        jobs,
        halt.set,
    )


_HERE: list[Sitting] = []  # in a worker process: what it plays


def _sit_down(job: Job, load: Callable[[], CardDatabase], halt: Any) -> None:
    """Make a worker process ready. Ctrl-C reaches it too, and is the business of who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    db = load()
    _HERE[:] = [Sitting(job, [prepared(run, db) for run in job.runs], halt.is_set)]


def _part_here(start: int, stop: int) -> Part:
    return _HERE[0].part(start, stop)


# --- a run ------------------------------------------------------------------------------------------------------------


def played(
    job: Job,
    games: int,
    crew: Crew,
    *,
    chunk: int = CHUNK,
    progress: Callable[[Part], None] | None = None,
    enough: Callable[[Part], bool] | None = None,
) -> Played:
    """Play games 0 to `games` - 1 of every run of a job, and return what was counted; the crew is let go.

    `progress` is called after each chunk with what was counted so far, games from 0 on. `enough` is called after each
    `STEP` games and ends the run by saying so. Ctrl-C ends it too, with what was counted until then.

    :raises WorkerDiedError: if workers die again and again; one that dies now and then is replaced, and its games are
        played anew. :raises EndlessGameError: if a game does not end. :raises ValueError: for no games or no chunk.
    """
    if games < 1 or chunk < 1:
        raise ValueError(f"A run has one game and a chunk one game at the least; here are {games} and {chunk}.")
    found = Part.of(job, 0, 0)
    stopped = False
    try:
        for part in _in_order(games, crew, chunk):
            found.add(part)
            if progress is not None:
                progress(found)
            if enough is not None and found.stop % STEP == 0 and enough(found):
                break
    except (KeyboardInterrupt, StopRunError):
        stopped = found.stop < games
    finally:
        crew.close()
    return Played(found, games, stopped)


def narrow(wanted: Mapping[str, float], about: About) -> Callable[[Part], bool]:
    """Return what says of a tally that every figure that is wanted is narrow enough (see `goldfish.result.wide`)."""
    return lambda part: not wide(result_of(part.tallies[0], about), wanted)


def _ranges(games: int, chunk: int) -> Iterator[tuple[int, int]]:
    """Return chunks of games; none goes beyond a number of games after which a run may end."""
    start = 0
    while start < games:
        stop = min(start + chunk, start - start % STEP + STEP, games)
        yield start, stop
        start = stop


def _in_order(games: int, crew: Crew, chunk: int) -> Iterator[Part]:
    """Return the parts of a run by rising index. Each chunk is returned once, however often it had to be played."""
    work = _Work(crew, _ranges(games, chunk))
    following = losses = 0
    while following < games:
        try:
            work.give_out()
            work.collect()
        except BrokenExecutor as error:
            losses += 1
            if losses > LOSSES:
                raise WorkerDiedError(
                    f"Worker processes died {losses} times, the last time while games {following} and following were "
                    f"played ({error}). The system may have ended them for want of memory; try fewer jobs."
                ) from None
            work.again()
        while following in work.ready:
            part = work.ready.pop(following)
            following = part.stop
            yield part


class _Work:
    """The chunks of a run: those to be given out (`_lost` again, `_fresh` for the first time), given out, and ready."""

    __slots__ = ("_crew", "_fresh", "_given", "_lost", "ready")

    def __init__(self, crew: Crew, ranges: Iterator[tuple[int, int]]) -> None:
        self._crew = crew
        self._fresh = ranges
        self._lost: list[tuple[int, int]] = []
        self._given: dict[tuple[int, int], Future[Part]] = {}
        self.ready: dict[int, Part] = {}

    def give_out(self) -> None:
        """Give out as many chunks as the crew should have.

        :raises BrokenExecutor: if a worker has died.
        """
        while len(self._given) + len(self.ready) < self._crew.size * AHEAD:
            one = self._lost[0] if self._lost else next(self._fresh, None)
            if one is None:
                return
            if not self._lost:
                self._lost.append(one)
            self._given[one] = self._crew.submit(*one)
            del self._lost[0]

    def collect(self) -> None:
        """Wait for a part, and take all that are there.

        :raises BrokenExecutor: if a worker has died.
        """
        wait(self._given.values(), return_when=FIRST_COMPLETED)
        broken = self._take()
        if broken is not None:
            raise broken

    def again(self) -> None:
        """Have a new executor play what the broken one did not."""
        self._crew.renew()
        self._take()
        self._lost = sorted({*self._lost, *self._given})
        self._given.clear()

    def _take(self) -> BrokenExecutor | None:
        """Take the parts that are there; return what is wrong with others."""
        broken: BrokenExecutor | None = None
        for one, future in list(self._given.items()):
            if not future.done() or future.cancelled():
                continue
            try:
                self.ready[one[0]] = future.result()
            except BrokenExecutor as error:
                broken = error
            else:
                del self._given[one]
        return broken
