"""What reviews have found, on both databases."""

import asyncio
from dataclasses import replace

import pytest

from ludotheque.reviews import Judgement
from ludotheque.tables.storage import Keeping
from ludotheque.tables.storage.keeping import DAY
from tests.tables.storage.rows import NOON, add, storing

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

FOUND = Judgement(
    ply=3,
    seat=1,
    move="pass",
    best="bet",
    known=(0.0, 1.0),
    played=(1.0, 0.0),
    doubt=0.01,
    nearer=0.9,
    nearer_doubt=0.01,
    points=(-3.0, 3.0),
    open=(0.25, 0.75),
)


def test_the_first_judgement_of_a_decision_stays_as_long_as_its_table(address: str) -> None:
    async def story() -> None:
        async with storing(address, Keeping(finished=1)) as storage:
            await add(storage, "t1", phase="over")
            earlier = replace(FOUND, ply=2)
            for one in (FOUND, earlier, replace(FOUND, best="pass")):
                await storage.judgements.keep("t1", one)
            await storage.judgements.keep("t2", FOUND)
            assert await storage.judgements.of("t1") == [earlier, FOUND]
            assert await storage.judgements.of("nowhere") == []
            assert await storage.delete_old(NOON + 2 * DAY) == 1
            assert await storage.judgements.of("t1") == []
            assert await storage.judgements.of("t2") == [FOUND]

    asyncio.run(story())
