"""The process of a worker: `python -m riftcheck.api.jobs`, on any machine that reaches the database.

It plays jobs until SIGTERM or Ctrl-C. The server starts one for itself, `--beside-server`: that one ends, too, when
there have been no jobs for a while, and when its standard input ends, of which the server holds the other end.
"""

from __future__ import annotations

import fcntl
import math
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from riftcheck import carddb
from riftcheck.api import logs
from riftcheck.api.jobs.worker import Worker
from riftcheck.api.settings import SettingError, Settings
from riftcheck.api.stores import job_store
from riftcheck.carddb import CardDataError
from riftcheck.goldfish.execution.environment import ClusterError
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.store.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.store.jobs import JobStore

BESIDE: Final = "--beside-server"
IDLE: Final = 60.0  # seconds without a job after which a worker beside a server ends
_INPUT: Final = 0
_NICE: Final = 10  # answers of the server go before games


def main(words: Sequence[str]) -> int:
    """Play jobs with the settings of the environment; return the exit code, 2 for wrong settings or arguments."""
    beside = list(words) == [BESIDE]
    if words and not beside:
        sys.stderr.write(f"python -m riftcheck.api.jobs takes {BESIDE} and nothing else.\n")
        return 2
    try:
        settings = Settings.from_env()
        logs.catch_all(settings)
        store = job_store(settings)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if beside:
        os.nice(_NICE)
    try:
        db = carddb.load_default()
        held = hold_file(store)
        with _executor(settings, db) as executor:
            worker = Worker(store, db, executor, goldfish_fingerprint(db.version), settings.jobs_seconds)
            _halt_when_told(worker, settings.jobs_grace, beside=beside)
            worker.run(IDLE if beside else math.inf)
    except (CardDataError, ClusterError) as fault:
        logs.LOGGER.error("jobs cannot be played: %s", fault)
        return 1
    except DatabaseError:  # the store has logged why
        return 1
    if held is not None:
        os.close(held)
    return 0


def _executor(settings: Settings, db: CardDatabase) -> ChunkExecutor:
    if settings.cluster:
        from riftcheck.goldfish.execution.cluster import cluster_executor  # noqa: PLC0415 - only with its extra

        return cluster_executor(settings.cluster, carddb.load_default, db.version)
    return process_executor(carddb.load_default, settings.jobs_processes or os.cpu_count() or 1)


def hold_file(store: JobStore) -> int | None:
    """Hold a lock beside the file of the jobs together with all other workers of this machine, and return it.

    The first worker returns the jobs of workers that died to the queue. If it cannot, these jobs are claimed again when
    their leases end. Return None, without a lock, if jobs are in PostgreSQL or the folder cannot be written.
    """
    file = store.database.file
    if file is None:
        return None
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = os.open(f"{file}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError:
        return None
    with suppress(OSError, DatabaseError):
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        store.release_all()
    fcntl.flock(held, fcntl.LOCK_SH)
    return held


def _halt_when_told(worker: Worker, grace: float, *, beside: bool) -> None:
    """Have the worker leave when it is told to; the process ends with 1 if it has not left after `grace` seconds."""

    def leave(*_signal: Any) -> None:
        worker.halt()
        late = threading.Timer(grace, os._exit, (1,))
        late.daemon = True
        late.start()

    def watch() -> None:
        with suppress(OSError):
            while os.read(_INPUT, 1024):  # not by sys.stdin, which Python itself takes hold of when it ends
                pass
        leave()

    signal.signal(signal.SIGTERM, leave)
    # Beside a server Ctrl-C reaches it too, and is the business of the server.
    signal.signal(signal.SIGINT, signal.SIG_IGN if beside else leave)
    if beside:
        threading.Thread(target=watch, daemon=True).start()
