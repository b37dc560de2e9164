"""Many processes, on any number of machines, through a Valkey or Redis server.

All notes travel over one channel, many in one letter; each process picks what concerns its own tables. A
process's letters are numbered, and whoever finds a gap looks again. Delivery is at most once; a line that
breaks is opened again for as long as it takes. Leases are keys that their owner renews and that vanish with
it; the number that comes with one grows, so that the later of two is known.
"""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, cast

from msgspec import DecodeError, Struct
from msgspec.msgpack import Decoder, Encoder
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ludotheque.core.errors import Refusal
from ludotheque.tables.broker.notes import Goodbye, Lease, Listener, Note

log = logging.getLogger(__name__)

LASTS = 5.0  # seconds that a lease outlives its process
RENEWAL = 1.5  # seconds between two renewals
PATIENCE = 2.0  # seconds that one asks the broker for before going on without it
LONGEST_PAUSE = 1.0  # seconds between two attempts to reach it
SILENCE = 6.0  # seconds without our own letters coming back, after which the line is taken for dead
MOST_WAITING = 20_000  # notes that wait while the broker is away; whoever missed more looks again

_LEASE = """
local number = redis.call('INCR', KEYS[2])
if redis.call('SET', KEYS[1], ARGV[1] .. ':' .. number, 'NX', 'PX', ARGV[2]) then return number end
return 0
"""
_RENEW = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
"""
_RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""
_COUNT = """
local number = redis.call('INCR', KEYS[1])
if number == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return number
"""


class Letter(Struct, frozen=True, array_like=True):
    """Notes of one process, and the number of this letter among its letters."""

    process: str
    number: int
    notes: list[Note]


_encode = Encoder().encode
_decode = Decoder(Letter).decode


class ValkeyBroker:
    """Between many processes."""

    shared = True

    def __init__(self, url: str) -> None:
        self.process = secrets.token_hex(6)
        self._url = url
        self._client = _client(url)
        self._prefix = f"ludotheque:{self._client.connection_pool.connection_kwargs.get('db') or 0}:"
        self._waiting: list[Note] = []
        self._something = asyncio.Event()
        self._sent = 0  # letters
        self._numbers: dict[str, int] = {}  # of the last letter that each process sent
        self._leases: set[Lease] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: Listener | None = None
        self._heard_ourselves = 0.0
        self._local_numbers = 0
        self._subscribed = asyncio.Event()

    @property
    def hears(self) -> bool:
        """Whether our own letters come back to us."""
        return self._subscribed.is_set() and time.monotonic() - self._heard_ourselves < SILENCE

    async def check(self) -> None:
        """Refuse if there is no broker there."""
        try:
            await asyncio.wait_for(self._client.ping(), 3 * PATIENCE)
        except (RedisError, OSError, TimeoutError) as error:
            raise Refusal(f"the broker does not answer: {_why(error)}; is LUDOTHEQUE_BROKER right?") from None
        finally:
            await self._client.aclose()

    async def start(self, listener: Listener) -> None:
        """Begin to listen, as soon as the broker is there."""
        self._listener = listener
        self._tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._send()),
            asyncio.create_task(self._renew()),
        ]
        with suppress(TimeoutError):
            await asyncio.wait_for(self._subscribed.wait(), PATIENCE)

    async def stop(self) -> None:
        """Say goodbye, and give back all rights."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._post([*self._waiting, Goodbye()])
                for lease in list(self._leases):
                    await self.release(lease)
        await self._client.aclose()

    # Notes

    def tell(self, note: Note) -> None:
        """Send it with the next letter."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(note)
        self._something.set()

    async def _send(self) -> None:
        pause = 0.0
        while True:
            await self._something.wait()
            self._something.clear()
            notes, self._waiting = self._waiting, []
            try:
                await self._post(notes)
                pause = 0.0
            except (RedisError, OSError, TimeoutError):
                # lost, and everybody will notice by its number
                pause = await _wait_longer(pause)

    async def _post(self, notes: list[Note]) -> None:
        self._sent += 1
        letter = _encode(Letter(self.process, self._sent, notes))
        await self._client.publish(self._prefix + "bus", letter)

    async def _listen(self) -> None:
        """Hear the bus, for ever."""
        pause = 0.0
        while True:
            try:
                async with _client(self._url) as client, client.pubsub() as bus:
                    await bus.subscribe(self._prefix + "bus")
                    pause = 0.0
                    await self._hear_all(bus)
            except (RedisError, OSError, TimeoutError) as error:
                if self._subscribed.is_set():
                    log.warning("the broker is away (%s); trying again", _why(error))
                self._subscribed.clear()
                pause = await _wait_longer(pause)
            except Exception:
                log.exception("a letter from another process could not be understood")

    async def _hear_all(self, bus: Any) -> None:
        while True:
            message = await bus.get_message(timeout=SILENCE)
            if message is None:
                raise TimeoutError("it says nothing")
            if message["type"] == "subscribe":
                self._heard_ourselves = time.monotonic()
                self._subscribed.set()
                self._numbers.clear()
                self._missed()
            elif message["type"] == "message":
                self._hear(message["data"])

    def _hear(self, data: bytes) -> None:
        try:
            letter = _decode(data)
        except DecodeError as error:  # of another version of the server
            log.warning("a letter that this version cannot read: %s", error)
            return
        if letter.process == self.process:
            self._heard_ourselves = time.monotonic()
            return
        known = self._numbers.get(letter.process)
        self._numbers[letter.process] = letter.number
        if known is not None and letter.number != known + 1:
            self._missed()
        if self._listener:
            for note in letter.notes:
                self._listener.heard(letter.process, note)
        if any(isinstance(note, Goodbye) for note in letter.notes):
            del self._numbers[letter.process]

    def _missed(self) -> None:
        if self._listener:
            self._listener.missed()

    # Rights

    async def lease(self, what: str) -> Lease | None:
        """Ask the broker; while it is away, take the right without it."""
        asked = time.monotonic()
        keys = [self._prefix + "lease:" + what, self._prefix + "leases"]
        try:
            number = await self._ask(_LEASE, keys, self.process, int(LASTS * 1000))
        except (RedisError, OSError, TimeoutError):
            self._local_numbers += 1
            return Lease(what, self._local_numbers)
        if not number:
            return None
        lease = Lease(what, number, [asked + LASTS])
        self._leases.add(lease)
        return lease

    async def release(self, lease: Lease, *, done: bool = False) -> None:
        """Tell the broker; if it is away, or there is no hurry, the lease ends by itself."""
        self._leases.discard(lease)
        if done:
            return
        with suppress(RedisError, OSError, TimeoutError):
            await self._ask(_RELEASE, [self._key(lease)], self._mark(lease))

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEWAL)
            leases, asked = list(self._leases), time.monotonic()
            with suppress(RedisError, OSError, TimeoutError):
                for lease, kept in zip(leases, await self._renewed(leases), strict=True):
                    lease.ends[0] = asked + LASTS if kept else 0.0
            self._leases -= {lease for lease in leases if not lease.valid}

    async def _renewed(self, leases: list[Lease]) -> list[int]:
        """For each whether it was still ours; all are asked for in one go."""
        if not leases:
            return []
        questions = self._client.pipeline(transaction=False)
        for lease in leases:
            questions.eval(_RENEW, 1, self._key(lease), self._mark(lease), str(int(LASTS * 1000)))
        async with asyncio.timeout(PATIENCE):
            return cast(list[int], await questions.execute())

    def _key(self, lease: Lease) -> str:
        return f"{self._prefix}lease:{lease.what}"

    def _mark(self, lease: Lease) -> str:
        return f"{self.process}:{lease.number}"

    async def count(self, what: str, seconds: float) -> int:
        """Count in the broker; while it is away, nothing."""
        try:
            return await self._ask(_COUNT, [self._prefix + "count:" + what], int(seconds * 1000))
        except (RedisError, OSError, TimeoutError):
            return 1

    async def _ask(self, script: str, keys: list[str], *arguments: object) -> int:
        async with asyncio.timeout(PATIENCE):
            answer = await cast(
                Awaitable[object], self._client.eval(script, len(keys), *keys, *map(str, arguments))
            )
        return int(cast(int, answer))


def _client(url: str) -> "Redis":
    return Redis.from_url(
        url,
        socket_timeout=None,  # the bus may be silent; each question has a time-out of its own
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
        max_connections=1000,
    )


async def _wait_longer(pause: float) -> float:
    pause = min(LONGEST_PAUSE, max(0.05, 2 * pause))
    await asyncio.sleep(pause)
    return pause


def _why(error: BaseException) -> str:
    """The reason in a few words: the system's own, where the library has wrapped it in more."""
    cause = error.__context__ if isinstance(error, RedisError) else error
    if isinstance(cause, OSError) and cause.errno:
        return os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)  # names: below 0
    return str(error).rstrip(".") or type(error).__name__
