"""Pictures for the pages that teach Feurio!, drawn from three games that are replayed move by move."""

from typing import NamedTuple

from ludotheque.drawing.examples import Example
from ludotheque.drawing.svg import document, number, text
from ludotheque.games.feurio import DEFINITION, words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.page.board import face, spaces
from ludotheque.games.feurio.page.panels import panels
from ludotheque.games.feurio.page.style import CSS
from ludotheque.games.feurio.rules import SPACES, VALUES
from ludotheque.games.feurio.view import FeurioView


class Game(NamedTuple):
    """A game to replay."""

    options: dict[str, object]
    stack: str  # the values in the order drawn
    moves: str


# Blue's 2 at -1,1 is closed in on the way, and so is Yellow's 6 at 1,0.
FOUR = Game(
    {"players": 4, "mode": "versus", "firebreaks": False, "hot": False},
    "366421251631336634624451212414553525",
    "lay 2,0; G1 0,1; lay 0,2; B1 0,1; lay -1,1; Y2 1,0; lay 1,-1; R1 1,-1; "
    "lay 2,-1; G1 0,2; lay -1,2; B1 -1,1; lay -2,2; Y1 2,-1; lay -2,3; R1 0,0; "
    "lay 0,-1; G1 -1,2; lay -1,0; B1 -1,0; lay -2,1; Y1 1,-1; lay -2,0; R1 0,-1",
)
TWO = Game(
    {"players": 2, "mode": "versus", "firebreaks": True, "hot": False},
    "155254222336453543163646166134511242",
    "lay 1,-1; B1 0,0; lay 2,-1; Y1 2,-1; lay 2,-2; B1 1,0; break 1,-2 R; break 2,0 G; lay 3,-2",
)
SOLO = Game(
    {"players": 1, "mode": "solo", "firebreaks": False, "hot": False},
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
        "opening": _forest(_after(FOUR, 0), _("Two hottest spots beside the four opening tiles")),
        "sharing": _forest(_after(FOUR, 4), _("A green and a blue man share a 6")),
        "blocked": _forest(_after(FOUR, 6), _("Two yellow men fill a 6 that has two free sides")),
        "closed": _forest(_after(FOUR, 10), _("Yellow's 6 is closed in")),
        "areas": _forest(_after(FOUR), _("Four areas and their worth")),
        "firebreak": _forest(_after(TWO, seat=0), _("Two firebreaks, one of them your own")),
        "goal": _panel("goal", _after(SOLO), _("How far each colour is")),
    }


def _after(game: Game, plies: int | None = None, *, seat: int = -1) -> FeurioView:
    """What a seat sees after so many moves, or all of them."""
    setup = {"stack": [int(value) for value in game.stack]}
    example = Example(DEFINITION, dict(game.options), setup, tuple(game.moves.split("; ")))
    data: FeurioView = example.data(plies, seat=seat)
    return data


def _forest(data: FeurioView, title: str) -> str:
    return _panel("board", data, title)


def _panel(name: str, data: FeurioView, title: str) -> str:
    panel = panels(data)[name]
    left, top, width, height = panel.box
    body = f'<g transform="translate({number(-left)} {number(-top)})">{"".join(panel.parts.values())}</g>'
    return _document(body, (round(width), round(height)), title, words.described(data))


def _document(body: str, size: tuple[int, int], title: str, desc: str) -> str:
    return document("feurio", body, size=size, title=title, desc=desc, css=CSS, theme="auto")


def _tiles() -> str:
    """The six kinds of tiles side by side, with how many spaces each has (F2)."""
    tiles = "".join(
        f'<g class="tile v{value}" transform="translate({62 + 112 * (value - 1)} 72)">'
        f"{face(value)}{spaces(int(SPACES[value]))}</g>"
        f"{text(62 + 112 * (value - 1), 158, words.opened(words.spaces_words(int(SPACES[value]))), 'label')}"
        for value in range(1, VALUES + 1)
    )
    title = _("The six kinds of tiles")
    return _document(tiles, (684, 172), title, title)
