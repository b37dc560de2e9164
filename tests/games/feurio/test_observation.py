"""The numbers that a learning program gets say the same as the view's plain data."""

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.core.view import View
from ludotheque.games.feurio.observation import WINDOW
from ludotheque.games.feurio.rules import _put_tile
from tests.variants import random_positions

COLOURS = "GBYR"


def check(view: View) -> None:
    planes, data = view.planes(), view.data
    forest, tiles = planes["forest"], planes["tiles"]
    middle = (planes["window"][:2] * 36).round().astype(int)
    seats = len(data.seats)
    me = max(view.seat, 0)
    for row, tile in enumerate(data.tiles):
        told = tiles[row]
        assert (told[1:3] * 36).round().tolist() == list(tile.cell)
        assert round(told[3] * 6) == (tile.value or 0)
        assert told[4] == (tile.owner is not None)
        assert round(told[9] * 6) == tile.free_sides
        q, r = np.array(tile.cell) - middle + WINDOW // 2
        layer = 0 if tile.owner is not None else tile.value
        assert np.flatnonzero(forest[:7, r, q]).tolist() == [layer]
        assert round(forest[11, r, q] * 3) == tile.room
        for colour in range(4):
            assert round(told[5 + colour] * 3) == tile.men.count(COLOURS[colour])
            assert forest[7 + colour, r, q] == told[5 + colour]
        if tile.owner is not None:
            assert round(forest[12, r, q] * 6) == (tile.value or 0)
    assert not tiles[len(data.tiles) :].any()
    spots = {(q, r) for r, q in np.argwhere(forest[14]) + middle[::-1] - WINDOW // 2}
    assert spots == set(data.hottest)
    assert [k + 1 for k in np.flatnonzero(planes["drawn"])] == ([data.drawn] if data.drawn else [])
    for step in range(seats):
        seat = data.seats[(me + step) % seats]
        for colour, name in enumerate(COLOURS):
            assert round(planes["reserve"][step, colour] * 12) == seat.reserve.get(name, 0)
    if view.seat >= 0:
        assert "".join(COLOURS[k] for k in np.flatnonzero(planes["own"])) == data.seats[me].colours
    assert round(planes["stack"][0] * 36) == data.stack_left


@pytest.mark.parametrize(
    "options",
    [{"players": 4}, {"players": 2, "firebreaks": True}, {"players": 3, "hot": True}, {"players": 1}],
)
def test_planes_tell_what_the_view_tells(options: dict[str, Any]) -> None:
    game = ludotheque.game("feurio", **options)
    for ply, state in enumerate(random_positions(game, 3)):
        if ply % 5 == 0:
            for seat in range(-1, game.players):
                check(state.view(seat))


def test_a_forest_in_one_line_leaves_the_window_and_says_so() -> None:
    game = ludotheque.game("feurio", players=1)
    states = game.new(seed=1).states()
    cell = int(states[0]["tile_cell"][0])
    for step in range(1, 36):
        _put_tile(states[0], cell + step, 1)
    view = View(game, 0, states)
    planes = view.planes()
    assert round(planes["window"][2] * 36) == 36 - WINDOW
    assert (planes["tiles"][:, 0] == 1).all()
    assert (planes["tiles"][:, 1] * 36).round().tolist() == list(range(36))


def test_factors_name_what_a_move_does() -> None:
    game = ludotheque.game("feurio", players=2, firebreaks=True)
    for state in random_positions(game, 4):
        for move in state.moves()[:40]:
            kind, colour, number, q, r = game.decode(move)
            at = f"{q - 36},{r - 36}"
            told = [f"lay {at}", f"break {at} {COLOURS[colour]}", f"{number}{COLOURS[colour]} {at}", "pass"]
            text = str(move)
            assert text.split()[0] == told[kind].split()[0] or kind in (1, 2), (text, told[kind])
            if kind != 3:
                assert at in text
            if kind in (1, 2):
                assert COLOURS[colour] in text
