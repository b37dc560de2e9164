"""The table of Feurio! in panels: what the page shows large, in the hand, beside the seats, at the side.

board     the forest, in a box fitted to it
hand      the stack, the tile drawn, and how many of each value nobody has seen yet
seat:0    a player's men still at the station
goal      how far each colour is, where all share a goal (F26)
"""

from collections import Counter

from ludotheque.core.page import Panel
from ludotheque.drawing.svg import keyed, mark, number, text
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.page import art, picture
from ludotheque.games.feurio.page.board import (
    Part,
    area_parts,
    coming_part,
    extent,
    spot_part,
    tile_parts,
)
from ludotheque.games.feurio.rules import COPIES, VALUES
from ludotheque.games.feurio.view import Cell, FeurioView, Seat

MARGIN = 14.0  # around the forest; a tile's shadow falls into it
SMALLEST = (560.0, 440.0)  # of the board: few tiles must not look gigantic
HAND = (0.0, -24.0, 430.0, 174.0)
STRIP = 240.0  # the width of a seat's strip
_GROUND = f'<path class="contours" d="{picture.CONTOURS}"/>'


def panels(data: FeurioView) -> dict[str, Panel]:
    """The table, in panels."""
    shown = {"board": _board(data), "hand": _hand(data)}
    for k, seat in enumerate(data.seats):
        shown[f"seat:{k}"] = _seat(k, seat)
    if data.mode != "versus":
        shown["goal"] = _goal(data)
    return shown


# The board


def _board(data: FeurioView) -> Panel:
    spots, heat = next_spots(data)
    spot = spot_part if data.phase == "lay" else coming_part
    parts = [spot(cell, heat) for cell in spots]
    parts += [*tile_parts(data), *area_parts(data)]
    cells = (*(tile.cell for tile in data.tiles), *spots)
    return Panel(box=box_around(cells), parts=dict(parts), ground=_GROUND)


def box_around(cells: tuple[Cell, ...]) -> tuple[float, float, float, float]:
    """The box that shows these cells, no smaller than SMALLEST."""
    left, top, right, bottom = extent(cells)
    width = max(SMALLEST[0], right - left + 2 * MARGIN)
    height = max(SMALLEST[1], bottom - top + 2 * MARGIN)
    across, down = (left + right - width) / 2, (top + bottom - height) / 2
    return round(across, 1), round(down, 1), round(width, 1), round(height, 1)


def next_spots(data: FeurioView) -> tuple[tuple[Cell, ...], int]:
    """Where the tile in hand may go, or else the next one will, and the sum there (F11).

    Men do not change it, so that it is known as soon as a tile is laid, and the board need not move
    between the two halves of a turn.
    """
    if data.phase == "lay":
        return data.hottest, data.heat
    if data.stack_left == 0:
        return (), 0
    heats = _heats(data)
    best = max(heats.values())
    return tuple(sorted(cell for cell, heat in heats.items() if heat == best)), best


def _heats(data: FeurioView) -> Counter[Cell]:
    """The sum of the values around each open cell; a firebreak adds 0, who knows its value too (F25)."""
    occupied = {tile.cell for tile in data.tiles}
    heats: Counter[Cell] = Counter()
    for tile in data.tiles:
        q, r = tile.cell
        value = 0 if tile.is_firebreak or tile.value is None else tile.value
        for dq, dr in art.DIRECTIONS:
            if (q + dq, r + dr) not in occupied:
                heats[q + dq, r + dr] += value
    return heats


# The hand


def _hand(data: FeurioView) -> Panel:
    parts = [picture.hand_part(data, (60, 62)), picture.stack_part(data, (180, 62))]
    if data.phase != "over":  # then all are seen
        parts.append(_unseen(data))
    return Panel(box=HAND, parts=dict(parts))


def _unseen(data: FeurioView) -> Part:
    """How many tiles of each value the viewer has not seen: small hexagons, a column of them a value."""
    seen = Counter(tile.value for tile in data.tiles)
    seen[data.drawn] += 1
    columns = "".join(_column(value, COPIES - seen[value]) for value in range(1, VALUES + 1))
    hint = _("Tiles of each value that you have not seen yet.")
    return "unseen", keyed(
        "unseen", columns + text(80, 132, _("not seen yet"), "label"), at=(250, 14), hint=hint
    )


def _column(value: int, left: int) -> str:
    x = 5 + 30 * (value - 1)
    chips = "".join(
        f'<path class="chip{"" if k < left else " seen"}" transform="translate({x} {number(86 - 14 * k)})"'
        f' d="{_CHIP}"/>'
        for k in range(COPIES)
    )
    return f'<g class="tile v{value}">{chips}</g>{text(x, 110, value, "digit")}'


_CHIP = art.hexagon(7.4, 1.5)


# Beside the seats, and at the side


def _seat(k: int, seat: Seat) -> Panel:
    key = f"men:{k}"
    if len(seat.reserve) > 2:
        return Panel((0, 0, STRIP, 24), {key: keyed(key, _counts(seat))})
    height = picture.ROW * len(seat.reserve) + 4
    return Panel((0, 0, STRIP, height), {key: keyed(key, picture.racks(seat, 4))})


def _counts(seat: Seat) -> str:
    """The men of many colours, each as its shape and a number."""
    step = STRIP / len(seat.reserve)
    return "".join(
        mark(letter, 14 + step * j, 12, 7) + text(28 + step * j, 17.5, men, "men")
        for j, (letter, men) in enumerate(seat.reserve.items())
    )


def _goal(data: FeurioView) -> Panel:
    parts = [("goal", keyed("goal", text(14, 14, picture.goal_words(), "quiet")))]
    parts += picture.goal_parts(data, 0, 24)
    height = 24 + picture.GOAL_ROW * (len(parts) - 1)
    return Panel((0, 0, picture.PANEL_WIDTH, height), dict(parts), heading=_("Goal"))
