"""What the page offers to click, and what it says each move would bring."""

import re
from dataclasses import replace
from typing import Any

from ludotheque.core.state import State
from ludotheque.games.feurio.page.choices import choices, label, preview
from ludotheque.games.feurio.page.illustrations import FOUR
from tests.games.feurio.tables import play, versus


def offered(state: State) -> dict[str, list[tuple[str, str]]]:
    """What each part offers: moves and their labels."""
    found: dict[str, list[tuple[str, str]]] = {}
    for choice in choices(state.view(state.seat)):
        found.setdefault(choice.at, []).append((choice.move, choice.label))
    return found


def test_a_tile_goes_to_a_glowing_spot() -> None:
    assert offered(FOUR.state(0)) == {
        "spot:2,0": [("lay 2,0", "Lay the 2 here")],
        "spot:0,2": [("lay 0,2", "Lay the 2 here")],
    }


def test_a_spot_offers_the_firebreak_with_its_price() -> None:  # F23
    state = play(1, 0, players=2, firebreaks=True)
    for at, moves in offered(state).items():
        cell, drawn = at.removeprefix("spot:"), state.view(0).data.drawn
        assert moves == [
            (f"lay {cell}", f"Lay the {drawn} here"),
            (f"break {cell} G", "Face down as a firebreak, for one green man"),
            (f"break {cell} B", "Face down as a firebreak, for one blue man"),
        ]


def test_a_tile_offers_as_many_men_as_it_can_take() -> None:  # F12-F14
    found = offered(FOUR.state(1))
    assert found["tile:0,1"] == [
        ("G1 0,1", "One green man"), ("G2 0,1", "Two green men"), ("G3 0,1", "Three green men"),
    ]  # fmt: skip
    assert found["tile:2,0"] == [("G1 2,0", "One green man")]
    assert found[""] == [("pass", "Place no men")]
    assert list(found)[-1] == ""


def test_each_colour_is_offered() -> None:  # F16
    labels = [words for _, words in offered(play(1, 1, players=3))["tile:0,0"]]
    assert {words.split()[1] for words in labels} == {"green", "orange"}


def test_labels_say_what_and_leave_where_to_the_eye() -> None:
    state = FOUR.state(0)
    assert label(state.view(0).data, "lay 2,0") == "Lay the 2"
    men = FOUR.state(1).view(0).data
    assert label(men, "G2 0,1") == "Two green men on the 6"
    assert label(men, "pass") == "Place no men"
    assert label(replace(men, phase="finish"), "pass") == "Pass"
    hidden = play(1, 0, players=2, firebreaks=True).view(1).data
    assert label(hidden, "lay 2,0") == "Lay the tile"
    assert label(hidden, "break 2,0 B") == "Firebreak, for one blue man"


# What would happen


@versus
def test_a_preview_says_what_then_happens(kind: dict[str, Any]) -> None:
    state = play(7, 18, **kind)
    while state.ply < 26:
        view = state.view(state.seat)
        for move in map(str, state.moves()[:6]):
            then = state.copy()
            then.play(move)
            gain = then.view().data.seats[view.seat].score - view.data.seats[view.seat].score
            said = re.search(r"You ([+−]\d+)", preview(view, move))
            assert (int(said[1].replace("−", "-")) if said else 0) == gain
        state.play(state.moves()[0])


def test_a_preview_of_men_tells_their_area() -> None:
    view = FOUR.state(9).view(0)
    assert preview(view, "G1 0,2") == ("Green area of two tiles: sum 7, divided by 1, worth 7. You +6.")
    assert preview(view, "pass") == ""
    assert preview(view, "lay 9,9") == ""
    alone = play(1, 1, players=1).view(0)
    assert preview(alone, "B1 0,0").startswith("Blue: 1 of 12 men placed, one area, ")


def test_nothing_changed_is_said_too() -> None:
    assert preview(FOUR.state(0).view(0), "lay 2,0") == "Nothing changes in the count at once."
