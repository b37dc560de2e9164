"""The log of all tables: what is read, what is written, what is deleted after its time."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import ValidationError
from sqlalchemy import Row as SqlRow
from sqlalchemy import Select, delete, select

from ludotheque.core.errors import Refusal
from ludotheque.tables.chronicle import OVER, PLAYING, SEATING
from ludotheque.tables.events import OPEN, Event, Opened, SeatTaken, decode, encode
from ludotheque.tables.storage.dailies import Dailies
from ludotheque.tables.storage.database import Database, DatabaseAway
from ludotheque.tables.storage.faults import DatabaseFault, Fault, StorageFailed, fault_of
from ludotheque.tables.storage.judgements import Judgements
from ludotheque.tables.storage.keeping import DAY, Keeping
from ludotheque.tables.storage.keys import Keys
from ludotheque.tables.storage.mine import Mine, leavers, seat_rows
from ludotheque.tables.storage.post import Notice, Post
from ludotheque.tables.storage.schema import events, judgements, people, seats, summaries
from ludotheque.tables.storage.writer import Job, Reporter, Row, Writer, upsert
from ludotheque.tables.summary import Summary, decode_summary, encode_summary

log = logging.getLogger(__name__)

MOST_LISTED = 25  # tables in one list
MOST_FINISHED = 10  # of one person, in a list
MOST_OF_A_HOST = 3  # tables of one person in everybody's lists
MOST_OF_A_LINE = 8  # tables from one line there, while others want the places
LONGEST_WAIT, LONGEST_PAUSE = 6 * 3600.0, 1800.0  # seconds until a table, or a game, is abandoned
MOST_TURNS = 200  # running games of one person that are looked through for their turns
DELETED_AT_ONCE = 100
FIRST_TIDYING = 60.0  # seconds after the start; then daily


class Storage:
    """The log of all tables; `open_storage` makes one."""

    def __init__(self, database: Database, keeping: Keeping) -> None:
        self._database = database
        self._keeping = keeping
        self._writer = Writer(database)
        self._reading = Reporter(database.name, "tables cannot be read until that is mended")
        self._store_person = upsert(database, people)
        self.keys = Keys(database, self._writer, self._read)
        self.mine = Mine(self._writer, self._read)
        self.dailies = Dailies(database, self._writer, self._read)
        self.post = Post(database, self._writer, self._read)
        self.judgements = Judgements(database, self._writer, self._read)
        self._asked: set[asyncio.Task[Sequence[SqlRow[Any]]]] = set()  # questions without an answer yet
        self._tidying: asyncio.Task[None] | None = None

    async def start(self, *, prepared: bool = False) -> None:
        """Begin to read and to write; a database that cannot be used is refused with a sentence.

        One that was *prepared* before may be away now: until it is back, everything is refused.
        """
        try:
            await self._database.prepare()
        except BaseException as error:
            if not (prepared and isinstance(error, DatabaseAway)):
                await self._database.close()
                raise
        self._writer.start()
        self._tidying = asyncio.create_task(self._tidy())

    async def stop(self) -> None:
        """Write what waits, and close."""
        if self._tidying:
            self._tidying.cancel()
        if self._asked:
            await asyncio.wait(self._asked)
        await self._writer.stop()
        await self._database.close()

    async def check(self) -> None:
        """Return if the database answers, is where it was and can be written to; StorageFailed if not."""
        await self._read(select(people.c.id).limit(1))
        try:
            await self._database.verify()
        except Exception as error:
            raise self._refused(error) from None
        await self._writer.check()

    # Writing

    async def append(
        self, events: Sequence[Event], number: int, summary: Summary, notices: Sequence[Notice] = ()
    ) -> None:
        """Store events of a table, the first under *number*, what lists tell of it then, and who is to be
        told of it.

        Conflict if there is an event of that number already; StorageFailed if the database does not work.
        """
        rows: list[Row] = [
            {"table_id": summary.id, "number": number + k, "body": encode(event)}
            for k, event in enumerate(events)
        ]
        reseated = any(isinstance(event, (Opened, SeatTaken)) for event in events)
        people = seat_rows(summary) if reseated or summary.result else []
        more = [*self.post.to_tell(notices), *self.dailies.to_count(summary, number)]
        if any(isinstance(event, SeatTaken) and event.who.kind == OPEN for event in events):
            more.append(leavers(summary))
        await self._writer.do(Job(summary.id, rows, _summarised(summary), people, more))

    async def summarise(self, summary: Summary) -> None:
        """Store what lists tell of a table whose events are there already."""
        job = Job(summary.id, (), _summarised(summary), seat_rows(summary), [leavers(summary)])
        await self._writer.do(job)

    async def rename(self, person: str, name: str) -> None:
        """Remember what a person is called."""
        await self._writer.do(Job(statements=[self._store_person.values(id=person, name=name)]))

    # Reading

    async def load(self, id: str, start: int = 0) -> list[Event]:
        """The events of a table from number *start* on; none if there is no such table."""
        query = select(events.c.body).where(events.c.table_id == id, events.c.number >= start)
        query = query.order_by(events.c.number)
        try:
            return [decode(body) for body in await self._column(query)]
        except ValidationError as error:
            raise Refusal(f"its events were written by another version of the server: {error}") from None

    async def listed(self, now: float) -> list[Summary]:
        """The tables that anybody may join or watch, the latest first; a few of each host and line.

        What nobody has touched for long is abandoned, and is not in the list.
        """
        waiting = await self._fair_list(SEATING, now - LONGEST_WAIT)
        found = [*waiting, *await self._fair_list(PLAYING, now - LONGEST_PAUSE)]
        return sorted(found, key=lambda summary: -summary.touched)

    async def _fair_list(self, phase: str, since: float) -> list[Summary]:
        """The latest tables of a phase. Whoever has enough of them in the list is skipped from there on.

        A host may be a name that somebody makes up for each table; so those of one line share some places,
        and have more where nobody else wants them.
        """
        query = select(summaries.c.id, summaries.c.touched, summaries.c.host, summaries.c.line).where(
            summaries.c.phase == phase, summaries.c.listed, summaries.c.touched > since
        )
        ids: list[str] = []
        spare: list[str] = []
        hosts, lines = Counter[str](), Counter[str]()
        while len(ids) < MOST_LISTED:
            page = _without(query, summaries.c.host, hosts, MOST_OF_A_HOST)
            page = _without(page, summaries.c.line, lines, MOST_LISTED)
            rows = await self._read(page.order_by(summaries.c.touched.desc()).limit(MOST_LISTED))
            for row in rows:
                if hosts[row.host] < MOST_OF_A_HOST:
                    hosts[row.host] += 1
                    lines[row.line] += bool(row.line)
                    (ids if lines[row.line] <= MOST_OF_A_LINE else spare).append(row.id)
            if len(rows) < MOST_LISTED:
                break
            query = query.where(summaries.c.touched < rows[-1].touched)
        chosen = [*ids, *spare][:MOST_LISTED]
        return await self._summaries(select(summaries.c.body).where(summaries.c.id.in_(chosen)))

    async def of(self, person: str) -> list[Summary]:
        """The tables at which a person has a seat: unfinished ones, then the last finished ones."""
        running = await self.mine.running(person, 2 * MOST_LISTED)
        return [*running, *await self.mine.finished(person, MOST_FINISHED)]

    async def summary(self, id: str) -> Summary | None:
        """What lists tell of a table; None if there is none."""
        query = select(summaries.c.body).where(summaries.c.id == id)
        return next(iter(await self._summaries(query)), None)

    async def turns(self, person: str) -> list[Summary]:
        """The running games in which a person is to move, the one that waits longest first."""
        query = select(summaries.c.body).join(seats, seats.c.table_id == summaries.c.id)
        phase = summaries.c.phase + ""  # by the person's seats, as in `of`
        query = query.where(seats.c.person == person, phase == PLAYING).order_by(summaries.c.touched)
        found = await self._summaries(query.limit(MOST_TURNS))
        return [one for one in found if one.turn in one.seats_of(person)]

    async def _summaries(self, query: Select[tuple[bytes]]) -> list[Summary]:
        return [decode_summary(body) for body in await self._column(query) if body]

    async def due(self, before: float, limit: int) -> list[str]:
        """The tables at which something must happen by itself before a moment, the most urgent first."""
        query = select(summaries.c.id).where(summaries.c.due < before)
        return await self._column(query.order_by(summaries.c.due).limit(limit))

    async def finished(self) -> list[str]:
        """All tables whose games are over, the oldest first."""
        query = select(summaries.c.id).where(summaries.c.phase == OVER)
        return await self._column(query.order_by(summaries.c.touched, summaries.c.id))

    async def without_summary(self) -> list[str]:
        """The tables of a server that wrote no summaries yet; the migration has marked them."""
        return await self._column(select(summaries.c.id).where(summaries.c.phase == ""))

    async def name(self, person: str) -> str:
        """What a person is called; empty if we never heard."""
        return next(iter(await self._column(select(people.c.name).where(people.c.id == person))), "")

    async def _column(self, query: Select[tuple[Any]]) -> list[Any]:
        return [value for (value,) in await self._read(query)]

    async def _read(self, query: Select[Any]) -> Sequence[SqlRow[Any]]:
        """Ask; once more if the connection was lost, as it is when the database was restarted."""
        try:
            return await self._surely_ask(query)
        except Exception as error:
            fault = fault_of(error)
            if fault is None or fault.fault is not Fault.AWAY:
                raise self._refused(error) from None
        try:
            return await self._surely_ask(query)
        except Exception as error:
            raise self._refused(error) from None

    async def _surely_ask(self, query: Select[Any]) -> Sequence[SqlRow[Any]]:
        """Ask, and hear the answer even if nobody waits for it any more.

        A connection whose question is given up halfway cannot be used again: SQLAlchemy throws it away, and
        its thread may live on if the server stops meanwhile.
        """
        task = asyncio.create_task(self._ask(query))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        return await asyncio.shield(task)

    async def _ask(self, query: Select[Any]) -> Sequence[SqlRow[Any]]:
        async with self._database.engine.connect() as connection:
            rows: Sequence[SqlRow[Any]] = (await connection.execute(query)).all()
        if self._reading.fault and await self._sound():
            self._reading.works()
        return rows

    async def _sound(self) -> bool:
        """Whether what was written is where it should be; what lies in a cache can be read all the same."""
        try:
            await self._database.verify()
        except DatabaseFault:
            return False
        return True

    def _refused(self, error: Exception) -> Exception:
        fault = fault_of(error)
        if fault is None:
            return error
        fault = self._database.diagnose(fault)
        self._reading.failed(fault)
        return StorageFailed(fault.fault)

    # Deleting

    async def _tidy(self) -> None:
        pause = FIRST_TIDYING
        while True:
            await asyncio.sleep(pause)
            pause = DAY
            try:
                count = await self.delete_old(time.time())
                if count:
                    log.warning("deleted %d tables that are no longer kept", count)
            except StorageFailed:
                pass  # it is in the log, and tomorrow is another day
            except Exception:
                log.exception("tables that are no longer kept could not be deleted")

    async def delete_old(self, now: float) -> int:
        """Delete what is not kept any longer; how many tables that were."""
        phases = {
            OVER: self._keeping.finished,
            PLAYING: self._keeping.abandoned,
            SEATING: self._keeping.abandoned,
        }
        await self.dailies.forget(now)
        return sum(
            [
                await self._delete(phase, now - days * DAY)
                for phase, days in phases.items()
                if days is not None
            ]
        )

    async def _delete(self, phase: str, before: float) -> int:
        """A few at a time, so that moves come in between."""
        old = select(summaries.c.id).where(
            summaries.c.phase == phase, summaries.c.listed.in_([True, False]), summaries.c.touched < before
        )
        count = 0
        while ids := await self._column(old.limit(DELETED_AT_ONCE)):
            doomed = [
                delete(seats).where(seats.c.table_id.in_(ids)),
                delete(events).where(events.c.table_id.in_(ids)),
                delete(judgements).where(judgements.c.table_id.in_(ids)),
                delete(summaries).where(summaries.c.id.in_(ids)),
            ]
            await self._writer.do(Job(statements=doomed))
            count += len(ids)
        return count


def _without(query: Select[Any], column: Any, counts: Counter[str], most: int) -> Select[Any]:
    """The same query without those who have enough already."""
    enough = [name for name, count in counts.items() if count >= most]
    return query.where(column.not_in(enough)) if enough else query


def _summarised(summary: Summary) -> Row:
    return {
        "id": summary.id,
        "phase": summary.phase,
        "listed": summary.listed,
        "touched": summary.touched,
        "host": summary.host,
        "line": summary.line,
        "due": summary.due,
        "body": encode_summary(summary),
    }
