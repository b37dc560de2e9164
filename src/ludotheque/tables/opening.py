"""How a table is opened: as somebody asks for it, for a rematch, or to play on from a finished game."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludotheque.core.errors import quoted
from ludotheque.core.fair_shuffle import SECRET
from ludotheque.core.fairness import can_be_proven
from ludotheque.core.game import Game
from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import TableRefusal
from ludotheque.tables.events import BOT, FRIEND, OPEN, PERSON, Occupant, Opened, TimeControl
from ludotheque.tables.people import NOVICE, STAND_IN, bot_name, distinct_name, good_level, good_name
from ludotheque.tables.table import Table

_ = SHARED.text

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
ID_LENGTH = 13  # letters: 64 bits, so that nobody finds a table by guessing
TIME_CONTROLS = ("none", "move", "game")
LOT, FIXED = "lot", "fixed"
SHORTEST_TIME, LONGEST_TIME = 5, 30 * 24 * 3600  # seconds


@dataclass(frozen=True)
class SeatRequest:
    """Who a seat is for: ``me``, a ``bot`` of a level, a ``friend`` with a link, or ``open`` to anybody."""

    kind: str
    level: str = ""  # as the table's
    name: str = ""  # of another player at my screen


@dataclass(frozen=True)
class TableRequest:
    """A table to open. Options left out have their usual values; without seats it is me against bots.

    Who *contributes* to the shuffles does so when the table is open and its commitment known: the game waits
    for it a moment. At a *hot_seat* table one person may take several seats. At a *ready* table nobody need
    set the board up, in a game where players do that. A *lesson* is for one person among novices; where the
    game has none, it is a guided game among novices. A table that *remembers* shows what has been played.
    Bots for which no level is given have the table's *level*. Seats are drawn by ``lot`` when the game begins
    (M5, F9, O4), or ``fixed`` as they are listed; in a guided game they always are.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: Sequence[SeatRequest] = ()
    clock: TimeControl = field(default_factory=TimeControl)
    listed: bool = True
    guided: bool = False
    contributes: bool = False
    hot_seat: bool = False
    ready: bool = False
    lesson: bool = False
    remembers: bool = True
    level: str = STAND_IN
    seating: str = LOT


def new_id() -> str:
    """What a table is called."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def opening(request: TableRequest, person: str, name: str, now: float, line: str = "") -> Opened:
    """The event that opens a table as requested, from a line, or a refusal."""
    if request.lesson:
        return _lesson(request, person, name, now)
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
        seats=_occupants(request, seats, person, name),
        host=person,
        clock=_good_clock(request.clock),
        listed=request.listed,
        guided=request.guided,
        hot_seat=request.hot_seat,
        ready=request.ready,
        remembers=request.remembers,
        line=line,
        lot=_draws_lot(request, game),
        **_promise(
            game,
            [k for k, seat in enumerate(seats) if seat.kind == "me" and request.contributes],
            lot=_draws_lot(request, game),
        ),
    )


def _lesson(request: TableRequest, person: str, name: str, now: float) -> Opened:
    found = definition(request.game)
    lesson = found.page.LESSON
    game = make_game(request.game, **(lesson.options if lesson else found.first))
    novices = [SeatRequest("bot", NOVICE)] * (game.players - 1)
    seats = _occupants(request, [SeatRequest("me"), *novices], person, name)
    return Opened(
        now,
        game=request.game,
        revision=game.revision,
        options=game.options,
        seats=seats,
        host=person,
        listed=False,
        guided=True,
        ready=lesson is None,
        lesson=lesson is not None,
        setup=dict(lesson.setup) if lesson else None,
        moves=lesson.moves if lesson else (),
    )


def _draws_lot(request: TableRequest, game: Game) -> bool:
    if request.seating not in (LOT, FIXED):
        why = _("seats are drawn by lot or fixed; not {seating}", seating=quoted(request.seating))
        raise TableRefusal("seating", why)
    return request.seating == LOT and game.players > 1 and not request.guided


def _promise(game: Game, awaited: Sequence[int], *, lot: bool = False) -> dict[str, Any]:
    """The secret that shuffles and the *lot* follow from, if there are any, and who shall contribute."""
    if not can_be_proven(game) and not lot:
        return {}
    return {"secret": secrets.token_hex(SECRET), "awaited": tuple(awaited)}


def _occupants(
    request: TableRequest, seats: Sequence[SeatRequest], person: str, name: str
) -> tuple[Occupant, ...]:
    """Who has the seats, people first: no two players are called the same. One link invites all friends."""
    key, found = secrets.token_urlsafe(9), dict[int, Occupant]()
    for k in sorted(range(len(seats)), key=lambda k: (seats[k].kind != "me", k)):
        asked = replace(seats[k], level=seats[k].level or request.level, name=seats[k].name or name)
        found[k] = _occupant(asked, k, person, key, [who.name for who in found.values()])
    return tuple(found[k] for k in range(len(seats)))


def _occupant(seat: SeatRequest, number: int, person: str, key: str, taken: Sequence[str]) -> Occupant:
    match seat.kind:
        case "me":
            return Occupant(PERSON, person=person, name=distinct_name(good_name(seat.name), taken))
        case "bot":
            return Occupant(BOT, level=good_level(seat.level), name=bot_name(taken, number))
        case "friend":
            return Occupant(FRIEND, key=key)
        case "open":
            return Occupant(OPEN)
    raise TableRefusal("seats", _("a seat is for me, a bot, a friend, or open; not {kind}", kind=seat.kind))


def _good_clock(clock: TimeControl) -> TimeControl:
    if clock.kind not in TIME_CONTROLS:
        raise TableRefusal("clock", _("a clock is none, move or game; not {kind}", kind=clock.kind))
    if clock.kind != "none" and not SHORTEST_TIME <= clock.seconds <= LONGEST_TIME:
        why = _("a clock has {least} to {most} seconds", least=SHORTEST_TIME, most=LONGEST_TIME)
        raise TableRefusal("clock", why)
    if clock.increment and clock.kind != "game":
        raise TableRefusal("clock", _("only a clock for the whole game has an increment"))
    if not 0 <= clock.increment <= LONGEST_TIME:
        raise TableRefusal("clock", _("an increment has 0 to {most} seconds", most=LONGEST_TIME))
    return TimeControl(clock.kind, float(clock.seconds), float(clock.increment))  # as it is stored


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
        ready=opened.ready or opened.lesson,
        remembers=opened.remembers,
        line=opened.line,
        **_promise(table.game, [seat for seat, k in enumerate(order) if table.contributions[k]]),
    )


def playing_on(table: Table, ply: int, person: str, name: str, seat: int, now: float) -> Opened:
    """A new table that plays on from a position of a finished game, with bots in the other seats."""
    record = table.record()
    if not 0 <= ply < table.ply:
        raise TableRefusal("ply", _("there is no move {ply}; the game has {last}", ply=ply, last=table.ply))
    table.known_seat(seat)
    me = Occupant(PERSON, person=person, name=good_name(name))
    seats = [me]
    for k in range(1, len(table.seats)):
        seats.append(Occupant(BOT, level=STAND_IN, name=bot_name([who.name for who in seats], k)))
    seats.insert(seat, seats.pop(0))
    return Opened(
        now,
        game=record.game.name,
        revision=record.game.revision,
        options=record.options,
        seats=tuple(seats),
        host=person,
        listed=False,
        setup=record.setup,
        moves=tuple(record.moves[:ply]),
    )
