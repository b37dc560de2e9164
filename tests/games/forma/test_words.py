"""Sentences about a table of Forma, in the language and to the person who reads them."""

from dataclasses import replace
from typing import Any

import pytest

from ludotheque.core.errors import IllegalMove, UnreadableMove
from ludotheque.games.forma import notation, words
from ludotheque.i18n.language import speaking
from tests.games.forma.boards import play, start


def ended(viewer: Any, *winners: Any) -> Any:
    return replace(play(1, players=4).view(viewer).data, winners=winners)


@pytest.mark.parametrize(
    ("viewer", "winners", "told"),
    [
        (0, (0,), "You win with"),
        (1, (0,), "Ada wins with"),
        (-1, (0, 1, 3), "Ada, Bo and Dee share the win with"),
        (1, (1, 2), "You share the win with Cy, "),
    ],
)
def test_the_outcome(viewer: Any, winners: Any, told: Any) -> None:  # M19
    with speaking("en", ("Ada", "Bo", "Cy", "Dee")):
        assert told in words.outcome(ended(viewer, *winners))


def test_players_are_called_by_name_where_names_are_known() -> None:
    data = start("tower b2", "c3").view(0).data
    assert words.prompt(data) == "Blue (seat 1) places an element on empty squares."
    with speaking("en", ("Ada", "Bo")):
        assert words.prompt(data) == "Bo places an element on empty squares."
    with speaking("de"):
        assert words.prompt(data) == "Blau (Platz 1) legt ein Teil auf leere Felder."


def test_every_obstacle_tells_who_closed_how_many_sides() -> None:  # M12
    state = start("obstacle c3", "tower j10", "b3", "c4", "c2", players=2)
    data = state.view(1).data
    assert words.obstacle_words(data, (2, 2)) == "c3: an obstacle, 2 sides by Green (seat 0), one side by you"


def test_refusals_speak_the_language() -> None:
    with (
        speaking("fr", ("Ada", "Bo")),
        pytest.raises(IllegalMove, match="c3 est occupée par un élément .Ada."),
    ):
        start("tower j10", "c3", "c3+c4")
    with speaking("it"), pytest.raises(UnreadableMove, match="non è una mossa"):
        notation.parse_move("C3")


def test_the_help_speaks_the_language() -> None:
    with speaking("de"):
        assert "ein Teil auf diese Felder legen" in notation.help_text()
    assert "place an element on these squares" in notation.help_text()
