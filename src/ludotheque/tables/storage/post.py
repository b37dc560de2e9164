"""Who is to be told something though they do not look, and where: notices, subscriptions, the server's keys.

A notice is written with the event that it is about, in one transaction: no crash loses it.
"""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace
from sqlalchemy import Row as SqlRow
from sqlalchemy import Select, delete, select, update

from ludotheque.tables.storage.database import Database
from ludotheque.tables.storage.schema import notices, secrets, subscriptions
from ludotheque.tables.storage.writer import Job, Writer, upsert

MOST_DEVICES = 10  # of one person; the oldest makes room

Read: TypeAlias = Callable[[Select[Any]], Awaitable[Sequence[SqlRow[Any]]]]


class Subscription(Struct, frozen=True):
    """Where a browser of somebody's can be told something, as it said itself, and in which language."""

    endpoint: str
    p256dh: str  # the browser's public key
    auth: str  # and a secret shared with it, both in base64url
    language: str

    @property
    def id(self) -> str:
        """Under which it is kept: an address can be long."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:32]


class Notice(Struct, frozen=True):
    """Somebody is to be told, not before *due*, that something waits for them at a table."""

    table: str
    person: str
    due: float
    tries: int = 0
    subscription: str = ""  # where; empty: wherever they want to be told

    @property
    def id(self) -> str:
        """One for each table, person and place: a later one takes its place."""
        return f"{self.table}:{self.person}:{self.subscription}"


_encode = Encoder().encode
_decode = Decoder(Subscription).decode


class Post:
    """Notices and subscriptions in the database."""

    def __init__(self, database: Database, writer: Writer, read: Read) -> None:
        self._writer = writer
        self._read = read
        self._store_notice = upsert(database, notices)
        self._store_subscription = upsert(database, subscriptions)
        self._store_secret = database.insert(secrets).on_conflict_do_nothing()

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A secret of the server's, the same in all processes; *make* makes it where there is none yet."""
        query = select(secrets.c.body).where(secrets.c.id == name)
        if not await self._read(query):
            await self._writer.do(Job(statements=[self._store_secret.values(id=name, body=make())]))
        return bytes((await self._read(query))[0].body)

    # Where

    async def subscribe(self, person: str, where: Subscription, now: float) -> None:
        """Tell somebody there from now on; a browser belongs to whoever said so last."""
        row = {"id": where.id, "person": person, "since": now, "body": _encode(where)}
        await self._writer.do(Job(statements=[self._store_subscription.values(**row)]))
        known = select(subscriptions.c.id).where(subscriptions.c.person == person)
        newest = await self._read(known.order_by(subscriptions.c.since.desc()))
        for row_too_many in newest[MOST_DEVICES:]:
            await self.unsubscribe(row_too_many.id)

    async def unsubscribe(self, id: str, person: str | None = None) -> None:
        """Tell nobody there any more; if a *person* is named, only if it is theirs."""
        doomed = delete(subscriptions).where(subscriptions.c.id == id)
        if person is not None:
            doomed = doomed.where(subscriptions.c.person == person)
        await self._writer.do(Job(statements=[doomed]))

    async def subscriptions(self, person: str) -> list[Subscription]:
        """Where somebody wants to be told."""
        query = select(subscriptions.c.body).where(subscriptions.c.person == person)
        return [_decode(row.body) for row in await self._read(query)]

    # What

    def to_tell(self, told: Sequence[Notice]) -> list[Any]:
        """What the writer does so that somebody will be told."""
        return [
            self._store_notice.values(
                id=one.id,
                table_id=one.table,
                person=one.person,
                subscription=one.subscription,
                due=one.due,
                tries=one.tries,
            )
            for one in told
        ]

    async def due(self, before: float, limit: int) -> list[Notice]:
        """The notices whose moment has come, the oldest first."""
        query = select(notices).where(notices.c.due < before).order_by(notices.c.due).limit(limit)
        return [
            Notice(row.table_id, row.person, row.due, row.tries, row.subscription)
            for row in await self._read(query)
        ]

    async def claim(self, waiting: Sequence[Notice], until: float) -> list[Notice]:
        """Those that nobody else claims at the same time: ours to tell. What is not settled by *until*, as
        when this process dies, is due again then."""
        job = Job(
            statements=[
                update(notices).where(notices.c.id == one.id, notices.c.due == one.due).values(due=until)
                for one in waiting
            ]
        )
        await self._writer.do(job)
        return [replace(one, due=until) for one, changed in zip(waiting, job.changed, strict=True) if changed]

    async def settle(self, told: Sequence[Notice], later: Sequence[Notice] = ()) -> None:
        """They were told, or need not be, or *later*; one that has taken a place meanwhile stays."""
        done = [delete(notices).where(notices.c.id == one.id, notices.c.due == one.due) for one in told]
        await self._writer.do(Job(statements=[*done, *self.to_tell(later)]))
