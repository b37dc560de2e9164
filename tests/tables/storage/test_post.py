"""Who is to be told something, and where: the same on both databases, whatever two processes do at once."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludotheque.tables.storage import Conflict, Notice, Subscription, open_storage
from ludotheque.tables.storage.post import MOST_DEVICES
from tests.tables.storage.rows import NOON, add, moved, storing, summary

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


def device(number: int) -> Subscription:
    return Subscription(f"https://push.example.org/{number}", "key", "secret", "en")


def test_a_notice_is_claimed_once_and_settled_unless_a_later_one_took_its_place(address: str) -> None:
    async def story() -> None:
        async with storing(address) as one, storing(address) as two:
            notices = [Notice(f"t{k:02}", "bo", NOON + k) for k in range(20)]
            await one.post.settle([], notices)
            assert await two.post.due(NOON + 5, 99) == notices[:5], "the oldest first"
            claims = (store.post.claim(notices, NOON + 60 + k) for k, store in enumerate((one, two)))
            won = [claimed for claims in await asyncio.gather(*claims) for claimed in claims]
            assert sorted(claimed.table for claimed in won) == [notice.table for notice in notices]
            later = Notice("t00", "bo", NOON + 99)
            await two.post.settle([], [later])
            await one.post.settle(won)
            assert await two.post.due(float("inf"), 99) == [later]
            again = replace(later, due=NOON + 200, tries=1, subscription="phone")
            await one.post.settle([later], [again])
            assert await two.post.due(float("inf"), 99) == [again]

    asyncio.run(story())


def test_a_notice_is_stored_with_its_event_or_not_at_all(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            await add(storage, "t")
            told = [Notice("t", "bo", NOON)]
            await storage.append([moved("G17")], 1, summary("t"), told)
            with pytest.raises(Conflict):
                await storage.append([moved("R2")], 1, summary("t"), [Notice("t", "ada", NOON)])
            assert await storage.post.due(NOON + 1, 9) == told

    asyncio.run(story())


def test_a_person_has_a_few_devices_and_a_device_one_person(address: str) -> None:
    async def story() -> None:
        async with storing(address) as storage:
            post = storage.post
            for number in range(MOST_DEVICES + 2):
                await post.subscribe("ada", device(number), NOON + number)
            kept = [device(number) for number in range(2, MOST_DEVICES + 2)]
            assert sorted(await post.subscriptions("ada"), key=str) == sorted(kept, key=str)
            await post.subscribe("bo", device(3), NOON + 99)  # the same browser, with another cookie
            await post.unsubscribe(device(4).id, "bo")  # it is not his
            await post.unsubscribe(device(5).id, "ada")
            assert await post.subscriptions("bo") == [device(3)]
            assert len(await post.subscriptions("ada")) == MOST_DEVICES - 2

    asyncio.run(story())


def test_all_processes_have_the_same_secret_and_only_its_owner_reads_the_file(tmp_path: Path) -> None:
    async def story() -> None:
        stores = [open_storage(str(tmp_path / "t.sqlite")) for _ in range(2)]
        for store in stores:
            await store.start()
        found = await asyncio.gather(
            *(store.post.secret("x", bytes([k]).hex().encode) for k, store in enumerate(stores))
        )
        assert found[0] == found[1]
        for store in stores:
            await store.stop()

    asyncio.run(story())
    assert (tmp_path / "t.sqlite").stat().st_mode & 0o777 == 0o600
