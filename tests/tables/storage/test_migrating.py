"""The schema: brought up to date, never ahead of us, and an old file is taken over without loss."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from ludotheque.core.errors import Refusal
from ludotheque.tables.storage import open_database, open_storage
from ludotheque.tables.storage.migrating import NEWEST, REVISIONS, settings
from ludotheque.tables.storage.schema import metadata
from tests.servers import Postgres
from tests.tables.storage.old import write_old_file
from tests.tables.storage.rows import add, storing

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


def test_the_steps_are_those_we_know() -> None:
    scripts = ScriptDirectory.from_config(settings())
    assert tuple(step.revision for step in reversed(list(scripts.walk_revisions()))) == REVISIONS
    assert scripts.get_current_head() == NEWEST


def test_all_steps_together_make_the_schema(address: str) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def story() -> None:
        database = open_database(address)
        assert await database.migrate()
        assert await database.revision() == NEWEST
        assert not await database.migrate(), "there is nothing left to do"
        async with database.engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await database.engine.dispose()

    asyncio.run(story())


def test_a_database_of_a_newer_version_is_refused(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "t")
        database = open_database(address)
        async with database.engine.begin() as connection:
            await connection.execute(text("update alembic_version set version_num = '9999'"))
        for attempt in (database.prepare, database.migrate, open_storage(address).start):
            with pytest.raises(Refusal, match="was written by a newer version of Ludothèque"):
                await attempt()
        await database.engine.dispose()

    asyncio.run(story())


def test_a_file_from_before_alembic_is_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    write_old_file(file, tables=1201)

    async def story() -> None:
        storage = open_storage(str(file))
        await storage.start()
        try:
            mine = await storage.of("ada")
            assert [one.id for one in mine[:2]] == ["t1200", "t1199"]
            assert [one.due for one in mine[:2]] == [1e9 + 1200, None]
            assert {one.host for one in mine} == {"ada"}
            assert len(await storage.due(float("inf"), 9999)) == 601
            assert len(await storage.load("t7")) == 2
            assert await storage.name("ada") == "Ada"
            assert await storage.without_summary() == ["bare"]
            assert len(await storage.listed(1e9)) == 3, "of one host"
        finally:
            await storage.stop()

    asyncio.run(story())
    copy = tmp_path / "old.sqlite.backup-0000"
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("select count(*) from events").fetchone() == (2403,)
        assert connection.execute("select count(*) from summaries where attended").fetchone() == (601,)
    asyncio.run(story())  # and a second start finds everything done


def test_a_summary_that_cannot_be_read_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    write_old_file(file, tables=4)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update summaries set body = ? where id = 't2'", [b"no json"])

    async def story() -> None:
        async with storing(str(file)) as storage:
            assert sorted(await storage.without_summary()) == ["bare", "t2"]
            assert [one.id for one in await storage.of("ada")] == ["t3", "t1", "t0"]

    asyncio.run(story())


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    """Here because a name is taken: the file stays as it was."""
    file = tmp_path / "old.sqlite"
    write_old_file(file, tables=3)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("create index ix_summaries_lists on people (name)")

    async def story() -> None:
        with pytest.raises(OperationalError, match="already exists"):
            await open_storage(str(file)).start()

    asyncio.run(story())
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("select count(*) from summaries where attended").fetchone() == (2,)
        names = {name for (name,) in connection.execute("select name from sqlite_master")}
        assert "alembic_version" not in names


def command(*arguments: str, database: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *arguments],
        env=os.environ | {"LUDOTHEQUE_DATABASE": database, "COLUMNS": "500"},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.slow
def test_postgresql_is_migrated_by_a_command_and_serve_says_so(postgres: Postgres) -> None:
    address = postgres.new_database()
    refused = command("serve", "--no-browser", "--port", "0", database=address)
    assert refused.returncode == 1
    assert "run `ludotheque migrate`" in refused.stderr and "Traceback" not in refused.stderr
    assert "brought up to date" in command("migrate", database=address).stdout
    assert "is up to date" in command("migrate", database=address).stdout


@pytest.mark.slow
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path, postgres: Postgres) -> None:
    bad = tmp_path / "picture.sqlite"
    bad.write_bytes(os.urandom(9000))
    away = postgres.new_database().rpartition("/")[0] + "/nowhere"
    for database, why in [
        (str(bad), "file is not a database"),
        (str(tmp_path), "Is a directory"),
        ("postgresql://x:secret@127.0.0.1:1/y", "cannot use the database postgresql://x:***@127.0.0.1:1/y"),
        (away, 'database "nowhere" does not exist'),
    ]:
        refused = command("serve", "--no-browser", "--port", "0", database=database)
        assert refused.returncode == 1
        assert why in refused.stderr and len(refused.stderr.splitlines()) == 1, refused.stderr
        assert "secret" not in refused.stderr
