"""The process that plays jobs: `python -m api.jobs`, started by the server and ended with it.

It leaves when there has been nothing to do for a while, when it is told to (SIGTERM), and when its standard input ends:
the server holds the other end. Without a server it may be run by hand, on any machine that reaches the database.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import carddb
from api import logs
from api.jobs.database import DatabaseError
from api.jobs.keeping import engine_of, store_of
from api.jobs.runner import Runner
from api.settings import SettingError, Settings
from goldfish.crews import processes
from goldfish.kits import ClusterError

if TYPE_CHECKING:
    from api.jobs.store import Store
    from carddb import CardDatabase
    from goldfish.crews import Crew

IDLE: Final = 60.0  # seconds without a job after which the process leaves
_GRACE: Final = 8.0  # seconds for the games that are being played when it is told to leave


def main() -> int:
    """Play jobs; return the exit code."""
    try:
        settings = Settings.from_env()
        logs.configure(settings)
        store = store_of(settings)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    db = carddb.load_default()
    try:
        held = _hold(store)
        with _crew(settings, db) as crew:
            runner = Runner(store, db, crew, engine_of(db), settings.jobs_seconds)
            _leave_when_told(runner)
            runner.run(IDLE)
    except (DatabaseError, ClusterError) as fault:
        logs.LOGGER.error("jobs cannot be played: %s", fault)
        return 1
    if held is not None:
        os.close(held)
    return 0


def _crew(settings: Settings, db: CardDatabase) -> Crew:
    if settings.cluster:
        from goldfish.cluster import cluster  # noqa: PLC0415 - only with its extra

        return cluster(settings.cluster, carddb.load_default, db.version)
    return processes(carddb.load_default, settings.jobs_processes or os.cpu_count() or 1)


def _hold(store: Store) -> int | None:
    """Hold the file of the jobs together with all other runners; the first gives back what dead ones left.

    :raises DatabaseError: if the database cannot be used.
    """
    file = store.database.file
    if file is None or not file.exists():
        return None
    held = os.open(f"{file}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    with suppress(OSError):
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        store.release_all()
    fcntl.flock(held, fcntl.LOCK_SH)
    return held


def _leave_when_told(runner: Runner) -> None:
    def leave(*_signal: Any) -> None:
        runner.halt()
        late = threading.Timer(_GRACE, os._exit, (1,))
        late.daemon = True
        late.start()

    def watch() -> None:
        with suppress(OSError, ValueError):
            while sys.stdin.buffer.read(1024):
                pass
        leave()

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches it too, and is the business of the server
    if sys.stdin is not None and not sys.stdin.isatty():
        threading.Thread(target=watch, daemon=True).start()
