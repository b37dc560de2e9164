"""Connect Four, compiled.

Rules      rules.md beside this file.
Moves      a move is the column that a stone is dropped into, 0 … 6 from the left.
Stones     a bit for each place, with an empty place above each column, so that no row runs on in the next:

               5 12 19 26 33 40 47
               4 11 18 25 32 39 46
               3 10 17 24 31 38 45
               2  9 16 23 30 37 44
               1  8 15 22 29 36 43
               0  7 14 21 28 35 42

           `cells` tells the same for people: row 0 at the bottom, 0 for nothing, 1 and 2 for the seats.
"""

import numpy as np

from ludotheque.engine.bits import bit, lowest
from ludotheque.engine.compiled import compiled, int64, layout
from ludotheque.engine.contract import OVER, Numbers, States

ROWS, COLUMNS = 6, 7
HEIGHT = ROWS + 1  # with the place above
CODES = COLUMNS
MAX_MOVES = COLUMNS
OUTCOME = 0  # nothing is left to chance
NOBODY = -1

STATE = layout(
    [
        ("stones", np.uint64, 2),  # of each seat
        ("cells", np.int8, (ROWS, COLUMNS)),
        ("plies", np.int8),
        ("winner", np.int8),  # a seat, or NOBODY
    ]
)


@compiled
def begin(states: States, i: int, options: Numbers) -> None:
    """An empty board."""
    s = states[i]
    s.stones[:] = 0
    s.cells[:] = 0
    s.plies = 0
    s.winner = NOBODY


@compiled
def turn(states: States, i: int) -> int:
    """The seats alternate until somebody has won or the board is full."""
    s = states[i]
    if s.winner != NOBODY or s.plies == ROWS * COLUMNS:
        return OVER
    return int64(s.plies & 1)


@compiled
def legal(states: States, i: int, out: Numbers) -> int:
    """The columns that are not full."""
    s = states[i]
    if turn(states, i) == OVER:
        return 0
    taken = s.stones[0] | s.stones[1]
    count = 0
    for column in range(COLUMNS):
        out[count] = column
        count += int64(taken & bit(column * HEIGHT + ROWS - 1) == 0)
    return count


@compiled
def play(states: States, i: int, move: int) -> None:
    """A stone falls onto the others in its column."""
    s = states[i]
    seat = int64(s.plies & 1)
    taken = s.stones[0] | s.stones[1]
    place = lowest(~(taken >> np.uint64(move * HEIGHT)))
    s.stones[seat] |= bit(move * HEIGHT + place)
    s.cells[place, move] = seat + 1
    s.plies += 1
    if has_four(s.stones[seat]):
        s.winner = seat


@compiled
def has_four(stones: np.uint64) -> bool:
    """Whether four of these are in a row: up, and by a step to the right that falls, stays or rises."""
    for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
        pairs = stones & (stones >> np.uint64(step))
        if pairs & (pairs >> np.uint64(2 * step)):
            return True
    return False


@compiled
def scores(states: States, i: int, out: Numbers) -> None:
    """1 for whoever has won."""
    for seat in range(2):
        out[seat] = int64(states[i].winner == seat)


@compiled
def winners(states: States, i: int) -> int:
    """Whoever has four in a row; on a full board without it both share the win."""
    winner = int64(states[i].winner)
    return 3 if winner == NOBODY else 1 << winner
