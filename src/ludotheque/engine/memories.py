"""What a seat has seen of a game, step by step: the game is replayed, and hidden from it at every step."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.binding import bind
from ludotheque.engine.compiled import int64
from ludotheque.engine.contract import CHANCE, Numbers, States, deal, hide, play, sees, turn

UNSEEN = -1  # as a move: there was none, or the seat did not see which


def remember(
    states: States,
    codes: Numbers,
    outcomes: NDArray[np.uint8],
    seat: int,
    seen: States,
    actors: Numbers,
    moves: Numbers,
) -> None:
    """Play the moves *codes* from record 0, chance settled by *outcomes*; write what *seat* sees of it.

    Row 0 is the position before anything happened, and every move and every chance event adds a row: who
    acted, the move, if the seat saw it, and the position as it is blanked for the seat.
    """
    game = int64(0)
    played, dealt = 0, 0
    actors[0], moves[0] = CHANCE, UNSEEN
    hide(states, game, seat, seen, int64(0))
    for step in range(1, len(actors)):
        actor = turn(states, game)
        actors[step], moves[step] = actor, UNSEEN
        if actor == CHANCE:
            deal(states, game, outcomes[dealt])
            dealt += 1
        else:
            move = int64(codes[played])
            if seat == actor or sees(states, game, move, seat):
                moves[step] = move
            play(states, game, move)
            played += 1
        hide(states, game, seat, seen, int64(step))


def remembering(rules: ModuleType) -> Callable[..., Any]:
    """`remember` for one game."""
    found: Callable[..., Any] = bind(rules, remember)["remember"]
    return found
