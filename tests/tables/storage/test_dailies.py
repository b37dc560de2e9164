"""How many have tried the day's game, on both databases."""

import asyncio
import time

import pytest

from ludotheque.tables.storage import Conflict
from ludotheque.tables.storage.dailies import Tally
from ludotheque.tables.storage.keeping import DAY
from tests.tables.storage.rows import moved, opened, storing, summary

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


def test_a_table_counts_once_and_is_won_once(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            tally = storage.dailies.tally
            assert await tally("feurio", "2026-11-17") == Tally(0, 0)
            for id in ("one", "two"):
                await storage.append([opened()], 0, summary(id, game="feurio", daily="2026-11-17"))
            with pytest.raises(Conflict):
                await storage.append([opened()], 0, summary("one", game="feurio", daily="2026-11-17"))
            await storage.append([opened()], 0, summary("else", game="feurio"))
            assert await tally("feurio", "2026-11-17") == Tally(2, 0)
            won = summary("one", game="feurio", daily="2026-11-17", phase="over", met=True)
            for number in (1, 2):  # people talk on
                await storage.append([moved()], number, won)
            assert await tally("feurio", "2026-11-17") == Tally(2, 1)
            assert await tally("feurio", "2026-11-18") == await tally("fou", "2026-11-17") == Tally(0, 0)

    asyncio.run(story())


def test_numbers_of_long_ago_are_forgotten(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            for day in ("2026-01-01", "2026-11-17"):
                await storage.append([opened()], 0, summary(day, game="feurio", daily=day))
            now = time.mktime((2026, 11, 18, 0, 0, 0, 0, 0, 0))
            await storage.dailies.forget(now)
            assert await storage.dailies.tally("feurio", "2026-01-01") == Tally(0, 0)
            assert await storage.dailies.tally("feurio", "2026-11-17") == Tally(1, 0)
            await storage.dailies.forget(now + 200 * DAY)
            assert await storage.dailies.tally("feurio", "2026-11-17") == Tally(0, 0)

    asyncio.run(story())
