"""The store of jobs: added, claimed, played part by part, ended, read, removed.

A job is `queued` until a worker claims it, `running` while it is played, and then for good `done`, `failed` or
`cancelled`. A worker holds a job by a lease that it renews; what it counts is written only while the lease is its own.
So a job whose worker died is claimed by another, which finds the parts that are there and plays what is missing.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, case, delete, exists, func, insert, or_, select, update

from riftcheck.store.errors import DatabaseError, FullError, LostJobError
from riftcheck.store.repeats import write_repeatable
from riftcheck.store.tables import JOBS, PARTS
from riftcheck.store.turns import Claimant, site_of, who_gives_way

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row, Subquery

    from riftcheck.store.capacity import JobCapacity
    from riftcheck.store.database import Database
    from riftcheck.store.repeatable import Repeatable

QUEUED: Final = "queued"
RUNNING: Final = "running"
DONE: Final = "done"
FAILED: Final = "failed"
CANCELLED: Final = "cancelled"
OPEN: Final = (QUEUED, RUNNING)
STATES: Final = (*OPEN, DONE, FAILED, CANCELLED)
LEASE: Final = 15.0  # seconds
_FAR: Final = 60.0  # seconds beyond which no lease lasts: the clock was put back
_REMOVED_AT_ONCE: Final = 100  # jobs, at most
_STALE: Final = "It was asked for with another version of the cards or of the engine; ask again."
_DAMAGED: Final = "What was asked for cannot be read any more: the database is damaged; ask again."
_GAVE_WAY: Final = "The queue was full, and most jobs in it were yours: it made room for another caller; ask again."
_DAMAGES: Final = (zlib.error, ValueError)
_IS_OPEN: Final = JOBS.c.state.in_(OPEN)


@dataclass(frozen=True, slots=True)
class JobRecord:
    """A job as it is stored. `request` and `result` are JSON data; times are seconds since 1970."""

    id: str
    engine: str
    kind: str
    request: dict[str, Any]
    state: str
    games: int
    done: int
    seconds: float
    estimates: dict[str, Any] | None
    result: dict[str, Any] | None
    problem: str | None
    created: float
    ended: float | None


@dataclass(frozen=True, slots=True)
class PartRecord:
    """The partial result of the games of a job from `start` on to before `stop`, as JSON data."""

    start: int
    stop: int
    data: Any


class JobStore:
    """The jobs of one database. `lease`: the seconds for which a worker holds a job without renewing its lease."""

    def __init__(self, database: Database, capacity: JobCapacity, lease: float = LEASE) -> None:
        self.database = database
        self.capacity = capacity
        self.lease = lease

    # --- for callers --------------------------------------------------------------------------------------------------

    def add(
        self,
        job: str,
        client: str,
        engine: str,
        request: dict[str, Any],
        each: int | None = None,
        *,
        asked: Repeatable | None = None,
    ) -> None:
        """Add a job, which waits to be played; `each` is how many its caller may have open, if not as many as others.

        Where the queue is full, a job of the caller who has most gives way to that of one who has fewer. `asked` is the
        key that it was asked for under.

        :raises FullError: if there is no room for it. :raises DatabaseError: if the database cannot be used.
        :raises RepeatedError: if one was added under that key before.
        """
        own = Claimant(self.database.hashed(client), self.database.hashed(site_of(client)))
        with self.database.writing() as connection:
            self.database.one_at_a_time(connection)
            now = self.database.now(connection)
            if asked is not None:
                write_repeatable(self.database, connection, asked, job)
            self._make_room(connection, own, self.capacity.each if each is None else each)
            self._clear_ended(connection, now)
            connection.execute(
                insert(JOBS).values(
                    id=job,
                    client=own.client,
                    site=own.site,
                    engine=engine,
                    kind=request["kind"],
                    order=packed(request),
                    state=QUEUED,
                    games=request["games"],
                    done=0,
                    seconds=0.0,
                    lease=0.0,
                    served=0.0,
                    created=now,
                )
            )

    def get(self, job: str) -> JobRecord | None:
        """Return a job, or None where there is none.

        :raises DatabaseError: if the database cannot be used.
        """
        if not self.database.is_there():
            return None
        with self.database.reading() as connection:
            row = connection.execute(select(JOBS).where(JOBS.c.id == job, self._not_old(connection))).first()
        try:
            return None if row is None else _record(row)
        except _DAMAGES as fault:
            raise DatabaseError(f"a job cannot be read: {fault}") from None

    def cancel(self, job: str) -> bool:
        """End an open job without a result; return whether it was open.

        :raises DatabaseError: if the database cannot be used.
        """
        return self.database.freeing(lambda connection: self._end(connection, JOBS.c.id == job, CANCELLED))

    def remove(self, job: str) -> None:
        """Remove a job that has ended.

        :raises DatabaseError: if the database cannot be used.
        """
        ended = delete(JOBS).where(JOBS.c.id == job, ~_IS_OPEN)
        self.database.freeing(lambda connection: connection.execute(ended))

    # --- for workers --------------------------------------------------------------------------------------------------

    def claim(self, owner: str, engine: str) -> JobRecord | None:
        """Return a job that the owner plays from now on, or None where there is none to be played.

        Sites take turns, and so do the clients of a site. The next site or client is the one that was served longest
        ago, and its oldest job is claimed. A job that was begun with other cards or code than `engine` fails, because
        its old and new parts would not fit together.
        """
        if not self.database.is_there():
            return None
        with self.database.writing() as connection:
            now = self.database.now(connection)
            stale = and_(_claimable(now), JOBS.c.engine != engine)
            connection.execute(update(JOBS).where(stale).values(problem=_STALE))
            self._end(connection, stale, FAILED)
            site, client = _last_served(JOBS.c.site), _last_served(JOBS.c.client)
            wanted = (
                select(JOBS)
                .join(site, site.c.name == JOBS.c.site)
                .join(client, client.c.name == JOBS.c.client)
                .where(_claimable(now))
                .order_by(site.c.last, client.c.last, JOBS.c.created, JOBS.c.id)
                .limit(1)
            )
            row = connection.execute(wanted).first()
            if row is None:
                return None
            try:
                record = _record(row)
            except _DAMAGES:
                connection.execute(update(JOBS).where(JOBS.c.id == row.id).values(problem=_DAMAGED))
                self._end(connection, JOBS.c.id == row.id, FAILED)
                return None
            taken = connection.execute(
                update(JOBS)
                .where(JOBS.c.id == row.id, _claimable(now))
                .values(state=RUNNING, owner=owner, lease=now + self.lease, served=now)
            )
            return record if taken.rowcount == 1 else None

    def others_wait(self, job: str) -> bool:
        """Return True if a job of another caller waits to be played."""
        with self.database.reading() as connection:
            now = self.database.now(connection)
            client = select(JOBS.c.client).where(JOBS.c.id == job).scalar_subquery()
            waiting = exists().where(_claimable(now), JOBS.c.client != client)
            return bool(connection.scalar(select(waiting)))

    def has_work(self) -> bool:
        """Return True if a job waits to be played."""
        if not self.database.is_there():
            return False
        with self.database.reading() as connection:
            return bool(connection.scalar(select(exists().where(_claimable(self.database.now(connection))))))

    def renew(self, owner: str) -> None:
        """Renew the lease of all jobs that the owner plays."""
        with self.database.writing() as connection:
            until = self.database.now(connection) + self.lease
            connection.execute(update(JOBS).where(JOBS.c.owner == owner, _IS_OPEN).values(lease=until))

    def release(self, owner: str) -> None:
        """Return the jobs that the owner plays to the queue; the worker that claims one goes on with it."""
        with self.database.writing() as connection:
            connection.execute(update(JOBS).where(_of(owner)).values(state=QUEUED, owner=None, lease=0.0))

    def release_all(self) -> None:
        """Return all jobs to the queue: no worker is alive."""
        if self.database.is_there():
            with self.database.writing() as connection:
                connection.execute(update(JOBS).where(_IS_OPEN).values(state=QUEUED, owner=None, lease=0.0))

    def parts(self, job: str) -> list[PartRecord]:
        """Return the partial results of a job, by rising index of its games."""
        wanted = select(PARTS.c.start, PARTS.c.stop, PARTS.c.data).where(PARTS.c.job == job).order_by(PARTS.c.start)
        with self.database.reading() as connection:
            return [PartRecord(start, stop, unpacked(data)) for start, stop, data in connection.execute(wanted)]

    def add_part(self, job: str, owner: str, part: PartRecord, seconds: float) -> None:
        """Add a part, which took `seconds` to play.

        :raises LostJobError: if the job is not the owner's any more.
        """
        data = packed(part.data)
        with self.database.writing() as connection:
            now = self.database.now(connection)
            self._guard(connection, job, owner, lease=now + self.lease, seconds=JOBS.c.seconds + seconds)
            connection.execute(insert(PARTS).values(job=job, start=part.start, stop=part.stop, data=data))

    def merge_parts(self, job: str, owner: str, whole: PartRecord) -> None:
        """Replace parts by the one that they were merged into, so that no job has too many.

        :raises LostJobError: if the job is not the owner's any more.
        """
        data = packed(whole.data)
        with self.database.writing() as connection:
            self._guard(connection, job, owner, lease=self.database.now(connection) + self.lease)
            connection.execute(delete(PARTS).where(PARTS.c.job == job, PARTS.c.stop <= whole.stop))
            connection.execute(insert(PARTS).values(job=job, start=whole.start, stop=whole.stop, data=data))

    def report_progress(self, job: str, owner: str, done: int, estimates: dict[str, Any]) -> None:
        """Write how many games of a job are done, and its estimates so far.

        :raises LostJobError: if the job is not the owner's any more.
        """
        with self.database.writing() as connection:
            self._guard(connection, job, owner, done=done, estimates=json.dumps(estimates))

    def add_seconds(self, job: str, owner: str, seconds: float) -> None:
        """Count seconds for which a job was played without a result.

        :raises LostJobError: if the job is not the owner's any more.
        """
        with self.database.writing() as connection:
            self._guard(connection, job, owner, seconds=JOBS.c.seconds + seconds)

    def holds(self, job: str, owner: str) -> bool:
        """Return True if the owner still plays a job: it may have been cancelled, or claimed by another."""
        with self.database.reading() as connection:
            return bool(connection.scalar(select(exists().where(JOBS.c.id == job, _of(owner)))))

    def finish(
        self, job: str, owner: str, done: int, result: dict[str, Any], estimates: dict[str, Any] | None = None
    ) -> None:
        """End a job with its result and its last estimates.

        :raises LostJobError: if the job is not the owner's any more.
        """
        data = packed(result)
        with self.database.writing() as connection:
            self._guard(connection, job, owner, done=done, result=data, estimates=json.dumps(estimates))
            self._end(connection, JOBS.c.id == job, DONE)

    def fail(self, job: str, owner: str, problem: str) -> None:
        """End a job that cannot be played, with the reason as a sentence.

        :raises LostJobError: if the job is not the owner's any more.
        """
        with self.database.writing() as connection:
            self._guard(connection, job, owner, problem=problem)
            self._end(connection, JOBS.c.id == job, FAILED)

    # ------------------------------------------------------------------------------------------------------------------

    def _guard(self, connection: Connection, job: str, owner: str, **values: Any) -> None:
        """Write to a job that is the owner's.

        :raises LostJobError: if it is not.
        """
        if connection.execute(update(JOBS).where(JOBS.c.id == job, _of(owner)).values(**values)).rowcount != 1:
            raise LostJobError(job)

    def _end(self, connection: Connection, which: ColumnElement[bool], state: str) -> bool:
        now = self.database.now(connection)
        ended = connection.execute(
            update(JOBS).where(which, _IS_OPEN).values(state=state, owner=None, lease=0.0, ended=now)
        )
        if ended.rowcount:
            connection.execute(delete(PARTS).where(PARTS.c.job.in_(select(JOBS.c.id).where(~_IS_OPEN))))
        return ended.rowcount > 0

    def _not_old(self, connection: Connection) -> ColumnElement[bool]:
        oldest = self.database.now(connection) - self.capacity.seconds
        return or_(JOBS.c.ended.is_(None), JOBS.c.ended >= oldest)

    def _make_room(self, connection: Connection, own: Claimant, each: int) -> None:
        """See to it that there is room for one more open job of a caller.

        :raises FullError: if the caller has as many as it may, or all places are taken and nobody has to give way.
        """
        at = (JOBS.c.client, JOBS.c.site)
        counted = connection.execute(select(*at, func.count()).where(_IS_OPEN).group_by(*at))
        open_jobs = {Claimant(client, site): count for client, site, count in counted}
        if open_jobs.get(own, 0) >= each:
            raise FullError(each, each=True)
        if sum(open_jobs.values()) < self.capacity.most:
            return
        giving = who_gives_way(open_jobs, own)
        if giving is None:
            raise FullError(self.capacity.most, each=False)
        # What was never played loses nothing; of the rest the newest lost least.
        of_giving = and_(JOBS.c.client == giving, _IS_OPEN)
        order = (case((JOBS.c.served == 0.0, 0), else_=1), JOBS.c.created.desc(), JOBS.c.id)
        job = connection.scalar(select(JOBS.c.id).where(of_giving).order_by(*order).limit(1))
        connection.execute(update(JOBS).where(JOBS.c.id == job).values(problem=_GAVE_WAY))
        self._end(connection, JOBS.c.id == job, FAILED)

    def _clear_ended(self, connection: Connection, now: float) -> None:
        """Remove jobs that ended long ago, and of too many the oldest of the caller who has most."""
        old = select(JOBS.c.id).where(JOBS.c.ended < now - self.capacity.seconds).limit(_REMOVED_AT_ONCE)
        connection.execute(delete(JOBS).where(JOBS.c.id.in_(old)))
        ended = connection.scalar(select(func.count()).select_from(JOBS).where(~_IS_OPEN)) or 0
        if ended >= self.capacity.ended:
            # Of the caller who has most, so that nobody can push out results that others have not read yet.
            many = select(JOBS.c.client, func.count().label("jobs")).where(~_IS_OPEN).group_by(JOBS.c.client).subquery()
            first = (
                select(JOBS.c.id)
                .join(many, many.c.client == JOBS.c.client)
                .where(~_IS_OPEN)
                .order_by(many.c.jobs.desc(), JOBS.c.ended, JOBS.c.id)
                .limit(ended - self.capacity.ended + 1)
            )
            connection.execute(delete(JOBS).where(JOBS.c.id.in_(first)))


def _of(owner: str) -> ColumnElement[bool]:
    return and_(JOBS.c.owner == owner, JOBS.c.state == RUNNING)


def _last_served(column: ColumnElement[str]) -> Subquery:
    """Return each value of a column as `name`, with the time `last` at which a job of it was last claimed."""
    return select(column.label("name"), func.max(JOBS.c.served).label("last")).group_by(column).subquery()


def _claimable(now: float) -> ColumnElement[bool]:
    is_late = or_(JOBS.c.lease < now, JOBS.c.lease > now + _FAR)
    return or_(JOBS.c.state == QUEUED, and_(JOBS.c.state == RUNNING, is_late))


def _record(row: Row[Any]) -> JobRecord:
    return JobRecord(
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
    """Return JSON data compressed, as it is stored."""
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode("ascii"), 6)


def unpacked(data: bytes) -> Any:
    """Return the JSON data that `packed` compressed."""
    return json.loads(zlib.decompress(data))
