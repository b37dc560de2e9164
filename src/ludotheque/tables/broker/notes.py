"""What the processes of a house tell each other, and what they ask of the broker between them.

A note reaches every other process at most once, and may be lost: whoever finds a gap in the numbers of a
process's letters looks again. What must not be lost is in the storage.
"""

import time
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from msgspec import Struct

from ludotheque.tables.events import Moved


class Changed(Struct, frozen=True, tag="changed"):
    """Something happened at a table, which has now so many events.

    If these were moves alone, and chance decided nothing, they are told too: whoever has the table as it was
    before need not read them. What is dealt is in the storage and nowhere else.
    """

    table: str
    version: int
    moves: tuple[Moved, ...] = ()  # the last ones, all that happened


class Looks(Struct, frozen=True, tag="looks"):
    """Somebody looks at a table through this process, or does no more."""

    table: str
    person: str
    here: bool


class Acted(Struct, frozen=True, tag="acted"):
    """Somebody who has a seat at a table asked for something there without looking, as programs do."""

    table: str
    person: str


class Everybody(Struct, frozen=True, tag="everybody"):
    """All people who look at tables through this process; *more* follow what has been told already."""

    tables: dict[str, list[str]]
    more: bool = False


class Asks(Struct, frozen=True, tag="asks"):
    """Somebody has just come, or has missed something: tell everybody who looks."""


class Alive(Struct, frozen=True, tag="alive"):
    """This process lives, for so many seconds, and has this time; its bots are that busy."""

    now: float
    age: float
    wait: float = 0.0  # seconds until a bot that wants to think now would begin
    hints: dict[str, int] = {}  # that people wait for


class Used(Struct, frozen=True, tag="used"):
    """Bots have thought so many seconds in somebody's share."""

    person: str
    seconds: float
    hint: bool


class Help(Struct, frozen=True, tag="help"):
    """Let a process attend to a table too: its bot would have to wait for long here."""

    process: str
    table: str


class Goodbye(Struct, frozen=True, tag="goodbye"):
    """This process ends; nobody looks through it any more."""


Note: TypeAlias = Changed | Looks | Acted | Everybody | Asks | Alive | Used | Help | Goodbye


@dataclass(frozen=True)
class Lease:
    """The right to do something alone for a while. Later leases have higher numbers."""

    what: str
    number: int
    ends: list[float] = field(default_factory=lambda: [float("inf")], compare=False)  # monotonic; one item

    @property
    def valid(self) -> bool:
        """Whether nobody else can have it yet."""
        return time.monotonic() < self.ends[0]


class Listener(Protocol):
    """Who wants to hear what the other processes tell."""

    def heard(self, process: str, note: Note) -> None:
        """A process told something."""

    def missed(self) -> None:
        """Anything may have been missed since the last call: look again."""


class Broker(Protocol):
    """Between the processes of a house."""

    process: str  # what this one is called

    @property
    def shared(self) -> bool:
        """Whether there may be other processes at all."""

    @property
    def hears(self) -> bool:
        """Whether the others can be heard now; if not, only the storage knows what they do."""

    async def start(self, listener: Listener) -> None:
        """Begin to listen."""

    async def stop(self) -> None:
        """Tell what waits, and end."""

    def tell(self, note: Note) -> None:
        """Tell all other processes, soon."""

    async def lease(self, what: str) -> Lease | None:
        """The right to do *what*, if nobody has it. It lasts until it is released or its process dies.

        While the broker is away everybody gets it: better twice than never.
        """

    async def release(self, lease: Lease, *, done: bool = False) -> None:
        """Let others do it; if it is *done*, only after a while, when all have heard of it."""

    async def count(self, what: str, seconds: float) -> int:
        """Count one more of something, in all processes together: how many since *seconds* began."""
