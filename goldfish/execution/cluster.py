"""The executor over a Dask cluster, whose workers play chunks with the cards and code of their own machines."""

from __future__ import annotations

import pickle
from concurrent.futures import Executor, Future
from concurrent.futures import wait as wait_for_all
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from riftcheck.goldfish.execution.environment import (
    ClusterError,
    Requirements,
    local_fingerprint,
    play_on_worker,
)
from riftcheck.goldfish.execution.executors import ChunkExecutor
from riftcheck.goldfish.execution.scheduler_connection import CLOSE_SECONDS, SchedulerConnection

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job, PartialResult

__all__ = ["ClusterError", "cluster_executor"]

SCHEMES: Final = ("tcp", "tls")


def cluster_executor(
    address: str, load: Callable[[], CardDatabase], cards: str, *, folders: Sequence[str] = ()
) -> ChunkExecutor:
    """Return an executor over the workers of a Dask scheduler at an address such as tcp://10.0.0.5:8786.

    With tls:// the certificates are those that Dask's own configuration names. `load` loads the cards on a worker, so
    it must be picklable; `cards` is the data version that they must have there. `folders` were laid over the cards of
    this machine alone: they are named where card data differ. The size of the executor is that of the cluster at each
    time.

    A job ends by the exceptions of `ChunkPlayer.play`, and by a `ClusterError` when the scheduler is gone, no worker is
    left, workers die again and again, or one has come that has other cards or other code: the outcome of `run_job` then
    has what was counted, and that error.

    :raises ClusterError: if the address is not valid, no scheduler or no worker is there, the extra `cluster` is not
        installed, or a worker has another Python, distributed, riftcheck, engine or card data; each is named.
    """
    _check_address(address)
    needs = Requirements(local_fingerprint(cards), tuple(folders), address)
    connection = SchedulerConnection(address)
    try:
        connection.open()
        connection.check(load, needs)
    except BaseException:
        connection.close()
        raise
    return _ClusterExecutor(connection, partial(play_on_worker, load, needs))


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        right = parts.scheme in SCHEMES and parts.hostname and parts.port and not (parts.path or parts.query)
    except ValueError:  # a port that is no number
        right = False
    if not right:
        raise ClusterError(
            f"{address!r} is no address of a Dask scheduler; write tcp://HOST:PORT, or tls://HOST:PORT, as the "
            "scheduler tells it when it starts."
        )


class _ClusterExecutor(ChunkExecutor):
    """An executor whose size is the number of threads that the cluster has at the time."""

    def __init__(self, connection: SchedulerConnection, play: Callable[[Job, int, int], PartialResult]) -> None:
        super().__init__(partial(_DaskExecutor, connection), play, connection.size, connection.close)
        self._connection = connection

    def submit(self, job: Job, start: int, stop: int) -> Future[PartialResult]:
        """Submit a chunk, and take on the size that the cluster has now."""
        self.size = self._connection.size
        return super().submit(job, start, stop)


class _DaskExecutor(Executor):
    """An executor whose tasks are run by a cluster."""

    def __init__(self, connection: SchedulerConnection) -> None:
        self._connection = connection
        self._pending: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a call.

        :raises ClusterError: if the connection has been closed.
        """
        future = self._connection.submit(pickle.dumps((fn, args, kwargs)))
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut the executor down; `cancel_futures` cancels the calls that are not done yet."""
        pending = set(self._pending)
        if cancel_futures:
            for future in pending:
                future.cancel()
        if wait:
            wait_for_all(pending, timeout=CLOSE_SECONDS)
