"""The compiled rules agree with the slow model, over random games of every number of players."""

import random

import pytest

import ludotheque
from ludotheque.core.outcomes import Recorded
from ludotheque.core.state import State
from ludotheque.games.fou.rules import SHEET
from tests.model.fou import Model, deck

PLAYERS = range(4, 9)
ROUNDS = (None, 1, 2, 3)
MOST_ROUNDS = 40  # dealt in advance; a random game ends long before


def deals(players: int, choice: random.Random) -> list[list[list[str]]]:
    """A random deal for every round there may be (O2, O4)."""
    size = len(deck(players)) // players
    shuffled = [choice.sample(deck(players), len(deck(players))) for _ in range(MOST_ROUNDS)]
    return [[cards[seat * size : (seat + 1) * size] for seat in range(players)] for cards in shuffled]


def agree_on_the_table(state: State, model: Model) -> None:
    """Everything that can be seen, and the hands, are the same."""
    view = state.view().data
    assert [(play.seat, play.card) for play in view.trick] == model.trick
    assert [seat.cards for seat in view.seats] == [len(hand) for hand in model.hands]
    assert [k for k, seat in enumerate(view.seats) if seat.fool] == sorted(model.discs)
    assert [seat.total for seat in view.seats] == state.scores == model.totals
    assert [seat.tens for seat in view.seats] == model.tens
    assert [list(row) for row in view.sheet] == model.round_scores[-SHEET:]
    for seat, hand in enumerate(model.hands):
        assert sorted(state.view(seat).data.seats[seat].hand) == sorted(hand)
    if model.last_trick:
        assert [(play.seat, play.card) for play in view.last_trick.plays] == model.last_trick
        assert view.last_trick.winner == model.last_winner
        assert view.last_trick.fools == tuple(sorted(model.last_fools))


def agree(players: int, rounds: int | None, seed: int, *, closely: bool = False) -> None:
    """One random game in which the rules and the model must agree at every ply."""
    choice = random.Random(seed)
    game = ludotheque.game("fou", players=players, rounds=rounds)
    setup = {"deals": deals(players, choice)}
    state = game.start(Recorded(game.definition.notation.read_setup(game.options, setup)))
    model = Model(game.options, setup)
    while not model.over:
        moves = sorted(map(str, state.moves()))
        assert moves == model.moves(), f"ply {state.ply}"
        assert (state.seat, state.over) == (model.seat, False), f"ply {state.ply}"
        if closely:
            agree_on_the_table(state, model)
        move = choice.choice(moves)
        state.play(move)
        model.play(move)
    assert state.over
    assert state.moves() == []
    assert state.result == model.result()
    agree_on_the_table(state, model)


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_few_games_agree_with_the_model(players: int, rounds: int | None) -> None:  # O1-O17
    agree(players, rounds, seed=0, closely=True)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_games_agree_with_the_model(players: int) -> None:  # O1-O17
    for seed in range(1_000, 1_400):
        agree(players, 1 if seed % 5 else None, seed)
