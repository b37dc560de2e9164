"""The clock of a table: what each seat has spent, and since when one thinks.

It looks at no clock on the wall: every moment is an argument, the ``at`` of an event or the caller's now.
So a table replayed from its events has spent what it had, and a restart gives no seconds back.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ludotheque.core.frozen import changed
from ludotheque.tables.events import TimeControl

SHORTEST_TURN = 3.0  # seconds, of a game whose time is nearly up


@dataclass(frozen=True)
class GameClock:
    """All seats' clocks. One runs at most: that of the seat to move, while a person decides there."""

    control: TimeControl
    spent: tuple[float, ...]  # seconds of each seat's finished turns
    moves: tuple[int, ...]  # how many each seat's player has made that still stand; each brings the increment
    used: float = 0.0  # seconds of the present turn, until the clock was stopped last
    since: float | None = None  # when it began to run; None while it stands still
    stopped: float | None = None  # when a bot came in for whoever thought, if it did within this turn

    def run(self, at: float) -> "GameClock":
        """The seat to move begins to think, or goes on with it.

        Whoever got up in their turn, and comes back before a bot has moved, has thought all the while.
        """
        if self.since is not None:
            return self
        return changed(self, since=at if self.stopped is None else self.stopped, stopped=None)

    def stop(self, at: float) -> "GameClock":
        """The seat to move thinks no more, for a while: a bot stands in."""
        return self if self.since is None else changed(self, used=self.thought(at), since=None, stopped=at)

    def end_turn(self, seat: int, at: float, moves: Iterable[int]) -> "GameClock":
        """The turn of a seat is over, by a move or an undo; what it took is charged to that seat.

        *moves* tells the seats of all moves by people that stand now: what was taken back brings nothing.
        """
        charged = (*self.spent[:seat], self.spent[seat] + self.thought(at), *self.spent[seat + 1 :])
        counted = self.moves
        if self.control.increment:
            made = Counter(moves)
            counted = tuple(made[one] for one in range(len(self.spent)))
        return changed(self, spent=charged, moves=counted, used=0.0, since=None, stopped=None)

    def thought(self, now: float) -> float:
        """Seconds that the present turn has taken."""
        return self.used + (max(0.0, now - self.since) if self.since is not None else 0.0)

    def left(self, seat: int, now: float, *, to_move: bool) -> float | None:
        """Seconds that a seat may still think; None without a clock."""
        if self.control.kind == "none":
            return None
        return max(0.0, self._budget(seat) - (self.thought(now) if to_move else 0.0))

    def too_late_back(self, seat: int, now: float) -> bool:
        """Whether the time of the seat to move would be up if whoever got up in their turn came back now."""
        if self.control.kind == "none" or self.stopped is None:
            return False
        return self.used + now - self.stopped >= self._budget(seat)

    def runs_out(self, seat: int) -> float | None:
        """The moment at which the time of the seat to move is up; None if its clock stands still."""
        if self.control.kind == "none" or self.since is None:
            return None
        return self.since + self._budget(seat) - self.used

    def _budget(self, seat: int) -> float:
        """Seconds that a seat has for its turn, from the turn's beginning.

        Whoever moved in the last moment has moved in time, and can move again: a turn is never too short to
        be played.
        """
        if self.control.kind == "game":
            earned = self.control.increment * self.moves[seat]
            return max(SHORTEST_TURN, self.control.seconds + earned - self.spent[seat])
        return self.control.seconds
