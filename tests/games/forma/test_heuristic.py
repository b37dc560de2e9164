"""Which placements look good: checked against slow and obvious counts."""

import random

import numpy as np
import pytest

from ludotheque.core.state import State
from ludotheque.games.forma import heuristic, rules
from ludotheque.games.forma.elements import SIDE, SQUARES
from tests.games.forma.boards import play

NO_WAY = heuristic.MOST_STEPS - 1


def beside(square: int) -> list[int]:
    x, y = square % SIDE, square // SIDE
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [b * SIDE + a for a, b in near if 0 <= a < SIDE and 0 <= b < SIDE]


def marked(rows: np.ndarray) -> set[int]:
    return {square for square in range(SQUARES) if rows[square // SIDE] >> square % SIDE & 1}


def cheapest_way(free: set[int], own: set[int], across: bool) -> int | None:
    """Squares still needed from edge to edge, by trying every cost in turn."""
    edge = [square for square in range(SQUARES) if (square % SIDE if across else square // SIDE) == 0]
    reached: set[int] = set()
    rim = {square for square in edge if square in own}
    outer = {square for square in edge if square in free}
    for cost in range(SQUARES):
        while rim:
            square = rim.pop()
            reached.add(square)
            rim |= {other for other in beside(square) if other in own and other not in reached}
            outer |= {other for other in beside(square) if other in free}
        if any((square % SIDE if across else square // SIDE) == SIDE - 1 for square in reached):
            return cost
        rim, outer = outer - reached, set()
        if not rim:
            return None
        steps, rim = rim, set()
        reached |= steps
        for square in steps:
            rim |= {other for other in beside(square) if other in own and other not in reached}
            outer |= {other for other in beside(square) if other in free}
    return None


@pytest.mark.parametrize("plies", [30, 50, 70, 90])
@pytest.mark.parametrize("across", [0, 1])
def test_the_way_to_a_bridge(plies: int, across: int) -> None:  # M13
    state = play(plies, plies)
    s = state._states[0]
    steps = np.zeros(SQUARES, np.uint64)
    way = heuristic.find_way(s, across, steps)
    free, own = marked(s["free"]), marked(s["own"][s["seat"]])
    expected = cheapest_way(free, own, bool(across))
    assert way == (expected or NO_WAY)
    places = {int(bits).bit_length() - 1 for bits in steps.tolist() if bits}
    assert places == (set(range(1, way + 1)) if expected else set())
    assert {square for square in range(SQUARES) if steps[square]} <= free


def last_openings(state: State) -> list[float]:
    """The same as the heuristic's, square by square (M11, M15)."""
    s = state._states[0]
    free, bonus = marked(s["free"]), [0.0] * SQUARES
    for square in range(SQUARES):
        points = rules.FOR_HOLE if square in free else 0
        if square == s["tower"] and s["tower_by"] < 0:
            points = rules.FOR_TOWER
        opening = [other for other in beside(square) if other in free]
        if points and len(opening) == 1:
            bonus[opening[0]] += points
    return bonus


@pytest.mark.parametrize("plies", [30, 50, 70, 90])
def test_what_closes_a_hole_or_the_tower(plies: int) -> None:
    state = play(plies + 1, plies)
    bonus = np.zeros(SQUARES, np.float32)
    heuristic._last_openings(state._states[0], bonus)
    assert bonus.tolist() == last_openings(state)


@pytest.mark.parametrize("plies", [0, 1, 30, 50, 70, 90])
def test_candidates_are_legal_and_among_them_the_best_that_closes_something(plies: int) -> None:
    state = play(plies + 2, plies)
    codes = {move.code for move in state.moves()}
    moves, weights = np.zeros(rules.MAX_MOVES, np.int32), np.zeros(rules.MAX_MOVES, np.float32)
    count = heuristic.candidates(state._states, 0, moves, weights)
    found = moves[:count].tolist()
    assert len(set(found)) == count >= min(heuristic.CANDIDATES, len(codes))
    assert set(found) <= codes
    if state._states[0]["phase"] == rules.PLACING:
        bonus = np.array(last_openings(state), np.float32)
        best = max(heuristic._earned(code, bonus) for code in random.Random(1).sample(sorted(codes), 50))
        assert best <= max(heuristic._earned(code, bonus) for code in found)
