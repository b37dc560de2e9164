"""Who is told when: everybody whose turn has come while they did not look, once, however many servers run.

Notices are in the storage (tables/storage/post.py), and each is told by the process that claims it there.
What fails is tried again later, for the browser where it failed alone.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludotheque.tables.chronicle import OVER
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Notice, StorageFailed, Subscription
from ludotheque.web import metrics
from ludotheque.web.push.keys import signing_key
from ludotheque.web.push.letters import News, Outcome, letter
from ludotheque.web.settings import Settings

if TYPE_CHECKING:
    from ludotheque.web.push.sending import Sender

log = logging.getLogger(__name__)

ROUND = 1.0  # seconds between two looks at what waits
AT_ONCE = 50  # notices
CLAIM = 120.0  # seconds; whoever has not told it by then has died
MOST_IN_A_MINUTE = 6  # letters for one person; what is more is told later, together
MINUTE = 60.0
PAUSES = (30.0, 120.0, 600.0, 3600.0, 4 * 3600.0)  # seconds before what failed is tried again
CONTACT = "mailto:nobody@localhost"  # of a server that tells no other


class Postman:
    """Goes round until it is cancelled."""

    def __init__(self, tables: TableService, settings: Settings) -> None:
        self._tables = tables
        self._post = tables.storage.post
        self._settings = settings
        self._sender: Sender | None = None
        self._hiring = asyncio.Lock()

    async def keep_going(self) -> None:
        """Tell people, for as long as the server runs."""
        try:
            while True:
                await self._go_round()
                await asyncio.sleep(ROUND)
        finally:
            if self._sender:
                await self._sender.close()

    async def _hired(self) -> "Sender":
        """Who posts letters. What that needs takes a while to import, and many servers never post any."""
        async with self._hiring:
            if self._sender is None:
                sending = await asyncio.to_thread(import_module, "ludotheque.web.push.sending")
                key = await signing_key(self._tables.storage)
                public = next((str(one) for one in self._settings.public if one.scheme == "https"), CONTACT)
                contact = self._settings.contact or public
                self._sender = sending.Sender(key, contact, self._settings.push_networks)
            assert self._sender
            return self._sender

    async def _go_round(self) -> None:
        try:
            now = self._tables.now()
            waiting = await self._post.due(now, AT_ONCE)
            claimed = await self._post.claim(waiting, now + CLAIM) if waiting else []
            bundles = defaultdict(list)
            for notice in claimed:
                bundles[notice.person, notice.subscription].append(notice)
            await asyncio.gather(*(self._tell(bundle) for bundle in bundles.values()))
        except StorageFailed:
            pass  # it is in the log, and everything waits in the database
        except Exception:
            log.exception("a round of the postman failed, and is tried again")

    async def _tell(self, notices: Sequence[Notice]) -> None:
        """Tell a person, in one letter, what is news at these tables."""
        news = await self._news(notices)
        places = await self._places(notices[0]) if news else []
        if not news or not places:
            await self._post.settle(notices)
            return
        now = self._tables.now()
        if await self._tables.broker.count(f"told:{notices[0].person}", MINUTE) > MOST_IN_A_MINUTE:
            await self._post.settle(notices, [replace(one, due=now + MINUTE) for one in notices])
            return
        person, tries = notices[0].person, notices[0].tries
        failed = [one for one in places if await self._send(one, person, news) is Outcome.FAILED]
        again = [replace(notices[-1], due=now + pause, tries=tries + 1) for pause in PAUSES[tries:][:1]]
        await self._post.settle(
            notices, [replace(one, subscription=place.id) for one in again for place in failed]
        )

    async def _news(self, notices: Sequence[Notice]) -> News | None:
        """All games that wait for a person, the new ones last; or one that is over, or nothing any more."""
        person = notices[0].person
        tables = {one.table for one in notices if not self._tables.is_looking(one.table, person)}
        if not tables:
            return None
        found = await self._tables.storage.turns(person)
        new = [one for one in found if one.id in tables]
        if new:
            return News([*(one for one in found if one.id not in tables), *new])
        over = [one for id in tables if (one := await self._tables.storage.summary(id)) and one.phase == OVER]
        return News(found, over[0]) if over else None

    async def _places(self, notice: Notice) -> list[Subscription]:
        known = await self._post.subscriptions(notice.person)
        return [one for one in known if notice.subscription in ("", one.id)]

    async def _send(self, place: Subscription, person: str, news: News) -> Outcome:
        sender = await self._hired()
        outcome = await sender.send(place, letter(place.language, person, news, self._tables.now()))
        metrics.LETTERS.labels(outcome.value).inc()
        if outcome is Outcome.GONE:
            await self._post.unsubscribe(place.id)
        return outcome
