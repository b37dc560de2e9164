"""One process alone: it has nobody to tell, and every right at once."""

import itertools
import time

from ludotheque.tables.broker.notes import Lease, Listener, Note

_SWEPT = 4096  # counters, before those that have ended are thrown away


class LocalBroker:
    """Between one process and nobody."""

    process = ""
    shared = False
    hears = True

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._counted: dict[str, tuple[float, int]] = {}  # when it ends, how many

    async def start(self, listener: Listener) -> None:
        """Nothing to listen to."""

    async def stop(self) -> None:
        """Nothing to tell."""

    def tell(self, note: Note) -> None:
        """Nobody to tell it to."""

    async def lease(self, what: str) -> Lease | None:
        """Nobody else could have it."""
        return Lease(what, next(self._numbers))

    async def release(self, lease: Lease, *, done: bool = False) -> None:
        """Nobody else wants it."""

    async def count(self, what: str, seconds: float) -> int:
        """Count in this process."""
        now = time.monotonic()
        if len(self._counted) > _SWEPT:
            self._counted = {key: value for key, value in self._counted.items() if value[0] > now}
        ends, number = self._counted.get(what, (0.0, 0))
        if ends <= now:
            ends, number = now + seconds, 0
        self._counted[what] = ends, number + 1
        return number + 1
