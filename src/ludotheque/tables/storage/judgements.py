"""What was found about the decisions of finished games: each is kept as soon as it is there."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from msgspec.json import Decoder, Encoder
from sqlalchemy import Row as SqlRow
from sqlalchemy import Select, select

from ludotheque.reviews import Judgement
from ludotheque.tables.storage.database import Database
from ludotheque.tables.storage.schema import judgements
from ludotheque.tables.storage.writer import Job, Writer

Read: TypeAlias = Callable[[Select[Any]], Awaitable[Sequence[SqlRow[Any]]]]

_encode = Encoder().encode
_decode = Decoder(Judgement).decode


class Judgements:
    """Judgements in the database."""

    def __init__(self, database: Database, writer: Writer, read: Read) -> None:
        self._writer = writer
        self._read = read
        self._store = database.insert(judgements).on_conflict_do_nothing()

    async def keep(self, table: str, found: Judgement) -> None:
        """Store what was found about a decision; what is there already stays."""
        row = {"table_id": table, "ply": found.ply, "body": _encode(found)}
        await self._writer.do(Job(statements=[self._store.values(**row)]))

    async def of(self, table: str) -> list[Judgement]:
        """All that was found about the decisions at a table, in their order."""
        query = select(judgements.c.body).where(judgements.c.table_id == table).order_by(judgements.c.ply)
        return [_decode(row.body) for row in await self._read(query)]
