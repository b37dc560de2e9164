"""A table in a few words, for lists: it is stored beside the events, so that no list replays a game."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ludotheque.tables.events import PERSON, Occupant
from ludotheque.tables.table import PLAYING, Table

NOBODY = -1


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
    due: float | None = None  # when something must happen by itself: a bot moves, a clock runs out …

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person has."""
        return [k for k, who in enumerate(self.seats) if who.kind == PERSON and who.person == person]


def summary_of(table: Table) -> Summary:
    """What lists need to know about a table."""
    return Summary(
        id=table.id,
        game=table.game.name,
        options=table.game.options,
        phase=table.phase,
        listed=table.opened.listed,
        seats=tuple(replace(seat.who, key="") for seat in table.seats),
        turn=table.state.seat if table.phase == PLAYING else NOBODY,
        touched=table.touched,
        host=table.host,
        due=_due(table),
    )


def _due(table: Table) -> float | None:
    """When a bot is to move (at once), or a clock runs out; a stand-in moves only while somebody looks.

    A game that waits for contributions begins without them after a while: it is looked after at once.
    """
    if table.full and not table.begun:
        return table.full_since
    if table.phase != PLAYING:
        return None
    seat = table.seats[table.state.seat]
    if seat.by_bot:
        return None if seat.stood_in else table.touched
    return table.clock.runs_out(table.state.seat)
