"""The games of one person: an index from people to tables, written with the events in one transaction."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Row as SqlRow
from sqlalchemy import Select, delete, select, update

from ludotheque.tables.chronicle import OVER
from ludotheque.tables.storage.schema import seats, summaries
from ludotheque.tables.storage.writer import Job, Row, Writer
from ludotheque.tables.summary import Summary, decode_summary

MOST_RUNNING = 200  # games of one person, in a list
MOST_COUNTED = 5000  # finished ones that are looked through: the latest

Read: TypeAlias = Callable[[Select[Any]], Awaitable[Sequence[SqlRow[Any]]]]


class Mine:
    """Who has played where."""

    def __init__(self, writer: Writer, read: Read) -> None:
        self._writer = writer
        self._read = read

    async def running(self, person: str, limit: int = MOST_RUNNING) -> list[Summary]:
        """The tables at which a person sits and whose game is not over, the latest first."""
        phase = summaries.c.phase + ""  # not by the index of all tables: a person has few
        query = _of(person).where(seats.c.ended.is_(None), phase != OVER)
        return await self._summaries(query.order_by(summaries.c.touched.desc()).limit(limit))

    async def finished(self, person: str, limit: int = MOST_COUNTED) -> list[Summary]:
        """The finished games of a person that they have not deleted from their list, the latest first."""
        query = _of(person).where(seats.c.ended.is_not(None), ~seats.c.hidden)
        return await self._summaries(query.order_by(seats.c.ended.desc(), seats.c.table_id).limit(limit))

    async def hide(self, person: str, table: str) -> bool:
        """Leave a finished game out of a person's list; whether it was in it."""
        mine = (seats.c.person == person) & (seats.c.table_id == table)
        finished = mine & seats.c.ended.is_not(None) & ~seats.c.hidden
        job = Job(statements=[update(seats).where(finished).values(hidden=True)])
        await self._writer.do(job)
        return bool(job.changed[0])

    async def has_finished(self, person: str, before: float) -> bool:
        """Whether somebody sat at a table whose game was over before a moment."""
        query = select(seats.c.person).where(seats.c.person == person, seats.c.ended < before)
        return bool(await self._read(query.limit(1)))

    async def uncounted(self, after: str, limit: int) -> list[str]:
        """Finished tables, from a name on, whose summaries were written before there was this index."""
        query = select(seats.c.table_id).join(summaries, summaries.c.id == seats.c.table_id)
        query = query.where(summaries.c.phase == OVER, seats.c.ended.is_(None), seats.c.table_id > after)
        return [
            row.table_id for row in await self._read(query.distinct().order_by(seats.c.table_id).limit(limit))
        ]

    async def _summaries(self, query: Select[tuple[bytes]]) -> list[Summary]:
        return [decode_summary(row.body) for row in await self._read(query) if row.body]


def _of(person: str) -> Select[tuple[bytes]]:
    query = select(summaries.c.body).join(seats, seats.c.table_id == summaries.c.id)
    return query.where(seats.c.person == person)


def seat_rows(summary: Summary) -> list[Row]:
    """The rows of a table, one for each person who sits there."""
    people = sorted({who.person for who in summary.seats if who.person})
    ended = summary.result.ended if summary.result else None
    return [{"table_id": summary.id, "person": person, "ended": ended} for person in people]


def leavers(summary: Summary) -> Any:
    """What the writer does so that whoever has left the table is not among its people any more."""
    there = [row["person"] for row in seat_rows(summary)]
    return delete(seats).where(seats.c.table_id == summary.id, seats.c.person.not_in(there))
