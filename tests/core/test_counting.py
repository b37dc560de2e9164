"""Counting compiled is counting by hand, chance included."""

import pytest

import ludotheque
from ludotheque.core.counting import perft
from ludotheque.core.registry import names
from tests.engine.test_perft import perft as by_hand

ENOUGH = 3_000  # lines to count by hand


@pytest.mark.parametrize("name", names())
def test_compiled_counts_are_those_of_states(name: str) -> None:
    game, seed = ludotheque.game(name), "three"
    for depth in range(1, 7):
        found = perft(game, depth, seed)
        if found > ENOUGH and depth > 1:
            break
        assert found == by_hand(game.new(seed=seed), depth)
