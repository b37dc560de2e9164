"""The printed example: four players, turn by turn, and the areas it scores."""

import pytest

from ludotheque.core.errors import IllegalMove
from ludotheque.core.state import State
from ludotheque.drawing.examples import Example
from ludotheque.games.feurio import DEFINITION
from tests.games.feurio.forest import Forest, ring

STACK = [3, 6, 6, 4, 2, 1, 2, 5, *[1] * 5, *[2] * 4, *[3] * 5, *[4] * 5, *[5] * 5, *[6] * 4]


def after(*moves: str) -> State:
    return Example(DEFINITION, {"players": 4}, {"stack": STACK}, moves).state()


def texts(state: State) -> set[str]:
    return {str(move) for move in state.moves()}


GREEN = ("lay 2,0", "G1 0,1")
BLUE = ("lay 0,2", "B1 0,1")
YELLOW = ("lay -1,1", "Y2 1,0")


def test_green_has_two_hottest_spots_and_room_for_three_men() -> None:  # F11, F13, F14
    start = after()
    assert texts(start) == {"lay 2,0", "lay 0,2"}
    assert start.view(0).data.heat == 10
    laid = after("lay 2,0")
    assert {"G1 0,1", "G2 0,1", "G3 0,1"} <= texts(laid)


def test_blue_has_one_spot_and_two_men_are_refused() -> None:  # F14
    turn = after(*GREEN)
    assert texts(turn) == {"lay 0,2"}
    assert turn.view(1).data.heat == 10
    laid = after(*GREEN, "lay 0,2")
    assert "B1 0,1" in texts(laid)
    with pytest.raises(IllegalMove, match=r"B2 0,1: the tile has two free sides and one man on it \[F14\]"):
        laid.play("B2 0,1")


def test_yellow_blocks_a_tile_with_two_free_sides() -> None:  # F14
    turn = after(*GREEN, *BLUE)
    assert texts(turn) == {"lay 1,-1", "lay -1,1"}
    assert turn.view(2).data.heat == 9
    laid = after(*GREEN, *BLUE, "lay -1,1")
    assert {"Y1 1,0", "Y2 1,0"} <= texts(laid)
    assert "Y3 1,0" not in texts(laid)
    blocked = after(*GREEN, *BLUE, *YELLOW, "lay 1,-1")
    assert not any(text.endswith(" 1,0") for text in texts(blocked))


def test_red_finds_a_spot_that_three_tiles_heat() -> None:  # F11
    turn = after(*GREEN, *BLUE, *YELLOW)
    assert texts(turn) == {"lay 1,-1", "lay -1,2"}
    assert turn.view(3).data.heat == 9 == 6 + 2 + 1
    assert "R1 1,-1" in texts(after(*GREEN, *BLUE, *YELLOW, "lay 1,-1"))


@pytest.mark.parametrize(
    ("values", "worth"),
    [((2, 5), 4), ((6, 5, 1), 12), ((6, 4, 2), 6), ((1,), 1), ((5, 2), 4)],
)
def test_printed_areas_have_their_printed_worth(values: tuple[int, ...], worth: int) -> None:  # F19
    row = {(q, 0): value for q, value in enumerate(values)}
    assert Forest(row, dict.fromkeys(row, "G")).worths("G") == [worth]


def test_a_closed_in_six_is_worth_nothing() -> None:  # F19
    tiles = {(0, 0): 6} | dict.fromkeys(ring((0, 0)), 3)
    assert Forest(tiles, {(0, 0): "G"}).worths("G") == [0]
