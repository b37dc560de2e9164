"""A table of Forma as SVG, drawn from a view: the board on the left, a card for each seat on the right.

Each part that can change is one function here, which gives its key and its fragment:

    prompt           what to do now, in a line
    piece:0          an element, in the order placed          hole:c3     a marker on a square
    obstacle:c3      an obstacle, with the marker on top      tower       the tower
    bridges:0        a seat's bridges                         last        the last move
    seat:0           a player: points by the five ways, and the rack
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from ludotheque.drawing.svg import document, keyed, number, piece, text
from ludotheque.games.forma import words
from ludotheque.games.forma.elements import SIDE, to_corner
from ludotheque.games.forma.language import _
from ludotheque.games.forma.notation import FILES
from ludotheque.games.forma.page import art
from ludotheque.games.forma.page.art import PITCH, THICK, Point, Rack
from ludotheque.games.forma.page.style import CSS
from ludotheque.games.forma.view import FormaView, Piece, Seat, Square
from ludotheque.games.forma.words import SEAT_LETTERS, name
from ludotheque.i18n.language import called

SIZE = (1080, 720)
LEFT, TOP = 36.0, 48.0  # of the board
CARD, CARD_WIDTH = 702.0, 358.0
BOTTOM = TOP + SIDE * PITCH
LARGE, SMALL = Rack(12.0, CARD_WIDTH - 28, 15.0), Rack(7.4, CARD_WIDTH - 28, 9.5)  # two seats, or four

Part = tuple[str, str]  # its key and its fragment


def draw(data: FormaView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    head = keyed("prompt", text(LEFT, 30, words.prompt(data), "prompt"))
    body = "".join(fragment for part in (board_parts(data), seat_parts(data)) for _key, fragment in part)
    desc = words.describe(data)
    return document(
        "forma", f"{head}{BOARD}{body}", size=SIZE, title="Forma", desc=desc, css=CSS, theme=theme
    )


# The board


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


def board_parts(data: FormaView) -> Iterator[Part]:
    """All that stands on the board."""
    covered = words.coverage(data)
    for square, owner in data.holes.items():
        yield _stand(
            f"hole:{name(square)}", square, art.hole(owner), "marker", words.hole_words(data, square, owner)
        )
    for square, closed_by in data.obstacles.items():
        hint = words.obstacle_words(data, covered, square, closed_by)
        yield _stand(f"obstacle:{name(square)}", square, art.stone(closed_by), "stone", hint)
    if data.tower:
        body = art.tower(words.tower_owner(data))
        yield _stand("tower", data.tower, body, "tower", words.tower_words(data, data.tower))
    for k, one in enumerate(data.pieces):
        yield _piece_part(k, one, words.piece_words(data, one))
    for k, seat in enumerate(data.seats):
        yield _bridges_part(k, seat.bridges)
    yield last_part(data)


@lru_cache(4096)
def _stand(key: str, square: Square, body: str, css: str, hint: str) -> Part:
    """Something that stands on one square."""
    return key, keyed(key, body, at=corner(square), css=css, hint=hint)


@lru_cache(4096)  # pieces stay where they are for the whole game
def _piece_part(k: int, one: Piece, hint: str) -> Part:
    """An element as one whole piece."""
    letter = SEAT_LETTERS[one.seat]
    body = art.element(to_corner(list(one.squares)), letter)
    key = f"piece:{k}"
    return key, keyed(key, body, at=_upper_left(one.squares), css=f"element {letter}", hint=hint)


def _upper_left(squares: tuple[Square, ...]) -> Point:
    return corner((min(x for x, _y in squares), max(y for _x, y in squares)))


@lru_cache(256)
def _bridges_part(k: int, bridges: tuple[tuple[Square, ...], ...]) -> Part:
    """A seat's bridges: they glow along their squares (M13)."""
    lines = [_chain(bridge) for bridge in bridges]
    layers = "".join(
        f'<path class="{css}" d="{line}"/>' for css in ("glow", "line", "core") for line in lines
    )
    key = f"bridges:{k}"
    return key, keyed(key, layers, css=f"bridges {SEAT_LETTERS[k]}")


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


def last_part(data: FormaView) -> Part:
    """What the last move put on the board, outlined."""
    squares = data.last_squares
    if not squares:
        return "last", keyed("last", "")
    return "last", keyed("last", art.frame(to_corner(list(squares))), at=_upper_left(squares))


# The seats


def seat_parts(data: FormaView) -> Iterator[Part]:
    """A card for each seat, one below the other."""
    room = (BOTTOM - TOP + 8) / len(data.seats)
    for k, seat in enumerate(data.seats):
        yield f"seat:{k}", _seat_card(data, k, seat, TOP + k * room, room - 8)


def _seat_card(data: FormaView, k: int, seat: Seat, y: float, height: float) -> str:
    """A player: who, points by the five ways, the rack."""
    letter = SEAT_LETTERS[k]
    large = len(data.seats) == 2
    star = text(CARD_WIDTH - 78 - 10 * (abs(seat.score) > 99), 29, "★", "star") if k in data.winners else ""
    rack = "".join(_rack_parts(seat, LARGE if large else SMALL, 14.0, 106.0 if large else 86.0))
    body = (
        f'<rect class="card" width="{number(CARD_WIDTH)}" height="{number(height)}" rx="8"/>'
        f"{piece(letter, 22, 22, 9)}{text(40, 27, _who(data, k), 'who')}{star}"
        f"{text(CARD_WIDTH - 14, 31, signed(seat.score), 'score')}"
        f"{''.join(_way_parts(seat, 68.0 if large else 54.0))}"
        f'<g class="rack">{rack}</g>'
    )
    css = f"{letter} turn" if k == data.turn else letter
    return keyed(f"seat:{k}", body, at=(CARD, y), css=css)


def _who(data: FormaView, k: int) -> str:
    """A player as a card is headed: a name, or the colour and the seat."""
    who = called(k) or _("{colour} · seat {seat}", colour=words.colour_name(k), seat=k)
    return _("{who} · you", who=who) if k == data.viewer else who


def signed(points: int) -> str:
    """Points with a proper minus."""
    return str(points).replace("-", "−")


def _way_parts(seat: Seat, y: float) -> Iterator[str]:
    """Points by the five ways and what is left over, side by side."""
    for k, (label, points) in enumerate(words.ways(seat)):
        x = 36 + k * (CARD_WIDTH - 72) / 5
        yield text(x, y, signed(points), "points" if points else "points none")
        yield text(x, y + 13, label, "way")


def _rack_parts(seat: Seat, rack: Rack, x: float, y: float) -> Iterator[str]:
    """All elements by size; those no longer held are left as empty outlines, the lost ones crossed out."""
    yield f'<g transform="translate({number(x)} {number(y)})">{rack.empty}'
    for element, held in seat.rack.items():
        yield _rack_element(rack, element, held)
    for element in seat.lost:
        yield _rack_cross(rack, element)
    yield "</g>"


@cache
def _rack_element(rack: Rack, element: str, held: int) -> str:
    x, y = rack.places[element]
    body = f"<title>{element}</title>{art.small(element, rack.pitch, held)}"
    return f'<g transform="translate({number(x)} {number(y)})">{body}</g>'


@cache
def _rack_cross(rack: Rack, element: str) -> str:
    x, y = rack.places[element]
    return f'<g transform="translate({number(x)} {number(y)})">{art.crossed_out(element, rack.pitch)}</g>'
