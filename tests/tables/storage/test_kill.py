"""A process that is killed in the middle of writing: what it had acknowledged is there, whole."""

import asyncio
import random
import subprocess
import sys
import time

import pytest

from tests.tables.storage.rows import NOON, add, moved, storing, summary

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

TABLES, KILLS = 12, 4


async def write(address: str) -> None:
    """Play at all tables at once, for good; tell every move that is acknowledged."""
    async with storing(address) as storage:

        async def play(id: str) -> None:
            number = len(await storage.load(id))
            if not number:
                await add(storage, id, touched=NOON)
                number = 1
            while True:
                two = [moved(str(number)), moved(str(number + 1))]
                await storage.append(two, number, summary(id, touched=NOON + number + 1))
                number += 2
                print(id, number, flush=True)

        await asyncio.gather(*(play(f"t{k}") for k in range(TABLES)))


async def look(address: str) -> dict[str, int]:
    """How many events each table has; they have no gap, and the summary is that of the last."""
    async with storing(address) as storage:
        touched = {one.id: one.touched for one in await storage.of("ada")}
        counts = {}
        for id in touched:
            events = await storage.load(id)
            assert events[1:] == [moved(str(number)) for number in range(1, len(events))]
            assert touched[id] == NOON + len(events) - 1
            counts[id] = len(events)
        return counts


@pytest.mark.slow
def test_kill_9_loses_nothing_that_was_acknowledged(address: str) -> None:
    chance = random.Random(12)
    for _ in range(KILLS):
        command = [sys.executable, "-m", "tests.tables.storage.test_kill", address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            first = writer.stdout.readline()
            time.sleep(chance.uniform(0.05, 0.5))
            writer.kill()
            told = [first, *writer.stdout]
        acknowledged = {}
        for line in told:
            if line.endswith("\n"):
                id, number = line.split()
                acknowledged[id] = int(number)
        counts = asyncio.run(look(address))
        assert acknowledged
        assert all(counts[id] >= number for id, number in acknowledged.items())


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1]))
