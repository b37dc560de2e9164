"""Which moves serve the goal that all share (F26), for bots in the solo and co-operative games.

A move's worth is a sum of what is good and bad about it. The numbers were found by the cross-entropy method
(Rubinstein, 1999): many sets of numbers, each judged by how often games in which every move is the one that
looks best meet the goal, alone and by two, three and four; the best sets say where to look next. docs/solo.md
has what they win.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ludotheque.engine.bits import NONE, ONE, bit, lowest, popcount
from ludotheque.engine.chance import Source, fraction
from ludotheque.engine.compiled import compiled, inlined, int64
from ludotheque.engine.contract import Numbers, States
from ludotheque.games.feurio.areas import area_around, reaches_water
from ludotheque.games.feurio.rules import (
    CELLS,
    COLOURS,
    MEN,
    MOST_MEN,
    NEIGHBOURS,
    NO_TILE,
    PASS,
    SIDES,
    SPACES,
    TILES,
    free_sides,
    legal,
    roomy,
    tile_at,
)

USUAL_PACE = 1.4  # men that a seat sends in a turn, on average, if all are to be out in the end
NOISE = 0.5  # how far a playout strays from what looks best


class Outlook(NamedTuple):
    """What all moves of a turn are judged by."""

    seat: int
    pace: float  # men that the seat has left for each of its turns to come
    watered: int  # bit c: colour c has an area with open water


@compiled
def outlook(s: Any) -> Outlook:
    """How things stand for the seat whose turn it is."""
    seat, left, watered = int64(s.seat), int64(0), int64(0)
    for colour in range(COLOURS):
        left += int64(s.reserve[seat, colour])
        watered |= int64(reaches_water(s, s.manned[colour])) << colour
    turns = 1 + (TILES - int64(s.laid)) // int64(s.players)
    return Outlook(seat, left / turns, watered)


@compiled
def served_by(s: Any, move: int, now: Outlook) -> float:
    """How much a move serves the goal; a pass is 0."""
    if move == PASS:
        return 0.0
    if move < CELLS:
        return served_by_tile(s, move, now)
    verb = move // CELLS - MEN
    return served_by_men(s, verb // MOST_MEN, tile_at(s, move % CELLS), verb % MOST_MEN + 1, now)


@compiled
def served_by_men(s: Any, colour: int, t: int, n: int, now: Outlook) -> float:
    """How much *n* men of *colour* on tile *t* serve the goal."""
    manned, around, here = s.manned[colour], s.adjacent[t], bit(t)
    ways_on = around & roomy(s, 0) & ~manned
    served = n * (1.0 + 2.3 * (now.pace - USUAL_PACE))
    served += 0.8 * popcount(around & manned) + 0.6 * popcount(ways_on) + _served_by_place(s, manned, t, n)
    served += 1.3 if s.stack[t] >= 5 else 0.0  # room for more, and soon closed in
    watered = now.watered >> colour & 1 == 1
    if s.stack[t] == 1:
        served += -0.4 if watered else 2.6
    elif not watered and manned & here == NONE and around & s.burning[1] & roomy(s, 0) != NONE:
        served += 0.25
    fills = roomy(s, n) & here == NONE
    return served - (0.2 if fills else 0.5) * _others_beside(s, colour, t)


@inlined
def _served_by_place(s: Any, manned: Any, t: int, n: int) -> float:
    """What speaks for tile *t* by where the others of that colour are: on the tiles *manned*."""
    near = s.adjacent[t] & manned
    if manned == NONE:
        return -3.9  # the first: there is time to wait for a good place
    if manned & bit(t) != NONE:
        return -2.5  # the area does not grow
    if near == NONE:
        return 1.4 * min(_bridges(s, manned, t), 2) - 3.2 - 1.5 * n
    joined = area_around(s, manned, lowest(near))
    return (1.2 if near & ~joined == NONE else -1.0) - 0.6 * n


@inlined
def _bridges(s: Any, manned: Any, t: int) -> int:
    """How many tiles with room lie between tile *t* and the tiles *manned*."""
    bridges: int = int64(0)
    between = s.adjacent[t] & roomy(s, 0)
    while between != NONE:
        bridges += s.adjacent[lowest(between)] & manned != NONE
        between &= between - ONE
    return bridges


@inlined
def _others_beside(s: Any, colour: int, t: int) -> int:
    """How many other colours stand beside tile *t*, and not on it: they may want to go there."""
    others: int = int64(0)
    for other in range(COLOURS):
        manned = s.manned[other] if other != colour else NONE
        others += manned & bit(t) == NONE and manned & s.adjacent[t] != NONE
    return others


@compiled
def served_by_tile(s: Any, cell: int, now: Outlook) -> float:
    """How much the drawn tile serves the goal on *cell*."""
    value, around, served = int64(s.stack[s.laid]), NONE, 0.0
    for direction in range(SIDES):
        t = tile_at(s, cell + NEIGHBOURS[direction])
        if t != NO_TILE:
            around |= bit(t)
            if free_sides(s, t) == 1:
                served += _served_by_closing(s, t)
    for colour in range(COLOURS):
        near = s.manned[colour] & around
        if near != NONE:
            served += 0.8 * SPACES[value]
            served += 0.9 if value == 1 and now.watered >> colour & 1 == 0 else 0.0
            served += 0.2 if near & ~area_around(s, s.manned[colour], lowest(near)) != NONE else 0.0
    near_value = 0.2 - (0.95 if value >= 5 else 0.0) + (0.15 if value == 1 else 0.0)
    return served + near_value * popcount(around)


@inlined
def _served_by_closing(s: Any, t: int) -> float:
    """What it means that tile *t* loses its last free side."""
    if s.stack[t] != 1:
        return -1.0 if roomy(s, 0) & bit(t) != NONE else 0.0
    for colour in range(COLOURS):
        if s.manned[colour] & bit(t) != NONE:
            spare = popcount(s.manned[colour] & s.burning[1] & s.reachable) > 1
            return 0.95 if spare else -0.9
    return 0.0


@compiled
def improvise_for_goal(states: States, i: int, moves: Numbers, rng: Source) -> int:
    """The move that serves the goal best, give or take some noise (Gumbel's, so that worths are logits)."""
    s = states[i]
    now, best, best_served = outlook(s), 0, -np.inf
    for k in range(legal(states, i, moves)):
        served = served_by(s, int64(moves[k]), now) - NOISE * math.log(-math.log(fraction(rng)))
        if served > best_served:
            best, best_served = k, served
    move: int = int64(moves[best])
    return move
