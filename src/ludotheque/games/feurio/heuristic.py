"""What bots know of Feurio! beyond its rules: which moves look good, and what a seat wants."""

from typing import Any

import numpy as np

from ludotheque.engine.bits import NONE, bit, lowest
from ludotheque.engine.chance import Source
from ludotheque.engine.compiled import compiled, inlined, int64
from ludotheque.engine.contract import Numbers, States, Weights
from ludotheque.engine.rewards import win_and_lead
from ludotheque.games.feurio.areas import areas, goal_met, points_added, reaches_water
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
    pick,
    scores,
    tile_at,
    winners_given,
)
from ludotheque.games.feurio.teamwork import improvise_for_goal, outlook, served_by

CLEAR_LEAD = 8.0  # points
FOR_THE_GOAL = 0.3  # of what serves it: what search takes for a clear preference


@compiled
def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """Men: the points they add now, and a way to the water; with a shared goal, what serves it."""
    s = states[i]
    if s.mode == VERSUS:
        for k in range(count):
            weights[k] = _weight(s, int64(moves[k]))
    else:
        now = outlook(s)
        for k in range(count):
            weights[k] = FOR_THE_GOAL * served_by(s, int64(moves[k]), now)


@inlined
def _weight(s: Any, move: int) -> float:
    """How good a move looks."""
    if move == PASS or move < MEN * CELLS:
        return 0.0
    verb, t = move // CELLS - MEN, tile_at(s, move % CELLS)
    return _points_added(s, verb // MOST_MEN, t) - 0.3 * (verb % MOST_MEN)


@compiled
def improvise(states: States, i: int, sample: Numbers, moves: Numbers, weights: Weights, rng: Source) -> int:
    """The best looking of a few random moves; with a shared goal of all, or it would hardly ever be met."""
    s = states[i]
    if s.mode != VERSUS:
        return improvise_for_goal(states, i, moves, rng)
    best = pick(states, i, rng, moves)
    best_weight = _weight(s, best)
    for _ in range(len(sample) - 1):
        move = pick(states, i, rng, moves)
        weight = _weight(s, move)
        if weight > best_weight:
            best, best_weight = move, weight
    return best


@inlined
def _points_added(s: Any, colour: int, t: int) -> float:
    """What a first man of *colour* on tile *t* adds to the worth of the areas it joins (F18, F19)."""
    manned = s.manned[colour]
    if manned & bit(t) != NONE:
        return -1.0  # a second man adds nothing but a closed space
    return points_added(s, manned, t) + 0.3 * free_sides(s, t)


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
    win_and_lead(points, int64(winners_given(states, i, points)), CLEAR_LEAD, gains, wins)


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
