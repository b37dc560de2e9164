"""What can happen at a table. A table is its events, in order; they are all that is stored."""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

PERSON, BOT, FRIEND, OPEN = "person", "bot", "friend", "open"  # kinds of occupants


class Occupant(Struct, frozen=True, omit_defaults=True):
    """Who has a seat, or may have it: a friend's seat is taken with its key, an open one by anybody."""

    kind: str
    person: str = ""
    name: str = ""
    level: str = ""
    key: str = ""


class TimeControl(Struct, frozen=True, omit_defaults=True):
    """How long a player may think: ``none``, so many seconds for each ``move``, or for the whole ``game``."""

    kind: str = "none"
    seconds: float = 0.0


class _Dated(Struct, frozen=True, omit_defaults=True, tag_field="what"):
    """Something that happened, and when (seconds since 1970)."""

    at: float


class Opened(_Dated, frozen=True, kw_only=True, tag="opened"):
    """A table was opened. *moves* have been played already where it goes on from another's game.

    What chance decides is told by the events, *setup*, as records tell it: a table can be replayed even when
    shuffles are made in another way.
    """

    game: str
    options: dict[str, Any]
    seats: tuple[Occupant, ...]
    host: str
    setup: dict[str, Any]
    clock: TimeControl = TimeControl()
    listed: bool = True
    guided: bool = False
    moves: tuple[str, ...] = ()
    revision: int = 1  # of the game's rules


class SeatTaken(_Dated, frozen=True, kw_only=True, tag="seated"):
    """Somebody, or a bot, took a seat; or it is free again."""

    seat: int
    who: Occupant


class Moved(_Dated, frozen=True, kw_only=True, tag="moved"):
    """A move was played; *person* is empty if a bot did. If chance decided then, *setup* is told anew."""

    move: str
    setup: dict[str, Any] | None = None
    person: str = ""


class UndoAsked(_Dated, frozen=True, kw_only=True, tag="undo asked"):
    """Somebody would like to go back to *ply*, if everybody in *of* agrees."""

    person: str
    ply: int
    of: tuple[str, ...]


class UndoAnswered(_Dated, frozen=True, kw_only=True, tag="undo answered"):
    """One of them answered."""

    person: str
    yes: bool


class Undone(_Dated, frozen=True, kw_only=True, tag="undone"):
    """The game went back to *ply*."""

    ply: int
    person: str


class Said(_Dated, frozen=True, kw_only=True, tag="said"):
    """Somebody said something."""

    person: str
    name: str
    text: str


class StoodIn(_Dated, frozen=True, kw_only=True, tag="stood in"):
    """A bot began to play for an absent person; for good if their time is up."""

    seat: int
    for_good: bool = False


class CameBack(_Dated, frozen=True, kw_only=True, tag="came back"):
    """The person took their seat back."""

    seat: int


class Rematched(_Dated, frozen=True, kw_only=True, tag="rematched"):
    """Another game was opened with the same seats."""

    table: str


Event: TypeAlias = (
    Opened | SeatTaken | Moved | UndoAsked | UndoAnswered | Undone | Said | StoodIn | CameBack | Rematched
)

encode = Encoder().encode
decode = Decoder(Event).decode
