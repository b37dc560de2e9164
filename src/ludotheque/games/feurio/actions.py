"""A move of Feurio! as five small numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.planes import Factor
from ludotheque.games.feurio.rules import BREAK, CELLS, COLOURS, LAY, MEN, MOST_MEN, PASS, REACH, STRIDE

KINDS = ("lay", "break", "men", "pass")

FACTORS: tuple[Factor, ...] = (
    Factor("kind", len(KINDS), "lay the tile face up, lay it face down (F23), send men (F12), or pass"),
    Factor("colour", COLOURS, "of the man who pays, or of the men sent: green, blue, yellow, red; else 0"),
    Factor("number", MOST_MEN + 1, "of men sent; else 0"),
    Factor("q", STRIDE, f"the cell's column q + {REACH}; of a pass 0"),
    Factor("r", STRIDE, f"the cell's row r + {REACH}; of a pass 0"),
)


def decode(codes: NDArray[np.int64]) -> NDArray[Any]:
    """The factors of each move; see `rules` for its formula."""
    verb, cell = codes // CELLS, codes % CELLS
    men = verb - MEN
    passes = codes == PASS
    cases = [passes, verb == LAY, verb < MEN]
    kind = np.select(cases, [3, 0, 1], 2)
    colour = np.select(cases, [0, 0, verb - BREAK], men // MOST_MEN)
    number = np.select(cases, [0, 0, 0], men % MOST_MEN + 1)
    return np.stack([kind, colour, number, cell % STRIDE, cell // STRIDE], axis=1)
