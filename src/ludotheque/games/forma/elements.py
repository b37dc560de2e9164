"""The elements of Forma (M2) and the tables made of them, once, at import.

An element turned or flipped is a *shape*: 91 in all. A shape's squares are counted from the south-west
corner of the rectangle around it, east first (dx), then north (dy).
"""

import numpy as np

from ludotheque.engine.compiled import (
    compiled as compiled,  # marks this file as one whose tables compiled code holds
)

SIDE = 20  # squares along an edge of the board (M1)
SQUARES = SIDE * SIDE

# Every element once as a drawing, rows parted by a slash (M2).
DRAWINGS = {
    "I1": "#",
    "I2": "##",
    "I3": "###", "V3": "##/#.",
    "I4": "####", "L4": "###/#..", "O4": "##/##", "S4": ".##/##.", "T4": "###/.#.",
    "F5": ".##/##./.#.", "I5": "#####", "L5": "####/#...", "N5": "##../.###", "P5": "##/##/#.",
    "T5": "###/.#./.#.", "U5": "#.#/###", "V5": "#../#../###", "W5": "#../##./.##",
    "X5": ".#./###/.#.", "Y5": "####/.#..", "Z5": "##./.#./.##",
}  # fmt: skip
ELEMENTS = tuple(DRAWINGS)
MOST_SQUARES = 5  # of an element

Shape = tuple[tuple[int, int], ...]  # the squares (dx, dy), by file, then rank


def to_corner(squares: list[tuple[int, int]]) -> Shape:
    """The squares moved into the south-west corner, by file, then rank."""
    west, south = min(x for x, _ in squares), min(y for _, y in squares)
    return tuple(sorted((x - west, y - south) for x, y in squares))


def _shapes(drawing: str) -> list[Shape]:
    """The element turned and flipped in every way, each shape once."""
    rows = drawing.split("/")
    squares = [(x, -y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    found: list[Shape] = []
    for flipped in (squares, [(-x, y) for x, y in squares]):
        turned = flipped
        for _ in range(4):
            if to_corner(turned) not in found:
                found.append(to_corner(turned))
            turned = [(y, -x) for x, y in turned]
    return found


SHAPES = [shape for drawing in DRAWINGS.values() for shape in _shapes(drawing)]
ELEMENT_OF = np.array([k for k, name in enumerate(ELEMENTS) for _ in _shapes(DRAWINGS[name])], np.int64)
SHAPE_NUMBER = {shape: number for number, shape in enumerate(SHAPES)}

COPIES = np.array([2 if name == "I1" else 1 for name in ELEMENTS], np.int64)  # of each colour (M2)
SIZES = np.array([drawing.count("#") for drawing in DRAWINGS.values()], np.int64)
SQUARES_OF_A_COLOUR = int((COPIES * SIZES).sum())  # 90 (M2)
ELEMENTS_OF_A_COLOUR = int(COPIES.sum())  # 22 (M2)

# Shapes of element k are FIRST_SHAPE[k] .. FIRST_SHAPE[k + 1] - 1.
FIRST_SHAPE = np.searchsorted(ELEMENT_OF, np.arange(len(ELEMENTS) + 1)).astype(np.int64)
DX = np.array(
    [[x for x, _ in shape + shape[-1:] * (MOST_SQUARES - len(shape))] for shape in SHAPES], np.uint32
)
DY = np.array(
    [[y for _, y in shape + shape[-1:] * (MOST_SQUARES - len(shape))] for shape in SHAPES], np.uint32
)

# How many ways there are to put a shape on the empty board.
WAYS = [(SIDE - max(x for x, _ in shape)) * (SIDE - max(y for _, y in shape)) for shape in SHAPES]
PLACEMENTS = sum(WAYS)  # 30,433
