"""The table in panels: the board, the hand, the strips beside the seats, the goal."""

from typing import Any

import pytest

from ludotheque.core.page import Panel
from ludotheque.drawing.shapes import inlined
from ludotheque.games.feurio import words
from ludotheque.games.feurio.page import art
from ludotheque.games.feurio.page.board import SMALLEST
from ludotheque.games.feurio.page.illustrations import FOUR
from ludotheque.games.feurio.page.panels import panels
from ludotheque.games.feurio.rules import TILES
from tests.games.feurio.tables import every_kind, play, walk


@every_kind
def test_the_board_shows_the_spots_for_this_tile_or_quietly_those_for_the_next(kind: dict[str, Any]) -> None:
    for data in walk(5, **kind)[::7]:
        parts = panels(data)["board"].parts
        spots = {key for key in parts if key.startswith("spot:")}
        assert spots == {f"spot:{words.place(cell)}" for cell in (*data.hottest, *data.coming)}  # F11
        assert all((' class="spot coming"' in parts[key]) == (data.phase != "lay") for key in spots)
        assert all(f">{data.heat}</text>" in parts[key] for key in spots)


def test_the_board_stays_still_between_the_halves_of_a_turn() -> None:
    state = play(3, 21, players=4)
    assert state.view().data.phase == "men"
    before = panels(state.view().data)["board"]
    state.play("pass")
    board = panels(state.view().data)["board"]
    assert board.box == before.box
    changed = {key for key in board.parts if board.parts[key] != before.parts.get(key)}
    assert changed
    assert all(key.startswith("spot:") for key in changed)


@every_kind
@pytest.mark.parametrize("plies", [0, 13, None])
def test_the_box_holds_all_tiles_and_spots(kind: dict[str, Any], plies: int | None) -> None:
    data = play(2, plies, **kind).view().data
    left, top, width, height = panels(data)["board"].box
    for cell in (*(tile.cell for tile in data.tiles), *data.hottest):
        x, y = art.centre(cell)
        assert left < x - art.ACROSS / 2 < x + art.ACROSS / 2 < left + width
        assert top < y - art.PITCH < y + art.PITCH < top + height
    assert width >= SMALLEST[0]
    assert height >= SMALLEST[1]


def test_a_lone_tile_is_not_gigantic() -> None:
    box = panels(play(1, 0, players=1).view().data)["board"].box
    assert box[2] > 5 * art.ACROSS


@every_kind
def test_each_seat_has_a_strip_and_a_shared_goal_its_panel(kind: dict[str, Any]) -> None:
    data = play(2, 20, **kind).view().data
    shown = panels(data)
    assert {key for key in shown if key.startswith("seat:")} == {f"seat:{k}" for k in range(len(data.seats))}
    assert all(shown[f"seat:{k}"].box[3] <= 60 for k in range(len(data.seats)))
    assert ("goal" in shown) == (data.mode != "versus")


def chips(panel: Panel) -> int:
    return inlined(panel.parts["unseen"]).count('class="chip"')


@every_kind
def test_what_nobody_has_seen_adds_up(kind: dict[str, Any]) -> None:  # F1
    for data in walk(4, **kind)[::9]:
        seen = sum(tile.value is not None for tile in data.tiles) + (data.drawn is not None)
        assert chips(panels(data)["hand"]) == TILES - seen


def test_a_space_without_a_free_side_is_shut() -> None:  # F14
    data = FOUR.state(4).view().data
    board = panels(data)["board"]
    assert board.parts["tile:0,1"].count("space shut") == 1  # three spaces, two men, two free sides
    assert "shut" not in board.parts["tile:1,1"]
