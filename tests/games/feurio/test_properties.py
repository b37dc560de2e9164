"""Laws that hold in every forest, by hypothesis."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import ludotheque
from tests.games.feurio.forest import Cell, Forest, ring
from tests.variants import random_positions, variants

VARIANTS = list(variants("feurio"))


@st.composite
def fires(draw: st.DrawFn) -> dict[Cell, int]:
    """A forest of 1 to 35 tiles that hang together and hold (0,0); a 0 is a firebreak."""
    tiles = {(0, 0): draw(st.integers(0, 6))}
    for _ in range(draw(st.integers(0, 34))):
        open_cells = sorted({near for cell in tiles for near in ring(cell)} - set(tiles))
        tiles[draw(st.sampled_from(open_cells))] = draw(st.integers(0, 6))
    return tiles


def turn(cell: Cell, sixths: int) -> Cell:
    q, r = cell
    for _ in range(sixths):
        q, r = -r, q + r
    return q, r


def mirror(cell: Cell) -> Cell:
    return cell[1], cell[0]


@given(fires(), st.integers(1, 5))
def test_turning_the_forest_turns_its_hottest_spots(fire: dict[Cell, int], sixths: int) -> None:  # F11
    turned = {turn(cell, sixths): value for cell, value in fire.items()}
    assert Forest(turned).hottest == {turn(cell, sixths) for cell in Forest(fire).hottest}


@given(fires())
def test_mirroring_the_forest_mirrors_its_hottest_spots(fire: dict[Cell, int]) -> None:  # F11
    mirrored = {mirror(cell): value for cell, value in fire.items()}
    assert Forest(mirrored).hottest == {mirror(cell) for cell in Forest(fire).hottest}


@given(fires())
def test_hottest_spots_are_the_empty_cells_with_the_greatest_sum(fire: dict[Cell, int]) -> None:  # F11
    border = {near for cell in fire for near in ring(cell)} - set(fire)
    heat = {cell: sum(fire.get(near, 0) for near in ring(cell)) for cell in border}
    assert Forest(fire).hottest == {cell for cell in border if heat[cell] == max(heat.values())}


@given(fires(), st.randoms(use_true_random=False))
def test_scores_never_depend_on_the_order_of_placing(fire: dict[Cell, int], chance: random.Random) -> None:
    """Neither on the order of the tiles nor on that of the men (F15, F18-F20)."""
    men = [(cell, chance.choice("GBYR")) for cell in fire if fire[cell]]
    forests = []
    for _ in range(2):
        forest = Forest(dict(chance.sample(list(fire.items()), len(fire))))
        for cell, colour in chance.sample(men, len(men)):
            if forest.has_man(colour):
                forest.put_man(cell, colour)
        forests.append(forest)
    kept = [{(tile.cell, tile.men) for tile in forest.view.tiles} for forest in forests]
    if kept[0] == kept[1]:  # a colour may run out at another tile
        assert forests[0].scores == forests[1].scores
        assert forests[0].winners == forests[1].winners


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_men_are_conserved(game: ludotheque.core.game.Game, seed: int) -> None:  # F3, F15, F23
    for state in random_positions(game, seed):
        view = state.view().data
        standing = sum(len(tile.men) for tile in view.tiles)
        waiting = sum(sum(seat.reserve.values()) for seat in view.seats)
        paid = sum(tile.is_firebreak for tile in view.tiles)
        assert standing + waiting + paid == 48
        assert all(len(tile.men) <= tile.spaces for tile in view.tiles)


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_tiles_are_conserved_and_hang_together(game: ludotheque.core.game.Game, seed: int) -> None:  # F1, F11
    for state in random_positions(game, seed):
        view = state.view().data
        cells = {tile.cell for tile in view.tiles}
        assert len(cells) == len(view.tiles) == 36 - view.stack_left
        reached, edge = {(0, 0)}, [(0, 0)]
        while edge:
            near = (set(ring(edge.pop())) & cells) - reached
            reached |= near
            edge += near
        assert reached == cells


def test_points_tell_who_wins_unless_they_are_equal() -> None:  # F22
    for number, game in enumerate(VARIANTS):
        rules, points = game.definition.rules, np.zeros(game.players, np.int32)
        for state in random_positions(game, number):
            rules.scores(state._states, 0, points)
            assert rules.winners_given(state._states, 0, points) == rules.winners(state._states, 0)
