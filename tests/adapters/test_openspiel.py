"""Our games as OpenSpiel games, held against its own tests, bots and solver."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, generate_playthrough, ismcts, mcts

import ludotheque
import ludotheque.adapters.openspiel
from ludotheque.core.registry import names

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

SHORT = {"fou": "(players=4,rounds=1)", "feurio": "(players=2)", "forma": "(players=2)"}
FEW = 2  # simulations
each_game = pytest.mark.parametrize("name", names())


def load(name: str) -> Any:
    return pyspiel.load_game(f"ludotheque_{name}{SHORT.get(name, '')}")


def played(game: Any, bots: list[Any], seed: int = 1) -> Any:
    """The last state of a game between bots; without any, of a random one."""
    state, choice = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choice.choices(actions, weights)[0])
        elif bots:
            state.apply_action(bots[state.current_player()].step(state))
        else:
            state.apply_action(choice.choice(state.legal_actions()))
    return state


@each_game
def test_its_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(load(name), 1, True, False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "connect_four", "fou"])
def test_its_playthroughs_can_be_made_and_come_out_alike(name: str) -> None:
    first, second = (
        generate_playthrough.playthrough(str(load(name)), None, seed=1, observation_params_string=None)
        for _ in range(2)
    )
    assert first == second
    assert "InformationStateString(0)" in first


@pytest.mark.slow
def test_its_solver_finds_the_value_of_kuhn_poker() -> None:
    game = load("kuhn_poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=0.001)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "connect_four", "fou"])
def test_its_tree_searches_finish_games(name: str) -> None:
    # Those in Python: its C++ bots crash with any game written in Python, its own too.
    game, state = load(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, state)
    bots = [mcts.MCTSBot(game, 1.0, FEW, evaluator, random_state=state)]
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        bots.append(ismcts.ISMCTSBot(game, evaluator, 1.0, FEW, random_state=state))
    for bot in bots:
        assert played(game, [bot] * game.num_players()).is_terminal()


@each_game
def test_a_history_alone_tells_the_game(name: str) -> None:
    game = load(name)
    state = played(game, [])
    again = game.deserialize_state(state.serialize())
    assert again.state.record() == state.state.record()
    assert state.returns() == [float(score) for score in state.state.scores]
    state.state.record().check()


@pytest.mark.parametrize("name", ["kuhn_poker", "fou", "feurio"])
def test_a_resampled_state_looks_the_same_to_its_seat(name: str) -> None:
    game, choice = load(name), random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choice.choices(actions, weights)[0])
            continue
        seat = state.current_player()
        twin = state.resample_from_infostate(seat, choice.random)
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        assert twin.observation_tensor(seat) == state.observation_tensor(seat)
        assert twin.legal_actions() == state.legal_actions()
        state.apply_action(choice.choice(state.legal_actions()))


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    state, weight = load("fou").new_initial_state(), 1.0
    choice, seen = random.Random(1), []
    while state.is_chance_node():
        outcomes = dict(state.chance_outcomes())
        assert sum(outcomes.values()) == pytest.approx(1)
        action = choice.choice(list(outcomes))
        weight *= outcomes[action]
        seen.append(action)
        state.apply_action(action)
    deck = ludotheque.game("fou", players=4).definition.notation.unshuffled(
        ludotheque.game("fou", players=4).options
    )
    assert sorted(seen) == sorted(deck)


def test_parameters_are_our_options() -> None:
    game = pyspiel.load_game("ludotheque_feurio(players=3,firebreaks=True,hot=True)")
    assert game.game == ludotheque.game("feurio", players=3, firebreaks=True, hot=True)
    assert pyspiel.load_game("ludotheque_fou").game == ludotheque.game("fou")
    assert sum(
        played(pyspiel.load_game("ludotheque_fou(rounds=1,rewards=win)"), []).returns()
    ) == pytest.approx(1)


def test_bad_input_is_told_in_a_sentence_and_changes_nothing() -> None:
    with pytest.raises(Exception, match="players=99"):
        pyspiel.load_game("ludotheque_fou(players=99)")
    with pytest.raises(Exception, match="rewards is score or win"):
        pyspiel.load_game("ludotheque_fou(rewards=gold)")
    state = load("kuhn_poker").new_initial_state()
    state.apply_action(0)
    before = state.state.copy()
    with pytest.raises(Exception, match="no move 7"):
        state.apply_action(7)
    assert state.state == before
    with pytest.raises(ludotheque.Refusal, match="nothing is left to chance"):
        state.chance_outcomes()
