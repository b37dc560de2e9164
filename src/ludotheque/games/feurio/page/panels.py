"""The table of Feurio! in panels: what the page shows large, in the hand, beside the seats, at the side.

board     the forest, see board.py
hand      the tile drawn, the stack, and how many tiles of each value the viewer has not seen yet
seat:0    a player's men still at the station
goal      how far each colour is, where all share a goal (F26)
"""

from collections.abc import Iterator
from functools import cache
from itertools import starmap

from ludotheque.core.frozen import for_all_eyes
from ludotheque.core.page import Panel
from ludotheque.drawing.svg import keyed, mark, number, text
from ludotheque.games.feurio import words
from ludotheque.games.feurio.language import _, plural
from ludotheque.games.feurio.page import art
from ludotheque.games.feurio.page.board import Part, board, face, spaces
from ludotheque.games.feurio.rules import COPIES, HELPERS, MEN_OF_A_COLOUR, SPACES, VALUES
from ludotheque.games.feurio.view import FeurioView, Progress, Seat
from ludotheque.i18n.language import kept, language

HAND = (0.0, -24.0, 430.0, 174.0)
WIDTH = 232.0  # of a seat's racks and of the goal
STRIP = 240.0  # the width of a seat's panel
ROW = 22.0  # from one rack of men to the next
GOAL_ROW = 42.0


@kept(512, by=lambda data: (for_all_eyes(data), data.viewer if data.firebreaks else None))
def panels(data: FeurioView) -> dict[str, Panel]:
    """The table, in panels."""
    shown = {"board": board(data), "hand": _hand(data)}
    for k, seat in enumerate(data.seats):
        shown[f"seat:{k}"] = _seat(k, seat)
    if data.mode != "versus":
        shown["goal"] = goal(data)
    return shown


# The hand


def _hand_value(data: FeurioView) -> object:
    return data.phase, data.drawn, data.to_come, _unseen_counts(data)


@kept(4096, by=_hand_value)
def _hand(data: FeurioView) -> Panel:
    parts = [drawn_part(data, (60, 62)), stack_part(data, (180, 62))]
    if data.phase != "over":  # then all are seen
        parts.append(_unseen(data))
    return Panel(box=HAND, parts=dict(parts))


def drawn_part(data: FeurioView, at: tuple[float, float]) -> Part:
    """The tile just drawn: its face for those who may know it, else its back (F23)."""
    if data.phase != "lay":
        return "hand", keyed("hand", "")
    css = f"tile v{data.drawn}" if data.drawn else "tile back"
    places = spaces(int(SPACES[data.drawn])) if data.drawn else ""
    tile = f'<g class="{css}">{face(data.drawn)}{places}</g>'
    return "hand", keyed("hand", tile + text(0, 84, _("drawn"), "label"), at=at, css="hand")


def stack_part(data: FeurioView, at: tuple[float, float]) -> Part:
    """The tiles still to be drawn, face down."""
    left = data.to_come
    label = text(0, 84, _("{left} to come", left=left), "label") if left else ""
    return "stack", keyed("stack", _pile((left + 5) // 6) + label, at=at)


@cache
def _pile(high: int) -> str:
    return "".join(
        f'<g class="tile back" transform="translate(0 {number(-4.5 * k)})">{art.BACK}</g>'
        for k in range(high)
    )


def _unseen_counts(data: FeurioView) -> tuple[int, ...]:
    seen = [data.drawn, *[tile.value for tile in data.tiles]]
    return tuple([COPIES - seen.count(value) for value in range(1, VALUES + 1)])


def _unseen(data: FeurioView) -> Part:
    """How many tiles of each value the viewer has not seen: small hexagons, one column per value."""
    columns = "".join(starmap(_column, enumerate(_unseen_counts(data), start=1)))
    label = text(80, 132, _("not seen yet"), "label")
    hint = _("Tiles of each value that you have not seen yet.")
    return "unseen", keyed("unseen", columns + label, at=(250, 14), hint=hint)


@cache
def _column(value: int, left: int) -> str:
    x = 5 + 30 * (value - 1)
    chips = f'<g class="tile v{value}" transform="translate({x} 0)">{art.UNSEEN[left]}</g>'
    return chips + text(x, 110, value, "digit")


# Beside the seats


@kept(4096, by=lambda k, seat: (k, seat.colours, tuple(seat.reserve.items())))
def _seat(k: int, seat: Seat) -> Panel:
    key = f"men:{k}"
    if len(seat.reserve) > 2:
        return Panel((0, 0, STRIP, 24), {key: keyed(key, _counts(seat))})
    height = ROW * len(seat.reserve) + 4
    return Panel((0, 0, STRIP, height), {key: keyed(key, racks(seat, art.RACK_TOP))})


def _counts(seat: Seat) -> str:
    """The men of many colours, each as its shape and a number."""
    step = STRIP / len(seat.reserve)
    return "".join(
        mark(letter, 14 + step * j, 12, 7) + text(28 + step * j, 17.5, men, "men")
        for j, (letter, men) in enumerate(seat.reserve.items())
    )


def racks(seat: Seat, y: float) -> str:
    """The men a seat has left, a row for each colour; helpers have a shorter one."""
    return "".join(
        _rack(letter, men, y + ROW * row, HELPERS if letter not in seat.colours else MEN_OF_A_COLOUR)
        for row, (letter, men) in enumerate(seat.reserve.items())
    )


@cache
def _rack(letter: str, men: int, y: float, most: int) -> str:
    """The men of a colour still at the station, standing in a row, and how many."""
    pieces = "".join(art.in_rack(letter, k, y, gone=k >= men) for k in range(most))
    return pieces + text(WIDTH - 14, y + 13, men, "count")


# At the side


def goal(data: FeurioView) -> Panel:
    """The colours on their way to the shared goal (F26), one under the other."""
    heading = keyed("goal", text(14, 14, _("12 men · one area · water"), "quiet"))
    parts = {"goal": heading, **dict(_goal_parts(data))}
    return Panel((0, 0, WIDTH, 24 + GOAL_ROW * len(data.progress)), parts, heading=_("Goal"))


def _goal_parts(data: FeurioView) -> Iterator[Part]:
    for k, row in enumerate(data.progress):
        key = f"goal:{row.colour}"
        yield key, keyed(key, _progress(row), at=(0, 24 + GOAL_ROW * k), css="goal")


def _progress(row: Progress) -> str:
    """Men placed, in how many areas, whether at the water."""
    water = _("water") if row.reaches_water else _("dry")
    return (
        mark(row.colour, 20, 12, 7)
        + text(36, 17, f"{row.placed}/{MEN_OF_A_COLOUR}", "good")
        + _bar(row)
        + text(122, 17, words.areas_words(row.areas), f"{'good' if row.areas == 1 else 'quiet'} middle")
        + text(WIDTH - 14, 17, water, "wet" if row.reaches_water else "quiet end")
    )


def _bar(row: Progress) -> str:
    """How many men are placed, as a bar."""
    full = WIDTH - 28
    filled = full * row.placed / MEN_OF_A_COLOUR
    return (
        f'<rect class="trough" x="14" y="25" width="{number(full)}" height="6" rx="3"/>'
        f'<rect class="filled {row.colour}" x="14" y="25" width="{number(filled)}" height="6" rx="3"/>'
    )


# In words


def holds(data: FeurioView, seat: int) -> str:
    """The men still at the station."""
    return _holds(sum(data.seats[seat].reserve.values()), language())


@cache
def _holds(men: int, spoken: str) -> str:
    return plural("{number} man", "{number} men", men)
