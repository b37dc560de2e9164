"""A tree of moves as a picture, from left to right: how often each was searched, and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.drawing.palette import seat_colour
from ludotheque.drawing.svg import document, mark, number, text

ROW, COLUMN, MARGIN = 44, 190, 16
BOX = (150, 36)
CSS = (
    ".ludotheque.search .branch{fill:none;stroke:var(--quiet);stroke-linecap:round;stroke-opacity:.55}"
    ".ludotheque.search .box{fill:var(--raised);stroke:var(--line)}"
    ".ludotheque.search .bar{fill:var(--water);fill-opacity:.8}"
    ".ludotheque.search .move{font-size:13px;font-weight:600}"
    ".ludotheque.search .figures{font-size:11px;fill:var(--quiet)}"
)


@dataclass(frozen=True)
class Branch:
    """A move, what is known of it, and what followed."""

    label: str
    seat: int | None
    visits: int
    value: float  # 0 … 1
    children: tuple["Branch", ...] = ()
    more: int = 0  # that followed and are not shown

    @property
    def rows(self) -> int:
        """How many rows the picture needs for it."""
        return max(1, sum(child.rows for child in self.children))

    @property
    def depth(self) -> int:
        """How many columns."""
        return 1 + max((child.depth for child in self.children), default=0)


def tree_picture(root: Branch, *, title: str, theme: str) -> str:
    """The whole picture. A line is the thicker the more often it was followed."""
    size = (2 * MARGIN + COLUMN * root.depth, 2 * MARGIN + ROW * root.rows)
    body = "".join(_drawn(root, MARGIN, MARGIN, most=root.visits))
    described = f"{root.visits} visits; " + ", ".join(
        f"{child.label} {child.visits}" for child in root.children
    )
    return document("search", body, size=size, title=title, desc=described, css=CSS, theme=theme)


def _drawn(branch: Branch, x: float, y: float, *, most: int) -> Iterator[str]:
    """A branch in the rows from *y* on, its children to the right of it, each after the line to it."""
    middle = y + branch.rows * ROW / 2
    top = y
    for child in branch.children:
        at = top + child.rows * ROW / 2
        thick = 1 + 6 * child.visits / max(most, 1)
        yield _line(x + BOX[0], middle, x + COLUMN, at, thick)
        yield from _drawn(child, x + COLUMN, top, most=most)
        top += child.rows * ROW
    yield _box(branch, x, middle - BOX[1] / 2)


def _line(x_0: float, y_0: float, x_1: float, y_1: float, thick: float) -> str:
    bend = (x_0 + x_1) / 2
    path = f"M{number(x_0)} {number(y_0)}C{number(bend)} {number(y_0)} {number(bend)} {number(y_1)}"
    return f'<path class="branch" stroke-width="{number(thick)}" d="{path} {number(x_1)} {number(y_1)}"/>'


def _box(branch: Branch, x: float, y: float) -> str:
    width, height = BOX
    bar = number((width - 12) * min(max(branch.value, 0.0), 1.0))
    colour = "" if branch.seat is None else seat_colour(branch.seat)
    sign = mark(colour, x + 13, y + 12, 5) if colour else ""
    who = "" if branch.seat is None or colour else f"{branch.seat + 1}: "
    figures = f"{branch.visits:,} · {branch.value:.2f}" + (f" · +{branch.more}" if branch.more else "")
    label = f"{who}{branch.label}" if branch.label else "●"
    return (
        f'<rect class="box" x="{number(x)}" y="{number(y)}" width="{width}" height="{height}" rx="6"/>'
        f'<rect class="bar" x="{number(x + 6)}" y="{number(y + height - 4)}" width="{bar}" height="2"/>'
        f"{sign}{text(x + (22 if sign else 8), y + 16, label, 'move')}"
        f"{text(x + 8, y + 28, figures, 'figures')}"
    )
