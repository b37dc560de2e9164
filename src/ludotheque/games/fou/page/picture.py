"""A table of Fou! as one SVG document, for notebooks, `show` and the docs: its panels laid side by side.

It is drawn from a view, so it can show no more than that view knows. The parts are in `board` and `panels`;
the key ``prompt`` is what to do now, in a line.
"""

from ludotheque.drawing.panels import fit, placed
from ludotheque.drawing.svg import document, keyed, text
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _
from ludotheque.games.fou.page import board
from ludotheque.games.fou.page.art import CSS
from ludotheque.games.fou.page.panels import hand, left, played, sheet
from ludotheque.games.fou.view import FouView

SIZE = (1080, 720)
ROOM = (24.0, 46.0, 722.0, 490.0)  # for the board: left, top, width, height
BELOW = (24.0, 530.0, 722.0, 182.0)  # for the hand
COLUMN = 770.0  # left edge of the sheet and what has been played
HEADING = 24.0  # height of a panel's heading


def picture(data: FouView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    body = (
        keyed("prompt", text(24, 36, words.prompt(data), "prompt")),
        fit(board.panel(data), ROOM),
        _below(data),
        *_column(data),
    )
    desc = words.describe(data)
    return document("fou", "".join(body), size=SIZE, title="Fou!", desc=desc, css=CSS, theme=theme)


def _below(data: FouView) -> str:
    """Under the board: the viewer's hand; all hands when the game is over."""
    if data.phase == "over":
        return fit(left(data, columns=2), BELOW)
    if data.viewer >= 0:
        return fit(hand(data), BELOW)
    watching = _("You are watching; the hands are hidden.")
    return text(BELOW[0] + BELOW[2] / 2, BELOW[1] + BELOW[3] / 2, watching, "told")


def _column(data: FouView) -> tuple[str, ...]:
    """At the right: the score sheet at the top, what has been played at the bottom."""
    upper, lower = sheet(data), played(data)
    bottom = SIZE[1] - lower.box[3] - 12
    return (
        text(COLUMN, 36, upper.heading, "heading"),
        placed(upper, COLUMN, 20 + HEADING),
        text(COLUMN, bottom - 10, lower.heading, "heading"),
        placed(lower, COLUMN, bottom),
    )
