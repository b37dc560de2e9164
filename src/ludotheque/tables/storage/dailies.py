"""The game that everybody plays alone on the day's shuffle: how many have tried it, and met its goal.

A row is written with the events of its table, in one transaction. Nobody's name is in it: a person has one
table a day, whose name follows from who they are (tables/daily.py).
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Row as SqlRow
from sqlalchemy import Select, delete, func, select, update

from ludotheque.tables.storage.database import Database
from ludotheque.tables.storage.keeping import DAY
from ludotheque.tables.storage.schema import dailies
from ludotheque.tables.storage.writer import Job, Writer
from ludotheque.tables.summary import Summary

KEPT = 90  # days that numbers are kept

Read: TypeAlias = Callable[[Select[Any]], Awaitable[Sequence[SqlRow[Any]]]]


@dataclass(frozen=True)
class Tally:
    """How many people have tried a day's game, and how many of them have met its goal."""

    tried: int
    met: int


class Dailies:
    """The days' numbers in the database."""

    def __init__(self, database: Database, writer: Writer, read: Read) -> None:
        self._writer = writer
        self._read = read
        self._insert = database.insert(dailies).on_conflict_do_nothing()

    def to_count(self, summary: Summary, number: int) -> list[Any]:
        """What the writer does so that a table counts: when its first event, *number* 0, is written, and
        when it is won."""
        if not summary.daily:
            return []
        row = {"table_id": summary.id, "game": summary.game, "day": summary.daily}
        begun = [self._insert.values(**row)] if number == 0 else []
        won = update(dailies).where(dailies.c.table_id == summary.id).values(met=True)
        return [*begun, won] if summary.met else begun

    async def tally(self, game: str, day: str) -> Tally:
        """The numbers of a day."""
        number = func.count().label("number")
        query = select(dailies.c.met, number).where(dailies.c.game == game, dailies.c.day == day)
        counts = {row.met: row.number for row in await self._read(query.group_by(dailies.c.met))}
        return Tally(sum(counts.values()), counts.get(True, 0))

    async def forget(self, now: float) -> None:
        """Delete the numbers of long ago."""
        oldest = time.strftime("%Y-%m-%d", time.gmtime(now - KEPT * DAY))
        await self._writer.do(Job(statements=[delete(dailies).where(dailies.c.day < oldest)]))
