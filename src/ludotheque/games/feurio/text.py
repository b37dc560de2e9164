"""A table of Feurio! for a terminal: the forest as bricks, then the seats.

Bricks in shifted rows touch six others, as hexagons do. A brick shows a tile's value, a letter for each man
or a dot for each space left, and the coordinates to type:

    ├───────┼───────┬───┴───┐      5 GG·  a tile of 5: two green men, one space left
    │ 5 GG· │ 2 ·   ┊ hot 8 ┊      hot 8  one of the hottest spots; the tiles around it add up to 8
    │  0,0  │  1,0  ┊  2,0  ┊      ░(3)G  a firebreak laid by green; its value for whoever knows it

Nothing is told by colour alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ludotheque.drawing.palette import COLOURS
from ludotheque.games.feurio import words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.page.art import HEAT
from ludotheque.games.feurio.rules import MEN_OF_A_COLOUR
from ludotheque.games.feurio.view import Cell, FeurioView, Tile
from ludotheque.games.feurio.words import place, prompt

__all__ = ["draw", "prompt"]

WIDE, NARROW = 8, 6  # columns from a brick to the next; even, as rows shift by half
ROWS = 3  # lines from a row of bricks to the next: a wall and two lines

_INK = {
    letter: Style(bold=True, color="black" if letter == "Y" else "white", bgcolor=colour.fill)
    for letter, colour in COLOURS.items()
}
_FIRE = {value: Style(bold=True, color=digit, bgcolor=face) for value, (face, digit) in HEAT.items()}
_EARTH = Style(color="#f3e6d3", bgcolor="#6b4f35")
_SPOT = Style(bold=True, color="#d9480f")
_WALL = Style(dim=True)
_PLAIN = Style.null()


def draw(data: FeurioView, /) -> RenderableType:
    """The table as a rich renderable; legible without colour too."""
    goal: list[RenderableType] = [] if data.mode == "versus" else [_goal(data), Text()]
    return Group(Forest(data), _legend(data), Text(), _seats(data), Text(), *goal, _stack(data))


class Forest:
    """The map; its bricks become narrower, and at last the map is folded, where the terminal is small."""

    def __init__(self, data: FeurioView) -> None:
        self.data = data

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        canvas = _canvas(self.data, WIDE)
        if canvas.width > options.max_width and _short(self.data):
            canvas = _canvas(self.data, NARROW)
        for start in range(0, canvas.width, options.max_width):
            yield from canvas.lines(start, min(canvas.width, start + options.max_width))


def _short(data: FeurioView) -> bool:
    """Whether all coordinates fit narrow bricks."""
    cells = (*(tile.cell for tile in data.tiles), *data.hottest)
    return all(len(place(cell)) < NARROW for cell in cells)


# Arms of a wall at a place: up, right, down, left.
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_JOINTS = dict(zip(range(16), " ╵╶└╷│┌├╴┘─┴┐┤┬┼", strict=True))
_DASHES = {UP | DOWN: "┊", RIGHT | LEFT: "╌"}

Place = tuple[int, int]  # line, column
Character = tuple[str, Style]
Line = list[Character]


@dataclass
class Canvas:
    """Characters with their styles, and walls that join where they meet."""

    pitch: int
    ink: dict[Place, Character] = field(default_factory=dict)
    walls: dict[Place, int] = field(default_factory=dict)
    solid: set[Place] = field(default_factory=set)  # walls of tiles; those of spots alone are dashed

    def brick(self, cell: Cell, lines: Sequence[Line], *, solid: bool) -> None:
        """Put a brick with these two lines, each as wide as its inside, where the cell is."""
        top, left = self.corner(cell)
        right, bottom = left + self.pitch, top + ROWS
        for line in (top, bottom):
            for column in range(left, right):
                self._join((line, column), RIGHT, (line, column + 1), LEFT, solid)
        for column in (left, right):
            for line in range(top, bottom):
                self._join((line, column), DOWN, (line + 1, column), UP, solid)
        for down, characters in enumerate(lines, start=1):
            for across, character in enumerate(characters, start=1):
                self.ink[top + down, left + across] = character

    def corner(self, cell: Cell) -> Place:
        """The upper left corner of a cell's brick."""
        q, r = cell
        return ROWS * r, (2 * q + r) * self.pitch // 2

    def _join(self, one: Place, arm: int, other: Place, back: int, solid: bool) -> None:
        self.walls[one] = self.walls.get(one, 0) | arm
        self.walls[other] = self.walls.get(other, 0) | back
        if solid:
            self.solid |= {one, other}

    @property
    def left(self) -> int:
        """The first column in use."""
        return min(column for _, column in self.walls)

    @property
    def width(self) -> int:
        """How many columns the map takes."""
        return max(column for _, column in self.walls) - self.left + 1

    def lines(self, start: int, end: int) -> Iterator[Text]:
        """The lines of the map, from a column (counted from the left) up to another."""
        columns = range(self.left + start, self.left + end)
        top, bottom = min(line for line, _ in self.walls), max(line for line, _ in self.walls)
        for line in range(top, bottom + 1):
            text = Text(no_wrap=True, overflow="crop", end="\n")
            for column in columns:
                text.append(*self._character((line, column)))
            text.rstrip()
            yield text

    def _character(self, at: Place) -> Character:
        if at in self.ink:
            return self.ink[at]
        arms = self.walls.get(at, 0)
        if arms in _DASHES and at not in self.solid:
            return _DASHES[arms], _SPOT
        return _JOINTS[arms], _WALL if arms else _PLAIN


def _canvas(data: FeurioView, pitch: int) -> Canvas:
    canvas = Canvas(pitch)
    for tile in data.tiles:
        canvas.brick(tile.cell, _tile(data, tile, pitch - 1), solid=True)
    for cell in data.hottest:
        canvas.brick(cell, _spot(cell, data.heat, pitch - 1), solid=False)
    return canvas


def _line(words: str, width: int, style: Style, *, fill: str = " ") -> Line:
    return [(character, style) for character in words.center(width, fill)]


def _tile(data: FeurioView, tile: Tile, width: int) -> tuple[Line, Line]:
    if tile.owner is not None:
        known = f"({tile.value})" if tile.value else ""
        label = known + data.seats[tile.owner].colours
        return _line(label, width, _EARTH, fill="░"), _line(place(tile.cell), width, _EARTH)
    style = _FIRE[tile.value or 0]
    gap = " " if width > NARROW else ""
    men = tile.men + "·" * (tile.spaces - len(tile.men))
    label = f"{gap}{tile.value}{gap}{men}".ljust(width)
    return [(c, _INK.get(c, style)) for c in label], _line(place(tile.cell), width, style)


def _spot(cell: Cell, heat: int, width: int) -> tuple[Line, Line]:
    label = _("hot {heat}", heat=heat)
    label = label if len(label) <= width else label.replace(" ", "")
    return _line(label, width, _SPOT), _line(place(cell), width, _PLAIN)


# Under the map


def _legend(data: FeurioView) -> Text:
    signs = [_("5 GG· value, men, spaces left")]
    if data.hottest:
        signs.append(_("hot {heat} hottest spot", heat=data.heat))
    if any(tile.is_firebreak for tile in data.tiles):
        signs.append(_("░ firebreak, (value) if you know it"))
    return Text("   ".join(signs), style="dim")


def _seats(data: FeurioView) -> Table:
    """Each seat's colours, men left and points; an arrow at whoever is to move."""
    table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False, header_style="dim")
    for heading in ("", _("seat"), _("colours"), _("men left")):
        table.add_column(heading)
    if data.mode == "versus":
        table.add_column(_("points"), justify="right")
    for k, seat in enumerate(data.seats):
        sign = "▶" if k == data.turn else "★" if k in data.winners else ""
        number = _("{seat} (you)", seat=k) if k == data.viewer else str(k)
        men = Text("  ").join(_coloured(letter, f"{letter} {men}") for letter, men in seat.reserve.items())
        points = [str(seat.score)] if data.mode == "versus" else []
        table.add_row(sign, number, _names(seat.colours), men, *points)
    return table


def _names(letters: str) -> Text:
    named = [_coloured(c, f"{COLOURS[c].glyph} {words.colour_name(c)}") for c in letters]
    return Text("  ").join(named)


def _coloured(letter: str, words: str) -> Text:
    return Text(words, style=Style(color=COLOURS[letter].fill))


def _goal(data: FeurioView) -> Table:
    """What is still missing, colour by colour (F26)."""
    table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False, header_style="dim")
    placed = _("placed (of {all})", all=MEN_OF_A_COLOUR)
    for heading in (_("goal"), placed, _("areas (one)"), _("at the water"), ""):
        table.add_column(heading)
    for row in data.progress:
        water = _("yes") if row.reaches_water else _("no")
        done = _("done") if row.met else ""
        table.add_row(_names(row.colour), str(row.placed), str(row.areas), water, done)
    return table


def _stack(data: FeurioView) -> Text:
    """The tile in hand and those to come."""
    text = Text()
    if data.phase == "lay":
        text.append(_("Drawn: "))
        text.append(f" {data.drawn or '?'} ", _FIRE.get(data.drawn or 0, _EARTH))
        text.append("   ")
    left = data.to_come
    text.append(_("Tiles left in the stack: {left}", left=left) if left else _("No tile left in the stack"))
    return text
