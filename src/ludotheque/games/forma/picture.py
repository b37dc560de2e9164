"""A table of Forma as SVG, drawn from a view: the board on the left, a card for each seat on the right.

Each part that can change is one function here:

    prompt           what to do now, in a line
    piece:0          an element, in the order placed          hole:c3     a marker on a square
    obstacle:c3      an obstacle, with the marker on top      tower       the tower
    bridges:0        a seat's bridges                         last        the last move
    seat:0           a player: points by the five ways, and the rack
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ludotheque.core.palette import COLOURS
from ludotheque.core.svg import closed, document, keyed, number, outline, piece, text
from ludotheque.games.forma import words
from ludotheque.games.forma.elements import ELEMENTS, FIRST_SHAPE, SHAPES, SIDE, Shape, to_corner
from ludotheque.games.forma.notation import FILES
from ludotheque.games.forma.style import CSS
from ludotheque.games.forma.view import FormaView, Piece, Seat, Square
from ludotheque.games.forma.words import SEAT_LETTERS, name

SIZE = (1080, 720)
PITCH = 32.0  # of the board's squares
LEFT, TOP = 36.0, 48.0  # of the board
PANEL, PANEL_WIDTH = 702.0, 358.0
BOTTOM = TOP + SIDE * PITCH
THICK = 3.0  # how far an element rises from the board

Point = tuple[float, float]


def draw(data: FormaView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    body = f"{prompt_part(data)}{_BOARD}{''.join(board_parts(data))}{''.join(seat_parts(data))}"
    return document("forma", body, size=SIZE, title="Forma", desc=words.describe(data), css=CSS, theme=theme)


def prompt_part(data: FormaView) -> str:
    """What to do now."""
    return keyed("prompt", text(LEFT, 30, words.prompt(data), "prompt"))


# The board


def corner(square: Square) -> Point:
    """The upper left corner of a square in the picture."""
    return LEFT + square[0] * PITCH, BOTTOM - (square[1] + 1) * PITCH


def middle(square: Square) -> Point:
    """The middle of a square in the picture."""
    x, y = corner(square)
    return x + PITCH / 2, y + PITCH / 2


def _empty_board() -> str:
    """The board with its coordinates; it never changes."""
    size = number(SIDE * PITCH)
    lines = "".join(
        f"M{number(LEFT + k * PITCH)} {number(TOP)}v{size}M{number(LEFT)} {number(TOP + k * PITCH)}h{size}"
        for k in range(1, SIDE)
    )
    files = "".join(text(LEFT + (k + 0.5) * PITCH, BOTTOM + 16, FILES[k], "axis") for k in range(SIDE))
    ranks = "".join(text(LEFT - 14, middle((0, k))[1] + 4, k + 1, "axis") for k in range(SIDE))
    return (
        f'<rect class="board" x="{number(LEFT)}" y="{number(TOP)}" width="{size}" height="{size}" rx="4"/>'
        f'<path class="grid" d="{lines}"/>{files}{ranks}'
    )


_BOARD = _empty_board()


def board_parts(data: FormaView) -> Iterator[str]:
    """All that stands on the board."""
    for square, owner in data.holes.items():
        yield hole_part(data, square, owner)
    for square, closed_by in data.obstacles.items():
        yield obstacle_part(data, square, closed_by)
    if data.tower:
        yield tower_part(data)
    for k, one in enumerate(data.pieces):
        yield piece_part(data, k, one)
    for k, seat in enumerate(data.seats):
        yield bridges_part(k, seat)
    yield last_part(data)


def piece_part(data: FormaView, k: int, one: Piece) -> str:
    """An element as one whole piece."""
    west, north = min(x for x, _ in one.squares), max(y for _, y in one.squares)
    shape = to_corner(list(one.squares))
    css = f"element {SEAT_LETTERS[one.seat]}"
    body = _piece_body(shape, SEAT_LETTERS[one.seat])
    return keyed(f"piece:{k}", body, at=corner((west, north)), css=css, hint=words.piece_words(data, one))


@lru_cache(1024)
def _piece_body(shape: Shape, letter: str) -> str:
    """An element: its shadow, side, face, a rim of light, and its colour's shape on every square."""
    whole = closed(_around(shape, PITCH, 1.2), 5)
    rim = closed(_around(shape, PITCH, 4.2), 3)
    top = max(y for _, y in shape)
    mark = outline(letter, PITCH * 0.15)
    marks = "".join(
        f'<path class="pattern" transform="translate({number((x + 0.5) * PITCH)}'
        f' {number((top - y + 0.5) * PITCH - THICK / 2)})" d="{mark}"/>'
        for x, y in shape
    )
    return (
        f'<path class="cast" transform="translate(1.5 {THICK})" d="{whole}"/>'
        f'<path class="side" d="{whole}"/>'
        f'<path class="face" transform="translate(0 {number(-THICK / 2)})" d="{whole}"/>'
        f'<path class="rim" transform="translate(0 {number(-THICK / 2)})" d="{rim}"/>{marks}'
    )


def _around(shape: Shape, pitch: float, inset: float) -> list[Point]:
    """The corners of a shape's outline, clockwise from its upper left, drawn in by *inset*."""
    top = max(y for _, y in shape)
    filled = {(x, top - y) for x, y in shape}  # rows count downwards in a picture
    steps: dict[Square, Square] = {}  # along the outline, the shape on the right hand
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


def hole_part(data: FormaView, square: Square, owner: int) -> str:
    """A marker on an encircled square (M11)."""
    letter = SEAT_LETTERS[owner]
    box = f'<rect class="hole {letter}" x="2.5" y="2.5" width="27" height="27" rx="5"/>'
    hint = f"{name(square)}: encircled by {words.seat_name(data, owner)}, 10 points"
    return keyed(
        f"hole:{name(square)}", box + piece(letter, 16, 15, 8.5), at=corner(square), css="marker", hint=hint
    )


def obstacle_part(data: FormaView, square: Square, owner: int | None) -> str:
    """An obstacle, with a marker on top once it is closed (M12)."""
    block = closed([(4.0, 4.0), (28.0, 4.0), (28.0, 28.0), (4.0, 28.0)], 6)
    rim = closed([(8.0, 8.0), (24.0, 8.0), (24.0, 24.0), (8.0, 24.0)], 4)
    body = (
        f'<path class="cast" transform="translate(1.5 4)" d="{block}"/>'
        f'<path class="side" transform="translate(0 1.5)" d="{block}"/>'
        f'<path class="face" transform="translate(0 -2)" d="{block}"/>'
        f'<path class="rim" transform="translate(0 -2)" d="{rim}"/>'
    )
    if owner is not None:
        body += piece(SEAT_LETTERS[owner], 16, 12.5, 8.5)
    hint = words.obstacle_words(data, square, owner)
    return keyed(f"obstacle:{name(square)}", body, at=corner(square), css="stone", hint=hint)


def tower_part(data: FormaView) -> str:
    """The white tower; whoever closed it has a flag on it (M15)."""
    assert data.tower is not None
    owner = next((k for k, seat in enumerate(data.seats) if seat.tower), None)
    body = (
        '<circle class="cast" cx="17.5" cy="20" r="13"/><circle class="side" cx="16" cy="17.5" r="13"/>'
        '<circle class="face" cx="16" cy="14" r="13"/><circle class="merlons" cx="16" cy="14" r="10.4"/>'
    )
    hint = f"{name(data.tower)}: the tower"
    if owner is not None:
        body += piece(SEAT_LETTERS[owner], 16, 13, 6.5)
        hint += f", closed by {words.seat_name(data, owner)}, 50 points"
    return keyed("tower", body, at=corner(data.tower), css="tower", hint=hint)


def bridges_part(k: int, seat: Seat) -> str:
    """A seat's bridges: they glow along their squares (M13)."""
    lines = [_chain(bridge) for bridge in seat.bridges]
    layers = "".join(
        f'<path class="{css}" d="{line}"/>' for css in ("glow", "line", "core") for line in lines
    )
    return keyed(f"bridges:{k}", layers, css=f"bridges {SEAT_LETTERS[k]}")


def _chain(bridge: tuple[Square, ...]) -> str:
    """Path data from edge to edge; squares passed straight through need no point of their own."""
    points = [middle(square) for square in bridge]
    kept = [
        point
        for k, point in enumerate(points)
        if k in (0, len(points) - 1)
        or (points[k + 1][0] - point[0], points[k + 1][1] - point[1])
        != (point[0] - points[k - 1][0], point[1] - points[k - 1][1])
    ]
    return "M" + "L".join(f"{number(x)} {number(y - THICK / 2)}" for x, y in kept)


def last_part(data: FormaView) -> str:
    """What the last move put on the board, outlined."""
    if not data.last_squares:
        return keyed("last", "")
    shape = to_corner(list(data.last_squares))
    west, north = min(x for x, _ in data.last_squares), max(y for _, y in data.last_squares)
    line = closed(_around(shape, PITCH, -0.3), 6)
    return keyed("last", f'<path class="last" d="{line}"/>', at=corner((west, north)))


# The seats


def seat_parts(data: FormaView) -> Iterator[str]:
    """A card for each seat, one below the other."""
    room = (BOTTOM - TOP + 8) / len(data.seats)
    for k, seat in enumerate(data.seats):
        yield seat_part(data, k, seat, TOP + k * room, room - 8)


def seat_part(data: FormaView, k: int, seat: Seat, y: float, height: float) -> str:
    """A player: who, points by the five ways, the rack."""
    letter = SEAT_LETTERS[k]
    large = len(data.seats) == 2
    star = text(PANEL_WIDTH - 78 - 10 * (abs(seat.score) > 99), 29, "★", "star") if k in data.winners else ""
    who = f"{COLOURS[letter].name} · seat {k}" + " · you" * (k == data.viewer)
    body = (
        f'<rect class="card" width="{number(PANEL_WIDTH)}" height="{number(height)}" rx="8"/>'
        f"{piece(letter, 22, 22, 9)}{text(40, 27, who, 'who')}{star}"
        f"{text(PANEL_WIDTH - 14, 31, _signed(seat.score), 'score')}"
        f"{''.join(_way_parts(seat, 68.0 if large else 54.0))}"
        f'<g class="rack">{"".join(_rack_parts(seat, large))}</g>'
    )
    css = f"{letter} turn" if k == data.turn else letter
    return keyed(f"seat:{k}", body, at=(PANEL, y), css=css)


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _way_parts(seat: Seat, y: float) -> Iterator[str]:
    """Points by the five ways and what is left over, side by side."""
    for k, (label, points) in enumerate(words.ways(seat)):
        x = 36 + k * (PANEL_WIDTH - 72) / 5
        yield text(x, y, _signed(points), "points" if points else "points none")
        yield text(x, y + 13, label, "way")


def _rack_parts(seat: Seat, large: bool) -> Iterator[str]:
    """All elements by size; those no longer held are left as empty outlines, the lost ones crossed out."""
    pitch, y = (12.0, 106.0) if large else (7.4, 86.0)
    x, gap = 14.0, pitch * 1.1
    for kind, element in enumerate(ELEMENTS):
        shape = _lying(kind)
        wide = (1 + max(i for i, _ in shape)) * pitch
        if x + wide > PANEL_WIDTH - 14:
            x, y = 14.0, y + 3 * pitch + gap
        held, lost = seat.rack.get(element, 0), seat.lost.get(element, 0)
        yield _rack_element(shape, pitch, x, y, held, lost, element)
        if held > 1:
            yield text(x + wide + 1.5, y + 8, f"×{held}", "times")
        x += wide + gap + (9 if large or kind == 0 else 0)  # room for the number, needed or not


def _lying(kind: int) -> Shape:
    """An element's widest shape, the first of them, for the rack."""
    shapes = SHAPES[FIRST_SHAPE[kind] : FIRST_SHAPE[kind + 1]]
    return min(shapes, key=lambda shape: max(y for _, y in shape))


@lru_cache(4096)
def _rack_element(shape: Shape, pitch: float, x: float, y: float, held: int, lost: int, element: str) -> str:
    path = closed(_around(shape, pitch, 0.0), pitch * 0.18)
    place = f'transform="translate({number(x)} {number(y)})"'
    cross = ""
    if lost:
        wide, high = (1 + max(i for i, _ in shape)) * pitch, (1 + max(j for _, j in shape)) * pitch
        cross = f'<path class="lost" d="M0 {number(high)}L{number(wide)} 0"/>'
    if not held:
        return f'<g {place}><path class="used" d="{path}"/>{cross}</g>'
    cells = _inner_lines(shape, pitch)
    return (
        f"<g {place}><title>{element}</title>"
        f'<path class="face" d="{path}"/><path class="cells" d="{cells}"/>{cross}</g>'
    )


def _inner_lines(shape: Shape, pitch: float) -> str:
    """The lines between the squares of an element."""
    top = max(y for _, y in shape)
    filled = {(x, top - y) for x, y in shape}
    return "".join(_inner_line(filled, x, y, pitch) for x, y in sorted(filled))


def _inner_line(filled: Iterable[Square], x: int, y: int, pitch: float) -> str:
    right = f"M{number((x + 1) * pitch)} {number(y * pitch)}v{number(pitch)}" if (x + 1, y) in filled else ""
    under = f"M{number(x * pitch)} {number((y + 1) * pitch)}h{number(pitch)}" if (x, y + 1) in filled else ""
    return right + under
