"""Kuhn poker, compiled: hidden cards and chance in the smallest form.

Rules      rules.md beside this file.
Moves      0 pass (check, or fold once somebody has bet), 1 bet (or call).
Chance     one event, the deal: OUTCOME is the card of seat 0 and that of seat 1, of J, Q, K = 0, 1, 2.
"""

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.chance import Source, below
from ludotheque.engine.compiled import compiled, int64, layout
from ludotheque.engine.contract import CHANCE, OVER, Numbers, States

CARDS = 3
PASS, BET = 0, 1
CODES = MAX_MOVES = 2
OUTCOME = 2
MOST_OUTCOMES = CARDS * (CARDS - 1)
HIDDEN = -1  # a card that is not dealt yet, or not for these eyes
FOLDED, SHOWN = 1, 2  # how the game ended; 0 while it goes on

STATE = layout(
    [
        ("cards", np.int8, 2),  # of each seat, or HIDDEN
        ("chips", np.int8, 2),  # of each seat in the pot
        ("dealt", np.int8),
        ("plies", np.int8),
        ("ended", np.int8),  # FOLDED, SHOWN or 0
    ]
)


@compiled
def begin(states: States, i: int, options: Numbers) -> None:
    """Everybody puts a chip into the pot; the cards are not dealt yet."""
    s = states[i]
    s.cards[:] = HIDDEN
    s.chips[:] = 1
    s.dealt = s.plies = s.ended = 0


@compiled
def turn(states: States, i: int) -> int:
    """The seats alternate, after the deal."""
    s = states[i]
    if s.ended:
        return OVER
    return int64(s.plies & 1) if s.dealt else CHANCE


@compiled
def shuffle(states: States, i: int, rng: Source, outcome: NDArray[np.uint8]) -> None:
    """Draw a card for each seat."""
    first = below(rng, CARDS)
    outcome[0], outcome[1] = first, (first + 1 + below(rng, CARDS - 1)) % CARDS


@compiled
def outcomes(states: States, i: int, out: NDArray[np.uint8], weights: NDArray[np.float64]) -> int:
    """All deals, each as likely as any other."""
    count = 0
    for first in range(CARDS):
        for second in range(CARDS):
            if first != second:
                out[count, 0], out[count, 1] = first, second
                weights[count] = 1.0 / MOST_OUTCOMES
                count += 1
    return count


@compiled
def deal(states: States, i: int, outcome: NDArray[np.uint8]) -> None:
    """Give the cards to the seats."""
    s = states[i]
    s.cards[0], s.cards[1] = outcome[0], outcome[1]
    s.dealt = 1


@compiled
def legal(states: States, i: int, out: Numbers) -> int:
    """Pass or bet, always both."""
    out[0], out[1] = PASS, BET
    return 2 if turn(states, i) >= 0 else 0


@compiled
def play(states: States, i: int, move: int) -> None:
    """A bet adds a chip; the game ends by two passes, by a call, or by a fold."""
    s = states[i]
    seat = int64(s.plies & 1)
    facing_bet = s.chips[1 - seat] > s.chips[seat]
    s.chips[seat] += move
    if facing_bet and move == PASS:
        s.ended = FOLDED
    elif facing_bet or (move == PASS and s.plies == 1):
        s.ended = SHOWN
    s.plies += 1


@compiled
def winner(states: States, i: int) -> int:
    """Who has put in more chips than one who folded, or holds the higher card."""
    s = states[i]
    if s.ended == FOLDED:
        return int64(s.chips[1] > s.chips[0])
    return int64(s.cards[1] > s.cards[0])


@compiled
def scores(states: States, i: int, out: Numbers) -> None:
    """What each seat wins or loses: the chips of the other; nothing before the end."""
    s = states[i]
    out[0] = out[1] = 0
    if s.ended:
        best = winner(states, i)
        out[best] = s.chips[1 - best]
        out[1 - best] = -s.chips[1 - best]


@compiled
def winners(states: States, i: int) -> int:
    """Whoever takes the pot."""
    return 1 << winner(states, i) if states[i].ended else 0


@compiled
def hide(states: States, i: int, seat: int, out: States, j: int) -> None:
    """A seat knows its own card; the cards are shown at the end, unless somebody folded."""
    out[j] = states[i]
    for other in range(2):
        if other != seat and states[i].ended != SHOWN:
            out[j].cards[other] = HIDDEN


@compiled
def imagine(states: States, i: int, seat: int, rng: Source) -> None:
    """Deal what is hidden from the cards that the seat does not see."""
    s = states[i]
    for other in range(2):
        if s.dealt and s.cards[other] == HIDDEN:
            known = int64(s.cards[1 - other])
            s.cards[other] = below(rng, CARDS) if known == HIDDEN else (known + 1 + below(rng, 2)) % CARDS


@compiled
def revealed(states: States, i: int) -> int:
    """The cards that are shown at the end."""
    return 2 if states[i].ended == SHOWN else 0
