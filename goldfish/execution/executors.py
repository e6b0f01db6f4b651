"""Who plays the chunks of jobs: this process, a pool of processes, or any other `concurrent.futures.Executor`.

A executor knows no job: each chunk comes with its own, and a process keeps the jobs that it has made ready last. So one
executor serves many jobs in turn.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, Self

from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.simulation.game import play_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnContext

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.simulation.facts import GameFacts

CHUNK_SECONDS: Final = (
    0.5  # seconds after which a chunk ends with the games that it has; the others are given out again
)
KEPT_JOBS: Final = 4  # jobs that a process keeps ready


class ChunkPlayer:
    """Plays games in this process, with its cards. `halted` is asked between games whether to leave off."""

    __slots__ = ("_db", "_halted", "_lock", "_ready")

    def __init__(self, db: CardDatabase, halted: Callable[[], bool] | None = None) -> None:
        self._db = db
        self._halted = halted
        self._ready: OrderedDict[str, list[PreparedRun]] = OrderedDict()
        self._lock = threading.Lock()

    def part(self, job: Job, start: int, stop: int, patience: float = CHUNK_SECONDS) -> PartialResult:
        """Return what is counted of games from `start` on: up to before `stop`, or fewer, which the part itself says.

        It is fewer when `patience` is at an end, in seconds, but one game at the least; or when this was halted.

        :raises EndlessGameError: if a game does not end. :raises RunError: and all that `prepared` raises.
        """
        with self._lock:  # threads of one process would only wait for each other
            tables = self._tables(job)
            until = time.monotonic() + patience
            part = PartialResult.of(job, start, start)
            for index in range(start, stop):
                if self._halted is not None and self._halted():
                    break
                for table, counter in zip(tables, part.counters(), strict=True):
                    facts: GameFacts = play_game(table, index)
                    counter.add(facts)
                part.stop = index + 1
                if time.monotonic() >= until:
                    break
            return part

    def _tables(self, job: Job) -> list[PreparedRun]:
        tables = self._ready.get(job.key)
        if tables is None:
            tables = self._ready[job.key] = [prepare(run, self._db) for run in job.runs]
        self._ready.move_to_end(job.key)
        while len(self._ready) > KEPT_JOBS:
            self._ready.popitem(last=False)
        return tables


class InlineExecutor(Executor):
    """An executor that does the work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do the work, and return a future that is done; what the work raises comes right away."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class ChunkExecutor:
    """Who plays chunks: executors made by `make`, one after another if workers die. To be closed, as by `with`.

    `part` is what they are given to do, as `Player.part` does it; `size` how many chunks they work on at a time, `halt`
    tells them to leave off.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        part: Callable[[Job, int, int], PartialResult],
        size: int = 1,
        halt: Callable[[], None] | None = None,
    ) -> None:
        self.size = size
        self._make = make
        self._part = part
        self._halt = halt
        self._executor: Executor | None = None
        self._given: set[Future[PartialResult]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def submit(self, job: Job, start: int, stop: int) -> Future[PartialResult]:
        """Let games be played.

        :raises BrokenExecutor: if a worker has died.
        """
        if self._executor is None:
            self._executor = self._make()
        future = self._executor.submit(self._part, job, start, stop)
        self._given.add(future)
        future.add_done_callback(self._given.discard)
        return future

    def drop(self, patience: float) -> None:
        """Have nobody play what was given out before: who is free then is so for other jobs.

        What has not begun is taken back. A game that lasts longer than `patience` seconds ends with its process, where
        that is one of this machine; the next work has new ones.
        """
        given = list(self._given)
        for future in given:
            future.cancel()
        if wait(given, timeout=patience).not_done and self._executor is not None:
            executor, self._executor = self._executor, None
            if isinstance(executor, _WorkerPool):
                executor.end()
            executor.shutdown(wait=False, cancel_futures=True)

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


def in_process_executor(db: CardDatabase) -> ChunkExecutor:
    """Return who plays in this process."""
    return ChunkExecutor(InlineExecutor, ChunkPlayer(db).part)


def process_executor(load: Callable[[], CardDatabase], size: int) -> ChunkExecutor:
    """Return so many processes that play, each with cards of its own: `load` loads them there, so it must be picklable.

    Runs should say their `data_version`; a process that loads other cards then refuses them. A program that calls this
    from its main module does so below `if __name__ == "__main__":`, because processes import that module.
    """
    context = multiprocessing.get_context("spawn")
    halt = context.Event()
    return ChunkExecutor(lambda: _WorkerPool(size, context, load, halt), play_in_worker, size, halt.set)


@contextmanager
def _sigint_ignored() -> Iterator[None]:
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


class _WorkerPool(ProcessPoolExecutor):
    """Worker processes that never hear Ctrl-C, and that can be ended in the middle of a game."""

    def __init__(self, size: int, context: SpawnContext, load: Callable[[], CardDatabase], halt: Any) -> None:
        # Nothing is ever sent: a process leaves when the other end is closed.
        there, self._hold = context.Pipe(duplex=False)
        super().__init__(size, context, _start_worker, (load, halt, there))

    def end(self) -> None:
        """End the processes at once, whatever they do."""
        self._hold.close()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _sigint_ignored():
            return super().submit(fn, *args, **kwargs)


_PLAYER: list[ChunkPlayer] = []  # in a worker process: who plays there


def _start_worker(load: Callable[[], CardDatabase], halt: Any, there: Connection) -> None:
    """Make a worker process ready. Ctrl-C reaches it too, and is the business of who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    threading.Thread(target=_exit_on_close, args=(there,), daemon=True).start()
    _PLAYER[:] = [ChunkPlayer(load(), halt.is_set)]


def _exit_with_parent() -> None:
    """End this process when the one that started it has died: nobody would ever tell it to."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _exit_on_close(there: Connection) -> None:
    """End this process when its executor has been told to end: a game that lasts for long is not waited for."""
    with suppress(EOFError, OSError):
        there.recv_bytes()
    os._exit(1)


def play_in_worker(job: Job, start: int, stop: int) -> PartialResult:
    """Return what is counted of games in a worker process that was made ready."""
    return _PLAYER[0].part(job, start, stop)
