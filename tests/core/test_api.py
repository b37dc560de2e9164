"""What a Python user touches: game, state, view, move."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

import ludotheque
from ludotheque.core.errors import IllegalMove, Refusal, UnknownGame


def test_an_unknown_game_gets_a_suggestion() -> None:
    with pytest.raises(UnknownGame, match='no game "feurioo"; did you mean "feurio"?'):
        ludotheque.game("feurioo")
    with pytest.raises(UnknownGame, match=r'no game "go"; there are .*feurio'):
        ludotheque.game("go")


def test_a_game_prints_as_the_call_that_makes_it() -> None:
    game = ludotheque.game("feurio", players=3, hot=True)
    assert eval(repr(game)) == game
    assert hash(eval(repr(game))) == hash(game)
    assert game != ludotheque.game("feurio", players=3)


def test_options_left_out_have_their_usual_values() -> None:
    assert ludotheque.game("feurio", players=1).options == {
        "players": 1,
        "mode": "solo",
        "firebreaks": False,
        "hot": False,
    }


def test_a_usual_value_may_follow_from_what_is_chosen() -> None:
    assert ludotheque.game("feurio", mode="solo") == ludotheque.game("feurio", players=1)
    assert ludotheque.game("feurio", mode="coop").players == ludotheque.game("feurio").players == 4


def test_moves_are_given_as_listed_or_in_their_notation() -> None:
    game = ludotheque.game("feurio")
    one, other = game.new(seed=1), game.new(seed=1)
    move = one.moves()[0]
    one.play(move)
    other.play(str(move))
    assert one.history == other.history == [move]
    assert repr(move) == f"<feurio move: {move}>"
    assert one.ply == 1


def test_a_game_that_is_over_takes_no_move() -> None:
    state = ludotheque.game("feurio", players=2).new(seed=1)
    while not state.over:
        state.play(state.moves()[0])
    assert state.moves() == []
    assert state.seat == -1
    assert repr(state) == "<feurio, 2 players, over>"
    with pytest.raises(IllegalMove, match="^pass: the game is over$"):
        state.play("pass")


def test_a_seat_that_is_not_there_has_no_view() -> None:
    state = ludotheque.game("feurio", players=2).new(seed=1)
    for seat in (2, -2):
        with pytest.raises(Refusal, match=f"no seat {seat}; seats are 0 to 1, a spectator is -1"):
            state.view(seat)


def test_states_and_views_show_themselves_in_a_notebook() -> None:
    state = ludotheque.game("feurio").new(seed=1)
    assert state._repr_svg_().startswith("<svg")
    assert state.view(0)._repr_svg_() == state._repr_svg_()


def test_a_view_hands_out_copies_only() -> None:
    view = ludotheque.game("feurio").new(seed=1).view(0)
    before = bytes(view)
    view.states()["seat"][0] = 3
    assert bytes(view) == before


def test_moves_travel_between_processes() -> None:
    moves = ludotheque.game("feurio").new(seed=1).moves()
    assert pickle.loads(pickle.dumps(moves)) == moves


def test_playouts_have_scores_of_games_that_ended() -> None:
    game = ludotheque.game("feurio", players=3)
    many = game.playouts(2_500, seed=1)
    assert many.scores.shape == (2_500, 3)
    assert many.decisions.shape == (2_500,)
    assert many.decisions.min() >= 2 * 33 + 3  # 33 tiles laid, and three passes at the end (F17)
    assert not np.array_equal(many.scores[:1_000], many.scores[1_000:2_000])
    assert np.array_equal(game.playouts(10, seed=1).scores, many.scores[:10])
    assert game.playouts(0).scores.shape == (0, 3)


def test_packages_are_there_without_an_import_of_their_own() -> None:
    asked = "import ludotheque; print(ludotheque.bots.search.__name__, ludotheque.arena.run.__name__)"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert found.stdout.split() == ["search", "run"], found.stderr
    assert {"arena", "bots", "game"} <= set(dir(ludotheque))


def test_a_missing_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        ludotheque.chess  # noqa: B018
