"""The table for a terminal: all a player needs, without colour too."""

import io
import re

import pytest
from rich.console import Console

from ludotheque.engine.contract import SPECTATOR
from ludotheque.games.fou import text
from ludotheque.games.fou.view import FouView
from tests.games.fou.table import Table
from tests.games.fou.test_picture import after, every_number


def shown(data: FouView, *, colour: bool = False, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, no_color=not colour, force_terminal=colour)
    console.print(text.draw(data))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@every_number
@pytest.mark.parametrize("plies", [0, 3, 33, 120, None])
def test_seats_show_turn_cards_and_points(players: int, plies: int | None) -> None:
    state = after(players, plies)
    for seat in (SPECTATOR, 1):
        data = state.view(seat).data
        board = shown(data)
        for k, about in enumerate(data.seats):
            line = next(line for line in board.splitlines() if re.match(rf"[▶★ ] +{k} ", line))
            assert line.startswith("▶") == (k == data.turn)
            assert line.startswith("★") == (k in data.winners)
            assert ("(you)" in line) == (k == seat)
            assert re.search(rf" {about.cards} +[+−]?{abs(about.total)} +{about.tens}\b", line)
        for row in data.sheet:
            assert re.search(r" +".join(f"[+−]?{abs(score)}" for score in row), board)


def test_playable_cards_stand_in_brackets() -> None:  # O6, O7
    table = Table("G2 R2", "G5 G9 Y3 1", "G6 R4", "G8 B5").play_all("G2")
    board = shown(table.view(1).data)
    assert set(re.findall(r"\[(\w+)\]", board)) == {"G5", "G9", "1"}
    assert re.search(r" Y3 ", board)
    assert "[" not in shown(table.view(2).data)
    assert "led: ● green" in board


def test_the_trick_tells_who_wins_and_who_is_the_fool_so_far() -> None:  # O9, O10
    board = shown(Table("B5 R2", "Y9 R3", "B6 R4", "B7 R5").play_all("B5 Y9").view(2).data)
    assert re.search(r"0 .* B5 wins so far", board)
    assert re.search(r"1 .* Y9 Fool so far", board)


def test_the_last_trick_is_told_until_the_next_begins() -> None:  # O10
    table = Table("B7 R2", "B5 R3", "B8 R4", "G2 R5", leader=2).play_all("B8 G2 B7 B5")
    board = shown(table.view(0).data)
    assert "Last trick: 2 B8  3 G2  0 B7  1 B5  Seat 2 won the trick. Seat 3 is the Fool." in board
    assert re.search(r"3 .* Fool, sits out", board)
    assert "Last trick" not in shown(table.play_all("R4").view(0).data)


def test_what_is_still_out() -> None:  # O12
    board = shown(Table("B7 1", "B5 R3", "B8 R4 R5 R6", "G2 1").view(0).data)
    assert "Still out: G 2   R 3-6   B 5 8   1" in board
    assert "Still out: G 2   R 3-6   B 5 7 8   1×2" in shown(
        Table("B7 1", "B5 R3", "B8 R4 R5 R6", "G2 1").view().data
    )


def test_no_byte_tells_what_a_seat_cannot_know() -> None:  # O12
    view = after(6, 30).view(3)
    assert {shown(view.imagine(seed=seed).view(3).data, colour=True) for seed in range(6)} == {
        shown(view.data, colour=True)
    }


@pytest.mark.parametrize(
    ("played", "seat", "prompt"),
    [
        ("", 0, "You lead. Play any card."),
        ("", 1, "Seat 0 leads."),
        ("1", 1, "Nobody has played a colour yet. Play any card."),
        ("1", 2, "Seat 1 plays."),
        ("1 G5", 2, "Green was led. Play green, or a 1."),
        ("1 G5", 0, "Seat 2 plays; green was led."),
        ("1 G5 G6", 3, "Green was led and you have none. Play any card."),
    ],
)
def test_the_prompt_says_what_to_do(played: str, seat: int, prompt: str) -> None:  # O5-O8
    table = Table("1 R2", "G5 Y3", "G6 R4 1", "B4 B5").play_all(played)
    assert text.prompt(table.view(seat).data) == prompt


def test_the_prompt_tells_the_fool_why_nothing_is_to_be_done() -> None:  # O5
    table = Table("G2 R2", "G5 Y3", "G6 R4", "B4 B5", discs=[1])
    assert text.prompt(table.view(1).data) == "You are the Fool and sit this trick out. Seat 0 leads."


def test_the_prompt_tells_how_the_game_ended() -> None:  # O17
    hands = ("B5", "B6 G3", "B7 R3", "B2 Y3")
    one = Table(*hands, rounds=1).play_all("B5 B6 B7 B2")
    assert text.prompt(one.view(0).data) == "You win with +10 points."
    assert text.prompt(one.view(1).data) == "Seat 0 wins with +10 points."
    two = Table(*hands, totals=[-13, 0, 0, -5], rounds=1).play_all("B5 B6 B7 B2")
    assert text.prompt(two.view(2).data) == "You share the win with seat 0 and seat 1: −3 points."
    assert text.prompt(two.view().data) == "Seat 0, seat 1 and seat 2 share the win with −3 points."
