"""A view: what one seat, or a spectator, may know. All that bots, pages and agents ever get."""

import zlib
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import saving
from ludotheque.core.errors import BadBytes, Refusal
from ludotheque.core.history import Memory, Observation
from ludotheque.core.move import Move, Moves
from ludotheque.core.worlds import Worlds, imagined_worlds
from ludotheque.engine.chance import Seed, fresh_seed
from ludotheque.engine.contract import States, Weights
from ludotheque.engine.kernels import unpack
from ludotheque.engine.memories import UNSEEN
from ludotheque.engine.memory import room_of

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.state import State


def copied(states: States) -> States:
    """A copy of records; numpy's own goes through them field by field, in twenty times the time."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


class View:
    """What *seat* may know (−1: a spectator), immutable. Equal knowledge makes equal views.

    That is about the position as it is. How it came about is in `history`, which copies and pickles carry
    along, but which == does not look at: `information_key` does. ``states()`` is the position with everything
    hidden blanked out, for compiled code; ``data`` is the same as plain values, for people and pages.
    """

    def __init__(
        self,
        game: "Game",
        seat: int,
        states: States,
        memory: Memory | Callable[[], Memory] | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self._states = states
        self._memory = memory
        self._number_legal: int | None = None  # as soon as it is known; the list itself can be long

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
        self._number_legal = count if seat == self.seat else 0
        return listed[: self._number_legal].copy()

    @property
    def forced(self) -> Move | None:
        """The move of a seat that has no choice; None if there is one, or if others decide."""
        if self._number_legal is None:
            self.legal()
        return self.moves()[0] if self._number_legal == 1 else None

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

    # What was before, and what may be

    def history(self) -> tuple[Observation, ...]:
        """All that this seat has seen since the beginning, in order: who did what, and what it knew then."""
        memory, book = self._remembered(), self.game.definition.moves
        found = []
        for step, (actor, code) in enumerate(zip(memory.actors, memory.moves, strict=True)):
            records = memory.records[step : step + 1].copy()
            view = View(self.game, self.seat, records, memory.until(step + 1))
            found.append(Observation(int(actor), None if code == UNSEEN else book[int(code)], view))
        return tuple(found)

    def information_key(self) -> str:
        """Equal exactly if two histories are equal for this seat: what it could know if it forgot nothing.

        Views may be equal where keys are not: a view is the position alone.
        """
        return self._remembered().digest(f"{self.game!r} {self.seat}")

    def _remembered(self) -> Memory:
        if callable(self._memory):
            self._memory = self._memory()
        if self._memory is None:
            why = "it was made of an imagined position, or of bytes without one"
            raise Refusal(f"this view has no history: {why}; state.view(seat) of a game that was played has")
        return self._memory

    @overload
    def imagine(self, *, seed: Seed | None = None) -> "State": ...
    @overload
    def imagine(self, n: int, *, seed: Seed | None = None) -> Worlds: ...
    def imagine(self, n: int | None = None, *, seed: Seed | None = None) -> "State | Worlds":
        """A whole position that this seat cannot tell from the true one, or *n* with their weights."""
        chosen = fresh_seed() if seed is None else seed
        return self.game.imagined(self, chosen) if n is None else imagined_worlds(self, n, chosen)

    def svg(self, *, theme: str = "auto") -> str:
        """The table as an SVG picture; theme auto, light or dark."""
        return self.game.definition.page.picture(self.data, theme=theme)

    # A value

    def to_bytes(self, *, history: bool = False) -> bytes:
        """The view with its game's name and revision, and its *history* if asked; `from_bytes` reads it."""
        about: dict[str, Any] = {"seat": self.seat}
        if history:
            about["history"] = self._remembered().to_text()
        return saving.pack("view", self.game, about, self._states)

    @classmethod
    def from_bytes(cls, game: "Game", data: bytes) -> "View":
        """The view that `to_bytes` saved, of the same game with the same options and revision."""
        about, states = saving.unpack("view", game, data)
        memory = None
        if "history" in about:
            try:
                memory = Memory.from_text(about["history"], game.definition.rules.STATE)
            except (ValueError, TypeError, zlib.error):
                raise BadBytes("the history in these bytes cannot be read") from None
        return cls(game, int(about["seat"]), states, memory)

    def __bytes__(self) -> bytes:
        return self._states.tobytes()

    def __copy__(self) -> "View":
        return self

    def __deepcopy__(self, _memo: Any) -> "View":
        return self

    def __reduce__(self) -> tuple[Callable[..., "View"], tuple["Game", bytes]]:
        return View.from_bytes, (self.game, self.to_bytes(history=self._memory is not None))

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
