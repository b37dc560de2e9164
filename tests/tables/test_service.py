"""All tables, live: a real SQLite file, real worker processes."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.tables.events import Clock, Moved, Said
from ludotheque.tables.opening import SeatWish, Wish, opening
from ludotheque.tables.service import House, Manners
from ludotheque.tables.storage import Conflict, open_storage
from ludotheque.tables.table import OVER, PLAYING, Table
from ludotheque.tables.thinking import Thinkers
from tests.tables.tables import ADA, BO

SOON = 120.0  # seconds in which anything must have happened


class Eyes:
    """Somebody who watches."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.news = asyncio.Event()

    def changed(self) -> None:
        self.news.set()


@asynccontextmanager
async def house(file: Path, pace: float = 0, absence: float = 60) -> AsyncIterator[House]:
    opened = House(open_storage(str(file)), Thinkers(1), Manners(pace, absence))
    await opened.start()
    try:
        yield opened
    finally:
        await opened.stop()


async def until(true: Callable[[], bool], eyes: Eyes) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            eyes.news.clear()
            await eyes.news.wait()


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def told() -> None:
        await story()

    asyncio.run(told())


async def open_table(
    house: House, game: str, *levels: str, clock: Clock | None = None, **options: object
) -> Table:
    seats = [SeatWish("me") if level == "me" else SeatWish("bot", level) for level in levels]
    return await house.open(opening(Wish(game, options, seats, clock or Clock()), ADA, "Ada"))


def test_bots_play_a_whole_game_and_a_restart_goes_on_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite", pace=0.02) as first:
            table = await open_table(first, "fou", *["novice"] * 4, players=4, rounds=1)
            eyes = Eyes(BO)
            async with first.watching(table.id, eyes):
                await until(lambda: table.ply >= 5, eyes)
        async with house(tmp_path / "t.sqlite") as second:
            again = (await second.room(table.id)).table
            assert again.ply >= 5
            assert again.state.history[:5] == table.state.history[:5]
            eyes = Eyes(BO)
            async with second.watching(table.id, eyes):
                await until(lambda: again.phase == OVER, eyes)
            assert again.record().check().over

    run(story)


def test_somebody_who_is_gone_is_played_for_until_they_return(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite", absence=0.05) as home:
            table = await open_table(home, "feurio", "me", "novice", players=2)
            eyes = Eyes(BO)
            async with home.watching(table.id, eyes):
                await until(lambda: table.places[0].stood_in and table.ply > 3, eyes)
                async with home.watching(table.id, Eyes(ADA)):
                    assert not table.places[0].stood_in

    run(story)


def test_a_clock_for_each_move_lets_a_bot_move_in_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as home:
            table = await open_table(home, "feurio", "me", "novice", clock=Clock("move", 5), players=2)
            table.turn_since -= 4.9
            eyes = Eyes(ADA)
            async with home.watching(table.id, eyes):
                await until(lambda: table.ply >= 1, eyes)
            assert not table.places[0].stood_in

    run(story)


def test_a_clock_for_the_game_ends_ones_own_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as home:
            table = await open_table(home, "feurio", "me", "novice", clock=Clock("game", 60), players=2)
            table.turn_since -= 59.9
            eyes = Eyes(ADA)
            async with home.watching(table.id, eyes):
                await until(lambda: table.places[0].for_good, eyes)
                with pytest.raises(Refusal, match="time is up|not your turn"):
                    table.move(ADA, table.ply, str(table.state.moves()[0]))
            async with home.watching(table.id, Eyes(ADA)):
                assert table.places[0].stood_in

    run(story)


def test_two_writers_of_one_number_cannot_both_win(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as home:
            table = await open_table(home, "feurio", "me", "me", players=2)
            said = Said(0.0, person=ADA, name="Ada", text="first")
            await home.storage.append(table, [said], 1)
            with pytest.raises(Conflict):
                await home.storage.append(table, [said], 1)
            with pytest.raises(Refusal, match="moved on"):  # somebody else's server was quicker
                await home.act(table.id, lambda table: table.say(BO, "Bo", "second"))
            await home.act(table.id, lambda table: table.say(BO, "Bo", "third"))
            again = (await home.room(table.id)).table
            assert [said.text for said in again.said] == ["first", "third"]

    run(story)


def test_a_rematch_moves_everybody_on_by_a_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as home:
            table = await open_table(home, "fou", *["me"] * 3, "novice", players=4, rounds=1)
            with pytest.raises(Refusal, match="when the game is over"):
                await home.rematch(table.id, ADA)
            eyes = Eyes(ADA)
            async with home.watching(table.id, eyes):
                while table.phase == PLAYING:
                    if table.state.seat < 3:
                        move = str(table.state.moves()[0])
                        ply = table.ply
                        await home.act(table.id, lambda t: t.move(ADA, ply, move))  # noqa: B023
                    else:
                        await until(lambda: table.state.seat < 3 or table.phase == OVER, eyes)
            again = await home.rematch(table.id, ADA)
            assert await home.rematch(table.id, ADA) == again
            kinds = [place.who.kind for place in (await home.room(again)).table.places]
            assert kinds == ["bot", "person", "person", "person"]

    run(story)


def test_lists_of_tables(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as home:
            table = await open_table(home, "feurio", "me", "me", players=2)
            hidden = await home.open(opening(Wish("feurio", {"players": 2}, [], listed=False), ADA, "Ada"))
            assert await home.storage.listed() == [table.id]
            assert await home.storage.of(ADA) == [hidden.id, table.id]
            assert await home.storage.of(BO) == []
            with pytest.raises(Refusal, match="no table nowhere"):
                await home.room("nowhere")

    run(story)


def test_a_table_that_cannot_be_replayed_harms_no_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as home:
            good = await open_table(home, "feurio", "me", "me", players=2)
            bad = await open_table(home, "feurio", "me", "me", players=2)
            await home.storage.append(bad, [Moved(0.0, move="lay 9,9", person=ADA)], 1)
            old = await open_table(home, "feurio", "me", "me", players=2)
        with sqlite3.connect(tmp_path / "t.sqlite") as connection:
            connection.execute(
                "update events set body = ? where table_id = ?", (b'{"what": "opened"}', old.id)
            )
        connection.close()
        async with house(tmp_path / "t.sqlite") as home:
            rooms = await home.rooms(await home.storage.listed())
            assert [room.table.id for room in rooms] == [good.id]

    run(story)


@pytest.mark.parametrize(
    ("database", "why"), [("mysql://x/y", "no database mysql"), ("/dev/null/x.sqlite", "cannot keep")]
)
def test_a_bad_place_for_tables_is_refused(database: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        open_storage(database)


def test_nobody_plays_on_where_nobody_waits(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path / "t.sqlite", absence=0.0) as home:
            table = await open_table(home, "feurio", "me", "me", players=2)
            await home.act(table.id, lambda table: table.leave(ADA))
            await asyncio.sleep(0.3)
            assert table.ply == 0
            eyes = Eyes(BO)
            async with home.watching(table.id, eyes):
                await until(lambda: table.ply > 0, eyes)

    run(story)
