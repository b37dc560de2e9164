"""Between processes: a real Valkey, which may die and come back."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.tables.broker import valkey as valkey_broker
from ludotheque.tables.broker.local import LocalBroker
from ludotheque.tables.broker.notes import Alive, Changed, Goodbye, Lease, Looks, Note
from ludotheque.tables.broker.url import open_broker
from ludotheque.tables.broker.valkey import ValkeyBroker
from ludotheque.tables.presence import Presence
from tests.servers import Valkey

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

SOON = 60.0


class Ear:
    """Hears what other processes tell."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.misses = 0

    def heard(self, process: str, note: Note) -> None:
        self.notes.append(note)

    def missed(self) -> None:
        self.misses += 1


@asynccontextmanager
async def listening(server: Valkey) -> AsyncIterator[tuple[ValkeyBroker, Ear]]:
    broker, ear = ValkeyBroker(server.url), Ear()
    await broker.start(ear)
    try:
        yield broker, ear
    finally:
        await broker.stop()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.01)


def _holds(lease: Lease) -> bool:
    return lease.valid


def test_what_one_tells_all_others_hear_in_order(valkey: Valkey) -> None:
    async def story() -> None:
        async with listening(valkey) as (one, ear), listening(valkey) as (_, other):
            for version in range(200):
                one.tell(Changed("t", version))
            await until(lambda: len(other.notes) == 200)
            assert other.notes == [Changed("t", version) for version in range(200)]
            assert ear.notes == [], "nobody hears themselves"
        assert ear.notes == [Goodbye()]

    asyncio.run(story())


def test_whoever_missed_a_letter_notices(valkey: Valkey) -> None:
    async def story() -> None:
        async with listening(valkey) as (one, _), listening(valkey) as (_, other):
            one.tell(Changed("t", 1))
            await until(lambda: len(other.notes) == 1)
            before = other.misses
            one._sent += 1  # a letter that got lost
            one.tell(Changed("t", 3))
            await until(lambda: len(other.notes) == 2)
            assert other.misses == before + 1

    asyncio.run(story())


def test_one_of_two_has_the_right_and_a_dead_ones_right_ends(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey_broker, "LASTS", 0.5)
    monkeypatch.setattr(valkey_broker, "RENEWAL", 0.1)

    async def story() -> None:
        async with listening(valkey) as (one, _), listening(valkey) as (other, _):
            mine = await one.lease("move")
            assert mine is not None
            assert await other.lease("move") is None
            await asyncio.sleep(1.0)
            assert _holds(mine), "it is renewed"
            assert await other.lease("move") is None
            for task in one._tasks:  # as if the process were killed
                task.cancel()
            async with asyncio.timeout(SOON):
                while (theirs := await other.lease("move")) is None:
                    await asyncio.sleep(0.05)
            assert not _holds(mine), "who wakes up again may not write any more"
            assert theirs.number > mine.number
            await one.release(mine)
            assert await one.lease("move") is None, "a stale release takes nothing away"
            await other.release(theirs)
            assert await one.lease("move") is not None

    asyncio.run(story())


def test_what_is_done_is_not_done_again_at_once(valkey: Valkey) -> None:
    async def story() -> None:
        async with listening(valkey) as (one, _), listening(valkey) as (other, _):
            lease = await one.lease("done")
            assert lease is not None
            await one.release(lease, done=True)
            assert await other.lease("done") is None

    asyncio.run(story())


def test_all_processes_count_together(valkey: Valkey) -> None:
    async def story() -> None:
        async with listening(valkey) as (one, _), listening(valkey) as (other, _):
            assert [await each.count("x", 60) for each in (one, other, one)] == [1, 2, 3]
            await one.count("y", 0.05)
            await asyncio.sleep(0.2)
            assert await other.count("y", 60) == 1
        alone = LocalBroker()
        assert [await alone.count("x", 60) for _ in range(2)] == [1, 2]

    asyncio.run(story())


@pytest.mark.slow
def test_a_broker_that_dies_comes_back() -> None:
    async def story(server: Valkey) -> None:
        async with listening(server) as (one, _), listening(server) as (_, other):
            one.tell(Changed("t", 1))
            await until(lambda: other.notes == [Changed("t", 1)])
            server.kill()
            began = time.monotonic()
            one.tell(Changed("t", 2))
            lease = await one.lease("move")
            assert lease is not None, "better twice than never"
            assert lease.valid
            assert await one.count("x", 60) == 1
            assert time.monotonic() - began < SOON
            await until(lambda: not one.hears)
            misses = other.misses
            server.start()
            await until(lambda: other.misses > misses)
            one.tell(Alive(0.0, 0.0))
            await until(lambda: one.hears)
            one.tell(Changed("t", 3))
            await until(lambda: Changed("t", 3) in other.notes)

    with Valkey.running() as server:
        asyncio.run(story(server))


@pytest.mark.parametrize(
    "url", ["http://x", "redis://", "127.0.0.1:6379", "redis://:secret@x:notaport", "redis://x:99999999"]
)
def test_a_bad_address_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(Refusal, match="write redis://127.0.0.1:6379") as refused:
        open_broker(url)
    assert "secret" not in str(refused.value)


def test_presence_is_told_once_for_each_person() -> None:
    told: list[Note] = []
    here, there = Presence(told.append), Presence(lambda note: None)
    for _ in range(3):
        here.arrive("t", "ada")
    here.arrive("t", "bo")
    here.depart("t", "ada")
    assert told == [Looks("t", "ada", True), Looks("t", "bo", True)]
    for note in told:
        there.hear("p", note)
    assert there.elsewhere("t") == {"ada", "bo"}
    here.depart("t", "bo")
    there.hear("p", told[-1])
    assert there.elsewhere("t") == {"ada"}
    assert there.elsewhere("u") == frozenset()


def test_whoever_asks_is_told_of_everybody() -> None:
    here, there = Presence(lambda note: None), Presence(lambda note: None)
    there.hear("p", Looks("gone", "ada", True))
    assert next(here.everybody()).tables == {}
    for number in range(1200):
        here.arrive(f"t{number}", "ada")
    notes = list(here.everybody())
    assert len(notes) == 3
    changed = {table for note in notes for table in there.hear("p", note)}
    assert len(changed) == 1201
    assert there.elsewhere("gone") == frozenset()
    assert there.elsewhere("t1199") == {"ada"}
    assert set(there.hear("p", Goodbye())) == changed - {"gone"}
    assert there.elsewhere("t1199") == frozenset()
