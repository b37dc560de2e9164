"""The printed tiles of Feurio!: from a lake (1) over woods to a blaze (6), and the earth of their backs.

A tile is drawn around (0, 0), pointed at the top, with PITCH from its middle to a corner of its cell.
The faces are built once, at import; nothing here depends on a game.
"""

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from pathlib import Path

from ludotheque.drawing.palette import COLOURS
from ludotheque.drawing.shapes import Shapes
from ludotheque.drawing.svg import closed, mark, number, piece, stylesheet, text
from ludotheque.games.feurio.rules import COPIES, MEN_OF_A_COLOUR
from ludotheque.games.feurio.view import DIRECTIONS, Cell

_SHAPES = Shapes("feurio")
SHAPES = _SHAPES.markup  # by name; all are added below
CSS = stylesheet(Path(__file__).with_name("style.css"))
HEAT = {  # the ground and the number on a tile of each value, as in style.css
    1: ("#2f8f96", "#f4fbf8"),
    2: ("#7db59a", "#f7fcf6"),
    3: ("#d3c987", "#2f3413"),
    4: ("#f0cf72", "#3d2804"),
    5: ("#e8893a", "#fffaf0"),
    6: ("#b3270d", "#fff6e5"),
}

PITCH = 60.0
ACROSS = PITCH * sqrt(3)  # from a cell to its neighbour in the row
DOWN = PITCH * 1.5  # from a row to the next


def centre(cell: Cell) -> tuple[float, float]:
    """Where a cell's middle lies."""
    q, r = cell
    return ACROSS * (q + r / 2), DOWN * r


def hexagon(radius: float, rounding: float = 0.0) -> str:
    """Path data of a hexagon, pointed at the top."""
    corners = ((radius * sin(pi * k / 3), -radius * cos(pi * k / 3)) for k in range(6))
    return closed(corners, rounding)


TILE = hexagon(57, 7)
RIM = hexagon(52, 5)
SPOT = hexagon(53, 6)
FLAME = "M1 -13C3 -6 10 -3 10 5C10 11 6 14 0 14C-6 14 -10 11 -10 5C-10 0 -7 -2 -6 -6C-3 -4 -2 -8 1 -13Z"
STAR = closed(((r * sin(pi * k / 5), -r * cos(pi * k / 5)) for k, r in enumerate((14.0, 6.5) * 5)), 1.0)

# The picture on a tile fills a hexagon from a skyline down; it is HALF wide on each side.
_HALF = 45.0
_GROUND = f"V24.5Q{number(_HALF)} 26 43.7 26.8L1.3 51.3Q0 52 -1.3 51.3L-43.7 26.8Q-45 26 -45 24.5Z"


def _scene(css: str, skyline: str, height: float) -> str:
    return f'<path class="{css}" d="M-{number(_HALF)} {number(height)}{skyline}{_GROUND}"/>'


def _waves(css: str, height: float, crests: int, swell: float) -> str:
    length = _HALF / crests
    first = f"q{number(length / 2)} {number(-swell)} {number(length)} 0"
    return _scene(css, first + f"t{number(length)} 0" * (2 * crests - 1), height)


def _flames(css: str, height: float, tongues: Sequence[tuple[float, float]]) -> str:
    """Tongues of fire, each (width, height), widths adding up to the tile's."""
    return _scene(css, "".join(_tongue(width, tall) for width, tall in tongues), height)


def _tongue(width: float, tall: float) -> str:
    """A tongue that leans: a swelling rise to its tip, a hollow fall."""
    rise = (0.02, -0.42, 0.62, -0.5, 0.42, -1.0)
    fall = (0.16, 0.34, 0.62, 0.5, 0.58, 1.0)
    return "".join(
        "c" + " ".join(number(part * (width, tall)[k % 2]) for k, part in enumerate(curve))
        for curve in (rise, fall)
    )


def _firs(css: str, height: float, trees: Sequence[tuple[float, float]]) -> str:
    """Fir trees, each (width, height), widths adding up to the tile's."""
    return _scene(css, "".join(_fir(width, tall) for width, tall in trees), height)


def _fir(width: float, tall: float) -> str:
    half, third, back = width / 2, tall / 3, width * 0.1
    left = f"l{number(half * 0.5 + back / 2)} {number(-third)}h{number(-back)}"
    left += f"l{number(half * 0.35 + back / 2)} {number(-third)}h{number(-back)}"
    rest = half - half * 0.85 + back
    left += f"l{number(rest)} {number(-third)}l{number(rest)} {number(third)}"
    right = f"h{number(-back)}l{number(half * 0.35 + back / 2)} {number(third)}"
    right += f"h{number(-back)}l{number(half * 0.5 + back / 2)} {number(third)}"
    return left + right


_FACES = {
    1: _waves("far", -18, 3, 13) + _waves("mid", 2, 4, 11) + _waves("near", 22, 3, 12),
    2: _firs("far", -8, [(15, 18), (12, 13), (18, 24), (14, 15), (17, 22), (14, 17)])
    + _waves("mid", 4, 3, 10)
    + _waves("near", 22, 4, 10),
    3: _firs("far", -2, [(16, 26), (13, 18), (18, 32), (15, 22), (16, 29), (12, 18)])
    + _firs("mid", 16, [(11, 14), (19, 24), (14, 17), (20, 26), (15, 18), (11, 13)])
    + _waves("near", 32, 3, 7),
    4: _firs("far", -2, [(12, 18), (17, 30), (14, 20), (18, 32), (16, 26), (13, 19)])
    + _flames("mid", 22, [(20, 18), (25, 28), (20, 20), (25, 24)])
    + _flames("near", 34, [(22, 12), (24, 16), (22, 13), (22, 11)]),
    5: _flames("far", 8, [(19, 28), (24, 44), (22, 34), (25, 40)])
    + _flames("mid", 22, [(25, 30), (20, 22), (24, 32), (21, 24)])
    + _flames("near", 35, [(20, 14), (25, 20), (22, 14), (23, 17)]),
    6: _flames("far", 4, [(20, 34), (27, 50), (24, 52), (19, 30)])
    + _flames("mid", 20, [(18, 30), (27, 46), (23, 38), (22, 32)])
    + _flames("near", 35, [(24, 22), (20, 18), (25, 26), (21, 20)]),
}


def _furrows() -> str:
    """Ploughed earth: slanting lines across the back of a tile."""
    lines = []
    for k in range(-5, 6):
        middle = k * 9.0
        reach = sqrt(max(0.0, 44.0**2 - middle**2)) * 0.98
        # a line at 60 degrees, in two strokes with a gap that wanders
        along, off = (0.5, -sqrt(3) / 2), (sqrt(3) / 2, 0.5)
        gap = 7.0 * ((k * 5) % 7 - 3)
        for start, end in ((-reach, gap - 3), (gap + 3, reach)):
            if end - start > 4:
                x1, y1 = (middle * off[j] + start * along[j] for j in (0, 1))
                x2, y2 = (middle * off[j] + end * along[j] for j in (0, 1))
                lines.append(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}")
    return "".join(lines)


def _board(scene: str) -> str:
    return (
        f'<g class="art"><path class="cast" transform="translate(0 10)" d="{TILE}"/>'
        f'<path class="thick" transform="translate(0 5)" d="{TILE}"/><path class="face" d="{TILE}"/>'
        f'{scene}</g><path class="rim" d="{RIM}"/>'
    )


FACES = {  # with their numbers
    value: _SHAPES.add(f"face:{value}", _board(scene) + text(0, -3, value, "value"))
    for value, scene in _FACES.items()
}
BACK = _SHAPES.add("back", _board(f'<path class="furrows" d="{_furrows()}"/>'))
BURNING = _SHAPES.add(  # a hottest spot
    "spot",
    f'<path class="glow" d="{SPOT}"/><path class="dashes" d="{SPOT}"/>'
    f'<path class="flame" transform="translate(0 -27)" d="{FLAME}"/>',
)

# The spaces of a tile, by how many it has, and a man on one of them.
MAN, SPACES_Y = 10.0, 17.0  # a man's radius; where the spaces are
SPACES_X = {1: (0.0,), 2: (-15.0, 15.0), 3: (-28.5, 0.0, 28.5)}
MEN = {
    (letter, x): _SHAPES.add(f"man:{letter}:{number(x)}", piece(letter, x, SPACES_Y - 1, MAN))
    for letter in COLOURS
    for x in sorted({x for places in SPACES_X.values() for x in places})
}


def _notch(k: int) -> str:
    """A glint of light on the side of a tile in the *k*-th of the DIRECTIONS."""
    x, y = centre(DIRECTIONS[k])
    out = 45.6 / ACROSS
    middle = (0, 5.5, -5.5, 0, 5.5, -5.5)[k]  # the slanting ones leave the lower corner to the coordinates
    (x1, y1), (x2, y2) = (
        (x * out - y * along / ACROSS, y * out + x * along / ACROSS) for along in (middle - 6.5, middle + 6.5)
    )
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"


NOTCHES = tuple(_notch(k) for k in range(6))


def _contour_lines() -> str:
    """Faint lines of height for the ground under the forest, as on a hiker's map."""
    return "".join(
        _ring(*ring) for ring in ((70, 0.1), (150, 0.5), (235, 0.9), (325, 1.4), (420, 1.8), (520, 2.3))
    )


def _ring(radius: float, phase: float) -> str:
    points = []
    for k in range(24):
        turn = 2 * pi * k / 24
        reach = radius * (1 + 0.12 * sin(3 * turn + phase) + 0.07 * sin(5 * turn - 2 * phase))
        points.append((reach * cos(turn) * 1.15, reach * sin(turn) * 0.9))
    return closed(points, 12 + radius / 14)


CONTOURS = _contour_lines()


def in_rack(letter: str, k: int, y: float, *, gone: bool) -> str:
    """The *k*-th man of a rack, or the place of one who has gone."""
    return _IN_RACK.get((letter, k, y, gone)) or _in_rack(letter, k, y, gone=gone)


def _in_rack(letter: str, k: int, y: float, *, gone: bool) -> str:
    x = 20 + 15.5 * k
    return mark(letter, x, y + 8, 5, "gone") if gone else piece(letter, x, y + 8, 5.6)


RACK_TOP = 4.0  # where the first rack beside a seat stands
_IN_RACK = {
    (letter, k, RACK_TOP, gone): _SHAPES.add(
        f"{letter}{k}{'-' * gone}", _in_rack(letter, k, RACK_TOP, gone=gone)
    )
    for letter in COLOURS
    for k in range(MEN_OF_A_COLOUR)
    for gone in (False, True)
}


def _chip(k: int, *, seen: bool) -> str:
    """The *k*-th tile of a value, from below, in the column of those not seen yet."""
    css = "chip seen" if seen else "chip"
    return f'<path class="{css}" transform="translate(0 {number(86 - 14 * k)})" d="{hexagon(7.4, 1.5)}"/>'


_CHIPS = {
    (k, seen): _SHAPES.add(f"chip:{k}{'-' * seen}", _chip(k, seen=seen))
    for k in range(COPIES)
    for seen in (False, True)
}
UNSEEN = tuple(  # a column, by how many tiles of its value have not been seen
    _SHAPES.add(f"unseen:{left}", "".join(_CHIPS[k, k >= left] for k in range(COPIES)))
    for left in range(COPIES + 1)
)
