"""Executors of chunks: in this process, in a pool of processes, or over any other `concurrent.futures.Executor`.

A chunk is a range of games of a job. An executor belongs to no job: each chunk is submitted with its job, and a process
keeps the jobs that it prepared last, so one executor serves many jobs in turn.
"""

from __future__ import annotations

import gc
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

CHUNK_SECONDS: Final = 0.5  # after which a chunk ends with the games it has; the others are submitted again
KEPT_JOBS: Final = 4  # jobs that a process keeps prepared
UNCOLLECTED: Final = 10_000  # containers that games make before cycles among them are looked for: there are hardly any

_PLAYING: Final = threading.Lock()  # threads of one process would only slow each other


class ChunkPlayer:
    """Plays chunks in this process, with its cards. `halted` is asked between two games whether to stop."""

    __slots__ = ("_db", "_halted", "_prepared")

    def __init__(self, db: CardDatabase, halted: Callable[[], bool] | None = None) -> None:
        self._db = db
        self._halted = halted
        self._prepared: OrderedDict[str, list[PreparedRun]] = OrderedDict()

    def play(self, job: Job, start: int, stop: int, patience: float = CHUNK_SECONDS) -> PartialResult:
        """Return the partial result of the games from `start` on to before `stop`, or of the first of them.

        It has fewer games when `patience` has passed, in seconds, though at least one; or when the player was halted.

        :raises EndlessGameError: if a game does not end. :raises FailedGameError: if one fails.
        :raises RunError: and all that `prepare` raises.
        """
        with _PLAYING, _rare_collections():
            runs = self._runs(job)
            until = time.monotonic() + patience
            part = PartialResult.of(job, start, start)
            for index in range(start, stop):
                if self._halted is not None and self._halted():
                    break
                for run, counter in zip(runs, part.counters(), strict=True):
                    facts: GameFacts = play_game(run, index)
                    counter.add(facts)
                part.stop = index + 1
                if time.monotonic() >= until:
                    break
            return part

    def _runs(self, job: Job) -> list[PreparedRun]:
        runs = self._prepared.get(job.key)
        if runs is None:
            runs = self._prepared[job.key] = [prepare(run, self._db) for run in job.runs]
        self._prepared.move_to_end(job.key)
        while len(self._prepared) > KEPT_JOBS:
            self._prepared.popitem(last=False)
        return runs


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Have Python look for cycles more rarely for a while, if it does so at all."""
    before = gc.get_threshold()
    if before[0]:
        gc.set_threshold(max(before[0], UNCOLLECTED), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class ExecutorFailedError(RuntimeError):
    """What plays the games has failed for good; the message says why, and what would be right."""


class InlineExecutor(Executor):
    """An executor that runs each task at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a task and return a future that is done; an exception of the task is raised at once."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class ChunkExecutor:
    """An executor of chunks. It is closed at the end, as by `with`.

    `make` returns the executor below it, and a new one each time that workers have died. `play` plays a chunk there, as
    `ChunkPlayer.play` does. `size` is the number of chunks that are worked on at a time; `halt` stops the players at
    their next game.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        play: Callable[[Job, int, int], PartialResult],
        size: int = 1,
        halt: Callable[[], None] | None = None,
    ) -> None:
        self.size = size
        self._make = make
        self._play = play
        self._halt = halt
        self._executor: Executor | None = None
        self._pending: set[Future[PartialResult]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def submit(self, job: Job, start: int, stop: int) -> Future[PartialResult]:
        """Submit the games from `start` on to before `stop`; return the future of their partial result.

        :raises BrokenExecutor: if a worker has died.
        """
        if self._executor is None:
            self._executor = self._make()
        future = self._executor.submit(self._play, job, start, stop)
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    def abandon(self, patience: float) -> None:
        """Cancel all chunks that were submitted, so that the workers are free for other jobs.

        A game that goes on for longer than `patience` seconds is ended with its process, if that is one of this
        machine; the next chunk is played by new processes.
        """
        pending = list(self._pending)
        for future in pending:
            future.cancel()
        if wait(pending, timeout=patience).not_done and self._executor is not None:
            executor, self._executor = self._executor, None
            if isinstance(executor, _WorkerPool):
                executor.end()
            executor.shutdown(wait=False, cancel_futures=True)

    def restart(self) -> None:
        """Shut the executor below down; the next chunk is submitted to a new one."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        if isinstance(executor, _WorkerPool):
            pending = list(self._pending)
            for future in pending:
                future.cancel()
            wait(pending)
            # A worker that was killed may have held the lock of the queue, and the others would wait for it for ever.
            executor.end()
        executor.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """Stop the workers at their next game, and wait until they have ended."""
        if self._halt is not None:
            self._halt()
        self.restart()


def in_process_executor(db: CardDatabase) -> ChunkExecutor:
    """Return an in-process executor, which plays with the cards of `db`."""
    return ChunkExecutor(InlineExecutor, ChunkPlayer(db).play)


def process_executor(load: Callable[[], CardDatabase], size: int) -> ChunkExecutor:
    """Return an executor over `size` worker processes, each with cards of its own.

    `load` loads the cards in a worker, so it must be picklable. Runs should name their `data_version`; a worker that
    loaded other cards then refuses them. A program that calls this from its main module does so below
    `if __name__ == "__main__":`, because worker processes import that module.
    """
    context = multiprocessing.get_context("spawn")
    halt = context.Event()
    return ChunkExecutor(lambda: _WorkerPool(size, context, load, halt), play_in_worker, size, halt.set)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C for a moment: a process that is started meanwhile has it blocked from its first instruction on.

    This process gets it afterwards; if it were ignored for that moment, it would be lost.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where Ctrl-C is no signal of a process group
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _WorkerPool(ProcessPoolExecutor):
    """A pool of worker processes that ignore Ctrl-C and that can be ended in the middle of a game."""

    def __init__(self, size: int, context: SpawnContext, load: Callable[[], CardDatabase], halt: Any) -> None:
        # Nothing is ever sent: a worker exits when this end of the pipe is closed.
        end, self._hold = context.Pipe(duplex=False)
        super().__init__(size, context, _start_worker, (load, halt, end))

    def end(self) -> None:
        """End the worker processes at once, even in the middle of a game."""
        self._hold.close()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _sigint_blocked():
            return super().submit(fn, *args, **kwargs)


_PLAYER: list[ChunkPlayer] = []  # the one player of a worker process


def _start_worker(load: Callable[[], CardDatabase], halt: Any, end: Connection) -> None:
    """Initialize a worker process. Ctrl-C reaches it too, but is handled by the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    threading.Thread(target=_exit_on_close, args=(end,), daemon=True).start()
    _PLAYER[:] = [ChunkPlayer(load(), halt.is_set)]
    gc.collect()
    gc.freeze()  # the cards stay, and are not looked through again


def _exit_with_parent() -> None:
    """End this process when its parent has died, which can end it no more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _exit_on_close(end: Connection) -> None:
    """End this process when its pool is ended, without waiting for the game that is being played."""
    with suppress(EOFError, OSError):
        end.recv_bytes()
    os._exit(1)


def play_in_worker(job: Job, start: int, stop: int) -> PartialResult:
    """Return the partial result of a chunk, played in an initialized worker process."""
    return _PLAYER[0].play(job, start, stop)
