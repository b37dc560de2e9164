"""A game: rules with their options chosen. It begins states, replays records, plays many games."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.definition import Definition
from ludotheque.core.errors import BadRecord, Refusal, quoted
from ludotheque.core.options import Options, encode, exact
from ludotheque.core.outcomes import Chance, Continued, Recorded, Shuffled, Waiting
from ludotheque.core.playouts import Playouts, play_out
from ludotheque.core.record import Record
from ludotheque.core.state import State
from ludotheque.core.view import View, copied
from ludotheque.engine.chance import Seed, fresh_seed, source
from ludotheque.engine.contract import States
from ludotheque.engine.observation import planes as default_planes
from ludotheque.engine.planes import Factor, Plane


class Game:
    """Rules with their options chosen; make one with ``ludotheque.game(name, **options)``.

    Rules that have changed keep their former revisions, so that old records replay: ``revision``.
    """

    def __init__(self, definition: Definition, options: Options, revision: int | None = None) -> None:
        definition.go_together(options)
        self.definition = definition
        self.options = options
        self.revision = definition.revision if revision is None else _known(definition, revision)
        self.players: int = options["players"]
        self._encoded = encode(definition.options, options, self.revision)

    @property
    def name(self) -> str:
        """The game's name in the registry."""
        return self.definition.name

    @property
    def shared_goal(self) -> bool:
        """Whether all seats win or lose together."""
        return self.definition.shared_goal(self.options)

    # For learning programs

    @property
    def actions(self) -> int:
        """How many integers there are for moves: 0 … actions − 1. Not each of them need be a move."""
        codes: int = self.definition.rules.CODES
        return codes

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The few small numbers that a move is made of: name, size, meaning."""
        return self.definition.actions.factors

    @overload
    def decode(self, move: int) -> tuple[int, ...]: ...
    @overload
    def decode(self, move: NDArray[Any]) -> NDArray[np.int32]: ...
    def decode(self, move: int | NDArray[Any]) -> tuple[int, ...] | NDArray[np.int32]:
        """The factors of a move (a `Move` or its integer); of an array of integers, one row for each."""
        return self.definition.actions.decode(move)

    @overload
    def encode(self, factors: Sequence[int]) -> int: ...
    @overload
    def encode(self, factors: NDArray[Any]) -> NDArray[np.int32]: ...
    def encode(self, factors: Sequence[int] | NDArray[Any]) -> int | NDArray[np.int32]:
        """The integer of the move with these factors; of an array of rows, an array. Undoes `decode`."""
        return self.definition.actions.encode(factors)

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        """The named parts of `View.tensor`, in their order: name, shape, meaning."""
        own = self.definition.observation
        if own is None:
            return default_planes(self.definition.rules.STATE, self.players)
        return own.planes(self.options)

    @cached_property
    def tensor_size(self) -> int:
        """How many numbers `View.tensor` has."""
        return sum(plane.size for plane in self.planes)

    # States

    def new(self, seed: Seed | None = None) -> State:
        """The start of a game. Equal seeds give equal shuffles; without one nobody can guess them."""
        return self.start(_shuffled(seed))

    def root(self) -> State:
        """The start of a game before chance has decided anything.

        It stops wherever chance must decide: ``state.chance()`` lists what may come, and
        ``state.settle(outcome)`` chooses.
        """
        return self.start(Waiting())

    def start(self, chance: Chance) -> State:
        """The start of a game whose chance events turn out as *chance* says."""
        return State(self, self.blank(), chance)

    def replay(self, record: Record, ply: int | None = None, *, seed: Seed | None = None) -> State:
        """The position of *record* after *ply* moves, or after all of them, to be played on.

        What the record tells of chance stays told; what comes after that is drawn anew, from *seed*.
        """
        if record.game != self:
            raise Refusal(f"this is a record of {record.game!r}, not of {self!r}")
        state, chance = record.played(ply)
        state._chance = Continued(chance.rest(), _shuffled(seed)) if chance.rest() else _shuffled(seed)
        return state

    def imagined(self, view: View, seed: Seed) -> State:
        """A whole position that the seat of *view* cannot tell from the true one."""
        rng = source(seed)
        states = view.states()
        self.definition.kernels.imagine(states, 0, view.seat, rng)
        return State.imagined(self, states, Shuffled(rng))

    def imagined_state(self, states: States, chance: Chance) -> State:
        """A position that somebody has imagined, with that *chance* to come."""
        return State.imagined(self, copied(states), chance)

    def recorded(self, setup: dict[str, Any]) -> tuple[State, Recorded]:
        """The start of a game with the chance that a record's ``setup`` tells, and what it tells besides."""
        chance = Recorded(self.definition.notation.read_setup(self.options, setup))
        return self.start(chance), chance

    def blank(self) -> States:
        """Room for one state, at the start of a game."""
        return np.ndarray(1, self.definition.rules.STATE, bytearray(self._beginning))

    @cached_property
    def _beginning(self) -> bytes:
        states = np.zeros(1, self.definition.rules.STATE)
        self.definition.kernels.begin(states, 0, self._encoded)
        return states.tobytes()

    def playouts(self, n: int, seed: Seed | None = None, *, threads: int | None = None) -> Playouts:
        """Play *n* random games, compiled, on all cores (or *threads* of them).

        Game *k* depends on *seed* and *k* alone, not on the number of threads.
        """
        root = fresh_seed() if seed is None else seed
        return play_out(self.definition, self.blank(), self.players, n, root, threads)

    # A value

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        if self.revision != self.definition.revision:
            chosen += f", revision={self.revision}"
        return f'ludotheque.game("{self.name}", {chosen})'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        ours, theirs = (self.options, self.revision), (other.options, other.revision)
        return self.definition is other.definition and ours == theirs

    def __hash__(self) -> int:
        return hash((self.name, self.options, self.revision))

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, _memo: Any) -> "Game":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Game"], tuple[Definition, Options, int]]:
        return Game, (self.definition, self.options, self.revision)


def recorded_game(definition: Definition, options: dict[str, Any], revision: Any = 1) -> Game:
    """The game of a record, whose options must be complete; BadRecord if they are not."""
    try:
        return Game(definition, exact(definition.options, options), _known(definition, revision))
    except Refusal as error:
        raise BadRecord(str(error)) from None


def _known(definition: Definition, revision: Any) -> int:
    """A revision of the rules that there is."""
    newest = definition.revision
    if (
        isinstance(revision, bool)
        or not isinstance(revision, int | np.integer)
        or not 1 <= revision <= newest
    ):
        told = quoted(revision)
        raise Refusal(f"the rules of {definition.title} have no revision {told} here; the newest is {newest}")
    return int(revision)


def _shuffled(seed: Seed | None) -> Shuffled:
    return Shuffled(source(fresh_seed() if seed is None else seed))
