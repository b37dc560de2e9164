"""Bringing the schema up to date: Alembic, without its files of settings."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

if TYPE_CHECKING:
    from alembic.config import Config

# As in migrations/versions; a test compares.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
NEWEST = REVISIONS[-1]
_LOCK = 7_383_241  # any number, as long as it is ours


def settings() -> "Config":
    """Where Alembic finds the steps."""
    from alembic.config import Config  # here, because it takes a while and most starts need none

    config = Config()
    folder = Path(__file__).with_name("migrations")
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config


def upgrade(connection: Connection) -> None:
    """Do the steps that are missing, inside the connection's transaction."""
    from alembic import command

    if connection.dialect.name == "postgresql":  # two that migrate at once do it one after the other
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = settings()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
