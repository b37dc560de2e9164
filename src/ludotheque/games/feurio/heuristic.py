"""What bots know of Feurio! beyond its rules: which moves look good, and what a seat wants."""

from typing import Any

import numpy as np

from ludotheque.engine.bits import NONE, bit, lowest, popcount
from ludotheque.engine.compiled import compiled, inlined, int64
from ludotheque.engine.contract import Numbers, States, Weights
from ludotheque.engine.rewards import win_and_lead
from ludotheque.games.feurio.areas import area_around, areas, goal_met, reaches_water, worth
from ludotheque.games.feurio.rules import (
    CELLS,
    COLOURS,
    MEN,
    MEN_OF_A_COLOUR,
    MOST_MEN,
    MOST_SEATS,
    PASS,
    TILES,
    VERSUS,
    free_sides,
    roomy,
    scores,
    tile_at,
    winners,
)

CLEAR_LEAD = 8.0  # points


@compiled
def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """Men: the points they add now, and a way to the water. Tiles: all look alike."""
    s = states[i]
    for k in range(count):
        weights[k] = _weight(s, int64(moves[k]))


glance = weigh  # quick enough for playouts; the default is a call more for every move of theirs


@inlined
def _weight(s: Any, move: int) -> float:
    """How good a move looks."""
    if move == PASS or move < MEN * CELLS:
        return 0.0
    verb, t = move // CELLS - MEN, tile_at(s, move % CELLS)
    if s.mode == VERSUS:
        return _points_added(s, verb // MOST_MEN, t) - 0.3 * (verb % MOST_MEN)
    return _goal_served(s, verb // MOST_MEN, t, verb % MOST_MEN + 1)


@inlined
def _points_added(s: Any, colour: int, t: int) -> float:
    """What a first man of *colour* on tile *t* adds to the worth of the areas it joins (F18, F19)."""
    manned = s.manned[colour]
    if manned & bit(t) != NONE:
        return -1.0  # a second man adds nothing but a closed space
    points = worth(s, area_around(s, manned | bit(t), t))
    near = s.adjacent[t] & manned
    while near != NONE:
        joined = area_around(s, manned, lowest(near))
        near &= ~joined
        points -= worth(s, joined)
    return points + 0.3 * free_sides(s, t)


@inlined
def _goal_served(s: Any, colour: int, t: int, n: int) -> float:
    """How much *n* men on tile *t* bring all men of *colour* into one area with open water (F26).

    The numbers were tuned on how often playouts meet the goal, alone, by two and by four; a pass is 0.
    """
    manned = s.manned[colour]
    beside = popcount(s.adjacent[t] & manned)
    ways_on = popcount(s.adjacent[t] & roomy(s, 0) & ~manned)
    served = 0.9 * n + 1.3 * beside + 0.75 * ways_on + 0.35 * free_sides(s, t) - 1.1
    if manned == NONE:
        served -= 2.8  # the first man: there is time to wait for a good place
    elif manned & bit(t) != NONE:
        served -= 1.7  # somebody stands there already; the area does not grow
    elif beside == 0:
        served -= 1.6 + 2.3 * n  # apart from the others
    if s.stack[t] == 1 and not reaches_water(s, manned):
        served += 1.3
    return served


@compiled
def rewards(states: States, i: int, gains: Weights, wins: Weights) -> None:
    """The chance to win, and a little for the lead (F22); with a shared goal, how near it is (F26)."""
    s = states[i]
    if s.mode != VERSUS:
        met = goal_met(s)
        near = 1.0 if met else 0.6 * _progress(s) ** 3  # the last men are the hardest
        for seat in range(s.players):
            gains[seat], wins[seat] = near, met
        return
    points = np.empty(MOST_SEATS, np.int32)
    scores(states, i, points)
    win_and_lead(points, int64(winners(states, i)), CLEAR_LEAD, gains, wins)


@compiled
def _progress(s: Any) -> float:
    """How much of F26 is reached: men of each colour in its largest area, if that has open water."""
    masks = np.empty(TILES, np.uint64)
    reached = 0.0
    for colour in range(COLOURS):
        best = 0.0
        for k in range(areas(s, colour, masks)):
            men, area = 0, masks[k]
            while area != NONE:
                men += s.men[lowest(area), colour]
                area &= area - np.uint64(1)
            value = men * (1.0 if reaches_water(s, masks[k]) else 0.6)
            best = max(best, value)
        reached += best / MEN_OF_A_COLOUR
    return reached / COLOURS
