"""What a game's rules.py may leave out: ordinary functions of the contract's names, bound by `binding`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.chance import Source, below
from ludotheque.engine.compiled import int64, short
from ludotheque.engine.contract import Numbers, States, legal, winners

MAX_MOVES = 0  # of the game that this code is bound to


def allows(states: States, i: int, move: int) -> bool:
    """Whether it is in the list."""
    moves = np.empty(MAX_MOVES, np.int32)
    found = False
    for k in range(legal(states, i, moves)):
        found |= moves[k] == move
    return found


@short
def tolerates(states: States, i: int, move: int) -> bool:
    """No: there are legal moves, and nothing else."""
    return False


@short
def shuffle(states: States, i: int, rng: Source, outcome: NDArray[np.uint8]) -> None:
    """Nothing is left to chance."""


@short
def deal(states: States, i: int, outcome: NDArray[np.uint8]) -> None:
    """Nothing is left to chance."""


@short
def hide(states: States, i: int, seat: int, out: States, j: int) -> None:
    """Everything lies open."""
    out[j] = states[i]


@short
def imagine(states: States, i: int, seat: int, rng: Source) -> None:
    """Nothing is hidden."""


@short
def sees(states: States, i: int, move: int, seat: int) -> bool:
    """Every move is made openly."""
    return True


@short
def revealed(states: States, i: int) -> int:
    """Nothing was hidden."""
    return 0


@short
def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A legal move, each equally likely, found by listing them all into *moves*."""
    return int64(moves[below(rng, legal(states, i, moves))])


@short
def outcomes(states: States, i: int, out: NDArray[np.uint8], weights: NDArray[np.float64]) -> int:
    """None that could be listed."""
    return 0


@short
def winners_given(states: States, i: int, points: Numbers) -> int:
    """Whoever wins, whatever is known of the scores."""
    return winners(states, i)


DEFAULTS: tuple[Any, ...] = (
    *(allows, tolerates, shuffle, deal, hide, imagine, sees, revealed, pick, outcomes, winners_given),
)
