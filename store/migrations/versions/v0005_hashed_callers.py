"""Keyed hashes instead of clients' names in all tables, and the site of the client of each job."""

from typing import Any

import sqlalchemy as sa
from alembic import context, op

from riftcheck.store.hashes import DIGITS, caller_hash, keyed
from riftcheck.store.turns import site_of

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Hash the stored names of jobs, and the stored plain digests of games and repeats."""
    connection = op.get_bind()
    stored = connection.scalar(sa.text("SELECT secret FROM riftcheck_secret"))
    secret = context.config.attributes.get("secret") or str(stored)
    op.add_column("goldfish_jobs", sa.Column("site", sa.String(64), nullable=False, server_default=""))
    names = connection.scalars(sa.text("SELECT DISTINCT client FROM goldfish_jobs")).all()
    _execute(
        "UPDATE goldfish_jobs SET client = :new, site = :site WHERE client = :old",
        [{"old": name, "new": caller_hash(secret, name), "site": caller_hash(secret, site_of(name))} for name in names],
    )
    for table in ("riftcheck_games", "riftcheck_repeats"):
        digests = connection.scalars(sa.text(f"SELECT DISTINCT client FROM {table}")).all()  # noqa: S608 - ours
        _execute(
            f"UPDATE {table} SET client = :new WHERE client = :old",  # noqa: S608 - as above
            [{"old": digest, "new": keyed(secret, digest[:DIGITS])} for digest in digests],
        )


def _execute(statement: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        op.get_bind().execute(sa.text(statement), rows)


def downgrade() -> None:
    """Drop the column. The hashes stay, because they cannot be turned back into names."""
    op.drop_column("goldfish_jobs", "site")
