"""What a network is told of Feurio! where all share a goal: men in one area, with open water (F26).

Points mean nothing there. Of each colour it is told whether its men can still come together: how many are
left, and how many turns for them; its areas, and what may join them; the open 1 that the largest rests on, or
where there is one to be had; and the room on and around that area. Of a move it is told what it does to that.

The numbers take the places of those in features.py, and no turning of the forest changes them either.
"""

from typing import Any

from ludotheque.engine.bits import NONE, ONE, bit, lowest, popcount
from ludotheque.engine.compiled import compiled, int64
from ludotheque.engine.contract import Weights
from ludotheque.games.feurio.areas import area_around, reaches_water
from ludotheque.games.feurio.rules import (
    COLOURS,
    HEATS,
    HELPER_COLOUR,
    MEN_OF_A_COLOUR,
    MOST_MEN,
    NEIGHBOURS,
    NO_TILE,
    SIDES,
    SPACES,
    TILES,
    TO_MAN,
    free_sides,
    heat_at,
    room,
    roomy,
    tile_at,
)
from ludotheque.games.feurio.surroundings import around, open_sides

GOAL_KINDS = 3  # lay, men, pass
GOAL_MEN_TRAITS = 18
GOAL_LAY_TRAITS = 9
MEN_TOLD, AREAS_TOLD, WATER_TOLD, ROOM_TOLD = 5, 5, 10, 12
COLOUR_TOLD = MEN_TOLD + AREAS_TOLD + WATER_TOLD + ROOM_TOLD
MOST = 2.0  # that a ratio counts for


# A position


@compiled
def describe_water(s: Any) -> tuple[float, float]:
    """The colours whose men have no open 1, and the open 1s that nobody holds: a 1 has one space (F2)."""
    dry = 0
    for colour in range(COLOURS):
        dry += not reaches_water(s, s.manned[colour])
    return dry / COLOURS, popcount(s.burning[1] & roomy(s, 0)) / COLOURS


@compiled
def describe_colour_for_goal(s: Any, colour: int, owner: int, heat: int, out: Weights) -> None:
    """How near a colour is to its part of the goal (F26), and what stands in its way; *owner* may be any."""
    left, turns = _describe_men_left(s, colour, owner, out)
    largest = _describe_areas(s, colour, out[MEN_TOLD:])
    _describe_own_water(s, colour, largest, heat, out[MEN_TOLD + AREAS_TOLD :])
    room_told = out[MEN_TOLD + AREAS_TOLD + WATER_TOLD :]
    near = _describe_room(s, colour, largest, left, room_told)
    room_told[9] = _ratio(_turns_needed(s, near, left), turns)
    free, hottest, _ = open_sides(s, largest, heat)
    room_told[10], room_told[11] = free / 24, hottest / SIDES


@compiled
def turns_left(s: Any, seat: int) -> int:
    """Turns in which a seat may still place men, the present one among them: one for each tile (F27)."""
    players = int64(s.players)
    tiles = TILES - int64(s.laid) + (s.phase == TO_MAN)
    turns: int = (tiles - (seat - int64(s.seat)) % players + players - 1) // players
    return turns


@compiled
def _men_left(s: Any, colour: int) -> int:
    """Men of a colour that are not placed, whoever has them (F5)."""
    left: int = int64(0)
    for seat in range(int64(s.players)):
        left += int64(s.reserve[seat, colour])
    return left


@compiled
def _ratio(part: float, whole: float) -> float:
    """A part of a whole, which may be nothing; never more than MOST."""
    if part <= 0:
        return 0.0
    return min(part / whole, MOST) if whole > 0 else MOST


@compiled
def _describe_men_left(s: Any, colour: int, owner: int, out: Weights) -> tuple[int, int]:
    """Men still to place, and the pace that this needs of whoever has them: three a turn at most (F12)."""
    left, turns, of_owner = _men_left(s, colour), int64(0), int64(0)
    for seat in range(int64(s.players)):
        if seat == owner or (colour == HELPER_COLOUR and int64(s.players) == 3):
            turns += turns_left(s, seat)
            for other in range(COLOURS):
                of_owner += int64(s.reserve[seat, other])
    out[0], out[1] = left / MEN_OF_A_COLOUR, _ratio(left / MOST_MEN, turns)
    out[2], out[3] = _ratio(of_owner / MOST_MEN, turns), turns / TILES
    out[4] = left == 0
    return left, turns


@compiled
def _men_on(s: Any, colour: int, tiles: Any) -> int:
    """How many men of a colour stand on *tiles*."""
    men: int = int64(0)
    while tiles != NONE:
        men += int64(s.men[lowest(tiles), colour])
        tiles &= tiles - ONE
    return men


@compiled
def largest_area(s: Any, colour: int) -> Any:
    """The area with most men of a colour, rather one with open water; none if it has no man yet."""
    largest, most, left = NONE, int64(-1), s.manned[colour]
    while left != NONE:
        area = area_around(s, left, lowest(left))
        left &= ~area
        size = 2 * _men_on(s, colour, area) + int64(reaches_water(s, area))
        if size > most:
            largest, most = area, size
    return largest


@compiled
def _describe_areas(s: Any, colour: int, out: Weights) -> Any:
    """The areas of a colour, and whether a single tile with room would join them to the largest (F18)."""
    manned, largest = s.manned[colour], largest_area(s, colour)
    strays, joinable, apart = manned & ~largest, 0, 0
    bridges, left = around(s, largest) & roomy(s, 0), strays
    while left != NONE:
        area = area_around(s, left, lowest(left))
        left &= ~area
        if around(s, area) & bridges != NONE:
            joinable += 1
        else:
            apart += 1
    out[0], out[1] = manned != NONE, (1 + joinable + apart) / 4 if manned != NONE else 0.0
    out[2] = _men_on(s, colour, strays) / SIDES
    out[3], out[4] = joinable / 2, apart / 2
    return largest


@compiled
def safety(s: Any, t: int) -> float:
    """How many open cells are hotter than the coolest beside a tile, for each tile that is still to come.

    The hottest are laid on first (F11): from about 1 on the tile will keep a free side.
    """
    cell, coolest = int64(s.tile_cell[t]), int64(HEATS)
    for direction in range(SIDES):
        here = heat_at(s, cell + NEIGHBOURS[direction])
        coolest = min(coolest, here if here >= 0 else int64(HEATS))
    hotter = int64(0)
    for place in range(HEATS):
        hotter += int64(s.heat[place]) > coolest + 1
    tiles = TILES - int64(s.laid)
    return min(hotter / tiles, MOST) if tiles > 0 else MOST


@compiled
def _safest(s: Any, tiles: Any) -> float:
    """The safety of the safest of *tiles*, all of which have a free side; 0 if there is none."""
    most = 0.0
    while tiles != NONE:
        most = max(most, safety(s, lowest(tiles)))
        tiles &= tiles - ONE
    return most


@compiled
def _dry_beside(s: Any, colour: int) -> Any:
    """The tiles beside men of other colours that have no open 1."""
    wanted = NONE
    for other in range(COLOURS):
        if other != colour and not reaches_water(s, s.manned[other]):
            wanted |= around(s, s.manned[other])
    return wanted


@compiled
def _describe_own_water(s: Any, colour: int, largest: Any, heat: int, out: Weights) -> None:
    """The open 1s of the largest area and how safe the safest is; and those to be had (F26)."""
    held = largest & s.burning[1] & s.reachable
    free, hottest, _ = open_sides(s, held, heat)
    out[0], out[1] = held != NONE, reaches_water(s, s.manned[colour] & ~largest)
    out[2], out[3] = max(popcount(held) - 1, 0) / 2, free / SIDES
    out[4], out[5] = (free - hottest) / SIDES, _safest(s, held)
    unheld = s.burning[1] & roomy(s, 0)
    beside = around(s, largest) & ~largest & roomy(s, 0)
    out[6] = popcount(unheld & beside) / 2
    out[7] = popcount(unheld & around(s, beside) & ~beside) / 2
    out[8] = popcount(unheld & beside & ~_dry_beside(s, colour)) / 2
    out[9] = _safest(s, unheld & beside)


@compiled
def _places(s: Any, tiles: Any) -> int:
    """How many men *tiles* can take, together."""
    return popcount(tiles & roomy(s, 0)) + popcount(tiles & roomy(s, 1)) + popcount(tiles & roomy(s, 2))


@compiled
def _wanted_by_others(s: Any, colour: int) -> Any:
    """The tiles beside men of other colours that have men left."""
    wanted = NONE
    for other in range(COLOURS):
        if other != colour and _men_left(s, other) > 0:
            wanted |= around(s, s.manned[other])
    return wanted


@compiled
def _describe_room(s: Any, colour: int, largest: Any, left: int, out: Weights) -> Any:
    """Where men of a colour can go so that they stand in its largest area; return those tiles.

    A colour without a man can begin anywhere.
    """
    open_ = roomy(s, 0)
    beside = around(s, largest) & ~largest & open_ if largest != NONE else open_
    second = around(s, beside) & ~largest & ~beside & open_
    here, near, far = _places(s, largest), _places(s, beside), _places(s, second)
    out[0], out[1], out[2] = here / SIDES, near / 12, popcount(beside) / SIDES
    out[3], out[4] = popcount(beside & roomy(s, 1)) / 4, popcount(beside & roomy(s, 2)) / 4
    out[5] = far / 12
    out[6] = _places(s, beside & ~_wanted_by_others(s, colour)) / 12
    out[7] = max(left - here - near, 0) / MEN_OF_A_COLOUR
    out[8] = max(left - here - near - far, 0) / MEN_OF_A_COLOUR
    return largest | beside | second


@compiled
def _turns_needed(s: Any, tiles: Any, left: int) -> float:
    """The fewest turns in which *left* men could go to these tiles, one and a half a turn beyond them."""
    threes = popcount(tiles & roomy(s, 2))
    twos = popcount(tiles & roomy(s, 1)) - threes
    ones = popcount(tiles & roomy(s, 0)) - threes - twos
    turns = 0
    for men, of_them in ((3, threes), (2, twos), (1, ones)):
        used = min(of_them, (left + men - 1) // men)
        turns += used
        left = max(left - men * used, 0)
    return turns + left / 1.5


# A move


@compiled
def describe_men_for_goal(s: Any, t: int, colour: int, n: int, out: Weights) -> None:
    """Men of a colour on a tile: whether they keep together, at what pace, and whose way they stand in."""
    manned, beside, here = s.manned[colour], s.adjacent[t], bit(t)
    near = beside & manned
    stays = manned & here != NONE
    out[0], out[1], out[2], out[3] = n == 2, n == 3, stays, manned == NONE
    if near != NONE and not stays:
        joined = area_around(s, manned, lowest(near))
        out[4] = near & ~joined != NONE
        out[5] = popcount(near) / 3
    elif manned != NONE and not stays:
        out[6] = 1.0
        out[7] = popcount(beside & roomy(s, 0) & around(s, manned)) / 2
    _describe_men_on_water(s, t, manned, out[8:])
    out[11] = popcount(beside & roomy(s, 0) & ~manned) / 3
    out[12 if room(s, t) == n else 13] = _others_beside(s, colour, t) / 2
    out[14] = n / MOST_MEN * _pace(s)
    out[15] = s.stack[t] >= 5
    out[16] = s.reserve[s.seat, colour] / MEN_OF_A_COLOUR
    dry = not reaches_water(s, manned)
    out[17] = dry and not stays and beside & s.burning[1] & roomy(s, 0) != NONE


@compiled
def _describe_men_on_water(s: Any, t: int, manned: Any, out: Weights) -> None:
    """A 1 with a free side: the first of a colour, and how safe that is; or one more (F26)."""
    watered = reaches_water(s, manned)
    if s.stack[t] == 1:
        out[0], out[1] = not watered, watered
        out[2] = 0.0 if watered else safety(s, t)


@compiled
def _pace(s: Any) -> float:
    """Men that the seat has left for each of its turns, as a part of three (F12)."""
    left = int64(0)
    for colour in range(COLOURS):
        left += int64(s.reserve[s.seat, colour])
    return _ratio(left / MOST_MEN, turns_left(s, int64(s.seat)))


@compiled
def _others_beside(s: Any, colour: int, t: int) -> int:
    """How many other colours with men left stand beside a tile, and not on it."""
    others = 0
    for other in range(COLOURS):
        theirs = s.manned[other]
        if other != colour and theirs & bit(t) == NONE and theirs & s.adjacent[t] != NONE:
            others += _men_left(s, other) > 0
    return others


@compiled
def describe_lay_for_goal(s: Any, cell: int, value: int, out: Weights) -> None:
    """A tile of that value on a spot: the water and room that it closes in, and what it offers to whom."""
    beside, lost = NONE, 0
    for direction in range(SIDES):
        t = tile_at(s, cell + NEIGHBOURS[direction])
        if t != NO_TILE:
            beside |= bit(t)
            if free_sides(s, t) == 1:
                _describe_closed(s, t, out)
    for n in range(MOST_MEN):
        lost += popcount(beside & s.spaces[n] & s.sides[n] & ~s.sides[n + 1])
    out[3] = lost / MOST_MEN
    for colour in range(COLOURS):
        near = s.manned[colour] & beside
        if near != NONE:
            if _men_left(s, colour) > 0:
                out[4] += SPACES[value] / SIDES
                out[5] += 0.5 if value == 1 and not reaches_water(s, s.manned[colour]) else 0.0
            out[6] += 0.5 if near & ~area_around(s, s.manned[colour], lowest(near)) != NONE else 0.0
    out[7] = popcount(beside) / SIDES
    out[8] = out[7] if value >= 5 else 0.0


@compiled
def _describe_closed(s: Any, t: int, out: Weights) -> None:
    """What it means that a tile has no free side, if it is a 1: the only water, spare, or nobody's (F26)."""
    if s.stack[t] != 1:
        return
    spare, held = False, False
    for colour in range(COLOURS):
        if s.manned[colour] & bit(t) != NONE:
            held = True
            spare = popcount(s.manned[colour] & s.burning[1] & s.reachable) > 1
    if held:
        out[1 if spare else 0] += 1.0
    else:
        out[2] += 1.0
