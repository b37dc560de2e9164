"""A table of Forma in panels, for the page: the board, the viewer's rack, small racks and the points.

board      the parts of board.py                        hand     rack:P5   an element to pick up
seat:0     left:0:P5   an element somebody still has     points   points:0  a column of the table
           lost:0:P5   one lost by eye                            (and lost:P5 in the hand)
"""

from collections.abc import Iterator
from functools import cache

from ludotheque.core.frozen import for_all_eyes
from ludotheque.core.page import Layer, Layers, Panel
from ludotheque.drawing.svg import keyed, number, piece, text
from ludotheque.games.forma import words
from ludotheque.games.forma.elements import DRAWINGS
from ludotheque.games.forma.language import _, plural
from ludotheque.games.forma.page import art
from ludotheque.games.forma.page.art import Part, Rack
from ludotheque.games.forma.page.board import board
from ludotheque.games.forma.rules import WAYS
from ludotheque.games.forma.view import FormaView, Seat
from ludotheque.games.forma.words import SEAT_LETTERS
from ludotheque.i18n.language import kept, language, viewer_unless_named
from ludotheque.i18n.words import with_minus

HAND = Rack(27.0, 630.0, 12.0, least=80.0)  # in four rows, each element wide and high enough for a finger
STRIP = Rack(4.4, 238.0, 9.0)
POINTS_WIDE, LINE = 240.0, 19.0
POINTS_BOX = (0.0, 0.0, POINTS_WIDE, 9 * LINE)


def panels(data: FormaView, /) -> dict[str, Panel]:
    """The table, in panels."""
    shared = _shared(data)
    if data.viewer < 0:
        return shared
    own = _hand(data.seats[data.viewer], SEAT_LETTERS[data.viewer])
    return {"board": shared["board"], "hand": own, **shared}


@kept(512, by=lambda data: (for_all_eyes(data), viewer_unless_named(data.viewer)))
def _shared(data: FormaView) -> dict[str, Panel]:
    """What everybody sees alike."""
    strips = {f"seat:{k}": _strip(seat, k) for k, seat in enumerate(data.seats)}
    return {"board": board(data), **strips, "points": _points(data)}


@kept(4096, by=lambda seat, letter: (seat.rack, seat.lost, letter))
def _hand(seat: Seat, letter: str) -> Panel:
    """The viewer's rack: what is still held can be picked up."""
    parts = [_hand_part(name, held, letter, language()) for name, held in seat.rack.items()]
    parts += [_lost_part(f"lost:{name}", HAND, name) for name in seat.lost]
    return Panel((-8, -10, HAND.wide + 16, HAND.high + 22), dict(parts), ground=HAND.empty)


@cache
def _hand_part(name: str, held: int, letter: str, spoken: str) -> Part:
    """An element in the viewer's rack, with some room around it for a finger."""
    pitch, wide, high = HAND.pitch, art.width(name) * HAND.pitch, art.height(name) * HAND.pitch
    reach = (
        f'<rect class="reach" x="-6" y="{number(high - 3 * pitch - 5)}"'
        f' width="{number(max(wide, HAND.least) + 12)}" height="{number(3 * pitch + 11)}" rx="6"/>'
    )
    body = reach + art.stacked(art.element(art.lying(name), letter, pitch), held, 6)
    key = f"rack:{name}"
    return key, keyed(key, body, at=HAND.places[name], css=f"mine {letter}", hint=element_words(name, held))


def element_words(name: str, held: int) -> str:
    """An element in a rack: its size, and how many of it there are."""
    return _element_words(name, held, language())


@cache
def _element_words(name: str, held: int, spoken: str) -> str:
    squares = plural("{number} square", "{number} squares", DRAWINGS[name].count("#"))
    return _("{element}: {squares}, {held} left", element=name, squares=squares, held=held)


@kept(4096, by=lambda seat, k: (seat.rack, seat.lost, k))
def _strip(seat: Seat, k: int) -> Panel:
    """What a seat has left, small."""
    parts = [_strip_part(k, name, held) for name, held in seat.rack.items()]
    parts += [_lost_part(f"lost:{k}:{name}", STRIP, name) for name in seat.lost]
    return Panel((-1, -1, STRIP.wide + 2, STRIP.high + 2), dict(parts), ground=STRIP.empty)


@cache
def _strip_part(k: int, name: str, held: int) -> Part:
    key = f"left:{k}:{name}"
    body = art.small(name, STRIP.pitch, held)
    hint = f"{name} ×{held}" if held > 1 else name
    return key, keyed(key, body, at=STRIP.places[name], css=f"rack {SEAT_LETTERS[k]}", hint=hint)


@cache
def _lost_part(key: str, rack: Rack, name: str) -> Part:
    return key, keyed(key, art.crossed_out(name, rack.pitch), at=rack.places[name])


def _points(data: FormaView) -> Panel:
    """Points by the five ways and what is left over, a column for each seat (M18)."""
    columns = [_column(data, k) for k in range(len(data.seats))]
    return Panel(POINTS_BOX, Layers(columns), heading=_("Points"), ground=_points_ground(language()))


@cache
def _points_ground(spoken: str) -> str:
    """What each line tells."""
    labels = "".join(
        text(2, (line + 2) * LINE, words.way_name(way), "label") for line, way in enumerate(WAYS)
    )
    return f'{labels}<path class="grid" d="M0 {number(7.4 * LINE)}H{number(POINTS_WIDE)}"/>'


def _column_value(data: FormaView, k: int) -> object:
    viewer = viewer_unless_named(data.viewer)
    return k, k == viewer, len(data.seats), data.phase == "over", data.seats[k].points


@kept(16384, by=_column_value)
def _column(data: FormaView, k: int) -> Layer:
    """A seat's points, one below the other, and their sum; what is left over counts only in the end."""
    step, points = 40.0 if len(data.seats) == 4 else 60.0, list(data.seats[k].points.values())
    x = POINTS_WIDE - 6 - step * (len(data.seats) - 1 - k)
    body = "".join(_figures(x, points if data.phase == "over" else points[:-1]))
    if data.phase != "over":
        body += text(x, (len(points) + 1) * LINE, f"({data.seats[k].left_over})", "figure none")
    total = text(x, 8.4 * LINE, with_minus(words.earned(data, data.seats[k])), "total")
    mark = piece(SEAT_LETTERS[k], x - 9, 10, 7)
    key = f"points:{k}"
    hint = words.seat_name(data, k)
    return Layer({key: keyed(key, f"{mark}{body}{total}", css=SEAT_LETTERS[k], hint=hint)})


def _figures(x: float, points: list[int]) -> Iterator[str]:
    for line, one in enumerate(points):
        yield text(x, (line + 2) * LINE, with_minus(one), "figure" if one else "figure none")


# In words


def holds(data: FormaView, seat: int, /) -> str:
    """The elements still in the rack."""
    return _holds(sum(data.seats[seat].rack.values()), language())


@cache
def _holds(elements: int, spoken: str) -> str:
    return plural("{number} element", "{number} elements", elements)
