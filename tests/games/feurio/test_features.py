"""What a network is told of a forest is the same however that lies, and tells what men and tiles bring."""

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.games.feurio.features import (
    FEATURES,
    GAIN,
    KINDS,
    MEN_TRAITS,
    MOVE_FEATURES,
    POINTS,
    TABLE,
    describe,
    describe_move,
)
from ludotheque.games.feurio.rules import (
    CELLS,
    MAX_MOVES,
    OPENING,
    PASS,
    REACH,
    STRIDE,
    TILES,
    TO_LAY,
    TO_MAN,
    _put_tile,
    begin,
    legal,
    play,
    tile_at,
    turn,
)
from tests.games.feurio.forest import Forest
from tests.games.feurio.test_properties import mirror
from tests.games.feurio.test_properties import turn as turn_cell

WAYS = [(sixths, mirrored) for sixths in range(6) for mirrored in (False, True)]
OPTIONS = [
    *([2, 0, 0, 0, 1], [2, 0, 1, 0, 1], [3, 0, 0, 1, 1], [4, 0, 0, 0, 1]),
    *([2, 1, 0, 0, 1], [3, 1, 0, 0, 1], [4, 1, 0, 0, 1], [1, 2, 0, 0, 1]),
]


def turned(cell: int, sixths: int, mirrored: bool) -> int:
    """A cell's number after so many turns about the origin, and a mirror."""
    q, r = turn_cell((cell % STRIDE - REACH, cell // STRIDE - REACH), sixths)
    q, r = mirror((q, r)) if mirrored else (q, r)
    return (r + REACH) * STRIDE + q + REACH


def turned_move(move: int, *way: Any) -> int:
    return move if move == PASS else move // CELLS * CELLS + turned(move % CELLS, *way)


def opened(options: list[int], stack: Any, *way: Any) -> Any:
    """The start of a game whose opening tiles lie turned."""
    states = Forest({}).states.copy()
    begin(states, 0, np.array(options, np.int32))
    states[0]["stack"] = stack
    for t in range(options[0]):
        _put_tile(states[0], turned(int(OPENING[t]), *way), int(stack[t]))
    states[0]["phase"] = TO_LAY
    return states


def told(states: Any) -> Any:
    out = np.zeros(FEATURES, np.float32)
    describe(states, 0, int(turn(states, 0)), out)
    return out


def told_of_moves(states: Any) -> dict[int, Any]:
    moves = np.zeros(MAX_MOVES, np.int32)
    found = {}
    for move in moves[: legal(states, 0, moves)]:
        found[int(move)] = np.full(MOVE_FEATURES, 9, np.float32)
        describe_move(states, 0, int(move), found[int(move)])
    return found


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("way", WAYS[1:])
def test_turning_the_forest_changes_nothing(options: list[int], way: tuple[int, bool]) -> None:
    rng = np.random.default_rng([*options, *way])
    stack = rng.permutation(np.arange(TILES) // 6 + 1)
    here, there = opened(options, stack, 0, False), opened(options, stack, *way)
    while turn(here, 0) >= 0:
        assert np.array_equal(told(here), told(there))
        before = here.copy()
        moves, others = told_of_moves(here), told_of_moves(there)
        assert here.tobytes() == before.tobytes(), "the record stays as it is"
        assert {turned_move(move, *way) for move in moves} == set(others)
        for move, traits in moves.items():
            assert np.array_equal(traits, others[turned_move(move, *way)])
        chosen = int(rng.choice(list(moves)))
        play(here, 0, chosen)
        play(there, 0, turned_move(chosen, *way))


@pytest.mark.parametrize(
    "options",
    [
        [{"players": 2, "firebreaks": True}, {"players": 4, "firebreaks": True}],
        [{"players": 2, "mode": "coop"}, {"players": 4, "mode": "coop"}, {"mode": "solo"}],
    ],
)
def test_numbers_are_small_and_all_are_used(options: list[dict[str, Any]]) -> None:
    positions: list[Any] = []
    moves: list[Any] = []
    for chosen in options:
        for seed in range(12):
            state = ludotheque.game("feurio", **chosen).new(seed=seed)
            rng = np.random.default_rng(seed)
            while not state.over:
                positions.append(told(state.view(state.seat).states()))
                moves += told_of_moves(state._states).values()
                state.play(state.moves()[int(rng.integers(len(state.moves())))])
    for rows in (np.array(positions), np.array(moves)):
        assert np.isfinite(rows).all()
        assert np.abs(rows).max() < 8
        assert rows.any(axis=0).all()


def test_colours_begin_with_those_of_the_viewer() -> None:
    row = {(0, 0): 3, (1, 0): 1, (2, 0): 4, (3, 0): 5}
    forest = Forest(row, {(0, 0): "B", (1, 0): "B", (3, 0): "Y"}, players=2)
    first = forest.states[0]
    first["phase"], first["seat"] = TO_LAY, 1
    out = np.zeros(FEATURES, np.float32)
    describe(forest.states, 0, 1, out)
    blocks = out[TABLE:].reshape(4, -1)
    points = blocks[:, 0] * POINTS
    assert points.tolist() == [1, 0, 4, 0], "yellow, red, and then blue, which has more points than green"


def test_men_are_told_by_what_they_add_and_deny() -> None:
    row = {(0, 0): 3, (1, 0): 1, (2, 0): 4}
    forest = Forest(row, {(0, 0): "G", (2, 0): "Y"}, players=2)
    forest.states[0]["phase"], forest.states[0]["seat"] = TO_MAN, 0
    traits = told_of_moves(forest.states)
    between = int(np.int64(REACH) * STRIDE + REACH + 1)
    assert tile_at(forest.states[0], between) == 1
    men = next(t for move, t in traits.items() if move != PASS and move % CELLS == between)[KINDS:]
    assert men[3] * GAIN == 3, "3 + 1 over 1 instead of 3 over 3"
    assert men[12] * GAIN == 4, "yellow would have 4 + 1 over 1 instead of 4 over 4"


def test_a_tile_is_told_by_what_it_closes_in() -> None:
    ring = {(0, 0): 1, (1, 0): 2, (1, -1): 6, (0, -1): 6, (-1, 0): 6, (-1, 1): 2}
    forest = Forest(ring, {(0, 0): "G", (1, 0): "G"}, players=2)
    state = forest.states[0]
    state["phase"], state["seat"], state["stack"][state["laid"]] = TO_LAY, 0, 3
    last_side = (1 + REACH) * STRIDE + REACH  # (0, 1), the only open side of the 1
    out = np.zeros(MOVE_FEATURES, np.float32)
    describe_move(forest.states, 0, last_side, out)
    assert out[0] == 1
    assert out[KINDS + MEN_TRAITS] * GAIN == 1, "3 over 1 becomes 3 over 2"
