"""The forest never leaves the cells we number, and no two cells that it knows share a mark."""

from itertools import pairwise

from ludotheque.games.feurio import rules
from ludotheque.games.feurio.notation import cell_number, coordinates
from tests.games.feurio.forest import Forest, ring


def distance(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


def test_cells_and_coordinates_are_inverse() -> None:  # F10
    for cell in range(rules.CELLS):
        assert cell_number(*coordinates(cell)) == cell


def test_the_longest_arms_stay_within_reach() -> None:
    """36 tiles in a straight line, in all six directions: the border is 36 steps away (F11, F25)."""
    for step_q, step_r in ring((0, 0)):
        arm = {(step_q * k, step_r * k): 1 + k % 6 for k in range(rules.TILES)}
        forest = Forest(arm)
        s = forest.states[0]
        cells = s["known_cell"][: s["known"]][s["heat"][: s["known"]] > 0]
        known = [coordinates(int(cell)) for cell in cells]
        border = {near for cell in arm for near in ring(cell)} - set(arm)
        assert sorted(known) == sorted(border)
        assert max(distance(q, r) for q, r in known) == rules.REACH
        assert [tile.cell for tile in forest.view.tiles] == list(arm)


def test_a_straight_line_makes_the_most_cells_known() -> None:
    """No forest has more known cells than the state has room for, a zigzag neither."""
    arm = [(0, 0)]
    while len(arm) < rules.TILES:
        q, r = arm[-1]
        arm.append((q + 1, r) if len(arm) % 2 else (q + 1, r - 1))
    assert all(b in ring(a) for a, b in pairwise(arm))
    assert Forest(dict.fromkeys(arm, 3)).states[0]["known"] <= rules.MOST_KNOWN
    line = {(k, 0): 3 for k in range(rules.TILES)}
    assert Forest(line).states[0]["known"] == rules.MOST_KNOWN


def test_no_two_cells_at_most_37_steps_apart_share_a_mark() -> None:
    """Two tiles are at most 35 steps apart, so two cells of the border at most 37."""
    far = rules.TILES + 1
    for q in range(-far, far + 1):
        for r in range(-far, far + 1):
            if 0 < distance(q, r) <= far:
                assert (q + r * rules.STRIDE) % rules.MARKS != 0
