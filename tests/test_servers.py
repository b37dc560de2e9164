"""The servers that tests run against: they start, die and start again."""

import asyncio
import os

import asyncpg
import pytest
import redis

from tests.servers import Postgres, Valkey


def test_every_test_has_a_database_of_its_own(postgres: Postgres) -> None:
    async def tables(url: str) -> list[object]:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute("create table mine (id int)")
            query = "select relname from pg_class where relname = 'mine'"
            return [row[0] for row in await connection.fetch(query)]
        finally:
            await connection.close()

    for _ in range(2):
        assert asyncio.run(tables(postgres.new_database())) == ["mine"]


def test_valkey_answers(valkey: Valkey) -> None:
    with redis.Redis.from_url(valkey.url) as client:
        client.set("k", "v")
        assert client.get("k") == b"v"


@pytest.mark.slow
def test_a_killed_server_starts_again_where_it_was() -> None:
    async def rows(url: str) -> int:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute("create table if not exists t (id int)")
            await connection.execute("insert into t values (1)")
            return int(await connection.fetchval("select count(*) from t"))
        finally:
            await connection.close()

    with Postgres.running() as postgres, Valkey.running() as valkey:
        url = postgres.new_database()
        assert asyncio.run(rows(url)) == 1
        for number in (2, 3):
            postgres.kill()
            valkey.kill()
            postgres.start()
            valkey.start()
            assert asyncio.run(rows(url)) == number
        pids = postgres.pid, valkey.pid
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
