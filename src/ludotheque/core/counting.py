"""Perft: how many lines of play of each length there are. Two engines that agree on it agree on the rules."""

import numpy as np

from ludotheque.core.game import Game
from ludotheque.engine.chance import WORDS, Seed, source


def perft(game: Game, depth: int, seed: Seed) -> int:
    """How many ways there are to play *depth* moves from the start of ``game.new(seed)``, counted compiled.

    *depth* is at least 1. A game that is over counts no further.
    """
    rules = game.definition.rules
    states = np.repeat(game.blank(), depth)
    sources = np.zeros((depth, WORDS), np.uint64)
    sources[0] = source(seed)
    moves = np.empty((depth, rules.MAX_MOVES), np.int32)
    outcome, counts = np.zeros(rules.OUTCOME, np.uint8), np.zeros(depth, np.int32)
    return int(game.definition.kernels.perft(states, sources, moves, outcome, counts, depth))
