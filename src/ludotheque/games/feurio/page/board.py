"""The board of Feurio!, the forest: its parts around (0, 0), as the page and the whole picture share them.

    spot:2,0    where the tile drawn may go, or the next one will
    tile:2,0    a tile with its men
    areas:G     what joins men of a colour, and what that is worth

A part is its key and its fragment. Most tiles stay as they are from move to move, so fragments are kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ludotheque.core.frozen import Identity
from ludotheque.core.page import Panel
from ludotheque.drawing.svg import keyed, mark, number, text
from ludotheque.games.feurio import words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.notation import COLOUR_LETTERS
from ludotheque.games.feurio.page import art
from ludotheque.games.feurio.view import DIRECTIONS, Area, Cell, FeurioView, Tile, neighbours
from ludotheque.games.feurio.words import place
from ludotheque.i18n.language import forgettable, kept, language

Part: TypeAlias = tuple[str, str]  # a key and the fragment under it

SPACE = 13.0  # the radius of a space for a man
TAGS = ((36.0, -25.0), (-36.0, -25.0), (0.0, -45.0))  # an area's worth on a tile; three men, three areas
# Where each colour's hose crosses a side (east, north-east, north-west), off its middle: away from the
# spaces, and from the coordinates in the lower corner of the upper tile.
HOSES = ((-14.0, -5.5, 3.0, 11.5), (1.0, -7.0, -15.0, -23.0), (-1.0, 7.0, 15.0, 23.0))
MARGIN = 14.0  # around the forest; a tile's shadow falls into it
SMALLEST = (540.0, 540.0)  # of the board: few tiles must not look gigantic; forests grow round
KEPT = 8192  # fragments
FORESTS_KEPT = 512

_GROUND = f'<path class="contours" d="{art.CONTOURS}"/>'


def board(data: FeurioView) -> Panel:
    """The forest in a box fitted to it.

    The spots for the next tile are shown as soon as one is laid, so that the board does not move between
    the two halves of a turn.
    """
    cells = (*[tile.cell for tile in data.tiles], *data.hottest, *data.coming)
    coming = [coming_part(cell, data.heat) for cell in data.coming]
    return Panel(box=box_around(cells), parts=dict([*coming, *forest_parts(data)]), ground=_GROUND)


@lru_cache(512)  # the same in all languages
def box_around(cells: tuple[Cell, ...]) -> tuple[float, float, float, float]:
    """The box that shows these cells, no smaller than SMALLEST."""
    left, top, width, height = extent(cells)
    wide, high = max(SMALLEST[0], width + 2 * MARGIN), max(SMALLEST[1], height + 2 * MARGIN)
    across, down = left + (width - wide) / 2, top + (height - high) / 2
    return round(across, 1), round(down, 1), round(wide, 1), round(high, 1)


def forest_parts(data: FeurioView) -> Iterator[Part]:
    """The hottest spots, the tiles and the areas, lowest first."""
    for cell in data.hottest:
        yield spot_part(cell, data.heat)
    yield from tile_parts(data)
    yield from _forest(data).areas


def part(key: str, content: str, *, at: Cell | None = None, css: str = "", hint: str = "") -> Part:
    """A part of the forest, around the middle of a cell."""
    return key, keyed(key, content, at=art.centre(at) if at else None, css=css, hint=hint)


def extent(cells: Sequence[Cell]) -> tuple[float, float, float, float]:
    """The room that cells take: left, top, width, height. Before the first tile it is that of one cell."""
    middles = [art.centre(cell) for cell in cells or [(0, 0)]]
    xs, ys = [x for x, y in middles], [y for x, y in middles]
    width, height = max(xs) - min(xs) + art.ACROSS, max(ys) - min(ys) + 2 * art.PITCH
    return min(xs) - art.ACROSS / 2, min(ys) - art.PITCH, width, height


def tile_parts(data: FeurioView) -> Iterator[Part]:
    """The tiles, lowest first: a lower row hides no edge above it."""
    spoken = language()
    for laid in _forest(data).tiles:
        if laid.tile.owner is not None:
            yield _firebreak_part(data, laid.tile)
            continue
        if spoken not in laid.drawn:
            laid.drawn[spoken] = _burning(laid.tile, words.tile_words(data, laid.tile, laid.areas))
        yield laid.drawn[spoken]


class Laid:
    """A tile on the table with the areas that it counts for, and how it looks in each language."""

    __slots__ = ("areas", "drawn", "tile")

    def __init__(self, tile: Tile, areas: Sequence[Area]) -> None:
        self.tile, self.areas = tile, areas
        self.drawn: dict[str, Part] = {}


class Forest(NamedTuple):
    """The tiles and areas of a position, as they are in all languages."""

    tiles: Sequence[Laid]  # lowest first
    areas: Sequence[Part]


def _forest(data: FeurioView) -> Forest:
    """Made once for all who look at the same tiles and areas: the very objects, so that none is compared."""
    key = (Identity((data.tiles, data.areas)), data.mode)
    if key not in _forests:
        if len(_forests) >= FORESTS_KEPT:
            _forests.clear()
        _forests[key] = Forest(_tiles_laid(data), list(_areas(data)))
    return _forests[key]


_forests: dict[object, Forest] = forgettable({})


def _tiles_laid(data: FeurioView) -> list[Laid]:
    areas_at: dict[Cell, list[Area]] = {}
    for area in data.areas if data.mode == "versus" else ():
        for cell in area.cells:
            areas_at.setdefault(cell, []).append(area)
    upwards = sorted(data.tiles, key=lambda tile: tile.cell[::-1])
    return [_laid(tile, areas_at.get(tile.cell, _NO_AREAS)) for tile in upwards]


_NO_AREAS: Sequence[Area] = ()


def _laid(tile: Tile, areas: Sequence[Area]) -> Laid:
    """The same one for the very same objects; it holds them, so that no other gets one of their ids."""
    key = (id(tile), *map(id, areas))
    if key not in _all_laid:
        if len(_all_laid) >= 4 * KEPT:
            _all_laid.clear()
        _all_laid[key] = Laid(tile, areas)
    return _all_laid[key]


_all_laid: dict[object, Laid] = forgettable({})


def spot_part(cell: Cell, heat: int) -> Part:
    """A cell where the tile in hand may go, with the sum around it (F11)."""
    hint = _("One of the hottest spots; the tiles around it add up to {heat}.", heat=heat)
    return _spot(cell, heat, "spot", hint)


def coming_part(cell: Cell, heat: int) -> Part:
    """A cell where the next tile will be allowed to go, quietly."""
    hint = _("The next tile can go here; the tiles around it add up to {heat}.", heat=heat)
    return _spot(cell, heat, "spot coming", hint)


@lru_cache(KEPT)
def _spot(cell: Cell, heat: int, css: str, hint: str) -> Part:
    content = (
        f'<g class="lift">{art.BURNING}{text(0, 19, heat, "sum")}{text(0, 38, place(cell), "place")}</g>'
    )
    return part(f"spot:{place(cell)}", content, at=cell, css=css, hint=hint)


@kept(KEPT, by=lambda data, tile: (tile, data.viewer, len(data.seats)))
def _firebreak_part(data: FeurioView, tile: Tile) -> Part:
    assert tile.owner is not None
    hint = words.tile_words(data, tile, _NO_AREAS)
    return _firebreak(tile.cell, data.seats[tile.owner].colours, tile.value, hint)


def _burning(tile: Tile, hint: str) -> Part:
    places = spaces(tile.spaces, tile.men, shut=tile.spaces - len(tile.men) - tile.room)
    content = (
        f'<g class="lift">{face(tile.value)}{_notches(tile.free)}{places}'
        f"{text(0, 45, place(tile.cell), 'place')}</g>"
    )
    return part(f"tile:{place(tile.cell)}", content, at=tile.cell, css=f"tile v{tile.value}", hint=hint)


def face(value: int | None) -> str:
    """A tile's face with its number; its back if the value is not known."""
    return art.BACK if value is None else art.FACES[value]


def _notches(free: tuple[int, ...]) -> str:
    lines = "".join(art.NOTCHES[k] for k in free)
    return f'<path class="notch-edge" d="{lines}"/><path class="notch" d="{lines}"/>' if free else ""


def spaces(number_of: int, men: str = "", *, shut: int = 0) -> str:
    """The spaces of a tile and the men on them; the last ones are *shut* where sides are not free (F14)."""
    return "".join(
        _space(x, shut=k >= number_of - shut) + (art.MEN[men[k], x] if k < len(men) else "")
        for k, x in enumerate(art.SPACES_X[number_of])
    )


def _space(x: float, *, shut: bool) -> str:
    css = "space shut" if shut else "space"
    return f'<circle class="{css}" cx="{number(x)}" cy="{number(art.SPACES_Y)}" r="{number(SPACE)}"/>'


@lru_cache(KEPT)
def _firebreak(cell: Cell, owner: str, value: int | None, hint: str) -> Part:
    """Its back, the colours of its owner, and its value on a larger plate for whoever knows it (F23)."""
    top, height = (-34, 58) if value else (-20, 36)
    known = text(0, 17, value, "known") if value else ""
    plate = f'<rect class="plate" x="-25" y="{top}" width="50" height="{height}" rx="10"/>'
    marks = "".join(
        mark(letter, x, top + 18, 9) for letter, x in zip(owner, _spread(len(owner), 22), strict=True)
    )
    content = f'<g class="lift">{art.BACK}{plate}{marks}{known}{text(0, 45, place(cell), "place")}</g>'
    return part(f"tile:{place(cell)}", content, at=cell, css="tile back", hint=hint)


def _spread(number_of: int, step: float) -> list[float]:
    return [(k - (number_of - 1) / 2) * step for k in range(number_of)]


def _areas(data: FeurioView) -> Iterator[Part]:
    """Hoses between men of a colour on neighbouring tiles (F18), and what each area is worth (F19)."""
    tags = _tags(data) if data.mode == "versus" else {}
    for letter in COLOUR_LETTERS:
        areas = [area for area in data.areas if area.colour == letter]
        yield part(f"areas:{letter}", "".join((*map(_hoses, areas), *tags.get(letter, ()))), css="areas")


@lru_cache(KEPT)  # a move changes few areas
def _hoses(area: Area) -> str:
    return "".join(_hose(area.colour, cell, k) for cell, k in _joined(area))


def _joined(area: Area) -> Iterator[tuple[Cell, int]]:
    """Each side that two tiles of the area share, once: a tile and the direction to the other."""
    for cell in area.cells:
        for k, beside in enumerate(
            neighbours(cell)[:3]
        ):  # from the other tile the side is one of the last three
            if beside in area.cells:
                yield cell, k


@lru_cache(KEPT)
def _hose(letter: str, cell: Cell, k: int) -> str:
    """A short bar across a side; each colour crosses at its own place, so that all four can."""
    x, y = art.centre(cell)
    dx, dy = art.centre(DIRECTIONS[k])
    aside = HOSES[k][COLOUR_LETTERS.index(letter)] / art.ACROSS
    x, y = x + dx / 2 - dy * aside, y + dy / 2 + dx * aside
    reach = 12 / art.ACROSS
    start = f"{number(x - dx * reach)} {number(y - dy * reach)}"
    d = f"M{start}L{number(x + dx * reach)} {number(y + dy * reach)}"
    return f'<path class="hose-edge {letter}" d="{d}"/><path class="hose {letter}" d="{d}"/>'


def _tags(data: FeurioView) -> dict[str, list[str]]:
    """What the areas of each colour are worth, side by side where they meet on a tile."""
    tiles = {tile.cell: tile for tile in data.tiles}
    taken: dict[Cell, int] = {}
    tags: dict[str, list[str]] = {}
    for area in data.areas:
        cell = _anchor(area, tiles)
        nth = taken.get(cell, 0)
        taken[cell] = nth + 1
        x, y = art.centre(cell)
        tag = _tag(area.colour, area.worth, x + TAGS[nth][0], y + TAGS[nth][1])
        tags.setdefault(area.colour, []).append(tag)
    return tags


def _anchor(area: Area, tiles: Mapping[Cell, Tile]) -> Cell:
    """The tile that sets the divisor carries the worth; without one, the first tile."""
    deciding = [cell for cell in area.cells if tiles[cell].free and tiles[cell].value == area.divisor]
    return min(deciding or area.cells, key=_row_first)


def _row_first(cell: Cell) -> Cell:
    return cell[1], cell[0]


@lru_cache(KEPT)
def _tag(colour: str, worth: int, x: float, y: float) -> str:
    width = 34 if worth < 10 else 45
    return (
        f'<g class="tag" transform="translate({number(x)} {number(y)})"><g class="sized">'
        f'<rect class="{colour}" x="{number(-width / 2)}" y="-10" width="{width}" height="20" rx="10"/>'
        f"{mark(colour, 11 - width / 2, 0, 5.5)}{text(width / 2 - 6, 5.5, worth, 'worth')}</g></g>"
    )
