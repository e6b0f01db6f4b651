"""The tables of jobs, games, keys and repeats, as the newest migration leaves them; a test holds the two together."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

REVISION: Final = "0005"  # of the newest migration
VERSIONS: Final = "riftcheck_version"  # the table in which Alembic keeps the revision that is there

METADATA: Final = MetaData()

# All tables contain keyed hashes of clients (`store.hashes`).
#
# A job. `site`: the site of its client (`store.turns`). `order`: the request, `result`: the result, both as compressed
# JSON. `engine`: the version of cards and code that play it. `done`: the number of games played. `seconds`: how long it
# has been played. `owner`: the worker that plays it until `lease`. `served`: when it was last claimed, 0 for never.
# Times are seconds since 1970 by the database's own clock.
JOBS: Final = Table(
    "goldfish_jobs",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("client", String(64), nullable=False),
    Column("engine", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("order", LargeBinary, nullable=False),
    Column("state", String(16), nullable=False),
    Column("games", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("estimates", Text),
    Column("result", LargeBinary),
    Column("problem", Text),
    Column("owner", String(64)),
    Column("lease", Double, nullable=False),
    Column("served", Double, nullable=False),
    Column("created", Double, nullable=False),
    Column("ended", Double),
    Column("site", String(64), nullable=False, server_default=""),
    Index("goldfish_jobs_client", "client", "state"),
    Index("goldfish_jobs_state", "state", "created"),
    Index("goldfish_jobs_ended", "ended"),
)

# What was counted of some games of a job: from `start` on to before `stop`, as JSON that was compressed.
PARTS: Final = Table(
    "goldfish_parts",
    METADATA,
    Column("job", String(32), ForeignKey("goldfish_jobs.id", ondelete="CASCADE"), primary_key=True),
    Column("start", Integer, primary_key=True),
    Column("stop", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# A game. `tokens`: hashes, `counts`: the answers of each player, both by seat and as JSON; `start`: how it began;
# `version` counts all answers; `state` is NULL where only the answers hold the game; `over` is 0 or 1; `touched`: the
# time of the last answer, in seconds since 1970 by the database's own clock.
GAMES: Final = Table(
    "riftcheck_games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("client", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("tokens", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("counts", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary),
    Column("over", Integer, nullable=False),
    Column("touched", Double, nullable=False),
    Index("riftcheck_games_touched", "touched"),
    Index("riftcheck_games_client", "client", "touched"),
)

# An answer to a question of a game, numbered from 0, as JSON.
ANSWERS: Final = Table(
    "riftcheck_game_answers",
    METADATA,
    Column("game", Text, ForeignKey("riftcheck_games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("answer", Text, nullable=False),
    sqlite_with_rowid=False,
)

# A line of the log of a game, numbered from 1, as JSON.
LOG_LINES: Final = Table(
    "riftcheck_game_log",
    METADATA,
    Column("game", Text, ForeignKey("riftcheck_games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)

# A key that the operator made for a caller. `digest`: its hash, `scopes`: words with spaces between. `light` and
# `heavy`: requests a minute, 0 for any number; `jobs` and `games`: how many may be open; NULL where those of the server
# hold. Times are seconds since 1970 by the database's own clock.
KEYS: Final = Table(
    "riftcheck_keys",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("light", Integer),
    Column("heavy", Integer),
    Column("jobs", Integer),
    Column("games", Integer),
    Column("created", Double, nullable=False),
    Column("withdrawn", Double),
)

# The secret of the installation, one row: who has it can work out what is derived from it.
SECRET: Final = Table("riftcheck_secret", METADATA, Column("secret", Text, primary_key=True))

# What was asked for under a key of idempotence. `key`: the digest of the key and its caller, `client`: of the caller
# alone, `request`: of what was asked for; `made`: the id of the game or job; `created`: seconds since 1970 by the
# database's own clock.
REPEATS: Final = Table(
    "riftcheck_repeats",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("client", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("made", Text, nullable=False),
    Column("created", Double, nullable=False),
    Index("riftcheck_repeats_client", "client", "created"),
    Index("riftcheck_repeats_created", "created"),
)
