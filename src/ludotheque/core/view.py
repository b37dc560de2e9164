"""A view: what one seat, or a spectator, may know. All that bots, pages and agents ever get."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.move import Move
from ludotheque.engine.chance import Seed, source
from ludotheque.engine.contract import States
from ludotheque.engine.kernels import unpack

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.state import State


class View:
    """What *seat* may know (−1: a spectator), immutable. Equal knowledge makes equal views.

    ``states()`` is the position with everything hidden blanked out, for compiled code; ``data`` is the
    same as plain values, for people and pages.
    """

    def __init__(self, game: "Game", seat: int, states: States) -> None:
        self.game = game
        self.seat = seat
        self._states = states

    def states(self) -> States:
        """The position as `contract.hide` left it, one record; the caller's own to change."""
        return self._states.copy()

    @cached_property
    def data(self) -> Any:
        """The view as a frozen dataclass of plain values (see the game's ``view.py``)."""
        return self.game.definition.view.describe(self._states, 0, self.seat)

    def moves(self) -> list[Move]:
        """The legal moves, if the decision is this seat's; else none."""
        buffer = np.empty(self.game.definition.rules.MAX_MOVES, np.int32)
        count, seat = unpack(self.game.definition.kernels.survey(self._states, 0, buffer))
        if seat != self.seat:
            return []
        return self.game.definition.moves.listed(buffer[:count].tolist())

    def imagine(self, seed: Seed) -> "State":
        """A whole position that this seat cannot tell from the true one."""
        from ludotheque.core.state import Shuffled, State  # a state makes views

        rng = source(seed)
        states = self.states()
        self.game.definition.rules.imagine(states, 0, self.seat, rng)
        return State.imagined(self.game, states, Shuffled(rng))

    def svg(self, *, theme: str = "auto") -> str:
        """The table as an SVG picture; theme auto, light or dark."""
        return self.game.definition.picture.draw(self.data, theme=theme)

    def __bytes__(self) -> bytes:
        return self._states.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.game, self.seat, bytes(self)) == (other.game, other.seat, bytes(other))

    def __hash__(self) -> int:
        return hash((self.seat, bytes(self)))

    def _repr_svg_(self) -> str:
        return self.svg()
