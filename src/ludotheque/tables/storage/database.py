"""What every database can do for the storage, whichever it is."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, inspect, text
from sqlalchemy import Table as SqlTable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ludotheque.core.errors import Refusal
from ludotheque.tables.storage.faults import DatabaseFault, Fault, fault_of
from ludotheque.tables.storage.migrating import NEWEST, REVISIONS, upgrade

WRITES = {"writes": True}  # execution options of connections that write
T = TypeVar("T")


class Pen(Protocol):
    """A connection that writes, one transaction after the other."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do some work in a transaction: all of it or nothing. It is durable when this returns."""

    async def drop(self) -> None:
        """Give the connection up, whatever state it is in."""


class AsyncPen:
    """One of a driver that waits by itself."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do it in this thread; every statement that waits lets others go on."""
        async with self._connection.begin():
            return await self._connection.run_sync(work)

    async def drop(self) -> None:
        """Close the line, not to be used again."""
        with suppress(Exception):
            await self._connection.invalidate()
        with suppress(Exception):
            await self._connection.close()


class DatabaseAway(Refusal):
    """It cannot be reached at the start; later it may be there."""


class Database:
    """A database, and how its kind is opened, migrated and watched."""

    def __init__(self, name: str, engine: AsyncEngine) -> None:
        self.name = name  # as the log may tell it, without a password
        self.engine = engine

    def insert(self, table: SqlTable) -> Any:
        """The kind's own INSERT, which knows what to do in a conflict."""
        raise NotImplementedError

    async def prepare(self) -> None:
        """Be ready for the storage, or refuse with a sentence."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    async def pen(self) -> Pen:
        """A new connection for the writer."""
        return AsyncPen(await self.engine.execution_options(**WRITES).connect())

    def trust(self) -> None:
        """Raise DatabaseFault if nothing may be written any more, because of what was met in there."""

    async def watch(self) -> None:
        """Take note of what `verify` compares with; called when the writer has connected."""

    async def verify(self) -> None:
        """Raise DatabaseFault if what was written is not where it should be."""

    def diagnose(self, fault: DatabaseFault) -> DatabaseFault:
        """What a fault is, seen from nearer."""
        return fault

    async def salvage(self) -> None:
        """Do what can be done for what was written, before the writer's connection is given up."""

    async def migrate(self) -> bool:
        """Bring the schema up to date; whether there was anything to do."""
        if await self.revision() == NEWEST:
            return False
        engine = self.patient_engine()
        try:
            async with engine.execution_options(**WRITES).begin() as connection:
                await connection.run_sync(upgrade)
        except Exception as error:
            raise self.refusal(error) from None
        finally:
            if engine is not self.engine:
                await engine.dispose()
        return True

    def patient_engine(self) -> AsyncEngine:
        """The engine for what may take minutes."""
        return self.engine

    async def revision(self) -> str | None:
        """The schema's revision, None without one; a newer one than we know is refused."""
        try:
            async with self.engine.connect() as connection:
                found = await _revision(connection)
        except Exception as error:
            raise self.refusal(error) from None
        if found is not None and found not in REVISIONS:
            raise Refusal(
                f"{self.name} was written by a newer version of Ludothèque (its schema is {found}, "
                f"this version knows {NEWEST}): install that version, or name another database"
            )
        return found

    def refusal(self, error: Exception) -> Exception:
        """What is wrong with the database at the start, in a sentence; a bug of ours stays what it is."""
        fault = fault_of(error)
        if fault is None:
            return error
        fault = self.diagnose(fault)
        kind = DatabaseAway if fault.fault is Fault.AWAY else Refusal
        return kind(f"cannot use the database {self.name}: {fault.reason}")


async def _revision(connection: AsyncConnection) -> str | None:
    there = await connection.run_sync(lambda sync: inspect(sync).has_table("alembic_version"))
    if not there:
        return None
    found = (await connection.execute(text("select version_num from alembic_version"))).scalar()
    return None if found is None else str(found)
