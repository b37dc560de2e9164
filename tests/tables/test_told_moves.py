"""What one process plays, the others take in as it is told; what is dealt they read from the storage."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from ludotheque.tables.broker.notes import Changed, Note
from ludotheque.tables.broker.valkey import ValkeyBroker
from ludotheque.tables.events import Event, Moved
from ludotheque.tables.opening import FIXED, SeatRequest, TableRequest, opening
from ludotheque.tables.service import Room, TableService
from ludotheque.tables.storage import open_storage
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table
from ludotheque.tables.thinking import Thinkers
from tests.servers import Valkey
from tests.tables.tables import ADA, BO, EVE
from tests.tables.test_broker import listening, until
from tests.tables.test_service import Watcher, run

pytestmark = pytest.mark.slow  # servers


@asynccontextmanager
async def serving(file: Path, valkey: Valkey) -> AsyncIterator[TableService]:
    tables = TableService(open_storage(str(file)), Thinkers(), broker=ValkeyBroker(valkey.url))
    await tables.start()
    try:
        yield tables
    finally:
        await tables.stop()


async def a_table(tables: TableService, game: str, players: int, **options: object) -> Room:
    """A table at which so many people sit."""
    seats = [SeatRequest("me"), *[SeatRequest("open")] * (players - 1)]
    request = TableRequest(game, {"players": players, **options}, seats, seating=FIXED)
    table = await tables.open(game, lambda now: opening(request, ADA, "Ada", now))
    for seat, person in enumerate([BO, EVE, "dan-id"][: players - 1], start=1):
        await tables.act(table.id, partial(_sits, person, seat))
    return await tables.room(table.id)


def _sits(person: str, seat: int, table: Table, now: float) -> Sequence[Event]:
    return table.sit(now, person, f"Guest {seat}", seat)


def first_move(table: Table, now: float) -> list[Event]:
    """Whoever is to move plays the first of the legal moves."""
    person = table.seats[table.state.seat].who.person
    return list(table.move(now, person, table.ply, str(table.state.moves()[0])))


def last_of(table: Table, note: Note) -> bool:
    """Whether it tells of the last that happened at a table."""
    return isinstance(note, Changed) and note.version == table.version


def test_moves_are_told_and_what_chance_decided_is_not(tmp_path: Path, valkey: Valkey) -> None:
    async def story() -> None:
        async with listening(valkey) as (_, ear), serving(tmp_path / "t.sqlite", valkey) as tables:
            room, dealt = await a_table(tables, "fou", 4, rounds=2), [0]
            while not room.table.state.over:
                rounds = len(room.table.state.outcomes)
                await tables.act(room.table.id, first_move)
                if len(room.table.state.outcomes) > rounds:
                    dealt.append(room.table.ply)
            await until(lambda: any(last_of(room.table, note) for note in ear.notes))
            told = [move.move for note in ear.notes if isinstance(note, Changed) for move in note.moves]
            history = [str(move) for move in room.table.state.history]
            assert dealt[1:], "a second round was dealt"
            assert told == [move for ply, move in enumerate(history, start=1) if ply not in dealt]

    run(story)


def test_moves_that_were_told_are_played_without_asking_the_storage(tmp_path: Path, valkey: Valkey) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", valkey) as tables:
            room = await a_table(tables, "feurio", 1, mode="solo")
            (move,) = first_move(room.table, tables.now())
            assert isinstance(move, Moved)
            watcher, before = Watcher(BO), room.table
            async with tables.subscription(room.table.id, watcher):
                tables.table_changed(Changed(before.id, before.version + 1, (move,)))
                assert room.table.ply == before.ply + 1, "though no storage has that move"
                assert watcher.news.is_set()

    run(story)


@pytest.mark.parametrize("told", ["a gap", "nonsense"])
def test_what_was_told_in_part_or_cannot_be_played_is_read(tmp_path: Path, valkey: Valkey, told: str) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", valkey) as tables:
            room = await a_table(tables, "feurio", 1, mode="solo")
            before = room.table
            after = before
            for _ in range(2):  # another process writes two moves
                events = first_move(after, tables.now())
                after = after.after(events)
                await tables.storage.append(events, after.version - 1, summary_of(after))
            watcher = Watcher(BO)
            async with tables.subscription(room.table.id, watcher):
                room.table = before
                moves = (after.state.history[-1],) if told == "a gap" else ("lay 30,0", "pass")
                note = Changed(before.id, after.version, tuple(Moved(0.0, move=str(one)) for one in moves))
                tables.table_changed(note)
                await watcher.until(lambda: room.table.version == after.version)
                assert room.table.state == after.state

    run(story)
