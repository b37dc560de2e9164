"""The picture that a link to a table shows where it is shared: the table as the public may see it."""

import asyncio
from collections import OrderedDict
from typing import TypeAlias

from ludotheque.core.definition import Definition
from ludotheque.drawing.raster import png
from ludotheque.drawing.svg import BASE_CSS
from ludotheque.i18n.language import language, speaking
from ludotheque.tables.chronicle import SEATING
from ludotheque.tables.table import Table
from ludotheque.web.covers import cover

SIZE = (1200, 630)  # pixels, as the places where links are shared want it
KEPT = 100  # pictures

Key: TypeAlias = tuple[str, int, str, str]


class Previews:
    """Draws each picture once, and one at a time: whoever plays comes first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def picture(self, table: Table) -> bytes:
        """A table as a PNG, in the language spoken now."""
        key = (table.id, table.position, table.phase, language())
        async with self._drawing:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(_drawn, table, language())
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def _drawn(table: Table, spoken: str) -> bytes:
    """By a spectator's view and nothing else; before the game begins, the game's cover."""
    with speaking(spoken, table.names()):
        found = table.game.definition
        svg = _styled_cover(found, spoken) if table.phase == SEATING else ""
        return png(svg or table.views[-1].svg(theme="light"), SIZE)


def _styled_cover(found: Definition, spoken: str) -> str:
    drawn = cover(found.name, spoken)
    style = f"<style>{BASE_CSS}{found.page.CSS}</style>"
    begin, bracket, rest = drawn.partition(">")
    return f'{begin} class="ludotheque {found.name} light">{style}{rest}' if bracket else ""
