"""What a network is told of Feurio!: areas and what may become of them, not cells.

Where the forest lies, how it is turned or mirrored, and which of a seat's colours is which, changes none of
these numbers: all positions that differ in that alone are one to a network, and it need not learn that a fire
burns alike in all directions.

Of a position it is told, each number from about 0 to 1:

    table     the stack, the phase, the drawn tile, the tiles that are left and those with room for men
    colours   a block for each, the viewer's first and then on to the left; of two colours of a seat the one
              with more points first: its points, its men, what its next man can bring, and its two most
              valuable areas, with how safe their open water is

and of a move what it adds, denies, joins and closes in.

Where all share a goal (F26), colours and moves are told by what that needs instead: goal_features.py.
"""

from typing import Any

from ludotheque.engine.bits import NONE, ONE, bit, lowest, popcount
from ludotheque.engine.compiled import compiled, int64
from ludotheque.engine.contract import States, Weights
from ludotheque.games.feurio.areas import area_around, points_added, sum_and_divisor, tally, worth
from ludotheque.games.feurio.goal_features import (
    GOAL_KINDS,
    GOAL_MEN_TRAITS,
    describe_colour_for_goal,
    describe_lay_for_goal,
    describe_men_for_goal,
    describe_water,
)
from ludotheque.games.feurio.rules import (
    BREAK,
    CELLS,
    COLOURS,
    HELPER_COLOUR,
    LAY,
    MEN,
    MEN_OF_A_COLOUR,
    MOST_MEN,
    NEIGHBOURS,
    PASS,
    SIDES,
    TILES,
    TO_LAY,
    VALUES,
    VERSUS,
    free_sides,
    greatest_heat,
    own_colours,
    places_of_heat,
    room,
    roomy,
    tile_at,
)
from ludotheque.games.feurio.surroundings import around, open_sides

POINTS = 16.0  # that count as 1
GAIN = 8.0  # points of one move that count as 1
AREAS_TOLD = 2  # of each colour, the most valuable first
AREA = 11
COLOUR = 10 + AREAS_TOLD * AREA
TABLE = 7 + 3 * VALUES
FEATURES = TABLE + COLOURS * COLOUR
KINDS = 4  # lay, break, men, pass
MEN_TRAITS = 16
LAY_TRAITS = 10
MOVE_FEATURES = KINDS + MEN_TRAITS + LAY_TRAITS


# A position


@compiled
def describe(states: States, i: int, seat: int, out: Weights) -> None:
    """The table, and then the colours of all seats, the viewer's first."""
    s = states[i]
    heat = greatest_heat(s) if s.laid < TILES else int64(-1)
    _describe_table(s, heat, out)
    blocks = out[TABLE:].reshape(COLOURS, COLOUR)
    players, at = int64(s.players), int64(0)
    for step in range(players):
        owner = (seat + step) % players
        first, last = own_colours(players, owner)
        begun = at
        for colour in range(first, last + 1):
            _describe_one(s, colour, owner, heat, blocks[at])
            at += 1
        _put_in_order(blocks[begun:at])
    if players == 3:
        _describe_one(s, int64(HELPER_COLOUR), seat, heat, blocks[at])


@compiled
def _describe_one(s: Any, colour: int, owner: int, heat: int, out: Weights) -> None:
    """A colour: by what it is worth, or by what it lacks for the goal that all share (F26)."""
    if s.mode == VERSUS:
        _describe_colour(s, colour, heat, out)
    else:
        describe_colour_for_goal(s, colour, owner, heat, out)


@compiled
def _describe_table(s: Any, heat: int, out: Weights) -> None:
    out[0] = (TILES - s.laid) / TILES
    if TO_LAY <= s.phase < TO_LAY + 3:
        out[1 + s.phase - TO_LAY] = 1.0
    if heat >= 0:
        early, late = places_of_heat(s, heat)
        out[4] = (popcount(early) + popcount(late)) / SIDES
        out[5] = heat / (3 * VALUES)
    out[6] = s.passes / s.players
    if s.mode != VERSUS:  # nobody finishes, and no pass counts (F27)
        out[3], out[6] = describe_water(s)
    if s.phase == TO_LAY and s.stack[s.laid] > 0:
        out[6 + s.stack[s.laid]] = 1.0
    for value in range(1, VALUES + 1):
        seen = 0
        for t in range(TILES):
            seen += s.stack[t] == value
        out[6 + VALUES + value] = 1.0 - seen / SIDES
        out[6 + 2 * VALUES + value] = popcount(roomy(s, 0) & s.burning[value]) / SIDES


@compiled
def _put_in_order(blocks: Weights) -> None:
    """Bring the blocks of a seat's colours into an order that no name decides: by points, and so on."""
    for last in range(len(blocks) - 1, 0, -1):
        for k in range(last):
            if _is_less(blocks[k], blocks[k + 1]):
                for n in range(COLOUR):
                    blocks[k, n], blocks[k + 1, n] = blocks[k + 1, n], blocks[k, n]


@compiled
def _is_less(one: Weights, other: Weights) -> bool:
    """Whether a block comes after another: the first number in which they differ is less."""
    for n in range(COLOUR):
        if one[n] != other[n]:
            return bool(one[n] < other[n])
    return False


@compiled
def _describe_colour(s: Any, colour: int, heat: int, out: Weights) -> None:
    """Its points, men and prospects, and its most valuable areas."""
    manned, reserve = s.manned[colour], int64(0)
    for owner in range(int64(s.players)):
        reserve += s.reserve[owner, colour]
    first, second = _sum_up_areas(s, manned, out)
    out[3], out[4], out[5] = popcount(manned) / 12, reserve / MEN_OF_A_COLOUR, reserve > 0
    if reserve > 0:
        _describe_prospects(s, manned, out)
    if first != NONE:
        _describe_area(s, first, heat, out[10 : 10 + AREA])
    if second != NONE:
        _describe_area(s, second, heat, out[10 + AREA :])


@compiled
def _sum_up_areas(s: Any, manned: Any, out: Weights) -> tuple[Any, Any]:
    """Tell a colour's points, number of areas, and what is closed in; return its two best areas."""
    points, areas, lost = int64(0), 0, int64(0)
    first, second, first_worth, second_worth = NONE, NONE, int64(-1), int64(-1)
    left = manned
    while left != NONE:
        area = area_around(s, left, lowest(left))
        left &= ~area
        value = int64(worth(s, area))
        points += value
        areas += 1
        if value == 0:
            lost += sum_and_divisor(s, area)[0]
        if value > first_worth:
            second, second_worth = first, first_worth
            first, first_worth = area, value
        elif value > second_worth:
            second, second_worth = area, value
    out[0], out[1], out[2] = points / POINTS, areas / 4, lost / POINTS
    return first, second


@compiled
def _describe_prospects(s: Any, manned: Any, out: Weights) -> None:
    """What a next man can bring: the best, the second best, how many places bring something."""
    places = roomy(s, 0) & ~manned
    near = places & around(s, manned)
    best = int64(popcount(places & ~near) > 0)  # a man on a tile of its own is a point
    second = int64(popcount(places & ~near) > 1)
    worthwhile = 0
    while near != NONE:
        t = lowest(near)
        near &= near - ONE
        points = int64(points_added(s, manned, t))
        worthwhile += points > 1
        second = max(second, min(best, points))
        best = max(best, points)
    out[6], out[7], out[8] = best / GAIN, second / GAIN, worthwhile / 4
    out[9] = popcount(places) / 12


@compiled
def _describe_area(s: Any, area: Any, heat: int, out: Weights) -> None:
    """Its worth, what it rests on, and how soon that may be closed in."""
    total, divisor = sum_and_divisor(s, area)
    out[0], out[1], out[2] = worth(s, area) / POINTS, total / 24, popcount(area) / 6
    growth = around(s, area) & ~area & roomy(s, 0)
    out[3] = popcount(growth) / 4
    if divisor == 0:
        return
    out[4], out[5], out[6] = 1.0 / divisor, divisor == 1, divisor == 2
    lowest_tiles = area & s.burning[divisor] & s.reachable
    out[7] = _worth_without(s, area, lowest_tiles) / POINTS
    free, hottest, coolest = open_sides(s, lowest_tiles, heat)
    out[8], out[9], out[10] = free / SIDES, hottest / 2, coolest


@compiled
def _worth_without(s: Any, area: Any, closed: Any) -> int:
    """What an area would be worth if the tiles *closed* had no free side."""
    reachable = s.reachable
    s.reachable = reachable & ~closed
    points: int = int64(worth(s, area))
    s.reachable = reachable
    return points


# A move


@compiled
def describe_move(states: States, i: int, move: int, out: Weights) -> None:
    """What kind it is, and what it adds, denies, joins and closes in."""
    s = states[i]
    out[:] = 0.0
    if s.mode != VERSUS:
        _describe_move_for_goal(s, move, out)
        return
    if move == PASS:
        out[3] = 1.0
        return
    verb, cell = move // CELLS, move % CELLS
    if verb >= MEN:
        out[2] = 1.0
        men = verb - MEN
        _describe_men(s, tile_at(s, cell), men // MOST_MEN, men % MOST_MEN + 1, out[KINDS:])
    else:
        out[0 if verb == LAY else 1] = 1.0
        value = int64(s.stack[s.laid]) if verb < BREAK else int64(0)
        _describe_lay(s, cell, value, out[KINDS + MEN_TRAITS :])


@compiled
def _describe_move_for_goal(s: Any, move: int, out: Weights) -> None:
    """The same where all share a goal; there are no firebreaks (F29)."""
    verb, cell = move // CELLS, move % CELLS
    if move == PASS:
        out[2] = 1.0
    elif verb >= MEN:
        out[1] = 1.0
        men = verb - MEN
        described = out[GOAL_KINDS:]
        describe_men_for_goal(s, tile_at(s, cell), men // MOST_MEN, men % MOST_MEN + 1, described)
    else:
        out[0] = 1.0
        described = out[GOAL_KINDS + GOAL_MEN_TRAITS :]
        describe_lay_for_goal(s, cell, int64(s.stack[s.laid]), described)


@compiled
def _describe_men(s: Any, t: int, colour: int, n: int, out: Weights) -> None:
    """Men of a colour on a tile."""
    manned, value = s.manned[colour], int64(s.stack[t])
    is_new = manned & bit(t) == NONE
    gain = int64(points_added(s, manned, t)) if is_new else int64(0)
    men = 0
    for other in range(COLOURS):
        men += s.men[t, other]
    full = room(s, t) == n
    out[0], out[1], out[2], out[3] = n == 2, n == 3, not is_new, gain / GAIN
    out[4], out[5], out[6] = value / VALUES, value == 1, value == 2
    out[7], out[8], out[9] = free_sides(s, t) / SIDES, men / MOST_MEN, full
    out[10] = popcount(s.adjacent[t] & manned) / 3
    out[11] = s.reserve[s.seat, colour] / MEN_OF_A_COLOUR
    denied = _denied(s, t) if full else 0.0
    out[12] = denied / GAIN
    _, hottest, coolest = open_sides(s, bit(t), greatest_heat(s) if s.laid < TILES else int64(-1))
    out[13], out[14] = hottest / 2, coolest
    out[15] = popcount(s.adjacent[t] & roomy(s, 0) & ~manned) / 3


@compiled
def _denied(s: Any, t: int) -> float:
    """The most that a rival would gain by a first man on a tile."""
    first, last = own_colours(int64(s.players), int64(s.seat))
    most = int64(0)
    for colour in range(COLOURS):
        theirs = s.manned[colour]
        if (colour < first or colour > last) and theirs & bit(t) == NONE and s.adjacent[t] & theirs != NONE:
            most = max(most, int64(points_added(s, theirs, t)))
    return float(most)


@compiled
def _describe_lay(s: Any, cell: int, value: int, out: Weights) -> None:
    """A tile of that value on a spot, 0 for a firebreak: whom it stands beside, and what it closes in."""
    around, closed = NONE, NONE
    for direction in range(SIDES):
        beside = cell + NEIGHBOURS[direction]
        t = tile_at(s, beside)
        if t < TILES:
            around |= bit(t)
            if popcount(s.adjacent[t]) == SIDES - 1:
                closed |= bit(t)
    first, last = own_colours(int64(s.players), int64(s.seat))
    mine, theirs, loss, their_loss = NONE, NONE, int64(0), int64(0)
    for colour in range(COLOURS):
        manned = s.manned[colour]
        is_mine = first <= colour <= last
        mine |= manned if is_mine else NONE
        theirs |= NONE if is_mine else manned
        if closed & manned != NONE:
            lost = _lost(s, colour, closed)
            loss += lost if is_mine else 0
            their_loss += 0 if is_mine else lost
    near_mine, near_theirs = popcount(around & mine) / 3, popcount(around & theirs) / 3
    out[0], out[1], out[2], out[3] = loss / GAIN, their_loss / GAIN, near_mine, near_theirs
    is_water = 1.0 if 0 < value <= 2 else 0.0
    out[4], out[5] = is_water * near_mine, is_water * near_theirs
    out[6], out[7] = value / VALUES * near_mine, value / VALUES * near_theirs
    out[8] = popcount(around & mine & (s.burning[1] | s.burning[2])) / 2
    out[9] = popcount(around & theirs & (s.burning[1] | s.burning[2])) / 2


@compiled
def _lost(s: Any, colour: int, closed: Any) -> int:
    """Points that a colour loses if the tiles *closed* have no free side."""
    reachable = s.reachable
    before = tally(s, colour, colour)[0]
    s.reachable = reachable & ~closed
    lost: int = int64(before - tally(s, colour, colour)[0])
    s.reachable = reachable
    return lost
