"""What lies around tiles of Feurio!: tiles beside them, and open cells that one may come to (F11)."""

from typing import Any

from ludotheque.engine.bits import NONE, ONE, lowest
from ludotheque.engine.compiled import compiled, int64
from ludotheque.games.feurio.rules import NEIGHBOURS, SIDES, heat_at


@compiled
def around(s: Any, tiles: Any) -> Any:
    """The tiles beside *tiles*, some of these among them."""
    found = NONE
    while tiles != NONE:
        found |= s.adjacent[lowest(tiles)]
        tiles &= tiles - ONE
    return found


@compiled
def open_sides(s: Any, tiles: Any, heat: int) -> tuple[int, int, float]:
    """Free sides of *tiles*, those on a hottest spot, and how hot the coolest is beside the hottest spot."""
    free, hottest, coolest = 0, 0, int64(heat)
    while tiles != NONE:
        cell = int64(s.tile_cell[lowest(tiles)])
        tiles &= tiles - ONE
        for direction in range(SIDES):
            here = heat_at(s, cell + NEIGHBOURS[direction])
            if here >= 0:
                free += 1
                hottest += here == heat
                coolest = min(coolest, here)
    return free, hottest, coolest / heat if heat > 0 else 0.0
