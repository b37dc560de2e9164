"""Moves judged by their factors: a number for each of them, and the sum of these for a move."""

from functools import cache

import numpy as np

from ludotheque.core.game import Game
from ludotheque.engine.contract import Numbers


@cache
def factor_columns(game: Game) -> Numbers:
    """(actions, factors): the columns whose sum is a move's, one column for every number of every factor."""
    firsts = np.cumsum([0, *(factor.size for factor in game.factors[:-1])])
    moves = np.arange(game.actions, dtype=np.int32)
    return np.ascontiguousarray(game.decode(moves) + firsts, np.int32)
