"""Reviews of finished games: made in the workers when nobody else needs them, and kept with the table.

Each decision is judged on its own and stored at once, so that a review goes on where it was after a restart,
and every process sees how far it is. One process at a time works on a review.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.core.errors import Refusal
from ludotheque.core.move import Move
from ludotheque.core.record import Record
from ludotheque.core.state import State
from ludotheque.i18n.language import SHARED
from ludotheque.reviews import Review, decisions_of, put_together
from ludotheque.tables.broker.notes import Broker, Lease
from ludotheque.tables.errors import NotNow, TooMuch
from ludotheque.tables.storage import Storage
from ludotheque.tables.table import Table
from ludotheque.tables.thinking import Thinkers
from ludotheque.workers import WorkerFailed

_ = SHARED.text
log = logging.getLogger(__name__)

MOST_OF_A_PERSON = 2  # reviews that somebody may wait for, in this process
MOST_KNOWN = 64  # games whose decisions are remembered


@dataclass(frozen=True)
class Progress:
    """How far a review is: *review* is there when all decisions are judged."""

    table: Table
    judged: int
    decisions: int
    review: Review | None = None


class Reviewers:
    """All reviews that this process makes."""

    def __init__(self, storage: Storage, thinkers: Thinkers, broker: Broker) -> None:
        self._storage = storage
        self._thinkers = thinkers
        self._broker = broker
        self._running: dict[str, tuple[str, asyncio.Task[None]]] = {}  # by table: who asked for it
        self._decisions: dict[str, Sequence[tuple[State, Move]]] = {}

    async def begin(self, table: Table, person: str) -> Progress:
        """Review a finished game, unless that is done or going on; how far it is."""
        progress = await self.look(table)
        if progress.review is None and table.id not in self._running:
            if sum(who == person for who, _task in self._running.values()) >= MOST_OF_A_PERSON:
                why = _("two reviews that you asked for are still being made; wait for them")
                raise TooMuch("reviews", why)
            lease = await self._broker.lease(f"review:{table.id}")
            if lease is not None and table.id not in self._running:
                task = asyncio.create_task(self._work(table, person, lease))
                self._running[table.id] = person, task
        return progress

    async def look(self, table: Table) -> Progress:
        """How far the review of a finished game is; refused while the game goes on."""
        decisions = await self._decisions_of(table)
        found = await self._storage.judgements.of(table.id)
        if len(found) < len(decisions):
            return Progress(table, len(found), len(decisions))
        review = await asyncio.to_thread(put_together, table.record(), found)
        return Progress(table, len(found), len(decisions), review)

    def stop(self) -> None:
        """Make none any more; what is judged is stored."""
        for _person, task in self._running.values():
            task.cancel()

    async def _decisions_of(self, table: Table) -> Sequence[tuple[State, Move]]:
        """The decisions that were made at this table; not those that it began with."""
        record = table.record()  # refuses while the game goes on
        if not table.state.over:
            raise NotNow(
                "given up", _("the game was given up; only games that were played to their end are reviewed")
            )
        if table.id not in self._decisions:
            if len(self._decisions) >= MOST_KNOWN:
                self._decisions.clear()
            first = 0 if table.opened.imported is not None else table.given
            self._decisions[table.id] = await asyncio.to_thread(_decisions_from, record, first)
        return self._decisions[table.id]

    async def _work(self, table: Table, person: str, lease: Lease) -> None:
        try:
            known = {one.ply for one in await self._storage.judgements.of(table.id)}
            left = iter([one for one in await self._decisions_of(table) if one[0].ply not in known])

            async def one_by_one() -> None:
                for state, move in left:
                    await self._judge(state, move, table.id, person)

            async with asyncio.TaskGroup() as group:
                for _each in range(self._thinkers.workers):
                    group.create_task(one_by_one())
        except* (Refusal, WorkerFailed) as failed:  # whoever asks again goes on with it
            log.error("the review of table %s stopped: %s", table.id, failed.exceptions[0])
        finally:
            self._running.pop(table.id, None)
            await self._broker.release(lease)

    async def _judge(self, state: State, move: Move, table: str, person: str) -> None:
        found = await self._thinkers.judge(state, move, table=table, person=person)
        await self._storage.judgements.keep(table, found)


def _decisions_from(record: Record, first: int) -> Sequence[tuple[State, Move]]:
    return [(state, move) for state, move in decisions_of(record) if state.ply >= first]
