"""A view: what one seat, or a spectator, may know. All that bots, pages and agents ever get."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import saving
from ludotheque.core.move import Moves
from ludotheque.engine.chance import Seed
from ludotheque.engine.contract import States, Weights
from ludotheque.engine.kernels import unpack
from ludotheque.engine.memory import room_of

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.state import State


def copied(states: States) -> States:
    """A copy of records; numpy's own goes through them field by field, in twenty times the time."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.view(np.uint8)))


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
        return copied(self._states)

    @cached_property
    def data(self) -> Any:
        """The view as a frozen dataclass of plain values (see the game's ``view.py``)."""
        return self.game.definition.view.describe(self._states, 0, self.seat)

    @property
    def turn(self) -> int:
        """The seat whose decision it is; −1 when the game is over, −2 where chance decides."""
        return int(self.game.definition.kernels.turn(self._states, 0))

    def moves(self) -> Moves:
        """The legal moves, if the decision is this seat's; else none."""
        return self.game.definition.moves.listed(room_of(self.legal()))

    # For learning programs

    def legal(self) -> NDArray[np.int32]:
        """The integers of the legal moves, if the decision is this seat's; else none."""
        definition = self.game.definition
        listed = np.empty(definition.rules.MAX_MOVES, np.int32)
        count, seat = unpack(definition.kernels.survey(self._states, 0, listed))
        return listed[: count if seat == self.seat else 0].copy()

    def mask(self) -> NDArray[np.bool_]:
        """True for the legal moves among all ``game.actions`` integers."""
        mask = np.zeros(self.game.actions, np.bool_)
        mask[self.legal()] = True
        return mask

    def tensor(self) -> Weights:
        """The view as a row of numbers: the parts that ``game.planes`` names, one after the other."""
        out = np.zeros(self.game.tensor_size, np.float32)
        self.game.definition.observing.observe(self._states, 0, self.seat, out)
        return out

    def planes(self) -> dict[str, Weights]:
        """The same by name, each part in its shape."""
        tensor, found, first = self.tensor(), {}, 0
        for plane in self.game.planes:
            found[plane.name] = tensor[first : first + plane.size].reshape(plane.shape)
            first += plane.size
        return found

    def imagine(self, seed: Seed) -> "State":
        """A whole position that this seat cannot tell from the true one."""
        return self.game.imagined(self, seed)

    def svg(self, *, theme: str = "auto") -> str:
        """The table as an SVG picture; theme auto, light or dark."""
        return self.game.definition.page.picture(self.data, theme=theme)

    # A value

    def to_bytes(self) -> bytes:
        """The view with its game's name and revision; `from_bytes` reads it again."""
        return saving.pack("view", self.game, {"seat": self.seat}, self._states)

    @classmethod
    def from_bytes(cls, game: "Game", data: bytes) -> "View":
        """The view that `to_bytes` saved, of the same game with the same options and revision."""
        about, states = saving.unpack("view", game, data)
        return cls(game, int(about["seat"]), states)

    def __bytes__(self) -> bytes:
        return self._states.tobytes()

    def __copy__(self) -> "View":
        return self

    def __deepcopy__(self, _memo: Any) -> "View":
        return self

    def __reduce__(self) -> tuple[Callable[..., "View"], tuple["Game", bytes]]:
        return View.from_bytes, (self.game, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.game, self.seat, bytes(self)) == (other.game, other.seat, bytes(other))

    def __hash__(self) -> int:
        return hash((self.seat, bytes(self)))

    def __repr__(self) -> str:
        who = f"seat {self.seat}" if self.seat >= 0 else "a spectator"
        return f"<{self.game.name}, {self.game.players} players, as {who} sees it>"

    def _repr_svg_(self) -> str:
        return self.svg()
