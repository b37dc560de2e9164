"""A chart of a seat's chance to win over the moves of a game, as SVG: what it could know, and what was so."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from ludotheque.drawing.svg import number
from ludotheque.i18n.words import NO_BREAK

WIDTH, HEIGHT = 360.0, 160.0  # as wide as the column beside a board, so that its words can be read
LEFT, RIGHT, TOP, BOTTOM = 60.0, 350.0, 12.0, 134.0  # on the left there is room for “100 %”

Points = Sequence[tuple[int, float]]  # plies with a chance, 0 … 1


def chances_chart(
    title: str, plies: int, known: Points, open_: Points, moments: Sequence[tuple[int, float, str]]
) -> str:
    """The chart of a game of so many *plies*; *moments* are marked, each with a chance and a name."""
    marks = "".join(_moment(ply, chance, name, plies) for ply, chance, name in moments)
    return (
        f'<svg class="chart" viewBox="0 0 {number(WIDTH)} {number(HEIGHT)}" role="img"'
        f' data-left="{number(LEFT)}" data-right="{number(RIGHT)}" data-plies="{plies}">'
        f"<title>{escape(title)}</title>{_axis(plies)}"
        f'<path class="chart-now" d="M{number(RIGHT)} {number(TOP)}V{number(BOTTOM)}"/>'
        f'<path class="chart-line chart-open" d="{_line(open_, plies)}"/>'
        f'<path class="chart-line chart-known" d="{_line(known, plies)}"/>{marks}</svg>'
    )


def _x(ply: float, plies: int) -> float:
    return LEFT + (RIGHT - LEFT) * ply / max(1, plies)


def _y(chance: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * chance


def _axis(plies: int) -> str:
    lines = "".join(
        f'<path class="chart-grid" d="M{number(LEFT)} {number(_y(percent / 100))}H{number(RIGHT)}"/>'
        f'<text class="chart-value" x="{number(LEFT - 6)}" y="{number(_y(percent / 100) + 4)}"'
        f' text-anchor="end">{percent}{NO_BREAK}%</text>'
        for percent in (0, 50, 100)
    )
    place = f'x="{number(RIGHT)}" y="{number(HEIGHT - 8)}" text-anchor="end"'
    return f'{lines}<text class="chart-value" {place}>{plies}</text>'


def _line(points: Points, plies: int) -> str:
    return "".join(
        f"{'L' if k else 'M'}{number(_x(ply, plies))} {number(_y(chance))}"
        for k, (ply, chance) in enumerate(points)
    )


def _moment(ply: int, chance: float, name: str, plies: int) -> str:
    return (
        f'<circle class="chart-moment" cx="{number(_x(ply, plies))}" cy="{number(_y(chance))}" r="5">'
        f"<title>{escape(name)}</title></circle>"
    )
