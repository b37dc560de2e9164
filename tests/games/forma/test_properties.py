"""Laws that hold in every game of Forma, by hypothesis."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque
from ludotheque.core.game import Game
from ludotheque.core.state import State
from ludotheque.engine.chance import source
from ludotheque.games.forma.notation import parse_move, square_name
from ludotheque.games.forma.view import FormaView
from tests.model.forma import max_bridges, squares_in
from tests.variants import random_positions, variants

VARIANTS = list(variants("forma"))
SIDE = 20
games = st.sampled_from(VARIANTS)
seeds = st.integers(0, 2**32)


def turned(move: str, quarters: int, flip: bool) -> str:
    """A move on the board turned by quarters and perhaps mirrored."""

    def square(name: str) -> tuple[int, int]:
        code = parse_move(name) % 400
        x, y = code % SIDE, code // SIDE
        for _ in range(quarters):
            x, y = SIDE - 1 - y, x
        return (SIDE - 1 - x if flip else x), y

    verb, space, rest = move.rpartition(" ")
    if move == "pass" or verb == "misfit":
        return move
    places = sorted(map(square, rest.split("+")))
    return verb + space + "+".join(square_name(y * SIDE + x) for x, y in places)


@pytest.mark.slow
@settings(max_examples=4)
@given(games, seeds, st.integers(0, 3), st.booleans())
def test_turning_and_mirroring_the_board_change_nothing_but_coordinates(
    game: Game, seed: int, quarters: int, flip: bool
) -> None:  # M1, M6-M18
    twin = game.new(seed=0)
    for ply, state in enumerate(random_positions(game, seed)):
        if ply:
            twin.play(turned(str(state.history[-1]), quarters, flip))
        if ply % 9 == 0 or len(state.moves()) < 800:
            moves = {turned(str(move), quarters, flip) for move in state.moves()}
            assert moves == set(map(str, twin.moves()))
    assert twin.result == state.result


@settings(max_examples=6)
@given(games, seeds)
def test_squares_are_conserved_and_no_placement_overlaps(game: Game, seed: int) -> None:  # M2, M7, M11
    for state in random_positions(game, seed):
        if state.ply % 5 and not state.over:
            continue
        data: FormaView = state.view().data
        pieces = [square for piece in data.pieces for square in piece.squares]
        tower = [data.tower] if data.tower else []
        everything = [*pieces, *data.holes, *data.obstacles, *tower]
        assert len(set(everything)) == len(everything)
        free = {
            x + SIDE * y for y in range(SIDE) for x in range(SIDE) if state._states["free"][0][y] >> x & 1
        }
        assert free == set(range(SIDE * SIDE)) - {x + SIDE * y for x, y in everything}
        waiting = sum(n * squares_in(name) for seat in data.seats for name, n in seat.rack.items())
        assert len(pieces) + waiting == 360


def recomputed(data: FormaView, seat: int) -> int:
    """A seat's final score from the final picture alone (M10-M15, M18)."""
    own = {square for piece in data.pieces if piece.seat == seat for square in piece.squares}
    markers = {square for square, owner in data.holes.items() if owner == seat}
    closed = {square for square, owner in data.obstacles.items() if owner == seat}
    for x, y in closed:
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        assert {(i, j) for i, j in near if 0 <= i < SIDE and 0 <= j < SIDE} <= own
    bridges = max_bridges(own | markers | closed, SIDE)
    left = 360 // len(data.seats) - len(own)
    return len(own) + 10 * len(markers) + 10 * len(closed) + 50 * bridges + 50 * data.seats[seat].tower - left


@settings(max_examples=6)
@given(games, seeds)
def test_the_final_score_follows_from_the_final_picture(game: Game, seed: int) -> None:  # M18
    *_, state = random_positions(game, seed)
    data = state.view().data
    assert state.scores == [recomputed(data, seat) for seat in range(game.players)]
    assert [one.score for one in data.seats] == state.scores
    assert data.winners == tuple(state.winners)


def test_a_random_choice_is_even() -> None:  # M7
    """`pick` never lists the moves; every one must be as likely as any other, early and late."""
    for few in (9_000, 300):
        state = crowded(few)
        moves, rules = [move.code for move in state.moves()], state.game.definition.rules
        shares = dict.fromkeys(moves, 0)
        rng, room = source(few), np.empty(rules.MAX_MOVES, np.int32)
        draws = 40 * len(moves) if len(moves) < 2_000 else 4 * len(moves)
        for _ in range(draws):
            shares[rules.pick(state._states, 0, rng, room)] += 1
        mean = draws / len(moves)
        spread = sum((n - mean) ** 2 / mean for n in shares.values()) / max(1, len(moves) - 1)
        assert 0.7 < spread < 1.4  # chi-squared over its degrees of freedom


def crowded(few: int) -> State:
    """A position where fewer than that many placements fit, but not much fewer."""
    state, choice = ludotheque.game("forma", players=2).new(seed=3), random.Random(3)
    while state.view().data.phase == "set-up" or len(state.moves()) >= few:
        state.play(choice.choice(state.moves()))
    assert len(state.moves()) > few / 2
    return state
