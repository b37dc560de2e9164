"""The contract: the few compiled functions that every game's ``rules.py`` defines under these names.

A state is one NumPy record; many states are an array of records; every function takes ``(states, i)``
and works on record *i*. They trust their caller: legality is checked outside (see `core.state`).

The functions here are signatures with an explanation, not code. Generic compiled code (`core.kernels`,
the search bots) is written against these names and bound to a game's own functions by `bind`.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.chance import Source
from ludotheque.engine.compiled import compiled

States: TypeAlias = NDArray[Any]  # records of the game's STATE dtype
Numbers: TypeAlias = NDArray[np.int32]  # moves, options, scores
Weights: TypeAlias = NDArray[np.float32]

OVER = -1  # whose turn: nobody's, the game has ended
CHANCE = -2  # whose turn: nobody's, something must be shuffled first
SPECTATOR = -1  # for `hide`: somebody without a seat

# Constants of a game's rules.py:
#   STATE      dtype of a state, made by core.compiled.layout
#   CODES      a move's integer is 0 … CODES−1
#   MAX_MOVES  no position has more legal moves than this
#   OUTCOME    how many numbers (uint8) tell the outcome of one chance event; 0 for a game without chance


def begin(states: States, i: int, options: Numbers) -> None:
    """Make record *i* the start of a game; *options* are encoded in the order the game declares them."""
    raise NotImplementedError


def turn(states: States, i: int) -> int:
    """The seat whose decision it is, or OVER, or CHANCE."""
    raise NotImplementedError


def shuffle(states: States, i: int, rng: Source, outcome: NDArray[np.uint8]) -> None:
    """Draw the pending chance event's outcome into *outcome*; the state stays as it is."""
    raise NotImplementedError


def deal(states: States, i: int, outcome: NDArray[np.uint8]) -> None:
    """Settle the pending chance event with *outcome*."""
    raise NotImplementedError


def legal(states: States, i: int, out: Numbers) -> int:
    """Write the legal moves into *out*, each once; return how many. 0 unless it is a seat's turn."""
    raise NotImplementedError


def tolerates(states: States, i: int, move: int) -> bool:
    """Whether *move*, which `legal` does not list, may be made: a mistake that the rules foresee."""
    raise NotImplementedError


def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A legal move, each equally likely; *moves* is room for all. Optional: `kernels.pick` lists them."""
    raise NotImplementedError


def play(states: States, i: int, move: int) -> None:
    """Play a legal (or tolerated) *move*."""
    raise NotImplementedError


def scores(states: States, i: int, out: Numbers) -> None:
    """Write every seat's score as it stands now; where all share one goal, 1 if it is met, else 0."""
    raise NotImplementedError


def winners(states: States, i: int) -> int:
    """The seats that win if the game ends now, as a mask: bit *k* for seat *k*."""
    raise NotImplementedError


def hide(states: States, i: int, seat: int, out: States, j: int) -> None:
    """Write into ``out[j]`` what *seat* (or SPECTATOR) may know of state *i*, and nothing else."""
    raise NotImplementedError


def imagine(states: States, i: int, seat: int, rng: Source) -> None:
    """Fill the blanks that `hide` left for *seat*, at random, consistently with all that it has seen."""
    raise NotImplementedError


def revealed(states: States, i: int) -> int:
    """How many hidden things have been shown to somebody so far; a move may be undone while it stands."""
    raise NotImplementedError


# What bots know of a game beyond its rules: two more functions, in the game's heuristic.py, and three
# that it may have besides.


def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """Write how good each of the first *count* legal *moves* looks to the seat whose decision it is.

    Higher is better, 0 is neither good nor bad, and a difference of 1 is a clear preference. It reads
    only what that seat may know, so that it may be asked of a view.
    """
    raise NotImplementedError


def rewards(states: States, i: int, gains: Weights, wins: Weights) -> None:
    """Write what each seat has reached of what it wants, 0 … 1, at the end or where chance must go on.

    *wins* is its share of the win, or its chance of it; with a shared goal, whether that is met. *gains* is
    what a search strives for: the same, and a little for what makes one win, or loss, better than another.
    """
    raise NotImplementedError


def glance(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """As `weigh`, but quick, for the moves of playouts. Optional: `bots.tree.glance` weighs."""
    raise NotImplementedError


def candidates(states: States, i: int, moves: Numbers, weights: Weights) -> int:
    """Write the legal moves worth a search; return how many. Optional: `bots.tree.candidates` takes all.

    *weights* is room to weigh them. Which moves are left out depends on what the seat may know alone.
    """
    raise NotImplementedError


def plausible(states: States, i: int, seat: int) -> float:
    """How well world *i*, which *seat* has imagined, explains what the others have done so far.

    It is the logarithm of a weight: of two worlds that differ by 1 the better one comes up e times as often.
    Optional: `bots.tree.plausible` calls all worlds that are possible equally plausible.
    """
    raise NotImplementedError


HEURISTIC: tuple[Callable[..., Any], ...] = (weigh, rewards)
CONTRACT: tuple[Callable[..., Any], ...] = (
    begin, turn, shuffle, deal, legal, tolerates, play, scores, winners, hide, imagine, revealed,
)  # fmt: skip


def bind(
    rules: ModuleType, *functions: Callable[..., Any], heuristic: Any = None
) -> list[Callable[..., Any]]:
    """Compile generic *functions* for one game: the contract's names mean *rules*' own functions.

    A later function may call an earlier one, and a game may have a better one of the same name.
    (Passing compiled functions as arguments, or closing over them, would work too, but numba never
    finds such code in its cache again.)
    """
    homes = [rules] if heuristic is None else [rules, heuristic]
    needed = CONTRACT if heuristic is None else CONTRACT + HEURISTIC
    names: dict[str, Any] = {}
    for function in needed:
        names[function.__name__] = _found(function, homes)
        if names[function.__name__] is None:
            raise TypeError(f"{rules.__name__} does not keep the contract: {function.__name__} is missing")
    for function in functions:
        names[function.__name__] = _found(function, homes) or _bound(function, rules, names)
    return [names[function.__name__] for function in functions]


def _found(function: Callable[..., Any], homes: list[Any]) -> Callable[..., Any] | None:
    """The game's own function of that name, if it has one."""
    own = (getattr(home, function.__name__, None) for home in homes)
    return next((found for found in own if found is not None), None)


def _bound(function: Callable[..., Any], rules: ModuleType, names: dict[str, Any]) -> Callable[..., Any]:
    globals_ = {**function.__globals__, **names}
    copy = FunctionType(function.__code__, globals_, function.__name__, function.__defaults__)
    copy.__qualname__ = f"{rules.__name__}.{function.__qualname__}"  # its own place in the cache
    return compiled(copy)
