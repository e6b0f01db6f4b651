"""Running: chunks of game indices over a crew, and their counts put together in the order of the games.

Parts are merged by rising index, so what has been counted at any moment are the games from 0 on without a gap: a run
that is stopped has the result of a shorter run, and whether an interval is narrow enough is asked after fixed numbers
of games. So nothing depends on the number of processes, on the size of the chunks or on who was faster.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from riftcheck.goldfish.execution.chunks import Part
from riftcheck.goldfish.results.document import result_of, wide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from riftcheck.goldfish.execution.chunks import Job
    from riftcheck.goldfish.execution.executors import Crew
    from riftcheck.goldfish.results.run_info import About

CHUNK: Final = 25  # games in a chunk: some tenths of a second of greedy play
STEP: Final = 500  # after so many games, and twice as many and so on, `enough` is asked
AHEAD: Final = 3  # chunks given out for each worker, so that none waits for work and memory stays flat
BEAT: Final = 0.25  # seconds after which `leave` and `look` are asked again while nothing comes
LOSSES: Final = 3  # times that dead workers are replaced before the run is given up


class WorkerDiedError(RuntimeError):
    """Worker processes died again and again; the message says what is known of it."""


class StopRunError(Exception):
    """Raised by a callback to end a run as Ctrl-C does: what was counted so far is its result."""


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


def played(
    job: Job,
    games: int,
    crew: Crew,
    *,
    chunk: int = CHUNK,
    had: Sequence[Part] = (),
    keep: Callable[[Part], None] | None = None,
    progress: Callable[[Part], None] | None = None,
    enough: Callable[[Part], bool] | None = None,
    leave: Callable[[], bool] | None = None,
    look: Callable[[], None] | None = None,
) -> Played:
    """Play games 0 to `games` - 1 of every run of a job, and return what was counted.

    `had` are parts that were counted before; only what they lack is played. `keep` is given each part as it comes, in
    any order. `progress` is called with what was counted so far, games from 0 on. `enough` is called after each `STEP`
    games and ends the run by saying so. `leave` ends it once the chunks that were given out are there. `look` is called
    whenever something came, and while nothing comes; `StopRunError` from there, and Ctrl-C, end the run with what was
    counted until then, and what is still played is for nobody: who made the crew closes it, or has it drop its work.

    :raises WorkerDiedError: if workers die again and again; one that dies now and then is replaced, and its games are
        played anew. :raises EndlessGameError: if a game does not end. :raises RunError: if a run cannot be played.
    :raises ValueError: for no games or no chunk, or parts that overlap.
    """
    if games < 1 or chunk < 1:
        raise ValueError(f"A run has one game and a chunk one game at the least; here are {games} and {chunk}.")
    found = Part.of(job, 0, 0)
    sufficed = False
    try:
        for part in _in_order(_Work(job, games, crew, chunk=chunk, had=had, keep=keep), games, leave, look):
            found.add(part)
            if progress is not None:
                progress(found)
            if enough is not None and found.stop % STEP == 0 and enough(found):
                sufficed = True
                break
    except (KeyboardInterrupt, StopRunError):
        pass
    return Played(found, games, found.stop < games and not sufficed)


def narrow(wanted: Mapping[str, float], about: About) -> Callable[[Part], bool]:
    """Return what says of a tally that every figure that is wanted is narrow enough (see `results.document.wide`)."""
    return lambda part: not wide(result_of(part.tallies[0], about), wanted)


def _ranges(games: int, chunk: int, had: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """Return chunks of the games that parts lack; none goes beyond a number of games after which a run may end."""
    start = 0
    for part in [*had, Part(games, games)]:
        while start < part.start:
            stop = min(start + chunk, start - start % STEP + STEP, part.start)
            yield start, stop
            start = stop
        start = part.stop


def _in_order(
    work: _Work, games: int, leave: Callable[[], bool] | None, look: Callable[[], None] | None
) -> Iterator[Part]:
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
            if losses > LOSSES:
                raise WorkerDiedError(
                    f"Worker processes died {losses} times, the last time while games {following} and following were "
                    f"played ({error}). The system may have ended them for want of memory; try fewer jobs."
                ) from None
            work.again()


class _Work:
    """The chunks of a run: those to be given out (`_lost` again, `_fresh` for the first time), given out, and ready."""

    __slots__ = ("_crew", "_fresh", "_had", "_job", "_keep", "_lost", "given", "ready")

    def __init__(
        self,
        job: Job,
        games: int,
        crew: Crew,
        *,
        chunk: int,
        had: Sequence[Part],
        keep: Callable[[Part], None] | None,
    ) -> None:
        had = sorted(had, key=lambda part: part.start)
        for one, other in pairwise(had):
            if other.start < one.stop:
                raise ValueError(f"Game {other.start} is in two of the parts that were counted before.")
        self._job = job
        self._crew = crew
        self._fresh = _ranges(games, chunk, had)
        self._lost: list[tuple[int, int]] = []
        self._keep = keep
        self.given: dict[tuple[int, int], Future[Part]] = {}
        self.ready = {part.start: part for part in had}
        self._had = len(had)

    def give_out(self) -> None:
        """Give out as many chunks as the crew should have.

        :raises BrokenExecutor: if a worker has died.
        """
        while len(self.given) < self._crew.size or len(self.given) + len(self.ready) < self._most():
            one = self._lost[0] if self._lost else next(self._fresh, None)
            if one is None:
                return
            if not self._lost:
                self._lost.append(one)
            self.given[one] = self._crew.submit(self._job, *one)
            del self._lost[0]

    def _most(self) -> int:
        """Return how many parts may be given out or wait to be counted; a crew may grow and shrink."""
        return self._crew.size * AHEAD + self._had

    def collect(self) -> None:
        """Wait for a part, though not for long, and take all that are there.

        :raises BrokenExecutor: if a worker has died.
        """
        wait(self.given.values(), BEAT, return_when=FIRST_COMPLETED)
        broken = self._take()
        if broken is not None:
            raise broken

    def again(self) -> None:
        """Have a new executor play what the broken one did not."""
        self._crew.renew()
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
