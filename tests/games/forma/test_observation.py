"""The numbers that a learning program gets say the same as the view's plain data."""

import numpy as np
import pytest

import ludotheque
from ludotheque.core.view import View
from ludotheque.games.forma.elements import ELEMENTS
from tests.variants import random_positions


def squares(plane: np.ndarray) -> set[tuple[int, int]]:
    return {(int(x), int(y)) for y, x in np.argwhere(plane == 1)}


def check(view: View) -> None:
    planes, data = view.planes(), view.data
    players, me = len(data.seats), max(view.seat, 0)
    assert squares(planes["obstacles"]) == set(data.obstacles)
    assert squares(planes["tower"]) == ({data.tower} if data.tower else set())
    assert planes["free"].sum() == data.empty
    for step in range(players):
        seat = (me + step) % players
        own = {square for piece in data.pieces if piece.seat == seat for square in piece.squares}
        assert squares(planes["elements"][step]) == own
        marked = {square for square, whose in [*data.holes.items(), *data.obstacles.items()] if whose == seat}
        assert squares(planes["markers"][step]) == marked
        told = data.seats[seat]
        held = [told.rack.get(name, 0) for name in ELEMENTS]
        most = 4 // players * np.array([2 if name == "I1" else 1 for name in ELEMENTS])
        assert (planes["held"][step] * most).round().tolist() == held
        assert round(planes["holes"][step] * 10) == told.holes
        assert round(planes["closed"][step] * 10) == told.obstacles
        assert planes["tower_by"][step] == told.tower
    assert planes["turn"].sum() == (data.turn >= 0)
    assert planes["set_up"][0] == (data.phase == "set-up")


@pytest.mark.parametrize("players", [2, 4])
def test_planes_tell_what_the_view_tells(players: int) -> None:
    game = ludotheque.game("forma", players=players)
    for ply, state in enumerate(random_positions(game, 2)):
        if ply % 9 == 0 or state.over:
            check(state.view(ply % (players + 1) - 1))
