"""Work that is dropped: games that are being played when nobody wants them any more."""

from __future__ import annotations

import threading
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from typing import TYPE_CHECKING

from riftcheck import carddb
from riftcheck.goldfish.execution.executors import ChunkExecutor, ChunkPlayer, InlineExecutor, process_executor
from riftcheck.goldfish.execution.jobs import Job
from riftcheck.goldfish.execution.runner import StopRunError, run_job
from riftcheck.goldfish.plan.run import Opponent
from tests.api.jobs.job_makers import run_of
from tests.processes import PATIENCE, wait_until

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import PartialResult


def test_a_process_in_the_middle_of_a_game_is_ended(db: CardDatabase) -> None:
    deep = {"budget": 100_000, "samples": 64, "ahead": 10}
    run = run_of(db, policy="lookahead", options=deep, turns=1000, opponent=Opponent("list", list=run_of(db).list))
    slow, quick = Job((run,) * 200), Job((run_of(db),))
    with process_executor(carddb.load_default, 1) as executor:
        assert executor.submit(quick, 0, 2).result().stop == 2
        game = executor.submit(slow, 0, 1)
        waiting = executor.submit(slow, 1, 2)
        wait_until(game.running)
        executor.abandon(0.1)
        assert isinstance(game.exception(PATIENCE), BrokenExecutor)
        assert waiting.cancelled() or isinstance(waiting.exception(PATIENCE), BrokenExecutor)
        assert executor.submit(quick, 0, 2).result().stop == 2
        executor.abandon(0.0)  # nothing is being played: the process stays
        assert executor.submit(quick, 0, 2).result().stop == 2


def test_work_that_ends_soon_does_not_cost_a_process(db: CardDatabase) -> None:
    made: list[InlineExecutor] = []
    player = ChunkPlayer(db)
    executor = ChunkExecutor(lambda: made.append(InlineExecutor()) or made[-1], player.play)
    executor.submit(Job((run_of(db),)), 0, 2)
    executor.abandon(0.0)
    executor.submit(Job((run_of(db),)), 0, 2)
    assert len(made) == 1


def test_a_run_may_be_ended_while_nothing_comes(db: CardDatabase) -> None:
    closed = threading.Event()
    player = ChunkPlayer(db)

    def part(job: Job, start: int, stop: int) -> PartialResult:
        closed.wait(PATIENCE)
        return player.play(job, start, stop)

    looks: list[int] = []

    def look() -> None:
        looks.append(1)
        if len(looks) > 2:
            raise StopRunError

    with ChunkExecutor(lambda: ThreadPoolExecutor(2), part, 2) as executor:
        found = run_job(Job((run_of(db, seed=7),)), 50, executor, poll=look)
        assert (found.games, found.stopped) == (0, True)
        executor.abandon(0.0)
        closed.set()
