"""What a seat sees of Feurio!, as numbers from about 0 to 1.

A forest has 36 tiles and could be a line of 36, so that no window of a size fit for learning is sure to
hold it. So it is told twice. `tiles` is the whole truth: a row for each tile in the order laid. `forest` is
a window of 15 × 15 cells, its middle over that of the forest: all of 1,200 random games fitted with a rim
of open cells around them (the widest forest spans 12). `window` tells where the window lies, and how many
tiles lie outside.

Colours, unlike seats, are as in moves: green, blue, yellow, red. Rows of seats begin with the seat that
looks and go on to its left; a spectator looks from seat 0.
"""

from typing import Any

from ludotheque.core.options import Options
from ludotheque.engine.compiled import compiled, int64
from ludotheque.engine.contract import States, Weights
from ludotheque.engine.planes import Plane
from ludotheque.games.feurio.rules import (
    COLOURS,
    COPIES,
    MEN_OF_A_COLOUR,
    MOST_MEN,
    REACH,
    SIDES,
    STRIDE,
    TILES,
    TO_FINISH,
    TO_LAY,
    TO_MAN,
    VALUES,
    free_sides,
    greatest_heat,
    own_colours,
    room,
)

WINDOW = 15  # cells along an edge
LAYERS = (VALUES + 1) + COLOURS + 4
TILE_ROW = 6 + COLOURS
VARIANT = 5


def planes(options: Options) -> tuple[Plane, ...]:
    """The parts of an observation, in the order that `observe` writes them."""
    seats: int = options["players"]
    return (
        Plane(
            "forest",
            (LAYERS, WINDOW, WINDOW),
            "cells by row r and column q: 0 firebreaks, 1–6 tiles of that value, 7–10 men of each colour / 3,"
            " 11 room for men / 3, 12 value of a firebreak that the viewer laid / 6, 13 heat of an open cell"
            " / 36, 14 where the next tile may go",
        ),
        Plane("window", (3,), "q and r of the window's middle / 36; tiles outside it / 36"),
        Plane(
            "tiles",
            (TILES, TILE_ROW),
            "in the order laid: 1, q / 36, r / 36, value / 6 (0 if unknown), 1 for a firebreak, men of each "
            "colour / 3, free sides / 6",
        ),
        Plane("drawn", (VALUES,), "1 for the value of the drawn tile, if the viewer knows it"),
        Plane("unseen", (VALUES,), "tiles of each value that the viewer has not seen / 6"),
        Plane("stack", (1,), "tiles not yet laid / 36"),
        Plane("reserve", (seats, COLOURS), "men not yet placed / 12"),
        Plane("own", (COLOURS,), "1 for the colours that the viewer fights for"),
        Plane(
            "seat", (seats,), "1 for the viewer's own number, which tells its colours; a spectator has none"
        ),
        Plane("turn", (seats,), "1 for whose decision it is"),
        Plane("phase", (3,), "laying a tile; sending men; the last rounds, when the stack is empty"),
        Plane("passes", (1,), "passes in a row, as a part of all seats (F17)"),
        Plane("variant", (VARIANT,), "versus, co-operative, solo; firebreaks; hot"),
    )


@compiled
def observe(states: States, i: int, seat: int, out: Weights) -> None:
    """Write all planes, in the order of `planes`."""
    s = states[i]
    at = _write_window(s, out)
    at = _write_tiles(s, out, at)
    at = _write_stack(s, out, at)
    _write_seats(s, seat, out, at)


@compiled
def _write_window(s: Any, out: Weights) -> int:
    """The planes forest and window; return where the next one begins."""
    q_0, r_0 = _middle(s)
    west, south = q_0 - WINDOW // 2, r_0 - WINDOW // 2
    layer, outside = WINDOW * WINDOW, 0
    heat = greatest_heat(s) if s.phase == TO_LAY else int64(-1)
    for place in range(int64(s.known)):
        q, r = int64(s.known_cell[place]) % STRIDE - west, int64(s.known_cell[place]) // STRIDE - south
        taken = s.heat[place] < 0
        if q < 0 or r < 0 or q >= WINDOW or r >= WINDOW:
            outside += taken
        elif taken:
            _write_tile(s, int64(s.tile_on[place]), out, r * WINDOW + q)
        else:
            cell = r * WINDOW + q
            out[(LAYERS - 2) * layer + cell] = (s.heat[place] - 1) / (VALUES * SIDES)
            out[(LAYERS - 1) * layer + cell] = s.heat[place] - 1 == heat
    at: int = int64(LAYERS * layer)
    out[at], out[at + 1], out[at + 2] = (q_0 - REACH) / REACH, (r_0 - REACH) / REACH, outside / TILES
    return at + 3


@compiled
def _middle(s: Any) -> tuple[int, int]:
    """The column and the row in the middle of the forest; of no forest, those of the origin."""
    if s.laid == 0:
        return int64(REACH), int64(REACH)
    west, east, south, north = int64(STRIDE), int64(0), int64(STRIDE), int64(0)
    for t in range(int64(s.laid)):
        q, r = int64(s.tile_cell[t]) % STRIDE, int64(s.tile_cell[t]) // STRIDE
        west, east, south, north = min(west, q), max(east, q), min(south, r), max(north, r)
    return (west + east) // 2, (south + north) // 2


@compiled
def _write_tile(s: Any, t: int, out: Weights, cell: int) -> None:
    """Tile *t* into the layers of the window; *cell* is its place in each."""
    layer = WINDOW * WINDOW
    if s.broken_by[t] > 0:
        out[cell] = 1.0
        out[(VALUES + 2 + COLOURS) * layer + cell] = s.stack[t] / VALUES
        return
    out[int64(s.stack[t]) * layer + cell] = 1.0
    for colour in range(COLOURS):
        out[(VALUES + 1 + colour) * layer + cell] = s.men[t, colour] / MOST_MEN
    out[(VALUES + 1 + COLOURS) * layer + cell] = room(s, t) / MOST_MEN


@compiled
def _write_tiles(s: Any, out: Weights, at: int) -> int:
    """The plane tiles."""
    for t in range(int64(s.laid)):
        row = at + t * TILE_ROW
        out[row] = 1.0
        out[row + 1] = (int64(s.tile_cell[t]) % STRIDE - REACH) / REACH
        out[row + 2] = (int64(s.tile_cell[t]) // STRIDE - REACH) / REACH
        out[row + 3] = s.stack[t] / VALUES
        out[row + 4] = s.broken_by[t] > 0
        for colour in range(COLOURS):
            out[row + 5 + colour] = s.men[t, colour] / MOST_MEN
        out[row + 5 + COLOURS] = free_sides(s, t) / SIDES
    return at + TILES * TILE_ROW


@compiled
def _write_stack(s: Any, out: Weights, at: int) -> int:
    """The planes drawn, unseen and stack."""
    for value in range(1, VALUES + 1):
        seen = 0
        for t in range(TILES):
            seen += s.stack[t] == value
        out[at + VALUES + value - 1] = (COPIES - seen) / COPIES
    if s.phase == TO_LAY and s.stack[s.laid] > 0:
        out[at + s.stack[s.laid] - 1] = 1.0
    out[at + 2 * VALUES] = (TILES - s.laid) / TILES
    return at + 2 * VALUES + 1


@compiled
def _write_seats(s: Any, seat: int, out: Weights, at: int) -> None:
    """The planes from reserve on."""
    players, me = int64(s.players), int64(max(seat, 0))
    for step in range(players):
        for colour in range(COLOURS):
            out[at + step * COLOURS + colour] = s.reserve[(me + step) % players, colour] / MEN_OF_A_COLOUR
    at += players * COLOURS
    if seat >= 0:
        first, last = own_colours(players, me)
        for colour in range(first, last + 1):
            out[at + colour] = 1.0
        out[at + COLOURS + seat] = 1.0
    at += COLOURS + players
    playing = s.phase == TO_LAY or s.phase == TO_MAN or s.phase == TO_FINISH
    if playing:
        out[at + (s.seat - me) % players] = 1.0
        out[at + players + s.phase - TO_LAY] = 1.0
    at += players + 3
    out[at] = s.passes / players
    out[at + 1 + s.mode] = 1.0
    out[at + 4], out[at + 5] = s.firebreaks, s.hot
