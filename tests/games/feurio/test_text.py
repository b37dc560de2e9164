import io
import re
from typing import Any

import pytest
from rich.console import Console

from ludotheque.games.feurio import text, words
from ludotheque.games.feurio.view import FeurioView
from tests.games.feurio.tables import every_kind, play, with_firebreak


def shown(data: FeurioView, *, width: int = 100, colour: bool = False) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, highlight=False, force_terminal=colour, legacy_windows=False,
        color_system="truecolor" if colour else None, no_color=not colour,
    )  # fmt: skip
    console.print(text.draw(data))
    return out.getvalue()


@every_kind
@pytest.mark.parametrize("plies", [0, 11, 40, None])
def test_every_cell_can_be_read_and_typed(kind: dict[str, Any], plies: int | None) -> None:
    data = play(1, plies, **kind).view().data
    board = shown(data)
    typed = re.findall(r"-?\d+,-?\d+", board)
    cells = [*(tile.cell for tile in data.tiles), *data.hottest]
    assert sorted(typed) == sorted(map(words.place, cells))
    assert max(map(len, board.splitlines())) <= 100
    assert len(re.findall(r"hot \d+ ?[┊│]", board)) == len(data.hottest)


@every_kind
def test_every_man_is_a_letter(kind: dict[str, Any]) -> None:
    data = play(2, **kind).view().data
    board = shown(data)
    bricks = re.findall(r"(?<=[│┊]) ([1-6]) ([GBYR·]{1,3}) *(?=[│┊])", board)
    expected = [
        (str(tile.value), tile.men.ljust(tile.spaces, "·")) for tile in data.tiles if not tile.is_firebreak
    ]
    assert sorted(bricks) == sorted(expected)


@every_kind
def test_without_colour_the_same_is_said(kind: dict[str, Any]) -> None:
    data = play(3, 40, **kind).view().data
    coloured = shown(data, colour=True)
    assert "\x1b[" in coloured
    plain = [line.rstrip() for line in re.sub(r"\x1b\[[\d;]*m", "", coloured).splitlines()]
    assert plain == [line.rstrip() for line in shown(data).splitlines()]


def test_only_its_owner_sees_what_a_firebreak_hides() -> None:  # F23
    state = with_firebreak()
    for seat in (-1, 0, 1, 2):
        data = state.view(seat).data
        (tile,) = (tile for tile in data.tiles if tile.is_firebreak)
        assert (f"({tile.value})G" in shown(data)) == (seat == 0)
        assert "░G" in shown(data) or seat == 0


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_no_byte_tells_what_a_seat_cannot_know(seat: int) -> None:
    view = play(4, 30, players=3, firebreaks=True).view(seat)
    imagined = {shown(view.imagine(seed=seed).view(seat).data, colour=True) for seed in range(8)}
    assert imagined == {shown(view.data, colour=True)}


def test_a_drawn_tile_and_the_stack() -> None:
    state = play(1, 0, players=4, firebreaks=True)
    assert f"Drawn:  {state.view(0).data.drawn} " in shown(state.view(0).data)
    assert "Drawn:  ? " in shown(state.view(1).data)
    assert "Tiles left in the stack: 31" in shown(state.view(1).data)


def test_seats_show_turn_men_and_points() -> None:
    data = play(1, 20, players=3).view(1).data
    board = shown(data)
    for k, seat in enumerate(data.seats):
        (line,) = (line for line in board.splitlines() if re.match(rf"[▶★ ] +{k} ", line))
        assert line.startswith("▶") == (k == data.turn)
        assert ("(you)" in line) == (k == 1)
        assert "  ".join(f"{letter} {men}" for letter, men in seat.reserve.items()) in line
        assert line.split()[-1] == str(seat.score)


def test_the_goal_is_shown_where_it_is_shared() -> None:  # F26
    data = play(1, 40, players=1).view().data
    board = shown(data)
    for row in data.progress:
        water = "yes" if row.reaches_water else "no"
        assert re.search(rf"{row.placed} +{row.areas} +{water}", board)
    assert "at the water" not in shown(play(1, 40, players=2).view().data)


@pytest.mark.parametrize("width", [60, 40, 24])
def test_a_small_terminal_loses_nothing(width: int) -> None:
    data = play(1, 50, players=4).view().data
    forest, _, _ = shown(data, width=width).partition("5 GG·")  # the legend
    men = "".join(tile.men for tile in data.tiles)
    assert sorted(re.findall("[GBYR]", forest)) == sorted(men)


def test_the_prompt_says_what_to_do() -> None:
    state = play(1, 0, players=4)
    mine, theirs = state.view(0).data, state.view(2).data
    assert text.prompt(mine).startswith(f"You drew a {mine.drawn}. Lay it on")
    assert text.prompt(theirs).startswith(f"Green drew a {mine.drawn}. It goes on")
    state.play(state.moves()[0])
    assert text.prompt(state.view(0).data) == (
        "You may put up to three men of one colour on a tile, or pass."
    )
    hidden = play(1, 0, players=2, firebreaks=True).view(1).data
    assert text.prompt(hidden).startswith("Green and Blue will lay a hidden tile on")
