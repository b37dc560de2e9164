"""OpenSpiel beside us: its C++ random rollouts, and its Python loop."""

import random
from collections.abc import Callable
from typing import Any

import pyspiel

from bench.measure import best_rate

ROLLOUTS = 2_000
PYTHON_GAMES = 300


def python_rate(name: str) -> float:
    """Decisions a second of a Python loop over ``legal_actions`` and ``apply_action``."""
    return best_rate(lambda: _python_games(name)[0])


def _python_games(name: str) -> tuple[int, int]:
    """Play random games; the number of decisions and of games."""
    game, choice, decisions = pyspiel.load_game(name), random.Random(1), 0
    for _ in range(PYTHON_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choice.choices(outcomes, weights)[0])
            else:
                state.apply_action(choice.choice(state.legal_actions()))
                decisions += 1
    return decisions, PYTHON_GAMES


def rollout_rate(name: str) -> float:
    """Decisions a second of its C++ random rollouts.

    They are reached through one simulation of its tree search, which is ROLLOUTS rollouts from the
    first decision.
    """
    return _search_rate(name, simulations=1, rollouts=ROLLOUTS)


def search_rate(name: str) -> float:
    """Decisions a second inside the playouts of its Monte Carlo tree search."""
    return _search_rate(name, simulations=ROLLOUTS, rollouts=1)


def _search_rate(name: str, simulations: int, rollouts: int) -> float:
    game, state = _first_decision(name)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1_000, False, 1, False)
    return _rate(name, lambda: bot.mcts_search(state))


def information_set_search_rate(name: str) -> float:
    """Decisions a second inside the playouts of its information-set search."""
    _, state = _first_decision(name)
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, ROLLOUTS)
    return _rate(name, lambda: bot.step(state))


def _first_decision(name: str) -> tuple[Any, Any]:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    choice = random.Random(1)
    while state.is_chance_node():
        state.apply_action(choice.choice([action for action, _ in state.chance_outcomes()]))
    return game, state


def _rate(name: str, search: Callable[[], object]) -> float:
    """ROLLOUTS times the mean length of a random game, which is counted apart, a second."""
    decisions, games = _python_games(name)

    def work() -> float:
        search()
        return ROLLOUTS * decisions / games

    return best_rate(work)
