"""The first minutes of Fou!: three tricks that show who wins, who is the Fool, and what a discard is."""

from ludotheque.core.lesson import Lesson, Step
from ludotheque.i18n.language import marked_for_translation

HANDS = [
    ["1", "G6", "G9", "G13", "G17", "R4", "R7", "R9", "R12", "B2", "B5", "B6"],
    ["1", "G2", "G3", "G5", "G7", "G10", "G12", "R3", "R5", "R6", "R8", "B4"],
    ["1", "G4", "G8", "G11", "R10", "R11", "Y2", "Y3", "Y4", "Y5", "Y7", "B3"],
    ["1", "G14", "G15", "G16", "R2", "R13", "Y6", "Y8", "Y9", "Y10", "B7", "B8"],
]

LESSON = Lesson(
    options={"players": 4, "rounds": 1},
    setup={"deals": [HANDS]},
    steps=(
        Step(
            marked_for_translation(
                "Get rid of your cards! What you still hold when the round ends costs points: a 9 costs nine."
            ),
        ),
        Step(
            marked_for_translation(
                "Everybody plays one card to a trick, and you begin. Play your green 9: now green is led."
            ),
            does=("G9",),
            shows=("card:G9",),
            replies=("G12", "G4", "G15", "Y6"),  # O9, O10; the winner leads
        ),
        Step(
            marked_for_translation(
                "All followed with green. The 15 was the highest: it won, and its player led the next trick."
            ),
            shows=("previous:3", "player:3"),
        ),
        Step(
            marked_for_translation(
                "The 4 was the lowest. Its player is the Fool now, wears the cap, and sits this trick out."
            ),
            shows=("previous:2", "player:2"),
        ),
        Step(
            marked_for_translation(
                "Yellow was led and you have none, so you may play anything. The lowest such discard makes "
                "the Fool: play your green 17, high and expensive."
            ),
            does=("G17",),
            shows=("card:G17",),
            replies=("R3", "B8"),
        ),
        Step(
            marked_for_translation(
                "Blue was led, and you must follow. A 1 would do too: it counts as the lowest blue. But that "
                "makes you the Fool: play your blue 5."
            ),
            does=("B5",),
            shows=("card:B5",),
            replies=("B3",),
        ),
        Step(
            marked_for_translation(
                "The 3 is the worst card, not yours. So: follow suit, shed what is expensive, and never play "
                "the worst card. Whoever gets rid of everything scores +10."
            ),
        ),
    ),
)
