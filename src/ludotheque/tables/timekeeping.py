"""The time of the house: it passes as a monotonic clock says, whatever is done to the machine's own clock.

All moments at tables (when an event happened, when a clock runs out) are told by this one source, as seconds
since 1970. A machine whose clock jumps an hour ahead takes nobody's seat. Small errors of the two clocks are
evened out slowly. Of several processes the others follow the eldest, so that all have the same time even if
one was started before a jump and one after it.
"""

import time
from collections.abc import Callable

SLEW = 0.001  # seconds that the house's time may be corrected by in each second
STEP = 0.5  # a difference to the eldest's time that is taken over at once: we have just met


class Timekeeper:
    """Tells the time."""

    def __init__(
        self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._read = self._began = monotonic()
        self._now = wall()
        self._ahead: float | None = None  # of our monotonic clock is the time of whom we follow
        self._heard = self._read
        self._followed = ""
        self._births: dict[str, float] = {}  # of other processes, by our monotonic clock

    @property
    def age(self) -> float:
        """Seconds since this was made."""
        return self._monotonic() - self._began

    def now(self) -> float:
        """Seconds since 1970. It never goes back, unless to meet the time of an older process."""
        read = self._monotonic()
        passed, self._read = read - self._read, read
        self._now += passed
        wanted = self._wall() if self._ahead is None else read + self._ahead
        self._now += max(-SLEW * passed, min(SLEW * passed, wanted - self._now))
        return self._now

    def meet(self, process: str, theirs: float, age: float) -> None:
        """Another process lives, for *age* seconds, and said a moment ago that its time was *theirs*."""
        self._births[process] = self._monotonic() - age
        if self._eldest() == process:
            if self._followed != process:
                self._followed, self._ahead = process, None
            self._follow(theirs)

    def part(self, process: str) -> None:
        """A process has ended; if it was the eldest, another leads."""
        self._births.pop(process, None)
        if self._eldest() is None:
            self._ahead = None

    def _eldest(self) -> str | None:
        """The process that is followed; None if that is this one."""
        eldest = min(self._births, key=lambda process: (self._births[process], process), default=None)
        return eldest if eldest is not None and self._births[eldest] < self._began else None

    def _follow(self, theirs: float) -> None:
        """A message may be late but never early: of several the one that is furthest ahead is right."""
        read = self._monotonic()
        told = theirs - read
        if self._ahead is not None:
            told = max(told, self._ahead - 2 * SLEW * (read - self._heard))
        self._ahead, self._heard = told, read
        if abs(read + told - self.now()) > STEP:
            self._now = read + told
