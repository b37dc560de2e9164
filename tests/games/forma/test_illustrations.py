"""The pictures of the rules show what their captions say."""

import pytest

from ludotheque.games.forma.page.illustrations import (
    BRIDGE,
    CROSSING,
    HOLE,
    OBSTACLE,
    TOWER,
    _played,
    illustrations,
)
from ludotheque.i18n.language import speaking


@pytest.mark.parametrize(
    ("set_up", "moves", "seat", "holes", "obstacles", "bridges", "tower"),
    [
        ("tower r18", HOLE, 0, 1, 0, 0, False),
        ("obstacle d4 obstacle a8 obstacle g7 tower r18", OBSTACLE, 0, 0, 2, 0, False),
        ("tower l14", BRIDGE, 0, 0, 0, 1, False),
        ("tower p18", CROSSING, 0, 0, 0, 2, False),
        ("tower j10", TOWER, 1, 0, 0, 0, True),
    ],
)
def test_positions_earn_what_they_illustrate(set_up, moves, seat, holes, obstacles, bridges, tower):
    shown = _played(set_up, moves).seats[seat]
    assert (shown.holes, shown.obstacles, len(shown.bridges), shown.tower) == (
        holes,
        obstacles,
        bridges,
        tower,
    )


def test_titles_are_translated():
    with speaking("it"):
        assert "I pezzi di un colore" in illustrations()["elements"]
    assert "The elements of one colour" in illustrations()["elements"]
