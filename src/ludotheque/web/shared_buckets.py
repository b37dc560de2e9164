"""Buckets that all processes of a server share, in its broker.

A process takes some tokens ahead, and asks the broker again when they are used up or old: most moves cost no
question. While the broker is away each process counts for itself.
"""

import asyncio
import logging
import time
from collections.abc import Sequence

from redis.asyncio import Redis
from redis.exceptions import RedisError

from ludotheque.web.limits import Buckets, MemoryBuckets, Rate

log = logging.getLogger(__name__)

AHEAD = 1 / 20  # of a bucket's tokens are taken at once
LASTS = 5.0  # seconds that tokens taken ahead may be kept, and that one goes on without a broker that is away
PATIENCE = 0.5  # seconds for an answer
MOST = 50_000  # buckets that this process has tokens of
PREFIX = "ludotheque:bucket:"

# For each bucket its size, its tokens per second, and how many are wanted; first of all how many are needed.
_TAKE = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1e6
local needed, wait, levels = tonumber(ARGV[1]), 0, {}
for i = 1, #KEYS do
    local burst, speed = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
    local kept = redis.call('HMGET', KEYS[i], 'tokens', 'at')
    local level = burst
    if kept[1] then level = math.min(burst, kept[1] + math.max(0, now - kept[2]) * speed) end
    levels[i] = level
    local missing = math.min(needed, burst) - level
    if missing > 1e-6 then wait = math.max(wait, speed > 0 and missing / speed or 3600) end
end
if wait > 0 then return {'-' .. wait} end
local granted = {}
for i = 1, #KEYS do
    local burst, speed = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
    local taken = math.max(needed, math.min(tonumber(ARGV[3 * i + 1]), levels[i]))
    redis.call('HSET', KEYS[i], 'tokens', levels[i] - taken, 'at', now)
    redis.call('EXPIRE', KEYS[i], math.ceil(burst / math.max(speed, 0.001)) + 60)
    granted[i] = tostring(taken)
end
return granted
"""


class ValkeyBuckets:
    """Buckets in a Valkey or Redis server."""

    def __init__(self, url: str) -> None:
        self._client: Redis = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._script = self._client.register_script(_TAKE)
        self._alone: Buckets = MemoryBuckets()
        self._alone_until = 0.0
        self._held: dict[str, tuple[float, float]] = {}  # tokens, and until when

    async def take(self, buckets: Sequence[tuple[str, Rate]], tokens: float) -> float:
        """Take them: of those that we have, or ask for more.

        A bucket is not asked while we have tokens of it: it may be an address's, and each of its people new.
        """
        now = time.monotonic()
        empty = [(name, rate) for name, rate in buckets if not self._has(name, tokens, now)]
        if not empty:
            self._use(buckets, tokens)
            return 0.0
        if now < self._alone_until:
            return await self._alone.take(buckets, tokens)
        try:
            wait = await asyncio.wait_for(self._ask(empty, tokens), 2 * PATIENCE)
        except (RedisError, OSError, TimeoutError) as error:
            self._alone_until = now + LASTS
            log.warning(
                "limits are counted in this process: the broker does not answer (%s)", type(error).__name__
            )
            return await self._alone.take(buckets, tokens)
        if not wait:
            self._use(buckets, tokens)
        return wait

    async def _ask(self, buckets: Sequence[tuple[str, Rate]], tokens: float) -> float:
        wanted = [
            number for _, rate in buckets for number in (rate.burst, rate.per_second, rate.burst * AHEAD)
        ]
        keys = [PREFIX + name for name, _ in buckets]
        answer = [float(number) for number in await self._script(keys=keys, args=[tokens, *wanted])]
        if answer[0] < 0:
            return -answer[0]
        until = time.monotonic() + LASTS
        for (name, _), granted in zip(buckets, answer, strict=True):
            kept = self._held[name][0] if self._has(name, 0, time.monotonic()) else 0.0
            self._held[name] = kept + granted, until
        return 0.0

    def _has(self, name: str, tokens: float, now: float) -> bool:
        held, until = self._held.get(name, (0.0, 0.0))
        return held >= tokens and now < until

    def _use(self, buckets: Sequence[tuple[str, Rate]], tokens: float) -> None:
        for name, _ in buckets:
            held, until = self._held.get(name, (0.0, 0.0))
            self._held[name] = held - tokens, until
        if len(self._held) > MOST:
            now = time.monotonic()
            self._held = {name: kept for name, kept in self._held.items() if kept[0] > 0 and now < kept[1]}

    async def close(self) -> None:
        """Hang up."""
        await self._client.aclose()
