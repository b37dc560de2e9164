"""What script.js gets: it knows no rules, only what the viewer may put on the board now, and where.

Of each such thing, an element or in the set-up an obstacle or the tower:

    ways   each way to turn it: its squares from the south-west corner, east and north, "000110"
    turn   for each way, the way that it becomes when turned clockwise;  flip  … when flipped
    fits   for each way, the corners where it fits: 400 bits in base64; by eye nothing (M8)
    label  what it is called;  by_eye  it cannot be put back, and the server judges whether it fits
    says   in the set-up, what its move begins with;  look  its class in the style (elements have one for all)

Before somebody's first element ``offer`` names one that lies in the hand from the start; by eye none does.
"""

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.view import View
from ludotheque.games.forma.elements import (
    DRAWINGS,
    ELEMENTS,
    FIRST_SHAPE,
    SHAPES,
    SIDE,
    SQUARES,
    Shape,
    to_corner,
)
from ludotheque.games.forma.language import _
from ludotheque.games.forma.notation import FILES
from ludotheque.games.forma.page.art import PITCH
from ludotheque.games.forma.page.board import LEFT, TOP
from ludotheque.games.forma.page.panels import element_words
from ludotheque.games.forma.rules import ALL_SHAPES
from ludotheque.games.forma.view import FormaView
from ludotheque.games.forma.words import SEAT_LETTERS
from ludotheque.i18n.language import language

WIDE = -(-SQUARES // 24) * 4  # characters of a set of squares
BOARD = {"left": LEFT, "top": TOP, "pitch": PITCH, "side": SIDE, "files": FILES}
Thing = dict[str, Any]


def extra(view: View, /) -> dict[str, Any]:
    """The board's measures, words, and what the viewer may put where."""
    data: FormaView = view.data
    about: dict[str, Any] = {"board": BOARD, "words": _words(language()), "turning": _TURNING, "things": {}}
    if data.turn != view.seat or data.phase == "over" or data.must_pass:
        return about
    fits = _fits(view)
    if data.phase == "set-up":
        about["things"] = _stones(data, fits)
    else:
        rack = data.seats[view.seat].rack
        about["look"] = SEAT_LETTERS[view.seat]
        about["things"] = {name: _element(name, held, data, fits) for name, held in rack.items()}
        about["offer"] = "" if data.by_eye or _has_placed(data) else _largest(rack)
    return about


def _has_placed(data: FormaView) -> bool:
    return any(piece.seat == data.viewer for piece in data.pieces)


def _largest(rack: Mapping[str, int]) -> str:
    return max(rack, key=lambda name: DRAWINGS[name].count("#"))


@cache
def _words(spoken: str) -> dict[str, str]:
    """What the script says, in the language spoken now."""
    return {
        "tools": _("Element in your hand"),
        "turn": _("Turn"),
        "flip": _("Flip"),
        "back": _("Put back"),
        "place": _("Place"),
        "fits": _("{squares} fits: {earns}"),
        "misfits": _("{squares} does not fit"),
        "fits_here": _("It fits: {earns}"),
        "misfits_here": _("It does not fit here."),
        "taken": _(
            "{thing}. Arrow keys move it, R turns it, F flips it, Enter places it, Escape puts it back."
        ),
        "final": _("{thing}, by eye: it cannot be put back. Turn it, flip it, and drop it where it fits."),
    }


def _fits(view: View) -> str:
    """The legal moves as a table, packed: a row of squares for each shape, for obstacles, for the tower."""
    table = view.mask()[: (ALL_SHAPES + 2) * SQUARES]  # a pass is made with a button
    return _packed(table.reshape(-1, SQUARES))


def _packed(squares: NDArray[np.bool_]) -> str:
    """Sets of squares, one per row, in base64: six squares per character, WIDE characters per row."""
    rows = np.packbits(squares, axis=1)
    whole = np.zeros((len(rows), WIDE // 4 * 3), np.uint8)  # three bytes are four characters
    whole[:, : rows.shape[1]] = rows
    return b64encode(whole.tobytes()).decode()


def _rows(fits: str, first: int, end: int) -> str:
    return fits[WIDE * first : WIDE * end]


def _stones(data: FormaView, fits: str) -> dict[str, Thing]:
    """What is put on the board in the set-up (M6)."""
    left = data.obstacles_left
    labels = {"obstacle": _("Obstacle ({left} left)", left=left), "tower": _("Tower")}
    looks = {"obstacle": "stone", "tower": "tower"}
    return {
        verb: {
            "fits": _rows(fits, ALL_SHAPES + k, ALL_SHAPES + k + 1),
            "says": f"{verb} ",
            "look": looks[verb],
            "label": labels[verb],
        }
        for k, verb in enumerate(labels)
        if verb == "tower" or left
    }


def _element(name: str, held: int, data: FormaView, fits: str) -> Thing:
    kind = ELEMENTS.index(name)
    label = element_words(name, held)
    if data.by_eye:
        return {"label": label, "by_eye": True}
    return {"label": label, "fits": _rows(fits, FIRST_SHAPE[kind], FIRST_SHAPE[kind + 1])}


def _turning(kind: int) -> Thing:
    """An element's shapes, and how they become each other."""
    shapes = SHAPES[FIRST_SHAPE[kind] : FIRST_SHAPE[kind + 1]]
    return {
        "ways": ["".join(f"{x}{y}" for x, y in shape) for shape in shapes],
        "turn": "".join(str(shapes.index(_turned(shape))) for shape in shapes),
        "flip": "".join(str(shapes.index(_flipped(shape))) for shape in shapes),
    }


def _turned(shape: Shape) -> Shape:
    """A quarter turn clockwise, as the board is seen."""
    return to_corner([(y, -x) for x, y in shape])


def _flipped(shape: Shape) -> Shape:
    return to_corner([(-x, y) for x, y in shape])


# The same for the whole game, so that it need travel only once.
_TURNING: dict[str, Thing] = {
    **{name: _turning(kind) for kind, name in enumerate(ELEMENTS)},
    **{stone: {"ways": ["00"], "turn": "0", "flip": "0"} for stone in ("obstacle", "tower")},
}
