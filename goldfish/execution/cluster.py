"""Runs over a Dask cluster: its workers play the chunks, with the cards and the code of their own machines."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import threading
import time
import warnings
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures import wait as wait_for_all
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from riftcheck.carddb import CardDataError
from riftcheck.goldfish.execution.environment import (
    ClusterError,
    Fingerprint,
    RaisedOnWorker,
    Requirements,
    call_on_worker,
    dask_fingerprint,
    local_fingerprint,
    play_on_worker,
    worker_fingerprint,
)
from riftcheck.goldfish.execution.executors import ChunkExecutor

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job, PartialResult

__all__ = ["ClusterError", "cluster_executor"]

_T = TypeVar("_T")

SCHEMES: Final = ("tcp", "tls")
CONNECT_SECONDS: Final = 10.0  # seconds in which a scheduler must answer who connects
FIRST_WORKER_SECONDS: Final = 10.0  # seconds in which its first worker must be there
LOAD_SECONDS: Final = 180.0  # seconds in which workers must have loaded their cards
POLL_SECONDS: Final = 1.0  # seconds between two looks at how many workers there are
SILENT_SECONDS: Final = 60.0  # seconds after which a scheduler that says nothing is given up
NO_WORKER_SECONDS: Final = 60.0  # seconds without any worker after which a run is given up
_CLOSE_SECONDS: Final = 10.0  # seconds that a connection has to be closed
_LOGGERS: Final = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")


def cluster_executor(
    address: str, load: Callable[[], CardDatabase], cards: str, *, folders: Sequence[str] = ()
) -> ChunkExecutor:
    """Return who plays on the workers of a Dask scheduler at an address such as tcp://10.0.0.5:8786.

    With tls:// the certificates are those that Dask's own configuration names. `load` loads the cards on a worker, so
    it must be picklable; `cards` is the data version that they must have there. `folders` were laid over the cards
    here alone: they are named where card data differ. The executor is as large as the cluster at each time.

    What ends a run besides what `Player.part` raises is a `ClusterError`: the scheduler is gone, no worker is left,
    workers die again and again, or one has come that has other cards or other code.

    :raises ClusterError: if the address is none, nobody or no worker is there, the extra `cluster` is not installed, or
        a worker has another Python, distributed, riftcheck, engine or card data; each is named.
    """
    _check_address(address)
    needs = Requirements(local_fingerprint(cards), tuple(folders), address)
    link = _SchedulerConnection(address)
    try:
        link.open()
        link.wait(link.check(load, needs), FIRST_WORKER_SECONDS + LOAD_SECONDS)
    except BaseException:
        link.close()
        raise
    return _ClusterExecutor(link, partial(play_on_worker, load, needs))


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
    """A executor of as many as the cluster has threads at the time."""

    def __init__(self, link: _SchedulerConnection, part: Callable[[Job, int, int], PartialResult]) -> None:
        super().__init__(partial(_DaskExecutor, link), part, link.size, link.close)
        self._link = link

    def submit(self, job: Job, start: int, stop: int) -> Future[PartialResult]:
        """Let games be played, as many chunks at a time as there are threads now."""
        self.size = self._link.size
        return super().submit(job, start, stop)


class _DaskExecutor(Executor):
    """An executor whose work is done by a cluster."""

    def __init__(self, link: _SchedulerConnection) -> None:
        self._link = link
        self._open: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let some work be done.

        :raises ClusterError: if the connection has been closed.
        """
        future = self._link.send(self._link.work(pickle.dumps((fn, args, kwargs))))
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let it go; what is not done yet is taken back if that is asked for."""
        still = set(self._open)
        if cancel_futures:
            for future in still:
                future.cancel()
        if wait:
            wait_for_all(still, timeout=_CLOSE_SECONDS)


class _SchedulerConnection:
    """A connection to a scheduler, in a thread and an event loop of its own. `size`: the threads of all workers."""

    def __init__(self, address: str) -> None:
        self.size = 1
        self._address = address
        self._client: Any = None
        self._lost = ""  # why the connection is of no more use
        self._tasks: set[asyncio.Task[Any]] = set()
        self._opened: Future[None] = Future()
        self._ready = threading.Event()  # the next two are there
        self._leaving = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._life: asyncio.Task[Any] | None = None
        self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)

    def open(self) -> None:
        """Connect.

        :raises ClusterError: if nobody is there, or Dask is not installed here.
        """
        try:
            import distributed  # noqa: F401, PLC0415 - an extra, which takes its time
        except ImportError:
            raise ClusterError(
                "Runs over a cluster need Dask; install it with: pip install 'riftcheck[cluster]'."
            ) from None
        except Exception as error:  # noqa: BLE001 - it reads its configuration, and says what is wrong with it
            raise ClusterError(f"Dask cannot be used here: {_first_line(error)}.") from None
        _silence_dask()
        self._thread.start()
        self._ready.wait()
        self._opened.result()

    def close(self) -> None:
        """Let the cluster go; what is still played is for nobody. May be called again."""
        if self._loop is None or self._life is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop is closed already
            self._loop.call_soon_threadsafe(self._leave)
        self._thread.join(_CLOSE_SECONDS)

    def send(self, work: Coroutine[Any, Any, _T]) -> Future[_T]:
        """Let the loop do something.

        :raises ClusterError: if the connection has been closed.
        """
        try:
            assert self._loop is not None  # noqa: S101 - it was opened
            return asyncio.run_coroutine_threadsafe(work, self._loop)
        except RuntimeError:
            work.close()
            raise ClusterError(self._closed()) from None

    def wait(self, work: Coroutine[Any, Any, _T], seconds: float) -> _T:
        """Let the loop do something, and wait for it.

        :raises ClusterError: if it takes too long.
        """
        future = self.send(work)
        try:
            return future.result(seconds)
        except TimeoutError:
            future.cancel()
            raise ClusterError(
                f"The workers of the Dask scheduler at {self._address} did not all say within {seconds:.0f} seconds "
                "what is installed there; end those that hang."
            ) from None

    # --- in the loop --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        with (
            contextlib.suppress(Exception, asyncio.CancelledError),  # who waits for `_opened` or for work is told
            asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,
        ):
            runner.run(self._live())

    async def _live(self) -> None:
        """Connect, and stay until this task is cancelled."""
        self._loop = asyncio.get_running_loop()
        self._life = asyncio.current_task()
        self._ready.set()
        try:
            await self._connect()
            self._opened.set_result(None)
            await self._watch()
            await asyncio.Event().wait()
        except BaseException as error:
            if not self._opened.done():
                self._opened.set_exception(error)
            raise
        finally:
            self._leaving = True
            self._lose(self._closed())
            if self._client is not None:
                await asyncio.wait_for(self._client.close(), _CLOSE_SECONDS / 2)

    def _leave(self) -> None:
        """End this connection once: to be told so again must not interrupt its end."""
        if self._life is not None and not self._leaving:
            self._life.cancel()

    async def _connect(self) -> None:
        import distributed  # noqa: PLC0415 - an extra, which takes its time
        from distributed.versions import VersionMismatchWarning  # noqa: PLC0415

        client: Any = distributed.Client
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VersionMismatchWarning)  # it is said in words of our own
            try:
                # Whoever shares this process has clients of their own: this one is the default of none.
                self._client = client(self._address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False)
                await asyncio.wait_for(self._client, CONNECT_SECONDS)
            except Exception as error:  # noqa: BLE001 - whatever somebody says who is no scheduler
                raise ClusterError(
                    f"No Dask scheduler answers at {self._address} ({_first_line(error)}). Start one with "
                    "`dask scheduler`, and give the address that it tells."
                ) from None

    async def check(self, load: Callable[[], CardDatabase], needs: Requirements) -> None:
        """Wait for a worker, and ask each for what it has.

        :raises ClusterError: if there is none, or one has something else than is needed.
        """
        try:
            await self._arrival()
            told = await self._client.get_versions(packages=["riftcheck"])
            sides = {f"scheduler {self._address}": told["scheduler"]}
            sides |= {f"worker {who}": one for who, one in told["workers"].items()}
            needs.check({who: dask_fingerprint(one) for who, one in sides.items()})
            kits = await self._client.run(worker_fingerprint, load, needs.kit["cards"], on_error="return")
        except OSError as error:
            raise ClusterError(self._gone(error)) from None
        needs.check(
            {f"worker {who}": _reported_by(who, kit) for who, kit in kits.items() if not isinstance(kit, OSError)}
        )

    async def _arrival(self) -> None:
        until = time.monotonic() + FIRST_WORKER_SECONDS
        while not await self._threads():
            if time.monotonic() > until:
                raise ClusterError(
                    f"The Dask scheduler at {self._address} has no worker. Start one for each core, on any machine, "
                    f"with `dask worker {self._address} --nworkers=-1 --nthreads 1`."
                )
            await asyncio.sleep(0.1)

    async def _threads(self) -> int:
        """Return how many threads the workers have together, and keep it as the size."""
        told = await asyncio.wait_for(self._client.scheduler.identity(n_workers=0), SILENT_SECONDS)
        threads: int = told["total_threads"]
        self.size = max(1, threads)
        return threads

    async def _watch(self) -> None:
        """Count the workers now and then; return when nobody is there any more."""
        seen = time.monotonic()
        while not self._lost:
            try:
                threads = await self._threads()
            except Exception as error:  # noqa: BLE001 - whatever a connection that ends may say
                self._lose(self._gone(error))
                return
            if threads or not self._tasks:
                seen = time.monotonic()
            elif time.monotonic() - seen > NO_WORKER_SECONDS:
                self._lose(
                    f"The Dask scheduler at {self._address} has had no worker for {NO_WORKER_SECONDS:.0f} seconds; "
                    "start workers, and then the run again."
                )
            await asyncio.sleep(POLL_SECONDS)

    def _lose(self, why: str) -> None:
        """Let nobody wait any more."""
        self._lost = self._lost or why
        for task in self._tasks:
            task.cancel()

    async def work(self, work: bytes) -> Any:
        """Return what some work came to on a worker.

        :raises BrokenExecutor: if it was taken back, as when all workers are started anew.
        :raises ClusterError: if the cluster is of no more use.
        """
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine always runs in one
        self._tasks.add(task)
        try:
            found = None if self._lost else await self._client.submit(call_on_worker, work, pure=False)
        except asyncio.CancelledError:
            if not self._lost:
                raise
        except Exception as error:  # noqa: BLE001 - whatever Dask may say
            raise self._said(error) from None
        finally:
            self._tasks.discard(task)
        if self._lost:
            raise ClusterError(self._lost)
        if isinstance(found, RaisedOnWorker):
            raise found.error
        return found

    def _said(self, error: Exception) -> Exception:
        """Return in our words what Dask said instead of a result."""
        from distributed import KilledWorker  # noqa: PLC0415 - an extra, which takes its time

        if isinstance(error, CancelledError) and getattr(error, "reason", "") != "scheduler-connection-lost":
            return BrokenExecutor("the scheduler took the work back")
        if isinstance(error, KilledWorker):
            return ClusterError(
                f"Workers of the cluster died while they played the same games, {error.allowed_failures + 1} of them, "
                f"the last one at {error.last_worker.address}. Its system may have ended it for want of memory; start "
                "fewer workers on a machine."
            )
        if isinstance(error, (CancelledError, OSError)) or self._client.status != "running":
            self._lose(self._gone(error))
            return ClusterError(self._lost)
        return ClusterError(
            f"The cluster at {self._address} could not take up the work: {_first_line(error)}. Its scheduler and all "
            "workers need riftcheck as it is installed here."
        )

    def _gone(self, error: Exception) -> str:
        why = "" if isinstance(error, CancelledError) else f" ({_first_line(error)})"
        return (
            f"The connection to the Dask scheduler at {self._address} was lost{why}. See whether it still runs, and "
            "start the run again."
        )

    def _closed(self) -> str:
        return f"The connection to the Dask scheduler at {self._address} has been closed."


def _reported_by(who: str, told: Any) -> Fingerprint:
    """Return what a worker said that it has.

    :raises ClusterError: if it said that it has nothing of use.
    """
    if isinstance(told, CardDataError):
        raise ClusterError(f"The worker {who} cannot use its card data: {_first_line(told.problems[0])}.")
    if isinstance(told, Exception):
        raise ClusterError(
            f"The worker {who} cannot play: {_first_line(told)}. Start it anew with what is installed here."
        )
    found: Fingerprint = told
    return found


def _first_line(error: object) -> str:
    """Return what an error says, in one line; its kind if it says nothing."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def _silence_dask() -> None:
    """Keep Dask from telling of closed connections on standard error, unless the program keeps a log itself."""
    if logging.getLogger().handlers:
        return
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
