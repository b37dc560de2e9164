"""A table of Feurio! as SVG, drawn from a view: it can show no more than that view knows.

The frame stays the same for the whole game; the forest (see forest.py) is fitted into its left part and the
seats, the goal, the stack and the hand stand on the right. Each part that can change is one function here:

    prompt           what to do now, in a line
    seat:0           a player               goal:G      a colour's progress (F26)
    stack, hand      tiles to come, and the one drawn
"""

from collections.abc import Iterator
from functools import cache

from ludotheque.drawing.svg import document, keyed, mark, number, piece, text
from ludotheque.games.feurio import words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.page import art
from ludotheque.games.feurio.page.board import Part, area_parts, extent, face, spaces, spot_part, tile_parts
from ludotheque.games.feurio.page.style import CSS
from ludotheque.games.feurio.rules import HELPERS, MEN_OF_A_COLOUR, SPACES
from ludotheque.games.feurio.view import FeurioView, Seat
from ludotheque.games.feurio.words import Progress

SIZE = (1080, 720)
FOREST = (20.0, 56.0, 800.0, 700.0)  # left, top, right, bottom of the room for the forest
PANEL = 828.0  # left edge of the column for the seats
PANEL_WIDTH = 232.0
ROW = 22.0  # from one rack of men to the next
GOAL_ROW = 42.0
LONG = 60  # characters of a prompt that must be set smaller
CLOSEST = 1.35  # how much a small forest is enlarged at most

CONTOURS = art.contour_lines()


def draw(data: FeurioView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    body = (
        f'<path class="contours" transform="translate(410 378)" d="{CONTOURS}"/>'
        f"{prompt_part(data)[1]}"
        f'<g data-key="forest" class="forest" transform="{fit(data)}">{_joined(forest_parts(data))}</g>'
        f"{_joined(column_parts(data))}"
    )
    title = _("Feurio!")
    return document("feurio", body, size=SIZE, title=title, desc=words.described(data), css=CSS, theme=theme)


def _joined(parts: Iterator[Part]) -> str:
    return "".join(fragment for key, fragment in parts)


def fit(data: FeurioView) -> str:
    """The transform that brings all tiles and spots into the room for the forest."""
    left, top, right, bottom = extent((*(tile.cell for tile in data.tiles), *data.hottest))
    x0, y0, x1, y1 = FOREST
    scale = min(CLOSEST, (x1 - x0) / (right - left), (y1 - y0) / (bottom - top))
    across = (x0 + x1) / 2 - scale * (left + right) / 2
    down = (y0 + y1) / 2 - scale * (top + bottom) / 2
    return f"translate({number(across)} {number(down)}) scale({scale:.3f})"


def forest_parts(data: FeurioView) -> Iterator[Part]:
    """Spots, tiles and areas, lowest first."""
    for cell in data.hottest:
        yield spot_part(cell, data.heat)
    yield from tile_parts(data)
    yield from area_parts(data)


# The column at the right


def prompt_part(data: FeurioView) -> Part:
    """What to do now, in a line, beside the colours of whose turn it is."""
    seats = (data.turn,) if data.turn >= 0 else data.winners
    letters = "".join(data.seats[seat].colours for seat in seats)
    marks = "".join(mark(letter, 30 + 22 * k, 30, 8) for k, letter in enumerate(letters))
    words_now = words.prompt(data)
    css = "prompt long" if len(words_now) > LONG else "prompt"
    return "prompt", keyed("prompt", marks + text(24 + 22 * len(letters), 36, words_now, css))


def column_parts(data: FeurioView) -> Iterator[Part]:
    """Seats from the top, the goal under them, stack and hand at the bottom."""
    y = 20.0
    for k, seat in enumerate(data.seats):
        yield seat_part(data, k, y)
        y += seat_height(seat) + 8
    if data.mode != "versus":
        yield "goal", keyed("goal", text(14, 14, goal_words(), "quiet"), at=(PANEL, y))
        yield from goal_parts(data, PANEL, y + 24)
    yield stack_part(data, (PANEL + 58, 608))
    yield hand_part(data, (PANEL + 174, 608))


def seat_height(seat: Seat) -> float:
    """The room a seat takes, the same for the whole game."""
    return 44 + ROW * len(seat.reserve)


def seat_part(data: FeurioView, k: int, y: float) -> Part:
    """A player: colours, points, the men left at the station, and whether it is their turn."""
    seat = data.seats[k]
    state = " on-turn" if k == data.turn else " winner" if k in data.winners else ""
    height = seat_height(seat)
    back = f'<rect class="card" width="{number(PANEL_WIDTH)}" height="{number(height)}" rx="8"/>'
    content = back + _name(data, k) + racks(seat, 40)
    return f"seat:{k}", keyed(f"seat:{k}", content, at=(PANEL, y), css=f"seat{state}")


def _name(data: FeurioView, k: int) -> str:
    seat = data.seats[k]
    name = _("You") if k == data.viewer else " + ".join(map(words.colour_name, seat.colours))
    marks = "".join(mark(letter, 20 + 21 * j, 22, 7.5) for j, letter in enumerate(seat.colours))
    title = text(14 + 21 * len(seat.colours), 28, name, "name")
    score = text(PANEL_WIDTH - 14, 30, seat.score, "score") if data.mode == "versus" else ""
    star = f'<path class="star" d="{art.STAR}" transform="translate(2 2)"/>' if k in data.winners else ""
    return marks + title + star + score


def racks(seat: Seat, y: float) -> str:
    """The men a seat has left, a row for each colour; helpers have a shorter one."""
    return "".join(
        rack(letter, men, y + ROW * row, HELPERS if letter not in seat.colours else MEN_OF_A_COLOUR)
        for row, (letter, men) in enumerate(seat.reserve.items())
    )


@cache
def rack(letter: str, men: int, y: float, most: int) -> str:
    """The men of a colour still at the station, standing in a row, and how many."""
    pieces = "".join(
        piece(letter, 20 + 15.5 * k, y + 8, 5.6) if k < men else mark(letter, 20 + 15.5 * k, y + 8, 5, "gone")
        for k in range(most)
    )
    return pieces + text(PANEL_WIDTH - 14, y + 13, men, "count")


def goal_words() -> str:
    """What each colour must come to (F26), in a line."""
    return _("12 men · one area · water")


def goal_parts(data: FeurioView, x: float, y: float) -> Iterator[Part]:
    """The colours on their way to the goal, one under the other."""
    for row, of_colour in enumerate(words.progress(data)):
        yield goal_part(of_colour, (x, y + GOAL_ROW * row))


def goal_part(row: Progress, at: tuple[float, float]) -> Part:
    """A colour on its way to the goal: men placed, in one area, at the water (F26)."""
    water = _("water") if row.reaches_water else _("dry")
    content = (
        mark(row.colour, 20, 12, 7)
        + text(36, 17, f"{row.placed}/{MEN_OF_A_COLOUR}", "good")
        + bar(row)
        + text(122, 17, words.areas_words(row.areas), f"{'good' if row.areas == 1 else 'quiet'} middle")
        + text(PANEL_WIDTH - 14, 17, water, "wet" if row.reaches_water else "quiet end")
    )
    return f"goal:{row.colour}", keyed(f"goal:{row.colour}", content, at=at, css="goal")


def bar(row: Progress) -> str:
    """How many men are placed, as a bar."""
    full = PANEL_WIDTH - 28
    filled = full * row.placed / MEN_OF_A_COLOUR
    return (
        f'<rect class="trough" x="14" y="25" width="{number(full)}" height="6" rx="3"/>'
        f'<rect class="filled {row.colour}" x="14" y="25" width="{number(filled)}" height="6" rx="3"/>'
    )


def stack_part(data: FeurioView, at: tuple[float, float]) -> Part:
    """The tiles still to be drawn, face down."""
    left = data.stack_left - (data.phase == "lay")
    pile = "".join(
        f'<g class="tile back" transform="translate(0 {number(-4.5 * k)})">{art.BACK}</g>'
        for k in range((left + 5) // 6)
    )
    label = text(0, 84, _("{left} to come", left=left), "label") if left else ""
    return "stack", keyed("stack", pile + label, at=at)


def hand_part(data: FeurioView, at: tuple[float, float]) -> Part:
    """The tile just drawn: its face for those who may know it, else its back (F23)."""
    if data.phase != "lay":
        return "hand", keyed("hand", "")
    css = f"tile v{data.drawn}" if data.drawn else "tile back"
    places = spaces(int(SPACES[data.drawn])) if data.drawn else ""
    tile = f'<g class="{css}">{face(data.drawn)}{places}</g>'
    return "hand", keyed("hand", tile + text(0, 84, _("drawn"), "label"), at=at, css="hand")
