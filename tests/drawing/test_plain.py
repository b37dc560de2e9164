"""The page and the text that a game gets for nothing."""

from functools import partial
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

import ludotheque
from ludotheque.core.definition import Definition
from ludotheque.core.game import Game
from ludotheque.core.page import Line
from ludotheque.core.state import State
from ludotheque.i18n.language import languages, speaking
from tests import tiny_game
from tests.tiny_game import INIT, RULES, Load, changed

VIEW = """
from dataclasses import dataclass


@dataclass(frozen=True)
class TinyView:
    viewer: int
    turn: int
    fog: tuple[int, ...]


def describe(states, i, seat):
    return TinyView(seat, -1 if states[i]["plies"] else 0, (4, 5))
"""
BOARD = 'Board("grid", seats={1: 0, 2: 5}, signs={3: "x"}, hands="hands", cards={1: "A", 2: "B"})'
SET_UP = """states[i].plies = 0
    states[i].grid[0, 1], states[i].grid[1, 0], states[i].grid[1, 2] = 1, 2, 3
    states[i].hands[0, 0], states[i].hands[1, 0], states[i].hands[1, 1] = 2, -1, 1
"""
CELLS_AND_HANDS = {
    "init": changed(
        INIT,
        "options=",
        f"board={BOARD}, options=",
    ),
    "rules": changed(
        changed(
            RULES,
            '("plies", np.int8)',
            '("plies", np.int8), ("grid", np.int8, (2, 3)), ("hands", np.int8, (2, 3))',
        ),
        "states[i].plies = 0",
        SET_UP,
    ),
}


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    return partial(tiny_game.load, tmp_path, monkeypatch)


def start(definition: Definition) -> State:
    definition.check()
    return Game(definition, definition.first_game()).new(seed=1)


def text_of(state: State, seat: int) -> str:
    console = Console(width=80, record=True, file=StringIO())
    console.print(state.game.definition.text.draw(state.view(seat).data))
    return console.export_text()


def words(svg: str) -> list[str]:
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]


def test_without_a_board_the_fields_are_told(load: Load) -> None:
    state = start(load())
    page, data = state.game.definition.page, state.view(0).data
    assert "Plies: 0" in words(page.picture(data))
    assert "Plies: 0" in text_of(state, 0)
    assert [(choice.label, choice.at) for choice in page.choices(state.view(0))] == [("go", "")]


def test_a_view_of_the_game_s_own_is_shown_by_its_fields(load: Load) -> None:
    state = start(load(view=VIEW))
    page, data = state.game.definition.page, state.view(0).data
    assert "Fog: Seat 0 4 · Seat 1 5" in words(page.picture(data))
    assert page.prompt(data) == "Your turn: choose a move."
    assert page.scores(data) is None
    state.play("go")
    assert page.prompt(state.view(0).data) == "The game is over."
    assert page.breakdown(state.view(0).data) == [Line(-1, "The game is over.")]


def test_cells_show_pieces_and_signs_and_hands_lie_beside_them(load: Load) -> None:
    state = start(load(**CELLS_AND_HANDS))
    panels = state.game.definition.page.panels(state.view(0).data)
    assert set(panels) == {"board", "hand", "seat:1"}
    pieces = {key: part for key, part in panels["board"].parts.items() if key.startswith("piece:")}
    assert set(pieces) == {"piece:0:1", "piece:1:0", "piece:1:2"}
    assert 'class="piece G"' in pieces["piece:0:1"]
    assert words(pieces["piece:1:0"]) == ["6"], "the sixth seat has no colour"
    assert words(pieces["piece:1:2"]) == ["x"]
    assert words(panels["hand"].parts["card:0:0"]) == ["B", "B"]
    assert list(panels["hand"].parts) == ["card:0:0"], "what is not a card is not drawn"
    assert "back" in panels["seat:1"].parts["card:1:0"]
    assert words(panels["seat:1"].parts["card:1:1"]) == ["A", "A"]


def test_the_text_shows_the_highest_row_first(load: Load) -> None:
    lines = text_of(start(load(**CELLS_AND_HANDS)), 0).splitlines()
    assert lines[0].split() == ["2", "6", "·", "x"]
    assert lines[1].split() == ["1", "·", "●", "·"]
    assert "▒ A" in next(line for line in lines if "Seat 1" in line)


def test_how_a_game_has_ended_is_told_to_whoever_asks() -> None:
    state = ludotheque.game("connect_four").new(seed=1)
    for move in "1212121":
        state.play(move)
    page = state.game.definition.page
    assert page.prompt(state.view(0).data) == "You win."
    with speaking("en", ("Ada", "Bo")):
        assert page.prompt(state.view(1).data) == "Ada wins."
        assert page.breakdown(state.view(1).data) == [Line(0, "Points", 1), Line(1, "Points", 0)]
    with speaking("de", ("Ada", "Bo")):
        assert page.prompt(state.view(1).data) == "Ada gewinnt."


def test_a_full_board_is_a_draw() -> None:
    state = ludotheque.game("connect_four").new(seed=1)
    for move in "547125662261271266215743771576315353334444":
        state.play(move)
    assert state.over
    assert state.game.definition.page.prompt(state.view().data) == "A draw."


@pytest.mark.parametrize("language", languages())
def test_the_prompt_speaks_every_language(language: str) -> None:
    state = ludotheque.game("kuhn_poker").new(seed=1)
    page = state.game.definition.page
    with speaking(language, ("Ada", "Bo")):
        assert "Ada" in page.prompt(state.view(1).data)
        before = state.view().data
        state.play("bet")
        assert page.log_entry(before, "bet", state.view().data).startswith("Ada")


def test_themes_are_those_of_every_picture() -> None:
    view = ludotheque.game("connect_four").new(seed=1).view()
    assert 'class="ludotheque connect_four dark"' in view.svg(theme="dark")
    with pytest.raises(ludotheque.Refusal, match='no theme "pink"'):
        view.svg(theme="pink")
