"""How many sockets everybody has open: in this process, or in all processes that share a broker.

Each process notes in the broker how many it counts itself, and renews that while they are open. It holds a
line to the broker, which breaks when it dies: what a killed one has noted counts no more from then on, and
its people are let in elsewhere at once. A machine that vanishes breaks no line; what was noted there ends
by itself. While the broker is away each process counts for itself.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress

from redis.asyncio import Redis
from redis.exceptions import RedisError

LASTS = 20  # seconds that a note outlives its machine
RENEWAL = 6.0  # seconds between two renewals, and two questions whether the line still stands
SOON = 0.2  # seconds until the broker hears of sockets that were closed
PATIENCE = 0.5  # seconds for an answer
AT_ONCE = 1000  # names in one letter to the broker
PREFIX = "ludotheque:open:"
LINE = "ludotheque:line:"  # and a process: what it alone subscribes to, and nobody publishes

# For each name: the most that there may be in all, and how many this process has with the new one.
_OPEN = """
local now = tonumber(redis.call('TIME')[1])
local function lives(process)
    return redis.call('PUBSUB', 'NUMSUB', ARGV[3] .. process)[2] > 0
end
for i = 1, #KEYS do
    local kept, others = redis.call('HGETALL', KEYS[i]), 0
    for k = 1, #kept, 2 do
        local number, ends = string.match(kept[k + 1], '(%d+) (%d+)')
        if kept[k] ~= ARGV[1] and tonumber(ends) > now and lives(kept[k]) then others = others + number end
    end
    if others + ARGV[2 * i + 3] > tonumber(ARGV[2 * i + 2]) then return 0 end
end
for i = 1, #KEYS do
    redis.call('HSET', KEYS[i], ARGV[1], ARGV[2 * i + 3] .. ' ' .. (now + ARGV[2]))
    redis.call('EXPIRE', KEYS[i], ARGV[2])
end
return 1
"""
_NOTE = """
local now = tonumber(redis.call('TIME')[1])
for i = 1, #KEYS do
    if ARGV[i + 2] == '0' then
        redis.call('HDEL', KEYS[i], ARGV[1])
    else
        redis.call('HSET', KEYS[i], ARGV[1], ARGV[i + 2] .. ' ' .. (now + ARGV[2]))
        redis.call('EXPIRE', KEYS[i], ARGV[2])
    end
end
"""


class OpenSockets:
    """Those of this process, by name: a person or an address."""

    def __init__(self) -> None:
        self._here = Counter[str]()

    async def open(self, most: Mapping[str, float]) -> bool:
        """Count one more for each of these names, unless one of them has the most it may have."""
        if any(self._here[name] + 1 > number for name, number in most.items()):
            return False
        self._here.update(most.keys())
        return True

    def close(self, names: Iterable[str]) -> None:
        """One less for each."""
        self._here -= Counter(list(names))  # which forgets whoever has none

    async def stop(self) -> None:
        """Nobody asks any more."""


class SharedOpenSockets(OpenSockets):
    """Those of all processes with the same Valkey or Redis server."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._process = secrets.token_hex(6)
        self._client: Redis = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._ask = self._client.register_script(_OPEN)
        self._note = self._client.register_script(_NOTE)
        self._closed: set[str] = set()  # of which the broker does not know yet
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, most: Mapping[str, float]) -> bool:
        """The same, with what the others count."""
        if not most or not await super().open(most):
            return not most
        if not self._tasks:
            self._tasks = [asyncio.create_task(work()) for work in (self._hold_the_line, self._keep_noting)]
        numbers = [number for name in most for number in (most[name], self._here[name])]
        keys = [PREFIX + name for name in most]
        try:
            async with asyncio.timeout(2 * PATIENCE):
                good = bool(await self._ask(keys=keys, args=[self._process, LASTS, LINE, *numbers]))
        except (RedisError, OSError, TimeoutError):
            return True  # whoever is away counts nothing
        if not good:
            super().close(most)
        return good

    def close(self, names: Iterable[str]) -> None:
        """One less for each; the broker hears of it soon."""
        super().close(names)
        self._closed.update(names)
        self._something.set()

    async def stop(self) -> None:
        """Take back what was noted, and hang up."""
        if self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            names = [*self._here, *self._closed]
            self._here.clear()
            with suppress(RedisError, OSError, TimeoutError):
                await self._note_all(names)
        await self._client.aclose()

    async def _hold_the_line(self) -> None:
        """Let the broker know that this process lives, for as long as it does."""
        while True:
            with suppress(RedisError, OSError, TimeoutError):
                async with self._client.pubsub() as line:
                    await line.subscribe(LINE + self._process)
                    while await line.get_message(timeout=RENEWAL):
                        await asyncio.sleep(RENEWAL)
                        await line.ping()
            await asyncio.sleep(PATIENCE)

    async def _keep_noting(self) -> None:
        loop = asyncio.get_running_loop()
        renewal = loop.time() + RENEWAL
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(renewal):
                    await self._something.wait()
            self._something.clear()
            names, self._closed = self._closed, set()
            if loop.time() >= renewal:
                names.update(self._here)
                renewal = loop.time() + RENEWAL
            with suppress(RedisError, OSError, TimeoutError):  # what is not heard of now is forgotten later
                await self._note_all(list(names))
            await asyncio.sleep(SOON)

    async def _note_all(self, names: list[str]) -> None:
        for start in range(0, len(names), AT_ONCE):
            some = names[start : start + AT_ONCE]
            numbers = [self._here[name] for name in some]
            async with asyncio.timeout(2 * PATIENCE):
                await self._note(keys=[PREFIX + name for name in some], args=[self._process, LASTS, *numbers])
