"""A table of Feurio! as SVG, drawn from a view: it can show no more than that view knows.

The frame stays the same for the whole game; the forest is fitted into its left part and the seats, the
goal, the stack and the hand stand on the right. Each part that can change is one function here:

    prompt           what to do now, in a line
    spot:2,0         a hottest spot         tile:2,0    a tile with its men
    areas            what joins men of a colour, and what that is worth
    seat:0           a player               goal:G      a colour's progress (F26)
    stack, hand      tiles to come, and the one drawn
"""

from collections.abc import Iterator
from functools import cache

from ludotheque.core.palette import COLOURS
from ludotheque.core.svg import document, keyed, mark, number, piece, text
from ludotheque.games.feurio import art, words
from ludotheque.games.feurio.notation import COLOUR_LETTERS
from ludotheque.games.feurio.rules import HELPERS, MEN_OF_A_COLOUR, SPACES
from ludotheque.games.feurio.style import CSS
from ludotheque.games.feurio.view import Area, Cell, FeurioView, Seat, Tile
from ludotheque.games.feurio.words import Progress, place

SIZE = (1080, 720)
FOREST = (20.0, 56.0, 800.0, 700.0)  # left, top, right, bottom of the room for the forest
PANEL = 828.0  # left edge of the column for the seats
PANEL_WIDTH = 232.0
CLOSEST = 1.35  # how much a small forest is enlarged at most

MAN = 10.0  # a man's radius on a tile
SPACE = 13.0  # a space's
SPACES_Y = 17.0
SPACES_X = {1: (0.0,), 2: (-15.0, 15.0), 3: (-28.5, 0.0, 28.5)}
TAGS = ((36.0, -25.0), (-36.0, -25.0), (0.0, -45.0))  # an area's worth on a tile; three men, three areas
# Where each colour's hose crosses a side (east, north-east, north-west), off its middle: away from the
# spaces, and from the coordinates in the lower corner of the upper tile.
HOSES = ((-14.0, -5.5, 3.0, 11.5), (1.0, -7.0, -15.0, -23.0), (-1.0, 7.0, 15.0, 23.0))

_CONTOURS = art.contour_lines()


def draw(data: FeurioView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    forest = "".join(forest_parts(data))
    body = (
        f'<path class="contours" transform="translate(410 378)" d="{_CONTOURS}"/>'
        f"{prompt_part(data)}"
        f'<g data-key="forest" class="forest" transform="{fit(data)}">{forest}</g>'
        f"{''.join(panel_parts(data))}"
    )
    return document("feurio", body, size=SIZE, title="Feurio!", desc=describe(data), css=CSS, theme=theme)


def describe(data: FeurioView) -> str:
    """The table in words, for those who do not see it."""
    lines = [words.prompt(data), f"{len(data.tiles)} tiles lie, {data.stack_left} are to come."]
    if data.hottest:
        lines.append(f"Hottest, with {data.heat}: {'; '.join(map(place, data.hottest))}.")
    lines += [words.tile_words(data, tile, []) for tile in data.tiles]
    lines += [words.area_words(area) for area in data.areas if data.mode == "versus"]
    return "\n".join(lines)


# The forest


def fit(data: FeurioView) -> str:
    """The transform that brings all tiles and spots into the room for the forest."""
    middles = [art.centre(cell) for cell in (*(tile.cell for tile in data.tiles), *data.hottest)]
    left, right = min(x for x, _ in middles) - art.ACROSS / 2, max(x for x, _ in middles) + art.ACROSS / 2
    top, bottom = min(y for _, y in middles) - art.PITCH, max(y for _, y in middles) + art.PITCH
    x0, y0, x1, y1 = FOREST
    scale = min(CLOSEST, (x1 - x0) / (right - left), (y1 - y0) / (bottom - top))
    across = (x0 + x1) / 2 - scale * (left + right) / 2
    down = (y0 + y1) / 2 - scale * (top + bottom) / 2
    return f"translate({number(across)} {number(down)}) scale({scale:.3f})"


def forest_parts(data: FeurioView) -> Iterator[str]:
    """Spots, tiles and areas, lowest first."""
    occupied = {tile.cell for tile in data.tiles}
    areas_at: dict[Cell, list[Area]] = {}
    for area in data.areas:
        for cell in area.cells:
            areas_at.setdefault(cell, []).append(area)
    for cell in data.hottest:
        yield spot_part(cell, data.heat)
    for tile in sorted(data.tiles, key=lambda tile: tile.cell[::-1]):  # a lower row hides no edge above it
        yield tile_part(data, tile, occupied, areas_at.get(tile.cell, []))
    yield areas_part(data)


def spot_part(cell: Cell, heat: int) -> str:
    """A cell where the next tile may go, with the sum around it (F11)."""
    content = (
        f'<path class="glow" d="{art.SPOT}"/><path class="dashes" d="{art.SPOT}"/>'
        f'<path class="flame" transform="translate(0 -27)" d="{art.FLAME}"/>'
        f"{text(0, 19, heat, 'sum')}{text(0, 38, place(cell), 'place')}"
    )
    hint = f"{place(cell)}: a hottest spot, the tiles around it add up to {heat}."
    return keyed(f"spot:{place(cell)}", content, at=art.centre(cell), css="spot", hint=hint)


def tile_part(data: FeurioView, tile: Tile, occupied: set[Cell], areas: list[Area]) -> str:
    """A tile with its spaces and men, or a firebreak."""
    content = _firebreak(data, tile) if tile.is_firebreak else _burning(tile, occupied)
    css = "tile back" if tile.is_firebreak else f"tile v{tile.value}"
    hint = words.tile_words(data, tile, areas)
    return keyed(f"tile:{place(tile.cell)}", content, at=art.centre(tile.cell), css=css, hint=hint)


def _burning(tile: Tile, occupied: set[Cell]) -> str:
    return (
        f"{face(tile.value)}{_notches(tile.cell, occupied)}{_spaces(tile)}"
        f"{text(0, 45, place(tile.cell), 'place')}"
    )


def face(value: int | None) -> str:
    """A tile's face with its number; its back if the value is not known."""
    if value is None:
        return art.BACK
    return f"{art.FACES[value]}{text(0, -3, value, 'value')}"


def _notches(cell: Cell, occupied: set[Cell]) -> str:
    q, r = cell
    free = [k for k, (dq, dr) in enumerate(art.DIRECTIONS) if (q + dq, r + dr) not in occupied]
    return f'<path class="notch" d="{"".join(art.NOTCHES[k] for k in free)}"/>' if free else ""


def _spaces(tile: Tile) -> str:
    places = SPACES_X[tile.spaces]
    men = (piece(letter, x, SPACES_Y - 1, MAN) for letter, x in zip(tile.men, places, strict=False))
    return _SPACES[tile.spaces] + "".join(men)


def _empty(spaces: int) -> str:
    return "".join(
        f'<circle class="space" cx="{number(x)}" cy="{number(SPACES_Y)}" r="{number(SPACE)}"/>'
        for x in SPACES_X[spaces]
    )


_SPACES = {spaces: _empty(spaces) for spaces in SPACES_X}


def _firebreak(data: FeurioView, tile: Tile) -> str:
    """Its back, the colours of its owner, and its value on a larger plate for who knows it (F23)."""
    owner = data.seats[tile.owner].colours if tile.owner is not None else ""
    top, height = (-34, 58) if tile.value else (-20, 36)
    known = text(0, 17, tile.value, "known") if tile.value else ""
    plate = f'<rect class="plate" x="-25" y="{top}" width="50" height="{height}" rx="10"/>'
    marks = "".join(
        mark(letter, x, top + 18, 9) for letter, x in zip(owner, _spread(len(owner), 22), strict=True)
    )
    return f"{art.BACK}{plate}{marks}{known}{text(0, 45, place(tile.cell), 'place')}"


def _spread(number_of: int, step: float) -> list[float]:
    return [(k - (number_of - 1) / 2) * step for k in range(number_of)]


def areas_part(data: FeurioView) -> str:
    """Hoses between men of a colour on neighbouring tiles (F18), and what each area is worth (F19)."""
    hoses = "".join(_hose(area.colour, *ends) for area in data.areas for ends in _joined(area))
    return keyed("areas", hoses + (_tags(data) if data.mode == "versus" else ""), css="areas")


def _joined(area: Area) -> Iterator[tuple[Cell, int]]:
    """Each side that two tiles of the area share, once: a tile and the direction to the other."""
    cells = set(area.cells)
    for q, r in area.cells:
        for k in range(3):
            dq, dr = art.DIRECTIONS[k]
            if (q + dq, r + dr) in cells:
                yield (q, r), k


def _hose(letter: str, cell: Cell, k: int) -> str:
    """A short bar across a side; each colour crosses at its own place, so that all four can."""
    x, y = art.centre(cell)
    dx, dy = art.centre(art.DIRECTIONS[k])
    aside = HOSES[k][COLOUR_LETTERS.index(letter)] / art.ACROSS
    x, y = x + dx / 2 - dy * aside, y + dy / 2 + dx * aside
    reach = 12 / art.ACROSS
    start = f"{number(x - dx * reach)} {number(y - dy * reach)}"
    d = f"M{start}L{number(x + dx * reach)} {number(y + dy * reach)}"
    return f'<path class="hose-edge {letter}" d="{d}"/><path class="hose {letter}" d="{d}"/>'


def _tags(data: FeurioView) -> str:
    taken: dict[Cell, int] = {}
    tiles = {tile.cell: tile for tile in data.tiles}
    tags = []
    for area in data.areas:
        cell = _anchor(area, tiles)
        nth = taken.get(cell, 0)
        taken[cell] = nth + 1
        x, y = art.centre(cell)
        tags.append(_tag(area, x + TAGS[nth][0], y + TAGS[nth][1]))
    return "".join(tags)


def _anchor(area: Area, tiles: dict[Cell, Tile]) -> Cell:
    """The tile that sets the divisor carries the worth; without one, the first tile."""
    deciding = [c for c in area.cells if tiles[c].free_sides and tiles[c].value == area.divisor]
    return min(deciding or area.cells, key=lambda cell: cell[::-1])


def _tag(area: Area, x: float, y: float) -> str:
    width = 34 if area.worth < 10 else 45
    return (
        f'<g class="tag" transform="translate({number(x)} {number(y)})">'
        f'<rect class="{area.colour}" x="{number(-width / 2)}" y="-10" width="{width}" height="20" rx="10"/>'
        f"{mark(area.colour, 11 - width / 2, 0, 5.5)}{text(width / 2 - 6, 5.5, area.worth, 'worth')}</g>"
    )


# The column at the right


def prompt_part(data: FeurioView) -> str:
    """What to do now, in a line, beside the colours of whose turn it is."""
    seats = (data.turn,) if data.turn >= 0 else data.winners
    letters = "".join(data.seats[seat].colours for seat in seats)
    marks = "".join(mark(letter, 30 + 22 * k, 30, 8) for k, letter in enumerate(letters))
    x = 24 + 22 * len(letters)
    return keyed("prompt", marks + text(x, 36, words.prompt(data), "prompt"))


def panel_parts(data: FeurioView) -> Iterator[str]:
    """Seats from the top, the goal under them, stack and hand at the bottom."""
    y = 20.0
    for k, seat in enumerate(data.seats):
        yield seat_part(data, k, y)
        y += seat_height(seat) + 8
    if data.mode != "versus":
        yield text(PANEL + 14, y + 14, "12 men · one area · water", "quiet")
        for row, of_colour in enumerate(words.progress(data)):
            yield goal_part(of_colour, y + 24 + 42 * row)
    yield stack_part(data)
    yield hand_part(data)


def seat_height(seat: Seat) -> float:
    """The room a seat takes, the same for the whole game."""
    return 44 + 22.0 * len(seat.reserve)


def seat_part(data: FeurioView, k: int, y: float) -> str:
    """A player: colours, points, the men left at the station, and whether it is their turn."""
    seat = data.seats[k]
    state = " on-turn" if k == data.turn else " winner" if k in data.winners else ""
    height = seat_height(seat)
    back = f'<rect class="card" width="{number(PANEL_WIDTH)}" height="{number(height)}" rx="8"/>'
    racks = "".join(
        rack(letter, men, 40 + 22 * row, HELPERS if letter not in seat.colours else MEN_OF_A_COLOUR)
        for row, (letter, men) in enumerate(seat.reserve.items())
    )
    return keyed(f"seat:{k}", back + _name(data, k) + racks, at=(PANEL, y), css=f"seat{state}")


def _name(data: FeurioView, k: int) -> str:
    seat = data.seats[k]
    name = "You" if k == data.viewer else " + ".join(COLOURS[letter].name for letter in seat.colours)
    marks = "".join(mark(letter, 20 + 21 * j, 22, 7.5) for j, letter in enumerate(seat.colours))
    title = text(14 + 21 * len(seat.colours), 28, name, "name")
    score = text(PANEL_WIDTH - 14, 30, seat.score, "score") if data.mode == "versus" else ""
    star = f'<path class="star" d="{art.STAR}" transform="translate(2 2)"/>' if k in data.winners else ""
    return marks + title + star + score


@cache
def rack(letter: str, men: int, y: float, most: int) -> str:
    """The men of a colour still at the station, standing in a row, and how many."""
    pieces = "".join(
        piece(letter, 20 + 15.5 * k, y + 8, 5.6) if k < men else mark(letter, 20 + 15.5 * k, y + 8, 5, "gone")
        for k in range(most)
    )
    return pieces + text(PANEL_WIDTH - 14, y + 13, men, "count")


def goal_part(row: Progress, y: float) -> str:
    """A colour on its way to the goal: men placed, in one area, at the water (F26)."""
    areas = "no area" if row.areas == 0 else "one area" if row.areas == 1 else f"{row.areas} areas"
    content = (
        mark(row.colour, 20, 12, 7)
        + text(36, 17, f"{row.placed} of {MEN_OF_A_COLOUR}", "good")
        + bar(row)
        + text(112, 17, areas, "good" if row.areas == 1 else "quiet")
        + text(180, 17, "water" if row.reaches_water else "dry", "wet" if row.reaches_water else "quiet")
    )
    return keyed(f"goal:{row.colour}", content, at=(PANEL, y), css="goal")


def bar(row: Progress) -> str:
    """How many men are placed, as a bar."""
    full = PANEL_WIDTH - 28
    filled = full * row.placed / MEN_OF_A_COLOUR
    return (
        f'<rect class="trough" x="14" y="25" width="{number(full)}" height="6" rx="3"/>'
        f'<rect class="filled {row.colour}" x="14" y="25" width="{number(filled)}" height="6" rx="3"/>'
    )


def stack_part(data: FeurioView) -> str:
    """The tiles still to be drawn, face down."""
    left = data.stack_left - (data.phase == "lay")
    pile = "".join(
        f'<g class="tile back" transform="translate(0 {number(-4.5 * k)})">{art.BACK}</g>'
        for k in range((left + 5) // 6)
    )
    label = text(0, 84, f"{left} to come", "label") if left else ""
    return keyed("stack", pile + label, at=(PANEL + 58, 608))


def hand_part(data: FeurioView) -> str:
    """The tile just drawn: its face for those who may know it, else its back (F23)."""
    if data.phase != "lay":
        return keyed("hand", "")
    css = f"tile v{data.drawn}" if data.drawn else "tile back"
    spaces = _SPACES[int(SPACES[data.drawn])] if data.drawn else ""
    tile = f'<g class="{css}">{face(data.drawn)}{spaces}</g>'
    return keyed("hand", tile + text(0, 84, "drawn", "label"), at=(PANEL + 174, 608), css="hand")
