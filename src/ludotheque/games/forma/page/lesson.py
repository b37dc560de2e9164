"""The first minutes of Forma: place something, encircle a hole, close the tower.

c4 closes the hole on d4, and k11 the tower: nothing else is scripted about where the newcomer plays.
"""

from ludotheque.core.lesson import Lesson, Step
from ludotheque.i18n.language import marked_for_translation

SET_UP = ("obstacle d3", "obstacle p5", "obstacle g16", "obstacle q15", "tower k10")
PLACED = ("j9+j10+k9", "d5+e4+e5", "m13+m14+m15+n14", "l9+l10")
FAR_AWAY = ("t16+t17+t18+t19+t20 | a16+a17+a18+a19+a20 | t1+t2+t3+t4+t5", "t1+t2 | a19+a20 | t19+t20 | s1+s2")

LESSON = Lesson(
    options={"players": 2},
    setup={},
    moves=SET_UP + PLACED,
    steps=(
        Step(marked_for_translation("Cover the board with your shapes: every square they cover is a point.")),
        Step(
            marked_for_translation(
                "Take a shape from your rack. Turn it and flip it as you like, and put it on empty squares, "
                "wherever they are."
            ),
            does=("*", "!*c4*", "!*d4*", "!*k11*"),
            replies=(FAR_AWAY[0],),
        ),
        Step(
            marked_for_translation(
                "Look at the square d4, above the lower left obstacle: three of its sides are closed. Close "
                "the fourth with a shape that covers c4, not d4."
            ),
            does=("*c4*", "!*d4*", "!*k11*"),
            shows=("obstacle:d3",),
            replies=(FAR_AWAY[1],),
        ),
        Step(
            marked_for_translation(
                "A hole! It earned you 10 points, and the marker on it counts as a square of yours."
            ),
            shows=("hole:d4",),
        ),
        Step(
            marked_for_translation(
                "The white tower has one open side, k11. Whoever closes its last side earns 50, so do it now!"
            ),
            does=("*k11*",),
            shows=("tower",),
        ),
        Step(
            marked_for_translation(
                "You can earn 50 for each bridge, too: squares of yours, side to side, from one edge of the "
                "board to the opposite one."
            ),
        ),
        Step(
            marked_for_translation(
                "In the end every square that is left in your rack costs a point. So place the large shapes "
                "first, while there is room."
            ),
        ),
    ),
)
