"""A connection to the scheduler of a Dask cluster: calls on its workers, its size, and the fingerprints of both."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
import warnings
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import TYPE_CHECKING, Any, Final, TypeVar

from riftcheck.carddb import CardDataError
from riftcheck.goldfish.execution.environment import (
    ClusterError,
    Fingerprint,
    RaisedOnWorker,
    Requirements,
    call_on_worker,
    dask_fingerprint,
    worker_fingerprint,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from riftcheck.carddb import CardDatabase

_T = TypeVar("_T")

CONNECT_SECONDS: Final = 10.0  # in which a scheduler must answer
FIRST_WORKER_SECONDS: Final = 10.0  # in which its first worker must be there
LOAD_SECONDS: Final = 180.0  # in which workers must have loaded their cards
POLL_SECONDS: Final = 1.0  # between two polls of the size of the cluster
SILENT_SECONDS: Final = 60.0  # after which a scheduler that does not answer is given up
NO_WORKER_SECONDS: Final = 60.0  # without any worker after which a job fails
CLOSE_SECONDS: Final = 10.0  # in which a connection must have been closed
_LOGGERS: Final = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")


class SchedulerConnection:
    """A connection to a Dask scheduler, in a thread and an event loop of its own.

    `size` is the number of threads that all workers have together, one at the least.
    """

    def __init__(self, address: str) -> None:
        self.size = 1
        self._address = address
        self._client: Any = None
        self._lost = ""  # the reason why the connection cannot be used any more
        self._tasks: set[asyncio.Task[Any]] = set()
        self._opened: Future[None] = Future()
        self._ready = threading.Event()  # `_loop` and `_main` are set
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[Any] | None = None
        self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)

    def open(self) -> None:
        """Connect to the scheduler.

        :raises ClusterError: if no scheduler answers, or Dask is not installed here.
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
        """Close the connection; results of calls that are not done are lost. It may be called again."""
        if self._loop is None or self._main is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop is closed already
            self._loop.call_soon_threadsafe(self._cancel)
        self._thread.join(CLOSE_SECONDS)

    def submit(self, call: bytes) -> Future[Any]:
        """Submit a pickled function with its arguments to the cluster, and return the future of its result.

        :raises ClusterError: if the connection has been closed.
        """
        return self._start(self._call(call))

    def _start(self, coroutine: Coroutine[Any, Any, _T]) -> Future[_T]:
        """Start a coroutine in the event loop.

        :raises ClusterError: if the connection has been closed.
        """
        try:
            assert self._loop is not None  # noqa: S101 - it was opened
            return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        except RuntimeError:
            coroutine.close()
            raise ClusterError(self._closed()) from None

    def check(self, load: Callable[[], CardDatabase], needs: Requirements) -> None:
        """Wait for a worker, and compare the fingerprints of the scheduler and of all workers.

        :raises ClusterError: if there is no worker, one differs, or they take too long to answer.
        """
        seconds = FIRST_WORKER_SECONDS + LOAD_SECONDS
        future = self._start(self._check(load, needs))
        try:
            future.result(seconds)
        except TimeoutError:
            future.cancel()
            raise ClusterError(
                f"The workers of the Dask scheduler at {self._address} did not all say within {seconds:.0f} seconds "
                "what is installed there; end those that hang."
            ) from None

    # --- in the loop --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        with (
            contextlib.suppress(Exception, asyncio.CancelledError),  # raised by `_opened` and the futures
            asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,
        ):
            runner.run(self._serve())

    async def _serve(self) -> None:
        """Connect, and keep the connection until this task is cancelled."""
        self._loop = asyncio.get_running_loop()
        self._main = asyncio.current_task()
        self._ready.set()
        try:
            await self._connect()
            self._opened.set_result(None)
            await self._monitor()
            await asyncio.Event().wait()
        except BaseException as error:
            if not self._opened.done():
                self._opened.set_exception(error)
            raise
        finally:
            self._closing = True
            self._fail(self._closed())
            if self._client is not None:
                await asyncio.wait_for(self._client.close(), CLOSE_SECONDS / 2)

    def _cancel(self) -> None:
        """Cancel the connection's task once: a second time would interrupt its end."""
        if self._main is not None and not self._closing:
            self._main.cancel()

    async def _connect(self) -> None:
        import distributed  # noqa: PLC0415 - an extra, which takes its time
        from distributed.versions import VersionMismatchWarning  # noqa: PLC0415

        client: Any = distributed.Client
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VersionMismatchWarning)  # `check` words it itself
            try:
                # Other code in this process may have clients of its own, so this one is not the default.
                self._client = client(self._address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False)
                await asyncio.wait_for(self._client, CONNECT_SECONDS)
            except Exception as error:  # noqa: BLE001 - a server that is no scheduler may raise anything
                raise ClusterError(
                    f"No Dask scheduler answers at {self._address} ({_first_line(error)}). Start one with "
                    "`dask scheduler`, and give the address that it tells."
                ) from None

    async def _check(self, load: Callable[[], CardDatabase], needs: Requirements) -> None:
        try:
            await self._first_worker()
            versions = await self._client.get_versions(packages=["riftcheck"])
            sides = {f"scheduler {self._address}": versions["scheduler"]}
            sides |= {f"worker {who}": one for who, one in versions["workers"].items()}
            needs.check({who: dask_fingerprint(one) for who, one in sides.items()})
            reports = await self._client.run(worker_fingerprint, load, needs.fingerprint["cards"], on_error="return")
        except OSError as error:
            raise ClusterError(self._lost_message(error)) from None
        needs.check(
            {f"worker {who}": _fingerprint_of(who, one) for who, one in reports.items() if not isinstance(one, OSError)}
        )

    async def _first_worker(self) -> None:
        until = time.monotonic() + FIRST_WORKER_SECONDS
        while not await self._threads():
            if time.monotonic() > until:
                raise ClusterError(
                    f"The Dask scheduler at {self._address} has no worker. Start one for each core, on any machine, "
                    f"with `dask worker {self._address} --nworkers=-1 --nthreads 1`."
                )
            await asyncio.sleep(0.1)

    async def _threads(self) -> int:
        """Return the number of threads of all workers together, and set `size` by it."""
        identity = await asyncio.wait_for(self._client.scheduler.identity(n_workers=0), SILENT_SECONDS)
        threads: int = identity["total_threads"]
        self.size = max(1, threads)
        return threads

    async def _monitor(self) -> None:
        """Poll the size of the cluster; return when the scheduler or all workers are gone."""
        seen = time.monotonic()
        while not self._lost:
            try:
                threads = await self._threads()
            except Exception as error:  # noqa: BLE001 - a connection that ends may raise anything
                self._fail(self._lost_message(error))
                return
            if threads or not self._tasks:
                seen = time.monotonic()
            elif time.monotonic() - seen > NO_WORKER_SECONDS:
                self._fail(
                    f"The Dask scheduler at {self._address} has had no worker for {NO_WORKER_SECONDS:.0f} seconds; "
                    "start workers, and then the run again."
                )
            await asyncio.sleep(POLL_SECONDS)

    def _fail(self, why: str) -> None:
        """Fail all calls that are pending, for the first reason that was given."""
        self._lost = self._lost or why
        for task in self._tasks:
            task.cancel()

    async def _call(self, call: bytes) -> Any:
        """Return the result of a pickled call on a worker.

        :raises BrokenExecutor: if the scheduler took the call back, as when all workers are started anew.
        :raises ClusterError: if the cluster cannot be used any more.
        """
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine always runs in one
        self._tasks.add(task)
        try:
            found = None if self._lost else await self._client.submit(call_on_worker, call, pure=False)
        except asyncio.CancelledError:
            if not self._lost:
                raise
        except Exception as error:  # noqa: BLE001 - Dask may raise anything
            raise self._translated(error) from None
        finally:
            self._tasks.discard(task)
        if self._lost:
            raise ClusterError(self._lost)
        if isinstance(found, RaisedOnWorker):
            raise found.error
        return found

    def _translated(self, error: Exception) -> Exception:
        """Return an error of Dask as one of ours, which says what to do."""
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
            self._fail(self._lost_message(error))
            return ClusterError(self._lost)
        return ClusterError(
            f"The cluster at {self._address} could not take up the work: {_first_line(error)}. Its scheduler and all "
            "workers need riftcheck as it is installed here."
        )

    def _lost_message(self, error: Exception) -> str:
        why = "" if isinstance(error, CancelledError) else f" ({_first_line(error)})"
        return (
            f"The connection to the Dask scheduler at {self._address} was lost{why}. See whether it still runs, and "
            "start the run again."
        )

    def _closed(self) -> str:
        return f"The connection to the Dask scheduler at {self._address} has been closed."


def _fingerprint_of(who: str, told: Any) -> Fingerprint:
    """Return the fingerprint that a worker reported.

    :raises ClusterError: if it reported an error instead.
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
    """Return the first line of an error's message, or its class where there is none."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def _silence_dask() -> None:
    """Keep Dask from logging closed connections to standard error, unless the program has a log itself."""
    if logging.getLogger().handlers:
        return
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
