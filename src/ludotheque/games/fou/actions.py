"""A card of Fou! as two small numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.planes import Factor
from ludotheque.games.fou.cards import COLOURS, LANE

FACTORS: tuple[Factor, ...] = (
    Factor("colour", COLOURS, "green, red, yellow, blue; of a 1, which has no colour, 0"),
    Factor("value", LANE, "the number on the card"),
)


def decode(codes: NDArray[np.int64]) -> NDArray[Any]:
    """The colour and the value of each card."""
    return np.stack([codes // LANE, codes % LANE], axis=1)
