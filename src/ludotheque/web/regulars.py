"""Who has played here for a while. Everybody else may be a name that somebody has just made up."""

import time
from collections.abc import Awaitable, Callable

HOUR = 3600.0

HasFinished = Callable[[str, float], Awaitable[bool]]  # a game, before a moment


class Regulars:
    """Knows them: asked with every table that is opened and every word that is said, so that it remembers."""

    MOST = 20_000

    def __init__(self, has_finished: HasFinished, now: Callable[[], float] = time.time) -> None:
        self._has_finished = has_finished
        self._now = now
        self._known: set[str] = set()  # a regular never becomes a newcomer

    async def __call__(self, person: str) -> bool:
        """Whether a person has a game here that was over an hour ago."""
        if person in self._known:
            return True
        if not await self._has_finished(person, self._now() - HOUR):
            return False
        if len(self._known) >= self.MOST:
            self._known.clear()
        self._known.add(person)
        return True
