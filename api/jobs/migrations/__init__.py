"""The tables of the jobs from one version to the next, for Alembic."""
