"""A table of Forma for a terminal: the board, then the seats with their points and racks.

Two columns per square. An element shows its seat's letter, and a second one towards a neighbour square of
the same piece, so that pieces stay apart without colour too; the last move is in small letters:

    GGGG G       an I3 and an I1 of green
    (G)          a marker of green          ▒▒  an obstacle       ▒G  the same with green's marker
    /\\           the tower                  ·   an empty square
"""

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ludotheque.drawing.palette import COLOURS
from ludotheque.games.forma import words
from ludotheque.games.forma.elements import SIDE
from ludotheque.games.forma.language import _
from ludotheque.games.forma.notation import FILES
from ludotheque.games.forma.view import FormaView, Square
from ludotheque.games.forma.words import SEAT_LETTERS, prompt

__all__ = ["draw", "prompt"]

_FACE = {
    letter: Style(bold=True, color="black" if letter == "Y" else "white", bgcolor=colour.fill)
    for letter, colour in COLOURS.items()
}
_GLOW = {letter: style + Style(underline=True) for letter, style in _FACE.items()}
_QUIET = Style(dim=True)
_STONE = Style(color="#f3efe6", bgcolor="#7d7a74")
_TOWER = Style(bold=True, color="black", bgcolor="white")

Cell = tuple[str, Style]


def draw(data: FormaView, /) -> RenderableType:
    """The table as a rich renderable; legible without colour too."""
    return Group(_board(data), _legend(data), Text(), _seats(data), Text(), *_racks(data))


def _board(data: FormaView) -> Text:
    cells = _cells(data)
    files = "".join(f"{letter} " for letter in FILES)
    text = Text(f"    {files}\n", style=_QUIET, no_wrap=True, overflow="crop")
    for y in reversed(range(SIDE)):
        text.append(f"{y + 1:>3} ", _QUIET)
        for x in range(SIDE):
            text.append(*cells.get((x, y), ("· ", _QUIET)))
        text.append(f" {y + 1}\n", _QUIET)
    text.append(f"    {files}", _QUIET)
    return text


def _cells(data: FormaView) -> dict[Square, Cell]:
    """What stands on each square that is not empty: two characters and their style."""
    glowing = {square for seat in data.seats for bridge in seat.bridges for square in bridge}
    cells: dict[Square, Cell] = {}
    for piece in data.pieces:
        letter = SEAT_LETTERS[piece.seat]
        for x, y in piece.squares:
            style = (_GLOW if (x, y) in glowing else _FACE)[letter]
            mark = letter.lower() if (x, y) in data.last_squares else letter
            cells[x, y] = (mark * 2 if (x + 1, y) in piece.squares else f"{mark} ", style)
    for square, owner in data.holes.items():
        cells[square] = (f"({SEAT_LETTERS[owner]}", _FACE[SEAT_LETTERS[owner]])
    for square, closed_by in data.obstacles.items():
        cells[square] = ("▒▒" if closed_by is None else f"▒{SEAT_LETTERS[closed_by]}", _STONE)
    if data.tower:
        cells[data.tower] = ("/\\", _TOWER)
    return cells


def _legend(data: FormaView) -> Text:
    signs = [_("(G marker"), _("▒▒ obstacle"), _("▒G closed"), _("/\\ tower")]
    if any(seat.bridges for seat in data.seats):
        signs.append(_("underlined: bridges"))
    if data.last:
        signs.append(_("last move: {move} by seat {seat}", move=data.last, seat=data.last_by))
    return Text("   ".join(signs), style="dim")


def _seats(data: FormaView) -> Table:
    """Points by the five ways; an arrow at whose turn it is."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
    for heading in ("", _("seat"), ""):
        table.add_column(heading)
    for heading, _points in words.ways(data.seats[0]):
        table.add_column(heading, justify="right")
    table.add_column(_("points"), justify="right")
    for k, seat in enumerate(data.seats):
        sign = "▶" if k == data.turn else "★" if k in data.winners else ""
        number = _("{seat} (you)", seat=k) if k == data.viewer else str(k)
        points = [str(points) if points else "·" for _way, points in words.ways(seat)]
        table.add_row(sign, number, _seat_name(k), *points, Text(str(seat.score), style="bold"))
    return table


def _seat_name(seat: int) -> Text:
    letter = SEAT_LETTERS[seat]
    colour = COLOURS[letter]
    return Text(f"{letter} {colour.glyph} {words.colour_name(seat)}", style=Style(color=colour.fill))


def _racks(data: FormaView) -> list[Text]:
    """What each seat has left, by size, and what it lost by eye."""
    racks = []
    for k, seat in enumerate(data.seats):
        left = " ".join(f"{name}×{n}" if n > 1 else name for name, n in seat.rack.items())
        lost = " ".join(f"{name}×{n}" if n > 1 else name for name, n in seat.lost.items())
        text = Text(f"{SEAT_LETTERS[k]} ", style=Style(color=COLOURS[SEAT_LETTERS[k]].fill, bold=True))
        text.append(_("has {elements}", elements=left) if left else _("has nothing"), Style(bold=False))
        if lost:
            text.append(_("; lost by eye: {elements}", elements=lost), Style(bold=False, dim=True))
        racks.append(text)
    return racks
