"""Pictures for the pages of rules: all elements, and parts of positions that real moves lead to."""

from ludotheque.core.page import Panel
from ludotheque.drawing.examples import Example
from ludotheque.drawing.panels import fit
from ludotheque.drawing.svg import document, number, text
from ludotheque.games.forma import DEFINITION
from ludotheque.games.forma.elements import ELEMENTS
from ludotheque.games.forma.language import _
from ludotheque.games.forma.notation import square_number
from ludotheque.games.forma.page import art
from ludotheque.games.forma.page.art import CSS, PITCH, Rack
from ludotheque.games.forma.page.board import GRID, corner, parts
from ludotheque.games.forma.view import PLACES

MARGIN = 8.0
GALLERY = Rack(22.0, 700.0, 30.0)


def _example(set_up: str, moves: str = "") -> Example:
    """A game of two: a set-up ("obstacle c3; tower j10"), then the moves of green and blue by turns."""
    return Example(DEFINITION, {"players": 2}, {}, (*set_up.split("; "), *moves.split()))


SET_UP = _example(
    "obstacle c4; obstacle f7; obstacle d12; obstacle c17; obstacle h15; obstacle k3; obstacle n6; "
    "obstacle q3; obstacle p9; obstacle r13; obstacle m17; obstacle q18; tower j10"
)
HOLE = _example("tower r18", "d4+d5+d6+e4+f4 i3+i4+i5+j3+k3 j5+k5+l4+l5 e6+f6+g6 f5+g5")
OBSTACLE = _example(
    "obstacle d4; obstacle a8; obstacle g7; tower r18",
    "c3+c4+c5+d3+e3 g8+h8 f6+f7+g6 p2+p3 d5+e4+e5 p5+p6+p7 a7+a9+b7+b8+b9",
)
TOWER = _example("tower j10", "i9+i10+i11 j11+k11 k9+k10 j8+j9+k8")
BRIDGE_MOVES = (
    "a10+b10+c10+d10+e10 c12+d12+e12 f10+g10+h10+i10+j10 j12+j13+k12+k13 k10+l10+m10+n10+n11 p9+q8+q9+r8"
    " o11+p11+q11+r11+r12 c7+c8+d7+d8 s12+t12"
)
BRIDGE = _example("tower l14", BRIDGE_MOVES)
CROSSING = _example(
    "tower p18",
    BRIDGE_MOVES + " l7+m6+m7+n7 g1+g2+g3+g4 o14+o15+o16+p14+q14 g5+g6+g7+g8 b16+c15+c16+c17+d16 g9"
    " j3+j4+k3+k4+k5 g11+g12+g13 p4+q4+r4+s4 g14+g15+g16 k17+l16+l17+l18+m17 g17+g18 c3+d3+e3+e4 g19"
    " r16+r17+s17 g20",
)


def illustrations() -> dict[str, str]:
    """SVG documents by name, in the language spoken now."""
    return {
        "elements": _gallery(_("The elements of one colour")),
        "set-up": _whole(SET_UP, _("A board set up: twelve obstacles and the tower")),
        "hole": _part(HOLE, "c2", "m8", _("A hole, and two squares that are none")),
        "obstacle": _part(OBSTACLE, "a1", "i10", _("Two obstacles closed, and one that nobody can close")),
        "bridge": _part(BRIDGE, "a6", "t15", _("A bridge from west to east")),
        "crossing": _whole(CROSSING, _("Two bridges that cross in one square")),
        "tower": _part(TOWER, "f6", "n13", _("The tower, closed by blue")),
    }


def _whole(example: Example, title: str) -> str:
    return _part(example, "a1", "t20", title, scale=0.7)


def _part(example: Example, south_west: str, north_east: str, title: str, scale: float = 1.0) -> str:
    """The board from one square to another."""
    left, bottom = corner(PLACES[square_number(south_west)])
    right, top = corner(PLACES[square_number(north_east)])
    wide, high = right + PITCH - left + 2 * MARGIN, bottom + PITCH - top + 2 * MARGIN
    panel = Panel((left - MARGIN, top - MARGIN, wide, high), parts(example.data()), ground=GRID)
    return _document(fit(panel, (0, 0, wide * scale, high * scale)), wide * scale, high * scale, title)


def _gallery(title: str) -> str:
    """Every element of a colour, with its name."""
    body = []
    for name in ELEMENTS:
        x, y = GALLERY.places[name]
        middle, under = art.width(name) * GALLERY.pitch / 2, art.height(name) * GALLERY.pitch + 16
        drawn = art.element(art.lying(name), "G", GALLERY.pitch)
        body.append(
            f'<g class="G" transform="translate({number(x + 20)} {number(y + 12)})">'
            f"{drawn}{text(middle, under, name, 'axis')}</g>"
        )
    return _document("".join(body), GALLERY.wide + 40, GALLERY.high + 40, title)


def _document(body: str, wide: float, high: float, title: str) -> str:
    size = (round(wide), round(high))
    return document("forma", body, size=size, title=title, desc=title, css=CSS, theme="auto")
