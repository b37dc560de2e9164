"""All tables, live: a real SQLite file, real worker processes."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import speaking
from ludotheque.tables.chronicle import OVER, PLAYING
from ludotheque.tables.events import Moved, Opened, Said, TimeControl
from ludotheque.tables.opening import FIXED, SeatRequest, TableRequest, opening
from ludotheque.tables.pending import Pacing
from ludotheque.tables.service import Room, TableService
from ludotheque.tables.storage import Conflict, StorageFailed, open_database, open_storage
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import opened_table
from ludotheque.tables.thinking import Thinkers
from ludotheque.web.presenter import show_hint
from tests.servers import Postgres
from tests.tables.tables import ADA, BO, EVE, opened_as

SOON = 120.0  # seconds in which anything must have happened


class Watcher:
    """Somebody who watches."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.news = asyncio.Event()

    def changed(self) -> None:
        self.news.set()

    def closing(self) -> None:
        self.news.set()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for news that make it true."""
        async with asyncio.timeout(SOON):
            while not true():
                self.news.clear()
                await self.news.wait()


@asynccontextmanager
async def serving(file: Path, pace: float = 0, absence: float = 60) -> AsyncIterator[TableService]:
    tables = TableService(open_storage(str(file)), Thinkers(1), Pacing(pace, absence))
    await tables.start()
    await tables.resume()
    try:
        yield tables
    finally:
        await tables.stop()


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await story()

    asyncio.run(whole())


async def open_table(
    tables: TableService,
    game: str,
    *levels: str,
    clock: TimeControl | None = None,
    ago: float = 0,
    listed: bool = True,
    **options: object,
) -> Room:
    """A table that Ada opened so many seconds ago."""
    seats = [SeatRequest(level) if level in ("me", "open") else SeatRequest("bot", level) for level in levels]
    request = TableRequest(game, options, seats, clock or TimeControl(), listed, seating=FIXED)
    table = await tables.open(game, lambda now: opening(request, ADA, "Ada", now - ago))
    return await tables.room(table.id)


@pytest.mark.slow
def test_a_bot_that_holds_cards_takes_its_time_even_without_a_choice(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", pace=0.01) as tables:
            room = await open_table(tables, "fou", *["expert"] * 4, players=4, rounds=1)
            watcher = Watcher(BO)
            async with tables.subscription(room.table.id, watcher):
                await watcher.until(lambda: room.table.ply >= 1)
                began = tables.now()
                await watcher.until(lambda: room.table.ply >= 2)
                assert tables.now() - began > 0.45, "an expert takes half a second"

    run(story)


@pytest.mark.slow
def test_bots_play_a_whole_game_and_a_restart_goes_on_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", pace=0.02) as first:
            room = await open_table(first, "fou", *["novice"] * 4, players=4, rounds=1)
            id, watcher = room.table.id, Watcher(BO)
            async with first.subscription(id, watcher):
                await watcher.until(lambda: room.table.ply >= 5)
            moves = room.table.state.history[:5]
        async with serving(tmp_path / "t.sqlite") as second:
            again = await second.room(id)
            assert again.table.ply >= 5
            assert again.table.state.history[:5] == moves
            watcher = Watcher(BO)
            async with second.subscription(id, watcher):
                await watcher.until(lambda: again.table.phase == OVER)
            assert again.table.record().check().over

    run(story)


def test_bots_go_on_at_a_table_that_somebody_asked_about_before_they_were_woken(tmp_path: Path) -> None:
    """It is in memory then, though nobody sees to it: so it was when the server that saw to it had died."""

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", pace=0.02) as first:
            room = await open_table(first, "fou", *["novice"] * 4, players=4, rounds=1)
            watcher = Watcher(BO)
            async with first.subscription(room.table.id, watcher):
                await watcher.until(lambda: room.table.ply >= 5)
        second = TableService(open_storage(str(tmp_path / "t.sqlite")), Thinkers(1), Pacing(0, 60))
        await second.start()
        again = await second.room(room.table.id)
        await second.resume()
        try:
            async with asyncio.timeout(60):
                while again.table.phase != OVER:
                    await asyncio.sleep(0.02)
        finally:
            await second.stop()

    run(story)


@pytest.mark.slow
def test_what_may_have_been_kept_is_looked_for_once_however_often_it_was_tried() -> None:
    async def story(postgres: Postgres) -> None:
        address = postgres.new_database()
        database = open_database(address)
        await database.migrate()
        await database.close()
        tables = TableService(open_storage(address), Thinkers(1), Pacing(0, 60))
        await tables.start()
        await tables.resume()
        room = await open_table(tables, "feurio", "me", "me", players=2)
        before = len(asyncio.all_tasks())
        postgres.kill()
        for _ in range(12):
            with pytest.raises(StorageFailed) as failed:
                await tables.act(room.table.id, lambda table, now: table.say(now, BO, "Bo", "there?"))
            assert failed.value.in_doubt
        assert len(asyncio.all_tasks()) < before + 6, "nobody waits for each try"
        postgres.start()
        async with asyncio.timeout(SOON):
            while not room.table.said:
                with suppress(StorageFailed):
                    await tables.act(room.table.id, lambda table, now: table.say(now, BO, "Bo", "again"))
        await tables.stop()

    with Postgres.running() as postgres:
        asyncio.run(story(postgres))


def test_a_table_is_the_same_after_a_restart_clock_included(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as first:
            room = await open_table(
                first, "feurio", "me", "me", clock=TimeControl("move", 60), ago=40, players=2
            )
            await first.act(room.table.id, lambda table, now: table.say(now, BO, "Bo", "hurry up"))
            before = room.table
        async with serving(tmp_path / "t.sqlite") as second:
            again = (await second.room(before.id)).table
            assert again.snapshot() == before.snapshot()
            left = again.time_left(0, again.touched)
            assert left is not None
            assert left <= 20, "a restart gives no seconds back"

    run(story)


@pytest.mark.slow
def test_somebody_who_is_gone_is_played_for_until_they_return(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", absence=0.05) as tables:
            clock = TimeControl("move", 600)
            room = await open_table(tables, "feurio", "me", "open", clock=clock, players=2)
            id, watcher = room.table.id, Watcher(BO)
            await tables.act(id, lambda table, now: table.sit(now, BO, "Bo", 1))
            async with tables.subscription(id, watcher):
                await watcher.until(lambda: room.table.seats[0].stood_in and room.table.state.seat == 1)
                async with tables.subscription(id, Watcher(ADA)):
                    assert not room.table.seats[0].stood_in

    run(story)


@pytest.mark.slow
def test_without_a_clock_a_bot_plays_for_somebody_who_is_away_when_asked_to(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", absence=0.05) as tables:
            room = await open_table(tables, "feurio", "me", "open", players=2)
            id, watcher = room.table.id, Watcher(BO)
            await tables.act(id, lambda table, now: table.sit(now, BO, "Bo", 1))
            async with tables.subscription(id, watcher):
                await asyncio.sleep(0.3)
                assert not room.table.seats[0].stood_in, "nobody has asked for it"
                with pytest.raises(Refusal, match="no seat at this table"):
                    await tables.replace_absent(id, EVE, 0)
                with pytest.raises(Refusal, match="Bo is here"):
                    await tables.replace_absent(id, BO, 1)
                await tables.replace_absent(id, BO, 0)
                await watcher.until(lambda: room.table.ply > 0)
                async with tables.subscription(id, Watcher(ADA)):
                    assert not room.table.seats[0].stood_in, "the seat is hers again"
                    with pytest.raises(Refusal, match="Ada is here"):
                        await tables.replace_absent(id, BO, 0)

    run(story)


@pytest.mark.slow
def test_a_clock_for_each_move_lets_a_bot_move_in_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            clock = TimeControl("move", 5)
            room = await open_table(tables, "feurio", "me", "novice", clock=clock, ago=4.9, players=2)
            watcher = Watcher(ADA)
            async with tables.subscription(room.table.id, watcher):
                await watcher.until(lambda: room.table.ply >= 1)
            assert not room.table.seats[0].stood_in

    run(story)


def test_a_clock_for_the_game_ends_ones_own_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            clock = TimeControl("game", 60)
            room = await open_table(tables, "feurio", "me", "novice", clock=clock, ago=59.9, players=2)
            watcher = Watcher(ADA)
            async with tables.subscription(room.table.id, watcher):
                await watcher.until(lambda: room.table.seats[0].for_good)
                table = room.table
                with pytest.raises(Refusal, match="time is up|not your turn"):
                    table.move(table.touched, ADA, table.ply, str(table.state.moves()[0]))
            async with tables.subscription(room.table.id, Watcher(ADA)):
                assert room.table.seats[0].stood_in

    run(story)


def test_a_clock_that_ran_out_while_the_server_was_away_has_run_out(tmp_path: Path) -> None:
    async def story() -> None:
        long_ago = replace(opened_as("feurio", ["me", "me"], TimeControl("game", 60), players=2), at=1.0e9)
        table, events = opened_table("test", long_ago)
        async with serving(tmp_path / "t.sqlite") as first:
            await first.storage.append(events, 0, summary_of(table))
        async with serving(tmp_path / "t.sqlite") as second:
            watcher = Watcher(BO)
            async with second.subscription(table.id, watcher) as again:
                await watcher.until(lambda: again.table.seats[0].for_good)

    run(story)


def test_a_house_goes_on_with_its_games_when_its_database_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        file, away = tmp_path / "t.sqlite", tmp_path / "away"
        away.mkdir()
        async with serving(file) as first:
            await open_table(first, "feurio", "me", "me", players=2, clock=TimeControl("game", 60), ago=55)
        tables = TableService(open_storage(str(file)), Thinkers(1))
        await tables.start()
        try:
            for one in tmp_path.glob("t.sqlite*"):
                one.rename(away / one.name)
            await tables.storage._database.engine.dispose()  # whoever has it open could still read
            going_on = asyncio.create_task(tables.resume())
            await asyncio.sleep(0.3)
            assert not going_on.done()
            for one in away.iterdir():
                one.rename(tmp_path / one.name)
            await asyncio.wait_for(going_on, SOON)
            assert tables.tables_awake == 1, "its clock runs"
        finally:
            await tables.stop()

    run(story)


def test_two_writers_of_one_number_cannot_both_win(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            room = await open_table(tables, "feurio", "me", "me", players=2)
            id, summary, version = room.table.id, summary_of(room.table), room.table.version
            said = Said(0.0, person=ADA, name="Ada", text="first")
            await tables.storage.append([said], version, summary)
            with pytest.raises(Conflict):
                await tables.storage.append([said], version, summary)
            move = str(room.table.state.moves()[0])
            await tables.storage.append([Moved(0.0, move=move, person=ADA)], version + 1, summary)
            with pytest.raises(Refusal, match="moved on"):  # somebody else's server was quicker
                await tables.act(id, lambda table, now: table.move(now, ADA, 0, move))
            await tables.act(id, lambda table, now: table.say(now, BO, "Bo", "second"))
            assert [said.text for said in room.table.said] == ["first", "second"]

    run(story)


@pytest.mark.slow
def test_a_rematch_moves_everybody_on_by_a_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            room = await open_table(tables, "fou", *["me"] * 3, "novice", players=4, rounds=1)
            id, watcher = room.table.id, Watcher(ADA)
            with pytest.raises(Refusal, match="when the game is over"):
                await tables.rematch(id, ADA)
            async with tables.subscription(id, watcher):
                while room.table.phase == PLAYING:
                    if room.table.state.seat < 3:
                        move = str(room.table.state.moves()[0])
                        await tables.act(id, lambda t, now: t.move(now, ADA, t.ply, move))  # noqa: B023
                    else:
                        await watcher.until(lambda: room.table.state.seat < 3 or room.table.phase == OVER)
            again = await tables.rematch(id, ADA)
            assert await tables.rematch(id, ADA) == again
            kinds = [seat.who.kind for seat in (await tables.room(again)).table.seats]
            assert kinds == ["bot", "person", "person", "person"]

    run(story)


# Hints


@pytest.mark.slow
def test_a_hint_is_about_the_position_it_was_asked_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            room = await open_table(tables, "feurio", "me", "me", players=2)
            id, legal = room.table.id, [str(move) for move in room.table.state.moves()]
            with speaking("en"):
                hint = show_hint(await tables.hint(id, ADA))
            assert hint["ply"] == 0
            assert "imagined games" in hint["words"]
            assert f'data-key="tile:{hint["move"].split()[1]}"' in hint["ghost"][0]  # shown on the board
            assert {hint["move"], *(other["move"] for other in hint["others"])} <= set(legal)
            asked = asyncio.create_task(tables.hint(id, ADA))
            await asyncio.sleep(0)
            await tables.act(id, lambda table, now: table.move(now, ADA, 0, legal[0]))
            with pytest.raises(Refusal, match="moved on while the expert thought"):
                await asked

    run(story)


def test_a_bot_that_thought_about_a_position_that_is_gone_does_not_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            room = await open_table(tables, "feurio", "me", "novice", players=2)
            first, move = room.table, str(room.table.state.moves()[0])
            for _ in range(2):
                await tables.act(first.id, lambda table, now: table.move(now, ADA, 0, move))
                thought_about = room.table
                await tables.act(first.id, lambda table, now: table.ask_undo(now, ADA))
            assert room.table.ply == first.ply
            assert room.table.move_by_bot(0.0, first.position, move) is None
            assert room.table.move_by_bot(0.0, thought_about.position, move) is None

    run(story)


@pytest.mark.slow
def test_whoever_watches_hears_that_the_bots_are_awake(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            room = await open_table(tables, "feurio", "me", "novice", players=2)
            watcher = Watcher(ADA)
            async with tables.subscription(room.table.id, watcher):
                assert not tables.bots_awake
                waking = asyncio.create_task(tables.wake_bots())
                await tables.act(
                    room.table.id,
                    lambda table, now: table.move(now, ADA, 0, str(table.state.moves()[0])),
                )
                assert room.table.ply == 1, "one's own move waits for nobody"
                await watcher.until(lambda: tables.bots_awake)
                await waking

    run(story)


# Lists, and what is on disk


def test_lists_of_tables_replay_none(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            table = (await open_table(tables, "feurio", "me", "open", players=2)).table
            hidden = (await open_table(tables, "feurio", "me", "me", players=2, listed=False)).table
            await tables.act(table.id, lambda table, now: table.sit(now, BO, "Bo", 1))
        async with serving(tmp_path / "t.sqlite") as tables:
            (listed,) = await tables.storage.listed(tables.now())
            assert (listed.id, listed.phase, listed.turn) == (table.id, PLAYING, 0)
            assert [who.name for who in listed.seats] == ["Ada", "Bo"]
            assert [one.id for one in await tables.storage.of(ADA)] == [table.id, hidden.id]
            assert [one.id for one in await tables.storage.of(BO)] == [table.id]
            assert tables._rooms == {}, "nothing waits for a bot or a clock: no table was opened"
            with pytest.raises(Refusal, match="no table nowhere"):
                await tables.room("nowhere")

    run(story)


def test_a_summary_is_written_with_its_events(tmp_path: Path) -> None:
    """Nothing is between them: whoever reads the file sees both or neither."""

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            room = await open_table(tables, "fou", *["me"] * 4, players=4, rounds=1)
            for _ in range(5):
                move = str(room.table.state.moves()[0])
                await tables.act(room.table.id, lambda t, now: t.move(now, ADA, t.ply, move))  # noqa: B023
                assert await tables.storage.of(ADA) == [summary_of(room.table)]

    run(story)


def test_tables_of_a_server_that_wrote_no_summaries_appear_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            table = (await open_table(tables, "feurio", "me", "me", players=2)).table
        with sqlite3.connect(tmp_path / "t.sqlite") as connection:
            there = connection.execute("select name from sqlite_master where type = 'table'").fetchall()
            for (name,) in there:
                if name not in ("events", "people"):  # all that such a server knew
                    connection.execute(f"drop table {name}")
        connection.close()
        async with serving(tmp_path / "t.sqlite") as tables:
            assert await tables.storage.of(ADA) == [summary_of(table)]

    run(story)


def test_a_table_that_cannot_be_replayed_harms_no_other(tmp_path: Path) -> None:
    async def story() -> None:
        clock = TimeControl("game", 8)  # seconds: soon
        async with serving(tmp_path / "t.sqlite") as tables:
            bad = (await open_table(tables, "feurio", "me", "me", players=2, clock=clock)).table
            illegal = Moved(0.0, move="lay 9,9", person=ADA)
            await tables.storage.append([illegal], bad.version, summary_of(bad))
            old = (await open_table(tables, "feurio", "me", "me", players=2, clock=clock)).table
            good = (await open_table(tables, "feurio", "me", "me", players=2, clock=clock)).table
        with sqlite3.connect(tmp_path / "t.sqlite") as connection:
            connection.execute(
                "update events set body = ? where table_id = ?", (b'{"what": "opened"}', old.id)
            )
        connection.close()
        async with serving(tmp_path / "t.sqlite") as tables:
            assert list(tables._rooms) == [good.id], "its clock runs"

    run(story)


def test_opening_a_table_waits_for_no_other(tmp_path: Path) -> None:
    """While one table's first event is being made, another is opened, and played at."""

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            gate = threading.Event()
            request = TableRequest("feurio", {"players": 2}, [SeatRequest("me")] * 2)

            def slowly(now: float) -> Opened:
                gate.wait(SOON)
                return opening(request, ADA, "Ada", now)

            slow = asyncio.create_task(tables.open("feurio", slowly))
            room = await open_table(tables, "feurio", "me", "me", players=2)
            await tables.act(room.table.id, lambda table, now: table.say(now, ADA, "Ada", "first"))
            assert not slow.done()
            gate.set()
            assert (await slow).ply == 0

    run(story)


def test_a_table_is_read_from_disk_once_and_waits_for_no_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            ids = [(await open_table(tables, "feurio", "me", "me", players=2)).table.id for _ in range(2)]
        async with serving(tmp_path / "t.sqlite") as tables:
            asked = [asyncio.create_task(tables.room(id)) for id in [*ids, *ids]]
            await asyncio.sleep(0)
            assert list(tables._openings) == ids, "both are being read at the same time"
            rooms = [await room for room in asked]
            assert rooms[0] is rooms[2] and rooms[1] is rooms[3]
            assert tables._openings == {}

    run(story)


@pytest.mark.parametrize(
    ("database", "why"), [("mysql://x/y", "no database mysql"), ("/dev/null/x.sqlite", "cannot keep")]
)
def test_a_bad_place_for_tables_is_refused(database: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        open_storage(database)


@pytest.mark.slow
def test_nobody_plays_on_where_nobody_waits(tmp_path: Path) -> None:
    """A stranger who looks at a table whose players are away sees it as they left it."""

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite", absence=0.0) as tables:
            room = await open_table(tables, "feurio", "me", "me", "open", players=3)
            id = room.table.id
            await tables.act(id, lambda table, now: table.sit(now, BO, "Bo", 2))
            await tables.act(id, lambda table, now: table.leave(now, ADA))
            async with tables.subscription(id, Watcher(EVE)):
                await asyncio.sleep(0.3)
                assert room.table.ply == 0
                assert room.pending is None
                watcher = Watcher(BO)
                async with tables.subscription(id, watcher):
                    await watcher.until(lambda: room.table.ply > 0)

    run(story)
