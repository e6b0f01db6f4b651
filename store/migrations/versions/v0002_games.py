"""Games. Version 0.1 had them in a file of SQLite of its own, whose tables are taken over as they are."""

import sqlalchemy as sa
from alembic import op

from riftcheck.store.migrations import holds_old_games

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_NAMES = {"games": "riftcheck_games", "answers": "riftcheck_game_answers", "lines": "riftcheck_game_log"}
_LAYOUT = 2  # a server of version 0.1 says by it that it reads version 1


def upgrade() -> None:
    """Make the tables, or take over those of version 0.1."""
    connection = op.get_bind()
    if holds_old_games(connection):
        for index in ("games_touched", "games_client"):
            op.drop_index(index)
        for name, new in _NAMES.items():
            op.rename_table(name, new)
    else:
        _make_tables()
    op.create_index("riftcheck_games_touched", "riftcheck_games", ["touched"])
    op.create_index("riftcheck_games_client", "riftcheck_games", ["client", "touched"])
    if connection.dialect.name == "sqlite":
        op.execute(f"PRAGMA user_version = {_LAYOUT}")


def _make_tables() -> None:
    op.create_table(
        "riftcheck_games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("engine", sa.Text, nullable=False),
        sa.Column("tokens", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("over", sa.Integer, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
    )
    for table, text in (("riftcheck_game_answers", "answer"), ("riftcheck_game_log", "line")):
        op.create_table(
            table,
            sa.Column("game", sa.Text, sa.ForeignKey("riftcheck_games.id", ondelete="CASCADE"), primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True),
            sa.Column(text, sa.Text, nullable=False),
            sqlite_with_rowid=False,
        )


def downgrade() -> None:
    """Take the tables away."""
    for name in ("riftcheck_game_log", "riftcheck_game_answers", "riftcheck_games"):
        op.drop_table(name)
