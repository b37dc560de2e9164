"""A server with 100,000 tables in its database: how soon it is there, and how soon its home page.

`python -m bench stored` measures; `python -m bench.stored ADDRESS [TABLES]` fills an empty database.
"""

import asyncio
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from msgspec.json import encode
from msgspec.structs import replace
from sqlalchemy import insert, text
from tests.servers import Postgres
from tests.tables.tables import ADA, opened_as
from tests.web.server import Server, afresh, serving

from bench.measure import Row
from ludotheque.tables.events import Event
from ludotheque.tables.events import encode as encode_event
from ludotheque.tables.storage import open_database
from ludotheque.tables.storage.database import WRITES
from ludotheque.tables.storage.schema import events, seats, summaries
from ludotheque.tables.summary import Summary, summary_of
from ludotheque.tables.table import opened_table

TABLES = 100_000
HOSTS = 5_000
LIVE = 0.2  # of the games that are not over, how many are played just now; the others are abandoned
MOVES = 20  # of the games that the others are copies of
STARTS, VISITS = 3, 30
PAGE = 5_000  # rows written at once
COPY = """
    WITH RECURSIVE numbers(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM numbers WHERE k < :most)
    INSERT INTO events (table_id, number, body)
    SELECT 't' || k || 'copied', number, body FROM numbers, events WHERE table_id = :id AND k % :games = :game
"""


def rows() -> Iterator[Row]:
    """On SQLite and on PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        yield from _measured("SQLite", str(file), Path(folder))
        yield Row("SQLite: the file", file.stat().st_size / 1e6, "MB")
    with Postgres.running(durable=True) as server, tempfile.TemporaryDirectory() as folder:
        yield from _measured("PostgreSQL", server.new_database(), Path(folder))


def _measured(name: str, address: str, folder: Path) -> Iterator[Row]:
    begin = time.perf_counter()
    asyncio.run(fill(address, TABLES))
    yield Row(f"{name}: {TABLES:,} tables written in", time.perf_counter() - begin, "s")
    starts, visits, memory = [], [], 0.0
    for _ in range(STARTS):
        begin = time.perf_counter()
        settings = {"LUDOTHEQUE_DATABASE": address}
        with serving(folder / "server.sqlite", settings=settings, start=afresh) as server:
            starts.append(time.perf_counter() - begin)
            visits += list(_visits(server))
            memory = _megabytes(server)
    yield Row(f"{name}: server start, best of {STARTS}", min(starts), "s", want="< 3 s")
    yield Row(f"{name}: home page, median", 1000 * statistics.median(visits), "ms", want="< 50 ms")
    yield Row(f"{name}: memory of the server's process", memory, "MB")


def _visits(server: Server) -> Iterator[float]:
    """Seconds until the home page is there, for somebody who comes again and again."""
    with httpx.Client(base_url=server.url, timeout=120) as browser:
        for number in range(VISITS):
            begin = time.perf_counter()
            page = browser.get("/").raise_for_status()
            assert page.text.count('href="/t/') >= 50, "25 to join, 25 to watch"
            if number:  # the first finds nothing drawn yet
                yield time.perf_counter() - begin


def _megabytes(server: Server) -> float:
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def fill(address: str, tables: int) -> None:
    """Tables of many people: most finished, some running, some with a free seat, some with a clock."""
    database = open_database(address)
    await database.migrate()
    samples = [_sample("fou", 4), _sample("feurio", 2), _sample("forma", 2)]
    copies = _summaries(tables, [summary for summary, _ in samples])
    engine = database.patient_engine()
    async with engine.execution_options(**WRITES).begin() as connection:
        for number, (sample, logged) in enumerate(samples):
            await connection.execute(insert(events), _event_rows(sample.id, logged))
            chosen = {"most": tables - 1, "id": sample.id, "games": len(samples), "game": number}
            await connection.execute(text(COPY), chosen)
        while some := list(itertools.islice(copies, PAGE)):
            await connection.execute(insert(summaries), [_row(summary) for summary in some])
            await connection.execute(
                insert(seats), [{"table_id": summary.id, "person": summary.host} for summary in some]
            )
    await engine.dispose()
    await database.engine.dispose()


def _sample(game: str, players: int) -> tuple[Summary, list[Event]]:
    """A game that Ada plays against herself."""
    table, first = opened_table(f"sample{game}", opened_as(game, ["me"] * players, players=players))
    logged = list(first)
    for _ in range(MOVES):
        acts = table.move(table.touched, ADA, table.ply, str(table.state.moves()[0]))
        table = table.after(acts)
        logged += acts
    return summary_of(table), logged


def _summaries(tables: int, samples: Sequence[Summary]) -> Iterator[Summary]:
    chance, now = random.Random(7), time.time()
    for k in range(tables):
        phase = chance.choices(("over", "playing", "seating"), (80, 15, 5))[0]
        due = now + chance.uniform(3600, 86400) if phase == "playing" and chance.random() < 0.05 else None
        live = phase != "over" and chance.random() < LIVE
        touched = now - chance.uniform(0, 600 if live else 90 * 86400)
        changed: dict[str, Any] = {"phase": phase, "due": due, "touched": touched, "listed": True}
        yield replace(
            samples[k % len(samples)], id=f"t{k}copied", host=f"host{chance.randrange(HOSTS)}", **changed
        )


def _event_rows(id: str, logged: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"table_id": id, "number": number, "body": encode_event(event)} for number, event in enumerate(logged)
    ]


def _row(summary: Summary) -> dict[str, Any]:
    columns = ("id", "phase", "listed", "touched", "host", "due")
    return {name: getattr(summary, name) for name in columns} | {"body": encode(summary)}


if __name__ == "__main__":
    asyncio.run(fill(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else TABLES))
