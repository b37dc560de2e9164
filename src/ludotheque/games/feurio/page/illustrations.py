"""Pictures for the pages that teach Feurio!, drawn from three games that are replayed move by move."""

from dataclasses import replace

from ludotheque.drawing.examples import Example
from ludotheque.drawing.panels import placed
from ludotheque.drawing.svg import document, text
from ludotheque.games.feurio import DEFINITION, words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.page.art import CSS
from ludotheque.games.feurio.page.board import face, spaces
from ludotheque.games.feurio.page.panels import panels
from ludotheque.games.feurio.rules import SPACES, VALUES
from ludotheque.games.feurio.view import FeurioView
from ludotheque.i18n.words import capitalised


def _example(options: dict[str, object], stack: str, moves: str) -> Example:
    """A game with its tiles in the order drawn, and its moves with semicolons between."""
    setup = {"stack": [int(value) for value in stack]}
    return Example(DEFINITION, options, setup, tuple(moves.split("; ")))


# Blue's 2 at -1,1 is closed in on the way, and so is Yellow's 6 at 1,0.
FOUR = _example(
    {"players": 4},
    "366421251631336634624451212414553525",
    "lay 2,0; G1 0,1; lay 0,2; B1 0,1; lay -1,1; Y2 1,0; lay 1,-1; R1 1,-1; "
    "lay 2,-1; G1 0,2; lay -1,2; B1 -1,1; lay -2,2; Y1 2,-1; lay -2,3; R1 0,0; "
    "lay 0,-1; G1 -1,2; lay -1,0; B1 -1,0; lay -2,1; Y1 1,-1; lay -2,0; R1 0,-1",
)
TWO = _example(
    {"players": 2, "firebreaks": True},
    "155254222336453543163646166134511242",
    "lay 1,-1; B1 0,0; lay 2,-1; Y1 2,-1; lay 2,-2; B1 1,0; break 1,-2 R; break 2,0 G; lay 3,-2",
)
SOLO = _example(
    {"players": 1},
    "654124355221221354312134341366665465",
    "lay -1,1; R3 -1,1; lay 0,1; R3 0,0; lay -1,0; R1 -1,0; lay 1,0; R2 0,1; lay -1,2; R2 -1,2; lay -2,2; "
    "R1 -2,2; lay -2,1; B3 -2,1; lay 1,-1; B1 -2,2; lay 0,-1; Y3 1,-1; lay -3,2; B1 -3,2; lay 0,2; Y1 1,0; "
    "lay 2,-1; Y1 2,-1; lay 1,-2; Y1 1,-2; lay 2,-2; Y1 2,-2; lay -2,3; B2 -2,3; lay -3,3; B3 -3,3; "
    "lay -1,3; B2 -1,3",
)


def illustrations() -> dict[str, str]:
    """SVG documents by name, in the language spoken now."""
    return {
        "tiles": _tiles(),
        "opening": _shown("board", FOUR.data(0), _("Two hottest spots beside the four opening tiles")),
        "sharing": _shown("board", FOUR.data(4), _("A green and a blue man share a 6")),
        "blocked": _shown("board", FOUR.data(6), _("Two yellow men fill a 6 that has two free sides")),
        "closed": _shown("board", FOUR.data(10), _("Yellow's 6 is closed in")),
        "areas": _shown("board", FOUR.data(), _("Four areas and their worth")),
        "firebreak": _shown("board", TWO.data(seat=0), _("Two firebreaks, one of them your own")),
        "goal": _shown("goal", SOLO.data(), _("How far each colour is")),
    }


def _shown(name: str, data: FeurioView, title: str) -> str:
    """One panel of the table, on plain ground."""
    panel = replace(panels(data)[name], ground="")
    left, top, width, height = panel.box
    return _document(placed(panel, -left, -top), (round(width), round(height)), title, words.describe(data))


def _document(body: str, size: tuple[int, int], title: str, desc: str) -> str:
    return document("feurio", body, size=size, title=title, desc=desc, css=CSS, theme="auto")


def _tiles() -> str:
    """The six kinds of tiles side by side, with how many spaces each has (F2)."""
    title = _("The six kinds of tiles")
    body = "".join(_tile(value, 62 + 112 * (value - 1)) for value in range(1, VALUES + 1))
    return _document(body, (684, 172), title, title)


def _tile(value: int, x: int) -> str:
    number = int(SPACES[value])
    return (
        f'<g class="tile v{value}" transform="translate({x} 72)">{face(value)}{spaces(number)}</g>'
        f"{text(x, 158, capitalised(words.spaces_words(number)), 'label')}"
    )
