"""Playing a move, whether it comes as a request or over the socket of a table."""

import time
from typing import Annotated

from msgspec import Meta, Struct

from ludotheque.tables.service import TableService
from ludotheque.tables.table import Table
from ludotheque.web.metrics import MOVE_SECONDS


class PlayMove(Struct):
    """A move in its notation, made for the position after *ply* moves.

    A forced one may be sent as one that plays *by itself*: an undo goes back beyond it.
    """

    ply: int
    move: Annotated[str, Meta(max_length=2000)]
    seat: int | None = None
    by_itself: bool = False


async def played(tables: TableService, id: str, person: str, asked: PlayMove) -> Table:
    """The table after somebody's move, which is stored by then; or a refusal."""
    began = time.perf_counter()
    table = await tables.act(
        id,
        lambda table, now: table.move(
            now, person, asked.ply, asked.move, asked.seat, by_itself=asked.by_itself
        ),
    )
    MOVE_SECONDS.observe(time.perf_counter() - began)  # one that is refused is not stored
    return table
