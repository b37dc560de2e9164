"""What a network is told where all share a goal (F26): whether each colour can still come together."""

from typing import Any

import numpy as np
import pytest

from ludotheque.games.feurio.features import COLOUR, FEATURES, MOVE_FEATURES, TABLE, describe, describe_move
from ludotheque.games.feurio.goal_features import (
    AREAS_TOLD,
    COLOUR_TOLD,
    GOAL_KINDS,
    GOAL_LAY_TRAITS,
    GOAL_MEN_TRAITS,
    MEN_TOLD,
    WATER_TOLD,
    largest_area,
    safety,
    turns_left,
)
from ludotheque.games.feurio.notation import cell_number
from ludotheque.games.feurio.rules import CELLS, LAY, MEN, MOST_MEN, TO_LAY, TO_MAN
from tests.games.feurio.forest import Cell, Forest

ROW = {(0, 0): 6, (1, 0): 1, (2, 0): 4, (3, 0): 5, (4, 0): 3}
WATER = MEN_TOLD + AREAS_TOLD
ROOM = WATER + WATER_TOLD


def blocks(forest: Forest, seat: int = 0) -> Any:
    """What is told of each colour."""
    out = np.zeros(FEATURES, np.float32)
    describe(forest.states, 0, seat, out)
    return out[TABLE:].reshape(4, COLOUR)


def told_of(forest: Forest, seat: int, verb: int, cell: Cell) -> Any:
    """What is told of a move."""
    state, out = forest.states[0], np.zeros(MOVE_FEATURES, np.float32)
    state["phase"], state["seat"] = TO_LAY if verb == LAY else TO_MAN, seat
    describe_move(forest.states, 0, verb * CELLS + cell_number(*cell), out)
    return out


def men_of(colour: int, n: int) -> int:
    """The verb for *n* men."""
    return MEN + MOST_MEN * colour + n - 1


def test_there_is_a_place_for_every_number() -> None:
    assert COLOUR_TOLD == COLOUR
    assert GOAL_KINDS + GOAL_MEN_TRAITS + GOAL_LAY_TRAITS == MOVE_FEATURES


@pytest.mark.parametrize(
    ("players", "laid", "phase", "seat", "turns"),
    [
        (1, 35, TO_LAY, 0, [1]),
        (2, 33, TO_LAY, 1, [1, 2]),
        (2, 36, TO_MAN, 1, [0, 1]),
        (4, 32, TO_MAN, 3, [1, 1, 1, 2]),
    ],
)
def test_each_seat_has_turns_while_there_are_tiles(
    players: int, laid: int, phase: int, seat: int, turns: list[int]
) -> None:
    """F27: the last tile's turn is the last."""
    state = Forest({}, players=players, mode="solo" if players == 1 else "coop").states[0]
    state["laid"], state["phase"], state["seat"] = laid, phase, seat
    assert [turns_left(state, one) for one in range(players)] == turns


def test_a_colour_is_told_by_its_men_and_areas() -> None:
    forest = Forest(ROW, {(0, 0): "GG", (1, 0): "G", (3, 0): "GY"}, players=4, mode="coop")
    green, _, yellow, _ = blocks(forest)
    assert green[0] * 12 == 8, "men left"
    assert green[MEN_TOLD : MEN_TOLD + 3].tolist() == pytest.approx([1, 2 / 4, 1 / 6]), (
        "two areas, a man astray"
    )
    assert green[MEN_TOLD + 3] * 2 == 1, "which the 4 would join to the others"
    assert yellow[MEN_TOLD : MEN_TOLD + 5].tolist() == [1, 1 / 4, 0, 0, 0]
    assert green[WATER] == 1 and yellow[WATER] == 0
    assert green[WATER + 3] * 6 == 4, "the 1 has four free sides"


def test_a_colour_is_told_the_room_around_its_largest_area() -> None:
    forest = Forest(ROW, {(0, 0): "GG", (1, 0): "G", (3, 0): "GY"}, players=4, mode="coop")
    green, blue, *_ = blocks(forest)
    assert green[ROOM] * 6 == 1, "one more on the 6"
    assert green[ROOM + 1] * 12 == 2, "two on the 4"
    assert green[ROOM + 5] * 12 == 1, "one beyond, on the 5"
    assert green[ROOM + 6] == 0, "yellow stands beside the 4, too"
    assert green[ROOM + 7] * 12 == 5, "of eight men five find no room yet"
    assert blue[ROOM + 1] * 12 == 1 + 2 + 1 + 2, "who has no man can begin anywhere"


def test_water_that_nobody_holds_is_told_to_those_beside_it() -> None:
    forest = Forest(ROW, {(0, 0): "G", (3, 0): "Y"}, players=4, mode="coop")
    green, _, yellow, _ = blocks(forest)
    assert (green[WATER + 6], green[WATER + 7]) == (1 / 2, 0)
    assert (yellow[WATER + 6], yellow[WATER + 7]) == (0, 1 / 2), "two steps away"
    assert green[WATER + 8] == 1 / 2, "no other colour stands beside it"
    forest.put_man((2, 0), "R")
    assert blocks(forest)[0][WATER + 8] == 0


def test_water_is_safe_behind_hotter_cells() -> None:
    """F11: the hottest spots are laid on first."""
    forest = Forest({(0, 0): 6, (1, 0): 1}, players=2, mode="coop")
    state = forest.states[0]
    assert safety(state, 1) == pytest.approx(5 / 34), (
        "the three cells beside the 6 alone, the two beside both"
    )
    state["laid"] = 34
    assert safety(state, 1) == 2, "more than enough for two tiles"
    assert safety(state, 0) == pytest.approx(2 / 2)


def test_the_largest_area_has_the_most_men_and_rather_water() -> None:
    forest = Forest(ROW, {(1, 0): "G", (4, 0): "G"}, mode="solo")
    assert largest_area(forest.states[0], 0) == 0b00010
    forest.put_man((3, 0), "G")
    assert largest_area(forest.states[0], 0) == 0b11000


def test_which_colour_of_a_seat_is_which_changes_nothing() -> None:
    men = {(0, 0): "GG", (1, 0): "G", (3, 0): "BY"}
    swapped = {cell: letters.translate(str.maketrans("GB", "BG")) for cell, letters in men.items()}
    for options in ({"players": 2, "mode": "coop"}, {"mode": "solo"}):
        here, there = Forest(ROW, men, **options), Forest(ROW, swapped, **options)
        assert np.array_equal(blocks(here), blocks(there))
        for cell in ((2, 0), (4, 0)):
            assert np.array_equal(told_of(here, 0, men_of(0, 1), cell), told_of(there, 0, men_of(1, 1), cell))


def test_men_are_told_by_whether_they_keep_together() -> None:
    forest = Forest(ROW, {(0, 0): "GG", (3, 0): "GY"}, players=4, mode="coop")
    joining = told_of(forest, 0, men_of(0, 1), (1, 0))
    assert joining[:GOAL_KINDS].tolist() == [0, 1, 0]
    men = joining[GOAL_KINDS:]
    assert (men[4], men[6], men[8]) == (0, 0, 1), "beside one area, and its first water"
    assert told_of(forest, 0, men_of(0, 1), (0, 0))[GOAL_KINDS + 2] == 1, "it stands there already"
    forest.put_man((1, 0), "G")
    assert told_of(forest, 0, men_of(0, 2), (2, 0))[GOAL_KINDS + 4] == 1, "joins two areas"
    beside_yellow = told_of(forest, 0, men_of(0, 1), (2, 0))[GOAL_KINDS:]
    assert (beside_yellow[12], beside_yellow[13]) == (0, 1 / 2), "and leaves yellow a space"
    assert told_of(forest, 2, men_of(2, 1), (0, 0))[GOAL_KINDS + 6] == 1, "a second area"


def test_a_tile_is_told_by_the_water_that_it_closes_in() -> None:
    ring = {(0, 0): 1, (1, 0): 2, (1, -1): 6, (0, -1): 6, (-1, 0): 6, (-1, 1): 2}
    for men, place in (({(0, 0): "G"}, 0), ({}, 2)):
        forest = Forest(ring, men, players=4, mode="coop")
        forest.states[0]["stack"][6] = 5
        lay = told_of(forest, 0, LAY, (0, 1))[GOAL_KINDS + GOAL_MEN_TRAITS :]
        assert [lay[k] for k in range(3)] == [float(k == place) for k in range(3)]
        assert lay[4] == pytest.approx(3 / 6 if men else 0), "room for three beside green"
