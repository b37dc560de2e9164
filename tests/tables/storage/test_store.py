"""What is written, read, listed and deleted, on both databases."""

import asyncio
import logging
import time
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from ludotheque.core.errors import Refusal
from ludotheque.tables.events import PERSON, Occupant, SeatTaken
from ludotheque.tables.storage import Conflict, Keeping, open_storage
from ludotheque.tables.storage.faults import DatabaseFault, Fault
from ludotheque.tables.storage.keeping import DAY
from ludotheque.tables.storage.schema import people
from ludotheque.tables.storage.store import (
    LONGEST_PAUSE,
    LONGEST_WAIT,
    MOST_LISTED,
    MOST_OF_A_HOST,
    MOST_OF_A_LINE,
)
from ludotheque.tables.storage.writer import Job
from tests.tables.storage.rows import NOON, add, moved, opened, storing, summary

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


def test_no_error_tells_what_the_database_was_asked_with(address: str) -> None:
    """Hands and secrets go there, and errors into the log."""
    secret = "nobody's business"
    wrong = select(people.c.id, text("nosuch")).where(people.c.name == secret)
    wrong_row = people.insert().values(id=secret, name=secret).returning(text("nosuch"))

    async def story() -> None:
        async with storing(address) as storage:
            for attempt in (storage._read(wrong), storage._writer.do(Job(statements=[wrong_row]))):
                with pytest.raises(DBAPIError, match="nosuch") as told:
                    await attempt
                assert secret not in str(told.value)

    asyncio.run(story())


def test_what_is_stored_is_there_after_a_restart(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "one")
            await storage.append([moved("G17"), moved("R2")], 1, summary("one", touched=NOON + 1))
            await storage.rename("ada", "Ada")
            await storage.rename("ada", "Ada Ä")
        async with storing(address) as storage:
            assert await storage.load("one") == [opened(), moved("G17"), moved("R2")]
            assert await storage.of("ada") == [summary("one", touched=NOON + 1)]
            assert await storage.name("ada") == "Ada Ä"
            assert await storage.name("bo") == ""
            assert await storage.load("two") == []
            await storage.check()

    asyncio.run(story())


def test_a_write_for_trial_leaves_nothing(address: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await storage.rename("ada", "Ada")
            storage._writer._reporter.failed(DatabaseFault(Fault.FULL, "it was full"))
            await asyncio.gather(*(storage.check() for _ in range(3)))
            assert "works again" in caplog.records[-1].getMessage()
            assert await storage._column(select(people.c.id)) == ["ada"]

    asyncio.run(story())


def test_a_conflict_is_the_losers_alone(address: str) -> None:
    """Fifty acts at once, some of them too late: the others are stored, in the same group."""

    async def story() -> None:
        async with storing(address) as storage:
            await asyncio.gather(*(add(storage, f"t{k}") for k in range(50)))
            for k in range(0, 50, 5):
                await storage.append([moved("first")], 1, summary(f"t{k}", touched=NOON + 1))
            acts = (
                storage.append([moved("second"), moved("third")], 1, summary(f"t{k}", touched=NOON + 2))
                for k in range(50)
            )
            results = await asyncio.gather(*acts, return_exceptions=True)
            lost = [k for k, result in enumerate(results) if isinstance(result, Conflict)]
            assert lost == list(range(0, 50, 5))
            assert await storage.load("t5") == [opened(), moved("first")], "nothing of the loser's"
            assert await storage.load("t6") == [opened(), moved("second"), moved("third")]
            touched = {one.id: one.touched - NOON for one in await storage.of("ada")}
            assert touched["t5"] == 1 and touched["t6"] == 2

    asyncio.run(story())


def test_of_many_who_write_one_number_one_wins(address: str) -> None:
    """In one process, and between two that write at the same time."""

    async def story() -> None:
        async with storing(address) as first, storing(address) as second:
            for k in range(20):
                await add(first, f"t{k}")
            acts = [
                storage.append([moved(f"{name}{k}{n}")], 1, summary(f"t{k}"))
                for n in range(3)
                for k in range(20)
                for name, storage in (("a", first), ("b", second))
            ]
            results = await asyncio.gather(*acts, return_exceptions=True)
            assert results.count(None) == 20
            assert all(result is None or isinstance(result, Conflict) for result in results)
            for k in range(20):
                assert len(await second.load(f"t{k}")) == 2

    asyncio.run(story())


def test_acts_at_one_table_are_written_in_order(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "t")
            acts = (storage.append([moved(str(n))], n, summary("t", touched=NOON + n)) for n in range(1, 30))
            await asyncio.gather(*acts)
            events = await storage.load("t")
            assert events[1:] == [moved(str(n)) for n in range(1, 30)]
            assert await storage.of("ada") == [summary("t", touched=NOON + 29)]

    asyncio.run(story())


def test_what_is_due_is_found_by_its_moment(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            for k in range(5):
                await add(storage, f"t{k}", due=NOON + 10 - k)
            await add(storage, "never")
            assert await storage.due(NOON + 9, 10) == ["t4", "t3", "t2"]
            assert await storage.due(float("inf"), 2) == ["t4", "t3"]
            await storage.append([moved()], 1, summary("t4", due=None))
            assert await storage.due(float("inf"), 2) == ["t3", "t2"]

    asyncio.run(story())


def test_nobody_pushes_everybody_else_out_of_the_list(address: str) -> None:
    """55 tables by one visitor, later than all others'."""

    async def story() -> None:
        async with storing(address) as storage:
            others = [f"o{k}" for k in range(10)]
            for k, id in enumerate(others):
                await add(storage, id, host=f"host{k}", touched=NOON + k)
            mine = [f"m{k}" for k in range(55)]
            await asyncio.gather(
                *(add(storage, id, host="eve", touched=NOON + 100 + k) for k, id in enumerate(mine))
            )
            await add(storage, "open", phase="seating", touched=NOON - 100)
            await add(storage, "hidden", listed=False, touched=NOON + 500)
            await add(storage, "over", phase="over", touched=NOON + 500)
            listed = [one.id for one in await storage.listed(NOON + 600)]
            assert listed == [*mine[: -MOST_OF_A_HOST - 1 : -1], *reversed(others), "open"]
            assert len(mine[: -MOST_OF_A_HOST - 1 : -1]) == MOST_OF_A_HOST

    asyncio.run(story())


def test_one_line_has_only_the_places_that_nobody_else_wants(address: str) -> None:
    """Whoever opens tables from there may make up another name for each."""

    async def story() -> None:
        async with storing(address) as storage:
            flood = [
                add(storage, f"f{k}", host=f"made up {k}", line="beef", touched=NOON + 100 + k)
                for k in range(100)
            ]
            await asyncio.gather(*flood)
            others = [f"o{k}" for k in range(MOST_LISTED)]
            for count, id in enumerate(others):
                listed = [one.id for one in await storage.listed(NOON + 600)]
                wanted = min(count, MOST_LISTED - MOST_OF_A_LINE)
                newest = others[count - wanted : count]
                assert listed == [
                    *(f"f{k}" for k in range(99, 99 - MOST_LISTED + wanted, -1)),
                    *reversed(newest),
                ]
                line = "" if count % 2 else f"{count}"
                await add(storage, id, host=id, line=line, touched=NOON + count)

    asyncio.run(story())


def test_a_list_ends_somewhere(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            acts = (add(storage, f"t{k}", host=f"host{k // 2}", touched=NOON + k) for k in range(100))
            await asyncio.gather(*acts)
            listed = [one.id for one in await storage.listed(NOON + 600)]
            assert listed == [f"t{k}" for k in range(99, 99 - MOST_LISTED, -1)]

    asyncio.run(story())


def test_abandoned_tables_leave_the_list(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "playing")
            await add(storage, "seating", phase="seating")
            lists = [
                {one.id for one in await storage.listed(NOON + waited)}
                for waited in (LONGEST_PAUSE - 1, LONGEST_PAUSE + 1, LONGEST_WAIT + 1)
            ]
            assert lists == [{"playing", "seating"}, {"seating"}, set()]

    asyncio.run(story())


def test_finished_games_do_not_hide_the_running_ones_of_a_person(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "running")
            acts = (add(storage, f"t{k}", phase="over", touched=NOON + 1 + k) for k in range(80))
            await asyncio.gather(*acts)
            assert [one.id for one in await storage.of("ada")][:2] == ["running", "t79"]

    asyncio.run(story())


def test_whoever_sits_down_finds_the_table_again(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "t", seats=(Occupant("open"),))
            assert await storage.of("bo") == []
            bo = Occupant(PERSON, person="bo", name="Bo")
            seated = summary("t", seats=(bo,))
            await storage.append([SeatTaken(NOON, seat=0, who=bo)], 1, seated)
            assert await storage.of("bo") == [seated]

    asyncio.run(story())


def test_something_that_cannot_be_stored_harms_nobody_else(address: str) -> None:
    """A bug of ours in one act (here: a value of the wrong kind) is no failure of the group."""

    async def story() -> None:
        async with storing(address) as storage:
            wrong = storage.append([opened()], 0, summary("bad", touched=[]))
            results = await asyncio.gather(
                add(storage, "a"), wrong, add(storage, "b"), return_exceptions=True
            )
            assert results[0] is None and results[2] is None
            assert isinstance(results[1], Exception)
            assert await storage.load("bad") == []
            assert await storage.load("a") == [opened()]

    asyncio.run(story())


# What is kept how long


def test_what_is_kept_how_long_is_a_setting(address: str) -> None:
    async def story() -> None:
        now = time.time()
        async with storing(address, Keeping(finished=10, abandoned=5)) as storage:
            for phase in ("seating", "playing", "over"):
                for days in (1, 7, 20):
                    await add(
                        storage, f"{phase}{days}", phase=phase, touched=now - days * DAY, listed=days > 1
                    )
            assert await storage.delete_old(now) == 5
            left = {one.id for one in await storage.of("ada")}
            assert left == {"seating1", "playing1", "over1", "over7"}
            assert await storage.load("over20") == []
            assert await storage.load("over7") == [opened()]
        async with storing(address, Keeping(finished=None, abandoned=None)) as storage:
            assert await storage.delete_old(now + 1e9) == 0

    asyncio.run(story())


def test_more_than_one_page_is_deleted(address: str) -> None:
    async def story() -> None:
        async with storing(address, Keeping(finished=1)) as storage:
            await asyncio.gather(*(add(storage, f"t{k}", phase="over") for k in range(230)))
            assert await storage.delete_old(NOON + 2 * DAY) == 230
            assert await storage.finished() == []

    asyncio.run(story())


def test_finished_games_are_kept_unless_somebody_says_otherwise() -> None:
    assert Keeping.chosen({}) == Keeping(None, 180.0)
    chosen = {"LUDOTHEQUE_KEEP_FINISHED": "30", "LUDOTHEQUE_KEEP_ABANDONED": "forever"}
    assert Keeping.chosen(chosen) == Keeping(30.0, None)
    for bad in ("-1", "soon", "nan"):
        with pytest.raises(Refusal, match='LUDOTHEQUE_KEEP_FINISHED is "forever" or a number of days'):
            Keeping.chosen({"LUDOTHEQUE_KEEP_FINISHED": bad})


# Where tables are kept


@pytest.mark.parametrize(
    ("database", "why"),
    [
        ("mysql://x/y", "no database mysql"),
        ("/dev/null/x.sqlite", "cannot keep"),
        ("postgresql://a:secret@h:port/x", "not the address of a database"),
    ],
)
def test_a_bad_place_for_tables_is_refused(database: str, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        open_storage(database)
    assert "secret" not in str(refused.value)


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    """The file, its log and its index; a file that was open to others is closed to them."""
    file = tmp_path / "tables.sqlite"
    file.touch(0o644)
    file.chmod(0o644)

    async def story() -> None:
        async with storing(str(file)) as storage:
            await add(storage, "t")
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
            assert modes == dict.fromkeys(["tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"], 0o600)

    asyncio.run(story())


def test_whoever_gives_up_a_question_costs_no_connection(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Requests that are given up, wherever they are just then, while the server stops."""

    async def story(ticks: int) -> None:
        async with storing(address) as storage:
            askers = [asyncio.create_task(storage.name("ada")) for _ in range(5)]
            for _ in range(ticks):
                await asyncio.sleep(0)
            for asker in askers:
                asker.cancel()

    for ticks in (2, 5, 8):
        asyncio.run(story(ticks))
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == []
