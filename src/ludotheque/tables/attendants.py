"""The attendant of a table: a task that does what nobody's click does (pending.py).

It lets bots move, stops clocks, and seats a stand-in for somebody who has gone. Whatever fails is tried
again, so that no table is stuck. Of several processes at one table only the one that holds the lease acts; if
it dies the lease ends, and another does it. Should two act all the same, the number of the event decides.
"""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from ludotheque.core.errors import Refusal
from ludotheque.tables.broker.notes import Broker, Help, Lease
from ludotheque.tables.errors import NotNow
from ludotheque.tables.events import Event
from ludotheque.tables.pending import BEGINS, BOT_MOVES, TIME_IS_UP, Pacing, Pending, pending_at
from ludotheque.tables.rooms import Room
from ludotheque.tables.storage import StorageFailed
from ludotheque.tables.table import Table
from ludotheque.tables.thinking import Thinkers

log = logging.getLogger(__name__)

Act: TypeAlias = Callable[[Table, float], Event | Sequence[Event] | None]

LONGEST_NAP = 5.0  # seconds, before the time is looked at again
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0  # seconds before something that failed is tried again
HEAD_START = 0.5  # seconds that a process with less to do has before this one acts itself
LEASE_PAUSE = 1.0  # seconds before one asks again for what another process does


class Attendants:
    """The attendants of all tables of this process."""

    def __init__(
        self,
        act: Callable[[str, Act], Awaitable[Table]],
        thinkers: Thinkers,
        broker: Broker,
        pacing: Pacing,
        now: Callable[[], float],
    ) -> None:
        self._act = act
        self._thinkers = thinkers
        self._broker = broker
        self._pacing = pacing
        self._now = now
        self._acting: set[asyncio.Task[None]] = set()
        self._resting = False

    def attend(self, room: Room) -> None:
        """See to it that what the table waits for will happen; what is waited for already goes on."""
        if self._resting:
            return
        pending = self._pending(room)
        if room.attendant and not room.attendant.done():
            if pending == room.pending:
                return
            self.dismiss(room)
        room.pending = pending
        room.attendant = asyncio.create_task(self._bring_about(room, pending)) if pending else None

    def dismiss(self, room: Room) -> None:
        """Nobody need attend to the table; an act that is being stored is not stopped, and ends by itself."""
        if room.attendant and room.attendant not in self._acting:
            room.attendant.cancel()
        room.attendant = None

    def rest(self) -> None:
        """Nobody attends to anything any more: the server stops."""
        self._resting = True

    def _pending(self, room: Room) -> Pending | None:
        return pending_at(room.table, room.away(), room.awaited(), self._pacing)

    async def _bring_about(self, room: Room, pending: Pending) -> None:
        """Do it, however often that takes; whoever changes what is pending ends this."""
        pause, me = FIRST_PAUSE, asyncio.current_task()
        while room.attendant is me:
            try:
                await self._wait_until(pending.until)
                if self._pending(room) != pending:  # nobody waits any more, say, and nothing told so
                    room.attendant = None
                    self.attend(room)
                    return
                await self._let_others_help(room, pending)
                if await self._do_alone(room, pending):
                    return
                await asyncio.sleep(LEASE_PAUSE * random.uniform(0.8, 1.2))
            except Exception as error:
                _report(room, error)
                await asyncio.sleep(pause * random.uniform(0.8, 1.2))
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def _wait_until(self, moment: float | None) -> None:
        while moment is not None and (left := moment - self._now()) > 0:
            await asyncio.sleep(min(left, LONGEST_NAP))

    async def _let_others_help(self, room: Room, pending: Pending) -> None:
        """Where many bots wait, ask a process with less to do; whoever has the lease first does it."""
        process = self._thinkers.idler_process(pending.level) if pending.then == BOT_MOVES else None
        if process is not None:
            self._broker.tell(Help(process, room.table.id))
            await asyncio.sleep(HEAD_START)

    async def _do_alone(self, room: Room, pending: Pending) -> bool:
        """Do it unless another process does so now; whether it is done."""
        lease = await self._broker.lease(f"{room.table.id}:{pending.position}:{pending.then}")
        if lease is None:
            return False
        done = False
        try:
            await self._do(room, pending, lease)
            done = True
        finally:
            await asyncio.shield(asyncio.ensure_future(self._broker.release(lease, done=done)))
        return True

    async def _do(self, room: Room, pending: Pending, lease: Lease) -> None:
        if pending.then == BOT_MOVES:
            move = await self._thought(room, pending)
            await self._act_with(
                lease, room.table.id, lambda table, now: table.move_by_bot(now, pending.position, move)
            )
        elif pending.then == BEGINS:
            await self._act_with(lease, room.table.id, lambda table, now: table.begin(now))
        else:
            for_good = pending.then == TIME_IS_UP
            await self._act_with(
                lease,
                room.table.id,
                lambda table, now: table.stand_in(now, pending.position, for_good=for_good),
            )

    async def _thought(self, room: Room, pending: Pending) -> str:
        """The bot's move, not sooner than people can follow, at a time that tells nothing of its cards."""
        began, table = time.monotonic(), room.table
        view = table.state.view(table.state.seat)
        knows_more_than_others = bytes(view) != bytes(table.views[-1])
        move = table.scripted_reply() or await self._thinkers.choose(
            pending.level,
            view,
            table=table.id,
            host=table.host,
            steady=knows_more_than_others and self._pacing.pace > 0,
            watched=lambda: bool(room.subscribers or room.elsewhere),
            on_wait=room.tell_wait,
        )
        if pending.until is None:
            await asyncio.sleep(max(0.0, self._pacing.pace - (time.monotonic() - began)))
        return move

    async def _act_with(self, lease: Lease, id: str, decide: Act) -> None:
        """Let it happen if the lease still holds when the event is about to be written."""

        def decide_if_leased(table: Table, now: float) -> Event | Sequence[Event] | None:
            if not lease.valid:
                raise NotNow("lease", f"another process does {lease.what} now")
            return decide(table, now)

        me = asyncio.current_task()
        assert me is not None
        self._acting.add(me)
        try:
            await self._act(id, decide_if_leased)
        finally:
            self._acting.discard(me)


def decided(decide: Act, table: Table, now: float) -> Sequence[Event]:
    """What happens at a table if *decide* has its way: nothing, one event or several."""
    events = decide(table, now)
    if events is None:
        return []
    return events if isinstance(events, Sequence) else [events]


def _report(room: Room, error: Exception) -> None:
    if isinstance(error, StorageFailed):
        room.tell_unsaved()  # the log has it from the storage, once for all tables
    elif isinstance(error, Refusal):
        log.warning("table %s: %s; trying again", room.table.id, error)
    else:
        log.error("table %s: its attendant failed, and tries again", room.table.id, exc_info=error)
