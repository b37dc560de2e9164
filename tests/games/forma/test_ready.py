"""A ready board of Forma: legal with every option, made anew each time (M6)."""

from random import Random

import pytest

import ludotheque
from ludotheque.games.forma.ready import STONES, set_up


@pytest.mark.parametrize("touch", ["sides", "corners"])
def test_a_ready_board_is_legal_and_anew_each_time(touch: str) -> None:
    boards = set()
    for seed in range(20):
        state = ludotheque.game("forma", touch=touch).new(seed=1)
        moves = set_up(state, Random(seed))  # plays them all
        assert len(moves) == STONES + 1 and state.view(0).data.phase == "place"
        boards.add(tuple(moves))
    assert len(boards) == 20
