"""Panels set into pictures: at a place, as large as a room allows, or several in a document of their own."""

from collections.abc import Sequence
from math import inf

from ludotheque.core.page import Panel
from ludotheque.drawing.svg import document, number

Room = tuple[float, float, float, float]  # left, top, width, height
GAP = 8.0  # above, between and below the panels of a document


def placed(panel: Panel, x: float, y: float, scale: float = 1.0) -> str:
    """A panel with its origin at a place."""
    scaled = "" if scale == 1 else f" scale({scale:.3f})"
    inside = panel.ground + "".join(panel.parts.values())
    return f'<g transform="translate({number(x)} {number(y)}){scaled}">{inside}</g>'


def fit(panel: Panel, room: Room, *, largest: float = inf) -> str:
    """A panel in the middle of a room, as large as it can be but enlarged at most *largest* times."""
    (left, top, width, height), (x, y, wide, high) = panel.box, room
    scale = min(wide / width, high / height, largest)
    return placed(
        panel,
        x + (wide - width * scale) / 2 - left * scale,
        y + (high - height * scale) / 2 - top * scale,
        scale,
    )


def stacked(
    game: str, panels: Sequence[Panel], *, width: float, title: str, desc: str, css: str, largest: float = 1.0
) -> str:
    """A document with some panels one under the other, none enlarged more than *largest* times."""
    y, body = GAP, []
    for panel in panels:
        height = panel.box[3] * min(largest, width / panel.box[2])
        body.append(fit(panel, (0, y, width, height)))
        y += height + GAP
    size = (round(width), round(y))
    return document(game, "".join(body), size=size, title=title, desc=desc, css=css, theme="auto")
