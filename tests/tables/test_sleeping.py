"""Tables sleep when nobody needs them; whoever waits tries again; several processes share the work."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ludotheque.tables import attendants, service
from ludotheque.tables.broker.url import open_broker
from ludotheque.tables.chronicle import OVER
from ludotheque.tables.events import Moved, TimeControl
from ludotheque.tables.pending import Pacing
from ludotheque.tables.service import Room, TableService
from ludotheque.tables.storage import StorageFailed, open_storage
from ludotheque.tables.storage.faults import Fault
from ludotheque.tables.thinking import Thinkers
from ludotheque.tables.timekeeping import Timekeeper
from tests.servers import Valkey
from tests.tables.tables import ADA, BO, EVE
from tests.tables.test_service import Watcher, open_table, run, serving

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

SOON = 120.0


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.02)


def stood_in(room: Room) -> bool:
    return room.table.seats[0].stood_in


def test_tables_sleep_when_nobody_looks_and_wake_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_IDLE", 2)

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            opened = [(await open_table(tables, "feurio", "me", "me", players=2)).table for _ in range(5)]
            far = await open_table(tables, "feurio", "me", "me", players=2, clock=TimeControl("game", 3600))
            async with tables.subscription(opened[0].id, Watcher(EVE)):
                await tables._let_sleep()
                awake = set(tables._rooms)
                assert opened[0].id in awake, "somebody looks"
                assert len(awake) == 3, "and two stay for a while"
                assert far.table.id in awake, "it was used last"
            for table in opened:
                assert (await tables.room(table.id)).table.snapshot() == table.snapshot()
            await tables._let_sleep()
            assert far.table.id not in tables._rooms, "its clock runs out in an hour; the index knows"

    run(story)


def test_a_sleeping_table_wakes_when_its_moment_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_IDLE", 0)
    monkeypatch.setattr(service, "SOON", 0.5)
    monkeypatch.setattr(service, "LATER", 1.0)
    monkeypatch.setattr(service, "TICK", 0.1)

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            clock = TimeControl("game", 5)
            room = await open_table(tables, "feurio", "me", "me", players=2, clock=clock, ago=2)
            await until(lambda: room.table.id not in tables._rooms)
            await until(lambda: room.table.id in tables._rooms)
            found = tables._rooms[room.table.id]
            await until(lambda: found.table.seats[0].for_good)

    run(story)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_whoever_waits_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The disk is full for a while; the bot moves as soon as there is room, though nobody comes or goes."""
    monkeypatch.setattr(attendants, "FIRST_PAUSE", 0.02)

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            room = await open_table(tables, "feurio", "me", "novice", players=2)
            id, append, failures = room.table.id, tables.storage.append, 0

            async def full(events: Any, *more: Any) -> None:
                nonlocal failures
                if any(isinstance(event, Moved) and not event.person for event in events) and failures < 5:
                    failures += 1
                    raise StorageFailed(Fault.FULL)
                await append(events, *more)

            monkeypatch.setattr(tables.storage, "append", full)
            while room.table.state.seat == 0:
                move = str(room.table.state.moves()[-1])
                await tables.act(id, lambda t, now: t.move(now, ADA, t.ply, move))  # noqa: B023
            ply = room.table.ply
            await until(lambda: room.table.ply > ply)
            assert failures == 5

    run(story)
    assert not warnings(caplog), "the storage tells of it, once for all tables"


def test_whoever_reads_again_and_again_does_not_say_so_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(service, "TICK", 0.02)
    asked = Counter[str]()

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            room = await open_table(tables, "feurio", "me", "me", players=2)

            def away(name: str) -> Callable[..., Any]:
                async def fail(*_: Any, **__: Any) -> None:
                    asked[name] += 1
                    raise StorageFailed(Fault.AWAY)

                return fail

            async with tables.subscription(room.table.id, Watcher(EVE)):
                for name in ("due", "load"):
                    monkeypatch.setattr(tables.storage, name, away(name))
                tables.look_at_all_again()
                await until(lambda: min(asked["due"], asked["load"]) >= 3)

    run(story)
    assert not warnings(caplog)


def test_a_machine_whose_clock_jumps_takes_nobodys_seat(tmp_path: Path) -> None:
    async def story() -> None:
        wall = [1_800_000_000.0]
        tables = TableService(
            open_storage(str(tmp_path / "t.sqlite")),
            Thinkers(1),
            timekeeper=Timekeeper(lambda: wall[0]),
        )
        await tables.start()
        await tables.resume()
        try:
            room = await open_table(tables, "feurio", "me", "me", players=2, clock=TimeControl("game", 60))
            wall[0] += 3600
            await asyncio.sleep(0.3)
            await tables.act(room.table.id, lambda table, now: table.say(now, ADA, "Ada", "oh"))
            assert not room.table.seats[0].for_good
            left = room.table.time_left(0, tables.now())
            assert left is not None
            assert left > 30
        finally:
            await tables.stop()

    run(story)


def test_a_programs_requests_are_its_presence(tmp_path: Path) -> None:
    """A seat taken without a socket is away when its program is silent, and there while it asks."""

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", absence=0.4) as tables:
            clock = TimeControl("move", 600)
            room = await open_table(tables, "feurio", "me", "open", clock=clock, players=2)
            id = room.table.id
            await tables.act(id, lambda table, now: table.sit(now, BO, "Bo", 1))
            assert BO in room.here(), "who sits down is there"
            while BO in room.here():  # Ada's program asks; Bo's is silent
                await tables.acted(id, ADA)
                await asyncio.sleep(0.05)
            async with tables.subscription(id, Watcher(EVE)):  # who watches waits for nobody
                await asyncio.sleep(0.6)
                assert not stood_in(room)
                while not stood_in(room):  # Bo's program asks; Ada's is silent
                    await tables.acted(id, BO)
                    assert BO in room.here()
                    await asyncio.sleep(0.05)
            await asyncio.sleep(0.5)
            assert BO not in room.here()

    run(story)


def test_nobody_is_away_who_has_just_sat_down(tmp_path: Path) -> None:
    """By a program, without a socket, at a table that was opened long ago."""

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", absence=0.4) as tables:
            clock = TimeControl("move", 600)
            room = await open_table(tables, "feurio", "open", "me", clock=clock, players=2)
            async with tables.subscription(room.table.id, Watcher(ADA)):
                await asyncio.sleep(0.6)
                await tables.act(room.table.id, lambda table, now: table.sit(now, BO, "Bo", 0))
                await asyncio.sleep(0.2)
                assert not stood_in(room)
                await until(lambda: stood_in(room))

    run(story)


def test_many_who_come_are_told_of_together(tmp_path: Path) -> None:
    """Four hundred come to one table: nobody is shown everything four hundred times."""

    class Counting(Watcher):
        def __init__(self, person: str) -> None:
            super().__init__(person)
            self.times = 0

        def changed(self) -> None:
            self.times += 1

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables, AsyncExitStack() as stack:
            room = await open_table(tables, "feurio", "me", "me", players=2)
            crowd = [Counting(f"person {number}") for number in range(400)]
            for one in crowd:
                await stack.enter_async_context(tables.subscription(room.table.id, one))
            assert sum(one.times for one in crowd) <= 2 * len(crowd)
            await until(lambda: all(one.times for one in crowd))

    run(story)


@asynccontextmanager
async def two_processes(file: Path, valkey: Valkey) -> AsyncIterator[list[TableService]]:
    """Two services with a broker between them, as in two processes."""
    houses = [
        TableService(open_storage(str(file)), Thinkers(1), Pacing(0), open_broker(valkey.url))
        for _ in range(2)
    ]
    for house in houses:
        await house.start()
        await house.resume()
    try:
        yield houses
    finally:
        for house in houses:
            await house.stop()


@pytest.mark.slow
def test_each_bots_move_is_computed_once(tmp_path: Path, valkey: Valkey) -> None:
    async def story() -> None:
        async with two_processes(tmp_path / "t.sqlite", valkey) as houses, AsyncExitStack() as stack:
            table = (await open_table(houses[0], "fou", *["novice"] * 4, players=4, rounds=1)).table
            rooms = [
                await stack.enter_async_context(house.subscription(table.id, Watcher(EVE)))
                for house in houses
            ]
            await until(lambda: all(room.table.phase == OVER for room in rooms))
            assert rooms[0].table.snapshot() == rooms[1].table.snapshot()
            assert rooms[0].table.record().check().over
            thought = sum(sum(house.thinkers.thoughts.values()) for house in houses)
            assert thought == rooms[0].table.ply

    run(story)
