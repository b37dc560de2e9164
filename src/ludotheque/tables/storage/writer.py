"""One writer with group commit: what waits is written in one transaction, because a commit is expensive.

Every act learns whether its own event was the first of its number: two servers, or two clicks, cannot both
win, and the loser's conflict harms nobody else in the group. A table's summary is written in the same
transaction as its events, so that no crash can part them. An act is done when the commit is on disk.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, tuple_
from sqlalchemy import Table as SqlTable

from ludotheque.tables.storage import schema
from ludotheque.tables.storage.database import Database, Pen
from ludotheque.tables.storage.faults import DatabaseFault, Fault, StorageFailed, fault_of

log = logging.getLogger(__name__)

TRY_AGAIN = 1.0  # seconds after a fault, before one tries to write only to see whether it is over

Row: TypeAlias = dict[str, Any]
Result: TypeAlias = Exception | None  # of a job; None: done


class Conflict(Exception):
    """Somebody else has written an event of that number first."""


@dataclass(eq=False)
class Job:
    """What one act writes, and who waits for it. All of it, or nothing if its first event is a conflict."""

    table: str = ""
    events: Sequence[Row] = ()
    summary: Row | None = None
    seats: Sequence[Row] = ()
    statements: Sequence[Any] = ()  # whatever else
    changed: Sequence[int] = ()  # afterwards: how many rows each of the statements changed
    done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, result: Result) -> None:
        """Tell whoever waits, if they still do."""
        if self.done.cancelled():
            return
        if result:
            self.done.set_exception(result)
        else:
            self.done.set_result(None)


class Reporter:
    """Says in the log when a fault begins and when it is over, not at every attempt."""

    def __init__(self, name: str, consequence: str) -> None:
        self._name = name
        self._consequence = consequence
        self.fault: Fault | None = None  # that has begun and is not over

    def failed(self, fault: DatabaseFault) -> None:
        """Something did not work."""
        if self.fault is not fault.fault:
            self.fault = fault.fault
            log.error("database %s: %s; %s", self._name, fault.reason, self._consequence)

    def works(self) -> None:
        """Something did."""
        if self.fault:
            self.fault = None
            log.warning("database %s: works again", self._name)


class Writer:
    """Writes what it is given, in the order it is given for each table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = _Statements(database)
        self._reporter = Reporter(database.name, "moves are refused until that is mended")
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._held: list[Job] = []  # for the next group
        self._pen: Pen | None = None
        self._failed = 0.0  # when that was, the last time
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write())

    async def stop(self) -> None:
        """Write what waits, and end."""
        if self._task:
            await self._jobs.join()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._disconnect()

    async def do(self, job: Job) -> None:
        """Return when it is on disk; Conflict, or StorageFailed in the language of whoever asked."""
        self._jobs.put_nowait(job)
        try:
            await job.done
        except DatabaseFault as fault:
            raise StorageFailed(fault.fault, perhaps_kept=fault.committed) from None

    async def check(self) -> None:
        """Return if writing worked the last time, or works now; StorageFailed if not."""
        fault = self._reporter.fault
        if fault and time.monotonic() < self._failed + TRY_AGAIN:
            raise StorageFailed(fault)
        if fault:
            await self.do(Job(statements=self._statements.trial))

    async def _write(self) -> None:
        while True:
            jobs = await self._group()
            for job, result in zip(jobs, await self._results(jobs), strict=True):
                job.settle(result)
                self._jobs.task_done()

    async def _group(self) -> list[Job]:
        """All that waits, but of each table one act only: whether the next has won follows from it."""
        waiting = self._held or [await self._jobs.get()]
        while not self._jobs.empty():
            waiting.append(self._jobs.get_nowait())
        group: list[Job] = []
        self._held, tables = [], set()
        for job in waiting:
            (self._held if job.table in tables else group).append(job)
            if job.table:
                tables.add(job.table)
        return group

    async def _results(self, jobs: list[Job]) -> Sequence[Result]:
        try:
            return await self._attempt(jobs)
        except DatabaseFault as fault:
            self._failed = time.monotonic()
            self._reporter.failed(fault)
            return [fault] * len(jobs)
        except Exception as bug:  # in one of them: the others shall not suffer
            return [bug] if len(jobs) == 1 else [(await self._results([job]))[0] for job in jobs]

    async def _attempt(self, jobs: list[Job]) -> Sequence[Result]:
        """Write a group; once more if the connection was lost, as it is when the database was restarted."""
        for again in (False, True):
            try:
                results = await self._transaction(jobs, again=again)
                self._reporter.works()
                return results
            except Exception as error:
                await self._disconnect()
                fault = fault_of(error)
                if fault is None:
                    raise
                if again or fault.fault is not Fault.AWAY:
                    raise self._database.diagnose(fault) from None
        raise AssertionError("unreachable")

    async def _transaction(self, jobs: list[Job], *, again: bool) -> Sequence[Result]:
        pen = await self._connected()
        results = await pen.write(lambda connection: self._statements.store(connection, jobs, again=again))
        try:
            await self._database.verify()
        except DatabaseFault as fault:
            fault.committed = True
            raise
        return results

    async def _connected(self) -> Pen:
        self._database.trust()
        if self._pen is None:
            await self._database.verify()
            self._pen = await self._database.pen()
            await self._database.watch()
        return self._pen

    async def _disconnect(self) -> None:
        """Begin anew with the next group: a connection that failed once may never work again."""
        pen, self._pen = self._pen, None
        if pen is not None:
            with suppress(Exception):
                await self._database.salvage()
            await pen.drop()


class _Statements:
    """The writer's statements, made once so that SQLAlchemy compiles each of them once.

    Rows are written in the order of their keys: two processes that write at once wait for each other at most
    in one direction.
    """

    def __init__(self, database: Database) -> None:
        insert = database.insert
        events = schema.events
        self._claim = insert(events).on_conflict_do_nothing().returning(events.c.table_id)
        self._events = insert(events)
        self._summary = upsert(database, schema.summaries)
        seat = insert(schema.seats)
        keys = ["table_id", "person"]
        self._seats = seat.on_conflict_do_update(index_elements=keys, set_={"ended": seat.excluded.ended})
        people = schema.people  # a transaction that changes nothing would succeed on a full disk
        nobody = insert(people).values(id="", name="").on_conflict_do_nothing()
        self.trial = [nobody, delete(people).where(people.c.id == "")]

    def store(self, connection: Connection, jobs: list[Job], *, again: bool) -> list[Result]:
        """Write the jobs; which have failed."""
        acts = sorted((job for job in jobs if job.events), key=lambda job: job.table)
        lost = self._lost(connection, acts, again=again) if acts else set()
        won = [job for job in acts if job.table not in lost]
        rest = [row for job in won for row in job.events[1:]]
        if rest:
            connection.execute(self._events, rest)
        told = sorted(
            (job for job in jobs if job.summary and job.table not in lost), key=lambda job: job.table
        )
        if told:
            connection.execute(self._summary, [job.summary or {} for job in told])
        seats = [row for job in told for row in job.seats]
        if seats:
            connection.execute(self._seats, seats)
        for job in jobs:
            statements = () if job.events and job.table in lost else job.statements
            job.changed = [connection.execute(statement).rowcount for statement in statements]
        return [Conflict() if job.events and job.table in lost else None for job in jobs]

    def _lost(self, connection: Connection, acts: list[Job], *, again: bool) -> set[str]:
        """Claim each act's first number; the tables at which somebody else had it already."""
        claimed = connection.execute(self._claim, [job.events[0] for job in acts])
        lost = {job.table for job in acts} - {table for (table,) in claimed}
        if lost and again:  # perhaps we wrote it ourselves, and the connection broke before we heard
            lost -= self._ours(connection, [job for job in acts if job.table in lost])
        return lost

    def _ours(self, connection: Connection, acts: list[Job]) -> set[str]:
        events = schema.events
        keys = [(job.table, job.events[0]["number"]) for job in acts]
        bodies = {job.table: job.events[0]["body"] for job in acts}
        query = events.select().where(tuple_(events.c.table_id, events.c.number).in_(keys))
        return {row.table_id for row in connection.execute(query) if bytes(row.body) == bodies[row.table_id]}


def upsert(database: Database, table: SqlTable) -> Any:
    """Insert a row, or bring the one with the same id up to date."""
    row = database.insert(table)
    changed = {column.name: row.excluded[column.name] for column in table.columns if not column.primary_key}
    return row.on_conflict_do_update(index_elements=["id"], set_=changed)
