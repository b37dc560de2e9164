"""Where the tables are kept: a path, ``sqlite:///path`` or ``postgresql://…``."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from ludotheque.core.errors import Refusal
from ludotheque.tables.storage.database import Database
from ludotheque.tables.storage.keeping import Keeping
from ludotheque.tables.storage.postgres import Postgres
from ludotheque.tables.storage.sqlite import Sqlite
from ludotheque.tables.storage.store import Storage

SETTING = "LUDOTHEQUE_DATABASE"
_POSTGRES = ("postgresql", "postgres", "postgresql+asyncpg")
_KINDS = "a file's path, sqlite:///path or postgresql://user@host/name"


def chosen_database(given: str | None = None) -> str:
    """The database that a command line or the environment names, or the file in the data folder."""
    return given or os.environ.get(SETTING) or str(user_data_path("ludotheque") / "tables.sqlite")


def open_database(address: str) -> Database:
    """The database at an address; nothing is read or written yet."""
    kind, _, rest = address.partition("://")
    if not rest:
        return Sqlite(_followed(address))
    if kind == "sqlite":
        return Sqlite(_followed(rest[1:]))
    if kind not in _POSTGRES:
        raise Refusal(f"no database {kind}; write {_KINDS}")
    try:
        return Postgres(make_url(address))
    except (ArgumentError, ValueError):
        raise Refusal(f"this is not the address of a database; write {_KINDS}") from None


def _followed(path: str) -> Path:
    """Where links lead: SQLite keeps its log there, and our lock must be one for all names of a file."""
    return Path(os.path.realpath(Path(path).expanduser()))


def open_storage(address: str, keeping: Keeping | None = None) -> Storage:
    """The storage at an address."""
    return Storage(open_database(address), keeping or Keeping())


@asynccontextmanager
async def opened_storage(given: str | None = None, *, to_read: bool = False) -> AsyncIterator[Storage]:
    """The storage that a command line or the environment names, for a command; nothing is deleted in it.

    Where there is only something *to_read*, a file that is missing is refused, not made.
    """
    database = open_database(chosen_database(given))
    if to_read and isinstance(database, Sqlite) and not database.file.exists():
        raise Refusal(f"there is no file {database.file}; name the server's with --database or {SETTING}")
    storage = Storage(database, Keeping(None, None))
    await storage.start()
    try:
        yield storage
    finally:
        await storage.stop()


def prepare(address: str) -> None:
    """Refuse a database that cannot be used, before anything else is begun; a file is brought up to date."""

    async def once() -> None:
        database = open_database(address)
        try:
            await database.prepare()
        finally:
            await database.close()

    asyncio.run(once())
