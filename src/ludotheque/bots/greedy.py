"""The bot that looks one move ahead: what looks best by the game's heuristic, any one of equals."""

import numpy as np

from ludotheque.bots.deciding import Decider, moves_to_choose_from
from ludotheque.bots.search import bound_search
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.chance import Seed, below


class GreedyBot(Decider):
    """Plays what looks best; equal seeds make equal choices. Without a heuristic all moves look alike."""

    def __init__(self, game: Game, *, seed: Seed | None = None) -> None:
        super().__init__(game, seed)

    def choose(self, view: View) -> Move:
        """The best looking legal move."""
        moves = moves_to_choose_from(self._game, view)
        weights = np.zeros(len(moves), np.float32)
        codes = np.array([move.code for move in moves], np.int32)
        bound_search(self._game.definition).weigh(view.states(), 0, codes, len(moves), weights)
        best = [move for move, weight in zip(moves, weights, strict=True) if weight == weights.max()]
        return best[below(self._rng, len(best))]
