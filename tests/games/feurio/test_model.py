"""The compiled rules agree with the slow model, over random games of every mode."""

import random

import pytest

import ludotheque
from ludotheque.core.game import Game
from tests.model.agreement import agree
from tests.model.feurio import Model
from tests.variants import label, variants

VARIANTS = list(variants("feurio"))


@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_a_few_games_agree_with_the_model(game: Game) -> None:
    for seed in range(2):
        agree(game, Model, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_many_games_agree_with_the_model(game: Game) -> None:
    for seed in range(1_000, 1_060):
        agree(game, Model, seed)


def test_scores_agree_at_every_ply() -> None:
    """Not only at the end: the table shows what areas are worth now (F18-F20)."""
    for seed in range(6):
        game = ludotheque.game("feurio", players=2 + seed % 3, firebreaks=seed % 2 == 0)
        state, choice = game.new(seed=seed), random.Random(seed)
        model = Model(game.options, state.record().setup)
        while not state.over:
            move = str(choice.choice(state.moves()))
            state.play(move)
            model.play(move)
            assert state.scores == model.scores()
            colours = "GBY" if game.players == 3 else "GBYR"  # helpers are taken off (F21)
            assert sorted(
                (area.colour, sorted(area.cells), area.worth) for area in state.view().data.areas
            ) == sorted(
                (colour, sorted(area), model.worth(area))
                for colour in colours
                for area in model.areas(colour)
            )
