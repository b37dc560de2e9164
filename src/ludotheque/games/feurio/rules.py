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
           the value stack[t], and sets of tiles are 64-bit masks. A known cell, with a tile on it or
           beside one, has a place in the lists `known_cell`, `heat` and `tile_on`, and keeps it. `marks`
           finds that place by the cell: any two known cells are at most 37 steps apart, and no two such
           cells agree modulo MARKS. How many more men a tile can take is told by masks too: `spaces[n]` and
           `sides[n]` hold the tiles with more than n left, and n fewer is a move down the list, from
           beyond whose end nothing comes.

Speed      what a random game does next is hard to foresee, and a processor that guesses wrong loses the
           time of fifty additions. So the functions that it spends its time in compute with masks and
           choose between numbers rather than between ways to go on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, ONE, WORD, bit, equal_to, lowest, nth, popcount
from ludotheque.engine.chance import Source, below, shuffle_first
from ludotheque.engine.compiled import compiled, inlined, int64, layout
from ludotheque.engine.contract import CHANCE, OVER, Numbers, States
from ludotheque.games.feurio.areas import goal_met, tally

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

MARKS = 1408  # a mark is 0 for an unknown cell, 1 + k for the k-th known one
MOST_KNOWN = 1 + SIDES + 3 * (TILES - 1)  # the first tile, the cells around it, at most 3 more for each other
HEATS = 2 * WORD  # room for all, in whole words
NO_TILE = TILES  # as the number of a tile
TAKEN = -128  # as a heat; whatever is added to it, it stays below that of any open cell

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
        ("adjacent", np.uint64, TILES + 1),  # the tiles beside each tile; NO_TILE has none
        ("spaces", np.uint64, 2 * MOST_MEN),  # [n]: the tiles with more than n spaces left (F13)
        ("sides", np.uint64, SIDES + MOST_MEN),  # [n]: with more than n free sides left for men (F14)
        ("reachable", np.uint64),  # the tiles with a free side
        ("burning", np.uint64, VALUES + 1),  # the tiles that burn at each value; [0]: the firebreaks
        ("manned", np.uint64, COLOURS),  # the tiles where a man of that colour stands
        ("tile_cell", np.int16, TILES),
        ("known_cell", np.int16, MOST_KNOWN),
        ("heat", np.int8, HEATS),  # 1 + the sum of the values around an open cell (F11); see TAKEN
        ("tile_on", np.int8, MOST_KNOWN),
        ("marks", np.int8, MARKS),
        ("stack", np.int8, TILES),  # values in the order drawn; 0 where a view does not know
        ("broken_by", np.int8, TILES),  # 0 face up, 1 + seat for a firebreak laid by that seat (F23)
        ("men", np.int8, (TILES, COLOURS)),
        ("reserve", np.int8, (MOST_SEATS, COLOURS)),  # men not yet placed
        ("laid", np.int8),  # tiles on the table
        ("known", np.int8),  # length of the lists of known cells
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
    s.adjacent[:] = NONE
    s.spaces[:] = NONE
    s.sides[:] = NONE
    s.burning[:] = NONE
    s.manned[:] = NONE
    s.tile_cell[:] = 0
    s.known_cell[:] = 0
    s.heat[:] = 0
    s.tile_on[:] = NO_TILE
    s.marks[:] = 0
    s.stack[:] = 0
    s.broken_by[:] = 0
    s.men[:] = 0
    s.reserve[:] = 0
    s.reachable, s.laid, s.known, s.seat, s.passes = NONE, 0, 0, 0, 0


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


@inlined
def _place_of(s: Any, cell: int, known: int) -> int:
    """Where the lists of *known* cells keep *cell*; the next place is for a cell that is new to them."""
    at = _mark_of(cell)
    mark = int64(s.marks[at])
    place = mark - 1 if mark > 0 else known
    s.marks[at] = place + 1
    s.known_cell[place] = cell
    return place


@compiled
def _put_tile(s: Any, cell: int, heat: int) -> None:
    """Put the next tile on *cell*, giving *heat* to the open cells around it; 0: a firebreak (F25)."""
    t, known = int64(s.laid), int64(s.known)
    place = _place_of(s, cell, known)
    s.known = max(known, place + 1)
    s.heat[place] = TAKEN
    s.tile_on[place] = t
    s.tile_cell[t] = cell
    around = _meet_neighbours(s, cell, heat)
    near = popcount(around)
    s.adjacent[t] = around
    s.reachable |= np.uint64(near < SIDES) << np.uint64(t)
    s.burning[heat] |= bit(t)
    _take_sides(s, around, int64(1))
    for n in range(SIDES):
        s.sides[n] |= np.uint64(n < SIDES - near) << np.uint64(t)
    for n in range(MOST_MEN):
        s.spaces[n] |= np.uint64(n < SPACES[heat]) << np.uint64(t)
    s.laid = t + 1


@inlined
def _meet_neighbours(s: Any, cell: int, heat: int) -> Any:
    """Tell all around *cell* of the tile that comes there; return which of them are tiles.

    Every neighbour is treated as an open cell and as a tile: a tile stays TAKEN whatever heat it gets, and
    for an open cell NO_TILE listens, and forgets it.
    """
    t, known = int64(s.laid), int64(s.known)
    around, enclosed = NONE, NONE
    for direction in range(SIDES):
        place = _place_of(s, cell + NEIGHBOURS[direction], known)
        is_new = int64(place == known)
        known += is_new
        s.heat[place] += heat + is_new
        tile = int64(s.tile_on[place])
        around |= bit(tile)
        beside = s.adjacent[tile] | bit(t)
        s.adjacent[tile] = beside
        enclosed |= np.uint64(popcount(beside) == SIDES) << np.uint64(tile)
    s.adjacent[NO_TILE] = NONE
    s.known = known
    s.reachable &= ~enclosed
    return around & ~bit(NO_TILE)


@inlined
def _take_sides(s: Any, tiles: Any, number: int) -> None:
    """Leave *tiles* so many free sides fewer for men (F14)."""
    for n in range(SIDES):
        s.sides[n] &= ~tiles | s.sides[n + number]


@compiled
def free_sides(s: Any, t: int) -> int:
    """Sides of tile *t* with no tile beside them; a firebreak is a tile here (F14, F25)."""
    return SIDES - popcount(s.adjacent[t])


@inlined
def tile_at(s: Any, cell: int) -> int:
    """The number of the tile on *cell*, or NO_TILE."""
    place = int64(s.marks[_mark_of(cell)]) - 1
    return int64(s.tile_on[place]) if place >= 0 else NO_TILE


@inlined
def heat_at(s: Any, cell: int) -> int:
    """The sum of the values around an open cell beside a tile; below zero for a cell with a tile (F11)."""
    return int64(s.heat[int64(s.marks[_mark_of(cell)]) - 1]) - 1


@inlined
def roomy(s: Any, n: int) -> Any:
    """The tiles that can take more than *n* men more: spaces (F13) and free sides (F14)."""
    return s.spaces[n] & s.sides[n]


@compiled
def room(s: Any, t: int) -> int:
    """How many more men tile *t* can take; a firebreak none (F25)."""
    men = 0
    for n in range(MOST_MEN):
        men += roomy(s, n) & bit(t) != NONE
    return men


@compiled
def greatest_heat(s: Any) -> int:
    """The greatest sum of values around an open cell (F11)."""
    best = s.heat[0]
    for place in range(HEATS):
        best = max(best, s.heat[place])
    return int64(best) - 1


@inlined
def places_of_heat(s: Any, heat: int) -> tuple[Any, Any]:
    """The places of the open cells with this sum around them, as two masks: below WORD, and from it on."""
    return equal_to(s.heat, 0, heat + 1), equal_to(s.heat, WORD, heat + 1)


@compiled
def legal(states: States, i: int, out: Numbers) -> int:
    """List the legal moves: where to lay, or whom to send where."""
    s = states[i]
    if s.phase == TO_LAY:
        return _list_breaks(s, out, list_spots(s, out))
    if s.phase == TO_MAN or s.phase == TO_FINISH:
        return _list_men(s, out)
    return 0


@compiled
def list_spots(s: Any, out: Numbers) -> int:
    """Write the hottest spots into *out* (F11); return how many."""
    count, first = 0, 0
    for spots in places_of_heat(s, greatest_heat(s)):
        while spots != NONE:
            out[count] = s.known_cell[first + lowest(spots)]
            count += 1
            spots &= spots - ONE
        first += WORD
    return count


@compiled
def _list_breaks(s: Any, out: Numbers, spots: int) -> int:
    """Add the firebreaks to the *spots* that are listed already (F23)."""
    count, colours = spots, _payers(s)
    while colours != NONE:
        for k in range(spots):
            out[count] = (BREAK + lowest(colours)) * CELLS + out[k]
            count += 1
        colours &= colours - ONE
    return count


@inlined
def _payers(s: Any) -> Any:
    """The colours of which a man can pay for a firebreak, as a mask: one's own, no helpers (F23, F24)."""
    payers = NONE
    if s.firebreaks:
        first, last = own_colours(int64(s.players), int64(s.seat))
        for colour in range(first, last + 1):
            payers |= np.uint64(s.reserve[s.seat, colour] > 0) << np.uint64(colour)
    return payers


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
            tiles = roomy(s, n)
            while tiles != NONE:
                out[count] = base + int64(s.tile_cell[lowest(tiles)])
                count += 1
                tiles &= tiles - ONE
    return count


@compiled
def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A legal move, each equally likely; they are counted and not listed.

    There is no branch here: beside one numba would count the references to *rng*, longer than all the rest.
    """
    s = states[i]
    early, late = _hottest_places(s)
    choice = below(rng, _ways(s, early, late))
    return _nth_move(s, early, late, choice)


@inlined
def _hottest_places(s: Any) -> tuple[Any, Any]:
    """Where a tile can go now, as places_of_heat; nowhere in other phases."""
    return places_of_heat(s, greatest_heat(s)) if s.phase == TO_LAY else (NONE, NONE)


@inlined
def _ways(s: Any, early: Any, late: Any) -> int:
    """How many legal moves there are: firebreaks too (F23), or men and a pass (F12)."""
    if s.phase == TO_LAY:
        return (popcount(early) + popcount(late)) * (1 + popcount(_payers(s)))
    ways = int64(1)
    for colour in range(COLOURS):
        ways += _ways_of_colour(s, colour)
    return ways


@inlined
def _nth_move(s: Any, early: Any, late: Any, choice: int) -> int:
    """The move of that number, in the order of `legal`."""
    return _nth_lay(s, early, late, choice) if s.phase == TO_LAY else _nth_men(s, choice)


@inlined
def _nth_lay(s: Any, early: Any, late: Any, choice: int) -> int:
    """A tile on a spot: face up, or face down for one of the colours that can pay."""
    number_early, verb = popcount(early), int64(LAY)
    spots = number_early + popcount(late)
    if choice >= spots:
        verb = BREAK + nth(_payers(s), choice // spots - 1)
        choice %= spots
    is_late = int64(choice >= number_early)
    place = WORD * is_late + nth(late if is_late else early, choice - number_early * is_late)
    return verb * CELLS + int64(s.known_cell[place])


@inlined
def _ways_of_colour(s: Any, colour: int) -> int:
    """How many moves send men of *colour*."""
    most, ways = _most_men(s, colour), int64(0)
    for n in range(MOST_MEN):
        ways += popcount(roomy(s, n)) * (n < most)
    return ways


@inlined
def _nth_men(s: Any, choice: int) -> int:
    """A pass, or men of one colour on one tile."""
    if choice > 0:
        choice -= 1
        for colour in range(COLOURS):
            ways = _ways_of_colour(s, colour)
            if choice < ways:
                ones = popcount(roomy(s, 0))
                twos = popcount(roomy(s, 1))
                n = int64(choice >= ones) + int64(choice >= ones + twos)
                tile = nth(roomy(s, n), choice - ones * (n > 0) - twos * (n > 1))
                return (MEN + MOST_MEN * colour + n) * CELLS + int64(s.tile_cell[tile])
            choice -= ways
    return PASS


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
    t = tile_at(s, cell)
    s.reserve[s.seat, colour] -= n
    s.men[t, colour] += n
    s.manned[colour] |= bit(t)
    _take_sides(s, bit(t), n)
    for k in range(MOST_MEN):
        s.spaces[k] &= ~bit(t) | s.spaces[k + n]
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
    seat = int64(s.seat) + 1
    s.seat = seat if seat < s.players else 0
    if s.laid < TILES:
        s.phase = TO_LAY
    elif s.mode != VERSUS or s.passes == s.players:
        s.phase = ENDED
    else:
        s.phase = TO_FINISH


@compiled
def _tally(s: Any, seat: int) -> tuple[int, int]:
    """A seat's score and its most valuable area (F20-F22); helpers do not count (F21)."""
    first, last = own_colours(int64(s.players), seat)
    return tally(s, first, last)


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
def winners_given(states: States, i: int, points: Numbers) -> int:
    """The same; areas are looked at once more only if the most points are equal (F22)."""
    players, most, leaders = int64(states[i].players), points[0], 0
    for seat in range(players):
        most = max(most, points[seat])
    for seat in range(players):
        leaders |= int64(points[seat] == most) << seat
    return leaders if popcount(np.uint64(leaders)) == 1 and players > 1 else winners(states, i)


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
