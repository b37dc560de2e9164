"""What each file of a game's folder must offer, if it is there; mypy holds every game's files against it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.errors import IllegalMove
from ludotheque.core.options import Options
from ludotheque.engine.chance import Source
from ludotheque.engine.contract import Numbers, States, Weights
from ludotheque.engine.planes import Factor, Plane

if TYPE_CHECKING:
    from ludotheque.core.state import State
    from ludotheque.core.view import View

Outcome: TypeAlias = NDArray[np.uint8]


class Rules(Protocol):
    """``rules.py``: the contract of `engine.contract`, as far as every game must keep it."""

    STATE: Any
    CODES: int
    MAX_MOVES: int
    OUTCOME: int

    def begin(self, states: States, i: int, options: Numbers, /) -> None:
        """Make record *i* the start of a game."""

    def turn(self, states: States, i: int, /) -> int:
        """The seat whose decision it is, or OVER, or CHANCE."""

    def legal(self, states: States, i: int, out: Numbers, /) -> int:
        """List the legal moves; return how many."""

    def play(self, states: States, i: int, move: int, /) -> None:
        """Play a legal move."""

    def scores(self, states: States, i: int, out: Numbers, /) -> None:
        """Write every seat's score."""

    def winners(self, states: States, i: int, /) -> int:
        """The seats that win, as a mask."""


class Notation(Protocol):
    """``notation.py``: moves to text and back; one spelling for each move.

    It may offer more: `SetupNotation`, ``help_text()``, ``read_typed(text)``, ``label_move(code)`` and
    ``cell_of(code)``, see `core.notation` and `core.definition.Board`.
    """

    def format_move(self, code: int, /) -> str:
        """The text of a move."""

    def parse_move(self, text: str, /) -> int:
        """The move of a text, or UnreadableMove."""


class SetupNotation(Protocol):
    """``notation.py`` of a game with chance: its outcomes as a record tells them."""

    def read_setup(self, options: Options, setup: Mapping[str, Any], /) -> list[Outcome]:
        """The outcomes of chance that a record's ``setup`` tells, checked, or BadRecord."""

    def write_setup(self, options: Options, outcomes: Sequence[Outcome], /) -> dict[str, Any]:
        """A record's ``setup`` that tells these outcomes; the inverse of `read_setup`."""

    def unshuffled(self, options: Options, /) -> list[int]:
        """What a chance event shuffles, as it lies before; shuffled, it is the outcome."""


class Refusals(Protocol):
    """``refusals.py``: why a move is not legal.

    It may offer ``taken_as(states, i, code)`` too: the move that a readable one amounts to if somebody makes
    it at a table, where the rules foresee mistakes (see `State.taken_as`); else each is taken as it is.
    """

    def refusal(self, states: States, i: int, code: int, /) -> IllegalMove:
        """The reason, with the rule's number, why this readable move is not legal now."""


class Viewing(Protocol):
    """``view.py``: what a seat may know, as plain data."""

    def describe(self, states: States, i: int, seat: int, /) -> Any:
        """A frozen dataclass of plain values, made of a state that `contract.hide` has blanked.

        It has a ``viewer`` (the seat) and a ``turn``: the seat to decide, −1 when the game is over.
        """


class Ready(Protocol):
    """``ready.py``: a set-up for those who want to play at once, where players set the board up."""

    def set_up(self, state: "State", random: Random, /) -> list[str]:
        """The moves that set the board up; *state* is a copy, to try them on."""


class Text(Protocol):
    """``text.py``: the table for a terminal."""

    def draw(self, data: Any, /) -> Any:
        """A rich renderable that shows what `Viewing.describe` told."""

    def prompt(self, data: Any, /) -> str:
        """One line that says what to do now: "You drew a 4. Lay it on the hottest spot."."""


class Heuristic(Protocol):
    """``heuristic.py``: what bots know of a game beyond its rules; `engine.contract` has more."""

    def weigh(self, states: States, i: int, moves: Numbers, count: int, weights: Weights, /) -> None:
        """How good each move looks."""

    def rewards(self, states: States, i: int, gains: Weights, wins: Weights, /) -> None:
        """What each seat has reached of what it wants."""


class Actions(Protocol):
    """``actions.py``: a move as a few small numbers, for learning programs."""

    FACTORS: tuple[Factor, ...]

    def decode(self, codes: NDArray[np.int64], /) -> NDArray[np.int64]:
        """The factors of these moves, one row per move; no two moves have the same.

        Every integer below CODES is asked for, whether or not it is a move.
        """


class Observing(Protocol):
    """``observation.py``: a view as a row of numbers, for learning programs."""

    def planes(self, options: Options, /) -> tuple[Plane, ...]:
        """The parts of an observation, in their order."""

    def observe(self, states: States, i: int, seat: int, out: Weights, /) -> None:
        """Write them; see `contract.observe`."""


class Features(Protocol):
    """``features.py``: what a network is told of a position and of its moves, in place of the tensor."""

    FEATURES: int
    MOVE_FEATURES: int

    def describe(self, states: States, i: int, seat: int, out: Weights, /) -> None:
        """Write FEATURES numbers of a position; see `contract.describe`."""

    def describe_move(self, states: States, i: int, move: int, out: Weights, /) -> None:
        """Write MOVE_FEATURES numbers of a move; see `contract.describe_move`."""


class Unveiling(Protocol):
    """``features.py``, where a network judges more of an imagined world than one seat sees."""

    def unveil(self, states: States, i: int, seat: int, out: States, j: int, /) -> None:
        """Write what it judges; see `contract.unveil`."""


class Reasons(Protocol):
    """``reasons.py``: why one move is better than another, in the words of the game."""

    def why(self, view: "View", better: str, other: str, /) -> str:
        """What *better* does that *other* does not, as one clause that begins with a verb and ends without a
        full stop: ``keeps a free side at the 1``. Empty if there is nothing to say.

        It is told to whoever may see *view*, and looks at nothing else.
        """


class Clairvoyant(Protocol):
    """``clairvoyant.py``: what somebody could reach who knew all that is hidden."""

    def foresee(self, states: States, rng: Source, effort: int, /) -> tuple[bool | None, list[int]]:
        """Whether the game that begins at ``states[0]``, chance settled, can be won by all together.

        True with the moves that win; False only if it is proven; None if *effort* was not enough.
        """
