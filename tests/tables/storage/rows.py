"""Events and summaries for tests of the storage, which looks at no rules."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from ludotheque.tables.events import PERSON, Moved, Occupant, Opened
from ludotheque.tables.storage import Keeping, Storage, open_database, open_storage
from ludotheque.tables.summary import Result, Summary

NOON = 1_800_000_000.0


def summary(id: str, **changed: Any) -> Summary:
    """A table that Ada opened, and has moved at."""
    fields: dict[str, Any] = {
        "game": "fou",
        "options": {"players": 4},
        "phase": "playing",
        "listed": True,
        "seats": (Occupant(PERSON, person="ada", name="Ada"),),
        "turn": 0,
        "touched": NOON,
        "host": "ada",
    }
    fields |= changed
    if fields["phase"] == "over":
        fields.setdefault("result", Result(fields["touched"]))
    return Summary(id=id, **fields)


def opened(host: str = "ada") -> Opened:
    """The first event of a table."""
    return Opened(NOON, game="fou", options={"players": 4}, seats=(), host=host, setup={})


def moved(move: str = "G17") -> Moved:
    """Another."""
    return Moved(NOON, move=move, person="ada")


async def add(storage: Storage, id: str, **changed: Any) -> None:
    """A table with its first event."""
    await storage.append([opened()], 0, summary(id, **changed))


@asynccontextmanager
async def storing(address: str, keeping: Keeping | None = None) -> AsyncIterator[Storage]:
    """A storage that is open until the block ends."""
    database = open_database(address)
    await database.migrate()
    await database.engine.dispose()
    storage = open_storage(address, keeping)
    await storage.start()
    try:
        yield storage
    finally:
        await storage.stop()
