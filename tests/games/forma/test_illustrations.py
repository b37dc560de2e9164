"""The pictures of the rules show what their captions say."""

import pytest

from ludotheque.drawing.examples import Example
from ludotheque.games.forma.page.illustrations import BRIDGE, CROSSING, HOLE, OBSTACLE, TOWER, illustrations
from ludotheque.i18n.language import speaking


@pytest.mark.parametrize(
    ("example", "seat", "holes", "obstacles", "bridges", "tower"),
    [
        (HOLE, 0, 1, 0, 0, False),
        (OBSTACLE, 0, 0, 2, 0, False),
        (BRIDGE, 0, 0, 0, 1, False),
        (CROSSING, 0, 0, 0, 2, False),
        (TOWER, 1, 0, 0, 0, True),
    ],
)
def test_positions_earn_what_they_illustrate(
    example: Example, seat: int, holes: int, obstacles: int, bridges: int, tower: bool
) -> None:
    shown = example.data().seats[seat]
    assert (shown.holes, shown.obstacles, len(shown.bridges), shown.tower) == (
        holes,
        obstacles,
        bridges,
        tower,
    )


def test_titles_are_translated() -> None:
    with speaking("it"):
        assert "I pezzi di un colore" in illustrations()["elements"]
    assert "The elements of one colour" in illustrations()["elements"]
