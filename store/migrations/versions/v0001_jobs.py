"""Jobs and their parts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "goldfish_jobs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("client", sa.String(64), nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("order", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("estimates", sa.Text),
        sa.Column("result", sa.LargeBinary),
        sa.Column("problem", sa.Text),
        sa.Column("owner", sa.String(64)),
        sa.Column("lease", sa.Double, nullable=False),
        sa.Column("served", sa.Double, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
    )
    op.create_index("goldfish_jobs_client", "goldfish_jobs", ["client", "state"])
    op.create_index("goldfish_jobs_state", "goldfish_jobs", ["state", "created"])
    op.create_index("goldfish_jobs_ended", "goldfish_jobs", ["ended"])
    op.create_table(
        "goldfish_parts",
        sa.Column("job", sa.String(32), sa.ForeignKey("goldfish_jobs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("start", sa.Integer, primary_key=True),
        sa.Column("stop", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Take the tables away."""
    op.drop_table("goldfish_parts")
    op.drop_table("goldfish_jobs")
