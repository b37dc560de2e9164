"""A chart of the points over the moves of a game, as SVG; each line ends in its seat's shape and name."""

from itertools import pairwise
from xml.sax.saxutils import escape

from ludotheque.drawing.svg import mark, number
from ludotheque.i18n.language import SHARED
from ludotheque.i18n.words import shortened, with_minus
from ludotheque.tables.table import Table

WIDTH, HEIGHT = 360.0, 180.0  # as wide as the column beside a board, so that its words can be read
LEFT, RIGHT, TOP, BOTTOM = 44.0, 236.0, 12.0, 156.0
LETTERS = "GBYR"
ROW = 15.0  # least room between two names
LABEL_LETTERS = 11  # of a name and its points, beside the lines


def score_chart(table: Table) -> str:
    """The chart of a game; empty where all share a goal and no points are counted."""
    page = table.game.definition.page
    rows = [page.scores(view.data) for view in table.views]
    scores = [row for row in rows if row is not None]
    if len(scores) < 2:
        return ""
    low = min(0, *map(min, scores))
    high = max(low + 1, *map(max, scores))
    ends = _spread([_y(score, low, high) for score in scores[-1]])
    lines = "".join(
        _line(_letter(table, seat), [row[seat] for row in scores], low, high, ends[seat], table.name(seat))
        for seat in range(len(table.seats))
    )
    title = escape(SHARED.text("Points over the moves of the game"))
    return (
        f'<svg class="chart" viewBox="0 0 {number(WIDTH)} {number(HEIGHT)}" role="img"'
        f' data-left="{number(LEFT)}" data-right="{number(RIGHT)}" data-plies="{table.ply}">'
        f"<title>{title}</title>{_axis(low, high, table.ply)}{lines}"
        f'<path class="chart-now" d="M{number(RIGHT)} {number(TOP)}V{number(BOTTOM)}"/></svg>'
    )


def _y(score: float, low: float, high: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * (score - low) / (high - low)


def _axis(low: int, high: int, plies: int) -> str:
    values = sorted({low, 0, high})
    lines = "".join(
        f'<path class="chart-grid" d="M{number(LEFT)} {number(_y(value, low, high))}H{number(RIGHT)}"/>'
        f'<text class="chart-value" x="{number(LEFT - 6)}" y="{number(_y(value, low, high) + 4)}"'
        f' text-anchor="end">{with_minus(value)}</text>'
        for value in values
    )
    place = f'x="{number(RIGHT)}" y="{number(HEIGHT - 6)}" text-anchor="end"'
    return f'{lines}<text class="chart-value" {place}>{plies}</text>'


def _letter(table: Table, seat: int) -> str:
    """The colour of a seat's line; where seats have none, one after the other, the second four dashed."""
    marks = table.game.definition.page.marks(table.views[-1].data, seat)
    return marks[:1] or LETTERS[seat % len(LETTERS)] + " dashed" * (seat >= len(LETTERS))


def _line(look: str, scores: list[int], low: int, high: int, end: float, name: str) -> str:
    """A seat's points as a stair, in its colour."""
    step = (RIGHT - LEFT) / (len(scores) - 1)
    points = [f"M{number(LEFT)} {number(_y(scores[0], low, high))}"]
    points += [
        f"H{number(LEFT + step * ply)}V{number(_y(score, low, high))}"
        for ply, score in enumerate(scores)
        if ply and score != scores[ply - 1]
    ]
    return (
        f'<path class="chart-line {look}" d="{"".join(points)}H{number(RIGHT)}"/>'
        f"{mark(look[0], RIGHT + 10, end, 5)}"
        f'<text class="chart-name" x="{number(RIGHT + 19)}" y="{number(end + 5)}">'
        f"{escape(_label(name, with_minus(scores[-1])))}</text>"
    )


def _label(name: str, points: str) -> str:
    """A seat's name, shortened if it must be, and its points."""
    return f"{shortened(name, LABEL_LETTERS - len(points))} {points}"


def _spread(heights: list[float]) -> list[float]:
    """Heights pushed apart so that names do not cover each other."""
    order = sorted(range(len(heights)), key=lambda k: heights[k])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + ROW)
    over = max(0.0, placed[order[-1]] - BOTTOM)
    return [height - over for height in placed]
