"""The worker: claims a job, plays it until it has ended or its time slice is over, and claims the next.

Nothing that was counted is held here alone: each part is stored before the next is asked for. A worker may be killed at
any moment, and another one, today or after a restart, plays what is missing.
"""

from __future__ import annotations

import secrets
import threading
import time
from typing import TYPE_CHECKING, Final

from riftcheck.api.jobs.time_slice import TimeSlice, Timing, part_record
from riftcheck.api.logs import LOGGER
from riftcheck.goldfish.execution.environment import ClusterError
from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.execution.runner import WorkerDiedError
from riftcheck.goldfish.opponents.scripted import ScriptError
from riftcheck.goldfish.plan.run import RunError
from riftcheck.goldfish.policies import PolicyError
from riftcheck.goldfish.policies.mulligan import MulliganError
from riftcheck.goldfish.simulation.errors import EndlessGameError, FailedGameError
from riftcheck.goldfish.studies.request import Study, study_request_from
from riftcheck.store.errors import BusyError, DatabaseError, LostJobError

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.runner import JobOutcome
    from riftcheck.store.jobs import JobRecord, JobStore

CHUNK_GAMES: Final = 200  # games that a process is given; it gives back those that it does not get to
_CACHED_STUDIES: Final = 4
_PLAYER_ERRORS: Final = (EndlessGameError, WorkerDiedError, RunError, PolicyError, ScriptError, MulliganError)
_MISTAKE: Final = "The server made a mistake with this job; its log says which."


class Worker:
    """Plays the jobs of a store with an executor of chunks.

    `engine` is the fingerprint of the cards and the code; jobs of others are not played. `limit`: the seconds for which
    a job is played at the most. `clock` gives seconds from any moment on.
    """

    def __init__(
        self,
        store: JobStore,
        db: CardDatabase,
        executor: ChunkExecutor,
        engine: str,
        limit: float,
        *,
        timing: Timing | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.owner = secrets.token_hex(12)
        self._store = store
        self._db = db
        self._executor = executor
        self._engine = engine
        self._limit = limit
        self._timing = Timing() if timing is None else timing
        self._clock = clock
        self._studies: dict[str, Study] = {}
        self._halted = threading.Event()
        self._was_away = False
        self._switch = self._timing.switch

    def halt(self) -> None:
        """Have the worker leave soon; may be called from any thread."""
        self._halted.set()

    def run(self, idle: float) -> None:
        """Play jobs until there have been none for `idle` seconds, or until it is halted.

        A database that is away is waited for.

        :raises ClusterError: if the cluster cannot be used. :raises DatabaseError: if at the end the database cannot.
        """
        with _Heartbeat(self._store, self.owner, self._timing.renewal):
            try:
                until = self._clock() + idle
                while not self._halted.is_set():
                    if self._step_or_wait():
                        until = self._clock() + idle
                    elif self._clock() >= until:
                        return
                    else:
                        self._halted.wait(self._timing.poll)
            finally:
                self._store.release(self.owner)

    def _step_or_wait(self) -> bool:
        try:
            if self._was_away:  # the job that was played then is claimed like any other
                self._store.release(self.owner)
                self._was_away = False
            return self.step()
        except DatabaseError as fault:
            if isinstance(fault, BusyError):  # the store has logged other errors
                LOGGER.warning("jobs cannot be played now: %s", fault)
            self._was_away = True
            self._halted.wait(self._timing.retry)
            return True

    def step(self) -> bool:
        """Play a job for a time slice; return whether there was one.

        :raises DatabaseError: if the database cannot be used. :raises ClusterError: if the cluster cannot.
        """
        if not self._store.has_work():
            return False
        job = self._store.claim(self.owner, self._engine)
        if job is None:
            return False
        try:
            self._play(job)
        except LostJobError:
            LOGGER.info("a job was cancelled or taken over", extra={"job": job.id[:6]})
        except _PLAYER_ERRORS as error:
            self._fail(job, str(error))
        except FailedGameError as error:
            LOGGER.exception("a game of a job failed", extra={"job": job.id[:6]})
            self._fail(job, str(error))
        except (DatabaseError, ClusterError):
            raise
        except Exception:  # noqa: BLE001 - whatever it is, the next job may be played
            LOGGER.exception("a job cannot be played", extra={"job": job.id[:6]})
            self._fail(job, _MISTAKE)
        finally:
            self._executor.abandon(self._timing.leave)
        return True

    def _play(self, job: JobRecord) -> None:
        study = self._study(job)
        request = study.request
        time_slice = TimeSlice(
            self._store,
            job,
            self.owner,
            study,
            limit=self._limit,
            timing=self._timing,
            switch=self._switch,
            halted=self._halted,
            clock=self._clock,
        )
        found = study.play(
            self._executor,
            chunk=max(1, CHUNK_GAMES // len(request.job.runs)),
            counted=[PartialResult.from_json(part.data) for part in self._store.parts(job.id)],
            on_part=time_slice.add,
            progress=time_slice.report,
            should_stop=time_slice.is_over,
            poll=time_slice.check,
        ).checked()  # the parts are stored: whoever claims the job next goes on from them
        # A machine may be so slow that no game ends in that time.
        self._switch = self._switch * 2 if found.stopped and time_slice.is_idle else self._timing.switch
        if found.stopped and time_slice.spent < self._limit:
            self._store.add_seconds(job.id, self.owner, time_slice.unstored)
            self._pause(job, study, found)
        else:
            self._finish(job, study, found)

    def _pause(self, job: JobRecord, study: Study, found: JobOutcome) -> None:
        if found.games:
            self._store.merge_parts(job.id, self.owner, part_record(found.result))
            self._store.report_progress(job.id, self.owner, found.games, study.estimates(found.result))
        self._store.release(self.owner)

    def _finish(self, job: JobRecord, study: Study, found: JobOutcome) -> None:
        if found.games < study.request.least_games:
            self._fail(job, f"In the {self._limit:g} seconds that a job may take, no game came to its end.")
            return
        estimates = study.estimates(found.result)
        self._store.finish(job.id, self.owner, found.games, study.document(found), estimates)
        self._studies.pop(job.id, None)

    def _fail(self, job: JobRecord, problem: str) -> None:
        try:
            self._store.fail(job.id, self.owner, problem)
        except LostJobError:
            LOGGER.info("a job was cancelled before it failed", extra={"job": job.id[:6]})

    def _study(self, job: JobRecord) -> Study:
        found = self._studies.pop(job.id, None)
        if found is None:
            found = Study(study_request_from(job.request), self._db)
            while len(self._studies) >= _CACHED_STUDIES:
                del self._studies[next(iter(self._studies))]
        self._studies[job.id] = found
        return found


class _Heartbeat:
    """Renews the lease of a worker while it plays: a game may take longer than a lease lasts."""

    def __init__(self, store: JobStore, owner: str, seconds: float | None) -> None:
        self._store = store
        self._owner = owner
        self._seconds = store.lease / 3 if seconds is None else seconds
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._renew, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _renew(self) -> None:
        while not self._stop.wait(self._seconds):
            try:
                self._store.renew(self._owner)
            except BusyError as fault:
                LOGGER.warning("a lease cannot be renewed: %s", fault)
            except DatabaseError:  # the store has logged why
                continue
