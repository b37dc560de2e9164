"""The first minutes of Feurio!: two turns that show where tiles go, where men go, and what water is worth."""

from ludotheque.core.lesson import Lesson, Step
from ludotheque.i18n.language import marked_for_translation

STACK = [
    6,
    3,
    5,
    2,
    4,
    3,
    5,
    2,
    1,
    2,
    4,
    3,
    6,
    1,
    5,
    2,
    4,
    3,
    6,
    1,
    5,
    2,
    4,
    3,
    6,
    1,
    5,
    4,
    6,
    1,
    5,
    2,
    4,
    3,
    6,
    1,
]

LESSON = Lesson(
    options={"players": 4},
    setup={"stack": STACK},
    steps=(
        Step(
            marked_for_translation(
                "A forest burns, and it spreads where it is hottest: where the numbers around an empty spot "
                "add up to the most."
            ),
        ),
        Step(
            marked_for_translation(
                "You drew a 4. The 6 and the 5 make 11 around the glowing spot: nowhere is hotter. Click it "
                "to lay your tile there."
            ),
            does=("lay -1,1",),
            shows=("spot:-1,1",),
        ),
        Step(
            marked_for_translation("Now your men, at most three to one tile. Click the 5 and send two."),
            does=("G2 0,1",),
            shows=("tile:0,1",),
            replies=("lay -1,0", "B1 -1,0", "lay 1,-1", "pass", "lay 0,-1", "R1 0,-1"),
        ),
        Step(
            marked_for_translation(
                "The others laid their tiles around the 6. Bright notches show which sides of a tile are "
                "still free; the 6 has none left."
            ),
            shows=("tile:0,0",),
        ),
        Step(
            marked_for_translation("You drew a 1: that is water! Lay it on the hottest spot, beside your 5."),
            does=("lay -1,2",),
            shows=("spot:-1,2",),
        ),
        Step(
            marked_for_translation("Send a man to the 1, to join it to your 5."),
            does=("G1 -1,2",),
            shows=("tile:-1,2",),
        ),
        Step(
            marked_for_translation(
                "Touching tiles with your men are an area. It counts 5 + 1 = 6, divided by its lowest number "
                "with a free side, your 1: six points."
            ),
            shows=("tile:-1,2", "tile:0,1"),
        ),
        Step(
            marked_for_translation(
                "So collect high numbers, and keep a side of your water free. Most points win when all tiles "
                "are laid and nobody sends men any more."
            ),
        ),
    ),
)
