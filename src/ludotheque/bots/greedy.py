"""The bot that looks one move ahead: what looks best by the game's heuristic, any one of equals."""

import numpy as np

from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.chance import Seed, below, fresh_seed, source


class GreedyBot:
    """Plays what looks best; equal seeds make equal choices."""

    def __init__(self, game: Game, *, seed: Seed | None = None) -> None:
        self._rng = source(fresh_seed() if seed is None else seed)

    def choose(self, view: View) -> Move:
        """The best looking legal move."""
        moves = view.moves()
        weights = np.zeros(len(moves), np.float32)
        heuristic = view.game.definition.heuristic
        codes = np.array([move.code for move in moves], np.int32)
        if heuristic is not None:
            heuristic.weigh(view.states(), 0, codes, len(moves), weights)
        best = [move for move, weight in zip(moves, weights, strict=True) if weight == weights.max()]
        return best[below(self._rng, len(best))]
