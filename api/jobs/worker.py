"""Who plays the jobs: claims one, plays it until it has ended or others have waited long enough, and takes the next.

Nothing that was counted is kept here alone: each part is written before the next is asked for. A runner may be killed
at any moment, and another one, today or after a restart, plays what is missing.
"""

from __future__ import annotations

import math
import secrets
import threading
import time
from typing import TYPE_CHECKING, Final

from riftcheck.api.logs import LOGGER
from riftcheck.goldfish.execution.environment import ClusterError
from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.execution.runner import StopRunError, WorkerDiedError, run_job
from riftcheck.goldfish.opponents.scripted import ScriptError
from riftcheck.goldfish.plan.run import RunError
from riftcheck.goldfish.policies import PolicyError
from riftcheck.goldfish.policies.mulligan import MulliganError
from riftcheck.goldfish.simulation.game import EndlessGameError
from riftcheck.goldfish.studies.request import Study, study_request_from
from riftcheck.store.errors import DatabaseError, LostJobError
from riftcheck.store.jobs import PartRecord

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.runner import JobOutcome
    from riftcheck.store.jobs import JobRecord, JobStore

CHUNK: Final = 200  # games that a worker is given; it gives back those that it does not get to
SLICE: Final = 3.0  # seconds for which a job is played while another caller waits
TELL: Final = 1.0  # seconds after which it is said again how far a job is
MERGE: Final = 40  # parts that are put together into one
KNOWN: Final = 4  # jobs of which it is kept what is told of them
LOOK: Final = 0.25  # seconds after which a runner without work looks for some
CHECK: Final = 1.0  # seconds after which it is asked again whether a job that is played has been cancelled
SOON: Final = 1.5  # seconds for the games that are played when nobody wants them any more
HOLD: Final = 20.0  # seconds for them when others wait; what they came to would be lost
AWAY: Final = 5.0  # seconds to wait for a database that is away
_TOLD: Final = (EndlessGameError, WorkerDiedError, RunError, PolicyError, ScriptError, MulliganError)
_MISTAKE: Final = "The server made a mistake with this job; its log says which."


class Runner:
    """Plays the jobs of a store with a crew. `limit`: the seconds for which a job is played at the most.

    `engine` names the cards and the code; jobs of others are left alone.
    """

    def __init__(self, store: JobStore, db: CardDatabase, crew: ChunkExecutor, engine: str, limit: float) -> None:
        self.owner = secrets.token_hex(12)
        self._store = store
        self._db = db
        self._crew = crew
        self._engine = engine
        self._limit = limit
        self._known: dict[str, Study] = {}
        self._halted = threading.Event()
        self._was_away = False
        self._hold = HOLD

    def halt(self) -> None:
        """Have it leave off soon, from any thread."""
        self._halted.set()

    def run(self, idle: float) -> None:
        """Play jobs until there have been none for `idle` seconds, or until it is halted.

        A database that is away is waited for.

        :raises ClusterError: if the cluster cannot be used. :raises DatabaseError: if at the end the database cannot.
        """
        with _Heart(self._store, self.owner):
            try:
                until = time.monotonic() + idle
                while not self._halted.is_set():
                    if self._step_or_wait():
                        until = time.monotonic() + idle
                    elif time.monotonic() >= until:
                        return
                    else:
                        self._halted.wait(LOOK)
            finally:
                self._store.release(self.owner)

    def _step_or_wait(self) -> bool:
        try:
            if self._was_away:  # what was played then is played on like any other job
                self._store.release(self.owner)
                self._was_away = False
            return self.step()
        except DatabaseError as fault:
            LOGGER.error("jobs cannot be played now: %s", fault)
            self._was_away = True
            self._halted.wait(AWAY)
            return True

    def step(self) -> bool:
        """Play a job for a while; False where there is none.

        :raises DatabaseError: if the database cannot be used. :raises ClusterError: if the cluster cannot.
        """
        if not self._store.has_work():
            return False
        kept = self._store.claim(self.owner, self._engine)
        if kept is None:
            return False
        try:
            self._play(kept)
        except LostJobError:
            LOGGER.info("a job was cancelled or taken over", extra={"job": kept.id[:6]})
        except _TOLD as error:
            self._fail(kept, str(error))
        except (DatabaseError, ClusterError):
            raise
        except Exception:  # noqa: BLE001 - whatever it is, the next job may be played
            LOGGER.exception("a job cannot be played", extra={"job": kept.id[:6]})
            self._fail(kept, _MISTAKE)
        finally:
            self._crew.drop(SOON)
        return True

    def _play(self, kept: JobRecord) -> None:
        reckoning = self._reckoning(kept)
        order = reckoning.order
        turn = _Turn(self._store, kept, self.owner, reckoning, limit=self._limit, hold=self._hold, halted=self._halted)
        found = run_job(
            order.job,
            order.games,
            self._crew,
            chunk=max(1, CHUNK // len(order.job.runs)),
            had=[PartialResult.from_json(part.data) for part in self._store.parts(kept.id)],
            keep=turn.keep,
            progress=turn.tell,
            enough=reckoning.enough,
            leave=turn.is_over,
            look=turn.look,
        )
        # A machine may be so slow that nobody gets anything done in that time.
        self._hold = self._hold * 2 if found.stopped and turn.is_idle else HOLD
        if found.stopped and turn.spent < self._limit:
            self._store.add_seconds(kept.id, self.owner, turn.unkept)
            self._pause(kept, reckoning, found)
        else:
            self._finish(kept, reckoning, found)

    def _pause(self, kept: JobRecord, reckoning: Study, found: JobOutcome) -> None:
        if found.games:
            self._store.merge_parts(kept.id, self.owner, _stored(found.result))
            self._store.report_progress(kept.id, self.owner, found.games, reckoning.estimates(found.result))
        self._store.release(self.owner)

    def _finish(self, kept: JobRecord, reckoning: Study, found: JobOutcome) -> None:
        if found.games < reckoning.order.least:
            self._fail(kept, f"In the {self._limit:g} seconds that a job may take, no game came to its end.")
            return
        estimates = reckoning.estimates(found.result)
        self._store.finish(kept.id, self.owner, found.games, reckoning.document(found), estimates)
        self._known.pop(kept.id, None)

    def _fail(self, kept: JobRecord, problem: str) -> None:
        try:
            self._store.fail(kept.id, self.owner, problem)
        except LostJobError:
            LOGGER.info("a job was cancelled before it failed", extra={"job": kept.id[:6]})

    def _reckoning(self, kept: JobRecord) -> Study:
        found = self._known.pop(kept.id, None)
        if found is None:
            found = Study(study_request_from(kept.request), self._db)
            while len(self._known) >= KNOWN:
                del self._known[next(iter(self._known))]
        self._known[kept.id] = found
        return found


def _stored(part: PartialResult) -> PartRecord:
    return PartRecord(part.start, part.stop, part.to_json())


class _Turn:
    """What a runner does beside playing while a job has its turn, and whether that is over."""

    def __init__(
        self,
        store: JobStore,
        kept: JobRecord,
        owner: str,
        reckoning: Study,
        *,
        limit: float,
        hold: float,
        halted: threading.Event,
    ) -> None:
        self._store = store
        self._job = kept.id
        self._owner = owner
        self._reckoning = reckoning
        self._limit = limit
        self._hold = hold
        self._halted = halted
        self._before = kept.seconds
        self._begun = self._kept_at = self._told_at = self._checked_at = time.monotonic()
        self._over_at = self._begun + SLICE
        self._others_wait = False
        self._until = math.inf
        self._parts = 0

    @property
    def spent(self) -> float:
        """The seconds for which the job was played in all."""
        return self._before + time.monotonic() - self._begun

    @property
    def is_idle(self) -> bool:
        """Whether nothing has come of this turn."""
        return self._kept_at == self._begun

    @property
    def unkept(self) -> float:
        """The seconds since anything was kept."""
        return time.monotonic() - self._kept_at

    def is_over(self) -> bool:
        """Tell whether no more games are to be begun: it was told to leave, or others have waited long enough.

        For others never before something was played, or nobody would get on.
        """
        now = time.monotonic()
        if self._halted.is_set() or self.spent >= self._limit:
            # Who plays may still be loading the cards: something is to come of the first turn.
            patient = self.is_idle and not self._halted.is_set()
            self._until = min(self._until, max(now + SOON, self._begun + self._hold) if patient else now + SOON)
            return True
        if now >= self._over_at and not self._others_wait:
            self._over_at = now + SLICE
            self._others_wait = self._store.others_wait(self._job)
            self._until = now + self._hold if self._others_wait else math.inf
        return self._others_wait and not self.is_idle

    def look(self) -> None:
        """End the turn where the games that are being played are not to be waited for.

        :raises LostJobError: if the job is not the owner's any more. :raises StopRunError: if they take too long.
        """
        now = time.monotonic()
        if now >= self._until:
            raise StopRunError
        if now - self._checked_at >= CHECK:
            self._checked_at = now
            if not self._store.holds(self._job, self._owner):
                raise LostJobError(self._job)

    def keep(self, part: PartialResult) -> None:
        now = time.monotonic()
        self._store.add_part(self._job, self._owner, _stored(part), now - self._kept_at)
        self._kept_at = now

    def tell(self, found: PartialResult) -> None:
        self._parts += 1
        if self._parts >= MERGE:
            self._store.merge_parts(self._job, self._owner, _stored(found))
            self._parts = 0
        now = time.monotonic()
        if now - self._told_at >= TELL:
            self._store.report_progress(self._job, self._owner, found.stop, self._reckoning.estimates(found))
            self._told_at = now


class _Heart:
    """Renews the lease of a runner while it plays: a game may take longer than a lease lasts."""

    def __init__(self, store: JobStore, owner: str) -> None:
        self._store = store
        self._owner = owner
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._stop.wait(self._store.lease / 3):
            try:
                self._store.renew(self._owner)
            except DatabaseError as fault:
                LOGGER.warning("a lease cannot be renewed: %s", fault)
