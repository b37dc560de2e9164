"""OpenSpiel beside us: its C++ random rollouts, and its Python loop."""

import random

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
    first decision; a rollout's mean length is counted apart.
    """
    decisions, games = _python_games(name)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    choice = random.Random(1)
    while state.is_chance_node():
        state.apply_action(choice.choice([action for action, _ in state.chance_outcomes()]))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)

    def work() -> float:
        bot.mcts_search(state)
        return ROLLOUTS * decisions / games

    return best_rate(work)
