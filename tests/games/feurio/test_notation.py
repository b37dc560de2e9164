"""Moves of Feurio! read back as they are written, and nothing else reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque
from ludotheque.core.errors import IllegalMove, UnreadableMove
from ludotheque.games.feurio import rules
from ludotheque.games.feurio.notation import format_move, parse_move
from tests.games.feurio.test_rules import start


@given(st.integers(0, rules.PASS))
def test_every_move_reads_back(code: int) -> None:
    assert parse_move(format_move(code)) == code


@pytest.mark.parametrize(
    "text",
    [
        "lay 2, 0", "lay +2,0", "lay 02,0", "lay -0,0", "lay 2", "lay 2,0,0", "lay  2,0", "Lay 2,0",
        "lay 2,0 G", "break 2,0", "break 2,0 g", "break 2,0 X", "G0 0,0", "G4 0,0", "g1 0,0", "G 0,0",
        "G1", "1G 0,0", "PASS", "lay ٢,0", "lay 1٢,0", "G1 0,0\n",
    ],
)  # fmt: skip
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(
        UnreadableMove, match='is not a move; write "lay 2,0", "break 2,0 G", "G2 0,1" or "pass"'
    ):
        parse_move(text)


def test_a_cell_that_no_forest_reaches_is_refused() -> None:
    with pytest.raises(UnreadableMove, match='"lay 37,0": no forest reaches that far'):
        parse_move("lay 37,0")


def test_why_a_move_is_refused() -> None:
    """One sentence, the place and the rule (F11-F16, F23)."""
    state = ludotheque.game("feurio", players=4).new(seed=5)
    reasons = {
        "pass": r"the drawn tile must be laid first \[F11\]",
        "G1 0,0": r"the drawn tile must be laid first \[F11\]",
        "lay 0,0": r"a tile lies there already \[F11\]",
        "lay 9,9": r"it is not one of the hottest spots; the greatest sum, \d+, is at -?\d,-?\d.* \[F11\]",
        "break 0,0 G": r"this game is played without firebreaks \[F23\]",
    }
    for move, reason in reasons.items():
        with pytest.raises(IllegalMove, match=rf"^{move}: {reason}$"):
            state.play(move)
    state.play(state.moves()[0])
    spot = str(state.history[0]).removeprefix("lay ")
    reasons = {
        f"lay {spot}": r"it is time to place men; write a colour and a number, or pass \[F12\]",
        "B1 0,0": r"you have no blue men; yours are G \[F16\]",
        "G1 9,9": r"no tile lies there \[F12\]",
    }
    for move, reason in reasons.items():
        with pytest.raises(IllegalMove, match=rf"^{move}: {reason}$"):
            state.play(move)


def test_a_full_tile_says_why() -> None:  # F13, F14, F25
    state = start(players=4)
    while True:
        view = state.view(state.seat).data
        full = [tile for tile in view.tiles if tile.spaces == 1 and tile.men and tile.free_sides > 1]
        if view.phase == "men" and full:
            break
        ones = [move for move in map(str, state.moves()) if move[1:2] == "1" and not move.startswith("lay")]
        state.play(ones[0] if ones else str(state.moves()[0]))
    letter = "GBYR"[state.seat]
    with pytest.raises(IllegalMove, match=r"the tile has one space and one man on it \[F13\]"):
        state.play(f"{letter}1 {full[0].cell[0]},{full[0].cell[1]}")


def test_no_more_men_than_are_left() -> None:  # F12
    state = start(players=4)
    state.play(state.moves()[0])
    state._states["reserve"][0][0][0] = 1
    state._survey()
    with pytest.raises(IllegalMove, match=r"G2 0,0: only one green man is left \[F12\]"):
        state.play("G2 0,0")


def test_a_firebreak_refuses_men() -> None:  # F25
    state = start(players=2, firebreaks=True)
    breaking = next(move for move in map(str, state.moves()) if move.startswith("break"))
    state.play(breaking)
    state.play(next(move for move in map(str, state.moves()) if move.startswith("lay")))
    with pytest.raises(IllegalMove, match=r"a firebreak takes no men \[F25\]"):
        state.play(f"Y1 {breaking.split()[1]}")
