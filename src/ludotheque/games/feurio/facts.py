"""The facts of a position of Feurio! that take counting, all filled in by one compiled call, for its view.

Tiles and areas are rows of numbers, so that rows of equal bytes say the same.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, ONE, lowest
from ludotheque.engine.compiled import compiled, direct, int64, layout
from ludotheque.engine.contract import OVER, States
from ludotheque.games.feurio.areas import areas, reaches_water, sum_and_divisor, worth
from ludotheque.games.feurio.rules import (
    COLOURS,
    HELPER_COLOUR,
    MEN_OF_A_COLOUR,
    MOST_KNOWN,
    MOST_SEATS,
    NEIGHBOURS,
    NO_TILE,
    SIDES,
    SPACES,
    STATE,
    TILES,
    VERSUS,
    greatest_heat,
    list_spots,
    room,
    scores,
    tile_at,
    turn,
    winners,
)

TILE_ROW = 6 + COLOURS  # cell, value, broken by, spaces, room, mask of free sides, men of each colour
AREA_ROW = 6 + TILES  # colour, total, divisor, worth, whether it reaches water, number of cells; the cells
MOST_AREAS = COLOURS * MEN_OF_A_COLOUR
FACTS = layout(
    [
        ("scores", np.int32, MOST_SEATS),
        ("winners", np.int32),  # a mask; 0 while the game goes on
        ("tiles", np.int16, (TILES, TILE_ROW)),
        ("areas", np.int16, (MOST_AREAS, AREA_ROW)),
        ("spots", np.int16, MOST_KNOWN),  # where the next tile goes
        ("progress", np.int16, (COLOURS, 3)),  # men placed, areas, whether one reaches water
        ("turn", np.int16),
        ("heat", np.int16),
        ("number_of_spots", np.int16),
        ("number_of_areas", np.int16),
    ]
)


@compiled
def _gather(states: States, i: int, facts: Any) -> None:
    """Write all that needs counting into the one record of *facts*, which is blank."""
    s, f = states[i], facts[0]
    f.turn = turn(states, i)
    points = np.zeros(MOST_SEATS, np.int32)
    scores(states, i, points)
    for seat in range(MOST_SEATS):
        f.scores[seat] = points[seat]
    if f.turn == OVER:
        f.winners = winners(states, i)
    for t in range(int64(s.laid)):
        _gather_tile(s, int64(t), f.tiles[t])
    if 0 < s.laid < TILES:
        _gather_spots(s, f)
    _gather_areas(s, f)


@compiled
def _gather_tile(s: Any, t: int, row: NDArray[np.int16]) -> None:
    row[0], row[1], row[2] = s.tile_cell[t], s.stack[t], s.broken_by[t]
    row[3] = 0 if s.broken_by[t] else SPACES[s.stack[t]]
    row[4] = room(s, t)
    row[5] = _which_sides_are_free(s, t)
    for colour in range(COLOURS):
        row[6 + colour] = s.men[t, colour]


@compiled
def _which_sides_are_free(s: Any, t: int) -> int:
    """The sides that `rules.free_sides` counts, as a mask: bit k for the side towards NEIGHBOURS[k]."""
    sides = 0
    for direction in range(SIDES):
        if tile_at(s, int64(s.tile_cell[t]) + NEIGHBOURS[direction]) == NO_TILE:
            sides |= 1 << direction
    return sides


@compiled
def _gather_spots(s: Any, f: Any) -> None:
    """Where the next tile goes: the hottest spots (F11)."""
    f.heat = greatest_heat(s)
    spots = np.empty(MOST_KNOWN, np.int32)
    count = list_spots(s, spots)
    for k in range(count):
        f.spots[k] = spots[k]
    f.number_of_spots = count


@compiled
def _gather_areas(s: Any, f: Any) -> None:
    """All areas; with three players against each other the helpers make none (F21)."""
    masks = np.empty(TILES, np.uint64)
    count = 0
    for colour in range(COLOURS):
        if s.players == 3 and s.mode == VERSUS and colour == HELPER_COLOUR:
            continue
        for t in range(int64(s.laid)):
            f.progress[colour, 0] += s.men[t, colour]
        f.progress[colour, 1] = areas(s, int64(colour), masks)
        for k in range(int64(f.progress[colour, 1])):
            row = f.areas[count]
            row[0] = colour
            _gather_area(s, masks[k], row)
            f.progress[colour, 2] |= row[4]
            count += 1
    f.number_of_areas = count


@compiled
def _gather_area(s: Any, area: Any, row: NDArray[np.int16]) -> None:
    row[1], row[2] = sum_and_divisor(s, area)
    row[3] = worth(s, area)
    row[4] = reaches_water(s, area)
    count = 0
    while area != NONE:
        row[6 + count] = s.tile_cell[lowest(area)]
        count += 1
        area &= area - ONE
    row[5] = count


@cache
def _gathering() -> Callable[[States, int, Any], None]:
    """`_gather`, quick to call from Python; see `compiled.direct` for the price."""
    return direct(_gather, np.zeros(1, STATE), 0, np.zeros(1, FACTS))


def gather(states: States, i: int) -> Any:
    """The facts of position *i*, as a record of FACTS."""
    facts = np.zeros(1, FACTS)
    _gathering()(states, i, facts)
    return facts[0]
