"""A table with all that is alive about it: who looks at it, what it waits for, and who sees to that."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from ludotheque.tables.pending import Pending
from ludotheque.tables.table import Table

ABSENCE = 60.0  # seconds that a request without a socket counts as being there
GRACE = 15.0  # seconds until a bot may play for somebody who has gone; pages connect again sooner (live.js)
_COALESCED = 0.2  # seconds in which people come and go before the others are told
_PER_SUBSCRIBER = 0.005  # and for each who is told: a crowd hears of its growth less often


class Subscriber(Protocol):
    """Somebody who wants to know what happens at a table."""

    person: str

    def changed(self) -> None:
        """The table has changed: look again, soon."""

    def closing(self) -> None:
        """The server stops: say so, and close."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class Room:
    """A table with all that is alive about it."""

    table: Table
    now: Callable[[], float] = time.time
    absence: float = ABSENCE
    subscribers: set[Subscriber] = field(default_factory=set)  # they `arrive` and `depart`
    elsewhere: frozenset[str] = frozenset()  # people who `look_elsewhere`, through other processes
    acted: dict[str, float] = field(default_factory=dict)  # when people last asked for something
    left: dict[str, float] = field(default_factory=dict)  # when people stopped looking
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    pending: Pending | None = None
    attendant: asyncio.Task[None] | None = None
    behind: bool = False  # other processes may have written events that are not in the table yet
    bot_waits: float | None = None  # seconds until the bot begins to think, if it has to wait for long
    unsaved: bool = False  # what is to happen cannot be stored now, and is tried again
    used: float = 0.0  # when somebody asked for it last (monotonic)
    opened_at: float = field(init=False)
    _telling: asyncio.TimerHandle | None = None
    _looking: frozenset[str] = frozenset()  # it is asked for several times for each move

    def __post_init__(self) -> None:
        self.opened_at = self.now()

    def arrive(self, subscriber: Subscriber) -> None:
        """Somebody begins to look at the table."""
        self.subscribers.add(subscriber)
        self._find_who_looks()

    def depart(self, subscriber: Subscriber) -> None:
        """Somebody looks no more, through this socket."""
        self.subscribers.discard(subscriber)
        self._find_who_looks()

    def look_elsewhere(self, people: frozenset[str]) -> None:
        """These people look through other processes."""
        self.elsewhere = people
        self._find_who_looks()

    def _find_who_looks(self) -> None:
        self._looking = self.elsewhere.union([subscriber.person for subscriber in self.subscribers])

    def looking(self) -> frozenset[str]:
        """The people who look at the table now, through this process or another."""
        return self._looking

    def here(self) -> frozenset[str]:
        """The people who look, and those whose programs have asked for something not long ago."""
        looking = self.looking()
        return looking if self.acted.keys() <= looking else looking | self._active()

    def _active(self) -> set[str]:
        since = self.now() - self.absence
        return {
            person
            for person, at in self.acted.items()
            if at > since and any(not self.table.seats[seat].stood_in for seat in self.table.seats_of(person))
        }

    def away(self) -> dict[str, float]:
        """The people with a seat who do not look, and when each was here last."""
        return {
            person: max(self.opened_at, self.acted.get(person, 0.0), self.left.get(person, 0.0))
            for person in self.table.people() - self.looking()
        }

    @property
    def grace(self) -> float:
        """Seconds in which somebody who has gone may come back, and nobody can let a bot play for them."""
        return min(GRACE, self.absence)

    def replaceable(self) -> dict[str, float]:
        """The people with a seat who are not here, and from when on another may let a bot play for them."""
        here = self.here()
        return {person: since + self.grace for person, since in self.away().items() if person not in here}

    def awaited(self) -> bool:
        """Whether somebody who plays is here, and waits for those who are not."""
        return not self.here().isdisjoint(self.table.people())

    def tell_wait(self, seconds: float | None) -> None:
        """Many bots want to think: this table's has to wait for so long yet, or no longer."""
        self.bot_waits = seconds
        self.notify()

    def tell_unsaved(self) -> None:
        """What is to happen cannot be stored now."""
        if not self.unsaved:
            self.unsaved = True
            self.notify()

    def notify(self) -> None:
        """Let everybody look again."""
        if self._telling:
            self._telling.cancel()
            self._telling = None
        for subscriber in self.subscribers:
            subscriber.changed()

    def notify_soon(self) -> None:
        """Let everybody look again, who came or went: once for all who do so in a short while."""
        if self._telling is None and self.subscribers:
            pause = _COALESCED + _PER_SUBSCRIBER * len(self.subscribers)
            self._telling = asyncio.get_running_loop().call_later(pause, self.notify)
