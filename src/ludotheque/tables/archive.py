"""Finished games as records: all of them out of the storage, and into another.

A game that came in as a record is a table like others, finished and in no list. Its table's name follows from
the record, so that the same record comes in once, however often it is sent.
"""

import hashlib
import re
import time
from calendar import timegm
from collections.abc import AsyncIterator
from dataclasses import replace
from json import dumps
from typing import Any, NamedTuple

from ludotheque.bots.levels import LEVELS
from ludotheque.core.errors import BadRecord, Refusal
from ludotheque.core.record import Record
from ludotheque.tables.chronicle import OVER
from ludotheque.tables.events import BOT, PERSON, Occupant, Opened
from ludotheque.tables.people import STAND_IN, good_name
from ludotheque.tables.storage import Conflict, Storage
from ludotheque.tables.summary import NOBODY, Summary
from ludotheque.tables.table import Table, replayed

TABLE = "table"  # where a record says which table it was
STARTED = "%Y-%m-%dT%H:%M:%SZ"
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID = re.compile("[a-z0-9]{4,32}")
_ID_LENGTH = 16


class GivenUp(Refusal):
    """A game that nobody played to its end has no record."""


async def exported(storage: Storage, ids: list[str]) -> AsyncIterator[tuple[str, Record | Refusal]]:
    """The records of finished tables, each with its table; or why there is none."""
    for id in ids:
        try:
            yield id, await _record(storage, id)
        except Refusal as refusal:
            yield id, refusal


async def _record(storage: Storage, id: str) -> Record:
    table = replayed(id, await storage.load(id))
    if table.given_up:
        raise GivenUp("its players gave up; only finished games are kept")
    record = table.record()
    return replace(record, more={**record.more, TABLE: id})


class Kept(NamedTuple):
    """Where a game is kept, and whether it is new there."""

    table: str
    is_new: bool


def table_of(record: Record) -> Table:
    """A finished game as a table to look at, which is stored nowhere; or a refusal."""
    return Table(_tables_of(record)[-1], _opened(record))


async def keep(storage: Storage, record: Record) -> Kept:
    """Store a finished game, or refuse it."""
    opened = _opened(record)
    for id in _tables_of(record):
        try:
            await storage.append([opened], 0, _summary(id, opened))
            return Kept(id, True)
        except Conflict:
            if await _is_there(storage, id, record):
                return Kept(id, False)
    raise BadRecord(f"table {id} is here already, and it is another game")


async def _is_there(storage: Storage, id: str, record: Record) -> bool:
    try:
        return _fields(await _record(storage, id)) == _fields(record)
    except Refusal:
        return False


def _tables_of(record: Record) -> list[str]:
    """The table that a record names, and if that is another's one that follows from all that is in it."""
    fairness = record.more.get("fairness")
    named = record.more.get(TABLE) or (fairness.get("table") if isinstance(fairness, dict) else None)
    number = int.from_bytes(hashlib.sha256(dumps(_fields(record), sort_keys=True).encode()).digest(), "big")
    own = "".join(_LETTERS[number // len(_LETTERS) ** k % len(_LETTERS)] for k in range(_ID_LENGTH))
    return [named, own] if isinstance(named, str) and _ID.fullmatch(named) else [own]


def _fields(record: Record) -> dict[str, Any]:
    """What makes two records the same: everything but the name of the table, and results left out."""
    return {name: value for name, value in record.to_dict().items() if name not in (TABLE, "result")}


def _opened(record: Record) -> Opened:
    if not record.check().over:
        raise BadRecord("the game is not over; only finished games are kept", ply=len(record.moves))
    return Opened(
        _started(record),
        game=record.game.name,
        options=record.game.options,
        seats=tuple(_player(record, seat) for seat in range(record.game.players)),
        host="",
        setup=record.setup,
        listed=False,
        moves=record.moves,
        revision=record.game.revision,
        imported={"more": record.more, "unknown_options": record.unknown_options},
    )


def _started(record: Record) -> float:
    try:
        return float(timegm(time.strptime(str(record.more.get("started")), STARTED)))
    except ValueError:
        return float(int(time.time()))


def _player(record: Record, seat: int) -> Occupant:
    """Who played, as far as the record tells."""
    try:
        told = record.more["seats"][seat]
        kind, name = told["kind"], told["name"]
    except (KeyError, IndexError, TypeError):
        kind, name = BOT, STAND_IN
    if not isinstance(name, str):
        name = ""
    if kind == BOT:
        return Occupant(BOT, level=name if name in LEVELS else STAND_IN)
    try:
        return Occupant(PERSON, name=good_name(name))
    except Refusal:
        return Occupant(PERSON, name="?")


def _summary(id: str, opened: Opened) -> Summary:
    return Summary(
        id=id,
        game=opened.game,
        options=opened.options,
        phase=OVER,
        listed=False,
        seats=opened.seats,
        turn=NOBODY,
        touched=opened.at,
    )
