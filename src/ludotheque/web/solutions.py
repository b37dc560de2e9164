"""How the games of past days could have been won."""

import asyncio

from ludotheque.i18n.language import SHARED
from ludotheque.tables.daily import solved
from ludotheque.tables.errors import Unavailable
from ludotheque.tables.service import TableService

_ = SHARED.text

MOST_SOLVED = 64  # solutions that are remembered
PATIENCE = 20.0  # seconds that somebody waits for one; it goes on being worked out


class Solutions:
    """How days' games could have been won: found by a worker, once for all who ask."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], asyncio.Task[str | None]] = {}

    async def get(self, tables: TableService, game: str, shuffle: str) -> str | None:
        """The record of a game that wins, or None if none was found; refused while that takes long."""
        what = game, shuffle
        if what not in self._found:
            if len(self._found) >= MOST_SOLVED:
                self._found.clear()
            self._found[what] = asyncio.create_task(tables.thinkers.aside(solved, game, shuffle))
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(self._found[what])
        except TimeoutError:
            why = _("the solution is still being worked out; try again in a moment")
            raise Unavailable("solution", why) from None
        except Exception:
            self._found.pop(what, None)  # whoever asks next may be luckier
            raise
