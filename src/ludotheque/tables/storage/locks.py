"""Who may use a database: one server alone, or several that have a broker between them."""

import asyncio
import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.core.errors import Refusal
from ludotheque.core.holding import hold_bytes, holding, opened
from ludotheque.tables.storage.faults import fault_of
from ludotheque.tables.storage.places import open_database
from ludotheque.tables.storage.postgres import Postgres
from ludotheque.tables.storage.sqlite import Sqlite

log = logging.getLogger(__name__)

OURS = 0x6C75646F  # the number of the lock in a PostgreSQL database: "ludo"
OUR_BYTE = 1 << 62  # of a file, far behind those that SQLite locks (around the first gigabyte)
LOOK_AGAIN = 2.0  # seconds after which a server that holds a lock sees whether it still does
TRY_AGAIN = 1.0


@contextmanager
def locked(address: str, *, shared: bool) -> Iterator[None]:
    """Keep other servers away, or, *shared*, those that have no broker; see to nothing else."""
    database = open_database(address)
    taken = (
        f"another server keeps its tables in {database.name}; stop it, name another database with"
        " --database, or let both use one broker: LUDOTHEQUE_BROKER=redis://127.0.0.1:6379"
    )
    if isinstance(database, Sqlite):
        beside = database.file.with_name(database.file.name + "-lock")
        with (
            holding(beside, shared=shared, otherwise=taken),
            _itself(database.file, shared=shared, otherwise=taken),
        ):
            yield
    elif isinstance(database, Postgres):
        claim = Claim(database, shared=shared, taken=taken)
        claim.start()
        try:
            claim.refuse_if_taken()
            yield
        finally:
            claim.give_back()


@contextmanager
def _itself(file: Path, *, shared: bool, otherwise: str) -> Iterator[None]:
    """Hold the file too: by another name it has another lock beside it, and another log, which ruins it.

    It is opened before SQLite does that, and closed after: to close it gives back SQLite's locks.
    """
    descriptor = opened(file)
    try:
        if not hold_bytes(descriptor, OUR_BYTE, 1, shared=shared):
            raise Refusal(otherwise)
        yield
    finally:
        os.close(descriptor)


class Claim(threading.Thread):
    """Holds a lock of a PostgreSQL database by a connection of its own, and takes it again if that is lost.

    PostgreSQL gives it back when the connection ends, however that happens.
    """

    def __init__(self, database: Postgres, *, shared: bool, taken: str) -> None:
        super().__init__(daemon=True)
        self._database, self._taken = database, taken
        self._ask = text(f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}({OURS})")
        self._answered, self._is_taken = threading.Event(), False
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()

    def refuse_if_taken(self) -> None:
        """Wait for the answer. A database that cannot be reached refuses nobody here: others tell of it."""
        self._answered.wait()
        if self._is_taken:
            raise Refusal(self._taken)

    def give_back(self) -> None:
        """End it."""
        self._loop.call_soon_threadsafe(self._over.set)
        self.join(TRY_AGAIN)  # one that waits for a database that does not answer ends with the process

    def run(self) -> None:
        """Hold the lock until it is over."""
        self._loop.run_until_complete(self._hold())
        self._loop.close()

    async def _hold(self) -> None:
        engine = self._database.patient_engine()
        while not self._over.is_set():
            try:
                async with engine.connect() as connection:
                    await self._hold_by(await connection.execution_options(isolation_level="AUTOCOMMIT"))
            except Exception as error:  # it is away; whoever needs it tells of that
                if fault_of(error) is None:
                    log.exception("the lock of the database")
            self._answered.set()
            await self._rest(TRY_AGAIN)
        await engine.dispose()

    async def _hold_by(self, connection: AsyncConnection) -> None:
        """Take the lock, and stay for as long as the connection lasts."""
        held = bool(await connection.scalar(self._ask))
        if not held and self._answered.is_set() and not self._is_taken:
            log.error("%s", self._taken)  # while the database was away, another took it
        self._is_taken = not held
        self._answered.set()
        while held and not self._over.is_set():
            await self._rest(LOOK_AGAIN)
            await connection.execute(text("SELECT 1"))

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), seconds)
