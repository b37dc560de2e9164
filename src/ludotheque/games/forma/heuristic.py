"""What bots know of Forma beyond its rules: which placements look good, and what a seat wants."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.bits import popcount
from ludotheque.core.compiled import compiled, int64
from ludotheque.core.contract import Numbers, States, Weights
from ludotheque.games.forma.elements import DX, DY, ELEMENT_OF, SIDE, SIZES, SQUARES
from ludotheque.games.forma.rules import (
    FOR_HOLE,
    MISFIT,
    MOST_SEATS,
    OBSTACLE,
    TOWER,
    legal,
    scores,
    winners,
)

CANDIDATES = 40  # placements worth a search, of thousands
POINT = 0.4  # of weight, for a point earned at once


@compiled
def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """Placements: the points earned at once, squares and holes (M10, M11). Set-up: soon the tower."""
    s = states[i]
    bonus = np.zeros(SQUARES, np.float32)
    _last_openings(s, bonus)
    for k in range(count):
        move = int64(moves[k])
        if move < OBSTACLE:
            weights[k] = POINT * _points(move, bonus)
        else:
            weights[k] = 0.5 if TOWER <= move < MISFIT else 0.0


@compiled
def _points(move: int, bonus: NDArray[np.float32]) -> float:
    """One for each square (M10), and what covering it closes in."""
    shape, square = move // SQUARES, move % SQUARES
    total = 0.0
    for k in range(SIZES[ELEMENT_OF[shape]]):
        total += 1.0 + bonus[square + int64(DY[shape, k]) * SIDE + int64(DX[shape, k])]
    return total


@compiled
def _last_openings(s: Any, bonus: NDArray[np.float32]) -> None:
    """For every square, the points for holes whose last open side it is (M11)."""
    for y in range(SIDE):
        for x in range(SIDE):
            if s.free[y] >> x & 1:
                west, east = x > 0 and s.free[y] >> (x - 1) & 1, s.free[y] >> (x + 1) & 1
                south, north = y > 0 and s.free[y - 1] >> x & 1, s.free[y + 1] >> x & 1
                if west + east + south + north == 1:
                    opening = y * SIDE + x + east - west + SIDE * (north - south)
                    bonus[opening] += FOR_HOLE


@compiled
def candidates(states: States, i: int, moves: Numbers, weights: Weights) -> int:
    """The best looking CANDIDATES of the legal moves, in no order."""
    count = legal(states, i, moves)
    if count <= CANDIDATES:
        return count
    weigh(states, i, moves, count, weights)
    kept, lowest_kept = CANDIDATES, _lowest(weights)
    for k in range(kept, count):
        if weights[k] > weights[lowest_kept]:
            moves[lowest_kept], weights[lowest_kept] = moves[k], weights[k]
            lowest_kept = _lowest(weights)
    return kept


@compiled
def _lowest(weights: Weights) -> int:
    """Which of the candidates looks worst."""
    worst = 0
    for k in range(1, CANDIDATES):
        if weights[k] < weights[worst]:
            worst = k
    return worst


@compiled
def rewards(states: States, i: int, out: Weights) -> None:
    """The chance to win, and a little for the lead (M18, M19)."""
    s = states[i]
    players = int64(s.players)
    points = np.empty(MOST_SEATS, np.int32)
    scores(states, i, points)
    winning = winners(states, i)
    for seat in range(players):
        rival = -1000
        for other in range(players):
            if other != seat:
                rival = max(rival, points[other])
        won = ((winning >> seat) & 1) / popcount(np.uint64(winning))
        out[seat] = 0.8 * won + 0.2 / (1.0 + math.exp((rival - points[seat]) / 30.0))
