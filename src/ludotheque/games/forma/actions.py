"""A move of Forma as five small numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.planes import Factor
from ludotheque.games.forma.elements import ELEMENT_OF, ELEMENTS, FIRST_SHAPE, SIDE, SQUARES
from ludotheque.games.forma.rules import ALL_SHAPES, KINDS, MISFIT, OBSTACLE, PASS, TOWER

MOVES = ("element", "obstacle", "tower", "misfit", "pass")
MOST_TURNS = int(np.diff(FIRST_SHAPE).max())  # ways to turn and flip an element: 8

FACTORS: tuple[Factor, ...] = (
    Factor("kind", len(MOVES), "place an element, an obstacle or the tower, lose an element by eye, or pass"),
    Factor("element", KINDS, f"{', '.join(ELEMENTS)}; if none is meant 0"),
    Factor("turn", MOST_TURNS, "which way it is turned and flipped, in the order of elements.SHAPES; else 0"),
    Factor("file", SIDE, "a–t of the square, for an element of the south-west corner around it; else 0"),
    Factor("rank", SIDE, "1–20 of the square, less one; else 0"),
)


def decode(codes: NDArray[np.int64]) -> NDArray[Any]:
    """The factors of each move; see `rules` for its formula."""
    cases = [codes < OBSTACLE, codes < TOWER, codes < MISFIT, codes < PASS]
    kind = np.select(cases, [0, 1, 2, 3], 4)
    shape = np.minimum(codes // SQUARES, ALL_SHAPES - 1)
    element = np.select([kind == 0, kind == 3], [ELEMENT_OF[shape], codes - MISFIT], 0)
    turn = np.where(kind == 0, shape - FIRST_SHAPE[ELEMENT_OF[shape]], 0)
    square = np.select(cases[:3], [codes % SQUARES, codes - OBSTACLE, codes - TOWER], 0)
    return np.stack([kind, element, turn, square % SIDE, square // SIDE], axis=1)
