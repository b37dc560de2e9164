"""Examples that are played: what the pictures in the pages of rules are drawn from."""

from dataclasses import dataclass
from typing import Any

from ludotheque.core.game import Game
from ludotheque.core.options import complete
from ludotheque.core.record import Record
from ludotheque.core.state import State
from ludotheque.engine.contract import SPECTATOR


@dataclass(frozen=True)
class Example:
    """A game to replay, as far as a picture needs it; options left out have their usual values."""

    definition: Any
    options: dict[str, Any]
    setup: dict[str, Any]  # as a record tells it
    moves: tuple[str, ...]

    def state(self, plies: int | None = None) -> State:
        """The position after so many moves, or all of them."""
        game = Game(self.definition, complete(self.definition.options, self.options))
        return Record(game, self.setup, self.moves).replay(plies)

    def data(self, plies: int | None = None, *, seat: int = SPECTATOR) -> Any:
        """What a seat sees then, as plain data."""
        return self.state(plies).view(seat).data
