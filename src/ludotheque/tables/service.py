"""All tables of a server, live. Whatever happens is stored first, then shown to whoever watches.

Each table has an attendant, a task that does what nobody's click does (pending.py): it lets bots move, stops
clocks, and seats a stand-in for somebody who has gone.
"""

import asyncio
import logging
import math
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from ludotheque.core.errors import Refusal
from ludotheque.core.view import View
from ludotheque.i18n.language import SHARED
from ludotheque.tables import opening
from ludotheque.tables.errors import NotFound, NotNow, TableRefusal
from ludotheque.tables.events import Event, Moved, Opened, Rematched
from ludotheque.tables.loading import GameLoader
from ludotheque.tables.pending import BEGINS, BOT_MOVES, TIME_IS_UP, Pacing, Pending, pending_at
from ludotheque.tables.storage import Conflict, Storage
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import OVER, Table, opened_table, replayed
from ludotheque.tables.thinking import Thinkers, Thought
from ludotheque.workers import WorkerFailed

_ = SHARED.text
log = logging.getLogger(__name__)

MOST_RESUMED = 100_000
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
ID_LENGTH = 13  # letters: 64 bits, so that nobody finds a table by guessing
Act: TypeAlias = Callable[[Table, float], Event | Sequence[Event] | None]


class Subscriber(Protocol):
    """Somebody who wants to know what happens at a table."""

    person: str

    def changed(self) -> None:
        """The table has changed: look again, soon."""


@dataclass(eq=False)
class Room:
    """A table with all that is alive about it."""

    table: Table
    subscribers: set[Subscriber] = field(default_factory=set)
    gone_since: dict[str, float] = field(default_factory=dict)  # people with a seat who do not look
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    pending: Pending | None = None
    attendant: asyncio.Task[None] | None = None
    bot_waits: float | None = None  # seconds until the bot begins to think, if it has to wait for long

    def here(self) -> set[str]:
        """The people who look at the table now."""
        return {subscriber.person for subscriber in self.subscribers}

    def tell_wait(self, seconds: float | None) -> None:
        """Many bots want to think: this table's has to wait for so long yet, or no longer."""
        self.bot_waits = seconds
        self.notify()

    def notify(self) -> None:
        """Let everybody look again."""
        for subscriber in self.subscribers:
            subscriber.changed()


@dataclass(frozen=True)
class Hint:
    """What the expert thought of a position, with the position it thought about."""

    table: Table
    view: View
    thoughts: Sequence[Thought]


class TableService:
    """All tables of a server."""

    def __init__(self, storage: Storage, thinkers: Thinkers, pacing: Pacing | None = None) -> None:
        self.storage = storage
        self.bots_awake = False
        self.moves = Counter[str]()  # that were made here, by people and by bots
        self._thinkers = thinkers
        self._pacing = pacing or Pacing()
        self._loader = GameLoader()
        self._rooms: dict[str, Room] = {}
        self._openings: dict[str, asyncio.Task[Room]] = {}

    @property
    def thinkers(self) -> Thinkers:
        """Who thinks for the bots, and how busy they are."""
        return self._thinkers

    @property
    def tables_awake(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    async def check(self) -> None:
        """Return if everything that the tables stand on answers; a refusal says what does not."""
        await self.storage.check()

    async def start(self) -> None:
        """Open the storage."""
        await self.storage.start()

    async def resume(self) -> None:
        """Go on with the games that wait for a bot or a clock, one after the other.

        A table that cannot be replayed any more is set aside, and harms no other.
        """
        for id in await self.storage.without_summary():  # of a server that wrote none yet
            with _set_aside(id):
                await self.storage.summarise(summary_of(await self._load(id)))
        for id in await self.storage.due(before=math.inf, limit=MOST_RESUMED):
            with _set_aside(id):
                self._attend(await self.room(id))

    async def load_game(self, game: str) -> None:
        """Return when the game's rules are compiled, or at once if they have been; see loading.py."""
        with suppress(WorkerFailed):  # then this process does it by itself
            await self._thinkers.not_twice(game, "rules")
        await self._loader.load(game)

    def has_loaded(self, game: str) -> bool:
        """Whether that is so already."""
        return self._loader.has_loaded(game)

    async def wake_bots(self) -> None:
        """Let the bots wake up before the first of them has to move."""
        await self._thinkers.warm()
        self.bots_awake = True
        for room in self._rooms.values():
            room.notify()

    async def stop(self) -> None:
        """Close; every table is on disk."""
        for room in self._rooms.values():
            if room.attendant:
                room.attendant.cancel()
        self._thinkers.stop()
        await self.storage.stop()

    # Tables

    async def open(self, game: str, decide: Callable[[float], Opened]) -> Table:
        """Open a table of a game: *decide*, given the time, says how it is opened, or refuses."""
        await self.load_game(game)
        id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        table, events = await asyncio.to_thread(lambda: opened_table(id, decide(time.time())))
        await self.storage.append(events, 0, summary_of(table))
        room = self._rooms[id] = _room(table)
        self._attend(room)
        return table

    async def room(self, id: str) -> Room:
        """A table with what is alive about it; from disk if nobody has looked at it since the start."""
        if id in self._rooms:
            return self._rooms[id]
        if id not in self._openings:
            self._openings[id] = asyncio.create_task(self._open_room(id))
        return await asyncio.shield(self._openings[id])

    async def _open_room(self, id: str) -> Room:
        try:
            room = self._rooms[id] = _room(await self._load(id))
            return room
        finally:
            del self._openings[id]

    async def _load(self, id: str) -> Table:
        events = await self.storage.load(id)
        if not events:
            raise NotFound("unknown", _("there is no table {id}; the link may be mistyped", id=id))
        if isinstance(events[0], Opened):
            await self.load_game(events[0].game)
        return await asyncio.to_thread(replayed, id, events)

    async def act(self, id: str, decide: Act) -> Table:
        """Let something happen at a table: *decide* checks it and returns the events, or refuses.

        Once begun it is finished, even if whoever asked for it has gone.
        """
        return await asyncio.shield(self._act(id, decide))

    async def _act(self, id: str, decide: Act) -> Table:
        room = await self.room(id)
        async with room.lock:
            decided = decide(room.table, time.time())
            events = [] if decided is None else decided if isinstance(decided, Sequence) else [decided]
            if events:
                await self._happen(room, events)
            return room.table

    async def _happen(self, room: Room, events: Sequence[Event]) -> None:
        before, after = room.table, room.table.after(events)
        try:
            await self.storage.append(events, before.version, summary_of(after))
        except Conflict:  # another server was quicker
            room.table = await self._load(before.id)
            self._refresh(room)
            raise NotNow("stale", _("the game has moved on since; look again and choose anew")) from None
        for event in events:
            if isinstance(event, Moved) and event.person in room.gone_since:
                room.gone_since[event.person] = event.at  # plays without looking, as programs may
        self.moves.update(
            "people" if event.person else "bots" for event in events if isinstance(event, Moved)
        )
        room.table = after
        self._refresh(room)

    async def rematch(self, id: str, person: str) -> str:
        """Another game with the same seats, each player moved on by one; the first to ask opens it."""
        room = await self.room(id)
        async with room.lock:
            table = room.table
            if table.rematch:
                return table.rematch
            if table.phase != OVER or not table.seats_of(person):
                raise TableRefusal("rematch", _("a rematch is for those who played, when the game is over"))
            again = await self.open(table.game.name, lambda now: opening.rematch(table, person, now))
            await self._happen(room, [Rematched(again.opened.at, table=again.id)])
            return again.id

    async def hint(self, id: str, person: str, seat: int | None = None) -> Hint:
        """What the expert would do in the place of a person whose turn it is.

        If the game has moved on while the expert thought, the advice is dropped: it would be about another
        position than the one on the screen.
        """
        room = await self.room(id)
        table = room.table
        why = _("you can ask for a hint when it is your turn")
        turn = table.own_turn(person, why)
        if seat not in (None, turn):
            raise NotNow("turn", why)
        view = table.state.view(turn)
        thoughts = await self._thinkers.consider(view, person=person)
        if room.table.position != table.position:
            raise NotNow("stale", _("the game has moved on while the expert thought; ask again"))
        return Hint(table, view, thoughts)

    # Watching

    @asynccontextmanager
    async def subscription(self, id: str, subscriber: Subscriber) -> AsyncIterator[Room]:
        """Look at a table for a while; whoever has a seat there is present meanwhile."""
        room = await self.room(id)
        room.subscribers.add(subscriber)
        room.gone_since.pop(subscriber.person, None)
        try:
            await self.act(id, lambda table, now: table.come_back(now, subscriber.person))
            self._refresh(room)
            yield room
        finally:
            room.subscribers.discard(subscriber)
            if subscriber.person not in room.here() and room.table.seats_of(subscriber.person):
                room.gone_since[subscriber.person] = time.time()
            self._refresh(room)

    def _refresh(self, room: Room) -> None:
        self._attend(room)
        room.notify()

    # The attendant

    def _attend(self, room: Room) -> None:
        """See to it that what the table waits for will happen; what is waited for already goes on."""
        pending = pending_at(room.table, room.gone_since, bool(room.subscribers), self._pacing)
        if room.attendant and not room.attendant.done():
            if pending == room.pending:
                return
            room.attendant.cancel()
        room.pending = pending
        room.attendant = asyncio.create_task(self._bring_about(room, pending)) if pending else None

    async def _bring_about(self, room: Room, pending: Pending) -> None:
        try:
            if pending.until is not None:
                await asyncio.sleep(max(0.0, pending.until - time.time()))
            if pending.then == BOT_MOVES:
                await self._bot_moves(room, pending)
            elif pending.then == BEGINS:
                await self.act(room.table.id, lambda table, now: table.begin(now))
            else:
                await self._bot_stands_in(room, pending)
        except NotNow:
            pass  # another server was quicker
        except Exception:
            log.exception("table %s: its attendant failed", room.table.id)

    async def _bot_moves(self, room: Room, pending: Pending) -> None:
        table, began = room.table, time.monotonic()
        move = await self._thinkers.choose(
            pending.level,
            table.state.view(table.state.seat),
            table=table.id,
            host=table.host,
            watched=lambda: bool(room.subscribers),
            on_wait=room.tell_wait,
        )
        if pending.until is None:
            await asyncio.sleep(max(0.0, self._pacing.pace - (time.monotonic() - began)))
        await self.act(table.id, lambda table, now: table.move_by_bot(now, pending.position, move))

    async def _bot_stands_in(self, room: Room, pending: Pending) -> None:
        for_good = pending.then == TIME_IS_UP
        await self.act(
            room.table.id, lambda table, now: table.stand_in(now, pending.position, for_good=for_good)
        )


@contextmanager
def _set_aside(id: str) -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        log.error("table %s cannot be replayed: %s", id, refusal)
    except Exception:
        log.exception("table %s cannot be replayed", id)


def _room(table: Table) -> Room:
    return Room(table, gone_since=dict.fromkeys(table.people(), time.time()))
