"""Forma, the compiled rules: polyominoes on a board of 20 × 20 squares, for 2 or 4 players.

Rules      H. J. Geesink, Ravensburger 1973; docs/rules/forma.md. "M11" in a comment is a rule there.
Decided    M5: seat 0 is first and sets up. M12: only elements close an obstacle. M16: holes, then
           obstacles, then the tower; what the set-up alone closes in earns nothing.

Squares    square = rank * SIDE + file, both from 0; a1 is 0, t1 is 19, a2 is 20, t20 is 399:

               a20 b20 ... t20      north
                :   :       :
               a2  b2  ... t2
               a1  b1  ... t1       south

           Sets of squares are SIDE rows of 32 bits, bit x of row y for the file x of the rank y.

Moves      shape * SQUARES + square     an element turned that way; *square* is the south-west corner of
                                        the rectangle around it (elements.SHAPES: 91 shapes)
           OBSTACLE + square            an obstacle, in the set-up
           TOWER + square               the tower, which ends the set-up
           MISFIT + element             an element lost by eye
           PASS

State      one record, STATE below. `free` are the empty squares, with a few rows more that are never
           free, so that a shape can be held against any row. `elements` are the squares covered by a
           seat's elements, `own` these and the seat's markers, on squares and on obstacles: all that
           carries its bridges. `placed` are the placements in order, for drawing them as whole pieces.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, lowest, popcount
from ludotheque.engine.chance import Source, below
from ludotheque.engine.compiled import compiled, int64, layout
from ludotheque.engine.contract import OVER, Numbers, States
from ludotheque.games.forma.bridges import most_bridges
from ludotheque.games.forma.elements import (
    COPIES,
    DX,
    DY,
    ELEMENT_OF,
    ELEMENTS,
    ELEMENTS_OF_A_COLOUR,
    FIRST_SHAPE,
    MOST_SQUARES,
    PLACEMENTS,
    SHAPES,
    SIDE,
    SIZES,
    SQUARES,
    SQUARES_OF_A_COLOUR,
)

COLOURS = 4
MOST_SEATS = 4
OBSTACLES = 25  # (M3)
KINDS = len(ELEMENTS)
ROWS = SIDE + MOST_SQUARES - 1  # of `free`

ALL_SHAPES = len(SHAPES)
OBSTACLE = ALL_SHAPES * SQUARES
TOWER = OBSTACLE + SQUARES
MISFIT = TOWER + SQUARES
PASS = MISFIT + KINDS
NO_MOVE = -1
CODES = PASS + 1  # moves' integers are below this
MAX_MOVES = PLACEMENTS + 1  # and a pass
OUTCOME = 0  # nothing is left to chance

# The five ways to score (M10-M15) and what is left over (M18), and the points for one of each.
WAYS = ("squares", "holes", "obstacles", "bridges", "tower", "left_over")
WORTH = (1, 10, 10, 50, 50, -1)
BRIDGES = WAYS.index("bridges")
FOR_SQUARE, FOR_HOLE, FOR_OBSTACLE, FOR_BRIDGE, FOR_TOWER, FOR_LEFT_OVER = WORTH
MOST_MISFITS = 2  # in a turn (M8)
FULL = (1 << SIDE) - 1  # a row of squares
INNER = FULL & ~(1 | 1 << (SIDE - 1))  # its squares off the west and east edges
LAST_FILE = 1 << (SIDE - 1)
SETTING_UP, PLACING, ENDED = 0, 1, 2  # phase
SIDES, CORNERS = 0, 1  # touch
TRIES = 24  # placements drawn blindly before all that fit are counted

STATE = layout(
    [
        ("free", np.uint32, ROWS),
        ("obstacles", np.uint32, SIDE),  # all of them
        ("elements", np.uint32, (MOST_SEATS, SIDE)),
        ("own", np.uint32, (MOST_SEATS, SIDE)),
        ("placed", np.int32, COLOURS * ELEMENTS_OF_A_COLOUR),  # placements in order
        ("placed_by", np.int8, COLOURS * ELEMENTS_OF_A_COLOUR),
        ("held", np.int8, (MOST_SEATS, KINDS)),  # elements not yet placed nor lost
        ("lost", np.int8, (MOST_SEATS, KINDS)),  # by eye (M8)
        ("last", np.int32),  # the last move, or NO_MOVE
        ("tower", np.int16),  # its square, or -1
        ("covered", np.int16, MOST_SEATS),  # squares of elements placed (M10)
        ("holes", np.int16, MOST_SEATS),  # encircled (M11)
        ("closed", np.int16, MOST_SEATS),  # obstacles (M12)
        ("tower_by", np.int8),  # the seat that closed it (M15), or -1
        ("last_by", np.int8),  # who made the last move, or -1
        ("pieces", np.int8),  # length of `placed`
        ("set_up", np.int8),  # obstacles put
        ("misfits", np.int8),  # in this turn (M8)
        ("stuck", np.int8),  # seats known to have nothing that fits, as a mask; for good (M9)
        ("phase", np.int8),
        ("seat", np.int8),
        ("players", np.int8),
        ("touch", np.int8),
        ("by_eye", np.int8),
        ("lenient", np.int8),  # whether one may pass after a misfit: since revision 2 (M8)
    ]
)


@compiled
def begin(states: States, i: int, options: Numbers) -> None:
    """An empty board; every seat has its elements (M1-M5)."""
    s = states[i]
    s.players, s.touch, s.by_eye = 2 + 2 * options[0], options[1], options[2]
    s.lenient = options[3] >= 2
    for y in range(ROWS):
        s.free[y] = FULL if y < SIDE else 0
    for y in range(SIDE):
        s.obstacles[y] = 0
        for seat in range(MOST_SEATS):
            s.elements[seat, y] = 0
            s.own[seat, y] = 0
    for k in range(len(s.placed)):
        s.placed[k] = 0
        s.placed_by[k] = 0
    for seat in range(MOST_SEATS):
        for kind in range(KINDS):
            s.held[seat, kind] = COPIES[kind] * COLOURS // int(s.players) if seat < s.players else 0
            s.lost[seat, kind] = 0
        s.covered[seat], s.holes[seat], s.closed[seat] = 0, 0, 0
    s.last, s.last_by, s.tower, s.tower_by = NO_MOVE, -1, -1, -1
    s.pieces, s.set_up, s.misfits, s.stuck, s.seat = 0, 0, 0, 0, 0
    s.phase = SETTING_UP


@compiled
def turn(states: States, i: int) -> int:
    """The seat to decide, or OVER."""
    s = states[i]
    return OVER if s.phase == ENDED else int(s.seat)


@compiled
def open_row(s: Any, y: int) -> int:
    """The squares of rank *y* where an obstacle may be put: none touching (M6)."""
    row = int(s.obstacles[y])
    below_, above = int(s.obstacles[y - 1]) if y > 0 else 0, int(s.obstacles[y + 1]) if y < SIDE - 1 else 0
    taken = row | row << 1 | row >> 1 | below_ | above
    if s.touch == CORNERS:
        taken |= below_ << 1 | below_ >> 1 | above << 1 | above >> 1
    return FULL & ~taken


@compiled
def tower_row(s: Any, y: int) -> int:
    """The squares of rank *y* where the tower may be put: off the board's edge (M6)."""
    return open_row(s, y) & INNER if 0 < y < SIDE - 1 else 0


@compiled
def fitting(free: NDArray[np.uint32], shape: int, out: NDArray[np.uint32], rows: Any) -> None:
    """Write where a shape fits on *free* squares: bit x of row y for its south-west corner (M7).

    *rows* is SIDE, passed as an argument because then the loops compile to vector instructions.
    """
    for y in range(rows):
        out[y] = free[y + DY[shape, 0]] >> DX[shape, 0]
    for k in range(1, SIZES[ELEMENT_OF[shape]]):
        dx, dy = DX[shape, k], DY[shape, k]
        for y in range(rows):
            out[y] &= free[y + dy] >> dx


@compiled
def has_fitting(s: Any, seat: int) -> bool:
    """Whether the seat has an element that fits somewhere (M9, M17); small ones are tried first."""
    fits = np.empty(SIDE, np.uint32)
    for kind in range(KINDS):
        if s.held[seat, kind] > 0:
            for shape in range(FIRST_SHAPE[kind], FIRST_SHAPE[kind + 1]):
                fitting(s.free, shape, fits, np.uint32(SIDE))
                for y in range(SIDE):
                    if fits[y] != 0:
                        return True
    return False


@compiled
def legal(states: States, i: int, out: Numbers) -> int:
    """List the legal moves; misfits are mistakes and never listed."""
    s = states[i]
    if s.phase == SETTING_UP:
        return _list_set_up(s, out)
    if s.phase == PLACING:
        return _list_placements(s, out)
    return 0


@compiled
def _list_set_up(s: Any, out: Numbers) -> int:
    """Obstacles while there are any, or the tower (M6)."""
    count = 0
    for y in range(SIDE):
        row = open_row(s, y) if s.set_up < OBSTACLES else 0
        tower = tower_row(s, y)
        for x in range(SIDE):
            if row >> x & 1:
                out[count] = OBSTACLE + y * SIDE + x
                count += 1
            if tower >> x & 1:
                out[count] = TOWER + y * SIDE + x
                count += 1
    return count


@compiled
def _list_placements(s: Any, out: Numbers) -> int:
    """Every placement that fits (M7), and a pass if there is none (M9) or after a misfit (M8)."""
    fits = np.empty(SIDE, np.uint32)
    count: int = int64(0)
    for kind in range(KINDS):
        if s.held[s.seat, kind] > 0:
            for shape in range(FIRST_SHAPE[kind], FIRST_SHAPE[kind + 1]):
                fitting(s.free, shape, fits, np.uint32(SIDE))
                for y in range(SIDE):
                    count = _list_row(np.uint64(fits[y]), shape * SQUARES + y * SIDE, out, count)
    if count == 0 or may_pass(s):
        out[count] = PASS
        count += 1
    return count


@compiled
def may_pass(s: Any) -> bool:
    """Whether the seat to move may pass though it has an element that fits: after a misfit (M8)."""
    return s.lenient != 0 and s.misfits > 0


@compiled
def _list_row(row: Any, first: int, out: Numbers, count: int) -> int:
    """Add a move for every bit of *row*, run by run: on an open board runs are long."""
    start = 0
    while row != NONE:
        skipped = lowest(row)
        row >>= np.uint64(skipped)
        length = lowest(~row)
        start += skipped
        for x in range(length):
            out[count + x] = first + start + x
        row >>= np.uint64(length)
        start += length
        count += length
    return count


@compiled
def allows(states: States, i: int, move: int) -> bool:
    """Whether a move is legal, without listing thousands of others."""
    s = states[i]
    if s.phase == SETTING_UP:
        if move < OBSTACLE or move >= MISFIT:
            return False
        x, y = (move - OBSTACLE) % SIDE, (move - OBSTACLE) % SQUARES // SIDE
        row = tower_row(s, y) if move >= TOWER else open_row(s, y) if s.set_up < OBSTACLES else 0
        return row >> x & 1 == 1
    if s.phase != PLACING:
        return False
    if 0 <= move < OBSTACLE:
        shape = move // SQUARES
        return s.held[s.seat, ELEMENT_OF[shape]] > 0 and fits_at(s, shape, move % SQUARES)
    return move == PASS and (may_pass(s) or not has_fitting(s, int64(s.seat)))


@compiled
def tolerates(states: States, i: int, move: int) -> bool:
    """A misfit, in a game by eye, of an element that the seat has (M8)."""
    s = states[i]
    kind = move - MISFIT
    return s.phase == PLACING and s.by_eye != 0 and 0 <= kind < KINDS and s.held[s.seat, kind] > 0


@compiled
def fits_at(s: Any, shape: int, square: int) -> bool:
    """Whether a shape fits on the free squares with its south-west corner on *square* (M7)."""
    x, y = square % SIDE, square // SIDE
    for k in range(MOST_SQUARES):
        if int(s.free[y + int(DY[shape, k])]) >> (x + int(DX[shape, k])) & 1 == 0:
            return False
    return True


@compiled
def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A legal move, each equally likely: placements drawn blindly until one fits, or else counted."""
    s = states[i]
    if s.phase == SETTING_UP:
        return _pick_set_up(s, rng)
    for _ in range(0 if may_pass(s) else TRIES):
        move = below(rng, int64(OBSTACLE))
        shape = move // SQUARES
        if s.held[s.seat, ELEMENT_OF[shape]] > 0 and fits_at(s, shape, move % SQUARES):
            return move
    return _pick_counted(s, rng)


@compiled
def _pick_set_up(s: Any, rng: Source) -> int:
    """Each allowed obstacle and tower square equally likely."""
    while True:
        move = OBSTACLE + below(rng, int64(2 * SQUARES))
        square = (move - OBSTACLE) % SQUARES
        x, y = square % SIDE, square // SIDE
        if move >= TOWER:
            if tower_row(s, y) >> x & 1:
                return move
        elif s.set_up < OBSTACLES and open_row(s, y) >> x & 1:
            return move


@compiled
def _pick_counted(s: Any, rng: Source) -> int:
    """A move by its place in the list, without making the list: placements, then perhaps a pass."""
    fits = np.empty(SIDE, np.uint32)
    ends = np.empty(ALL_SHAPES, np.int64)  # how many placements up to each shape
    total = 0
    for kind in range(KINDS):
        for shape in range(FIRST_SHAPE[kind], FIRST_SHAPE[kind + 1]):
            if s.held[s.seat, kind] > 0:
                fitting(s.free, shape, fits, np.uint32(SIDE))
                for y in range(SIDE):
                    total += popcount(np.uint64(fits[y]))
            ends[shape] = total
    nth = below(rng, int64(total + (total == 0 or may_pass(s))))
    if nth == total:
        return PASS
    shape = 0
    while ends[shape] <= nth:
        shape += 1
    nth -= ends[shape - 1] if shape > 0 else 0
    fitting(s.free, shape, fits, np.uint32(SIDE))
    for y in range(SIDE):
        for x in range(SIDE):
            if int(fits[y]) >> x & 1:
                if nth == 0:
                    return shape * SQUARES + y * SIDE + x
                nth -= 1
    return PASS


@compiled
def play(states: States, i: int, move: int) -> None:
    """Play a legal or tolerated move."""
    s = states[i]
    s.last, s.last_by = move, s.seat
    if move < OBSTACLE:
        _place(s, move // SQUARES, move % SQUARES)
        _end_turn(s)
    elif move < TOWER:
        _fill(s, move - OBSTACLE)
        s.obstacles[(move - OBSTACLE) // SIDE] |= np.uint32(1 << (move - OBSTACLE) % SIDE)
        s.set_up += 1
        return
    elif move < MISFIT:
        _fill(s, move - TOWER)
        s.tower = move - TOWER
        s.phase = PLACING
    elif move < PASS:
        _lose(s, move - MISFIT)
    else:
        _end_turn(s)
    _see_whether_over(s)


@compiled
def _fill(s: Any, square: int) -> None:
    """The square is free no longer."""
    s.free[square // SIDE] &= ~np.uint32(1 << square % SIDE)


@compiled
def _lose(s: Any, kind: int) -> None:
    """The element is out of the game; the second in a turn ends the turn (M8)."""
    s.held[s.seat, kind] -= 1
    s.lost[s.seat, kind] += 1
    s.misfits += 1
    if s.misfits == MOST_MISFITS:
        _end_turn(s)


@compiled
def _end_turn(s: Any) -> None:
    """The next seat is to move."""
    s.misfits = 0
    s.seat = (s.seat + 1) % s.players


@compiled
def _see_whether_over(s: Any) -> None:
    """After every move: the game ends when nobody has an element that fits (M17)."""
    for k in range(s.players):
        seat = (s.seat + k) % s.players
        if not s.stuck >> seat & 1:
            if has_fitting(s, seat):
                return
            s.stuck |= 1 << seat
    s.phase = ENDED


@compiled
def _place(s: Any, shape: int, square: int) -> None:
    """Put an element on the board (M7, M10) and settle what it closes (M16)."""
    kind = ELEMENT_OF[shape]
    size = SIZES[kind]
    x, y = square % SIDE, square // SIDE
    s.held[s.seat, kind] -= 1
    s.covered[s.seat] += size
    s.placed[s.pieces] = shape * SQUARES + square
    s.placed_by[s.pieces] = s.seat
    s.pieces += 1
    for k in range(size):
        mask = np.uint32(1 << (x + int(DX[shape, k])))
        row = y + int(DY[shape, k])
        s.free[row] &= ~mask
        s.elements[s.seat, row] |= mask
        s.own[s.seat, row] |= mask
    for k in range(size):
        _settle_beside(s, x + int(DX[shape, k]), y + int(DY[shape, k]))
    _settle_tower(s)


@compiled
def _settle_beside(s: Any, x: int, y: int) -> None:
    """Holes (M11) and obstacles (M12) on the sides of a square just covered.

    M16 wants holes first. But a marker neither closes another hole, which would have to be its
    neighbour and so not encircled, nor an obstacle, so the order of these two never matters.
    """
    for k in range(4):
        nx, ny = x + (k == 0) - (k == 1), y + (k == 2) - (k == 3)
        if nx < 0 or ny < 0 or nx >= SIDE or ny >= SIDE:
            continue
        mask = np.uint32(1 << nx)
        if s.free[ny] & mask:
            if closed_sides(s, nx, ny) == 4:
                s.free[ny] &= ~mask
                s.own[s.seat, ny] |= mask
                s.holes[s.seat] += 1
        elif s.obstacles[ny] & mask and not s.own[s.seat, ny] & mask and surrounded(s, nx, ny):
            s.own[s.seat, ny] |= mask
            s.closed[s.seat] += 1


@compiled
def closed_sides(s: Any, x: int, y: int) -> int:
    """How many sides of a square are closed, by anything or by the board's edge (M11, M15)."""
    row = int(s.free[y])
    count = 4 - (row >> (x + 1) & 1)
    if x > 0:
        count -= row >> (x - 1) & 1
    if y > 0:
        count -= int(s.free[y - 1]) >> x & 1
    return count - (int(s.free[y + 1]) >> x & 1)


@compiled
def nearly_closed(s: Any, y: int) -> Any:
    """The empty squares of rank *y* that have one open side left (M11)."""
    row, above = s.free[y], s.free[y + 1]
    below_ = s.free[y - 1] if y > 0 else np.uint32(0)
    west, east = row << np.uint32(1), row >> np.uint32(1)
    odd = west ^ east ^ below_ ^ above
    three = (west & east & (below_ | above)) | (below_ & above & (west | east))
    return np.uint64(row & odd & ~three)


@compiled
def sides_by(s: Any, seat: int, x: int, y: int) -> int:
    """How many sides of a square the elements of a seat close (M12)."""
    row = int(s.elements[seat, y])
    count = row >> (x + 1) & 1
    if x > 0:
        count += row >> (x - 1) & 1
    if y > 0:
        count += int(s.elements[seat, y - 1]) >> x & 1
    if y < SIDE - 1:
        count += int(s.elements[seat, y + 1]) >> x & 1
    return count


@compiled
def surrounded(s: Any, x: int, y: int) -> bool:
    """Whether elements of the seat to move, or the board's edge, are on all sides of a square (M12)."""
    edges = int(x == 0) + int(x == SIDE - 1) + int(y == 0) + int(y == SIDE - 1)
    return sides_by(s, int64(s.seat), x, y) + edges == 4


@compiled
def _settle_tower(s: Any) -> None:
    """Whoever closes its last open side earns the tower, by an element or by a marker (M15)."""
    if s.tower_by < 0 and closed_sides(s, int(s.tower) % SIDE, int(s.tower) // SIDE) == 4:
        s.tower_by = s.seat


@compiled
def tally(s: Any, seat: int, counts: Numbers) -> None:
    """Count what a seat has in each of the WAYS, but for its bridges: these take longer (`most_bridges`)."""
    counts[0], counts[1], counts[2], counts[3] = s.covered[seat], s.holes[seat], s.closed[seat], 0
    counts[4] = s.tower_by == seat
    counts[5] = SQUARES_OF_A_COLOUR * COLOURS // int(s.players) - int(s.covered[seat])


@compiled
def scores(states: States, i: int, out: Numbers) -> None:
    """Every seat's points as if the game ended now: what was earned, less the squares left over (M18)."""
    s = states[i]
    own = np.empty(SIDE, np.uint32)  # a copy: for another type of array all would be compiled anew
    labels = np.empty((2, (SIDE + 1) * (SIDE + 1)), np.int8)
    dead_ends = np.zeros(1, np.int64)
    counts = np.empty(len(WORTH), np.int32)
    for seat in range(s.players):
        for y in range(SIDE):
            own[y] = s.own[seat, y]
        tally(s, int64(seat), counts)
        counts[BRIDGES] = most_bridges(own, labels, dead_ends)  # M14
        points = 0
        for way in range(len(WORTH)):
            points += WORTH[way] * counts[way]
        out[seat] = points


@compiled
def winners(states: States, i: int) -> int:
    """Most points win; equal scores share the win (M19)."""
    points = np.empty(MOST_SEATS, np.int32)
    scores(states, i, points)
    return leaders(points, int64(states[i].players))


@compiled
def winners_given(states: States, i: int, points: Numbers) -> int:
    """The same where the scores are known; bridges take long to count."""
    return leaders(points, int64(states[i].players))


@compiled
def leaders(points: Numbers, players: int) -> int:
    """Who has the most points, as a mask."""
    best, mask = points[0], 0
    for seat in range(players):
        if points[seat] > best:
            best, mask = points[seat], 0
        if points[seat] == best:
            mask |= 1 << seat
    return mask


@compiled
def revealed(states: States, i: int) -> int:
    """Nothing is ever hidden, but how well somebody aimed by eye: what does not fit stays lost (M8)."""
    lost = 0
    for seat in range(states[i].players):
        for kind in range(KINDS):
            lost += states[i].lost[seat, kind]
    return lost
