"""The board of Forma and all that stands on it, part by part.

Each part that can change is one function here, which gives its key and its fragment:

    piece:0          an element, in the order placed          hole:c3     a marker on a square
    obstacle:c3      an obstacle, with the marker on top      tower       the tower
    bridges:0        a seat's bridges                         last:c3     the last move, by its first square
"""

from collections.abc import Iterator
from functools import lru_cache

from ludotheque.core.page import Layer, Layers, Panel
from ludotheque.drawing.svg import keyed, number, text
from ludotheque.games.forma import words
from ludotheque.games.forma.elements import ELEMENTS_OF_A_COLOUR, SIDE, to_corner
from ludotheque.games.forma.notation import FILES
from ludotheque.games.forma.page import art
from ludotheque.games.forma.page.art import PITCH, THICK, Part, Point
from ludotheque.games.forma.rules import COLOURS
from ludotheque.games.forma.view import FormaView, Piece, Square
from ludotheque.games.forma.words import SEAT_LETTERS, name
from ludotheque.i18n.language import kept, viewer_unless_named

LEFT, TOP = 36.0, 48.0
BOTTOM = TOP + SIDE * PITCH
AXIS = 24.0  # room for the coordinates west and south of the board
EDGE = 4.0
SOME = 8  # pieces that are drawn together
MOST_PIECES = COLOURS * ELEMENTS_OF_A_COLOUR
NO_PIECES = Layer()
WIDE = SIDE * PITCH + AXIS + EDGE


def board(data: FormaView) -> Panel:
    """The board with its coordinates."""
    return Panel((LEFT - AXIS, TOP - EDGE, WIDE, WIDE), parts(data), ground=BOARD)


def corner(square: Square) -> Point:
    """The upper left corner of a square in the picture."""
    return LEFT + square[0] * PITCH, BOTTOM - (square[1] + 1) * PITCH


def middle(square: Square) -> Point:
    """The middle of a square in the picture."""
    x, y = corner(square)
    return x + PITCH / 2, y + PITCH / 2


def _grid() -> str:
    size = number(SIDE * PITCH)
    lines = "".join(
        f"M{number(LEFT + k * PITCH)} {number(TOP)}v{size}M{number(LEFT)} {number(TOP + k * PITCH)}h{size}"
        for k in range(1, SIDE)
    )
    return (
        f'<rect class="board" x="{number(LEFT)}" y="{number(TOP)}" width="{size}" height="{size}" rx="4"/>'
        f'<path class="grid" d="{lines}"/>'
    )


def _coordinates() -> str:
    files = "".join(
        text(LEFT + (k + 0.5) * PITCH, BOTTOM + 16, FILES[k], f"axis file-{FILES[k]}") for k in range(SIDE)
    )
    ranks = "".join(text(LEFT - 13, middle((0, k))[1] + 4, k + 1, f"axis rank-{k + 1}") for k in range(SIDE))
    return files + ranks


GRID = _grid()  # the empty board; it never changes
BOARD = GRID + _coordinates()


def parts(data: FormaView) -> Layers:
    """All that stands on the board, lowest first; most of it stays as it is from move to move."""
    return Layers(_layers(data))


def _layers(data: FormaView) -> Iterator[Layer]:
    yield _markers(data)
    yield _stones(data)
    for first in range(0, MOST_PIECES, SOME):
        yield _some_pieces(data, first)[0] if first < len(data.pieces) else NO_PIECES
    for k, seat in enumerate(data.seats):
        yield _bridges_layer(k, seat.bridges)
    yield _last_layer(data.last_squares)


@kept(4096, by=lambda data: (viewer_unless_named(data.viewer), data.holes))
def _markers(data: FormaView) -> Layer:
    """The markers on encircled squares (M11)."""
    return Layer(
        _standing(f"hole:{name(square)}", square, art.hole(owner), "marker", words.hole_words(data, square))
        for square, owner in data.holes.items()
    )


def _stones_value(data: FormaView) -> object:
    return viewer_unless_named(data.viewer), data.obstacles, data.sides, data.tower, data.tower_by


@kept(4096, by=_stones_value)
def _stones(data: FormaView) -> Layer:
    """The obstacles and the tower (M12, M15)."""
    stones = [
        _standing(
            f"obstacle:{name(square)}",
            square,
            art.stone(closed_by),
            "stone",
            words.obstacle_words(data, square),
        )
        for square, closed_by in data.obstacles.items()
    ]
    if data.tower:
        hint = words.tower_words(data, data.tower)
        stones.append(_standing("tower", data.tower, art.tower(data.tower_by), "tower", hint))
    return Layer(stones)


@lru_cache(4096)
def _standing(key: str, square: Square, body: str, css: str, hint: str) -> Part:
    """Something that stands on one square."""
    return key, keyed(key, body, at=corner(square), css=css, hint=hint)


def _pieces_value(data: FormaView, first: int) -> object:
    """The very objects, so that nothing in them need be compared."""
    return first, viewer_unless_named(data.viewer), tuple(map(id, data.pieces[first : first + SOME]))


@kept(8192, by=_pieces_value)
def _some_pieces(data: FormaView, first: int) -> tuple[Layer, object]:
    """Some pieces, in the order placed: all but the last of them stay as they are from move to move.

    With what they were drawn of: kept beside them, so that no other object gets one of these ids.
    """
    some = data.pieces[first : first + SOME]
    return Layer([_piece(data, k, one)[0] for k, one in enumerate(some, start=first)]), some


@kept(8192, by=lambda data, k, one: (k, id(one), viewer_unless_named(data.viewer)))
def _piece(data: FormaView, k: int, one: Piece) -> tuple[Part, object]:
    """An element as one whole piece; with what it was drawn of, as above."""
    letter = SEAT_LETTERS[one.seat]
    body, hint = art.element(to_corner(list(one.squares)), letter), words.piece_words(data, one)
    key = f"piece:{k}"
    part = keyed(key, body, at=_upper_left(one.squares), css=f"element {letter}", hint=hint)
    return (key, part), one


def _upper_left(squares: tuple[Square, ...]) -> Point:
    return corner((min(x for x, _y in squares), max(y for _x, y in squares)))


@lru_cache(1024)
def _bridges_layer(k: int, bridges: tuple[tuple[Square, ...], ...]) -> Layer:
    """A seat's bridges: they glow along their squares (M13)."""
    lines = [_chain(bridge) for bridge in bridges]
    layers = "".join(
        f'<path class="{css}" d="{line}"/>' for css in ("glow", "line", "core") for line in lines
    )
    key = f"bridges:{k}"
    return Layer({key: keyed(key, layers, css=f"bridges {SEAT_LETTERS[k]}")})


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


@lru_cache(4096)
def _last_layer(squares: tuple[Square, ...]) -> Layer:
    """What the last move put on the board, outlined; another outline than before, which does not slide."""
    if not squares:
        return Layer({"last": keyed("last", "")})
    key = f"last:{name(squares[0])}"
    return Layer({key: keyed(key, art.frame(to_corner(list(squares))), at=_upper_left(squares))})
