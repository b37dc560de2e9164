"""`check_game` accepts what keeps the contract, and says what does not."""

from functools import partial
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.game import Game
from ludotheque.core.registry import names
from ludotheque.testing import check_game
from tests import tiny_game
from tests.tiny_game import NOTATION, RULES, Load, changed


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_game_passes(name: str) -> None:
    check_game(ludotheque.game(name), games=1, every=25)


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    return partial(tiny_game.load, tmp_path, monkeypatch)


HIDING = """

@compiled
def hide(states, i, seat, out, j):
    out[j] = states[i]
    out[j].plies = 0


@compiled
def imagine(states, i, seat, rng):
    states[i].players = 3
"""
HIDING_A_PART = """

@compiled
def hide(states, i, seat, out, j):
    out[j].players = states[i].players
"""
TWO_MOVES = changed(RULES, "MAX_MOVES = 1", "MAX_MOVES = 2")
MISTAKES = {
    "a move listed twice": (
        {"rules": changed(TWO_MOVES, "return 1 - int64", "out[1] = 0\n    return 2 - 2 * int64")},
        "a legal move is listed twice",
    ),
    "no winner": ({"rules": changed(RULES, "return 1\n", "return 0\n")}, "after go: nobody has won"),
    "notation that reads anything": ({"notation": NOTATION}, "parse_move reads ''; it must raise Unreadable"),
    "a seat that does not exist": (
        {"rules": changed(RULES, "states[i].plies else 0", "states[i].plies else 7")},
        "it is the turn of seat 7",
    ),
    "an imagination of its own": ({"rules": RULES + HIDING}, "imagines does not hide to the same view"),
    "a record that is blanked in part": ({"rules": RULES + HIDING_A_PART}, "hide leaves what was in the rec"),
    "moves at the end": (
        {"rules": changed(RULES, "return 1 - int64(states[i].plies)", "return 1")},
        "after go: there must be a legal move, unless the game is over",
    ),
}  # fmt: skip
SOUND = """
from ludotheque.core.errors import UnreadableMove


def format_move(code):
    return "go"


def parse_move(text):
    if text != "go":
        raise UnreadableMove("write go")
    return 0
"""


@pytest.mark.slow
def test_the_game_that_the_others_are_made_of_is_sound(load: Load) -> None:
    definition = load(notation=SOUND)
    check_game(Game(definition, definition.first_game()))


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_is_wrong_is_said_in_a_sentence(load: Load, mistake: str) -> None:
    changes, words = MISTAKES[mistake]
    definition = load(**{"notation": SOUND, **changes})
    definition.check()
    with pytest.raises(AssertionError) as found:
        check_game(Game(definition, definition.first_game()))
    assert str(found.value).startswith('ludotheque.game("tiny", players=2) after ')
    assert words in str(found.value)
