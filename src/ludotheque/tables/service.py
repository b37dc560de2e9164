"""The house: all tables, live. Whatever happens is stored first, then made so, then shown to who watches.

Each table has an attendant, a task that does what nobody's click does: it lets bots move, stops clocks, and
seats a stand-in for somebody who has gone. It starts anew whenever something happens.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED
from ludotheque.tables.events import (
    Happening,
    Moved,
    Opened,
    Rematched,
    StoodIn,
)
from ludotheque.tables.opening import once_more
from ludotheque.tables.storage import Conflict, Storage
from ludotheque.tables.table import OVER, PLAYING, STAND_IN, Table, TableRefusal
from ludotheque.tables.thinking import Thinkers, Thought

_ = SHARED.text
log = logging.getLogger(__name__)

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike


@dataclass(frozen=True)
class Manners:
    """How patient the house is, in seconds."""

    pace: float = 0.7  # between a move and a bot's answer, so that people can follow
    absence: float = 60.0  # until a stand-in plays for somebody who has gone


class Watcher(Protocol):
    """Somebody who looks at a table, through a socket."""

    person: str

    def changed(self) -> None:
        """The table has changed: look again, soon."""


@dataclass
class Room:
    """A table with all that is alive about it."""

    table: Table
    watchers: set[Watcher] = field(default_factory=set)
    gone_since: dict[str, float] = field(default_factory=dict)  # people who sit here and do not look
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    attendant: asyncio.Task[None] | None = None

    def here(self) -> set[str]:
        """The people who look at the table now."""
        return {watcher.person for watcher in self.watchers}


class House:
    """All tables of a server."""

    def __init__(self, storage: Storage, thinkers: Thinkers, manners: Manners | None = None) -> None:
        self.storage = storage
        self._thinkers = thinkers
        self._manners = manners or Manners()
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    async def start(self) -> None:
        """Open the storage, and go on with the games that were running."""
        await self.storage.start()
        for room in await self.rooms(await self.storage.unfinished()):
            self._attend(room)

    async def warm(self) -> None:
        """Let the bots wake up before the first of them has to move."""
        await self._thinkers.warm()

    async def stop(self) -> None:
        """Close; every table is on disk."""
        for room in self._rooms.values():
            if room.attendant:
                room.attendant.cancel()
        self._thinkers.stop()
        await self.storage.stop()

    # Tables

    async def open(self, opened: Opened) -> Table:
        """Open a table."""
        table = Table("".join(secrets.choice(ID_LETTERS) for _ in range(8)), opened)
        await self.storage.append(table, [opened], 0)
        await self.storage.note(table)
        room = self._rooms[table.id] = self._room(table)
        self._attend(room)
        return table

    async def room(self, id: str) -> Room:
        """A table with what is alive about it; from disk if nobody has looked at it since the start."""
        async with self._opening:
            if id not in self._rooms:
                events = await self.storage.load(id)
                if not events:
                    raise TableRefusal(
                        "unknown", _("there is no table {id}; the link may be mistyped", id=id)
                    )
                self._rooms[id] = self._room(_replayed(id, events))
            return self._rooms[id]

    async def rooms(self, ids: Sequence[str]) -> list[Room]:
        """Several of them; one that cannot be replayed any more is set aside, and harms no other."""
        found = []
        for id in ids:
            try:
                found.append(await self.room(id))
            except Refusal as refusal:
                log.error("table %s cannot be replayed: %s", id, refusal)
        return found

    def _room(self, table: Table) -> Room:
        return Room(table, gone_since=dict.fromkeys(table.people(), time.time()))

    async def act(self, id: str, decide: Callable[[Table], Happening | Sequence[Happening] | None]) -> Table:
        """Let something happen at a table: *decide* checks it and tells the events, or refuses.

        Once begun it is finished, even if whoever asked for it has gone.
        """
        return await asyncio.shield(self._act(id, decide))

    async def _act(self, id: str, decide: Callable[[Table], Happening | Sequence[Happening] | None]) -> Table:
        room = await self.room(id)
        async with room.lock:
            told = decide(room.table)
            events = [] if told is None else [told] if not isinstance(told, Sequence) else list(told)
            if events:
                await self._happen(room, events)
        return room.table

    async def _happen(self, room: Room, events: Sequence[Happening]) -> None:
        table = room.table
        phase, people = table.phase, table.people()
        try:
            await self.storage.append(table, events, table.version)
        except Conflict:
            room.table = _replayed(table.id, await self.storage.load(table.id))
            raise TableRefusal(
                "stale", _("the game has moved on since; look again and choose anew")
            ) from None
        for event in events:
            table.apply(event)
            if isinstance(event, Moved) and event.person in room.gone_since:
                room.gone_since[event.person] = time.time()  # plays without looking, as programs may
        if (phase, people) != (table.phase, table.people()):
            await self.storage.note(table)
        self._attend(room)
        for watcher in room.watchers:
            watcher.changed()

    async def rematch(self, id: str, person: str) -> str:
        """Another game with the same seats, each player moved on by one; the first to ask opens it."""
        room = await self.room(id)
        async with room.lock:
            table = room.table
            if table.rematch:
                return table.rematch
            if table.phase != OVER or not table.seats_of(person):
                raise TableRefusal("rematch", _("a rematch is for those who played, when the game is over"))
            again = await self.open(once_more(table, person))
            await self._happen(room, [Rematched(time.time(), table=again.id)])
            return again.id

    async def hint(self, id: str, person: str, seat: int | None = None) -> list[Thought]:
        """What the expert would do in the place of a person whose turn it is."""
        table = (await self.room(id)).table
        turn = table.state.seat
        if table.phase != PLAYING or turn not in table.seats_of(person) or seat not in (None, turn):
            raise TableRefusal("turn", _("a hint is there when it is your turn"))
        return await self._thinkers.consider(table.state.view(turn))

    # Watching

    @asynccontextmanager
    async def watching(self, id: str, watcher: Watcher) -> AsyncIterator[Room]:
        """Look at a table for a while; who has a seat there is present meanwhile."""
        room = await self.room(id)
        room.watchers.add(watcher)
        room.gone_since.pop(watcher.person, None)
        try:
            await self.act(id, lambda table: table.come_back(watcher.person))
            self._presence_changed(room)
            yield room
        finally:
            room.watchers.discard(watcher)
            if watcher.person not in room.here() and room.table.seats_of(watcher.person):
                room.gone_since[watcher.person] = time.time()
            self._presence_changed(room)

    def _presence_changed(self, room: Room) -> None:
        self._attend(room)
        for watcher in room.watchers:
            watcher.changed()

    # The attendant

    def _attend(self, room: Room) -> None:
        """Begin anew to wait for what nobody's click does; a bot that thinks already goes on thinking."""
        table = room.table
        thinking = (
            table.ply,
            table.version if table.phase != PLAYING else table.places[table.state.seat].by_bot,
        )
        if room.attendant and not room.attendant.done():
            if room.attendant.get_name() == str(thinking) and thinking[1] is True:
                return
            if room.attendant is not asyncio.current_task():
                room.attendant.cancel()
        if table.phase == PLAYING:
            room.attendant = asyncio.create_task(self._wait(room), name=str(thinking))

    async def _wait(self, room: Room) -> None:
        try:
            place = room.table.places[room.table.state.seat]
            if place.stood_in and not room.watchers:
                return  # nobody waits for it; whoever comes back finds the game as they left it
            if place.by_bot:
                await self._bot_moves(room, place.who.level or STAND_IN)
            else:
                await self._person_thinks(room)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("table %s: its attendant failed", room.table.id)

    async def _bot_moves(self, room: Room, level: str, *, at_once: bool = False) -> None:
        table, ply, since = room.table, room.table.ply, time.monotonic()
        move = await self._thinkers.choose(level, table.state.view(table.state.seat))
        if not at_once:
            await asyncio.sleep(max(0.0, self._manners.pace - (time.monotonic() - since)))
        await self.act(table.id, lambda table: table.move_by_bot(ply, move))

    async def _person_thinks(self, room: Room) -> None:
        """Wait for the clock to run out, or for patience with somebody who has gone."""
        table = room.table
        seat = table.state.seat
        person, now = table.places[seat].who.person, time.time()
        patience = self._patience(room, person, now)
        left = table.time_left(seat, now)
        delays = [delay for delay in (patience, left) if delay is not None]
        if not delays:
            return
        await asyncio.sleep(min(delays))
        if left is not None and left == min(delays) and table.opened.clock.kind == "move":
            await self._bot_moves(room, STAND_IN, at_once=True)
        else:
            for_good = left is not None and left == min(delays)
            await self.act(table.id, lambda _: StoodIn(time.time(), seat=seat, for_good=for_good))

    def _patience(self, room: Room, person: str, now: float) -> float | None:
        gone = room.gone_since.get(person)
        if gone is None or not room.watchers:
            return None
        return max(0.0, gone + self._manners.absence - now)


def _replayed(id: str, events: Sequence[Happening]) -> Table:
    first, *rest = events
    assert isinstance(first, Opened)
    table = Table(id, first)
    for event in rest:
        table.apply(event)
    return table
