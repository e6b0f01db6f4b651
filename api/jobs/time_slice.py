"""The time for which a worker plays one job before the next caller is served."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.goldfish.execution.runner import StopRunError
from riftcheck.store.errors import LostJobError
from riftcheck.store.jobs import PartRecord

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.goldfish.studies.request import Study
    from riftcheck.store.jobs import JobRecord, JobStore

MERGED_PARTS: Final = 40  # parts of a job after which they are merged into one


@dataclass(frozen=True, slots=True)
class Timing:
    """The periods for which a worker plays and waits, in seconds.

    `slice`: for how long a job is played while another caller waits. `progress`: between two reports of how far a job
    is. `claim_check`: between two checks whether the job is still the worker's. `leave`: for the games that are being
    played when the job is to be left; `switch`: for them where another caller waits, because their results would be
    lost. `poll`: between two looks for a job while there is none. `retry`: before a database that is away is tried
    again. `renewal`: between two renewals of the lease; None for a third of it.
    """

    slice: float = 3.0
    progress: float = 1.0
    claim_check: float = 1.0
    leave: float = 1.5
    switch: float = 20.0
    poll: float = 0.25
    retry: float = 5.0
    renewal: float | None = None


class TimeSlice:
    """A job that is being played: writes what is counted of it, and says when its time is over.

    `limit`: the seconds for which the job may be played in all. `switch` stands in for that of the timing. `clock`
    gives seconds from any moment on.
    """

    def __init__(
        self,
        store: JobStore,
        job: JobRecord,
        owner: str,
        study: Study,
        *,
        limit: float,
        timing: Timing,
        switch: float,
        halted: threading.Event,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._job = job
        self._owner = owner
        self._study = study
        self._limit = limit
        self._timing = timing
        self._switch = switch
        self._halted = halted
        self._clock = clock
        self._begun = self._stored_at = self._reported_at = self._checked_at = clock()
        self._others_asked_at = self._begun + timing.slice
        self._others_wait = False
        self._until = math.inf
        self._parts = 0
        self.is_idle = True  # nothing was counted yet

    @property
    def spent(self) -> float:
        """The seconds for which the job was played in all."""
        return self._job.seconds + self._clock() - self._begun

    @property
    def unstored(self) -> float:
        """The seconds since anything was stored."""
        return self._clock() - self._stored_at

    def is_over(self) -> bool:
        """Return True if no more games are to be begun: the worker leaves, or other callers have waited long enough.

        Other callers never end it before something was played, or nobody would get on.
        """
        now = self._clock()
        timing = self._timing
        if self._halted.is_set() or self.spent >= self._limit:
            # The processes may still be loading the cards: the first time slice is to have a result.
            patient = self.is_idle and not self._halted.is_set()
            until = max(now + timing.leave, self._begun + self._switch) if patient else now + timing.leave
            self._until = min(self._until, until)
            return True
        if now >= self._others_asked_at and not self._others_wait:
            self._others_asked_at = now + timing.slice
            self._others_wait = self._store.others_wait(self._job.id)
            self._until = now + self._switch if self._others_wait else math.inf
        return self._others_wait and not self.is_idle

    def check(self) -> None:
        """End the time slice where the games that are being played are not to be waited for.

        :raises LostJobError: if the job is not the owner's any more. :raises StopRunError: if they take too long.
        """
        now = self._clock()
        if now >= self._until:
            raise StopRunError
        if now - self._checked_at >= self._timing.claim_check:
            self._checked_at = now
            if not self._store.holds(self._job.id, self._owner):
                raise LostJobError(self._job.id)

    def add(self, part: PartialResult) -> None:
        """Store a part.

        :raises LostJobError: if the job is not the owner's any more.
        """
        now = self._clock()
        self._store.add_part(self._job.id, self._owner, part_record(part), now - self._stored_at)
        self._stored_at = now
        self.is_idle = False

    def report(self, found: PartialResult) -> None:
        """Store now and then how far the job is; `found` is what was counted from game 0 on.

        :raises LostJobError: if the job is not the owner's any more.
        """
        self._parts += 1
        if self._parts >= MERGED_PARTS:
            self._store.merge_parts(self._job.id, self._owner, part_record(found))
            self._parts = 0
        now = self._clock()
        if now - self._reported_at >= self._timing.progress:
            estimates = self._study.estimates(found)
            self._store.report_progress(self._job.id, self._owner, found.stop, estimates)
            self._reported_at = now


def part_record(part: PartialResult) -> PartRecord:
    """Return a part as it is stored."""
    return PartRecord(part.start, part.stop, part.to_json())
