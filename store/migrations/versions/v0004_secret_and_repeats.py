"""The server's secret, drawn here once, and what was asked for under keys of idempotence."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_BYTES = 32  # of the secret


def upgrade() -> None:
    """Make the tables and draw the secret."""
    made = op.create_table("riftcheck_secret", sa.Column("secret", sa.Text, primary_key=True))
    op.bulk_insert(made, [{"secret": secrets.token_hex(_BYTES)}])
    op.create_table(
        "riftcheck_repeats",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("riftcheck_repeats_client", "riftcheck_repeats", ["client", "created"])
    op.create_index("riftcheck_repeats_created", "riftcheck_repeats", ["created"])


def downgrade() -> None:
    """Take the tables away."""
    op.drop_table("riftcheck_repeats")
    op.drop_table("riftcheck_secret")
