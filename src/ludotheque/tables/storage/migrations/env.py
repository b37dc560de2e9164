"""Alembic runs this for every command: the connection is given, and so is its transaction."""

from alembic import context

from ludotheque.tables.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
