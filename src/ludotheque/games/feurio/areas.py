"""Areas of Feurio!: connected tiles where men of one colour stand, and what they are worth (F18-F22, F26).

They are masks of tiles, read off a state's record (see rules.py).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, ONE, bit, lowest, popcount
from ludotheque.engine.compiled import compiled


@compiled
def area_around(s: Any, manned: Any, start: int) -> Any:
    """The area that holds tile *start*, of a colour whose men stand on the tiles *manned* (F18)."""
    area = bit(start)
    edge = area
    while edge != NONE:
        t = lowest(edge)
        edge &= edge - ONE
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
    total, divisor = 0, 0
    for value in range(len(s.burning) - 1, 0, -1):
        tiles = area & s.burning[value]
        total += value * popcount(tiles)
        divisor = value if tiles & s.reachable != NONE else divisor
    return total, divisor


@compiled
def worth(s: Any, area: Any) -> int:
    """Sum of the values over the lowest value with a free side, rounded up; Hot: down (F19, F30)."""
    total, divisor = sum_and_divisor(s, area)
    if divisor == 0:
        return 0
    return total // divisor if s.hot else (total + divisor - 1) // divisor


@compiled
def points_added(s: Any, manned: Any, t: int) -> int:
    """What a first man on tile *t* adds to the worth of the areas it joins, of a colour on *manned*."""
    points = worth(s, area_around(s, manned | bit(t), t))
    near = s.adjacent[t] & manned
    while near != NONE:
        joined = area_around(s, manned, lowest(near))
        near &= ~joined
        points -= worth(s, joined)
    return points


@compiled
def reaches_water(s: Any, area: Any) -> bool:
    """Whether a tile of value 1 in *area* still has a free side (F26)."""
    return bool(area & s.burning[1] & s.reachable != NONE)


@compiled
def tally(s: Any, first: int, last: int) -> tuple[int, int]:
    """What the areas of the colours from *first* to *last* are worth, together and the best of them."""
    total, best = 0, 0
    for colour in range(first, last + 1):
        left = s.manned[colour]
        while left != NONE:
            area = area_around(s, left, lowest(left))
            left &= ~area
            points = worth(s, area)
            total += points
            best = max(best, points)
    return total, best


@compiled
def goal_met(s: Any) -> bool:
    """Solo and co-operative: all men out, each colour in one area that reaches open water (F26)."""
    for seat in range(len(s.reserve)):
        for colour in range(len(s.manned)):
            if s.reserve[seat, colour] > 0:
                return False
    for colour in range(len(s.manned)):
        manned = s.manned[colour]
        if area_around(s, manned, lowest(manned)) != manned or not reaches_water(s, manned):
            return False
    return True
