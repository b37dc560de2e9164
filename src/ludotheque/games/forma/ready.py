"""A board of Forma that is set up already (M6), for those who want to play at once."""

from random import Random

from ludotheque.core.state import State
from ludotheque.games.forma.elements import SIDE, SQUARES
from ludotheque.games.forma.notation import format_move
from ludotheque.games.forma.rules import OBSTACLE, TOWER

STONES = 8  # obstacles: enough to fight for, and room for everything
APART = 3  # files or ranks at least between two of them, so that every part of the board has one
MIDDLE = range(6, SIDE - 6)  # files and ranks: the tower stands where everybody can reach it


def set_up(state: State, random: Random, /) -> list[str]:
    """Obstacles here and there, the tower near the middle. All of it is legal with every option."""
    tower = random.choice([y * SIDE + x for x in MIDDLE for y in MIDDLE])
    taken = [tower]
    moves: list[str] = []
    for square in random.sample(range(SQUARES), SQUARES):
        if len(moves) < STONES and all(_apart(square, other) for other in taken):
            taken.append(square)
            moves.append(format_move(OBSTACLE + square))
    moves.append(format_move(TOWER + tower))
    for move in moves:
        state.play(move)
    return moves


def _apart(one: int, other: int) -> bool:
    return max(abs(one % SIDE - other % SIDE), abs(one // SIDE - other // SIDE)) >= APART
