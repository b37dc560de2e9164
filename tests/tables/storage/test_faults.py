"""A database that fails while the server runs: noticed, told in a sentence; nothing acknowledged is lost."""

import asyncio
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import speaking
from ludotheque.tables.storage import Storage, StorageFailed
from ludotheque.tables.storage.faults import DatabaseFault, Fault
from ludotheque.tables.storage.locks import locked
from ludotheque.tables.storage.writer import TRY_AGAIN
from tests.disks import fill, overwrite_behind_the_header
from tests.servers import Postgres
from tests.tables.storage.rows import add, moved, opened, storing, summary

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


async def play(storage: Storage, begin: int, end: int) -> int:
    """Play moves at table t until one is refused; the number of the next."""
    for number in range(begin, end):
        try:
            await storage.append([moved(str(number))], number, summary("t"))
        except StorageFailed:
            return number
    return end


async def refused(storage: Storage, number: int) -> str:
    with pytest.raises(StorageFailed) as failed:
        await storage.append([moved(str(number))], number, summary("t"))
    assert failed.value.status == 503
    return str(failed.value)


async def kept(storage: Storage, count: int) -> bool:
    """Whether exactly these moves are there; one that was refused may be, if its commit came through."""
    events = await storage.load("t")
    return events == [opened(), *(moved(str(number)) for number in range(1, len(events)))] and len(
        events
    ) in (
        count,
        count + 1,
    )


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_full_disk_refuses_moves_and_then_goes_on(
    small_disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with storing(str(small_disk / "t.sqlite")) as storage:
            await add(storage, "t")
            number = await play(storage, 1, 5)
            with speaking("en"):
                for _ in range(3):
                    fill(small_disk / "ballast")  # again: the log that is given up leaves some room
                    assert "disk is full" in await refused(storage, number)
            assert len(lines(caplog)) == 1 and "full" in lines(caplog)[0]
            (small_disk / "ballast").unlink()
            assert await play(storage, number, number + 5) == number + 5
            assert len(lines(caplog)) == 2 and "works again" in lines(caplog)[1]
            assert await kept(storage, number + 5)

    asyncio.run(story())


def test_a_storage_that_cannot_write_is_not_ready_until_it_can(
    small_disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Though it can be read, and though nobody writes any more."""

    async def story() -> None:
        async with storing(str(small_disk / "t.sqlite")) as storage:
            await add(storage, "t")
            fill(small_disk / "ballast")
            await refused(storage, await play(storage, 1, 50))
            for pause in (0, TRY_AGAIN, TRY_AGAIN):
                await asyncio.sleep(pause)
                fill(small_disk / "ballast")
                with speaking("en"), pytest.raises(StorageFailed, match="disk is full"):
                    await storage.check()
            (small_disk / "ballast").unlink()
            await asyncio.sleep(TRY_AGAIN)
            await storage.check()
            assert len(lines(caplog)) == 2 and "works again" in lines(caplog)[1]

    asyncio.run(story())


def test_a_read_only_disk_refuses_moves_and_then_goes_on(small_disk: Path) -> None:
    async def story() -> None:
        async with storing(str(small_disk / "t.sqlite")) as storage:
            await add(storage, "t")
            assert await play(storage, 1, 3) == 3
            await storage._writer._disconnect()  # files that are open for writing keep the disk from it,
            await storage._database.close()  # and those that are deleted and open
            subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
            with speaking("en"):
                assert "may not write" in await refused(storage, 3)
            subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
            assert await play(storage, 3, 6) == 6
            assert await kept(storage, 6)

    asyncio.run(story())


def test_a_deleted_file_is_noticed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        file, aside = tmp_path / "t.sqlite", tmp_path / "aside"
        aside.mkdir()
        async with storing(str(file)) as storage:
            await add(storage, "t")
            assert await play(storage, 1, 4) == 4
            for path in tmp_path.glob("t.sqlite*"):
                path.rename(aside / path.name)  # deleted, as far as the server can see
            with speaking("en"):
                assert "look again before you repeat it" in await refused(storage, 4)
                for _ in range(2):
                    assert "missing or damaged; whoever runs" in await refused(storage, 4)
            with pytest.raises(StorageFailed):
                await storage.check()
            assert not file.exists(), "no new file is made in its place"
            for path in aside.glob("t.sqlite*"):
                path.rename(tmp_path / path.name)
            number = 5 if len(await storage.load("t")) == 5 else 4  # its commit came through, unheard
            assert await play(storage, number, 8) == 8
            assert await kept(storage, 8)

    asyncio.run(story())
    assert all("Traceback" not in line and "\n" not in line for line in lines(caplog))
    assert sum("cannot be found any more" in line for line in lines(caplog)) <= 2  # by a writer, and a reader


def test_another_file_in_its_place_is_noticed(tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "t.sqlite"
        async with storing(str(file)) as storage:
            await add(storage, "t")
            shutil.copy(file, tmp_path / "copy")
            (tmp_path / "copy").replace(file)
            with speaking("en"):
                assert "missing or damaged" in await refused(storage, 1)

    asyncio.run(story())


@pytest.mark.parametrize("there", [True, False], ids=["there", "yet to be made"])
def test_a_link_leads_to_the_file_and_to_its_lock(tmp_path: Path, there: bool) -> None:
    file, link = tmp_path / "real.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(file)

    async def story() -> None:
        if there:
            async with storing(str(file)):
                pass
        async with storing(f"sqlite:///{link}") as storage:
            await add(storage, "t")
            assert await play(storage, 1, 4) == 4
        async with storing(str(file)) as storage:
            assert await kept(storage, 4)

    asyncio.run(story())
    taken = pytest.raises(Refusal, match="another server keeps its tables in .*real.sqlite")
    with locked(str(link), shared=False), taken, locked(str(file), shared=False):
        pass


def test_a_deleted_log_loses_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "t.sqlite"
        async with storing(str(file)) as storage:
            await add(storage, "t")
            assert await play(storage, 1, 4) == 4
            Path(f"{file}-wal").unlink()
            Path(f"{file}-shm").unlink()
            with speaking("en"):
                assert "look again before you repeat it" in await refused(storage, 4)
            number = len(await storage.load("t"))
            assert number >= 4
            assert await play(storage, number, 8) == 8
        async with storing(str(file)) as storage:
            assert await kept(storage, 8)

    asyncio.run(story())


@pytest.mark.parametrize("damage", ["overwritten", "cut off", "emptied"])
def test_a_damaged_file_is_noticed(tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        file = tmp_path / "t.sqlite"
        async with storing(str(file)) as storage:
            await add(storage, "t")
            assert await play(storage, 1, 4) == 4
            with file.open("r+b") as damaged:
                if damage == "overwritten":
                    damaged.write(os.urandom(20_000))
                else:
                    damaged.truncate(4096 if damage == "cut off" else 0)
            with speaking("en"):
                assert "missing or damaged" in await refused(storage, 4)

    asyncio.run(story())
    assert all("Traceback" not in line and "\n" not in line for line in lines(caplog))


def test_a_file_in_which_somebody_met_damage_takes_no_more_moves(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Though the writer, and others who read, still see what their caches and SQLite's log have."""

    async def story() -> None:
        file = tmp_path / "t.sqlite"
        async with storing(str(file)) as storage:
            await add(storage, "t")
            assert await play(storage, 1, 4) == 4
            overwrite_behind_the_header(file)
            with pytest.raises(StorageFailed):
                await storage.name("ada")
            for _ in range(3):
                with speaking("en"):
                    assert "missing or damaged" in await refused(storage, 4)
                assert len(await storage.load("t")) == 4
                with pytest.raises(StorageFailed):
                    await storage.check()

    asyncio.run(story())
    assert ["malformed" in line for line in lines(caplog)] == [True, True], "of who reads, and who writes"
    assert "start it again" in lines(caplog)[1]


def test_a_file_that_is_too_short_because_somebody_reads_is_not_damaged(tmp_path: Path) -> None:
    """SQLite's log cannot all go into the file then: its first page knows of pages that are not there."""

    async def story() -> None:
        file = tmp_path / "t.sqlite"
        async with storing(str(file)) as storage:
            await add(storage, "t")
            with (
                closing(sqlite3.connect(file, isolation_level=None)) as other,
                closing(sqlite3.connect(file, isolation_level=None)) as reader,
            ):
                other.execute("CREATE TABLE long (k INTEGER PRIMARY KEY, b)")
                other.executemany("INSERT INTO long (b) VALUES (?)", [(bytes(2000),)] * 20)
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM long").fetchone()
                other.execute("UPDATE long SET b = 'short' WHERE k = 20")
                other.execute("PRAGMA wal_checkpoint(PASSIVE)")
                told = int.from_bytes(file.read_bytes()[28:32], "big") * 4096
                assert file.stat().st_size < told
                assert await play(storage, 1, 4) == 4
            assert await play(storage, 4, 8) == 8
            with file.open("r+b") as damaged:
                damaged.truncate(4096)
            with speaking("en"):
                assert "missing or damaged" in await refused(storage, 8)

    asyncio.run(story())


def test_what_a_cache_still_has_does_not_mend_a_damaged_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        file = tmp_path / "t.sqlite"
        async with storing(str(file)) as storage:
            await add(storage, "t")
            events = await storage.load("t")
            whole = file.read_bytes()
            file.write_bytes(bytes(len(whole)))
            storage._reading.failed(DatabaseFault(Fault.DAMAGED, "somebody else could not read it"))
            assert await storage.load("t") == events, "this connection had read it before"
            assert len(lines(caplog)) == 1
            file.write_bytes(whole)
            assert await storage.load("t") == events
            assert len(lines(caplog)) == 2 and "works again" in lines(caplog)[1]

    asyncio.run(story())


def test_a_refusal_is_in_the_language_of_whoever_is_refused(tmp_path: Path) -> None:
    """Though another task finds the fault."""

    async def story() -> None:
        file = tmp_path / "t.sqlite"
        async with storing(str(file)) as storage:
            await add(storage, "t")
            file.rename(tmp_path / "aside")
            with speaking("fr"):
                french = await refused(storage, 1)
            with speaking("en"):
                assert french != await refused(storage, 1)

    asyncio.run(story())


@pytest.mark.slow
def test_postgresql_away_and_back(caplog: pytest.LogCaptureFixture) -> None:
    """Killed, stopped and restarted between moves and under them: no acknowledged move is lost or doubled."""

    async def story() -> None:
        with Postgres.running() as server:
            async with storing(server.new_database()) as storage:
                await add(storage, "t")
                number = await play(storage, 1, 10)
                for end in (server.kill, server.stop):
                    end()
                    with speaking("en"):
                        assert "cannot reach its database" in await refused(storage, number)
                        with pytest.raises(StorageFailed):
                            await storage.load("t")
                    server.start()
                    assert await play(storage, number, number + 10) == number + 10
                    number += 10
                    server.kill()
                    server.start()  # nobody asked meanwhile: nobody notices
                    assert await kept(storage, number)
                    assert await play(storage, number, number + 10) == number + 10
                    number += 10
                assert await kept(storage, number)

    asyncio.run(story())
    assert all("\n" not in line for line in lines(caplog))
    assert 2 <= len(lines(caplog)) <= 8, lines(caplog)


def test_whoever_else_opens_the_file_harms_nothing(tmp_path: Path) -> None:
    """A backup, or a curious person with sqlite3, must find our locks, and leave our log where it is."""
    file = tmp_path / "tables.db"
    peek = f"import sqlite3; sqlite3.connect({str(file)!r}).execute('select count(*) from events').fetchall()"

    async def writing() -> None:
        async with storing(str(file)) as storage:
            await add(storage, "t")
            for number in range(1, 20):
                await storage.append([moved(str(number))], number, summary("t"))
                if number % 5 == 0:
                    program = await asyncio.create_subprocess_exec(sys.executable, "-c", peek)
                    assert await program.wait() == 0
            assert await kept(storage, 20)

    asyncio.run(writing())
