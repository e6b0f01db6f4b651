"""The service of jobs behind the routes: create a job, read it, end it, replay one of its games."""

from __future__ import annotations

import re
import secrets
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Self

from riftcheck.api.errors import ProblemError, RequestFault, invalid
from riftcheck.api.jobs.admission import admit
from riftcheck.api.logs import LOGGER
from riftcheck.api.repeats import Repeats
from riftcheck.api.stores import job_store
from riftcheck.api.waits import LATER, LONGEST_REPLAY, LONGEST_WAIT, SOON
from riftcheck.goldfish.fingerprint import goldfish_fingerprint
from riftcheck.goldfish.plan.prepared_run import PreparedRun, prepare
from riftcheck.goldfish.simulation.replay_log import replay
from riftcheck.goldfish.studies.request import study_request_from
from riftcheck.store.errors import BusyError, DatabaseError, FullError
from riftcheck.store.jobs import OPEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.api.settings import Settings
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.policies.base import Policy
    from riftcheck.goldfish.policies.seat_view import SeatView
    from riftcheck.store.jobs import JobRecord
    from riftcheck.store.repeatable import Repeatable

ID_BYTES: Final = 18
_ID: Final = re.compile(r"[A-Za-z0-9_-]{24}")  # what `token_urlsafe` makes of so many bytes
_FULL: Final = {"Retry-After": "10"}


class _ReplayTimeoutError(Exception):
    """A game takes too long to be replayed while others are answered."""


class _TimedRun(PreparedRun):
    """A run whose games are given up when they take too long."""

    __slots__ = ()

    @classmethod
    def of(cls, run: PreparedRun) -> Self:
        return cls(run.run, run.pool, run.polarities, run.decks, run.steps, provisional=run.provisional)

    def policies(self, seed: int) -> tuple[Policy, Policy]:
        until = time.thread_time() + LONGEST_REPLAY
        mine, other = super().policies(seed)
        return _DeadlinePolicy(mine, until), _DeadlinePolicy(other, until)


class _DeadlinePolicy:
    """Answers as another policy does, up to a deadline by the time that its thread has computed."""

    __slots__ = ("_of", "_until")

    def __init__(self, of: Policy, until: float) -> None:
        self._of = of
        self._until = until

    def answer(self, seat: SeatView) -> list[int]:
        if time.thread_time() > self._until:
            raise _ReplayTimeoutError
        return self._of.answer(seat)


class JobService:
    """The jobs of an application, as callers see them. Answers are JSON data."""

    def __init__(self, db: CardDatabase, settings: Settings) -> None:
        self._db = db
        self._settings = settings
        self.store = job_store(settings, LONGEST_WAIT)
        self._engine = goldfish_fingerprint(db.version)
        self._repeats = Repeats(self.store.database)

    def create(
        self, args: dict[str, Any], client: str, each: int | None = None, asked: Repeatable | None = None
    ) -> dict[str, Any]:
        """Add a job, unless one was added under the same key before, and return it as it stands.

        `each`: how many its caller may have open, None for as many as others.

        :raises ProblemError: with all that is wrong with it, or if there is no room for it.
        """
        with _available():
            return self._repeats.once(asked, lambda: self._create(args, client, each, asked), self._told_again)

    def _told_again(self, job: str) -> dict[str, Any] | None:
        found = self.store.get(job)
        return None if found is None else self._shown(found)

    def _create(self, args: dict[str, Any], client: str, each: int | None, asked: Repeatable | None) -> dict[str, Any]:
        request = admit(args, self._db, self._settings.jobs_games)
        job = secrets.token_urlsafe(ID_BYTES)
        try:
            self.store.add(job, client, self._engine, request.to_json(), each, asked=asked)
        except FullError as fault:
            raise _full(fault) from None
        return self.read(job)

    def read(self, job: str) -> dict[str, Any]:
        """Return a job as it stands.

        :raises ProblemError: if there is none.
        """
        return self._shown(self._get(job))

    def end(self, job: str, holds: Callable[[dict[str, Any]], bool] | None = None) -> dict[str, Any] | None:
        """Cancel a job that is open and return it; remove one that has ended, which returns None.

        `holds`: whether the job as it stands is what the caller has seen. A job that was open then is not removed.

        :raises ProblemError: if there is none, or it is another than the caller has seen.
        """
        found = self._get(job)
        if holds is not None and not holds(self._shown(found)):
            raise _changed()
        with _available():
            if self.store.cancel(job):
                left = self.store.get(job)  # None if another has removed it meanwhile
                return None if left is None else self._shown(left)
            if holds is not None and found.state in OPEN:
                raise _changed()
            self.store.remove(job)
        return None

    def replay(self, job: str, number: int, place: int) -> dict[str, Any]:
        """Return the replay log of a game of a job; `place` is the list that plays it.

        :raises ProblemError: if there is no such job or game, or it was played by other cards or another engine.
        """
        found = self._get(job)
        request = study_request_from(found.request)
        if number >= request.games:
            raise ProblemError("not-found", f"This job has the games 0 to {request.games - 1}.")
        runs = request.job.runs
        if place >= len(runs):
            lists = "one list, 0" if len(runs) == 1 else f"the lists 0 to {len(runs) - 1}"
            raise invalid([RequestFault(("list",), f"this job has {lists}")])
        if found.engine != self._engine:
            raise ProblemError("conflict", "This job is of another version of the engine or of the cards; ask again.")
        try:
            return replay(_TimedRun.of(prepare(runs[place], self._db)), number).to_json()
        except _ReplayTimeoutError:
            raise ProblemError(
                "conflict",
                "The policies think too long about this game: it would take more than "
                f"{LONGEST_REPLAY:g} seconds to tell. "
                "`riftcheck goldfish LIST --game N`, with the options and the seed of the job, tells it.",
            ) from None

    def _get(self, job: str) -> JobRecord:
        found = None
        if _ID.fullmatch(job):  # a database cannot look for every text that a path can hold
            with _available():
                found = self.store.get(job)
        if found is None:
            raise ProblemError("not-found", "There is no such job, or it ended long ago and was removed.")
        return found

    def _shown(self, job: JobRecord) -> dict[str, Any]:
        request = job.request
        plan = request["plan"]
        return {
            "id": job.id,
            "kind": job.kind,
            "state": job.state,
            "games": {"done": job.done, "asked": job.games},
            "seed": request["runs"][0]["seed"],
            "lists": len(request["runs"]) + (0 if plan is None else len(plan["variants"])),
            "seconds": round(job.seconds, 1),
            "created": _instant(job.created),
            "ended": None if job.ended is None else _instant(job.ended),
            "expires": None if job.ended is None else _instant(job.ended + self.store.capacity.seconds),
            "estimates": job.estimates,
            # Earlier versions stored results without a kind.
            "result": None if job.result is None else {"kind": job.kind, **job.result},
            "problem": job.problem,
        }


def _changed() -> ProblemError:
    return ProblemError("precondition-failed", "The job has changed since the ETag in If-Match; look at it again.")


@contextmanager
def _available() -> Iterator[None]:
    try:
        yield
    except BusyError as fault:
        LOGGER.warning("the database of jobs is busy: %s", fault)
        raise ProblemError(
            "unavailable", "Others are writing to the jobs this moment; try again.", headers=SOON
        ) from None
    except DatabaseError:  # the store has logged why
        detail = "The server cannot keep jobs now; its log says why."
        raise ProblemError("unavailable", detail, headers=LATER) from None


def _full(fault: FullError) -> ProblemError:
    jobs = "1 job" if fault.most == 1 else f"{fault.most} jobs"
    if fault.each:
        detail = f"You have {jobs} waiting or being played, the most for one caller; wait for one, or cancel one."
    else:
        detail = f"{jobs} are waiting or being played here, the most for this server; try again later."
    return ProblemError("too-many-requests", detail, headers=_FULL)


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
