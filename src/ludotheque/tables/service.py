"""All tables of a server, live. Whatever happens is stored first, then shown to whoever watches.

A table is in memory while somebody looks at it, or while it waits for a bot, or for a clock that runs out
soon; all others sleep in the storage, where an index finds those whose moment comes. Several processes can
serve the same tables: they tell each other by a broker what has changed, and who looks (broker/notes.py).
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from ludotheque.core.errors import Refusal
from ludotheque.core.view import View
from ludotheque.i18n.language import SHARED
from ludotheque.tables import opening
from ludotheque.tables.attendants import Act, Attendants, decided
from ludotheque.tables.broker.local import LocalBroker
from ludotheque.tables.broker.notes import Acted, Broker, Changed, Lease
from ludotheque.tables.chronicle import OVER
from ludotheque.tables.errors import NotFound, NotNow, TableRefusal, Unavailable
from ludotheque.tables.events import PERSON, Event, Moved, Opened, Rematched, SeatTaken
from ludotheque.tables.loading import GameLoader
from ludotheque.tables.neighbours import Neighbours
from ludotheque.tables.pending import TIME_IS_UP, Pacing
from ludotheque.tables.presence import Presence
from ludotheque.tables.reviewing import Progress, Reviewers
from ludotheque.tables.rooms import Room as Room
from ludotheque.tables.rooms import Subscriber as Subscriber
from ludotheque.tables.storage import Conflict, Notice, Storage, StorageFailed
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table, opened_table, replayed
from ludotheque.tables.thinking import Thinkers, Thought
from ludotheque.tables.timekeeping import Timekeeper
from ludotheque.tables.turns import who_is_told
from ludotheque.workers import WorkerFailed

_ = SHARED.text
log = logging.getLogger(__name__)

MOST_IDLE = 64  # tables that nobody looks at which stay in memory, in case somebody does
MOST_WOKEN = 100  # tables that are woken in one go because their moment comes
SOON, LATER = 10.0, 30.0  # seconds: a table wakes so long before its moment, and sleeps until later ones
TICK = 1.0  # seconds between two rounds through the house
TRIES = 5  # to act at a table where another process acts too
FAREWELL = 2.0  # seconds in which whoever watches is told that the server stops
DRAINING = 5.0  # seconds that what has begun may take when the server stops
_FEW = 20  # events that are replayed at once, without a thread


@dataclass(frozen=True)
class Hint:
    """What the expert thought of a position, with the position it thought about."""

    table: Table
    view: View
    thoughts: Sequence[Thought]


class TableService:
    """All tables of a server."""

    def __init__(
        self,
        storage: Storage,
        thinkers: Thinkers,
        pacing: Pacing | None = None,
        broker: Broker | None = None,
        timekeeper: Timekeeper | None = None,
    ) -> None:
        self.storage = storage
        self.broker: Broker = broker or LocalBroker()
        self.bots_awake = False
        self.moves = Counter[str]()  # that were made here, by people and by bots
        self._thinkers = thinkers
        self._pacing = pacing or Pacing()
        self._time = timekeeper or Timekeeper()
        self._loader = GameLoader()
        self._presence = Presence(self.broker.tell)
        self._neighbours = Neighbours(self, self.broker, self._presence, self._time, thinkers)
        self._attendants = Attendants(self.act, thinkers, self.broker, self._pacing, self.now)
        self._reviewers = Reviewers(storage, thinkers, self.broker)
        self._rooms: dict[str, Room] = {}
        self._openings: dict[str, asyncio.Task[Room]] = {}
        self._woken: dict[str, Lease] = {}  # the tables that this process wakes, and no other need
        self._unreadable: set[str] = set()
        self._doubtful: set[Room] = set()  # at which something may have been stored though it was refused
        self._running: set[asyncio.Task[Any]] = set()  # acts, and whatever else must be finished
        self._rounds: asyncio.Task[None] | None = None
        self._stopping = False

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
        self._refuse_when_stopping()
        await self.storage.check()
        if not self.broker.hears:
            raise Unavailable("broker", _("the server cannot reach its broker now; try again in a moment"))

    def now(self) -> float:
        """The time of the house, see timekeeping.py."""
        return self._time.now()

    # The house

    async def start(self) -> None:
        """Open the storage, and listen to the other processes.

        Whoever started the server has prepared the storage; a process that follows one that died may have to
        do without it for a while, and then says so to everybody.
        """
        await self.storage.start(prepared=True)
        await self.broker.start(self._neighbours)

    async def resume(self) -> None:
        """Go on with the games that wait for a bot or a clock, now and from now on."""
        await self._surely(self._summarise_all)
        await self._surely(self._wake_those_due)
        self._rounds = asyncio.create_task(self._go_round())
        await self._surely(self._count_results)

    async def _surely(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something, again from its beginning while the database is away; the log says that it is."""
        while not self._stopping:
            try:
                await work()
                return
            except StorageFailed:
                await asyncio.sleep(TICK)

    async def _summarise_all(self) -> None:
        """Tables of a server that wrote no summaries yet get theirs."""
        for id in await self.storage.without_summary():
            with self._set_aside(id):
                await self.storage.summarise(summary_of(await self._load(id)))

    async def _count_results(self) -> None:
        """Games of before people had lists of their own get their results."""
        last = ""
        while not self._stopping and (ids := await self.storage.mine.uncounted(last, MOST_WOKEN)):
            for id in ids:
                with self._set_aside(id):
                    await self.storage.summarise(summary_of(await self._load(id)))
            last = ids[-1]

    async def load_game(self, game: str) -> None:
        """Return when the game's rules are compiled, or at once if they have been; see loading.py."""
        with suppress(WorkerFailed):  # then this process does it by itself
            await self._thinkers.not_twice(game, "rules")
        await self._loader.load(game)

    def has_loaded(self, game: str) -> bool:
        """Whether that is so already."""
        return self._loader.has_loaded(game)

    async def wake_bots(self, preload: bool = True) -> None:
        """Let the bots wake up before the first of them has to move; without *preload*, when it has to."""
        if preload:
            await self._thinkers.warm()
        self.bots_awake = True
        for room in self._rooms.values():
            room.notify()

    async def drain(self) -> None:
        """Begin to stop: finish what has begun, begin nothing more, and tell whoever watches."""
        self._stopping = True
        self._attendants.rest()
        self._reviewers.stop()
        if self._rounds:
            self._rounds.cancel()
        for room in list(self._rooms.values()):
            self._attendants.dismiss(room)
            for subscriber in list(room.subscribers):
                subscriber.closing()
        if self._running:
            await asyncio.wait(self._running, timeout=DRAINING)
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                while any(room.subscribers for room in self._rooms.values()):
                    await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Close; every table is on disk."""
        await self.drain()
        await self.broker.stop()
        self._thinkers.stop()
        await self.storage.stop()

    async def _go_round(self) -> None:
        """Once in a while: say that we live, wake the tables whose moment comes, let others sleep."""
        while True:
            await asyncio.sleep(TICK)
            try:
                self._neighbours.look_after()
                await self._settle_doubts()
                await self._wake_those_due()
                await self._let_sleep()
            except StorageFailed:
                pass  # it is in the log
            except Refusal as refusal:
                log.warning("%s; trying again", refusal)
            except Exception:
                log.exception("a round through the house failed, and is tried again")

    async def _settle_doubts(self) -> None:
        """What could not be stored may be there all the same: look again when the database works."""
        if not self._doubtful:
            return
        await self.storage.check()
        doubtful, self._doubtful = self._doubtful, set()
        for room in doubtful:
            if self._rooms.get(room.table.id) is room:
                self._look_again(room)

    async def _wake_those_due(self) -> None:
        limit = MOST_WOKEN + len(self._rooms) + len(self._unreadable)
        for id in await self.storage.due(before=self.now() + SOON, limit=limit):
            if self._sees_to(id) or id in self._unreadable:
                continue
            if await self._is_ours_to_wake(id):
                with self._set_aside(id):
                    self._attendants.attend(await self._awake(id))

    def _sees_to(self, id: str) -> bool:
        """Whether a table is attended to here; one that somebody has only asked about may not be."""
        room = self._rooms.get(id)
        return room is not None and room.attendant is not None and not room.attendant.done()

    async def _is_ours_to_wake(self, id: str) -> bool:
        """One process wakes a table that nobody looks at, and keeps it until it sleeps again."""
        if not self.broker.shared or id in self._woken:
            return True
        lease = await self.broker.lease(f"wake:{id}")
        if lease is not None:
            self._woken[id] = lease
        return lease is not None

    async def _let_sleep(self) -> None:
        """Forget the tables that nobody looks at and that wait for nothing soon, but for the last few."""
        idle = [room for room in self._rooms.values() if not self._is_needed(room)]
        idle.sort(key=lambda room: room.used)
        for room in idle[: max(0, len(idle) - MOST_IDLE)]:
            self._put_to_sleep(room)
        for id in [id for id in self._woken if id not in self._rooms]:
            await self.broker.release(self._woken.pop(id))

    def _is_needed(self, room: Room) -> bool:
        if room.subscribers or room.lock.locked():
            return True
        pending = room.pending if room.attendant else None
        if pending is None:
            return False
        clock_runs = pending.then == TIME_IS_UP or pending.until is not None
        return not clock_runs or room.awaited() or (pending.until or 0.0) < self.now() + LATER

    def _put_to_sleep(self, room: Room) -> None:
        self._attendants.dismiss(room)
        del self._rooms[room.table.id]

    # Tables

    async def open(self, game: str, decide: Callable[[float], Opened], id: str = "") -> Table:
        """Open a table of a game: *decide*, given the time, says how it is opened, or refuses.

        It gets an *id* that nobody can guess, if none is given; Conflict if there is such a table already.
        """
        self._refuse_when_stopping()
        await self.load_game(game)
        name = id or opening.new_id()
        table, events = await asyncio.to_thread(lambda: opened_table(name, decide(self.now())))
        await self.storage.append(events, 0, summary_of(table))
        self._attendants.attend(self._take_in(table))
        return table

    async def room(self, id: str) -> Room:
        """A table with what is alive about it, as it is now; from disk if it sleeps."""
        room = await self._awake(id)
        if self.broker.shared:  # another process may have acted a moment ago
            async with room.lock:
                await self._catch_up(room)
        return room

    async def _awake(self, id: str) -> Room:
        """The same, but perhaps not quite up to date where other processes act too."""
        room = self._rooms.get(id)
        if room is None:
            if id not in self._openings:
                self._openings[id] = asyncio.create_task(self._open_room(id))
            room = await asyncio.shield(self._openings[id])
        room.used = time.monotonic()
        return room

    async def _open_room(self, id: str) -> Room:
        try:
            table = await self._load(id)
            return self._rooms.get(id) or self._take_in(table)
        finally:
            del self._openings[id]

    def _take_in(self, table: Table) -> Room:
        room = self._rooms[table.id] = Room(table, self.now, self._pacing.absence)
        room.used = time.monotonic()
        room.look_elsewhere(self._presence.elsewhere(table.id))
        return room

    async def _load(self, id: str) -> Table:
        events = await self.storage.load(id)
        if not events:
            raise NotFound("unknown", _("there is no table {id}; the link may be mistyped", id=id))
        if isinstance(events[0], Opened):
            await self.load_game(events[0].game)
        return await asyncio.to_thread(replayed, id, events)

    async def _catch_up(self, room: Room) -> bool:
        """Take in what other processes have written; whether there was anything. The room is locked."""
        room.behind = False
        events = await self.storage.load(room.table.id, room.table.version)
        if not events:
            return False
        after = room.table.after
        room.table = after(events) if len(events) < _FEW else await asyncio.to_thread(after, events)
        self._refresh(room)
        return True

    async def act(self, id: str, decide: Act) -> Table:
        """Let something happen at a table: *decide* checks it and returns the events, or refuses.

        Once begun it is finished, even if whoever asked for it has gone. Where another process acted first,
        *decide* is asked again.
        """
        self._refuse_when_stopping()
        return await asyncio.shield(self._finish(self._act(id, decide)))

    def _finish(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something that a stop waits for."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def _refuse_when_stopping(self) -> None:
        if self._stopping:
            raise Unavailable("stopping", _("the server restarts; nothing is lost, try again in a moment"))

    async def _act(self, id: str, decide: Act) -> Table:
        room = await self._awake(id)
        async with room.lock:
            for _try in range(TRIES):
                try:
                    events = decided(decide, room.table, self.now())
                except Refusal:
                    if self.broker.shared and await self._catch_up(room):
                        continue  # it may be right for the table as it really is
                    raise
                if not events or await self._happen(room, events):
                    return room.table
        raise NotNow("stale", _("the game has moved on since; look again and choose anew"))

    async def _happen(self, room: Room, events: Sequence[Event]) -> bool:
        """Store events, then let them be seen; False if another process was quicker. The room is locked."""
        before, after = room.table, room.table.after(events)
        try:
            await self.storage.append(
                events, before.version, summary_of(after), self._notices(room, after, events)
            )
        except Conflict:
            await self._catch_up(room)
            return False
        except StorageFailed as failure:
            if failure.in_doubt:
                self._doubtful.add(room)
            raise
        self.moves.update(
            "people" if event.person else "bots" for event in events if isinstance(event, Moved)
        )
        room.table, room.unsaved = after, False
        for person in _sat_down(events):  # by a program, it may be, and so without a socket
            room.acted[person] = self.now()
            self.broker.tell(Acted(after.id, person))
        self.broker.tell(Changed(after.id, after.version, _moves_alone(events)))
        self._refresh(room)
        return True

    def _notices(self, room: Room, after: Table, events: Sequence[Event]) -> list[Notice]:
        """Who is to be told, because they do not look."""
        absent = who_is_told(room.table, after, events) - room.looking()
        return [Notice(after.id, person, after.touched + self._pacing.notice) for person in sorted(absent)]

    def is_looking(self, id: str, person: str) -> bool:
        """Whether somebody looks at a table."""
        return self._presence.is_looking(id, person)

    def _refresh(self, room: Room) -> None:
        self._attendants.attend(room)
        room.notify()

    async def rematch(self, id: str, person: str) -> str:
        """Another game with the same seats, each player moved on by one; the first to ask opens it."""
        self._refuse_when_stopping()
        return str(await asyncio.shield(self._finish(self._rematch(id, person))))

    async def _rematch(self, id: str, person: str) -> str:
        room = await self.room(id)
        async with room.lock:
            lease = await self._lease_for_rematch(room)
            try:
                if room.table.rematch:
                    return room.table.rematch
                table = room.table
                if table.phase != OVER or not table.seats_of(person):
                    why = _("a rematch is for those who played, when the game is over")
                    raise TableRefusal("rematch", why)
                again = await self.open(table.game.name, lambda now: opening.rematch(table, person, now))
                while not await self._happen(room, [Rematched(again.opened.at, table=again.id)]):
                    pass  # somebody said something
                return room.table.rematch
            finally:
                await self.broker.release(lease)

    async def _lease_for_rematch(self, room: Room) -> Lease:
        """Wait until no other process opens a rematch of this table."""
        while (lease := await self.broker.lease(f"rematch:{room.table.id}")) is None:
            await asyncio.sleep(0.1)
        if self.broker.shared:
            await self._catch_up(room)
        return lease

    async def replace_absent(self, id: str, person: str, seat: int) -> Table:
        """Let a bot play for somebody who is away, because another player asks for it."""
        room = await self.room(id)
        return await self.act(
            id, lambda table, now: table.replace_absent(now, person, seat, room.replaceable())
        )

    async def hint(self, id: str, person: str, seat: int | None = None) -> Hint:
        """What the expert would do in the place of a person whose turn it is.

        If the game has moved on while the expert thought, the advice is dropped: it would be about another
        position than the one on the screen.
        """
        table = (await self.room(id)).table
        why = _("you can ask for a hint when it is your turn")
        turn = table.own_turn(person, why)
        if seat not in (None, turn):
            raise NotNow("turn", why)
        view = table.state.view(turn)
        thoughts = await self._thinkers.consider(view, person=person)
        if (await self.room(id)).table.position != table.position:
            raise NotNow("stale", _("the game has moved on while the expert thought; ask again"))
        return Hint(table, view, thoughts)

    async def begin_review(self, id: str, person: str) -> Progress:
        """Review a finished game, unless that is done or going on."""
        self._refuse_when_stopping()
        return await self._reviewers.begin((await self.room(id)).table, person)

    async def review(self, id: str) -> Progress:
        """How far the review of a finished game is."""
        return await self._reviewers.look((await self.room(id)).table)

    # Who is here

    @asynccontextmanager
    async def subscription(self, id: str, subscriber: Subscriber) -> AsyncIterator[Room]:
        """Look at a table for a while; whoever has a seat there is present meanwhile."""
        self._refuse_when_stopping()
        room = await self.room(id)
        person = subscriber.person
        known = person in room.looking()
        room.arrive(subscriber)
        self._presence.arrive(id, person)
        try:
            if not known:
                self._came_or_went(room)
            if room.table.come_back(0.0, person):
                await self.act(id, lambda table, now: table.come_back(now, person))
            yield room
        finally:
            room.depart(subscriber)
            self._presence.depart(id, person)
            self._looks_no_more(room, person)

    def _looks_no_more(self, room: Room, person: str) -> None:
        if person not in room.looking():
            room.left[person] = self.now()
            room.acted.pop(person, None)
            self._came_or_went(room)

    def _came_or_went(self, room: Room) -> None:
        """Somebody looks or no longer does; the others hear of it soon, all at once where many come."""
        self._attendants.attend(room)
        room.notify_soon()

    async def acted(self, id: str, person: str) -> None:
        """Somebody asked for something at a table; a program that does so is there, without a socket."""
        with suppress(NotFound):
            room = await self._awake(id)
            if person in room.table.people():
                if self.now() - room.acted.get(person, 0.0) > TICK:
                    self.broker.tell(Acted(id, person))
                self._note_act(room, person)

    def _note_act(self, room: Room, person: str) -> None:
        known = person in room.here()
        room.acted[person] = self.now()
        self._attendants.attend(room)
        if not known:
            room.notify_soon()

    # What other processes tell (neighbours.py)

    def people_changed(self, tables: Iterable[str]) -> None:
        """Somebody came to these tables, or went, through another process."""
        for id in tables:
            room = self._rooms.get(id)
            if room:
                before = room.elsewhere
                room.look_elsewhere(self._presence.elsewhere(id))
                for person in before - room.elsewhere:
                    self._looks_no_more(room, person)
                if room.elsewhere - before:
                    self._came_or_went(room)

    def somebody_acted(self, table: str, person: str) -> None:
        """A program asked another process for something at a table."""
        if table in self._rooms:
            self._note_act(self._rooms[table], person)

    def help_with(self, table: str) -> None:
        """Another process has too much to do to attend to a table soon."""
        self._finish(self._help(table))

    async def _help(self, id: str) -> None:
        with suppress(Unavailable, StorageFailed), self._set_aside(id):
            self._attendants.attend(await self._awake(id))

    def look_at_all_again(self) -> None:
        """Anything may have been missed."""
        for room in list(self._rooms.values()):
            self._look_again(room)

    def table_changed(self, note: Changed) -> None:
        """Another process has written events."""
        room = self._rooms.get(note.table)
        if room is None or room.table.version >= note.version:
            return
        told_all = room.table.version + len(note.moves) == note.version
        if told_all and not room.lock.locked() and self._is_needed(room):
            self._take_in_moves(room, note.moves)
        else:
            self._look_again(room)

    def _take_in_moves(self, room: Room, moves: Sequence[Moved]) -> None:
        """Go on with what another process told, without asking the storage."""
        try:
            room.table = room.table.after(moves)
        except Refusal as refusal:  # of a process with another version of the rules, say
            log.warning("table %s: moves that were told cannot be played: %s", room.table.id, refusal)
            self._look_again(room)
        else:
            self._refresh(room)

    def _look_again(self, room: Room) -> None:
        """Bring a room up to date; one that nobody needs is forgotten instead."""
        if not self._is_needed(room):
            self._put_to_sleep(room)
        elif not room.behind:
            room.behind = True
            self._finish(self._surely_catch_up(room))

    async def _surely_catch_up(self, room: Room) -> None:
        while self._rooms.get(room.table.id) is room and not self._stopping:
            try:
                async with room.lock:
                    if room.behind:
                        await self._catch_up(room)
                return
            except Exception as error:
                if not isinstance(error, StorageFailed):  # that is in the log
                    log.warning("table %s cannot be read now (%s); trying again", room.table.id, error)
                room.behind = True
                await asyncio.sleep(TICK)

    @contextmanager
    def _set_aside(self, id: str) -> Iterator[None]:
        """A table that cannot be replayed any more is set aside, and harms no other."""
        try:
            yield
        except (Unavailable, StorageFailed):
            raise  # that is not the table's fault
        except Refusal as refusal:
            self._unreadable.add(id)
            log.error("table %s cannot be replayed: %s", id, refusal)
        except Exception:
            self._unreadable.add(id)
            log.exception("table %s cannot be replayed", id)


def _sat_down(events: Sequence[Event]) -> set[str]:
    """The people who took a seat."""
    taken = [event.who for event in events if isinstance(event, SeatTaken)]
    return {who.person for who in taken if who.kind == PERSON}


def _moves_alone(events: Sequence[Event]) -> tuple[Moved, ...]:
    """The events, if they are moves by which nothing was dealt; none otherwise."""
    moves = tuple(event for event in events if isinstance(event, Moved) and event.setup is None)
    return moves if len(moves) == len(events) else ()
