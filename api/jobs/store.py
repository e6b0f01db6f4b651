"""What is done with the table of jobs: taken in, claimed, played part by part, ended, looked at, taken away.

A job is `queued` until a runner claims it, `running` while one does, and then for good `done`, `failed` or `cancelled`.
A runner holds a job by a lease that it renews; what it counts is written only while the lease is its own. So a job
whose runner died is claimed by another, which finds the parts that are there and plays what is missing.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, delete, exists, func, insert, or_, select, update

from riftcheck.api.jobs.database import DatabaseError
from riftcheck.api.jobs.tables import JOBS, PARTS
from riftcheck.goldfish.execution.chunks import Part

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row

    from riftcheck.api.jobs.database import Database

QUEUED: Final = "queued"
RUNNING: Final = "running"
DONE: Final = "done"
FAILED: Final = "failed"
CANCELLED: Final = "cancelled"
OPEN: Final = (QUEUED, RUNNING)
STATES: Final = (*OPEN, DONE, FAILED, CANCELLED)
LEASE: Final = 15.0  # seconds for which a runner holds a job without saying so again
_FAR: Final = 60.0  # seconds beyond which no lease lasts: the clock was put back
_SWEEP: Final = 100  # jobs that are taken away at once at most
_STALE: Final = "It was asked for with another version of the cards or of the engine; ask again."
_DAMAGED: Final = "What was asked for cannot be read any more: the database is damaged; ask again."
_DAMAGES: Final = (zlib.error, ValueError)
_IS_OPEN: Final = JOBS.c.state.in_(OPEN)


class FullError(Exception):
    """There is no room for another job. `each`: for this caller; else for anybody. `most`: how many there may be."""

    def __init__(self, most: int, *, each: bool) -> None:
        self.most, self.each = most, each
        super().__init__(most)


class LostError(Exception):
    """The job is not the runner's any more: it was cancelled, or another has claimed it."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many jobs may be open, of each caller and of all, how many that ended are kept of all, and for how long."""

    each: int
    most: int
    kept: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Kept:
    """A job as it is kept. `order` and `result` are JSON data; times are seconds since 1970."""

    id: str
    engine: str
    kind: str
    order: dict[str, Any]
    state: str
    games: int
    done: int
    seconds: float
    estimates: dict[str, Any] | None
    result: dict[str, Any] | None
    problem: str | None
    created: float
    ended: float | None


class Store:
    """The jobs of one database."""

    def __init__(self, database: Database, room: Room, lease: float = LEASE) -> None:
        self.database = database
        self.room = room
        self.lease = lease

    # --- for callers --------------------------------------------------------------------------------------------------

    def add(self, job: str, client: str, engine: str, order: dict[str, Any]) -> None:
        """Take in a job.

        :raises FullError: if there is no room for it. :raises DatabaseError: if the database cannot be used.
        """
        with self.database.writing() as connection:
            self.database.one_at_a_time(connection)
            now = self.database.now(connection)
            self._make_room(connection, client, now)
            connection.execute(
                insert(JOBS).values(
                    id=job,
                    client=client,
                    engine=engine,
                    kind=order["kind"],
                    order=packed(order),
                    state=QUEUED,
                    games=order["games"],
                    done=0,
                    seconds=0.0,
                    lease=0.0,
                    served=0.0,
                    created=now,
                )
            )

    def get(self, job: str) -> Kept | None:
        """Return a job, or None where there is none.

        :raises DatabaseError: if the database cannot be used.
        """
        if not self.database.is_there():
            return None
        with self.database.reading() as connection:
            row = connection.execute(select(JOBS).where(JOBS.c.id == job, self._not_old(connection))).first()
        try:
            return None if row is None else _kept(row)
        except _DAMAGES as fault:
            raise DatabaseError(f"a job cannot be read: {fault}") from None

    def cancel(self, job: str) -> bool:
        """End a job that is open, without a result; False where it was not open."""
        with self.database.writing() as connection:
            return self._end(connection, JOBS.c.id == job, CANCELLED)

    def remove(self, job: str) -> None:
        """Take away a job that has ended."""
        with self.database.writing() as connection:
            connection.execute(delete(JOBS).where(JOBS.c.id == job, ~_IS_OPEN))

    # --- for runners --------------------------------------------------------------------------------------------------

    def claim(self, owner: str, engine: str) -> Kept | None:
        """Return a job that the owner plays from now on, or None where there is nothing to do.

        Callers take turns: it is the turn of who was served least lately, with their oldest job. A job that was begun
        with other cards or code than `engine` has failed: its parts and those to come would not fit together.
        """
        if not self.database.is_there():
            return None
        with self.database.writing() as connection:
            now = self.database.now(connection)
            stale = and_(_claimable(now), JOBS.c.engine != engine)
            connection.execute(update(JOBS).where(stale).values(problem=_STALE))
            self._end(connection, stale, FAILED)
            served = select(JOBS.c.client, func.max(JOBS.c.served).label("last")).group_by(JOBS.c.client).subquery()
            wanted = (
                select(JOBS)
                .join(served, served.c.client == JOBS.c.client)
                .where(_claimable(now))
                .order_by(served.c.last, JOBS.c.created, JOBS.c.id)
                .limit(1)
            )
            row = connection.execute(wanted).first()
            if row is None:
                return None
            try:
                kept = _kept(row)
            except _DAMAGES:
                connection.execute(update(JOBS).where(JOBS.c.id == row.id).values(problem=_DAMAGED))
                self._end(connection, JOBS.c.id == row.id, FAILED)
                return None
            taken = connection.execute(
                update(JOBS)
                .where(JOBS.c.id == row.id, _claimable(now))
                .values(state=RUNNING, owner=owner, lease=now + self.lease, served=now)
            )
            return kept if taken.rowcount == 1 else None

    def others_wait(self, job: str) -> bool:
        """Tell whether a job of another caller waits to be played."""
        with self.database.reading() as connection:
            now = self.database.now(connection)
            client = select(JOBS.c.client).where(JOBS.c.id == job).scalar_subquery()
            waiting = exists().where(_claimable(now), JOBS.c.client != client)
            return bool(connection.scalar(select(waiting)))

    def is_work(self) -> bool:
        """Tell whether a job waits to be played."""
        if not self.database.is_there():
            return False
        with self.database.reading() as connection:
            return bool(connection.scalar(select(exists().where(_claimable(self.database.now(connection))))))

    def renew(self, owner: str) -> None:
        """Hold what the owner plays for a further lease."""
        with self.database.writing() as connection:
            until = self.database.now(connection) + self.lease
            connection.execute(update(JOBS).where(JOBS.c.owner == owner, _IS_OPEN).values(lease=until))

    def release(self, owner: str) -> None:
        """Give back what the owner plays; whoever claims it next goes on with it."""
        with self.database.writing() as connection:
            connection.execute(update(JOBS).where(_of(owner)).values(state=QUEUED, owner=None, lease=0.0))

    def release_all(self) -> None:
        """Give back what anybody plays: nobody is alive who could."""
        if self.database.is_there():
            with self.database.writing() as connection:
                connection.execute(update(JOBS).where(_IS_OPEN).values(state=QUEUED, owner=None, lease=0.0))

    def parts(self, job: str) -> list[Part]:
        """Return what was counted of a job, by rising index."""
        with self.database.reading() as connection:
            rows = connection.execute(select(PARTS.c.data).where(PARTS.c.job == job).order_by(PARTS.c.start))
            return [Part.from_json(unpacked(data)) for (data,) in rows]

    def keep(self, job: str, owner: str, part: Part, seconds: float) -> None:
        """Keep a part, for which the job was played so many seconds more.

        :raises LostError: if the job is not the owner's any more.
        """
        data = packed(part.to_json())
        with self.database.writing() as connection:
            now = self.database.now(connection)
            self._guard(connection, job, owner, lease=now + self.lease, seconds=JOBS.c.seconds + seconds)
            connection.execute(insert(PARTS).values(job=job, start=part.start, stop=part.stop, data=data))

    def merge(self, job: str, owner: str, whole: Part) -> None:
        """Keep one part in the place of those that it was put together from, so that no job has too many.

        :raises LostError: if the job is not the owner's any more.
        """
        data = packed(whole.to_json())
        with self.database.writing() as connection:
            self._guard(connection, job, owner, lease=self.database.now(connection) + self.lease)
            connection.execute(delete(PARTS).where(PARTS.c.job == job, PARTS.c.stop <= whole.stop))
            connection.execute(insert(PARTS).values(job=job, start=whole.start, stop=whole.stop, data=data))

    def tell(self, job: str, owner: str, done: int, estimates: dict[str, Any]) -> None:
        """Say how far a job is, and what is known so far.

        :raises LostError: if the job is not the owner's any more.
        """
        with self.database.writing() as connection:
            self._guard(connection, job, owner, done=done, estimates=json.dumps(estimates))

    def spend(self, job: str, owner: str, seconds: float) -> None:
        """Count seconds for which a job was played and nothing came of it.

        :raises LostError: if the job is not the owner's any more.
        """
        with self.database.writing() as connection:
            self._guard(connection, job, owner, seconds=JOBS.c.seconds + seconds)

    def holds(self, job: str, owner: str) -> bool:
        """Tell whether the owner still plays a job: it may have been cancelled, or taken over."""
        with self.database.reading() as connection:
            return bool(connection.scalar(select(exists().where(JOBS.c.id == job, _of(owner)))))

    def finish(
        self, job: str, owner: str, done: int, result: dict[str, Any], estimates: dict[str, Any] | None = None
    ) -> None:
        """End a job with its result, and with what its few figures came to in the end.

        :raises LostError: if the job is not the owner's any more.
        """
        data = packed(result)
        with self.database.writing() as connection:
            self._guard(connection, job, owner, done=done, result=data, estimates=json.dumps(estimates))
            self._end(connection, JOBS.c.id == job, DONE)

    def fail(self, job: str, owner: str, problem: str) -> None:
        """End a job that cannot be played, with the reason.

        :raises LostError: if the job is not the owner's any more.
        """
        with self.database.writing() as connection:
            self._guard(connection, job, owner, problem=problem)
            self._end(connection, JOBS.c.id == job, FAILED)

    # ------------------------------------------------------------------------------------------------------------------

    def _guard(self, connection: Connection, job: str, owner: str, **values: Any) -> None:
        """Write to a job that is the owner's.

        :raises LostError: if it is not.
        """
        if connection.execute(update(JOBS).where(JOBS.c.id == job, _of(owner)).values(**values)).rowcount != 1:
            raise LostError(job)

    def _end(self, connection: Connection, which: ColumnElement[bool], state: str) -> bool:
        now = self.database.now(connection)
        ended = connection.execute(
            update(JOBS).where(which, _IS_OPEN).values(state=state, owner=None, lease=0.0, ended=now)
        )
        if ended.rowcount:
            connection.execute(delete(PARTS).where(PARTS.c.job.in_(select(JOBS.c.id).where(~_IS_OPEN))))
        return ended.rowcount > 0

    def _not_old(self, connection: Connection) -> ColumnElement[bool]:
        oldest = self.database.now(connection) - self.room.seconds
        return or_(JOBS.c.ended.is_(None), JOBS.c.ended >= oldest)

    def _make_room(self, connection: Connection, client: str, now: float) -> None:
        """Take away what ended long ago, or of too many the oldest of the caller who has most.

        :raises FullError: if too many are open.
        """
        old = select(JOBS.c.id).where(JOBS.c.ended < now - self.room.seconds).limit(_SWEEP)
        connection.execute(delete(JOBS).where(JOBS.c.id.in_(old)))
        for most, where, each in (
            (self.room.each, and_(_IS_OPEN, JOBS.c.client == client), True),
            (self.room.most, _IS_OPEN, False),
        ):
            if (connection.scalar(select(func.count()).select_from(JOBS).where(where)) or 0) >= most:
                raise FullError(most, each=each)
        ended = connection.scalar(select(func.count()).select_from(JOBS).where(~_IS_OPEN)) or 0
        if ended >= self.room.kept:
            # Of who has most, so that nobody can push out what others have not looked at yet.
            many = select(JOBS.c.client, func.count().label("jobs")).where(~_IS_OPEN).group_by(JOBS.c.client).subquery()
            first = (
                select(JOBS.c.id)
                .join(many, many.c.client == JOBS.c.client)
                .where(~_IS_OPEN)
                .order_by(many.c.jobs.desc(), JOBS.c.ended, JOBS.c.id)
                .limit(ended - self.room.kept + 1)
            )
            connection.execute(delete(JOBS).where(JOBS.c.id.in_(first)))


def _of(owner: str) -> ColumnElement[bool]:
    return and_(JOBS.c.owner == owner, JOBS.c.state == RUNNING)


def _claimable(now: float) -> ColumnElement[bool]:
    is_late = or_(JOBS.c.lease < now, JOBS.c.lease > now + _FAR)
    return or_(JOBS.c.state == QUEUED, and_(JOBS.c.state == RUNNING, is_late))


def _kept(row: Row[Any]) -> Kept:
    return Kept(
        row.id,
        row.engine,
        row.kind,
        unpacked(row.order),
        row.state,
        row.games,
        row.done,
        row.seconds,
        json.loads(row.estimates or "null"),
        None if row.result is None else unpacked(row.result),
        row.problem,
        row.created,
        row.ended,
    )


def packed(data: Any) -> bytes:
    """Return JSON data as it is kept."""
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode("ascii"), 6)


def unpacked(data: bytes) -> Any:
    """Return the JSON data that `packed` gave."""
    return json.loads(zlib.decompress(data))
