"""A table of Fou! as one SVG document, for notebooks, `show` and the docs: its panels laid side by side.

It is drawn from a view, so it can show no more than that view knows. The parts are in `board`, `hand` and
`column`; the key ``prompt`` is what to do now, in a line.
"""

from ludotheque.core.page import Panel
from ludotheque.drawing.svg import document, keyed, number, text
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _
from ludotheque.games.fou.page import board, hand
from ludotheque.games.fou.page.panels import left
from ludotheque.games.fou.page.panels import played as played_panel
from ludotheque.games.fou.page.panels import sheet as sheet_panel
from ludotheque.games.fou.page.style import CSS
from ludotheque.games.fou.view import FouView

SIZE = (1080, 720)
ROOM = (24.0, 46.0, 722.0, 490.0)  # for the board: left, top, width, height
BELOW = (24.0, 530.0, 722.0, 182.0)  # for the hand
COLUMN = 770.0  # left edge of the sheet and what has been played
HEADING = 24.0  # height of a panel's heading


def draw(data: FouView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    body = (
        keyed("prompt", text(24, 36, words.prompt(data), "prompt")),
        fit(Panel(board.box(data), dict(board.parts(data))), ROOM),
        _below(data),
        *_column(data),
    )
    desc = words.describe(data)
    return document("fou", "".join(body), size=SIZE, title="Fou!", desc=desc, css=CSS, theme=theme)


def fit(panel: Panel, room: tuple[float, float, float, float]) -> str:
    """A panel as large as it can be in the middle of a room."""
    (left, top, width, height), (x, y, wide, high) = panel.box, room
    scale = min(wide / width, high / height)
    return placed(
        panel,
        x + (wide - width * scale) / 2 - left * scale,
        y + (high - height * scale) / 2 - top * scale,
        scale,
    )


def placed(panel: Panel, x: float, y: float, scale: float = 1.0) -> str:
    """A panel at a place."""
    inside = panel.ground + "".join(panel.parts.values())
    return f'<g transform="translate({number(x)} {number(y)}) scale({scale:.3f})">{inside}</g>'


def _below(data: FouView) -> str:
    """Under the board: the viewer's hand; all hands when the game is over."""
    if data.phase == "over":
        return fit(left(data, columns=2), BELOW)
    if data.viewer >= 0:
        return fit(Panel(hand.BOX, dict(hand.fan(data))), BELOW)
    watching = _("You are watching; the hands are hidden.")
    return text(BELOW[0] + BELOW[2] / 2, BELOW[1] + BELOW[3] / 2, watching, "told")


def _column(data: FouView) -> tuple[str, ...]:
    """At the right: the score sheet at the top, what has been played at the bottom."""
    sheet, played = sheet_panel(data), played_panel(data)
    bottom = SIZE[1] - played.box[3] - 12
    return (
        text(COLUMN, 36, sheet.heading, "heading"),
        placed(sheet, COLUMN, 20 + HEADING),
        text(COLUMN, bottom - 10, played.heading, "heading"),
        placed(played, COLUMN, bottom),
    )
