"""What stands on a table of Forma, each thing as a fragment of SVG; all are made once and kept.

An element is one outlined shape with a bevel, not loose squares; its seat's own shape is on every square
of it, so that nothing depends on colour alone.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from ludotheque.drawing.palette import COLOURS
from ludotheque.drawing.shapes import Shapes
from ludotheque.drawing.svg import closed, number, outline, piece, stylesheet
from ludotheque.games.forma.elements import ELEMENTS, FIRST_SHAPE, MOST_SQUARES, Shape
from ludotheque.games.forma.elements import SHAPES as TURNED
from ludotheque.games.forma.words import SEAT_LETTERS

_SHAPES = Shapes("forma")
SHAPES = _SHAPES.markup  # by name; all are added below
CSS = stylesheet(Path(__file__).with_name("style.css"))
PITCH = 32.0  # of the board's squares
THICK = 3.0  # how far an element rises from the board

Point = tuple[float, float]
Part = tuple[str, str]  # a part's key and its fragment


def around(shape: Shape, pitch: float, inset: float) -> list[Point]:
    """The corners of a shape's outline, clockwise from its upper left, drawn in by *inset*."""
    top = max(y for _, y in shape)
    filled = {(x, top - y) for x, y in shape}  # rows count downwards in a picture
    steps: dict[tuple[int, int], tuple[int, int]] = {}  # along the outline, the shape on the right hand
    for x, y in filled:
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in filled:
                steps[start] = end
    first = at = min(steps, key=lambda point: (point[1], point[0]))
    before, points = next(start for start, end in steps.items() if end == first), []
    while True:
        after = steps[at]
        came, goes = (at[0] - before[0], at[1] - before[1]), (after[0] - at[0], after[1] - at[1])
        if came != goes:  # inwards is to the right of both sides
            right = (-came[1] - goes[1], came[0] + goes[0])
            points.append((at[0] * pitch + right[0] * inset, at[1] * pitch + right[1] * inset))
        before, at = at, after
        if at == first:
            return points


@cache
def element(shape: Shape, letter: str, pitch: float = PITCH) -> str:
    """An element: its shadow, side, face, a rim of light, and its colour's shape on every square."""
    at = [(x, max(y for _, y in shape) - y) for x, y in shape]
    if pitch == PITCH and shape in _BODIES:
        return _BODIES[shape] + "".join(_PATTERNS[letter, square] for square in at)
    return _body(shape, pitch) + "".join(_pattern(letter, square, pitch) for square in at)


def _body(shape: Shape, pitch: float) -> str:
    """An element's shadow, side, face and rim."""
    scale = pitch / PITCH
    whole = closed(around(shape, pitch, 1.2 * scale), 5 * scale)
    rim = closed(around(shape, pitch, 4.2 * scale), 3 * scale)
    lift = THICK / 2 * scale
    return (
        f'<path class="cast" transform="translate({number(1.5 * scale)} {number(2 * lift)})" d="{whole}"/>'
        f'<path class="side" d="{whole}"/>'
        f'<path class="face" transform="translate(0 {number(-lift)})" d="{whole}"/>'
        f'<path class="rim" transform="translate(0 {number(-lift)})" d="{rim}"/>'
    )


def _pattern(letter: str, square: tuple[int, int], pitch: float) -> str:
    """A colour's shape on a square, so many to the right and down."""
    (x, y), lift = square, THICK / 2 * pitch / PITCH
    return (
        f'<path class="pattern" transform="translate({number((x + 0.5) * pitch)}'
        f' {number((y + 0.5) * pitch - lift)})" d="{outline(letter, pitch * 0.15)}"/>'
    )


_BODIES = {shape: _SHAPES.add(str(k), _body(shape, PITCH)) for k, shape in enumerate(TURNED)}
_PATTERNS = {
    (letter, (x, y)): _SHAPES.add(f"{letter}{x}{y}", _pattern(letter, (x, y), PITCH))
    for letter in COLOURS
    for x in range(MOST_SQUARES)
    for y in range(MOST_SQUARES)
}


@cache
def frame(shape: Shape) -> str:
    """A line close around a shape on the board."""
    return f'<path class="latest" d="{closed(around(shape, PITCH, -0.3), 6)}"/>'


@cache
def stone(owner: int | None) -> str:
    """An obstacle, with a marker on top once it is closed (M12)."""
    block = closed([(4.0, 4.0), (28.0, 4.0), (28.0, 28.0), (4.0, 28.0)], 6)
    rim = closed([(8.0, 8.0), (24.0, 8.0), (24.0, 24.0), (8.0, 24.0)], 4)
    return (
        f'<path class="cast" transform="translate(1.5 4)" d="{block}"/>'
        f'<path class="side" transform="translate(0 1.5)" d="{block}"/>'
        f'<path class="face" transform="translate(0 -2)" d="{block}"/>'
        f'<path class="rim" transform="translate(0 -2)" d="{rim}"/>'
    ) + _marker(owner, 12.5, 8.5)


@cache
def tower(owner: int | None) -> str:
    """The white tower; whoever closed it has a flag on it (M15)."""
    return (
        '<circle class="cast" cx="17.5" cy="20" r="13"/><circle class="side" cx="16" cy="17.5" r="13"/>'
        '<circle class="face" cx="16" cy="14" r="13"/><circle class="merlons" cx="16" cy="14" r="10.4"/>'
    ) + _marker(owner, 13, 6.5)


@cache
def hole(owner: int) -> str:
    """A marker on an encircled square (M11)."""
    box = f'<rect class="hole {SEAT_LETTERS[owner]}" x="2.5" y="2.5" width="27" height="27" rx="5"/>'
    return box + _marker(owner, 15, 8.5)


def _marker(owner: int | None, y: float, size: float) -> str:
    return "" if owner is None else piece(SEAT_LETTERS[owner], 16, y, size)


# Elements in a rack


@cache
def lying(name: str) -> Shape:
    """An element's widest shape, the first of them, for a rack."""
    kind = ELEMENTS.index(name)
    shapes = TURNED[FIRST_SHAPE[kind] : FIRST_SHAPE[kind + 1]]
    return min(shapes, key=lambda shape: max(y for _, y in shape))


def width(name: str) -> int:
    """Squares that an element in a rack is wide."""
    return 1 + max(x for x, _ in lying(name))


def height(name: str) -> int:
    """Squares that an element in a rack is high."""
    return 1 + max(y for _, y in lying(name))


@dataclass(frozen=True)
class Rack:
    """How a rack is laid out: the size of its squares, its width, the gap after each element.

    An element has at least so much room.
    """

    pitch: float
    wide: float
    gap: float
    least: float = 0.0

    @cached_property
    def places(self) -> dict[str, Point]:
        """The upper left corner of each element's place; they stand in rows, small elements first."""
        x, y, found = 0.0, 0.0, {}
        for name in ELEMENTS:
            room = max(self.least, width(name) * self.pitch)
            if x + room > self.wide:
                x, y = 0.0, y + self.row
            found[name] = (x, y + (3 - height(name)) * self.pitch)
            x += room + self.gap
        return found

    @property
    def row(self) -> float:
        """From one row to the next."""
        return 3 * self.pitch + self.gap

    @cached_property
    def high(self) -> float:
        """All its rows together."""
        return max(y + height(name) * self.pitch for name, (_, y) in self.places.items())

    @cached_property
    def empty(self) -> str:
        """The places of all elements, as empty outlines."""
        lines = (closed(_moved(name, self.pitch, at), self.pitch * 0.18) for name, at in self.places.items())
        return f'<path class="used" d="{"".join(lines)}"/>'


def _moved(name: str, pitch: float, at: Point) -> list[Point]:
    """The outline of an element in its place, drawn in a little so that the element hides it."""
    return [(at[0] + x, at[1] + y) for x, y in around(lying(name), pitch, pitch * 0.12)]


@cache
def small(name: str, pitch: float, held: int) -> str:
    """An element in somebody's rack, seen from afar: as many on top of each other as there are."""
    one = (
        f'<path class="face" d="{closed(around(lying(name), pitch, 0.0), pitch * 0.18)}"/>'
        f'<path class="cells" d="{_inner_lines(name, pitch)}"/>'
    )
    return stacked(one, held, pitch * 0.22)


def stacked(one: str, held: int, step: float) -> str:
    """Several of a kind, each a little further to the upper right; the nearest stands in its place."""
    behind = "".join(
        f'<g transform="translate({number(k * step)} {number(-k * step)})">{one}</g>'
        for k in range(held - 1, 0, -1)
    )
    return behind + one


def _inner_lines(name: str, pitch: float) -> str:
    """Path data of the lines between the squares of an element."""
    filled = {(x, height(name) - 1 - y) for x, y in lying(name)}
    lines = []
    for x, y in sorted(filled):
        if (x + 1, y) in filled:
            lines.append(f"M{number((x + 1) * pitch)} {number(y * pitch)}v{number(pitch)}")
        if (x, y + 1) in filled:
            lines.append(f"M{number(x * pitch)} {number((y + 1) * pitch)}h{number(pitch)}")
    return "".join(lines)


def crossed_out(name: str, pitch: float) -> str:
    """The stroke through the place of an element that was lost by eye (M8)."""
    wide, high = width(name) * pitch, height(name) * pitch
    return f'<path class="lost" d="M0 {number(high)}L{number(wide)} 0"/>'
