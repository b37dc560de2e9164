"""A person's own games and keys, on both databases."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, insert, text

from ludotheque.tables.events import OPEN, PERSON, Moved, Occupant, SeatTaken
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Passkey, Storage, open_storage
from ludotheque.tables.storage.database import WRITES
from ludotheque.tables.storage.schema import seats, summaries
from ludotheque.tables.storage.store import MOST_LISTED
from ludotheque.tables.summary import Result, encode_summary
from ludotheque.tables.table import opened_table
from ludotheque.tables.thinking import Thinkers
from tests.tables.storage.rows import NOON, add, moved, storing, summary
from tests.tables.tables import ADA, opened_as

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

SEATS = (Occupant(PERSON, person="ada", name="Ada"), Occupant(PERSON, person="bo", name="Bo"))


async def finish(storage: Storage, id: str, ended: float) -> None:
    """A game of Ada and Bo that is over."""
    over = summary(id, seats=SEATS, phase="over", turn=-1, touched=ended, result=Result(ended, (1, 2), (1,)))
    await add(storage, id, seats=SEATS)
    await storage.append([moved()], 1, over)


def ids(found: list[Any]) -> list[str]:
    return [one.id for one in found]


def test_games_are_running_and_then_finished_until_one_deletes_them(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "running", seats=SEATS)
            for k in range(5):
                await finish(storage, f"t{k}", NOON + k)
            assert ids(await storage.mine.running("ada")) == ["running"]
            assert ids(await storage.mine.finished("ada")) == ["t4", "t3", "t2", "t1", "t0"]
            assert await storage.mine.hide("ada", "t3")
            for nothing in ("t3", "running", "never"):
                assert not await storage.mine.hide("ada", nothing)
            await storage.append(
                [moved()], 2, (await storage.mine.finished("bo"))[1]
            )  # somebody says something
            assert ids(await storage.mine.finished("ada")) == ["t4", "t2", "t1", "t0"]
            assert ids(await storage.mine.finished("bo", 2)) == ["t4", "t3"], "his list is his own"
            assert not await storage.mine.has_finished("ada", NOON)
            assert await storage.mine.has_finished("ada", NOON + 0.5)
            assert not await storage.mine.has_finished("eve", NOON + 100)

    asyncio.run(story())


def test_whoever_gets_up_has_the_table_no_more(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "t", seats=SEATS)
            left = SeatTaken(NOON, seat=1, who=Occupant(OPEN))
            await storage.append([left], 1, summary("t", seats=(SEATS[0], Occupant(OPEN))))
            assert ids(await storage.mine.running("bo")) == []
            assert ids(await storage.mine.running("ada")) == ["t"]

    asyncio.run(story())


def test_a_code_is_good_once_for_its_purpose_and_for_a_while(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            keys = storage.keys
            await keys.store_code("c1", "moving", "ada", NOON, 60)
            assert await keys.take_code("c1", "passkey", NOON) is None
            taken = [keys.take_code("c1", "moving", NOON + 59) for _ in range(8)]
            assert sorted(map(str, await asyncio.gather(*taken))) == ["None"] * 7 + ["ada"]
            await keys.store_code("c2", "moving", "ada", NOON, 60)
            assert await keys.take_code("c2", "moving", NOON + 61) is None
            await keys.add_device("key", "ada", NOON)
            assert (await keys.person("key"), await keys.person("other")) == ("ada", None)

    asyncio.run(story())


def test_passkeys(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            one = Passkey("id1", "ada", b"\x00public", 3, NOON)
            assert await storage.keys.add_passkey(one)
            assert not await storage.keys.add_passkey(Passkey("id1", "eve", b"", 0, NOON)), "it is Ada's"
            await storage.keys.count_use("id1", 4)
            assert await storage.keys.passkeys("ada") == [Passkey("id1", "ada", b"\x00public", 4, NOON)]
            assert await storage.keys.delete_passkeys("ada") == 1
            assert await storage.keys.passkey("id1") is None

    asyncio.run(story())


def test_games_that_were_finished_before_there_was_the_index_are_counted(tmp_path: Path) -> None:
    """As the migration leaves them: a summary without a result, and seats that know of no end."""
    file = tmp_path / "t.sqlite"
    table, events = opened_table("old", opened_as("feurio", ["me", "novice"], players=2))
    while not table.state.over:
        person = table.seats[table.state.seat].who.person
        event = Moved(NOON, move=str(table.state.moves()[0]), person=person)
        table, events = table.after([event]), [*events, event]

    async def story() -> None:
        async with storing(str(file)) as storage:
            last = summary("old", game="feurio", options={"players": 2}, phase="over", seats=(), result=None)
            await storage.append(events, 0, last)
        with closing(sqlite3.connect(file)) as old:
            old.execute(
                "insert into seats (table_id, person) values ('old', ?), ('old', 'left-long-ago')", [ADA]
            )
            old.commit()
        tables = TableService(open_storage(str(file)), Thinkers(1))
        await tables.start()
        await tables.resume()
        (found,) = await tables.storage.mine.finished(ADA)
        assert found.result is not None
        assert found.result.scores == tuple(table.state.scores)
        assert await tables.storage.mine.uncounted("", 10) == []
        await tables.stop()

    asyncio.run(story())


def test_lists_are_quick_among_a_hundred_thousand_tables(address: str) -> None:
    """Each is found by an index, not by looking through all; the moments are generous for a slow machine."""

    async def story() -> None:
        async with storing(address) as storage:
            await fill(storage, 100_000)
            began = time.perf_counter()
            assert len(await storage.mine.running("p7")) == 0
            assert len(await storage.mine.finished("p7")) == 100
            assert len(await storage.of("p7")) == 10
            assert await storage.mine.has_finished("p7", NOON + 300)
            assert await storage.due(NOON + 300, 50) == ["t0", "t100", "t200"]
            assert len(await storage.listed(NOON)) == 2 * MOST_LISTED
            assert time.perf_counter() - began < 1
            for index, ask in (
                ("ix_summaries_due", lambda: storage.due(NOON + 300, 50)),
                ("ix_summaries_lists", lambda: storage.listed(NOON)),
            ):
                plans = await explained(storage, ask)
                assert any(index in plan for plan in plans), plans
                assert not any(WHOLLY.search(plan) for plan in plans), plans

    asyncio.run(story())


WHOLLY = re.compile("SCAN summaries|Seq Scan|Filter|TEMP B-TREE")  # all is looked through, or sorted


async def explained(storage: Storage, ask: Callable[[], Awaitable[Any]]) -> list[str]:
    """How the database would find what is asked for."""
    queries, read = list[Select[Any]](), storage._read

    async def note(query: Select[Any]) -> Sequence[Any]:
        queries.append(query)
        return await read(query)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(storage, "_read", note)
        await ask()
    engine = storage._database.engine
    how = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    written = [
        query.compile(dialect=engine.dialect, compile_kwargs={"literal_binds": True}) for query in queries
    ]
    async with engine.connect() as connection:
        found = [await connection.execute(text(f"{how} {query}")) for query in written]
        return ["\n".join(str(row[-1]) for row in rows) for rows in found]


async def fill(storage: Storage, count: int) -> None:
    """Finished tables, a hundred of each of a thousand people; and some of them have opened others."""
    body = encode_summary(summary("t", phase="over", result=Result(NOON, (1,), (0,))))
    there = [
        {"id": f"t{k}", "phase": "over", "listed": False, "touched": NOON + k, "host": "ada", "body": body,
         "due": None if k % 100 else NOON + k}
        for k in range(count)
    ]  # fmt: skip
    there += [
        {"id": f"{phase}{k}", "phase": phase, "listed": True, "touched": NOON - k, "host": f"p{k % 500}",
         "body": encode_summary(summary(f"{phase}{k}", phase=phase)), "due": None}
        for phase in ("playing", "seating")
        for k in range(count // 100)
    ]  # fmt: skip
    sat = [{"table_id": f"t{k}", "person": f"p{k % 1000}", "ended": NOON + k} for k in range(count)]
    async with storage._database.engine.execution_options(**WRITES).begin() as connection:
        for start in range(0, len(there), 5000):
            await connection.execute(insert(summaries), there[start : start + 5000])
        for start in range(0, count, 5000):
            await connection.execute(insert(seats), sat[start : start + 5000])
        if connection.dialect.name == "postgresql":
            await connection.execute(text("ANALYZE"))  # as PostgreSQL does by itself after a while
