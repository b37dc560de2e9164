"""The compiled rules agree with the slow model, over random games of every variant."""

import random

import pytest

import ludotheque
from ludotheque.core.game import Game
from tests.model.agreement import agree
from tests.model.forma import Model
from tests.variants import label, variants

VARIANTS = list(variants("forma"))


@pytest.mark.parametrize("game", VARIANTS[:1], ids=label)
def test_a_game_agrees_with_the_model(game: Game) -> None:
    agree(game, Model, 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_many_games_agree_with_the_model(game: Game) -> None:
    for seed in range(1_000, 1_002):
        agree(game, Model, seed)


def play_by_eye(players: int, seed: int, misjudge: float, look: int, revision: int = 2) -> None:
    """A game by eye in which people misjudge; scores must agree at every *look*-th ply."""
    game = ludotheque.game("forma", revision=revision, players=players, by_eye=True)
    state, choice = game.new(seed=seed), random.Random(seed)
    model = Model(game.options, {}, revision)
    while not state.over:
        rack = state.view().data.seats[state.seat].rack
        setting_up = state.view().data.phase == "set-up"
        if rack and not setting_up and choice.random() < misjudge:
            move = f"misfit {choice.choice(list(rack))}"
        else:
            move = str(choice.choice(state.moves()))
        state.play(move)
        model.play(move)
        assert (state.over, state.over or state.seat == model.seat) == (model.over, True)
        if state.ply % look == 0:
            assert state.scores == [model.score(seat) for seat in range(players)]
            assert sorted(map(str, state.moves())) == model.moves()
            bridges = [len(seat.bridges) for seat in state.view().data.seats]
            assert bridges == [model.bridges(seat) for seat in range(players)]
    assert state.result == model.result()


@pytest.mark.slow
@pytest.mark.parametrize("revision", [1, 2])
@pytest.mark.parametrize("players", [2, 4])
def test_games_by_eye_agree_with_the_model(players: int, revision: int) -> None:  # M8, M17, M18
    play_by_eye(players, seed=3, misjudge=0.25, look=20, revision=revision)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_many_games_by_eye_agree_with_the_model(players: int) -> None:  # M8, M17, M18
    for seed in range(3):
        play_by_eye(players, seed, misjudge=0.05 + 0.2 * seed, look=10)
