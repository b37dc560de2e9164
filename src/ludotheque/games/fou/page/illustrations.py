"""The pictures in the pages of rules: one round of four players, from the deal to the score."""

from collections.abc import Callable
from functools import partial

from ludotheque.core.page import Panel
from ludotheque.drawing.examples import Example
from ludotheque.drawing.panels import stacked
from ludotheque.games.fou import DEFINITION
from ludotheque.games.fou.page import board
from ludotheque.games.fou.page.art import CSS
from ludotheque.games.fou.page.panels import hand, left, previous, sheet
from ludotheque.games.fou.view import FouView
from ludotheque.games.fou.words import describe
from ludotheque.i18n.language import language, speaking

NAMES = ("Ada", "Bo", "Cy", "Dee")  # as the pages call the players of this round
HANDS = (
    "1 1 G2 G5 G7 G9 R3 R11 Y5 Y9 B5 B8",
    "1 G4 G8 G12 G13 G17 R4 R5 Y4 Y6 B3 B4",
    "G10 G14 G16 R2 R7 R9 R10 R12 R13 Y3 Y8 B7",
    "1 G3 G6 G11 G15 R6 R8 Y2 Y7 Y10 B2 B6",
)
TRICKS = (
    "Y9 Y4 Y3 Y7",  # all follow: the lowest card is Cy's, who sits out
    "G7 G12 G3",
    "1 R7 R11",  # led with a 1: Cy's red 7 sets the colour
    "R3 R10 1",
    "G16 1 G13",
    "G10 G6 G17",
    "R5 R2 Y5",
    "G8 G14 G15",
    "R6 B5 R13",
    "Y8 Y10 Y6",
    "G11 1 B7",  # Cy's discard is worse than Ada's 1
    "Y2 G2 B3",  # two discards: Ada's is the lower one
    "B6 B4 R12",
    "B2 B8 R4",
    "G9 R9 R8",  # Cy and Dee go out, Dee as the Fool
)
ROUND = Example(
    DEFINITION,
    {"players": len(NAMES), "rounds": 1},
    {"deals": [[cards.split() for cards in HANDS]]},
    tuple(" ".join(TRICKS).split()),
)
WIDTH = 440  # of a picture


def illustrations() -> dict[str, str]:
    """The pictures by name, in the language spoken now."""
    with speaking(language(), NAMES):
        return {
            "cards": _pictured(ROUND.data(0, seat=0), hand),
            "follow": _pictured(ROUND.data(1, seat=1), board.panel, hand),
            "lowest": _trick(4),
            "sits-out": _pictured(ROUND.data(6), board.panel),
            "discards": _trick(37),
            "one": _trick(34),
            "open": _trick(10),
            "score": _pictured(ROUND.data(), left, sheet),
        }


def _trick(plies: int) -> str:
    """The trick that has just ended after so many cards."""
    return _pictured(ROUND.data(plies), partial(previous, tight=True), largest=1.5)


def _pictured(data: FouView, *shown: Callable[[FouView], Panel], largest: float = 1.2) -> str:
    """Some panels of a table, one under the other."""
    found = [panel(data) for panel in shown]
    desc = describe(data)
    return stacked("fou", found, width=WIDTH, title="Fou!", desc=desc, css=CSS, largest=largest)
