"""A table in a few words, for lists: it is stored beside the events, so that no list replays a game."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ludotheque.tables.events import PERSON, Occupant
from ludotheque.tables.table import PLAYING, Table

NOBODY = -1


class Summary(Struct, frozen=True):
    """What lists of tables tell, and whether the table waits for something that nobody's click does."""

    id: str
    game: str
    options: dict[str, Any]
    phase: str
    listed: bool
    seats: tuple[Occupant, ...]  # without their keys
    turn: int  # the seat to move, or nobody's
    attended: bool  # a bot is to move, or a clock runs, or a game is about to begin
    touched: float  # when the last event happened

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person has."""
        return [k for k, who in enumerate(self.seats) if who.kind == PERSON and who.person == person]


def summary_of(table: Table) -> Summary:
    """What lists need to know about a table."""
    turn = table.state.seat if table.phase == PLAYING else NOBODY
    waits_for_bot = turn != NOBODY and table.seats[turn].by_bot and not table.seats[turn].stood_in
    return Summary(
        id=table.id,
        game=table.game.name,
        options=table.game.options,
        phase=table.phase,
        listed=table.opened.listed,
        seats=tuple(replace(seat.who, key="") for seat in table.seats),
        turn=turn,
        attended=waits_for_bot or _is_timed(table, turn),
        touched=table.touched,
    )


def _is_timed(table: Table, turn: int) -> bool:
    about_to_begin = table.full and not table.begun
    return about_to_begin or (turn != NOBODY and table.clock.runs_out(turn) is not None)
