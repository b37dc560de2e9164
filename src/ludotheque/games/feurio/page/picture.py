"""A table of Feurio! as one SVG, drawn from a view: it can show no more than that view knows.

The frame stays the same for the whole game; the forest (see board.py) is fitted into its left part and the
seats, the goal, the stack and the tile drawn stand on the right. What is a part here only:

    prompt    what to do now, in a line
    seat:0    a player: colours, points and men
"""

from collections.abc import Iterator

from ludotheque.core.page import Panel
from ludotheque.drawing.panels import fit, placed
from ludotheque.drawing.svg import document, keyed, mark, number, text
from ludotheque.games.feurio import words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.page import art
from ludotheque.games.feurio.page.board import extent, forest_parts
from ludotheque.games.feurio.page.panels import ROW, WIDTH, drawn_part, goal, racks, stack_part
from ludotheque.games.feurio.view import FeurioView, Seat

SIZE = (1080, 720)
FOREST = (20.0, 56.0, 780.0, 644.0)  # left, top, width, height of the room for the forest
COLUMN = 828.0  # left edge of the column for the seats
LONG = 60  # characters of a prompt that must be set smaller
CLOSEST = 1.35  # how much a small forest is enlarged at most


def picture(data: FeurioView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    body = (
        f'<path class="contours" transform="translate(410 378)" d="{art.CONTOURS}"/>'
        f"{_prompt(data)}{fit(_forest(data), FOREST, largest=CLOSEST)}{''.join(_column(data))}"
    )
    title, desc = _("Feurio!"), words.describe(data)
    return document("feurio", body, size=SIZE, title=title, desc=desc, css=art.CSS, theme=theme)


def _prompt(data: FeurioView) -> str:
    """What to do now, in a line, beside the colours of whose turn it is."""
    seats = (data.turn,) if data.turn >= 0 else data.winners
    letters = "".join(data.seats[seat].colours for seat in seats)
    marks = "".join(mark(letter, 30 + 22 * k, 30, 8) for k, letter in enumerate(letters))
    prompt = words.prompt(data)
    css = "prompt long" if len(prompt) > LONG else "prompt"
    return keyed("prompt", marks + text(24 + 22 * len(letters), 36, prompt, css))


def _forest(data: FeurioView) -> Panel:
    """The tiles and hottest spots, without a margin."""
    return Panel(extent([*(tile.cell for tile in data.tiles), *data.hottest]), dict(forest_parts(data)))


def _column(data: FeurioView) -> Iterator[str]:
    """Seats from the top, the goal under them, stack and drawn tile at the bottom."""
    y = 20.0
    for k, seat in enumerate(data.seats):
        yield _seat(data, k, y)
        y += _height(seat) + 8
    if data.mode != "versus":
        yield placed(goal(data), COLUMN, y)
    for part in (stack_part(data, (COLUMN + 58, 608)), drawn_part(data, (COLUMN + 174, 608))):
        yield part[1]


def _height(seat: Seat) -> float:
    """The room a seat takes, the same for the whole game."""
    return 44 + ROW * len(seat.reserve)


def _seat(data: FeurioView, k: int, y: float) -> str:
    """A player: colours, points, the men left at the station, and whether it is their turn."""
    seat = data.seats[k]
    state = " on-turn" if k == data.turn else " winner" if k in data.winners else ""
    back = f'<rect class="card" width="{number(WIDTH)}" height="{number(_height(seat))}" rx="8"/>'
    return keyed(f"seat:{k}", back + _name(data, k) + racks(seat, 40), at=(COLUMN, y), css=f"seat{state}")


def _name(data: FeurioView, k: int) -> str:
    seat = data.seats[k]
    name = _("You") if k == data.viewer else " + ".join(map(words.colour_name, seat.colours))
    marks = "".join(mark(letter, 20 + 21 * j, 22, 7.5) for j, letter in enumerate(seat.colours))
    title = text(14 + 21 * len(seat.colours), 28, name, "name")
    score = text(WIDTH - 14, 30, seat.score, "score") if data.mode == "versus" else ""
    star = f'<path class="star" d="{art.STAR}" transform="translate(2 2)"/>' if k in data.winners else ""
    return marks + title + star + score
