"""Feurio!, the compiled rules: a forest fire on hexagons for 1 to 4 fire brigades.

Rules      docs/rules/feurio.md; "F11" in a comment is a rule of that page, with its rulings.
Decided    F2: values 1-2 have one space, 3-4 two, 5-6 three (SPACES). F9: seat 0 begins.

Cells      axial coordinates (q, r), numbered  cell = (r + REACH) * STRIDE + (q + REACH):

                  (q, r-1)   (q+1, r-1)
              (q-1, r)   (q, r)   (q+1, r)
                  (q-1, r+1)   (q, r+1)

           The 36 tiles hang together and (0,0) is one of them, so a tile lies at most 35 steps from it
           and an empty cell beside a tile at most 36: REACH. No forest can leave these cells.

Moves      verb * CELLS + cell, where the verb is
               LAY                        the drawn tile goes to that cell, face up
               BREAK + colour             it goes there face down; a man of that colour pays
               MEN + 3 * colour + n - 1   n = 1 .. 3 men of that colour go to the tile there
           and PASS, a number above all these.

State      one record, STATE below. A tile is known by its number in the order laid, so that tile t has
           the value stack[t], and sets of tiles are 64-bit masks. An open cell (empty, beside a tile)
           is an entry of the lists `open_cell` and `open_heat`. `marks` finds either by its cell: any
           two known cells are at most 37 steps apart, and no two such cells agree modulo MARKS.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, bit, lowest, popcount
from ludotheque.engine.chance import Source, below, shuffle_first
from ludotheque.engine.compiled import compiled, int64, layout
from ludotheque.engine.contract import CHANCE, OVER, Numbers, States

VALUES = 6  # a tile burns at 1 .. 6 (F1)
COPIES = 6  # tiles of each value (F1)
TILES = VALUES * COPIES
SIDES = 6
SPACES = np.array([0, 1, 1, 2, 2, 3, 3], np.int8)  # by value; F2, the one table to correct
COLOURS = 4  # green, blue, yellow, red (F3)
MEN_OF_A_COLOUR = 12  # (F3)
HELPERS = 4  # men of the fourth colour for each of three players (F5)
HELPER_COLOUR = 3
MOST_MEN = 3  # placed in one turn (F12)
MOST_SEATS = 4

REACH = TILES  # how far from (0,0) an open cell can be
STRIDE = 2 * REACH + 1
CELLS = STRIDE * STRIDE
ORIGIN = REACH * STRIDE + REACH
NEIGHBOURS = np.array([1, 1 - STRIDE, -STRIDE, -1, STRIDE - 1, STRIDE], np.int64)
OPENING = np.array([0, 1, STRIDE, STRIDE + 1], np.int64) + ORIGIN  # F10

MARKS = 1408  # a mark is 0 for an unknown cell, 1 + k for the k-th open one, -1 - t for the tile t
MOST_OPEN = SIDES + 2 * (TILES - 1)  # the first tile opens 6 cells, each further one at most 3 and fills 1

LAY = 0
BREAK = 1
MEN = BREAK + COLOURS
PASS = (MEN + MOST_MEN * COLOURS) * CELLS
CODES = PASS + 1  # moves' integers are below this
MAX_MOVES = 512  # men: 36 tiles, 4 colours, 3 numbers, and a pass
OUTCOME = TILES  # chance: the whole stack, once

VERSUS, COOP, SOLO = 0, 1, 2  # mode
TO_SHUFFLE, TO_LAY, TO_MAN, TO_FINISH, ENDED = 0, 1, 2, 3, 4  # phase

STATE = layout(
    [
        ("adjacent", np.uint64, TILES),  # the tiles beside each tile
        ("roomy", np.uint64, MOST_MEN),  # the tiles that can take at least 1, 2, 3 more men (F13, F14)
        ("manned", np.uint64, COLOURS),  # the tiles where a man of that colour stands
        ("tile_cell", np.int16, TILES),
        ("open_cell", np.int16, MOST_OPEN),
        ("open_heat", np.int8, MOST_OPEN),  # sum of the values around (F11)
        ("marks", np.int8, MARKS),
        ("stack", np.int8, TILES),  # values in the order drawn; 0 where a view does not know
        ("broken_by", np.int8, TILES),  # 0 face up, 1 + seat for a firebreak laid by that seat (F23)
        ("men", np.int8, (TILES, COLOURS)),
        ("reserve", np.int8, (MOST_SEATS, COLOURS)),  # men not yet placed
        ("laid", np.int8),  # tiles on the table
        ("opens", np.int8),  # length of the lists of open cells
        ("phase", np.int8),
        ("seat", np.int8),
        ("passes", np.int8),  # passes in a row since the stack ran out (F17)
        ("players", np.int8),
        ("mode", np.int8),
        ("firebreaks", np.int8),
        ("hot", np.int8),
    ]
)


@compiled
def own_colours(players: int, seat: int) -> tuple[int, int]:
    """First and last of the colours that a seat fights for, helpers not among them (F4-F7, F9)."""
    if players == 1:
        return 0, COLOURS - 1
    if players == 2:
        return 2 * seat, 2 * seat + 1
    return seat, seat


@compiled
def begin(states: States, i: int, options: Numbers) -> None:
    """Hand out the men (F3-F8); the stack is still to be shuffled."""
    s = states[i]
    _clear(s)
    s.players, s.mode, s.firebreaks, s.hot = options[0], options[1], options[2], options[3]
    s.phase = TO_SHUFFLE
    players = int64(s.players)
    for seat in range(players):
        first, last = own_colours(players, seat)
        for colour in range(first, last + 1):
            s.reserve[seat, colour] = MEN_OF_A_COLOUR
        if players == 3:
            s.reserve[seat, HELPER_COLOUR] = HELPERS


@compiled
def _clear(s: Any) -> None:
    """Zero all that a game adds to or reads before it writes."""
    for k in range(MARKS):
        s.marks[k] = 0
    for t in range(TILES):
        s.adjacent[t] = NONE
        s.tile_cell[t] = 0
        s.stack[t] = 0
        s.broken_by[t] = 0
        for colour in range(COLOURS):
            s.men[t, colour] = 0
    for k in range(MOST_OPEN):
        s.open_cell[k] = 0
        s.open_heat[k] = 0
    for seat in range(MOST_SEATS):
        for colour in range(COLOURS):
            s.reserve[seat, colour] = 0
    for colour in range(COLOURS):
        s.manned[colour] = NONE
    for n in range(MOST_MEN):
        s.roomy[n] = NONE
    s.laid, s.opens, s.seat, s.passes = 0, 0, 0, 0


@compiled
def turn(states: States, i: int) -> int:
    """The seat to decide, OVER, or CHANCE while the stack is not shuffled."""
    s = states[i]
    if s.phase == TO_SHUFFLE:
        return CHANCE
    if s.phase == ENDED:
        return OVER
    return int64(s.seat)


@compiled
def shuffle(states: States, i: int, rng: Source, outcome: NDArray[np.uint8]) -> None:
    """A random stack of all 36 tiles (F1)."""
    for t in range(TILES):
        outcome[t] = 1 + t // COPIES
    shuffle_first(outcome, len(outcome), rng)


@compiled
def deal(states: States, i: int, outcome: NDArray[np.uint8]) -> None:
    """Lay the opening: a tile a player (F4-F7, F10). Then seat 0 draws (F9)."""
    s = states[i]
    for t in range(TILES):
        s.stack[t] = outcome[t]
    for t in range(int64(s.players)):
        _put_tile(s, OPENING[t], int64(s.stack[t]))
    s.phase = TO_LAY


@compiled
def _mark_of(cell: int) -> int:
    """Where `marks` keeps what is known of *cell*."""
    return int64(np.uint32(cell) % np.uint32(MARKS))


@compiled
def _put_tile(s: Any, cell: int, heat: int) -> None:
    """Put the next tile on *cell*, giving *heat* to the open cells around it."""
    t = int64(s.laid)
    _close_cell(s, cell)
    s.tile_cell[t] = cell
    s.marks[_mark_of(cell)] = -1 - t
    around = NONE
    for direction in range(SIDES):
        near = cell + NEIGHBOURS[direction]
        mark = int64(s.marks[_mark_of(near)])
        if mark < 0:
            other = -1 - mark
            around |= bit(other)
            s.adjacent[other] |= bit(t)
            _update_room(s, other)
        elif mark == 0:
            _open_cell(s, near, heat)
        else:
            s.open_heat[mark - 1] += heat
    s.adjacent[t] = around
    s.laid = t + 1
    _update_room(s, t)


@compiled
def _open_cell(s: Any, cell: int, heat: int) -> None:
    """Add *cell* to the lists of open cells."""
    k = int64(s.opens)
    s.open_cell[k] = cell
    s.open_heat[k] = heat
    s.marks[_mark_of(cell)] = k + 1
    s.opens = k + 1


@compiled
def _close_cell(s: Any, cell: int) -> None:
    """Take *cell* off the lists of open cells, if it is there; the last one takes its place."""
    k = int64(s.marks[_mark_of(cell)]) - 1
    if k < 0:
        return
    last = int64(s.opens) - 1
    moved = int64(s.open_cell[last])
    s.open_cell[k] = moved
    s.open_heat[k] = s.open_heat[last]
    s.marks[_mark_of(moved)] = k + 1
    s.open_cell[last] = 0
    s.open_heat[last] = 0
    s.opens = last


@compiled
def free_sides(s: Any, t: int) -> int:
    """Sides of tile *t* with no tile beside them; a firebreak is a tile here (F14, F25)."""
    return SIDES - popcount(s.adjacent[t])


@compiled
def which_sides_are_free(s: Any, t: int) -> int:
    """The sides that `free_sides` counts, as a mask: bit k for the side towards NEIGHBOURS[k]."""
    sides = 0
    for direction in range(SIDES):
        if s.marks[_mark_of(int64(s.tile_cell[t]) + NEIGHBOURS[direction])] >= 0:
            sides |= 1 << direction
    return sides


@compiled
def room(s: Any, t: int) -> int:
    """How many more men tile *t* can take: spaces (F13) and free sides (F14); firebreaks none (F25)."""
    if s.broken_by[t] != 0:
        return 0
    standing = 0
    for colour in range(COLOURS):
        standing += int64(s.men[t, colour])
    return max(0, min(SPACES[s.stack[t]], free_sides(s, t)) - standing)


@compiled
def _update_room(s: Any, t: int) -> None:
    """Bring `roomy` up to date for tile *t*."""
    most = room(s, t)
    for n in range(MOST_MEN):
        if n < most:
            s.roomy[n] |= bit(t)
        else:
            s.roomy[n] &= ~bit(t)


@compiled
def greatest_heat(s: Any) -> int:
    """The greatest sum of values around an open cell (F11)."""
    best = s.open_heat[0]
    for k in range(1, s.opens):
        best = max(best, s.open_heat[k])
    return best


@compiled
def legal(states: States, i: int, out: Numbers) -> int:
    """List the legal moves: where to lay, or whom to send where."""
    s = states[i]
    if s.phase == TO_LAY:
        return _list_lays(s, out)
    if s.phase == TO_MAN or s.phase == TO_FINISH:
        return _list_men(s, out)
    return 0


@compiled
def _list_lays(s: Any, out: Numbers) -> int:
    """The hottest spots, face up (F11) and, with firebreaks, face down (F23)."""
    best, count = int64(-1), int64(0)
    for k in range(int64(s.opens)):
        heat = int64(s.open_heat[k])
        if heat > best:
            best, count = heat, int64(0)
        if heat == best:
            out[count] = s.open_cell[k]
            count += 1
    if s.firebreaks:
        count = _list_breaks(s, out, count)
    return count


@compiled
def _list_breaks(s: Any, out: Numbers, spots: int) -> int:
    """Add the firebreaks to the *spots* that are listed already; a man of one's own pays (F23, F24)."""
    count = spots
    first, last = own_colours(int64(s.players), int64(s.seat))
    for colour in range(first, last + 1):
        if s.reserve[s.seat, colour] > 0:
            for k in range(spots):
                out[count] = (BREAK + colour) * CELLS + out[k]
                count += 1
    return count


@compiled
def _most_men(s: Any, colour: int) -> int:
    """How many men of *colour* the seat could send in one turn (F12, F16)."""
    return min(int64(s.reserve[s.seat, colour]), MOST_MEN)


@compiled
def _list_men(s: Any, out: Numbers) -> int:
    """Men of one colour on one tile (F12, F16), or none."""
    out[0] = PASS
    count = 1
    for colour in range(COLOURS):
        for n in range(_most_men(s, colour)):
            base = (MEN + MOST_MEN * colour + n) * CELLS
            tiles = s.roomy[n]
            while tiles != NONE:
                out[count] = base + int64(s.tile_cell[lowest(tiles)])
                count += 1
                tiles &= tiles - np.uint64(1)
    return count


@compiled
def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A legal move, each equally likely; men are counted and not listed, a fifth faster in all."""
    s = states[i]
    if s.phase == TO_LAY:
        return int64(moves[below(rng, _list_lays(s, moves))])
    ways = int64(1)  # a pass
    for colour in range(COLOURS):
        for n in range(_most_men(s, colour)):
            ways += popcount(s.roomy[n])
    return _nth_men(s, below(rng, ways) - 1)


@compiled
def _nth_men(s: Any, nth: int) -> int:
    """The *nth* way to send men, in the order of `_list_men`; the one before the first is a pass."""
    if nth >= 0:
        for colour in range(COLOURS):
            for n in range(_most_men(s, colour)):
                tiles = s.roomy[n]
                ways = popcount(tiles)
                if nth < ways:
                    for _ in range(nth):
                        tiles &= tiles - np.uint64(1)
                    return (MEN + MOST_MEN * colour + n) * CELLS + int64(s.tile_cell[lowest(tiles)])
                nth -= ways
    return PASS


@compiled
def tolerates(states: States, i: int, move: int) -> bool:
    """No: Feurio! knows no mistakes, only legal moves."""
    return False


@compiled
def play(states: States, i: int, move: int) -> None:
    """Play a legal move."""
    s = states[i]
    if move == PASS:
        _pass(s)
        return
    verb, cell = move // CELLS, move % CELLS
    if verb == LAY:
        _put_tile(s, cell, int64(s.stack[s.laid]))
        s.phase = TO_MAN
    elif verb < MEN:
        _break(s, cell, verb - BREAK)
    else:
        _send(s, cell, (verb - MEN) // MOST_MEN, (verb - MEN) % MOST_MEN + 1)


@compiled
def _break(s: Any, cell: int, colour: int) -> None:
    """Lay the drawn tile face down; a man pays, and nobody is sent (F23)."""
    s.reserve[s.seat, colour] -= 1
    s.broken_by[s.laid] = s.seat + 1
    _put_tile(s, cell, int64(0))
    _next_turn(s)


@compiled
def _send(s: Any, cell: int, colour: int, n: int) -> None:
    """Put *n* men of *colour* on the tile at *cell* (F12)."""
    t = -1 - int64(s.marks[_mark_of(cell)])
    s.reserve[s.seat, colour] -= n
    s.men[t, colour] += n
    s.manned[colour] |= bit(t)
    _update_room(s, t)
    s.passes = 0
    _next_turn(s)


@compiled
def _pass(s: Any) -> None:
    """Place no men; only turns that began with an empty stack count towards the end (F17)."""
    if s.phase == TO_FINISH:
        s.passes += 1
    _next_turn(s)


@compiled
def _next_turn(s: Any) -> None:
    """Hand over to the left, or end the game (F9, F17, F27)."""
    s.seat = (s.seat + 1) % s.players
    if s.laid < TILES:
        s.phase = TO_LAY
    elif s.mode != VERSUS or s.passes == s.players:
        s.phase = ENDED
    else:
        s.phase = TO_FINISH


@compiled
def area_around(s: Any, manned: Any, start: int) -> Any:
    """The area that holds tile *start*, of a colour whose men stand on the tiles *manned* (F18)."""
    area = bit(start)
    edge = area
    while edge != NONE:
        t = lowest(edge)
        edge &= edge - np.uint64(1)
        new = s.adjacent[t] & manned & ~area
        area |= new
        edge |= new
    return area


@compiled
def areas(s: Any, colour: int, out: NDArray[np.uint64]) -> int:
    """Write the areas of *colour* into *out*, as masks of tiles; return how many (F18)."""
    left = s.manned[colour]
    count = 0
    while left != NONE:
        out[count] = area_around(s, s.manned[colour], lowest(left))
        left &= ~out[count]
        count += 1
    return count


@compiled
def sum_and_divisor(s: Any, area: Any) -> tuple[int, int]:
    """The sum of an area's values, and its lowest value with a free side: 0 if no side is free (F19)."""
    total, divisor = 0, VALUES + 1
    while area != NONE:
        t = lowest(area)
        area &= area - np.uint64(1)
        value = int64(s.stack[t])
        total += value
        if value < divisor and free_sides(s, t) > 0:
            divisor = value
    return total, divisor if divisor <= VALUES else 0


@compiled
def worth(s: Any, area: Any) -> int:
    """Sum of the values over the lowest value with a free side, rounded up; Hot: down (F19, F30)."""
    total, divisor = sum_and_divisor(s, area)
    if divisor == 0:
        return 0
    return total // divisor if s.hot else (total + divisor - 1) // divisor


@compiled
def _tally(s: Any, seat: int) -> tuple[int, int]:
    """A seat's score and its most valuable area (F20-F22); helpers do not count (F21)."""
    total, best = 0, 0
    masks = np.empty(TILES, np.uint64)
    first, last = own_colours(int64(s.players), seat)
    for colour in range(first, last + 1):
        for k in range(areas(s, colour, masks)):
            points = worth(s, masks[k])
            total += points
            best = max(best, points)
    return total, best


@compiled
def goal_met(s: Any) -> bool:
    """Solo and co-operative: all men out, each colour in one area that reaches open water (F26)."""
    for seat in range(int64(s.players)):
        for colour in range(COLOURS):
            if s.reserve[seat, colour] > 0:
                return False
    for colour in range(COLOURS):
        manned = s.manned[colour]
        if area_around(s, manned, lowest(manned)) != manned or not reaches_water(s, manned):
            return False
    return True


@compiled
def reaches_water(s: Any, area: Any) -> bool:
    """Whether a tile of value 1 in *area* still has a free side (F26)."""
    while area != NONE:
        t = lowest(area)
        area &= area - np.uint64(1)
        if s.stack[t] == 1 and free_sides(s, t) > 0:
            return True
    return False


@compiled
def scores(states: States, i: int, out: Numbers) -> None:
    """Points by seat (F20); with a shared goal 1 if it is met, else 0 (F26)."""
    s = states[i]
    shared = s.mode != VERSUS
    met = shared and goal_met(s)
    for seat in range(int64(s.players)):
        out[seat] = met if shared else _tally(s, seat)[0]


@compiled
def winners(states: States, i: int) -> int:
    """Most points, then the single most valuable area, then shared (F22); all or none of a team."""
    s = states[i]
    if s.mode != VERSUS:
        return (1 << int64(s.players)) - 1 if goal_met(s) else 0
    best, mask = (-1, -1), 0
    for seat in range(int64(s.players)):
        tally = _tally(s, seat)
        if tally > best:
            best, mask = tally, 0
        if tally == best:
            mask |= 1 << seat
    return mask


@compiled
def knows(s: Any, seat: int, t: int) -> bool:
    """Whether *seat* may know the value of the *t*-th tile of the stack (F23)."""
    if t < s.laid:
        return s.broken_by[t] == 0 or s.broken_by[t] == seat + 1
    drawn = t == s.laid and s.phase == TO_LAY
    return drawn and (not s.firebreaks or seat == s.seat)


@compiled
def hide(states: States, i: int, seat: int, out: States, j: int) -> None:
    """Blank the values that *seat* may not know; all else lies open on the table.

    The stack is the only field that holds a secret: heat, room and points are made of values shown.
    """
    out[j] = states[i]
    s = states[i]
    for t in range(TILES):
        out[j].stack[t] = s.stack[t] if knows(s, seat, t) else 0


@compiled
def imagine(states: States, i: int, seat: int, rng: Source) -> None:
    """Spread the unseen tiles over the blanks; every arrangement is equally likely."""
    s = states[i]
    seen = np.zeros(VALUES + 1, np.int64)
    for t in range(TILES):
        seen[s.stack[t]] += 1
    unseen = np.empty(TILES, np.uint8)
    count = int64(0)
    for value in range(1, VALUES + 1):
        for _ in range(COPIES - seen[value]):
            unseen[count] = value
            count += 1
    shuffle_first(unseen, count, rng)
    for t in range(TILES):
        if s.stack[t] == 0:
            count -= 1
            s.stack[t] = unseen[count]


@compiled
def revealed(states: States, i: int) -> int:
    """Tiles drawn; with firebreaks also tiles turned face up before the others (F23)."""
    s = states[i]
    drawn = int64(s.laid) + (s.phase == TO_LAY)
    shown = 0
    if s.firebreaks:
        for t in range(s.laid):
            shown += s.broken_by[t] == 0
    return drawn + shown
