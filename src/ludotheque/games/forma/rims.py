"""The rim of a placement: the squares beside it, and what becomes of them (M11, M15).

A free square is closed in when its last open side is covered, and a placement covers one to three sides of
each square on its rim. So it closes the squares that have exactly as many open sides as it covers, and
leaves to the next player those that have one more.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import lowest, popcount
from ludotheque.engine.compiled import compiled, int64
from ludotheque.games.forma.elements import MOST_SQUARES, SHAPES, SIDE, SQUARES, Shape
from ludotheque.games.forma.rules import closed_sides

MOST_SIDES = 4  # of a square
HIGH = SIDE + MOST_SQUARES + 1  # rows of a board with a row below it and all that a rim may reach above it
Planes = NDArray[np.uint32]  # (MOST_SIDES + 1, HIGH): the free squares by their open sides


def _rim(shape: Shape) -> dict[tuple[int, int], int]:
    """The squares beside a shape, and how many of its squares each of them touches."""
    touched: dict[tuple[int, int], int] = {}
    for x, y in shape:
        for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if beside not in shape:
                touched[beside] = touched.get(beside, 0) + 1
    return touched


_RIMS = [sorted(_rim(shape).items()) for shape in SHAPES]
RIM_SIZE = np.array([len(rim) for rim in _RIMS], np.int64)
MOST_RIM = int(RIM_SIZE.max())


def _table(column: int) -> NDArray[np.int64]:
    """Of every shape's rim: its files (0), its ranks (1), or how many sides are covered (2)."""
    table = np.zeros((len(SHAPES), MOST_RIM), np.int64)
    for number, rim in enumerate(_RIMS):
        table[number, : len(rim)] = [(*beside, sides)[column] for beside, sides in rim]
    return table


RIM_X, RIM_Y, RIM_SIDES = _table(0), _table(1), _table(2)
WIDE = SIDE + 2  # the board with a frame around it
RIM_AT = RIM_Y * WIDE + RIM_X  # places on such a board, from that of the placement's corner
NOT_OPEN, TOWER_WITH = 100, 50  # on it: a square that is not free, and the tower with its open sides added


class Effects(NamedTuple):
    """What a placement makes of the squares on its rim."""

    closed: int  # holes (M11)
    offered: int  # squares left with one open side: a hole for whoever comes next
    narrowed: int  # squares left with two open sides
    tower: int  # open sides that the tower has left, MOST_SIDES if it is not touched or was closed (M15)
    own: int  # squares of the seat to move
    others: int
    edges: int  # sides on the board's edge


@compiled
def effects(s: Any, move: int) -> Effects:
    """What a placement by the seat to move makes of its rim. (A marker beside the tower is not looked at.)"""
    shape, square = move // SQUARES, move % SQUARES
    closed, offered, narrowed, own, others, edges = 0, 0, 0, 0, 0, 0
    tower = int64(MOST_SIDES)
    for k in range(RIM_SIZE[shape]):
        x, y = square % SIDE + RIM_X[shape, k], square // SIDE + RIM_Y[shape, k]
        if x < 0 or y < 0 or x >= SIDE or y >= SIDE:
            edges += 1
            continue
        left = MOST_SIDES - closed_sides(s, x, y) - RIM_SIDES[shape, k]
        if s.free[y] >> x & 1:
            closed += left == 0
            offered += left == 1
            narrowed += left == 2
        elif y * SIDE + x == s.tower:
            tower = int64(left) if s.tower_by < 0 else tower
        elif s.own[s.seat, y] >> x & 1:
            own += 1
        else:
            others += 1
    return Effects(closed, offered, narrowed, tower, own, others, edges)


@compiled
def count_openings(s: Any, openings: NDArray[np.int8]) -> None:
    """Write how many open sides each square of the framed board has (M11), and the tower (M15)."""
    openings[:] = NOT_OPEN
    for y in range(SIDE):
        row = np.uint64(s.free[y])
        while row:
            x = lowest(row)
            row &= row - np.uint64(1)
            openings[(y + 1) * WIDE + x + 1] = MOST_SIDES - closed_sides(s, x, y)
    if s.tower >= 0 and s.tower_by < 0:
        x, y = int64(s.tower) % SIDE, int64(s.tower) // SIDE
        openings[(y + 1) * WIDE + x + 1] = TOWER_WITH + MOST_SIDES - closed_sides(s, x, y)


@compiled
def closed_and_offered(openings: NDArray[np.int8], move: int) -> tuple[int, int, int]:
    """What `effects` says a placement closes, offers, and leaves open of the tower, of many placements."""
    shape, square = move // SQUARES, move % SQUARES
    corner = (square // SIDE + 1) * WIDE + square % SIDE + 1
    closed, offered, tower = int64(0), int64(0), int64(MOST_SIDES)
    for k in range(RIM_SIZE[shape]):
        left = openings[corner + RIM_AT[shape, k]] - RIM_SIDES[shape, k]
        closed += left == 0
        offered += left == 1
        if TOWER_WITH <= left < NOT_OPEN - MOST_SIDES:
            tower = left - TOWER_WITH
    return closed, offered, tower


@compiled
def sort_by_sides(s: Any, planes: Planes) -> None:
    """Write which free squares have so many open sides: bit x + 1 of row y + 1."""
    for y in range(SIDE):
        row, above = s.free[y], s.free[y + 1]
        below_ = s.free[y - 1] if y > 0 else np.uint32(0)
        west, east = row << np.uint32(1), row >> np.uint32(1)
        odd_across, odd_along = west ^ east, below_ ^ above
        both_across, both_along = west & east, below_ & above
        one, two = odd_across ^ odd_along, (odd_across & odd_along) ^ both_across ^ both_along
        four = both_across & both_along
        planes[1, y + 1] = (row & one & ~two) << np.uint32(1)
        planes[2, y + 1] = (row & ~one & two) << np.uint32(1)
        planes[3, y + 1] = (row & one & two) << np.uint32(1)
        planes[4, y + 1] = (row & four) << np.uint32(1)


@compiled
def compare_rims(planes: Planes, shape: int, closing: Any, offering: Any, rows: Any) -> None:
    """Write where a shape closes something in and where it offers something: bit x of row y for its corner.

    *rows* is SIDE, passed as an argument because then the loops compile to vector instructions.
    """
    for y in range(rows):
        closing[y], offering[y] = 0, 0
    for k in range(RIM_SIZE[shape]):
        sides, up, shift = RIM_SIDES[shape, k], RIM_Y[shape, k] + 1, np.uint32(RIM_X[shape, k] + 1)
        for y in range(rows):
            closing[y] |= planes[sides, y + up] >> shift
            offering[y] |= planes[sides + 1, y + up] >> shift


@compiled
def count_by_sides(planes: Planes, sides: int) -> int:
    """How many free squares have so many open sides."""
    count = 0
    for y in range(1, SIDE + 1):
        count += popcount(np.uint64(planes[sides, y]))
    return count
