"""Games that come as records: replayed without being stored, or kept if somebody asks for that."""

import asyncio
from functools import lru_cache
from typing import Any

from litestar import Request, Router, get, post
from litestar.datastructures import UploadFile
from litestar.response import Template
from msgspec import Struct

from ludotheque.core.errors import Refusal
from ludotheque.core.reading import read_record
from ludotheque.core.record import Record
from ludotheque.engine.contract import SPECTATOR
from ludotheque.i18n.language import SHARED
from ludotheque.tables.archive import keep, table_of
from ludotheque.tables.service import Room, TableService
from ludotheque.tables.table import Table
from ludotheque.web import presenter
from ludotheque.web.addresses import root_of
from ludotheque.web.errors import refusals_of
from ludotheque.web.identity import Visitor
from ludotheque.web.limits import MOVES, TABLES
from ludotheque.web.routes.api import TableLink
from ludotheque.web.routes.pages import page_context, table_context
from ludotheque.web.security import BadRequest

_ = SHARED.text


class ReplayRecord(Struct):
    """A record as text, and which moment of it to show: after *ply* moves, by *seat* (-1: a spectator)."""

    record: str
    ply: int
    seat: int = SPECTATOR


class KeepRecord(Struct):
    """A record as text."""

    record: str


@post("/replay", status_code=200, limit=MOVES)
async def replay(tables: TableService, data: ReplayRecord) -> dict[str, Any]:
    """A moment of a game that is told by a record; nothing is stored."""
    table = await _table(tables, data.record)
    return presenter.show_past(table, data.ply, data.seat)


@post("/records", limit=TABLES)
async def keep_record(tables: TableService, data: KeepRecord) -> TableLink:
    """Keep a finished game that is told by a record, as a table of its own."""
    record = await _read(tables, data.record)
    id, _is_new = await keep(tables.storage, record)
    return TableLink(id, f"/t/{id}", "")


@get("/replay")
async def choose_record(tables: TableService, visitor: Visitor) -> Template:
    """Where a record is dropped."""
    return Template("replay.html", context={**await page_context(tables, visitor), "refusal": ""})


@post("/replay", status_code=200, limit=MOVES)
async def show_record(request: Request[Any, Any, Any], tables: TableService, visitor: Visitor) -> Template:
    """A record that was dropped, as a table to look at."""
    common = await page_context(tables, visitor)
    try:
        text = await _dropped(request)
        table = await _table(tables, text)
    except Refusal as refusal:
        return Template(
            "replay.html", context={**common, "refusal": str(refusal)}, status_code=refusal.status
        )
    viewer = presenter.Viewer(visitor.person, common["person"]["name"])
    state = presenter.show(Room(table), viewer, tables.now(), root_of(request))
    return Template("table.html", context={**common, **table_context(table, state, text)})


async def _dropped(request: Request[Any, Any, Any]) -> str:
    """The record in the form of the page, or a refusal."""
    try:
        files = (await request.form()).getall("record", [])
    except (LookupError, ValueError):  # a part in letters that nobody knows
        raise BadRequest("text", _("that is not text in UTF-8")) from None
    if len(files) != 1 or not isinstance(files[0], UploadFile):
        raise BadRequest("file", _("choose one file, whose first line is a record"))
    return _first_line(await files[0].read())


def _first_line(body: bytes) -> str:
    lines = body.decode(errors="replace").splitlines()
    return next((line for line in lines if line.strip()), "")


async def _read(tables: TableService, text: str) -> Record:
    record = read_record(text)
    await tables.load_game(record.game.name)
    return record


async def _table(tables: TableService, text: str) -> Table:
    await _read(tables, text)
    return await asyncio.to_thread(_replayed, text)


@lru_cache(32)  # whoever replays a game asks for one moment after the other
def _replayed(text: str) -> Table:
    return table_of(read_record(text))


for _handler in (replay, keep_record):
    _handler.responses = refusals_of(_handler)
router = Router("/api", tags=["records"], route_handlers=[replay, keep_record])
pages_router = Router("/", include_in_schema=False, route_handlers=[choose_record, show_record])
