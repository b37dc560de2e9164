"""Forests built by hand: tiles and men put where a test wants them, legal or not."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import ludotheque
from ludotheque.games.feurio import rules
from ludotheque.games.feurio.notation import COLOUR_LETTERS, cell_number
from ludotheque.games.feurio.view import FeurioView, describe

Cell = tuple[int, int]

NEIGHBOURS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Forest:
    """A forest with *tiles* (cell to value, 0 for a firebreak of seat 0) laid in their order."""

    def __init__(
        self, tiles: Mapping[Cell, int], men: Mapping[Cell, str] | None = None, **options: Any
    ) -> None:
        self.states = ludotheque.game("feurio", **options).blank()
        self._s = self.states[0]
        for cell, value in tiles.items():
            self.put_tile(cell, value)
        self._wait()
        for cell, letters in (men or {}).items():
            for letter in letters:
                self.put_man(cell, letter)

    def put_tile(self, cell: Cell, value: int) -> None:
        """Lay one more tile."""
        t = self._s["laid"]
        self._s["stack"][t] = value or 1
        self._s["broken_by"][t] = 0 if value else 1
        rules._put_tile(self._s, cell_number(*cell), value)

    def has_man(self, colour: str) -> bool:
        """Whether a man of that colour is still to be placed."""
        return bool(self._s["reserve"][:, COLOUR_LETTERS.index(colour)].any())

    def put_man(self, cell: Cell, colour: str) -> None:
        """Put a man of the first seat that has one on a tile, whatever the rules say of it."""
        seat = next(seat for seat in range(4) if self._s["reserve"][seat][COLOUR_LETTERS.index(colour)])
        self._s["seat"] = seat
        rules._send(self._s, cell_number(*cell), COLOUR_LETTERS.index(colour), 1)
        self._wait()

    def _wait(self) -> None:
        self._s["phase"] = rules.TO_LAY if self._s["laid"] < rules.TILES else rules.TO_FINISH

    @property
    def view(self) -> FeurioView:
        return describe(self.states, 0, 0)

    @property
    def hottest(self) -> set[Cell]:
        return set(self.view.hottest)

    @property
    def scores(self) -> list[int]:
        out = np.zeros(self._s["players"], np.int32)
        rules.scores(self.states, 0, out)
        values: list[int] = out.tolist()
        return values

    @property
    def winners(self) -> list[int]:
        mask = rules.winners(self.states, 0)
        return [seat for seat in range(self._s["players"]) if mask >> seat & 1]

    def worths(self, colour: str) -> list[int]:
        """What the areas of a colour are worth, ascending."""
        return sorted(area.worth for area in self.view.areas if area.colour == colour)


def ring(centre: Cell) -> list[Cell]:
    """The six cells around a cell."""
    return [(centre[0] + q, centre[1] + r) for q, r in NEIGHBOURS]
