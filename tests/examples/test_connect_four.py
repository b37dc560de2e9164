"""The example of a game in two files against OpenSpiel's."""

import random

import pyspiel
import pytest

import ludotheque
from ludotheque.core.page import Choice

GAMES = 1_000


@pytest.mark.slow
def test_random_games_agree_with_openspiel() -> None:
    game, theirs = ludotheque.game("connect_four"), pyspiel.load_game("connect_four")
    choice = random.Random(1)
    for _ in range(GAMES):
        ours, other = game.new(seed=1), theirs.new_initial_state()
        while not other.is_terminal():
            assert not ours.over
            assert ours.seat == other.current_player()
            assert [move.code for move in ours.moves()] == other.legal_actions()
            column = choice.choice(other.legal_actions())
            ours.play(column)
            other.apply_action(column)
        assert ours.over
        winners = [seat for seat, result in enumerate(other.returns()) if result > 0]
        assert ours.winners == (winners or [0, 1])


def played(moves: str) -> ludotheque.State:
    state = ludotheque.game("connect_four").new(seed=1)
    for move in moves:
        state.play(move)
    return state


@pytest.mark.parametrize("moves", ["1212121", "1122334", "12233434474", "76655454414"])
def test_four_in_a_row_wins(moves: str) -> None:
    state = played(moves)
    assert (state.over, state.winners, state.scores) == (True, [0], [1, 0])


def test_stones_do_not_run_on_in_the_next_column() -> None:
    assert not played("2525251" + "4").over


def test_a_full_column_is_refused_and_the_others_are_named() -> None:
    state = played("111111")
    with pytest.raises(ludotheque.IllegalMove, match="you may play 2, 3, 4, 5, 6, 7"):
        state.play("1")


def test_a_click_anywhere_in_a_column_plays_it() -> None:
    state = played("4")
    page, view = state.game.definition.page, state.view(1)
    assert page.choices(view)[2] == Choice("3", "Column 3", "column:2")
    assert {choice.at for choice in page.choices(view)} <= set(page.panels(view.data)["board"].parts)
    assert page.touched(view.data, "4") == ["piece:0:3"]
    assert page.touched(played("44").view().data, "4") == ["piece:1:3"]
