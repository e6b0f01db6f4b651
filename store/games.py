"""The store of games: added, answered, read, and removed when nobody has answered for long.

Nobody waits for another's answer: an answer that was worked out from a game that has changed since is not written.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, bindparam, delete, func, insert, select, text, update

from riftcheck.store.errors import FullError
from riftcheck.store.repeats import write_repeatable
from riftcheck.store.tables import ANSWERS, GAMES, LOG_LINES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection, ScalarSelect

    from riftcheck.store.capacity import GameCapacity
    from riftcheck.store.database import Database
    from riftcheck.store.repeatable import Repeatable

_REMOVED_AT_ONCE: Final = 200  # games, at most, so that nobody waits for long
# Statements that a request needs are built once: that takes longer than to execute them.
_GET: Final = select(
    GAMES.c.id,
    GAMES.c.engine,
    GAMES.c.tokens,
    GAMES.c.start,
    GAMES.c.counts,
    GAMES.c.version,
    GAMES.c.state,
    GAMES.c.over,
    GAMES.c.touched,
).where(GAMES.c.id == bindparam("game"), GAMES.c.touched >= bindparam("oldest"))
_SAVE: Final = (
    update(GAMES)
    .where(
        GAMES.c.id == bindparam("game"),
        GAMES.c.version == bindparam("before"),
        GAMES.c.engine == bindparam("by"),
        GAMES.c.touched >= bindparam("oldest"),
    )
    .values({name: bindparam(name) for name in ("counts", "version", "state", "over", "touched")})
)
_LAST_LINE: Final = select(func.max(LOG_LINES.c.number)).where(LOG_LINES.c.game == bindparam("game"))
# In SQLite all lines at once: between any two statements a thread that writes may have to wait for its turn in Python,
# and all others who write wait for it.
_APPEND_LINES: Final = text(
    f"INSERT INTO {LOG_LINES.name} (game, number, line) SELECT :game, key + 1 + "  # noqa: S608 - a name of ours
    f"coalesce((SELECT max(number) FROM {LOG_LINES.name} WHERE game = :game), 0), value FROM json_each(:lines)"
)
_ADD_ANSWER: Final = insert(ANSWERS)
_ADD_LINE: Final = insert(LOG_LINES)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it is stored.

    `engine` names the code and the cards that play it. `tokens` are hashes, `counts` the answers of each player, both
    by seat and as JSON; `start` is how it began, as JSON; `version` counts all answers. `state` is None where only the
    answers hold the game. `touched` is the time of the last answer, in seconds since 1970.
    """

    id: str
    engine: str
    tokens: str
    start: str
    counts: str
    version: int
    state: bytes | None
    over: bool
    touched: float = 0.0


class GameStore:
    """The games of one database."""

    def __init__(self, database: Database, capacity: GameCapacity) -> None:
        self.database = database
        self.capacity = capacity

    def add(
        self,
        game: GameRecord,
        client: str,
        answers: Sequence[str],
        lines: Sequence[str],
        *,
        each: int | None = None,
        asked: Repeatable | None = None,
    ) -> None:
        """Add a game with its answers and the lines of its log, both as JSON, and the key that it was asked for under.

        `each` is how many its caller may have, if not as many as others.

        :raises FullError: if there is no room for it.
        :raises RepeatedError: if one was added under that key before.
        :raises DatabaseError: if the database cannot be used.
        """
        caller = self.database.hashed(client)
        with self.database.writing() as connection:
            self.database.one_at_a_time(connection)
            now = self.database.now(connection)
            if asked is not None:
                write_repeatable(self.database, connection, asked, game.id)
            self._make_room(connection, caller, self.capacity.each if each is None else each, now)
            connection.execute(
                insert(GAMES).values(
                    id=game.id,
                    client=caller,
                    engine=game.engine,
                    tokens=game.tokens,
                    start=game.start,
                    counts=game.counts,
                    version=game.version,
                    state=game.state,
                    over=int(game.over),
                    touched=now,
                )
            )
            if answers:
                rows = [{"game": game.id, "number": at, "answer": answer} for at, answer in enumerate(answers)]
                connection.execute(_ADD_ANSWER, rows)
            _append_lines(connection, game.id, lines)

    def get(self, game: str) -> GameRecord | None:
        """Return a game, or None where there is none or it was left alone for too long.

        :raises DatabaseError: if the database cannot be used.
        """
        if not self.database.is_there():
            return None
        with self.database.reading() as connection:
            oldest = self._oldest(self.database.now(connection))
            row = connection.execute(_GET, {"game": game, "oldest": oldest}).first()
        if row is None:
            return None
        found, engine, tokens, start, counts, version, state, over, touched = row
        return GameRecord(found, engine, tokens, start, counts, version, state, bool(over), touched)

    def remove(self, game: GameRecord) -> bool:
        """Remove a game if it is still as given; return whether it was.

        :raises DatabaseError: if the database cannot be used.
        """
        same = delete(GAMES).where(GAMES.c.id == game.id, GAMES.c.version == game.version)
        return self.database.freeing(lambda connection: connection.execute(same).rowcount == 1)

    def save(self, before: GameRecord, after: GameRecord, answer: str, lines: Sequence[str]) -> GameRecord | None:
        """Write a game as it is after an answer, and return it with the time of the answer.

        None where the stored game is not the one before any more: then nothing is written.

        :raises DatabaseError: if the database cannot be used.
        """
        with self.database.writing() as connection:
            now = self.database.now(connection)
            values = {
                "game": before.id,
                "before": before.version,
                "by": before.engine,
                "oldest": self._oldest(now),
                "counts": after.counts,
                "version": after.version,
                "state": after.state,
                "over": int(after.over),
                "touched": now,
            }
            written = connection.execute(_SAVE, values)
            if written.rowcount != 1:
                return None
            connection.execute(_ADD_ANSWER, {"game": before.id, "number": before.version, "answer": answer})
            _append_lines(connection, before.id, lines)
        return replace(after, touched=now)

    def add_log_line(self, game: str, line: str) -> None:
        """Write a line to the log of a game, if it is still stored.

        :raises DatabaseError: if the database cannot be used.
        """
        with self.database.writing() as connection:
            # With the lock of an answer: both number the lines that they write.
            if connection.execute(select(GAMES.c.id).where(GAMES.c.id == game).with_for_update()).first():
                _append_lines(connection, game, [line])

    def answers(self, game: str, first: int | None = None) -> list[str]:
        """Return the answers of a game in order, all or the first ones, each as JSON.

        :raises DatabaseError: if the database cannot be used.
        """
        wanted = select(ANSWERS.c.answer).where(ANSWERS.c.game == game).order_by(ANSWERS.c.number).limit(first)
        with self.database.reading() as connection:
            return list(connection.scalars(wanted))

    def log_lines(self, game: str, after: int, most: int) -> list[tuple[int, str]]:
        """Return up to `most` lines of the log of a game behind a number, each with its own number and as JSON.

        :raises DatabaseError: if the database cannot be used.
        """
        wanted = (
            select(LOG_LINES.c.number, LOG_LINES.c.line)
            .where(LOG_LINES.c.game == game, LOG_LINES.c.number > after)
            .order_by(LOG_LINES.c.number)
            .limit(most)
        )
        with self.database.reading() as connection:
            return [(number, line) for number, line in connection.execute(wanted)]

    def _oldest(self, now: float) -> float:
        return now - self.capacity.seconds

    def _make_room(self, connection: Connection, client: str, each: int, now: float) -> None:
        """Remove games that were left alone for too long, and others where room is wanted.

        :raises FullError: if all that are left are still played.
        """
        oldest = self._oldest(now)
        _delete(connection, GAMES.c.touched < oldest, _REMOVED_AT_ONCE)
        fresh = GAMES.c.touched >= oldest
        own = and_(GAMES.c.client == client, fresh)
        self._give_way(connection, own, each, now, each=True)
        self._give_way(connection, fresh, self.capacity.most, now, each=False)

    def _give_way(
        self, connection: Connection, where: ColumnElement[bool], most: int, now: float, *, each: bool
    ) -> None:
        """Remove of too many games those that are over, then those never answered, then those long not answered.

        Of each kind the oldest go first; where it is about all callers, of those games that nobody has ended the oldest
        of the caller who has most.

        :raises FullError: if that is not enough.
        """
        excess = _count(connection, where) - most + 1
        if excess > 0:
            excess -= _delete(connection, and_(where, GAMES.c.over == 1), excess)
        idle = GAMES.c.touched < now - self.capacity.idle
        for left in (and_(GAMES.c.version == 0, GAMES.c.touched < now - self.capacity.unanswered), idle):
            while excess > 0:
                chosen = and_(where, left) if each else and_(where, left, GAMES.c.client == _greediest(where, left))
                removed = _delete(connection, chosen, 1)
                if not removed:
                    break
                excess -= removed
        if excess > 0:
            raise FullError(most, each=each, seconds=self._wait(connection, where, now))

    def _wait(self, connection: Connection, where: ColumnElement[bool], now: float) -> int:
        """Return the seconds until the first game gives way."""
        capacity = self.capacity
        waits = [(where, capacity.idle), (and_(where, GAMES.c.version == 0), capacity.unanswered)]
        found = [(connection.scalar(select(func.min(GAMES.c.touched)).where(which)), wait) for which, wait in waits]
        return int(min(first + min(wait, capacity.seconds) for first, wait in found if first is not None) - now) + 1


def _greediest(where: ColumnElement[bool], left: ColumnElement[bool]) -> ScalarSelect[Any]:
    """Return the caller who has most games among those with one that may be removed."""
    may = select(GAMES.c.client).where(where, left)
    most = select(GAMES.c.client).where(where, GAMES.c.client.in_(may)).group_by(GAMES.c.client)
    return most.order_by(func.count().desc(), func.min(GAMES.c.touched)).limit(1).scalar_subquery()


def _count(connection: Connection, where: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(GAMES).where(where)) or 0


def _delete(connection: Connection, where: ColumnElement[bool], most: int) -> int:
    """Remove games, the oldest first, up to so many; return how many."""
    chosen = select(GAMES.c.id).where(where).order_by(GAMES.c.touched).limit(most)
    return connection.execute(delete(GAMES).where(GAMES.c.id.in_(chosen))).rowcount


def _append_lines(connection: Connection, game: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    if connection.dialect.name == "sqlite":
        connection.execute(_APPEND_LINES, {"game": game, "lines": json.dumps(lines)})
        return
    first = (connection.scalar(_LAST_LINE, {"game": game}) or 0) + 1
    connection.execute(_ADD_LINE, [{"game": game, "number": at, "line": line} for at, line in enumerate(lines, first)])
