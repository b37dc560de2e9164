"""The pictures in the pages of rules: one round of four players, from the deal to the score."""

from ludotheque.core.page import Panel
from ludotheque.core.state import State
from ludotheque.drawing.examples import Example
from ludotheque.drawing.svg import document
from ludotheque.games.fou import DEFINITION
from ludotheque.games.fou.page import column
from ludotheque.games.fou.page.panels import panels
from ludotheque.games.fou.page.picture import fit
from ludotheque.games.fou.page.style import CSS
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
WIDTH = 440  # of a picture
GAP = 8  # above and below a panel


def illustrations() -> dict[str, str]:
    """The pictures by name, in the language spoken now."""
    with speaking(language(), NAMES):
        return {
            "cards": _hand(_view(0, seat=0)),
            "follow": _table(_view(1, seat=1)),
            "lowest": _trick(_view(4)),
            "sits-out": _board(_view(6)),
            "discards": _trick(_view(37)),
            "one": _trick(_view(34)),
            "open": _trick(_view(10)),
            "score": _score(_view(46)),
        }


def story(plies: int) -> State:
    """The round after so many cards."""
    setup = {"deals": [[cards.split() for cards in HANDS]]}
    moves = tuple(" ".join(TRICKS).split())
    return Example(DEFINITION, {"players": len(NAMES), "rounds": 1}, setup, moves).state(plies)


def _view(plies: int, seat: int = -1) -> FouView:
    view: FouView = story(plies).view(seat).data
    return view


def _board(data: FouView) -> str:
    return _stacked(data, panels(data)["board"])


def _hand(data: FouView) -> str:
    return _stacked(data, panels(data)["hand"])


def _table(data: FouView) -> str:
    found = panels(data)
    return _stacked(data, found["board"], found["hand"])


def _trick(data: FouView) -> str:
    """The trick that has just ended."""
    plays = len(data.last_trick.plays) if data.last_trick else 0
    tight = (0, 0, plays * column.BEFORE_COLUMN, column.before_height(data))
    return _stacked(data, Panel(tight, panels(data)["before"].parts), largest=1.5)


def _score(data: FouView) -> str:
    found = panels(data)
    return _stacked(data, found["left"], found["sheet"])


def _stacked(data: FouView, *shown: Panel, largest: float = 1.2) -> str:
    """A document with some panels one under the other, none enlarged more than so many times."""
    y, body = float(GAP), []
    for panel in shown:
        scale = min(largest, WIDTH / panel.box[2])
        height = panel.box[3] * scale
        body.append(fit(panel, (0, y, WIDTH, height)))
        y += height + GAP
    size = (WIDTH, round(y))
    desc = describe(data)
    return document("fou", "".join(body), size=size, title="Fou!", desc=desc, css=CSS, theme="auto")
