"""blokus-rl beside us: Blokus on the same board with nearly the same pieces, its core in Rust."""

import random

import numpy as np
from blokus_rl._blokus import PyBlokus

from bench.measure import best_rate

GAMES = 40


def game_rate() -> float:
    """Random games a second, every move drawn evenly from its list of legal ones."""
    choice = random.Random(1)

    def work() -> float:
        for _ in range(GAMES):
            _random_game(choice)
        return GAMES

    return best_rate(work)


def _random_game(choice: random.Random) -> None:
    game = PyBlokus()
    game.reset()
    while not game.is_over:
        mask = np.frombuffer(game.observe(game.agent_selection).action_mask, dtype=bool)
        moves = np.flatnonzero(mask)
        game.step(int(moves[choice.randrange(len(moves))]) if len(moves) else None)
