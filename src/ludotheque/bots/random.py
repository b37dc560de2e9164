"""The bot that plays any legal move, each equally likely."""

from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.chance import Seed, below, fresh_seed, source


class RandomBot:
    """Plays at random; equal seeds make equal choices."""

    def __init__(self, game: Game, *, seed: Seed | None = None) -> None:
        self._rng = source(fresh_seed() if seed is None else seed)

    def choose(self, view: View) -> Move:
        """Any legal move."""
        moves = view.moves()
        return moves[below(self._rng, len(moves))]
