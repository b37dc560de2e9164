"""What a network is told of Forma: what is open and what is nearly closed, not squares.

How the board is turned or mirrored changes none of these numbers, each from about 0 to 1. Of a position:

    table     the set-up or not, how much is free, how many free squares have one, two, three, four open
              sides (M11), which of them are closed together, and how far the tower is closed (M15)
    seats     a block for each, the viewer's first and then on to the left: its lead, squares, holes,
              obstacles, tower, how far it is from a bridge each way (M13), the elements that it still has,
              and those of them that fit nowhere any more (M9)

and of a move its element, what it closes and what it leaves to the others, and what it touches.

An advised search weighs placements by what they do to the squares around them (rims.py). The heuristic sees
less: only squares whose last open side is covered, neither those that lose two sides or three at once, nor
those that are left to the next player with one.
"""

from typing import Any

import numpy as np

from ludotheque.engine.bits import lowest, popcount
from ludotheque.engine.compiled import compiled, int64
from ludotheque.engine.contract import Numbers, States, Weights
from ludotheque.games.forma.elements import (
    DX,
    DY,
    ELEMENT_OF,
    FIRST_SHAPE,
    SIDE,
    SIZES,
    SQUARES,
    SQUARES_OF_A_COLOUR,
)
from ludotheque.games.forma.heuristic import (
    CANDIDATES,
    MOST_STEPS,
    NEARNESS,
    POINT,
    find_way,
    keep_best,
    measure_way,
    nearer,
    some_files,
    sparseness,
)
from ludotheque.games.forma.rims import (
    HIGH,
    MOST_SIDES,
    WIDE,
    Planes,
    closed_and_offered,
    compare_rims,
    count_by_sides,
    count_openings,
    effects,
    sort_by_sides,
)
from ludotheque.games.forma.rules import (
    COLOURS,
    FOR_BRIDGE,
    FOR_HOLE,
    FOR_TOWER,
    KINDS,
    MISFIT,
    MOST_SEATS,
    OBSTACLE,
    PLACING,
    SETTING_UP,
    TOWER,
    WORTH,
    closed_sides,
    fitting,
    legal,
    sides_by,
    tally,
)

OFFERED = 5.0  # points that a square with one open side, left to the next player, is thought to cost
LEAD = 50.0  # points that count as 1
MANY = 40.0  # squares that count as 1
TABLE = 11 + MOST_SIDES
PROGRESS = 13
SEAT = PROGRESS + KINDS
FEATURES = TABLE + MOST_SEATS * SEAT
SET_UP_TRAITS = 4
PLACEMENT_TRAITS = 13
MOVE_FEATURES = SET_UP_TRAITS + PLACEMENT_TRAITS + KINDS


# A position


@compiled
def describe(states: States, i: int, seat: int, out: Weights) -> None:
    """The table, and then all seats, the viewer's first."""
    s = states[i]
    planes = np.zeros((MOST_SIDES + 1, HIGH), np.uint32)
    sort_by_sides(s, planes)
    _describe_table(s, planes, out)
    blocks = out[TABLE:].reshape(MOST_SEATS, SEAT)
    points = np.zeros(MOST_SEATS, np.int32)
    _count_points(s, points)
    fits = np.zeros(KINDS, np.int64)
    _count_fitting(s, fits)
    players = int64(s.players)
    for step in range(players):
        _describe_seat(s, (seat + step) % players, points, fits, blocks[step])


@compiled
def _describe_table(s: Any, planes: Planes, out: Weights) -> None:
    out[0] = s.phase == SETTING_UP
    room = 0
    for y in range(SIDE):
        room += popcount(np.uint64(s.free[y]))
    out[1], out[2] = room / SQUARES, s.set_up / 25
    for sides in range(1, MOST_SIDES + 1):
        out[2 + sides] = count_by_sides(planes, int64(sides)) / MANY
    singles, pairs, more = _closed_together(planes)
    out[7], out[8], out[9] = singles / MANY, pairs / MANY, more / MANY
    out[10] = _dominoes(planes) / MANY
    if s.tower >= 0 and s.tower_by < 0:
        closed = closed_sides(s, int64(s.tower) % SIDE, int64(s.tower) // SIDE)
        out[7 + MOST_SIDES + min(closed, 3)] = 1.0


@compiled
def _closed_together(planes: Planes) -> tuple[int, int, int]:
    """How many squares, covered, close one, two, or three and more others in (M11)."""
    singles, pairs, more = 0, 0, 0
    for y in range(1, SIDE + 1):
        hot, low, high = planes[1, y], planes[1, y - 1], planes[1, y + 1]
        free = planes[1, y] | planes[2, y] | planes[3, y] | planes[4, y]
        west, east = hot << np.uint32(1), hot >> np.uint32(1)
        odd_across, odd_along = west ^ east, low ^ high
        both_across, both_along = west & east, low & high
        one = odd_across ^ odd_along
        two = (odd_across & odd_along) | both_across | both_along
        singles += popcount(np.uint64(free & one & ~two))
        pairs += popcount(np.uint64(free & ~one & two))
        more += popcount(np.uint64(free & one & two))
    return singles, pairs, more


@compiled
def _dominoes(planes: Planes) -> int:
    """How many empty squares are in holes of two, which only elements of one square can close (M11)."""
    count = 0
    for y in range(1, SIDE + 1):
        hot = planes[1, y]
        beside = hot << np.uint32(1) | hot >> np.uint32(1) | planes[1, y - 1] | planes[1, y + 1]
        count += popcount(np.uint64(hot & beside))
    return count


@compiled
def _count_points(s: Any, points: Numbers) -> None:
    """What every seat would have if the game ended now, but for its bridges (M18)."""
    counts = np.empty(len(WORTH), np.int32)
    for seat in range(int64(s.players)):
        tally(s, int64(seat), counts)
        for way in range(len(WORTH)):
            points[seat] += WORTH[way] * counts[way]


@compiled
def _count_fitting(s: Any, fits: Any) -> None:
    """How many placements there are of each element, whoever has it (M7)."""
    room = np.empty(SIDE, np.uint32)
    for kind in range(KINDS):
        for shape in range(FIRST_SHAPE[kind], FIRST_SHAPE[kind + 1]):
            fitting(s.free, shape, room, np.uint32(SIDE))
            for y in range(SIDE):
                fits[kind] += popcount(np.uint64(room[y]))


@compiled
def _describe_seat(s: Any, seat: int, points: Numbers, fits: Any, out: Weights) -> None:
    """Its points, its ways to bridges, and its elements."""
    whole = SQUARES_OF_A_COLOUR * COLOURS // int64(s.players)
    out[0] = (points[seat] - _best_other(s, seat, points)) / LEAD
    out[1], out[2], out[3] = s.covered[seat] / whole, s.holes[seat] / MANY, s.closed[seat] / 4
    out[4], out[5] = s.tower_by == seat, _nearly_closed_obstacles(s, seat) / 4
    _describe_ways(s, seat, out)
    lost, placements = 0, 0
    for kind in range(KINDS):
        held = int64(s.held[seat, kind])
        out[PROGRESS + kind] = held / 2
        lost += held * SIZES[kind] if fits[kind] == 0 else 0
        placements += fits[kind] if held > 0 else 0
    out[11], out[12] = lost / MANY, np.log2(1.0 + placements) / 16


@compiled
def _best_other(s: Any, seat: int, points: Numbers) -> int:
    best: int = int64(-SQUARES)
    for other in range(int64(s.players)):
        if other != seat:
            best = max(best, int64(points[other]))
    return best


@compiled
def _nearly_closed_obstacles(s: Any, seat: int) -> int:
    """Obstacles with one side left for the seat's elements to close (M12)."""
    count: int = int64(0)
    for y in range(SIDE):
        row = np.uint64(s.obstacles[y] & ~s.own[seat, y])
        while row:
            x = lowest(row)
            row &= row - np.uint64(1)
            edges = int64(x == 0) + int64(x == SIDE - 1) + int64(y == 0) + int64(y == SIDE - 1)
            count += int64(sides_by(s, seat, x, y) + edges == 3 and closed_sides(s, x, y) == 3)
    return count


@compiled
def _describe_ways(s: Any, seat: int, out: Weights) -> None:
    """How near a bridge is in each direction, the nearer first (M13)."""
    layers = np.zeros((MOST_STEPS, SIDE), np.uint32)
    one = min(measure_way(s, seat, int64(0), int64(0), layers), MOST_STEPS - 1)
    other = min(measure_way(s, seat, int64(1), int64(0), layers), MOST_STEPS - 1)
    near, far = min(one, other), max(one, other)
    out[6], out[7], out[8] = NEARNESS[near] / FOR_BRIDGE, near == 0, near / SIDE if near <= SIDE else 1.5
    out[9], out[10] = NEARNESS[far] / FOR_BRIDGE, far / SIDE if far <= SIDE else 1.5


# A move


@compiled
def describe_move(states: States, i: int, move: int, out: Weights) -> None:
    """What it is; of a placement what it closes, offers and touches."""
    s = states[i]
    out[:] = 0.0
    if move < OBSTACLE:
        _describe_placement(s, move, out[SET_UP_TRAITS:])
        out[SET_UP_TRAITS + PLACEMENT_TRAITS + ELEMENT_OF[move // SQUARES]] = 1.0
    elif move < MISFIT:
        x, y = (move - OBSTACLE) % SIDE, (move - OBSTACLE) % SQUARES // SIDE
        out[0 if move < TOWER else 1] = 1.0
        out[2] = min(x, y, SIDE - 1 - x, SIDE - 1 - y) / SIDE
    else:
        out[3] = 1.0


@compiled
def _describe_placement(s: Any, move: int, out: Weights) -> None:
    """What it does to the squares beside it (M11, M15), and to those that it covers."""
    e = effects(s, move)
    out[0], out[1], out[2] = e.closed / 2, e.closed >= 1, e.closed >= 2
    out[3], out[4], out[5] = e.offered / 2, e.offered >= 1, e.narrowed / 4
    if e.tower < MOST_SIDES:
        out[6], out[7], out[8] = e.tower == 0, e.tower == 1, e.tower == 2
    out[9], out[10], out[11] = e.own / 4, e.others / 4, e.edges / 4
    out[12] = _spoilt(s, move) / 2


@compiled
def _spoilt(s: Any, move: int) -> int:
    """Squares that the placement covers though they had one open side left: no hole any more (M11)."""
    shape, square = move // SQUARES, move % SQUARES
    count = 0
    for k in range(SIZES[ELEMENT_OF[shape]]):
        x, y = square % SIDE + int64(DX[shape, k]), square // SIDE + int64(DY[shape, k])
        count += closed_sides(s, x, y) == 3
    return count


# Candidates


@compiled
def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """Placements: points at once (M10, M11, M15), ways to bridges (M13), less what the others are offered."""
    s = states[i]
    north, east = np.zeros(SQUARES, np.uint64), np.zeros(SQUARES, np.uint64)
    north_way, east_way = 0, 0
    openings = np.empty(WIDE * WIDE, np.int8)
    if s.phase == PLACING:
        count_openings(s, openings)
        north_way, east_way = find_way(s, int64(0), north), find_way(s, int64(1), east)
    for k in range(count):
        move = int64(moves[k])
        if move < OBSTACLE:
            bridges = nearer(move, north, north_way) + nearer(move, east, east_way)
            closed, offered, tower = closed_and_offered(openings, move)
            weights[k] = POINT * (_earned(move, closed, offered, tower) + bridges)
        else:
            weights[k] = 0.5 if TOWER <= move < MISFIT else 0.0


@compiled
def glance(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """The same without bridges, for playouts."""
    for k in range(count):
        move = int64(moves[k])
        if move < OBSTACLE:
            e = effects(states[i], move)
            weights[k] = POINT * _earned(move, e.closed, e.offered, e.tower)
        else:
            weights[k] = 0.0


@compiled
def _earned(move: int, closed: int, offered: int, tower: int) -> float:
    """Points for the squares, the holes and the tower, less what is left to the next player."""
    points = SIZES[ELEMENT_OF[move // SQUARES]] + FOR_HOLE * closed - OFFERED * offered
    if tower <= 1:
        points += FOR_TOWER if tower == 0 else -FOR_TOWER / 2
    return float(points)


@compiled
def candidates(states: States, i: int, moves: Numbers, weights: Weights) -> int:
    """The best looking CANDIDATES of the legal moves, in no order; on an open board not all are weighed."""
    count = _list_some(states[i], moves) if states[i].phase == PLACING else 0
    if count < CANDIDATES:
        count = legal(states, i, moves)
    if count <= CANDIDATES:
        return count
    weigh(states, i, moves, count, weights)
    keep_best(moves, count, weights)
    return CANDIDATES


@compiled
def _list_some(s: Any, out: Numbers) -> int:
    """List the placements that close something in, and some of those that offer nothing to the others."""
    planes = np.zeros((MOST_SIDES + 1, HIGH), np.uint32)
    sort_by_sides(s, planes)
    _add_tower(s, planes)
    every = 2 * sparseness(s)
    fits, closing, offering = np.empty(SIDE, np.uint32), np.empty(SIDE, np.uint32), np.empty(SIDE, np.uint32)
    count = 0
    for shape in range(len(ELEMENT_OF)):
        if s.held[s.seat, ELEMENT_OF[shape]] > 0:
            fitting(s.free, shape, fits, np.uint32(SIDE))
            compare_rims(planes, shape, closing, offering, np.uint32(SIDE))
            for y in range(SIDE):
                some = some_files(every, 7 * y + 3 * shape + s.pieces) & ~np.uint64(offering[y])
                row = np.uint64(fits[y]) & (np.uint64(closing[y]) | some)
                while row:
                    out[count] = shape * SQUARES + y * SIDE + lowest(row)
                    row &= row - np.uint64(1)
                    count += 1
    return count


@compiled
def _add_tower(s: Any, planes: Planes) -> None:
    """Let the tower be a square to be closed in, too (M15)."""
    if s.tower_by < 0:
        x, y = int64(s.tower) % SIDE, int64(s.tower) // SIDE
        planes[MOST_SIDES - closed_sides(s, x, y), y + 1] |= np.uint32(1 << (x + 1))
