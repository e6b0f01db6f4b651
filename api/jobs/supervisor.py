"""The supervisor: starts a worker of jobs while there are jobs. It is a thread in each process of the server.

One of these threads acts at a time: the one that holds a lock in the server's own folder, which the system lets go of
when its process ends, however it ends. So there is one worker of jobs for each server, and none where there are no
jobs.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

from riftcheck.api.logs import LOGGER, relay
from riftcheck.api.settings import JSON
from riftcheck.store.errors import DatabaseError

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.api.settings import Settings
    from riftcheck.store.jobs import JobStore

_POLL: Final = 1.0  # seconds between two looks for jobs
_RETRY: Final = 5.0  # seconds to wait where a worker ended with a fault
_LOCK: Final = "jobs.lock"


def start(settings: Settings, folder: Path) -> None:
    """Start the supervisor, for as long as this process lives. `folder` is the server's own."""
    threading.Thread(target=_Supervisor(settings, folder).run, name="jobs", daemon=True).start()


class _Supervisor:
    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings = settings
        self._folder = folder
        self._worker: subprocess.Popen[bytes] | None = None
        self._not_before = 0.0

    def run(self) -> None:
        lock = os.open(self._folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                time.sleep(_POLL)
        store = None
        while True:
            time.sleep(_POLL)
            if self._is_running() or time.monotonic() < self._not_before:
                continue
            try:
                store = store or self._store()
                if store is not None and store.has_work():
                    self._start()
            except DatabaseError:  # the store has logged why
                self._not_before = time.monotonic() + _RETRY
            except Exception:  # noqa: BLE001 - whatever it is, the next look may go better
                LOGGER.exception("jobs cannot be looked after")
                self._not_before = time.monotonic() + _RETRY

    def _store(self) -> JobStore | None:
        """Return the store once there is a database: a server that has no job loads nothing for them."""
        from riftcheck.api.stores import job_store  # noqa: PLC0415

        made = job_store(self._settings)
        if not made.database.is_there():
            return None
        return made

    def _is_running(self) -> bool:
        if self._worker is None:
            return False
        code = self._worker.poll()
        if code is None:
            return True
        if self._worker.stdin is not None:
            self._worker.stdin.close()
        self._worker = None
        if code:
            LOGGER.warning("the process that plays jobs ended with code %s", code)
            self._not_before = time.monotonic() + _RETRY
        return False

    def _start(self) -> None:
        # Its input ends when this process does. With -P a folder `api` where the server was started is none of ours.
        command = [sys.executable, "-P", "-m", "riftcheck.api.jobs", "--beside-server"]
        # For JSON logs its standard error is read here: if a process is killed, multiprocessing prints plain lines.
        form = self._settings.log_format
        self._worker = subprocess.Popen(  # noqa: S603 - our own
            command,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE if form == JSON else None,
            start_new_session=True,
            env={**os.environ, "RIFTCHECK_LOG_FORMAT": form},
        )
        if self._worker.stderr is not None:
            threading.Thread(target=relay, args=(self._worker.stderr,), name="jobs-log", daemon=True).start()
