"""Keys that the operator makes for callers."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "riftcheck_keys",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("light", sa.Integer),
        sa.Column("heavy", sa.Integer),
        sa.Column("jobs", sa.Integer),
        sa.Column("games", sa.Integer),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("withdrawn", sa.Double),
    )


def downgrade() -> None:
    """Take the table away."""
    op.drop_table("riftcheck_keys")
