"""What serves a goal that all share (F26), and how often moves that do so meet it."""

import numpy as np

import ludotheque
from ludotheque.engine.chance import source
from ludotheque.games.feurio import heuristic
from ludotheque.games.feurio.notation import format_move
from ludotheque.games.feurio.rules import MAX_MOVES, TO_MAN, legal
from tests.games.feurio.forest import Forest

GAMES = 200


def looks(forest: Forest) -> dict[str, float]:
    """How good each legal move looks to seat 0, who has laid a tile."""
    forest.states[0]["phase"], forest.states[0]["seat"] = TO_MAN, 0
    moves, weights = np.zeros(MAX_MOVES, np.int32), np.zeros(MAX_MOVES, np.float32)
    count = legal(forest.states, 0, moves)
    heuristic.weigh(forest.states, 0, moves, count, weights)
    return {format_move(int(moves[k])): float(weights[k]) for k in range(count)}


def test_men_look_better_beside_their_own_colour_than_apart() -> None:
    row = {(0, 0): 3, (1, 0): 4, (2, 0): 4, (3, 0): 4}
    weights = looks(Forest(row, {(0, 0): "G"}, mode="solo"))
    assert weights["G1 1,0"] > weights["G1 3,0"]


def test_the_first_open_water_looks_better_than_the_second() -> None:
    forest = {(0, 0): 1, (1, 0): 3, (2, 0): 1, (3, 0): 4, (4, 0): 1}
    dry = looks(Forest(forest, {(1, 0): "G"}, mode="solo"))
    wet = looks(Forest(forest, {(0, 0): "G", (1, 0): "G"}, mode="solo"))
    assert dry["G1 2,0"] > dry["pass"]
    assert dry["G1 2,0"] > wet["G1 2,0"]


def test_improvised_games_often_meet_the_goal() -> None:
    """Random games never do; by hand-made numbers one in twenty did."""
    game, rng, met = ludotheque.game("feurio", mode="solo"), source(1), 0
    sample, moves = np.zeros(2, np.int32), np.zeros(MAX_MOVES, np.int32)
    weights = np.zeros(MAX_MOVES, np.float32)
    for number in range(GAMES):
        state = game.new(seed=number)
        while not state.over:
            chosen = heuristic.improvise(state._states, 0, sample, moves, weights, rng)
            state.play(game.definition.moves[chosen])
        met += bool(state.winners)
    assert met > GAMES / 10
