"""How Alembic comes to the database: over the connection that `riftcheck.api.jobs.database` has open."""

from alembic import context

from riftcheck.api.jobs.tables import METADATA, VERSIONS

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, version_table=VERSIONS)
with context.begin_transaction():
    context.run_migrations()
