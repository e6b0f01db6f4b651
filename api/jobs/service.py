"""What the routes ask of the jobs: begin, look, end, tell a game."""

from __future__ import annotations

import re
import secrets
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Self

from riftcheck.api.errors import Fault, ProblemError, invalid
from riftcheck.api.jobs.admission import ask
from riftcheck.api.jobs.deployment import engine_of
from riftcheck.api.logs import LOGGER
from riftcheck.api.stores import job_store
from riftcheck.goldfish.plan.prepared_run import PreparedRun, prepare
from riftcheck.goldfish.policies.base import Policy
from riftcheck.goldfish.simulation.replay_log import replay
from riftcheck.goldfish.studies.request import study_request_from
from riftcheck.store.errors import DatabaseError, FullError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.api.settings import Settings
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.policies.seat_view import SeatView
    from riftcheck.store.jobs import JobRecord

ID_BYTES: Final = 18
_ID: Final = re.compile(r"[A-Za-z0-9_-]{24}")  # what `token_urlsafe` makes of so many bytes
_AGAIN: Final = {"Retry-After": "5"}
_FULL: Final = {"Retry-After": "10"}
_TELLING: Final = 10.0  # seconds to wait while others have a game told: it keeps a whole core busy
_LONGEST: Final = 8.0  # seconds that a game may take to be told; they are less than who waits for it waits


class _TooLongError(Exception):
    """A game that takes too long to be told while somebody waits for it."""


class _Hurried(PreparedRun):
    """A table at which no game goes on for longer than somebody waits for it."""

    __slots__ = ()

    @classmethod
    def of(cls, table: PreparedRun) -> Self:
        return cls(table.run, table.pool, table.polarities, table.decks, table.steps)

    def policies(self, seed: int) -> tuple[Policy, Policy]:
        until = time.monotonic() + _LONGEST
        mine, other = super().policies(seed)
        return _Timed(mine, until), _Timed(other, until)


class _Timed(Policy):
    """Answers as another, until it is too late."""

    __slots__ = ("_of", "_until")

    def __init__(self, of: Policy, until: float) -> None:
        super().__init__(of.mulligan)
        self._of = of
        self._until = until

    def answer(self, seat: SeatView) -> list[int]:
        if time.monotonic() > self._until:
            raise _TooLongError
        return self._of.answer(seat)


class Desk:
    """The jobs of a server, as callers see them."""

    def __init__(self, db: CardDatabase, settings: Settings) -> None:
        self._db = db
        self._settings = settings
        self._store = job_store(settings)
        self._engine = engine_of(db)
        self._telling = threading.Lock()

    def begin(self, args: dict[str, Any], client: str) -> dict[str, Any]:
        """Take in a job and return it as it stands.

        :raises ProblemError: with all that is wrong with it, or if there is no room for it.
        """
        order = ask(args, self._db, self._settings.jobs_games)
        job = secrets.token_urlsafe(ID_BYTES)
        try:
            with _available():
                self._store.add(job, client, self._engine, order.to_json())
        except FullError as fault:
            raise _full(fault) from None
        return self.look(job)

    def look(self, job: str) -> dict[str, Any]:
        """Return a job as it stands.

        :raises ProblemError: if there is none.
        """
        return self._shown(self._get(job))

    def end(self, job: str) -> dict[str, Any] | None:
        """Cancel a job that is open and return it; remove one that has ended, which returns None.

        :raises ProblemError: if there is none.
        """
        self._get(job)
        with _available():
            if self._store.cancel(job):
                kept = self._store.get(job)  # None if another has removed it meanwhile
                return None if kept is None else self._shown(kept)
            self._store.remove(job)
        return None

    def story(self, job: str, number: int, place: int) -> dict[str, Any]:
        """Return a game of a job, told; `place` is the list that plays it.

        :raises ProblemError: if there is no such job or game, or it was played by other cards or another engine.
        """
        kept = self._get(job)
        order = study_request_from(kept.request)
        if number >= order.games:
            raise ProblemError("not-found", f"This job has the games 0 to {order.games - 1}.")
        runs = order.job.runs
        if place >= len(runs):
            lists = "one list, 0" if len(runs) == 1 else f"the lists 0 to {len(runs) - 1}"
            raise invalid([Fault(("list",), f"this job has {lists}")])
        if kept.engine != self._engine:
            raise ProblemError("conflict", "This job is of another version of the engine or of the cards; ask again.")
        if not self._telling.acquire(timeout=_TELLING):
            raise ProblemError("unavailable", "Other games are being told; try again soon.", headers=_AGAIN)
        try:
            return replay(_Hurried.of(prepare(runs[place], self._db)), number).to_json()
        except _TooLongError:
            raise ProblemError(
                "conflict",
                f"The policies think too long about this game: it would take more than {_LONGEST:g} seconds to tell. "
                "`riftcheck goldfish LIST --game N`, with the options and the seed of the job, tells it.",
            ) from None
        finally:
            self._telling.release()

    def _get(self, job: str) -> JobRecord:
        kept = None
        if _ID.fullmatch(job):  # a database may not even be able to look for what else a path can hold
            with _available():
                kept = self._store.get(job)
        if kept is None:
            raise ProblemError("not-found", "There is no such job, or it ended long ago and was removed.")
        return kept

    def _shown(self, kept: JobRecord) -> dict[str, Any]:
        order = kept.request
        plan = order["plan"]
        return {
            "id": kept.id,
            "kind": kept.kind,
            "state": kept.state,
            "games": {"done": kept.done, "asked": kept.games},
            "seed": order["runs"][0]["seed"],
            "lists": len(order["runs"]) + (0 if plan is None else len(plan["variants"])),
            "seconds": round(kept.seconds, 1),
            "created": _instant(kept.created),
            "ended": None if kept.ended is None else _instant(kept.ended),
            "expires": None if kept.ended is None else _instant(kept.ended + self._store.capacity.seconds),
            "estimates": kept.estimates,
            "result": kept.result,
            "problem": kept.problem,
        }


@contextmanager
def _available() -> Iterator[None]:
    try:
        yield
    except DatabaseError as fault:
        LOGGER.error("the database of jobs cannot be used: %s", fault)
        detail = "The server cannot keep jobs now; its log says why."
        raise ProblemError("unavailable", detail, headers=_AGAIN) from None


def _full(fault: FullError) -> ProblemError:
    jobs = "1 job" if fault.most == 1 else f"{fault.most} jobs"
    if fault.each:
        detail = f"You have {jobs} waiting or being played, the most for one caller; wait for one, or cancel one."
    else:
        detail = f"{jobs} are waiting or being played here, the most for this server; try again later."
    return ProblemError("too-many-requests", detail, headers=_FULL)


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
