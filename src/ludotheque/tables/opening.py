"""How a table is opened: from somebody's wish, for a rematch, or to go on from a place of a finished game."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game
from ludotheque.i18n.language import SHARED
from ludotheque.tables.events import BOT, FRIEND, OPEN, PERSON, Clock, Opened, Seating
from ludotheque.tables.table import STAND_IN, Table, TableRefusal, good_level, good_name

_ = SHARED.text

CLOCKS = ("none", "move", "game")
SHORTEST_CLOCK, LONGEST_CLOCK = 5, 24 * 3600


@dataclass(frozen=True)
class SeatWish:
    """Who a seat is wished for: me (or another at my screen, with a name), a bot, a friend, or open."""

    kind: str
    level: str = STAND_IN
    name: str = ""


@dataclass(frozen=True)
class Wish:
    """A table as somebody wishes it."""

    game: str
    options: dict[str, Any]
    seats: Sequence["SeatWish"]
    clock: Clock = field(default_factory=Clock)
    listed: bool = True
    guided: bool = False


def opening(wish: Wish, person: str, name: str) -> Opened:
    """The event that opens a table as wished, or a refusal."""
    found = definition(wish.game)
    game = make_game(wish.game, **{**(found.first if wish.guided else found.at_table), **wish.options})
    seats = list(wish.seats) or [SeatWish("me"), *[SeatWish("bot")] * (game.players - 1)]
    if len(seats) != game.players:
        why = _(
            "a table for {players} needs {players} seats, not {given}", players=game.players, given=len(seats)
        )
        raise TableRefusal("seats", why)
    return Opened(
        time.time(),
        game=wish.game,
        options=game.options,
        seats=tuple(_seating(seat, person, _name(name, seats, k)) for k, seat in enumerate(seats)),
        host=person,
        setup=game.new().setup,
        clock=_good_clock(wish.clock),
        listed=wish.listed,
        guided=wish.guided,
    )


def _name(name: str, seats: Sequence[SeatWish], k: int) -> str:
    """How the player of a seat is called: people at one screen are told apart by a number."""
    before = sum(seat.kind == "me" and not seat.name for seat in seats[:k])
    return seats[k].name or (f"{name} {before + 1}" if before else name)


def _seating(seat: SeatWish, person: str, name: str) -> Seating:
    match seat.kind:
        case "me":
            return Seating(PERSON, person=person, name=good_name(name))
        case "bot":
            return Seating(BOT, level=good_level(seat.level))
        case "friend":
            return Seating(FRIEND, key=secrets.token_urlsafe(9))
        case "open":
            return Seating(OPEN)
    raise TableRefusal("seats", _("a seat is for me, a bot, a friend, or open; not {kind}", kind=seat.kind))


def _good_clock(clock: Clock) -> Clock:
    if clock.kind not in CLOCKS:
        raise TableRefusal("clock", _("a clock is none, move or game; not {kind}", kind=clock.kind))
    if clock.kind != "none" and not SHORTEST_CLOCK <= clock.seconds <= LONGEST_CLOCK:
        why = _("a clock has {least} to {most} seconds", least=SHORTEST_CLOCK, most=LONGEST_CLOCK)
        raise TableRefusal("clock", why)
    return clock


def once_more(table: Table, person: str) -> Opened:
    """Another game with the same seats, each player moved on by one."""
    last, *others = (place.who for place in reversed(table.places))
    opened = table.opened
    return Opened(
        time.time(),
        game=opened.game,
        options=opened.options,
        seats=(last, *reversed(others)),
        host=person,
        setup=table.game.new().setup,
        clock=opened.clock,
        listed=opened.listed,
    )


def going_on(table: Table, ply: int, person: str, name: str, seat: int) -> Opened:
    """A new table that goes on from a place of a finished game, with bots in the other seats."""
    record = table.record()
    if not 0 <= ply < table.ply:
        raise TableRefusal("ply", _("there is no move {ply}; the game has {last}", ply=ply, last=table.ply))
    table.known_seat(seat)
    me = Seating(PERSON, person=person, name=good_name(name))
    return Opened(
        time.time(),
        game=record.game.name,
        options=record.options,
        seats=tuple(me if k == seat else Seating(BOT, level=STAND_IN) for k in range(len(table.places))),
        host=person,
        listed=False,
        setup=record.setup,
        moves=tuple(record.moves[:ply]),
    )
