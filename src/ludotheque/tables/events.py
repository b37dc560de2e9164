"""What can happen at a table. A table is its events, in order; they are all that is stored."""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

PERSON, BOT, FRIEND, OPEN = "person", "bot", "friend", "open"  # kinds of occupants
BY_POST = 6 * 3600.0  # seconds to think, from which on a game is played by post


class Occupant(Struct, frozen=True, omit_defaults=True):
    """Who has a seat, or may have it: a friend's seat is taken with its key, an open one by anybody."""

    kind: str
    person: str = ""
    name: str = ""
    level: str = ""
    key: str = ""

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name or self.level}>"  # a log must not tell keys


class TimeControl(Struct, frozen=True, omit_defaults=True):
    """How long a player may think: ``none``, so many seconds for each ``move``, or for the whole ``game``.

    In a ``game`` every move that somebody makes brings them *increment* seconds more (Fischer's clock).
    """

    kind: str = "none"
    seconds: float = 0.0
    increment: float = 0.0

    @property
    def by_post(self) -> bool:
        """Whether one may think for so long that nobody is expected to sit there meanwhile."""
        return self.kind != "none" and self.seconds >= BY_POST


class _Dated(Struct, frozen=True, omit_defaults=True, tag_field="what"):
    """Something that happened, and when (seconds since 1970)."""

    at: float


class Opened(_Dated, frozen=True, kw_only=True, tag="opened"):
    """A table was opened.

    With a *secret* (hexadecimal) its shuffles can be proven; *awaited* are the seats whose players will
    contribute to them. *setup* is there where everything is dealt from the start: *moves* have been played
    already where a table goes on from another's game, and tables of before `Begun` were dealt when opened.
    A game that came in as a record has *imported*, what the record carried besides (archive.py). At a *ready*
    table nobody sets the board up: it is made when the game begins. A *lesson* follows its game's script.
    A table that does not *remember* shows its players nothing that was played before (O12).
    On a *daily* table (its day, as 2026-11-17) everything is drawn from *shuffle*, which is the day's.
    With a *lot* seats are drawn when the game begins (`SeatsDrawn`); before, a seat is a place to wait in.
    All tables that were opened from one *line* share some places in everybody's list.
    """

    game: str
    options: dict[str, Any]
    seats: tuple[Occupant, ...]
    host: str
    setup: dict[str, Any] | None = None
    clock: TimeControl = TimeControl()
    listed: bool = True
    guided: bool = False
    moves: tuple[str, ...] = ()
    revision: int = 1  # of the game's rules
    secret: str = ""
    awaited: tuple[int, ...] = ()
    hot_seat: bool = False
    ready: bool = False
    lesson: bool = False
    remembers: bool = True
    lot: bool = False
    daily: str = ""
    shuffle: str = ""
    line: str = ""
    imported: dict[str, Any] | None = None

    def __repr__(self) -> str:
        return f"<Opened {self.game}>"  # a log must not tell the secret


class SeatTaken(_Dated, frozen=True, kw_only=True, tag="seated"):
    """Somebody, or a bot, took a seat, and contributed to the shuffles; or it is free again."""

    seat: int
    who: Occupant
    contribution: str = ""


class Contributed(_Dated, frozen=True, kw_only=True, tag="contributed"):
    """Somebody contributed to the shuffles, for these seats of theirs."""

    seats: tuple[int, ...]
    contribution: str


class SeatsDrawn(_Dated, frozen=True, kw_only=True, tag="seats drawn"):
    """Seats were drawn by lot: whoever waited in place *order[k]* plays in seat k."""

    order: tuple[int, ...]


class Begun(_Dated, frozen=True, kw_only=True, tag="begun"):
    """All seats were taken and the contributions in: the game began.

    What chance decided is told by the events, *setup*, as records tell it: a table can be replayed even when
    shuffles are made in another way. *moves* set the board up in the players' place, at a ready table.
    """

    setup: dict[str, Any]
    moves: tuple[str, ...] = ()


class HouseRules(_Dated, frozen=True, kw_only=True, tag="house rules"):
    """The host said who may talk, and whether one person may take several seats, at one screen."""

    watchers_talk: bool
    hot_seat: bool


class Moved(_Dated, frozen=True, kw_only=True, tag="moved"):
    """A move was played; *person* is empty if a bot did. If chance decided then, *setup* is told anew.

    One that played *by_itself* was forced, and somebody's page made it for them.
    """

    move: str
    setup: dict[str, Any] | None = None
    person: str = ""
    by_itself: bool = False


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
    """A bot began to play for an absent person; for good if their time is up.

    Whoever *left* has got up by themselves, and was not put aside.
    """

    seat: int
    for_good: bool = False
    left: bool = False


class Resigned(_Dated, frozen=True, kw_only=True, tag="resigned"):
    """Somebody gave up: a bot plays on for them, for good; when no person is left, the game is over."""

    person: str
    seats: tuple[int, ...]


class CameBack(_Dated, frozen=True, kw_only=True, tag="came back"):
    """The person took their seat back."""

    seat: int


class Rematched(_Dated, frozen=True, kw_only=True, tag="rematched"):
    """Another game was opened with the same seats."""

    table: str


Event: TypeAlias = (
    Opened
    | SeatTaken
    | Contributed
    | SeatsDrawn
    | Begun
    | HouseRules
    | Moved
    | UndoAsked
    | UndoAnswered
    | Undone
    | Said
    | StoodIn
    | Resigned
    | CameBack
    | Rematched
)

encode = Encoder().encode
decode = Decoder(Event).decode
