"""What can happen at a table. A table is its events, in order; they are all that is stored."""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

PERSON, BOT, FRIEND, OPEN = "person", "bot", "friend", "open"  # kinds of seats


class Seating(Struct, frozen=True, omit_defaults=True):
    """Who a seat is for. A friend's seat is taken with its key, an open one by anybody."""

    kind: str
    person: str = ""
    name: str = ""
    level: str = ""
    key: str = ""


class Clock(Struct, frozen=True, omit_defaults=True):
    """How long a player may think: ``none``, so many seconds for each ``move``, or for the whole ``game``."""

    kind: str = "none"
    seconds: float = 0.0


class Event(Struct, frozen=True, omit_defaults=True, tag_field="what"):
    """Something that happened, and when (seconds since 1970)."""

    at: float


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """A table was opened. *moves* have been played already where it goes on from another's game.

    What chance decides is told by the events, *setup*, as records tell it: a table can be replayed even when
    shuffles are made in another way.
    """

    game: str
    options: dict[str, Any]
    seats: tuple[Seating, ...]
    host: str
    setup: dict[str, Any]
    clock: Clock = Clock()
    listed: bool = True
    guided: bool = False
    moves: tuple[str, ...] = ()


class Seated(Event, frozen=True, kw_only=True, tag="seated"):
    """Somebody, or a bot, took a seat."""

    seat: int
    who: Seating


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A move was played; *person* is empty if a bot did. If chance decided then, *setup* is told anew."""

    move: str
    setup: dict[str, Any] | None = None
    person: str = ""
    spent: float = 0.0  # seconds of the seat's clock


class UndoAsked(Event, frozen=True, kw_only=True, tag="undo asked"):
    """Somebody would like to go back to *ply*, if everybody in *of* agrees."""

    person: str
    ply: int
    of: tuple[str, ...]


class UndoAnswered(Event, frozen=True, kw_only=True, tag="undo answered"):
    """One of them answered."""

    person: str
    yes: bool


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """The game went back to *ply*."""

    ply: int
    person: str


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """Somebody said something."""

    person: str
    name: str
    text: str


class StoodIn(Event, frozen=True, kw_only=True, tag="stood in"):
    """A bot began to play for an absent person; for good if their time is up."""

    seat: int
    for_good: bool = False


class CameBack(Event, frozen=True, kw_only=True, tag="came back"):
    """The person took their seat back."""

    seat: int


class Rematched(Event, frozen=True, kw_only=True, tag="rematched"):
    """Another game was opened with the same seats."""

    table: str


Happening: TypeAlias = (
    Opened | Seated | Moved | UndoAsked | UndoAnswered | Undone | Said | StoodIn | CameBack | Rematched
)

encode = Encoder().encode
decode = Decoder(Happening).decode
