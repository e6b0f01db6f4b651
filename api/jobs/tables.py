"""The tables of the jobs, as the newest migration leaves them; a test holds the two together."""

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

REVISION: Final = "0001"  # of the newest migration
VERSIONS: Final = "riftcheck_version"  # the table in which Alembic keeps the revision that is there

METADATA: Final = MetaData()

# A job. `order`: what was asked, `result`: what it came to, both JSON that was compressed. `engine`: the cards and the
# code that play it. `done`: games counted from 0 on. `seconds`: for how long it has been played. `owner` plays it until
# `lease`; `served`: when it was taken up last, 0 for never. Times are seconds since 1970 by the database's own clock.
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
