"""What a view tells, beside the slow way to find it out from the tiles and the men."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import ludotheque
from ludotheque.games.feurio.rules import MEN_OF_A_COLOUR
from ludotheque.games.feurio.view import DIRECTIONS, Cell, FeurioView, neighbours
from tests.games.feurio.forest import NEIGHBOURS, Forest, ring
from tests.variants import random_positions

KINDS = [
    {"players": 1},
    {"players": 2, "hot": True},
    {"players": 3, "firebreaks": True},
    {"players": 4},
    {"players": 4, "mode": "coop"},
]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: " ".join(map(str, kind.values())))


def views(kind: dict[str, Any]) -> list[FeurioView]:
    """What a spectator sees through a random game."""
    return [state.view().data for state in random_positions(ludotheque.game("feurio", **kind), 3)]


def heats(data: FeurioView) -> Counter[Cell]:
    """The sum around each open cell (F11); a firebreak counts 0 (F25)."""
    occupied = {tile.cell for tile in data.tiles}
    sums: Counter[Cell] = Counter()
    for tile in data.tiles:
        for cell in ring(tile.cell):
            if cell not in occupied:
                sums[cell] += 0 if tile.is_firebreak else tile.value or 0
    return sums


@every_kind
def test_spots_for_this_tile_and_for_the_next(kind: dict[str, Any]) -> None:  # F11
    seen = views(kind)
    for data in seen:
        sums = heats(data)
        best = max(sums.values()) if data.stack_left else 0
        hottest = tuple(sorted(cell for cell in sums if data.stack_left and sums[cell] == best))
        assert (data.hottest, data.coming) == ((hottest, ()) if data.phase == "lay" else ((), hottest))
        assert data.heat == best
    for before, after in pairwise(seen):
        if before.phase == "men":
            assert before.coming == after.hottest


@every_kind
def test_sides_and_room_of_tiles(kind: dict[str, Any]) -> None:  # F13, F14, F25
    for data in views(kind):
        occupied = {tile.cell for tile in data.tiles}
        for tile in data.tiles:
            free = [k for k, cell in enumerate(ring(tile.cell)) if cell not in occupied]
            assert (list(tile.free), tile.free_sides) == (free, len(free))
            limit = min(tile.spaces, len(free))
            assert tile.room == max(0, limit - len(tile.men))


@every_kind
def test_areas_add_up(kind: dict[str, Any]) -> None:  # F18, F19
    for data in views(kind):
        tiles = {tile.cell: tile for tile in data.tiles}
        for area in data.areas:
            own = [tiles[cell] for cell in area.cells]
            assert all(area.colour in tile.men for tile in own)
            assert area.total == sum(tile.value or 0 for tile in own)
            open_values = [tile.value or 0 for tile in own if tile.free_sides]
            assert area.divisor == (min(open_values) if open_values else None)
            assert area.reaches_water == (1 in open_values)


@every_kind
def test_progress_of_each_colour(kind: dict[str, Any]) -> None:  # F26
    for data in views(kind):
        if data.mode == "versus":
            assert data.progress == ()
            continue
        placed = Counter("".join(tile.men for tile in data.tiles))
        for row in data.progress:
            areas = [area for area in data.areas if area.colour == row.colour]
            assert (row.placed, row.areas) == (placed[row.colour], len(areas))
            assert row.reaches_water == any(area.reaches_water for area in areas)
            assert row.met == (len(areas) == 1 and row.reaches_water and row.placed == MEN_OF_A_COLOUR)


def test_the_neighbours_of_a_cell_in_order() -> None:
    assert DIRECTIONS == NEIGHBOURS
    assert list(neighbours((2, -1))) == ring((2, -1))


def test_a_tile_that_closed_around_men_has_no_room() -> None:  # F14
    """Three men on a 6 with six neighbours stay; the room is none, not less than none."""
    tiles = {(0, 0): 6} | dict.fromkeys(ring((0, 0)), 5)
    forest = Forest({(0, 0): 6}, {(0, 0): "GGG"}, players=1)
    for cell in ring((0, 0)):
        forest.put_tile(cell, tiles[cell])
    middle = forest.view.tiles[0]
    assert (middle.men, middle.free, middle.room) == ("GGG", (), 0)
