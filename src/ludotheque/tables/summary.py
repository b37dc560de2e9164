"""A table in a few words, for lists: it is stored beside the events, so that no list replays a game."""

from typing import Any

from msgspec import Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from ludotheque.tables.chronicle import OVER, PLAYING
from ludotheque.tables.events import PERSON, Occupant
from ludotheque.tables.table import Table

NOBODY = -1
FEWEST_PEOPLE = 2  # whose game is worth a line in everybody's list


class Result(Struct, frozen=True, omit_defaults=True):
    """How a game ended."""

    ended: float  # when
    scores: tuple[int, ...] = ()  # by seat; none where all share one goal, or nobody finished the game
    winners: tuple[int, ...] = ()
    resigned: tuple[int, ...] = ()  # the seats of those who gave up
    given_up: bool = False  # by everybody: nobody has won


class Summary(Struct, frozen=True):
    """What lists of tables tell, and when something happens there that nobody's click does."""

    id: str
    game: str
    options: dict[str, Any]
    phase: str
    listed: bool
    seats: tuple[Occupant, ...]  # without their keys
    turn: int  # the seat to move, or nobody's
    touched: float  # when the last event happened
    host: str = ""  # the person who opened it
    line: str = ""  # from where
    opened: float = 0.0  # when
    result: Result | None = None  # when the game is over; summaries of before have none
    daily: str = ""  # the day whose shuffle everybody has
    met: bool = False  # whether it was won, and no bot helped
    due: float | None = None  # when something must happen by itself: a bot moves, a clock runs out …

    @property
    def deadline(self) -> float | None:
        """When the clock of the person to move runs out; None if none runs."""
        by_person = self.turn != NOBODY and self.seats[self.turn].kind == PERSON
        return self.due if by_person and self.due != self.touched else None

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person has."""
        return [k for k, who in enumerate(self.seats) if who.kind == PERSON and who.person == person]


encode_summary = Encoder().encode
decode_summary = Decoder(Summary).decode


def summary_of(table: Table) -> Summary:
    """What lists need to know about a table."""
    return Summary(
        id=table.id,
        game=table.game.name,
        options=table.game.options,
        phase=table.phase,
        listed=table.opened.listed and _is_for_everybody(table),
        seats=tuple([replace(seat.who, key="") if seat.who.key else seat.who for seat in table.seats]),
        turn=table.state.seat if table.phase == PLAYING else NOBODY,
        touched=table.touched,
        host=table.host,
        line=table.opened.line,
        due=_due(table),
        opened=table.opened.at,
        daily=table.opened.daily,
        met=_is_met(table),
        result=_result(table) if table.phase == OVER else None,
    )


def _is_for_everybody(table: Table) -> bool:
    """A game against bots, or alone, is private: whoever has its link may watch."""
    return table.phase != PLAYING or len(table.people()) >= FEWEST_PEOPLE


def _is_met(table: Table) -> bool:
    if not table.opened.daily or table.phase != OVER:
        return False
    alone = all(move.person for move in table.past[table.given :])
    return alone and bool(table.state.winners)


def _result(table: Table) -> Result:
    counted = not table.given_up and not table.game.shared_goal
    return Result(
        ended=table.touched if table.ended is None else table.ended,
        scores=tuple(table.state.scores) if counted else (),
        winners=tuple(table.state.winners),
        resigned=tuple(k for k, seat in enumerate(table.seats) if seat.resigned),
        given_up=table.given_up,
    )


def _due(table: Table) -> float | None:
    """When a bot is to move (at once), or a clock runs out; a stand-in moves only while somebody looks,
    or by post.

    A game that waits for contributions begins without them after a while: it is looked after at once.
    """
    if table.full and not table.begun:
        return table.full_since
    if table.phase != PLAYING:
        return None
    seat = table.seats[table.state.seat]
    if seat.by_bot:
        return None if seat.stood_in and not table.goes_on_unseen else table.touched
    return table.clock.runs_out(table.state.seat)
