import io
from typing import Any

import pytest
from rich.console import Console

from ludotheque.games.forma import text
from tests.games.forma.boards import play, start


def drawn(data: Any, width: Any = 100) -> Any:
    out = io.StringIO()
    Console(file=out, width=width, no_color=True).print(text.draw(data))
    return out.getvalue()


def test_the_board_names_what_stands_where() -> None:
    board = drawn(start("obstacle a2", "tower j10", "b1", "d1+e1+e2", players=4).view(0).data).splitlines()
    assert board[0].split() == list("abcdefghijklmnopqrst")
    assert board[20].startswith("  1 (GG · b")  # a1: a marker; b1: green; d1, e1: the last move
    assert board[19].startswith("  2 ▒▒")
    assert "/\\" in board[11]


def test_seats_racks_and_points_are_told_without_colour() -> None:
    told = drawn(start("tower j10", "misfit P5", "c3+c4+d4", by_eye=True, players=2).view(1).data)
    assert "G ● Green" in told
    assert "1 (you)" in told
    assert "lost by eye: P5" in told
    assert "I1×4" in told
    assert "last move: c3+c4+d4 by seat 0" in told


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("plies", [0, 5, 60, None])
def test_every_table_is_drawn(players: Any, plies: Any) -> None:
    data = play(2, plies, players=players).view().data
    told = drawn(data)
    assert text.prompt(data)
    assert all(str(seat.score) in told for seat in data.seats)
