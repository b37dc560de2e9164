"""Bots: players that choose a move from a view. They never see a state."""

from typing import Any, Protocol

from ludotheque.bots.random import RandomBot
from ludotheque.core.errors import UnknownBot, quoted, suggestion
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View

BOTS = {"random": RandomBot}


class Bot(Protocol):
    """Somebody who decides."""

    def choose(self, view: View) -> Move:
        """One of ``view.moves()``, which are not empty."""


def bot(name: str, game: Game, **settings: Any) -> Bot:
    """The bot called *name* for *game*, or UnknownBot with a suggestion."""
    if name not in BOTS:
        raise UnknownBot(f"no bot {quoted(name)}; {suggestion(name, BOTS)}")
    return BOTS[name](game, **settings)
