"""What a table waits for besides clicks: a bot's move, a contribution, or the end of somebody's time."""

from collections.abc import Mapping
from dataclasses import dataclass

from ludotheque.tables.chronicle import PLAYING
from ludotheque.tables.people import STAND_IN
from ludotheque.tables.table import Table

BOT_MOVES, BOT_STANDS_IN, TIME_IS_UP = "bot moves", "bot stands in", "time is up"
BEGINS = "begins"


@dataclass(frozen=True)
class Pacing:
    """How patient the service is, in seconds."""

    pace: float = 0.2  # between a move and a bot's answer; pages show moves at everybody's own pace
    absence: float = 60.0  # until a bot stands in for somebody who has gone
    notice: float = 3.0  # until somebody who does not look is told that it is their turn
    contribution: float = 10.0  # when all sit, until a game begins without what somebody would contribute


@dataclass(frozen=True)
class Pending:
    """What shall happen at a table, and when. Equal waits need not begin anew."""

    position: int  # the table's, for which it shall happen
    then: str
    level: str = STAND_IN  # of the bot that then moves
    until: float | None = None  # the moment; None: as soon as the bot has thought


def pending_at(table: Table, away: Mapping[str, float], awaited: bool, pacing: Pacing) -> Pending | None:
    """What a table waits for, if anything.

    *away* tells since when players do not look; *awaited* is whether one of them is here. Somebody who only
    watches does not count: what happens is the players' business.
    """
    if table.full and not table.begun:
        return Pending(table.position, BEGINS, until=table.full_since + pacing.contribution)
    if table.phase != PLAYING:
        return None
    seat = table.seats[table.state.seat]
    if seat.stood_in and not awaited and not table.goes_on_unseen:
        return None  # nobody would see it; whoever comes back finds the game as they left it
    if seat.by_bot:
        return Pending(table.position, BOT_MOVES, seat.who.level or STAND_IN)
    ends = []
    time_up = table.clock.runs_out(table.state.seat)
    if time_up is not None:
        by_bot = table.opened.clock.kind == "move"  # one move; the next turn is theirs again
        ends.append(Pending(table.position, BOT_MOVES if by_bot else TIME_IS_UP, until=time_up))
    clock = table.opened.clock
    patient = clock.kind == "none" or clock.by_post  # then a bot stands in when the others ask for it
    gone = None if patient else away.get(seat.who.person)
    if gone is not None and awaited:
        ends.append(Pending(table.position, BOT_STANDS_IN, until=gone + pacing.absence))
    return min(ends, key=lambda pending: pending.until or 0.0, default=None)
