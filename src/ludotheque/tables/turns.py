"""To whom it matters what somebody else did at a table: they may want to be told."""

from collections.abc import Sequence

from ludotheque.tables.chronicle import OVER, PLAYING
from ludotheque.tables.events import Event, Moved, SeatTaken, Undone
from ludotheque.tables.table import Table


def who_is_told(before: Table, after: Table, events: Sequence[Event]) -> set[str]:
    """Who is to move now, and everybody when a game by post ends; not those who did it themselves."""
    if after.position == before.position:
        return set()
    return _concerned(after) - _who_acted(events)


def _concerned(table: Table) -> set[str]:
    if table.phase == OVER:
        return set(table.people()) if table.opened.clock.by_post else set()
    seat = table.seats[table.state.seat]
    return {seat.who.person} if table.phase == PLAYING and not seat.by_bot else set()


def _who_acted(events: Sequence[Event]) -> set[str]:
    moved = {event.person for event in events if isinstance(event, (Moved, Undone))}
    return moved | {event.who.person for event in events if isinstance(event, SeatTaken)}
