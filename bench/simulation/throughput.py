"""Games a second by the clock of a run that several workers play and count: processes, or workers of Dask."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.simulation.dask_cluster import LocalCluster
from bench.simulation.goldfish import job
from riftcheck import carddb
from riftcheck.goldfish.execution.cluster import cluster_executor
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.runner import run_job

if TYPE_CHECKING:
    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.jobs import PartialResult

SECONDS: Final = 8.0  # of each measurement
AHEAD: Final = 60  # games of each worker before a measurement begins: the workers load their cards


def by_processes(processes: int) -> float:
    """Return the games a second of so many processes of this machine, once they have begun."""
    with process_executor(carddb.load, processes) as executor:
        return _games_per_second(executor, processes)


def by_dask_workers(workers: int) -> float:
    """Return the games a second of a Dask cluster of so many processes of this machine, once they have begun."""
    with (
        tempfile.TemporaryDirectory() as folder,
        LocalCluster(Path(folder), workers) as cluster,
        cluster_executor(cluster.address, carddb.load, carddb.load().version) as executor,
    ):
        return _games_per_second(executor, workers)


def _games_per_second(executor: ChunkExecutor, workers: int) -> float:
    begun: tuple[float, int] | None = None
    now = (0.0, 0)

    def note(part: PartialResult) -> None:
        nonlocal begun, now
        now = (time.perf_counter(), part.stop)
        if begun is None and part.stop >= AHEAD * workers:
            begun = now

    def enough() -> bool:
        return begun is not None and now[0] - begun[0] > SECONDS

    run_job(job("passive"), 10**6, executor, progress=note, should_stop=enough)
    assert begun is not None
    return (now[1] - begun[1]) / (now[0] - begun[0])
