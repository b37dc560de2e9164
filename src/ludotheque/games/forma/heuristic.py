"""What bots know of Forma beyond its rules: which placements look good, and what a seat wants."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import lowest, popcount
from ludotheque.engine.compiled import compiled, int64
from ludotheque.engine.contract import Numbers, States, Weights
from ludotheque.engine.rewards import win_and_lead
from ludotheque.games.forma.elements import DX, DY, ELEMENT_OF, SIDE, SIZES, SQUARES
from ludotheque.games.forma.rules import (
    FOR_BRIDGE,
    FOR_HOLE,
    FOR_TOWER,
    FULL,
    LAST_FILE,
    MISFIT,
    MOST_SEATS,
    OBSTACLE,
    PLACING,
    TOWER,
    closed_sides,
    fitting,
    leaders,
    legal,
    nearly_closed,
    scores,
)

CANDIDATES = 40  # placements worth a search, of thousands
CLEAR_LEAD = 30.0  # points
POINT = 0.4  # of weight, for a point earned at once
MOST_STEPS = 64  # squares between a player and a bridge, and more than a bridge ever takes in practice
# What a bridge is worth beforehand, by the squares that it still takes: a fifth less for each.
NEARNESS = (FOR_BRIDGE * 0.8 ** np.arange(MOST_STEPS)).astype(np.float32)
SPARSE = 20  # the larger, the more placements of a wide open board are weighed

Rows = NDArray[np.uint32]  # a set of squares, as in `rules`


@compiled
def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """Placements: points earned at once (M10, M11, M15), ways to bridges (M13). Set-up: soon the tower."""
    s = states[i]
    bonus = np.zeros(SQUARES, np.float32)
    north, east = np.zeros(SQUARES, np.uint64), np.zeros(SQUARES, np.uint64)
    north_way, east_way = 0, 0
    if s.phase == PLACING:
        _last_openings(s, bonus)
        north_way, east_way = find_way(s, int64(0), north), find_way(s, int64(1), east)
    for k in range(count):
        move = int64(moves[k])
        if move < OBSTACLE:
            bridges = nearer(move, north, north_way) + nearer(move, east, east_way)
            weights[k] = POINT * (_earned(move, bonus) + bridges)
        else:
            weights[k] = 0.5 if TOWER <= move < MISFIT else 0.0


@compiled
def glance(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """The points that placements earn at once (M10, M11, M15)."""
    s = states[i]
    bonus = np.zeros(SQUARES, np.float32)
    if s.phase == PLACING:
        _last_openings(s, bonus)
    for k in range(count):
        weights[k] = POINT * _earned(int64(moves[k]), bonus) if moves[k] < OBSTACLE else 0.0


@compiled
def _earned(move: int, bonus: NDArray[np.float32]) -> float:
    """One point for each square (M10), and what covering it closes in."""
    shape, square = move // SQUARES, move % SQUARES
    total = 0.0
    for k in range(SIZES[ELEMENT_OF[shape]]):
        total += 1.0 + bonus[square + int64(DY[shape, k]) * SIDE + int64(DX[shape, k])]
    return total


@compiled
def nearer(move: int, steps: NDArray[np.uint64], way: int) -> float:
    """How much more a bridge of *way* squares is worth beforehand."""
    shape, square = move // SQUARES, move % SQUARES
    covered = np.uint64(0)
    for k in range(SIZES[ELEMENT_OF[shape]]):
        covered |= steps[square + int64(DY[shape, k]) * SIDE + int64(DX[shape, k])]
    return float(NEARNESS[way - popcount(covered)] - NEARNESS[way])


@compiled
def _last_openings(s: Any, bonus: NDArray[np.float32]) -> None:
    """For every square, the points for holes and the tower whose last open side it is (M11, M15)."""
    for y in range(SIDE):
        holes = nearly_closed(s, y)
        while holes:
            x = lowest(holes)
            holes &= holes - np.uint64(1)
            bonus[_opening(s, x, y)] += FOR_HOLE
    x, y = int64(s.tower) % SIDE, int64(s.tower) // SIDE
    if s.tower_by < 0 and closed_sides(s, x, y) == 3:
        bonus[_opening(s, x, y)] += FOR_TOWER


@compiled
def _opening(s: Any, x: int, y: int) -> int:
    """The only open side of a square."""
    if x > 0 and s.free[y] >> (x - 1) & 1:
        return y * SIDE + x - 1
    if s.free[y] >> (x + 1) & 1:
        return y * SIDE + x + 1
    return (y - 1 if y > 0 and s.free[y - 1] >> x & 1 else y + 1) * SIDE + x


@compiled
def find_way(s: Any, across: int, steps: NDArray[np.uint64]) -> int:
    """How many squares the seat to move still needs for a bridge to the north or (*across*) to the east.

    Each square on a shortest way gets, in *steps*, the bit of its place on that way: of squares at the same
    place one is enough. MOST_STEPS - 1 and no bits if there is no way, or none is needed.
    """
    there = np.zeros((MOST_STEPS, SIDE), np.uint32)
    back = np.zeros((MOST_STEPS, SIDE), np.uint32)
    seat = int64(s.seat)
    far = measure_way(s, seat, across, int64(0), there)
    if far == 0 or far >= MOST_STEPS - 1:
        return MOST_STEPS - 1
    measure_way(s, seat, across, int64(1), back)
    for step in range(1, far + 1):
        for y in range(SIDE):
            row = np.uint64(there[step, y] & back[far + 1 - step, y])
            while row:
                steps[y * SIDE + lowest(row)] = np.uint64(1) << np.uint64(step)
                row &= row - np.uint64(1)
    return far


@compiled
def measure_way(s: Any, seat: int, across: int, from_far: int, layers: NDArray[np.uint32]) -> int:
    """Write which free squares come first, second … on a seat's way from an edge; return how many there are
    to the opposite edge, MOST_STEPS if it cannot be reached. Own squares cost nothing."""
    reached = np.zeros(SIDE + 2, np.uint32)  # a row of the board at its number plus one
    near = np.zeros(SIDE + 2, np.uint32)
    for y in range(SIDE):
        edge = SIDE - 1 if from_far else 0
        near[y + 1] = (LAST_FILE if from_far else 1) if across else (FULL if y == edge else 0)
    for step in range(MOST_STEPS):
        if step > 0 and not _spread(reached, near, s.free, layers[step]):
            return MOST_STEPS
        while _spread(reached, near, s.own[seat], layers[0]):
            pass
        if _touches(reached, across, from_far):
            return step
    return MOST_STEPS


@compiled
def _spread(reached: Rows, near: Rows, through: Rows, added: Rows) -> bool:
    """Add the squares of *through* beside those *reached*, or *near* the start; are there any?"""
    some = np.uint32(0)
    for y in range(SIDE):
        row = reached[y + 1]
        beside = row << np.uint32(1) | row >> np.uint32(1) | reached[y] | reached[y + 2] | near[y + 1]
        added[y] = beside & through[y] & ~row
        some |= added[y]
    for y in range(SIDE):
        reached[y + 1] |= added[y]
    return bool(some != 0)


@compiled
def _touches(reached: Rows, across: int, from_far: int) -> bool:
    """Whether the opposite edge is reached."""
    if not across:
        return bool(reached[1 if from_far else SIDE] != 0)
    edge, some = np.uint32(1 if from_far else LAST_FILE), np.uint32(0)
    for y in range(SIDE):
        some |= reached[y + 1]
    return bool(some & edge != 0)


@compiled
def candidates(states: States, i: int, moves: Numbers, weights: Weights) -> int:
    """The best looking CANDIDATES of the legal moves, in no order; on an open board not all are weighed."""
    s = states[i]
    count = _list_some(s, moves) if s.phase == PLACING else 0
    if count < CANDIDATES:
        count = legal(states, i, moves)
    if count <= CANDIDATES:
        return count
    weigh(states, i, moves, count, weights)
    keep_best(moves, count, weights)
    return CANDIDATES


@compiled
def keep_best(moves: Numbers, count: int, weights: Weights) -> None:
    """Bring the heaviest of *count* moves into the first CANDIDATES places, with their weights."""
    lowest_kept = _lowest(weights)
    for k in range(CANDIDATES, count):
        if weights[k] > weights[lowest_kept]:
            moves[lowest_kept], weights[lowest_kept] = moves[k], weights[k]
            lowest_kept = _lowest(weights)


@compiled
def _list_some(s: Any, out: Numbers) -> int:
    """List the placements that close something in, and of the others the fewer the more room there is."""
    hot = _hot(s)
    every = sparseness(s)
    fits = np.empty(SIDE, np.uint32)
    count = 0
    for shape in range(len(ELEMENT_OF)):
        if s.held[s.seat, ELEMENT_OF[shape]] > 0:
            fitting(s.free, shape, fits, np.uint32(SIDE))
            for y in range(SIDE):
                wanted = _hits(hot, shape, y) | some_files(every, 7 * y + 3 * shape + s.pieces)
                row = np.uint64(fits[y]) & wanted
                while row:
                    out[count] = shape * SQUARES + y * SIDE + lowest(row)
                    row &= row - np.uint64(1)
                    count += 1
    return count


@compiled
def sparseness(s: Any) -> int:
    """One placement in how many is weighed: the more room there is, the fewer."""
    room = 0
    for y in range(SIDE):
        room += popcount(np.uint64(s.free[y]))
    return 1 + room * room // (SPARSE * SQUARES)


@compiled
def _hot(s: Any) -> Rows:
    """The squares that close something in."""
    bonus = np.zeros(SQUARES, np.float32)
    _last_openings(s, bonus)
    hot = np.zeros(len(s.free), np.uint32)
    for square in range(SQUARES):
        if bonus[square] > 0:
            hot[square // SIDE] |= np.uint32(1 << square % SIDE)
    return hot


@compiled
def _hits(hot: Rows, shape: int, y: int) -> Any:
    """The files where a shape placed on rank *y* covers a hot square."""
    found = np.uint32(0)
    for k in range(SIZES[ELEMENT_OF[shape]]):
        found |= hot[y + int64(DY[shape, k])] >> DX[shape, k]
    return np.uint64(found)


@compiled
def some_files(every: int, first: int) -> Any:
    """One file in *every* so many."""
    files = np.uint64(0)
    for x in range(first % every, SIDE, every):
        files |= np.uint64(1) << np.uint64(x)
    return files


@compiled
def _lowest(weights: Weights) -> int:
    """Which of the candidates looks worst."""
    worst = 0
    for k in range(1, CANDIDATES):
        if weights[k] < weights[worst]:
            worst = k
    return worst


@compiled
def rewards(states: States, i: int, gains: Weights, wins: Weights) -> None:
    """The chance to win, and a little for the lead (M18, M19)."""
    points = np.empty(MOST_SEATS, np.int32)
    scores(states, i, points)  # once: bridges are what takes time here
    winning = int64(leaders(points, int64(states[i].players)))
    win_and_lead(points, winning, CLEAR_LEAD, gains, wins)
