"""The bot that plays any legal move, each equally likely."""

from ludotheque.bots.deciding import Decider, moves_to_choose_from
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.chance import Seed, below


class RandomBot(Decider):
    """Plays at random; equal seeds make equal choices."""

    def __init__(self, game: Game, *, seed: Seed | None = None) -> None:
        super().__init__(game, seed)

    def choose(self, view: View) -> Move:
        """Any legal move."""
        moves = moves_to_choose_from(self._game, view)
        return moves[below(self._rng, len(moves))]
