"""The log of all tables on disk, in an SQLite file.

One task writes. What waits is written in one transaction (a commit is the expensive part), and every act
learns whether its own event was the first of its number: two servers, or two clicks, cannot both win. A
table's summary is written in the same transaction as its events, so that no crash can part them.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import ValidationError
from msgspec.json import Decoder, Encoder
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    event,
    select,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ludotheque.core.errors import Refusal
from ludotheque.tables.events import Event, decode, encode
from ludotheque.tables.summary import Summary
from ludotheque.tables.table import OVER

MOST_LISTED = 50

_schema = MetaData()
_summaries = SqlTable(
    "summaries",
    _schema,
    Column("id", String(16), primary_key=True),
    Column("phase", String(10), nullable=False, index=True),
    Column("listed", Boolean, nullable=False),
    Column("due", Float, index=True),  # null: nothing happens by itself
    Column("touched", Float, nullable=False, index=True),
    Column("body", LargeBinary, nullable=False),
)
_events = SqlTable(
    "events",
    _schema,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
_seats = SqlTable(
    "seats",
    _schema,
    Column("table_id", String(16), ForeignKey("summaries.id"), primary_key=True),
    Column("person", String(64), primary_key=True, index=True),
)
_people = SqlTable(
    "people",
    _schema,
    Column("id", String(64), primary_key=True),
    Column("name", String(100), nullable=False),
)


def _upsert(table: SqlTable) -> Any:
    """Insert a row, or bring the one with the same id up to date."""
    row = insert(table)
    changed = {column.name: row.excluded[column.name] for column in table.columns if not column.primary_key}
    return row.on_conflict_do_update(index_elements=["id"], set_=changed)


# Made once, so that SQLAlchemy compiles each of them once.
_STORE_EVENT = insert(_events).on_conflict_do_nothing()
_STORE_SUMMARY = _upsert(_summaries)
_STORE_SEATS = insert(_seats).on_conflict_do_nothing()
_STORE_PERSON = _upsert(_people)

_encode_summary = Encoder().encode
_decode_summary = Decoder(Summary).decode

Row: TypeAlias = dict[str, Any]
Statement: TypeAlias = tuple[Any, Row | list[Row]]  # and what to fill in, once or several times


class Conflict(Exception):
    """Somebody else has written an event of that number first."""


@dataclass
class _Job:
    """Statements of one act, and who waits for them. The first, if it inserts nothing, is a conflict."""

    statements: list[Statement]
    done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Storage:
    """The log of all tables; `open_storage` makes one."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._for_writing = engine.execution_options(writes=True)
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Make the tables that are not there, and begin to write."""
        async with self._for_writing.begin() as connection:
            await connection.run_sync(_schema.create_all)
        self._writer = asyncio.create_task(self._write())

    async def stop(self) -> None:
        """Write what waits, and close."""
        if self._writer:
            await self._jobs.join()
            self._writer.cancel()
        await self._engine.dispose()

    async def append(self, events: Sequence[Event], number: int, summary: Summary) -> None:
        """Store events of a table, the first under *number*, and what lists tell of it then.

        Conflict if there is an event of that number already.
        """
        rows: list[Row] = [
            {"table_id": summary.id, "number": number + k, "body": encode(event)}
            for k, event in enumerate(events)
        ]
        await self._do([*((_STORE_EVENT, row) for row in rows), *_summarised(summary)])

    async def summarise(self, summary: Summary) -> None:
        """Store what lists tell of a table whose events are there already."""
        await self._do(_summarised(summary))

    async def load(self, id: str, start: int = 0) -> list[Event]:
        """The events of a table from number *start* on; none if there is no such table."""
        query = select(_events.c.body).where(_events.c.table_id == id, _events.c.number >= start)
        query = query.order_by(_events.c.number)
        try:
            return [decode(body) for body in await self._column(query)]
        except ValidationError as error:
            raise Refusal(f"its events were written by another version of the server: {error}") from None

    async def listed(self) -> list[Summary]:
        """The tables that anybody may join or watch, the latest first."""
        query = select(_summaries.c.body).where(_summaries.c.listed, _summaries.c.phase != OVER)
        return await self._found(query)

    async def of(self, person: str) -> list[Summary]:
        """The tables at which a person has, or had, a seat, the latest first."""
        query = select(_summaries.c.body).join(_seats, _seats.c.table_id == _summaries.c.id)
        return await self._found(query.where(_seats.c.person == person))

    async def _found(self, query: Select[tuple[bytes]]) -> list[Summary]:
        query = query.order_by(_summaries.c.touched.desc()).limit(MOST_LISTED)
        return [_decode_summary(body) for body in await self._column(query)]

    async def due(self, before: float, limit: int) -> list[str]:
        """The tables at which something must happen by itself before a moment, the most urgent first."""
        query = select(_summaries.c.id).where(_summaries.c.due < before)
        return await self._column(query.order_by(_summaries.c.due).limit(limit))

    async def without_summary(self) -> list[str]:
        """The tables that a server stored which wrote no summaries yet."""
        first = select(_events.c.table_id).where(_events.c.number == 0)
        return await self._column(first.where(_events.c.table_id.not_in(select(_summaries.c.id))))

    async def _column(self, query: Select[tuple[Any]]) -> list[Any]:
        async with self._engine.connect() as connection:
            return [value for (value,) in await connection.execute(query)]

    async def name(self, person: str) -> str:
        """What a person is called; empty if we never heard."""
        query = select(_people.c.name).where(_people.c.id == person)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar() or ""

    async def rename(self, person: str, name: str) -> None:
        """Remember what a person is called."""
        await self._do([(_STORE_PERSON, {"id": person, "name": name})])

    # The writer

    async def _do(self, statements: list[Statement]) -> None:
        job = _Job(statements)
        self._jobs.put_nowait(job)
        await job.done

    async def _write(self) -> None:
        while True:
            jobs = [await self._jobs.get()]
            while not self._jobs.empty():
                jobs.append(self._jobs.get_nowait())
            try:
                async with self._for_writing.begin() as connection:
                    results = [await _run(connection, job) for job in jobs]
            except Exception as error:
                results = [error] * len(jobs)
            for job, result in zip(jobs, results, strict=True):
                _settle(job, result)
                self._jobs.task_done()


def _summarised(summary: Summary) -> list[Statement]:
    row = {
        "id": summary.id,
        "phase": summary.phase,
        "listed": summary.listed,
        "due": summary.due,
        "touched": summary.touched,
        "body": _encode_summary(summary),
    }
    people = sorted({who.person for who in summary.seats if who.person})
    seats: list[Row] = [{"table_id": summary.id, "person": person} for person in people]
    return [(_STORE_SUMMARY, row), *([(_STORE_SEATS, seats)] if seats else [])]


async def _run(connection: AsyncConnection, job: _Job) -> Exception | None:
    for number, (statement, values) in enumerate(job.statements):
        result = await connection.execute(statement, values)
        if number == 0 and result.rowcount == 0:
            return Conflict()
    return None


def _settle(job: _Job, result: Exception | None) -> None:
    if job.done.cancelled():
        return
    if result:
        job.done.set_exception(result)
    else:
        job.done.set_result(None)


def open_storage(database: str) -> Storage:
    """The storage in a file, given by its path or as ``sqlite:///path``."""
    kind, _, path = database.rpartition("://")
    if kind not in ("", "sqlite"):
        raise Refusal(f"no database {kind}; write a file's path or sqlite:///path")
    file = Path(path[1:] if kind else path).expanduser().absolute()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"cannot keep the tables in {file}: {error.strerror}") from None
    engine = create_async_engine(f"sqlite+aiosqlite:///{file}")
    _prepare(engine)
    return Storage(engine)


def _prepare(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Any) -> None:
        # a reader that turns writer in the middle of a transaction would find the file locked
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
