"""How a table is opened: as somebody asks for it, for a rematch, or to play on from a finished game."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.fair_shuffle import SECRET
from ludotheque.core.fairness import can_be_proven
from ludotheque.core.game import Game
from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import TableRefusal
from ludotheque.tables.events import BOT, FRIEND, OPEN, PERSON, Occupant, Opened, TimeControl
from ludotheque.tables.people import STAND_IN, good_level, good_name
from ludotheque.tables.table import Table

_ = SHARED.text

TIME_CONTROLS = ("none", "move", "game")
SHORTEST_TIME, LONGEST_TIME = 5, 24 * 3600  # seconds


@dataclass(frozen=True)
class SeatRequest:
    """Who a seat is for: ``me``, a ``bot`` of a level, a ``friend`` with a link, or ``open`` to anybody."""

    kind: str
    level: str = STAND_IN
    name: str = ""  # of another player at my screen


@dataclass(frozen=True)
class TableRequest:
    """A table to open. Options left out have their usual values; without seats it is me against bots.

    Who *contributes* to the shuffles does so when the table is open and its commitment known: the game waits
    for it a moment. At a *hot_seat* table one person may take several seats.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: Sequence[SeatRequest] = ()
    clock: TimeControl = field(default_factory=TimeControl)
    listed: bool = True
    guided: bool = False
    contributes: bool = False
    hot_seat: bool = False


def opening(request: TableRequest, person: str, name: str, now: float) -> Opened:
    """The event that opens a table as requested, or a refusal."""
    found = definition(request.game)
    usual = found.first if request.guided else found.at_table
    game = make_game(request.game, **{**usual, **request.options})
    seats = list(request.seats) or [SeatRequest("me"), *[SeatRequest("bot")] * (game.players - 1)]
    if len(seats) != game.players:
        why = _(
            "a table for {players} needs {players} seats, not {given}", players=game.players, given=len(seats)
        )
        raise TableRefusal("seats", why)
    return Opened(
        now,
        game=request.game,
        revision=game.revision,
        options=game.options,
        seats=tuple(_occupant(seat, person, _name(name, seats, k)) for k, seat in enumerate(seats)),
        host=person,
        clock=_good_clock(request.clock),
        listed=request.listed,
        guided=request.guided,
        hot_seat=request.hot_seat,
        **_promise(game, [k for k, seat in enumerate(seats) if seat.kind == "me" and request.contributes]),
    )


def _promise(game: Game, awaited: Sequence[int]) -> dict[str, Any]:
    """The secret that the shuffles follow from, where they can be proven, and who shall contribute."""
    if not can_be_proven(game):
        return {}
    return {"secret": secrets.token_hex(SECRET), "awaited": tuple(awaited)}


def _name(name: str, seats: Sequence[SeatRequest], k: int) -> str:
    """What the player of a seat is called: people at one screen are told apart by a number."""
    before = sum(seat.kind == "me" and not seat.name for seat in seats[:k])
    return seats[k].name or (f"{name} {before + 1}" if before else name)


def _occupant(seat: SeatRequest, person: str, name: str) -> Occupant:
    match seat.kind:
        case "me":
            return Occupant(PERSON, person=person, name=good_name(name))
        case "bot":
            return Occupant(BOT, level=good_level(seat.level))
        case "friend":
            return Occupant(FRIEND, key=secrets.token_urlsafe(9))
        case "open":
            return Occupant(OPEN)
    raise TableRefusal("seats", _("a seat is for me, a bot, a friend, or open; not {kind}", kind=seat.kind))


def _good_clock(clock: TimeControl) -> TimeControl:
    if clock.kind not in TIME_CONTROLS:
        raise TableRefusal("clock", _("a clock is none, move or game; not {kind}", kind=clock.kind))
    if clock.kind != "none" and not SHORTEST_TIME <= clock.seconds <= LONGEST_TIME:
        why = _("a clock has {least} to {most} seconds", least=SHORTEST_TIME, most=LONGEST_TIME)
        raise TableRefusal("clock", why)
    return TimeControl(clock.kind, float(clock.seconds))  # as it is stored


def rematch(table: Table, person: str, now: float) -> Opened:
    """Another game with the same seats, each player moved on by one.

    Whoever contributed to the shuffles of the last game is waited for again.
    """
    opened = table.opened
    order = [len(table.seats) - 1, *range(len(table.seats) - 1)]
    return Opened(
        now,
        game=opened.game,
        revision=opened.revision,
        options=opened.options,
        seats=tuple(table.seats[k].who for k in order),
        host=person,
        clock=opened.clock,
        listed=opened.listed,
        hot_seat=table.hot_seat,
        **_promise(table.game, [seat for seat, k in enumerate(order) if table.contributions[k]]),
    )


def playing_on(table: Table, ply: int, person: str, name: str, seat: int, now: float) -> Opened:
    """A new table that plays on from a position of a finished game, with bots in the other seats."""
    record = table.record()
    if not 0 <= ply < table.ply:
        raise TableRefusal("ply", _("there is no move {ply}; the game has {last}", ply=ply, last=table.ply))
    table.known_seat(seat)
    me = Occupant(PERSON, person=person, name=good_name(name))
    bot = Occupant(BOT, level=STAND_IN)
    return Opened(
        now,
        game=record.game.name,
        revision=record.game.revision,
        options=record.options,
        seats=tuple(me if k == seat else bot for k in range(len(table.seats))),
        host=person,
        listed=False,
        setup=record.setup,
        moves=tuple(record.moves[:ply]),
    )
