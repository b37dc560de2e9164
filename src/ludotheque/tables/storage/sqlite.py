"""SQLite, in a file of our own: only its owner may read it, and what is acknowledged is on disk.

A file that is deleted while it is open can be written to all the same, into the void; so the writer looks
after every commit whether the file, and the two that belong to it, are still there under their names, and
still hold what they held.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, text
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import create_async_engine

from ludotheque.core.errors import Refusal
from ludotheque.core.holding import hold_bytes
from ludotheque.tables.storage.database import WRITES, Database
from ludotheque.tables.storage.faults import DatabaseFault, Fault
from ludotheque.tables.storage.migrating import NEWEST
from ludotheque.tables.storage.wal import Log

MODE = 0o600  # all hands and keys are in it
BESIDE = ("-wal", "-shm")  # files that SQLite keeps beside ours; they get the mode of the first
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
MAGIC = b"SQLite format 3\0"
_RESTORE = "stop the server, put the right file in its place and start it again"
_LOG_DAMAGED = (
    "was overwritten or cut off while the server ran, and what is behind the damage is lost; stop the server"
    " and start it again with what is left, or with a backup in place of the file, its -wal and its -shm"
)
# Bytes of the file that SQLite locks before it brings a log that nobody uses any more into the file. A
# damaged one must not go there: what is whole in it is found again at the next start.
LOCKED_TO_CLEAR_UP = (0x4000_0002, 510)
_TRIES, _PAUSE = 3, 0.2  # another process may be in the middle of a checkpoint
T = TypeVar("T")


class SqlitePen:
    """A connection in a thread of its own, where a whole transaction is one thing to do.

    aiosqlite goes to its thread and back for every cursor, statement and row: thirty times for a move.
    """

    def __init__(self, connection: Connection, thread: Executor) -> None:
        self._connection, self._thread = connection, thread

    @classmethod
    async def opened(cls, engine: Engine) -> "SqlitePen":
        """A new connection in a new thread."""
        thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        try:
            return cls(await asyncio.get_running_loop().run_in_executor(thread, engine.connect), thread)
        except BaseException:
            thread.shutdown(wait=False)
            raise

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do it in the thread."""
        return await self._in_thread(lambda: self._transaction(work))

    def _transaction(self, work: Callable[[Connection], T]) -> T:
        with self._connection.begin():
            return work(self._connection)

    async def checkpoint(self) -> None:
        """Bring what is in the log into the file. SQLite does that outside of transactions alone."""
        await self._in_thread(
            lambda: self._connection.connection.cursor().execute("PRAGMA wal_checkpoint(FULL)")
        )

    async def drop(self) -> None:
        """Close the connection where it was opened, and end the thread."""
        with suppress(Exception):
            await self._in_thread(self._connection.close)
        self._thread.shutdown(wait=False)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


class Sqlite(Database):
    """A file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal(f"cannot keep the tables in {file}: {error.strerror}") from None
        # mode=rw: a file that was deleted while the server ran is not made anew behind its back
        address = f":///file:{quote(str(file))}?mode=rw&uri=true"
        engine = create_async_engine(
            f"sqlite+aiosqlite{address}", hide_parameters=True, pool_size=5, max_overflow=5
        )
        writing = create_engine(f"sqlite{address}", hide_parameters=True, poolclass=NullPool)
        self._writing = writing.execution_options(**WRITES)
        for one in (engine.sync_engine, self._writing):
            _prepare(one)
        super().__init__(str(file), engine)
        self._pen: SqlitePen | None = None  # the last one
        self._inodes: dict[Path, tuple[int, int]] = {}
        self._looking: int | None = None  # a descriptor of the file, see `_look`
        self._size = 0  # of the file when it was last looked at
        self._log: Log | None = None
        self._malformed = ""  # the reason, once the file or its log was found to be

    def insert(self, table: SqlTable) -> Any:
        """SQLite's INSERT."""
        return insert(table)

    async def pen(self) -> SqlitePen:
        """A connection of its own, in a thread of its own."""
        self._pen = await SqlitePen.opened(self._writing)
        return self._pen

    async def prepare(self) -> None:
        """Bring the file up to date, and know it again from now on, before anything is written."""
        await self.migrate()
        self._inodes[self.file] = _inode(self.file)

    def _own(self) -> None:
        """Make the file if it is missing; nobody else may read it, whatever the umask says."""
        try:
            os.close(os.open(self.file, os.O_RDWR | os.O_CREAT, MODE))
            for path in [self.file, *self._beside()]:
                with suppress(FileNotFoundError):
                    path.chmod(MODE)
        except OSError as error:
            raise Refusal(f"cannot keep the tables in {self.file}: {error.strerror}") from None

    def _beside(self) -> list[Path]:
        return [self.file.with_name(self.file.name + end) for end in BESIDE]

    async def migrate(self) -> bool:
        """Copy the file, unless it is new, then bring it up to date."""
        self._own()
        found = await self.revision()
        if found != NEWEST and await self._has_tables():
            await asyncio.to_thread(self._back_up, found or "0000")
        return await super().migrate()

    async def _has_tables(self) -> bool:
        async with self.engine.connect() as connection:
            return bool((await connection.execute(text("select count(*) from sqlite_master"))).scalar())

    def _back_up(self, revision: str) -> None:
        """Copy the file as a whole, what is still in its log included."""
        copy = self.file.with_name(f"{self.file.name}.backup-{revision}")
        unfinished = copy.with_name(copy.name + ".part")
        try:
            unfinished.unlink(missing_ok=True)
            os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))
            with (
                closing(sqlite3.connect(self.file)) as source,
                closing(sqlite3.connect(unfinished)) as target,
            ):
                source.backup(target)
            unfinished.replace(copy)
        except (OSError, sqlite3.Error) as error:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            why = error.strerror if isinstance(error, OSError) else error
            raise Refusal(
                f"cannot copy {self.file} to {copy} before its tables are brought up to date: {why}"
            ) from None

    # Watching the file

    async def watch(self) -> None:
        """Remember which files these are. The first one stays the same for good."""
        for path in [self.file, *self._beside()]:
            if path != self.file or path not in self._inodes:
                self._inodes[path] = _inode(path)
        if self._looking is None:
            self._looking = os.open(self.file, os.O_RDONLY)
            self._size = os.fstat(self._looking).st_size
        beside = self._beside()
        if self._log and not self._log.is_of(*beside):
            self._log.close()
            self._log = None
        self._log = self._log or Log(*beside)

    async def close(self) -> None:
        """Close every connection, and then the files that were looked at."""
        await super().close()
        if self._log:
            self._log.close()
            self._log = None
        if self._looking is not None:
            os.close(self._looking)
            self._looking = None

    def trust(self) -> None:
        """Nothing is written to a malformed file: it could not be found again after a restart."""
        if self._malformed:
            raise DatabaseFault(Fault.DAMAGED, self._malformed)

    async def verify(self) -> None:
        """Look whether they still are what they were."""
        self.trust()
        for attempt in range(_TRIES):
            try:
                self._look()
                return
            except DatabaseFault:
                if attempt == _TRIES - 1:
                    raise
            await asyncio.sleep(_PAUSE)

    def diagnose(self, fault: DatabaseFault) -> DatabaseFault:
        """SQLite cannot open its log on a full disk or one that may only be read, and does not say why.

        A file that it finds malformed stays so for everybody: the next may but see what its cache still has.
        """
        if fault.malformed:
            self._malformed = f"{fault.reason}; {_RESTORE}"
        if self._looking is not None:
            try:
                self._look_at_log(self._looking)
            except DatabaseFault as found:  # whatever else it has led to
                found.committed = fault.committed
                return found
            except OSError:  # it cannot even be read
                return fault
        if fault.fault is not Fault.AWAY:
            return fault
        try:
            disk = os.statvfs(self.file.parent)
        except OSError as error:
            return DatabaseFault(Fault.AWAY, f"{fault.reason}: {error.strerror}")
        if disk.f_flag & os.ST_RDONLY or not os.access(self.file.parent, os.W_OK):
            return DatabaseFault(Fault.READ_ONLY, f"{fault.reason}: {self.file.parent} is read-only")
        if disk.f_bavail == 0:
            return DatabaseFault(Fault.FULL, f"{fault.reason}: the disk is full")
        return fault

    async def salvage(self) -> None:
        """If only its log was deleted: what is in there goes into the file, while we still have it open."""
        known = self._inodes.get(self.file)
        self._inodes = {self.file: known} if known else {}  # the others may come and go with the connection
        if self._pen and known == _inode(self.file) and not self._beside()[0].exists():
            await self._pen.checkpoint()
            await self.engine.dispose()

    def _look(self) -> None:
        """Compare the files with what is known of them.

        The descriptor stays open: to close any descriptor of a file gives back all locks that this process,
        and so SQLite, has on it, and whoever else opens the file then would clear its log away.
        """
        for path, known in self._inodes.items():
            if _inode(path) != known:
                raise DatabaseFault(
                    Fault.DAMAGED,
                    f"{path} was deleted or replaced while the server ran; {_RESTORE}",
                )
        if self._looking is None:
            return
        header, size = os.pread(self._looking, 32, 0), os.fstat(self._looking).st_size
        # Too short by its own header, a file may still be whole: while somebody reads, SQLite brings its
        # first page up to date, and leaves the last ones in the log. But then it has not shrunk.
        if header[:16] != MAGIC or size < min(_told_size(header), self._size):
            raise DatabaseFault(Fault.DAMAGED, f"{self.file} was overwritten or cut off while the server ran")
        self._size = size
        self._look_at_log(self._looking)

    def _look_at_log(self, descriptor: int) -> None:
        if self._log and not self._log.holds():
            self._malformed = f"{self._beside()[0]} {_LOG_DAMAGED}"
            hold_bytes(descriptor, *LOCKED_TO_CLEAR_UP, shared=True)
            self.trust()


def _inode(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise DatabaseFault(
            Fault.DAMAGED, f"{path} cannot be found any more: {error.strerror}; put it back as it was"
        ) from None
    return found.st_dev, found.st_ino


def _told_size(header: bytes) -> int:
    """How long the file must be by its own header (sqlite.org/fileformat.html)."""
    page = int.from_bytes(header[16:18], "big")
    return (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")


def _prepare(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        # A reader needs no transaction for its one query; one that turned writer in the middle of it would
        # find the file locked.
        if connection.get_execution_options().get("writes"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
