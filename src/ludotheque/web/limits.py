"""How much one person, or everybody at one address, may do: generous for people, not for floods.

A bucket holds so many tokens at most and fills up steadily; whatever is done takes one, and waits or is
refused while there is none. The buckets are in this process, or in the broker when several processes share
them.

A handler says what it takes from: ``@post("/tables/{id:str}/chat", limit=CHAT)``. Whatever does the same over
a socket calls `Limits.take`.

Anybody can be a new person with each request, by a token or a cookie that they make up. So those at one
address who are no regulars share a bucket besides, which has room for three people. Moves are not in there:
to move one needs a seat, and moves must not wait for the database.
"""

import asyncio
import hashlib
import ipaddress
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Protocol

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED, marked_for_translation
from ludotheque.web import metrics
from ludotheque.web.addresses import PROBES, PUBLIC_FOLDERS, SAFE, header
from ludotheque.web.identity import Visitor, visitor_of
from ludotheque.web.open_sockets import OpenSockets
from ludotheque.web.security import LARGEST_BODY, RefusalSender

log = logging.getLogger(__name__)
plural = SHARED.plural

REQUESTS, TABLES, MOVES, CHAT, HINTS, NAMES = "requests", "tables", "moves", "chat", "hints", "names"
DEVICES, PICTURES, CODES, REVIEWS = "devices", "pictures", "codes", "reviews"
ACTS = {TABLES, MOVES, CHAT, HINTS, NAMES, DEVICES, CODES, REVIEWS}
TOGETHER = ACTS - {MOVES}  # what newcomers at one address do together
NEWCOMERS_ROOM = 3  # as much as so many people
SOCKETS, MESSAGES, BYTES, NEWCOMERS = "sockets", "messages", "bytes", "newcomers"
OURSELVES = ("127.0.0.1", "::1")  # whoever uses this very machine shares its address with nobody


class Rate(NamedTuple):
    """A bucket's size, and how many tokens a second fill it."""

    burst: float
    per_second: float

    def times(self, factor: float) -> "Rate":
        """The same for a server that allows more, or less."""
        return Rate(self.burst * factor, self.per_second * factor)


@dataclass(frozen=True)
class Limit:
    """What one person may do, and everybody behind one address: a school has only one."""

    person: Rate | None
    address: Rate | None
    why: str  # before translation


_MUCH = marked_for_translation("that was a lot at once")
LIMITS = {
    REQUESTS: Limit(Rate(400, 40), Rate(3000, 300), _MUCH),
    TABLES: Limit(Rate(20, 1 / 30), Rate(150, 1 / 4), marked_for_translation("you have opened many tables")),
    MOVES: Limit(
        Rate(300, 20), Rate(2000, 200), marked_for_translation("you play faster than we can follow")
    ),
    CHAT: Limit(Rate(12, 0.5), Rate(120, 5), marked_for_translation("let the others get a word in")),
    HINTS: Limit(Rate(12, 0.25), Rate(60, 2), marked_for_translation("the expert needs a rest")),
    REVIEWS: Limit(Rate(20, 0.1), Rate(100, 1), marked_for_translation("the expert needs a rest")),
    NAMES: Limit(
        Rate(20, 0.2), Rate(200, 2), marked_for_translation("you have changed your name many times")
    ),
    PICTURES: Limit(Rate(30, 0.5), Rate(120, 2), marked_for_translation("you have asked for many pictures")),
    CODES: Limit(Rate(10, 1 / 30), Rate(40, 1 / 10), marked_for_translation("you have tried many codes")),
    DEVICES: Limit(
        Rate(20, 0.1), Rate(200, 2), marked_for_translation("you have asked for notifications many times")
    ),
    SOCKETS: Limit(Rate(80, 2), Rate(600, 20), marked_for_translation("you have opened many pages")),
    MESSAGES: Limit(Rate(200, 20), Rate(2000, 200), _MUCH),
    BYTES: Limit(Rate(2e6, 2e5), Rate(2e7, 2e6), _MUCH),
    NEWCOMERS: Limit(
        None, Rate(300, 2), marked_for_translation("many people have just come from where you are")
    ),
}
OPEN_SOCKETS = Limit(Rate(50, 0), Rate(500, 0), LIMITS[SOCKETS].why)  # at the same time


class TooMany(Refusal):
    """Somebody does more than their share."""

    status: ClassVar[int] = 429

    def __init__(self, kind: str, why: str, seconds: float) -> None:
        self.retry_after = max(1, math.ceil(seconds))
        wait = plural(
            "{why}; try again in {number} second", "{why}; try again in {number} seconds",
            self.retry_after, why=SHARED.text(why),
        )  # fmt: skip
        super().__init__(wait)
        self.code = f"limit/{kind}"


class Buckets(Protocol):
    """Where the tokens are."""

    async def take(self, buckets: Sequence[tuple[str, Rate]], tokens: float) -> float:
        """Take *tokens* from each of these, or from none; then tell the seconds until there are enough."""

    async def close(self) -> None:
        """Nobody takes any more."""


class MemoryBuckets:
    """Buckets of this process. One that is full again is forgotten."""

    MOST = 50_000  # before those that are full are looked for

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._levels: dict[str, tuple[float, float, float]] = {}  # tokens, when, and when full again
        self._most = self.MOST

    async def take(self, buckets: Sequence[tuple[str, Rate]], tokens: float) -> float:
        """Take them at once."""
        now = self._now()
        levels = [self._level(name, rate, now) for name, rate in buckets]
        waits = [_wait(level, rate, tokens) for level, (_, rate) in zip(levels, buckets, strict=True)]
        if any(waits):
            return max(waits)
        for level, (name, rate) in zip(levels, buckets, strict=True):
            left = level - tokens
            full = now + (rate.burst - left) / rate.per_second if rate.per_second else math.inf
            self._levels[name] = left, now, full
        if len(self._levels) > self._most:
            self._forget(now)
        return 0.0

    async def close(self) -> None:
        """Nothing is left to do."""

    def _level(self, name: str, rate: Rate, now: float) -> float:
        tokens, when, _ = self._levels.get(name, (rate.burst, now, now))
        return min(rate.burst, tokens + (now - when) * rate.per_second)

    def _forget(self, now: float) -> None:
        self._levels = {name: level for name, level in self._levels.items() if level[2] > now}
        self._most = max(self.MOST, 2 * len(self._levels))

    def __len__(self) -> int:
        return len(self._levels)


def _wait(level: float, rate: Rate, tokens: float) -> float:
    """The seconds until a bucket has so many tokens; what never fits waits for a full one."""
    missing = min(tokens, rate.burst) - level
    if missing <= 1e-9:
        return 0.0
    return missing / rate.per_second if rate.per_second else 3600.0


async def _nobody(_person: str) -> bool:
    return False


class Limits:
    """The limits of a server; *factor* times the usual, 0 for none at all."""

    def __init__(
        self,
        factor: float = 1.0,
        buckets: Buckets | None = None,
        sockets: OpenSockets | None = None,
        is_regular: Callable[[str], Awaitable[bool]] = _nobody,
    ) -> None:
        self.buckets: Buckets = buckets or MemoryBuckets()
        self.sockets: OpenSockets = sockets or OpenSockets()
        self._is_regular = is_regular
        self._factor = factor
        self._rates = {
            kind: (_scaled(limit.person, factor), _scaled(limit.address, factor))
            for kind, limit in {**LIMITS, "open": OPEN_SOCKETS}.items()
        }

    async def take(self, kind: str, scope: Scope, tokens: float = 1.0) -> None:
        """Take from what whoever asks may do; refused if nothing is left."""
        seconds = await self.wait(kind, scope, tokens)
        if seconds:
            metrics.REFUSALS.labels(kind).inc()
            raise TooMany(kind, LIMITS[kind].why, seconds)

    async def wait(self, kind: str, scope: Scope, tokens: float = 1.0) -> float:
        """Take, if there is enough; the seconds until there is, otherwise."""
        if not self._factor:
            return 0.0
        buckets = self._buckets(kind, scope)
        if kind in TOGETHER and not await self._is_regular(person_of(scope)):
            buckets += self._newcomers_buckets(kind, scope)
        return await self.buckets.take(buckets, tokens) if buckets else 0.0

    def _buckets(self, kind: str, scope: Scope) -> list[tuple[str, Rate]]:
        person_rate, address_rate = self._rates[kind]
        person, address = person_of(scope), address_of(scope)
        if not person and kind in ACTS:  # pages have a cookie by then: programs without one count together
            person = f"newcomers at {address}"
        buckets = []
        if person and person_rate:
            buckets.append((f"{kind}:p:{person}", person_rate))
        if address and address_rate:
            buckets.append((f"{kind}:a:{address}", address_rate))
        return buckets

    def _newcomers_buckets(self, kind: str, scope: Scope) -> list[tuple[str, Rate]]:
        rate, address = self._rates[kind][0], address_of(scope)
        return [(f"{kind}:n:{address}", rate.times(NEWCOMERS_ROOM))] if rate and address else []

    @asynccontextmanager
    async def open_socket(self, scope: Scope) -> AsyncIterator[None]:
        """Count a socket as long as it is open."""
        most = {name: rate.burst for name, rate in self._buckets("open", scope)} if self._factor else {}
        if not await self.sockets.open(most):
            metrics.REFUSALS.labels(SOCKETS).inc()
            raise TooMany(SOCKETS, LIMITS[SOCKETS].why, 30)
        try:
            with metrics.SOCKETS.track_inprogress():
                yield
        finally:
            self.sockets.close(most)

    async def close(self) -> None:
        """Nobody asks any more."""
        await self.buckets.close()
        await self.sockets.stop()


def _scaled(rate: Rate | None, factor: float) -> Rate | None:
    return rate.times(factor) if rate else None


def person_of(scope: Scope) -> str:
    """Whose bucket it is; "" for somebody who is new with every request."""
    visitor: Visitor = visitor_of(scope)
    return "" if visitor.new_secret else visitor.person


def address_of(scope: Scope) -> str:
    """Whose bucket it is besides; "" for this very machine. A line has a whole network of IPv6 addresses."""
    return _line_of(scope["client"][0]) if scope["client"] else ""


def line_of(scope: Scope) -> str:
    """A short name for the same, to be kept: it tells lines apart, and no line's address."""
    address = address_of(scope)
    return hashlib.sha256(address.encode()).hexdigest()[:4] if address else ""


@lru_cache(4096)  # every word over a socket asks
def _line_of(host: str) -> str:
    if host in OURSELVES or not host:
        return ""
    address = ipaddress.ip_address(host)
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def _length(scope: Scope) -> int:
    """How many bytes of a body we may have to read."""
    length = header(scope, b"content-length")
    return min(int(length), LARGEST_BODY) if length.isdecimal() and len(length) < 10 else LARGEST_BODY


async def within_limits(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A guard for all handlers: whoever has used up what the handler takes from is refused."""
    kind = handler.opt.get("limit")
    if kind:
        await limits_of(connection.scope).take(kind, connection.scope)


def limits_of(scope: Scope) -> Limits:
    """The limits of the server that answers."""
    found: Limits = scope["state"]["limits"]
    return found


class Limited:
    """Holds everybody to what they may send: requests, bytes, sockets and what is said over them."""

    def __init__(self, app: ASGIApp, limits: Limits, refuse: RefusalSender) -> None:
        self._app = app
        self._limits = limits
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it through, or refuse it."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith((*PUBLIC_FOLDERS, *PROBES)):
            await self._app(scope, receive, send)
            return
        scope["state"]["limits"] = self._limits
        try:
            if scope["type"] == ScopeType.WEBSOCKET:
                await self._limits.take(SOCKETS, scope)
                async with self._limits.open_socket(scope):
                    await self._app(scope, self._slowed(scope, receive), send)
                return
            await self._take_request(scope)
        except TooMany as refusal:
            await self._refuse(scope, send, refusal)
        else:
            await self._app(scope, receive, send)

    async def _take_request(self, scope: Scope) -> None:
        await self._limits.take(REQUESTS, scope)
        if scope.get("method") not in SAFE:
            await self._limits.take(BYTES, scope, _length(scope))
        if visitor_of(scope).new_secret:
            await self._limits.take(NEWCOMERS, scope)

    def _slowed(self, scope: Scope, receive: Receive) -> Receive:
        """Whoever says more over a socket than they may is heard later, and their line fills up."""

        async def receive_slowly() -> ReceiveMessage:
            message = await receive()
            if message["type"] == "websocket.receive":
                said = message.get("text") or message.get("bytes") or ""
                for kind, tokens in ((MESSAGES, 1), (BYTES, len(said))):
                    while seconds := await self._limits.wait(kind, scope, tokens):
                        await asyncio.sleep(seconds)
            return message

        return receive_slowly
