"""The store of games: added, answered, read, and removed when nobody has answered for long.

Nobody waits for another's answer: an answer that was worked out from a game that has changed since is not written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, bindparam, delete, func, insert, select, update

from riftcheck.store.errors import FullError
from riftcheck.store.tables import ANSWERS, GAMES, LOG_LINES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection

    from riftcheck.store.capacity import Capacity
    from riftcheck.store.database import Database

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

    def __init__(self, database: Database, capacity: Capacity) -> None:
        self.database = database
        self.capacity = capacity

    def add(self, game: GameRecord, client: str, answers: Sequence[str], lines: Sequence[str]) -> None:
        """Add a game with its answers and the lines of its log, both as JSON.

        :raises FullError: if there is no room for it.
        :raises DatabaseError: if the database cannot be used.
        """
        with self.database.writing() as connection:
            self.database.one_at_a_time(connection)
            now = self.database.now(connection)
            self._make_room(connection, client, now)
            connection.execute(
                insert(GAMES).values(
                    id=game.id,
                    client=client,
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
            _write_lines(connection, game.id, 1, lines)

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

    def _make_room(self, connection: Connection, client: str, now: float) -> None:
        """Remove games that were left alone for too long, and of games that are over the oldest where room is wanted.

        :raises FullError: if all that are left are still played.
        """
        oldest = self._oldest(now)
        _delete(connection, GAMES.c.touched < oldest, _REMOVED_AT_ONCE)
        fresh = GAMES.c.touched >= oldest
        for most, where, each in (
            (self.capacity.each, and_(GAMES.c.client == client, fresh), True),
            (self.capacity.most, fresh, False),
        ):
            count, first = connection.execute(select(func.count(), func.min(GAMES.c.touched)).where(where)).one()
            excess = count - most + 1
            if excess > 0 and _delete(connection, and_(where, GAMES.c.over == 1), excess) < excess:
                raise FullError(most, each=each, seconds=int(first - oldest) + 1)


def _delete(connection: Connection, where: ColumnElement[bool], most: int) -> int:
    """Remove games, the oldest first, up to so many; return how many."""
    chosen = select(GAMES.c.id).where(where).order_by(GAMES.c.touched).limit(most)
    return connection.execute(delete(GAMES).where(GAMES.c.id.in_(chosen))).rowcount


def _append_lines(connection: Connection, game: str, lines: Sequence[str]) -> None:
    last = connection.scalar(_LAST_LINE, {"game": game})
    _write_lines(connection, game, (last or 0) + 1, lines)


def _write_lines(connection: Connection, game: str, first: int, lines: Sequence[str]) -> None:
    rows: list[dict[str, Any]] = [{"game": game, "number": at, "line": line} for at, line in enumerate(lines, first)]
    if rows:
        connection.execute(_ADD_LINE, rows)
