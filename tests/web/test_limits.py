"""Buckets: so many at once, so many a second; in memory, and in a real Valkey that processes share."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from ludotheque.web import open_sockets, shared_buckets
from ludotheque.web.identity import Visitor
from ludotheque.web.limits import (
    CHAT,
    LIMITS,
    MOVES,
    NEWCOMERS_ROOM,
    TABLES,
    Limits,
    MemoryBuckets,
    Rate,
    TooMany,
)
from ludotheque.web.open_sockets import SharedOpenSockets
from ludotheque.web.regulars import Regulars
from ludotheque.web.shared_buckets import ValkeyBuckets
from tests.servers import Valkey, free_port


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def taken(buckets: MemoryBuckets, rate: Rate, times: int) -> int:
    async def take() -> int:
        return sum([not await buckets.take([("one", rate)], 1) for _ in range(times)])

    return asyncio.run(take())


@given(st.integers(1, 50), st.floats(0.1, 50), st.lists(st.floats(0, 20), max_size=20))
def test_nobody_has_more_than_the_bucket_and_what_flowed_in(
    burst: int, speed: float, pauses: list[float]
) -> None:
    clock = Clock()
    buckets = MemoryBuckets(clock)
    rate = Rate(burst, speed)
    got = taken(buckets, rate, burst + 5)
    assert got == burst
    for pause in pauses:
        clock.now += pause
        got += taken(buckets, rate, burst + 5)
    assert got <= burst + clock.now * speed + 1e-6


def test_it_is_told_how_long_to_wait() -> None:
    clock = Clock()
    buckets = MemoryBuckets(clock)
    rate = Rate(2, 0.25)
    assert taken(buckets, rate, 3) == 2
    wait = asyncio.run(buckets.take([("one", rate)], 1))
    assert wait == pytest.approx(4)
    clock.now += wait
    assert taken(buckets, rate, 2) == 1


def test_one_empty_bucket_takes_nothing_from_the_other() -> None:
    async def take() -> tuple[float, ...]:
        buckets = MemoryBuckets(Clock())
        small, large = ("small", Rate(1, 0.1)), ("large", Rate(3, 0.1))
        first = await buckets.take([small, large], 1)
        second = await buckets.take([small, large], 1)
        return first, second, await buckets.take([large], 1), await buckets.take([large], 1)

    first, second, third, fourth = asyncio.run(take())
    assert (first, third, fourth) == (0, 0, 0)
    assert second > 0


def test_buckets_that_are_full_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    buckets = MemoryBuckets(clock)
    monkeypatch.setattr(buckets, "_most", 100)

    async def take() -> None:
        for number in range(1000):
            clock.now += 1
            await buckets.take([(str(number), Rate(10, 1))], 1)

    monkeypatch.setattr(MemoryBuckets, "MOST", 100)
    asyncio.run(take())
    assert len(buckets) <= 101


def test_a_refusal_says_when_to_try_again() -> None:
    refusal = TooMany("chat", LIMITS["chat"].why, 1.2)
    assert (refusal.status, refusal.code, refusal.retry_after) == (429, "limit/chat", 2)
    assert str(refusal) == "let the others get a word in; try again in 2 seconds"


def scope_of(person: str, address: str) -> Any:
    return {"state": {"visitor": Visitor(person, "en", "auto")}, "client": (address, 0)}


def test_newcomers_at_one_address_share_what_three_people_may() -> None:
    asked = list[str]()

    async def has_finished(person: str, before: float) -> bool:
        asked.append(person)
        return person == "ada" and before == 400.0

    limits = Limits(1.0, MemoryBuckets(Clock()), is_regular=Regulars(has_finished, lambda: 4000.0))

    async def taken(kind: str, people: Iterable[str], address: str = "192.0.2.1") -> int:
        return sum([not await limits.wait(kind, scope_of(person, address)) for person in people])

    async def story() -> None:
        made_up = [f"made up {k}" for k in range(60)]
        assert await taken(CHAT, made_up) == NEWCOMERS_ROOM * 12
        assert await taken(CHAT, ["bo"]) == 0
        assert await taken(CHAT, ["ada"] * 14) == 12, "a regular has their own"
        assert await taken(CHAT, ["bo"] * 14, "192.0.2.2") == 12, "and so have those elsewhere"
        assert await taken(CHAT, made_up, "127.0.0.1") == 60
        asked.clear()
        assert await taken(MOVES, made_up * 2) == 120
        assert await taken(TABLES, ["ada"]) == 1
        assert asked == [], "moves ask nobody, and a regular is remembered"

    asyncio.run(story())


def test_processes_share_their_buckets(valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> None:
    name = ("shared", Rate(100, 0.001))

    async def take() -> tuple[int, float]:
        ours, theirs = ValkeyBuckets(valkey.url), ValkeyBuckets(valkey.url)
        got = 0
        for _ in range(80):
            got += not await ours.take([name], 1)
            got += not await theirs.take([name], 1)
        wait = await ours.take([name], 1)
        await ours.close()
        await theirs.close()
        return got, wait

    got, wait = asyncio.run(take())
    assert 90 <= got <= 100, "a few may be with the other process, and none is there twice"
    assert wait > 0


def test_many_people_take_no_more_from_the_bucket_of_their_address_than_they_use(valkey: Valkey) -> None:
    async def take() -> int:
        buckets, school = ValkeyBuckets(valkey.url), ("school", Rate(40, 0.001))
        pupils = [(f"pupil {k}", Rate(20, 0.001)) for k in range(60)]
        got = sum([not await buckets.take([pupil, school], 1) for pupil in pupils])
        await buckets.close()
        return got

    assert asyncio.run(take()) == 40


def test_the_shared_bucket_fills_up(valkey: Valkey) -> None:
    async def take() -> tuple[float, float, float]:
        buckets = ValkeyBuckets(valkey.url)
        name = [("filling", Rate(2, 10))]
        first = await buckets.take(name, 2)
        second = await buckets.take(name, 2)
        await asyncio.sleep(second + 0.05)
        third = await buckets.take(name, 2)
        await buckets.close()
        return first, second, third

    first, second, third = asyncio.run(take())
    assert (first, third) == (0, 0)
    assert 0 < second <= 0.2


def test_without_the_broker_each_process_counts_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shared_buckets, "LASTS", 60.0)

    async def take() -> list[bool]:
        buckets = ValkeyBuckets(f"redis://127.0.0.1:{free_port()}")
        granted: Callable[[float], bool] = lambda wait: wait == 0  # noqa: E731
        answers = [granted(await buckets.take([("alone", Rate(3, 0.001))], 1)) for _ in range(5)]
        await buckets.close()
        return answers

    assert asyncio.run(take()) == [True, True, True, False, False]
    assert len(caplog.records) == 1


def test_what_the_broker_has_forgotten_of_open_sockets_is_noted_again(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a process that stood still for long, though others come and go there all the time."""
    monkeypatch.setattr(open_sockets, "RENEWAL", 0.05)

    async def test() -> None:
        ours, theirs = SharedOpenSockets(valkey.url), SharedOpenSockets(valkey.url)

        async def may_open() -> bool:
            good = await ours.open({"forgotten": 1})
            if good:
                ours.close(["forgotten"])
            return good

        async def come_and_go() -> None:
            while True:
                await theirs.open({"others": 9})
                theirs.close(["others"])
                await asyncio.sleep(0.001)

        assert await theirs.open({"forgotten": 1})
        others = asyncio.create_task(come_and_go())

        async def until_it_may(good: bool) -> None:
            async with asyncio.timeout(20):
                while await may_open() != good:
                    await asyncio.sleep(0.01)

        await until_it_may(False)
        async with Redis.from_url(valkey.url) as broker:
            await broker.delete(open_sockets.PREFIX + "forgotten")
            await until_it_may(False)
            await broker.client_kill_filter(_type="pubsub")  # the line by which they live
            await until_it_may(False)
        theirs.close(["forgotten"])
        await until_it_may(True)
        others.cancel()
        await ours.stop()
        await theirs.stop()

    asyncio.run(test())
