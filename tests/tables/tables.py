"""Tables for tests, opened as people open them."""

from collections.abc import Sequence
from typing import Any

from ludotheque.tables.events import Clock, Happening
from ludotheque.tables.opening import SeatWish, Wish, opening
from ludotheque.tables.table import Table

ADA, BO, EVE = "ada-id", "bo-id", "eve-id"


def wished(game: str, seats: Sequence[str], clock: Clock | None = None, **options: Any) -> Table:
    """A table that Ada opens; *seats* are "me", "open", "friend" or a level of bots."""
    plain = ("me", "open", "friend")
    kinds = [SeatWish(seat) if seat in plain else SeatWish("bot", seat) for seat in seats]
    wish = Wish(game, options, kinds, clock or Clock())
    return Table("test", opening(wish, ADA, "Ada"))


def happen(table: Table, told: Happening | Sequence[Happening] | None) -> None:
    """Make it so, at once."""
    for event in [told] if not isinstance(told, list) else told:
        assert event is not None
        table.apply(event)


def play_first(table: Table, person: str) -> str:
    """A person plays the first legal move."""
    move = str(table.state.moves()[0])
    happen(table, table.move(person, table.ply, move))
    return move
