"""Random play picks every legal move equally often, though it does not list them all."""

from collections import Counter

import numpy as np
import pytest

import ludotheque
from ludotheque.engine.chance import source
from tests.variants import random_positions


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_legal_move_is_picked_equally_often(players: int) -> None:
    rules = ludotheque.game("feurio", players=players).definition.rules
    moves, rng = np.zeros(rules.MAX_MOVES, np.int32), source("pick")
    game = ludotheque.game("feurio", players=players, firebreaks=players > 1)
    for ply, state in enumerate(random_positions(game, 7)):
        if ply % 9 or state.over:
            continue
        legal = [move.code for move in state.moves()]
        tries = 200 * len(legal)
        counts = Counter(int(rules.pick(state._states, 0, rng, moves)) for _ in range(tries))
        assert set(counts) <= set(legal)
        chi_squared = sum((counts[code] - 200) ** 2 / 200 for code in legal)
        assert chi_squared < len(legal) + 6 * (2 * len(legal)) ** 0.5 + 10
