"""The environment of Alembic: the connection that `riftcheck.store.database` has open."""

from alembic import context

from riftcheck.store.tables import METADATA, VERSIONS

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, version_table=VERSIONS)
with context.begin_transaction():
    context.run_migrations()
