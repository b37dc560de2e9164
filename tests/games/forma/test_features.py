"""What a network is told of a board is the same however that lies: what placements close and offer."""

import random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.core.state import State
from ludotheque.games.forma import rules
from ludotheque.games.forma.elements import ELEMENTS, SIDE
from ludotheque.games.forma.features import (
    FEATURES,
    MANY,
    MOVE_FEATURES,
    PROGRESS,
    SEAT,
    SET_UP_TRAITS,
    TABLE,
    candidates,
    describe,
    describe_move,
)
from ludotheque.games.forma.heuristic import CANDIDATES
from ludotheque.games.forma.notation import covered, format_move, parse_move
from ludotheque.games.forma.rims import WIDE, closed_and_offered, count_openings, effects
from tests.games.forma.boards import play, start
from tests.games.forma.test_heuristic import beside
from tests.games.forma.test_properties import turned

WAYS = [(quarters, flip) for quarters in range(4) for flip in (False, True)]


def told(state: State) -> Any:
    out = np.zeros(FEATURES, np.float32)
    describe(state._states, 0, state.seat, out)
    return out


def told_of(state: State, move: str) -> Any:
    out = np.full(MOVE_FEATURES, 9, np.float32)
    describe_move(state._states, 0, parse_move(move), out)
    return out


def seats(state: State) -> Any:
    """The blocks of all seats, the viewer's first."""
    return told(state)[TABLE:].reshape(-1, SEAT)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("way", WAYS[1:])
def test_turning_the_board_changes_nothing(players: int, way: tuple[int, bool]) -> None:  # M1
    rng = random.Random(f"{players} {way}")
    game = ludotheque.game("forma", players=players)
    here, there = game.new(seed=1), game.new(seed=1)
    while not here.over:
        before = here._states.tobytes()
        assert np.array_equal(told(here), told(there))
        moves = here.moves()
        for move in map(str, rng.sample(moves, min(len(moves), 8))):
            assert np.array_equal(told_of(here, move), told_of(there, turned(move, *way)))
        assert here._states.tobytes() == before, "the record stays as it is"
        chosen = str(rng.choice(moves))
        here.play(chosen)
        there.play(turned(chosen, *way))


def test_numbers_are_small_and_all_are_used() -> None:
    positions: list[Any] = []
    moves: list[Any] = []
    for seed in range(12):
        rng, state = random.Random(seed), ludotheque.game("forma", players=4).new(seed=seed)
        while not state.over:
            positions.append(told(state))
            moves += [told_of(state, str(move)) for move in rng.sample(state.moves(), 1)]
            state.play(rng.choice(state.moves()))
    for rows in (np.array(positions), np.array(moves)):
        assert np.isfinite(rows).all()
        assert np.abs(rows).max() < 12
    assert np.array(moves).any(axis=0).sum() > 0.9 * MOVE_FEATURES


@pytest.mark.parametrize("plies", [30, 50, 70])
def test_what_a_placement_closes_is_what_it_earns(plies: int) -> None:  # M11, M15
    state = play(plies, plies)
    seat, openings = state.seat, np.zeros(WIDE * WIDE, np.int8)
    count_openings(state._states[0], openings)
    for placement in some_placements(state):
        after = state._states.copy()
        rules.play(after, 0, placement)
        found = effects(state._states[0], placement)
        assert found.closed == after["holes"][0, seat] - state._states["holes"][0, seat]
        assert closed_and_offered(openings, placement) == (found.closed, found.offered, found.tower)


@pytest.mark.parametrize("plies", [30, 50, 70])
def test_what_it_offers_has_one_open_side_left(plies: int) -> None:  # M11
    state = play(plies + 1, plies)
    for placement in some_placements(state):
        after = state._states.copy()
        rules.play(after, 0, placement)
        around = rim(placement)
        nearly = {y * SIDE + x for y in range(SIDE) for x in bits(rules.nearly_closed(after[0], y))}
        assert effects(state._states[0], placement).offered == len(nearly & around)


def some_placements(state: State) -> list[int]:
    """Up to 60 of the placements that are legal."""
    codes = [move.code for move in state.moves() if move.code < rules.OBSTACLE]
    return random.Random(1).sample(codes, min(len(codes), 60))


def bits(row: Any) -> list[int]:
    return [x for x in range(SIDE) if int(row) >> x & 1]


def rim(placement: int) -> set[int]:
    """The squares on a side of those that a placement covers."""
    squares = set(covered(placement))
    return {near for square in squares for near in beside(square)} - squares


def test_seats_begin_with_the_viewer() -> None:  # M10, M13
    state = start("tower j10", "a1+b1+c1+d1+e1", players=2)
    first, second = seats(state)[:2]
    assert state.seat == 1
    assert [first[1], second[1]] == [0, pytest.approx(5 / 180)]
    assert [first[8], second[8]] == [1, pytest.approx(15 / 20)], "fifteen squares more, from west to east"
    straight = PROGRESS + ELEMENTS.index("I5")
    assert [first[straight], second[straight]] == [1, 0.5], "one of two is placed"


def test_an_open_corner_is_told() -> None:  # M11
    state = start("tower j10", players=2)
    assert told(state)[3] == 0
    state.play("b1")
    assert told(state)[3] * MANY == 1, "a1 has one open side"
    closing = told_of(state, "a2")[SET_UP_TRAITS:]
    assert closing[0] * 2 == 1, "a1 is closed in"
    assert closing[3] == 0, "and nothing is offered"


def test_a_corner_element_closes_two_sides_at_once() -> None:  # M11
    """The heuristic sees last openings only; among an advised search's candidates it is the best."""
    state = start("tower j10", players=2)
    corner = "a2+b1+b2"
    assert told_of(state, corner)[SET_UP_TRAITS] * 2 == 1
    moves, weights = np.zeros(rules.MAX_MOVES, np.int32), np.zeros(rules.MAX_MOVES, np.float32)
    count = candidates(state._states, 0, moves, weights)
    assert count == CANDIDATES
    found = {format_move(int(move)) for move in moves[:count]}
    assert corner in found or all(told_of(state, move)[SET_UP_TRAITS] for move in found)


@pytest.mark.parametrize("plies", [0, 1, 30, 60])
def test_candidates_are_legal(plies: int) -> None:  # M7
    state = play(plies + 3, plies)
    moves, weights = np.zeros(rules.MAX_MOVES, np.int32), np.zeros(rules.MAX_MOVES, np.float32)
    found = moves[: candidates(state._states, 0, moves, weights)].tolist()
    assert len(set(found)) == len(found) > 0
    assert set(found) <= {move.code for move in state.moves()}
