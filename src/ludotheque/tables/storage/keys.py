"""How a person is known on several devices: keys of devices, codes that bring one there, passkeys.

Only hashes of keys and codes are kept: nobody who reads the database can become somebody else.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Row as SqlRow
from sqlalchemy import Select, delete, select, update

from ludotheque.tables.storage.database import Database
from ludotheque.tables.storage.schema import codes, devices, passkeys
from ludotheque.tables.storage.writer import Job, Writer

MOST_PASSKEYS = 10  # of one person

Read: TypeAlias = Callable[[Select[Any]], Awaitable[Sequence[SqlRow[Any]]]]


@dataclass(frozen=True)
class Passkey:
    """A passkey by which a person can be known again."""

    id: str  # the credential's, in base64url
    person: str
    public_key: bytes
    uses: int  # as the authenticator counts them
    since: float


class Keys:
    """Who is who."""

    def __init__(self, database: Database, writer: Writer, read: Read) -> None:
        self._writer = writer
        self._read = read
        self._insert_device = database.insert(devices)
        self._insert_code = database.insert(codes)
        self._insert_passkey = database.insert(passkeys).on_conflict_do_nothing()

    # Devices

    async def person(self, key: str) -> str | None:
        """Whose device has this key (a hash of it); None if we never gave it away."""
        found = await self._read(select(devices.c.person).where(devices.c.id == key))
        return found[0].person if found else None

    async def add_device(self, key: str, person: str, now: float) -> None:
        """A device of a person's has this key from now on."""
        row = {"id": key, "person": person, "since": now}
        await self._writer.do(Job(statements=[self._insert_device.values(**row)]))

    # Codes: each is good for one thing, once, for a while

    async def store_code(self, id: str, what: str, person: str, now: float, seconds: float) -> None:
        """Remember a code (its hash); codes that are over are forgotten."""
        row = {"id": id, "what": what, "person": person, "expires": now + seconds}
        over = delete(codes).where(codes.c.expires < now)
        await self._writer.do(Job(statements=[over, self._insert_code.values(**row)]))

    async def take_code(self, id: str, what: str, now: float) -> str | None:
        """Whose code it is, which is used up by this; None if it is none, or over, or somebody was first."""
        good = (codes.c.id == id) & (codes.c.what == what) & (codes.c.expires >= now)
        found = await self._read(select(codes.c.person).where(good))
        job = Job(statements=[delete(codes).where(good)])
        await self._writer.do(job)
        return found[0].person if found and job.changed[0] else None

    # Passkeys

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Remember a passkey; whether it is new."""
        job = Job(statements=[self._insert_passkey.values(**vars(passkey))])
        await self._writer.do(job)
        return bool(job.changed[0])

    async def passkey(self, id: str) -> Passkey | None:
        """The passkey of a credential."""
        return next(iter(await self._passkeys(passkeys.c.id == id)), None)

    async def passkeys(self, person: str) -> list[Passkey]:
        """All of a person's, the oldest first."""
        return await self._passkeys(passkeys.c.person == person)

    async def _passkeys(self, which: Any) -> list[Passkey]:
        rows = await self._read(select(passkeys).where(which).order_by(passkeys.c.since, passkeys.c.id))
        return [Passkey(row.id, row.person, bytes(row.public_key), row.uses, row.since) for row in rows]

    async def count_use(self, id: str, uses: int) -> None:
        """A passkey was used."""
        await self._writer.do(Job(statements=[update(passkeys).where(passkeys.c.id == id).values(uses=uses)]))

    async def delete_passkeys(self, person: str) -> int:
        """Forget all passkeys of a person; how many there were."""
        job = Job(statements=[delete(passkeys).where(passkeys.c.person == person)])
        await self._writer.do(job)
        return job.changed[0]
