"""Tables for tests, opened as people open them."""

from collections.abc import Sequence
from typing import Any

from ludotheque.tables.events import Event, Opened, TimeControl
from ludotheque.tables.opening import FIXED, SeatRequest, TableRequest, opening
from ludotheque.tables.table import Table, opened_table

ADA, BO, EVE = "ada-id", "bo-id", "eve-id"
NOON = 1_800_000_000.0  # when the tables of tests are opened


def opened_as(
    game: str,
    seats: Sequence[str],
    clock: TimeControl | None = None,
    *,
    contributes: bool = False,
    seating: str = FIXED,
    **options: Any,
) -> Opened:
    """How Ada opens a table; *seats* are "me", "open", "friend" or a level of bots, fixed unless said so."""
    plain = ("me", "open", "friend")
    kinds = [SeatRequest(seat) if seat in plain else SeatRequest("bot", seat) for seat in seats]
    request = TableRequest(
        game, options, kinds, clock or TimeControl(), contributes=contributes, seating=seating
    )
    return opening(request, ADA, "Ada", NOON)


def opened(game: str, seats: Sequence[str], clock: TimeControl | None = None, **options: Any) -> Table:
    """The table then; without free seats its game has begun."""
    return opened_table("test", opened_as(game, seats, clock, **options))[0]


def happened(table: Table, events: Event | Sequence[Event] | None) -> Table:
    """The table afterwards."""
    assert events is not None
    return table.after(events if isinstance(events, Sequence) else [events])


def play_first(table: Table, person: str, now: float = NOON) -> Table:
    """A person plays the first legal move."""
    return happened(table, table.move(now, person, table.ply, str(table.state.moves()[0])))
