"""The look all games share: paper and ink, and the four seat colours, each with its own shape."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Colour:
    """A seat colour. The shape always goes with it, so that nothing is told by colour alone."""

    letter: str
    name: str
    fill: str
    edge: str  # darker: outlines, and the side of a wooden piece
    shape: str
    glyph: str  # the shape as a character


# Okabe and Ito's colours, which colour-blind eyes tell apart.
COLOURS = {
    colour.letter: colour
    for colour in (
        Colour("G", "Green", "#009E73", "#00573f", "circle", "●"),
        Colour("B", "Blue", "#0072B2", "#003f63", "square", "■"),
        Colour("Y", "Yellow", "#E6B800", "#7a6000", "triangle", "▲"),
        Colour("R", "Orange", "#D55E00", "#7a3500", "diamond", "◆"),
    )
}


def seat_colour(seat: int) -> str:
    """The letter of the colour that a seat has by default; the fifth seat and those after it have none."""
    return "GBYR"[seat : seat + 1]


LIGHT = {
    "paper": "#f6f1e7",
    "ink": "#2b2a28",
    "quiet": "#6f685d",
    "line": "#d8cfbe",  # what only decorates
    "rule": "#8d8371",  # lines that one must see
    "raised": "#fffaf0",
    "ember": "#d9480f",
    "ember-text": "#9c2f05",
    "water": "#1c7ed6",
    "shadow": "#4a3a2459",
}
DARK = {
    "paper": "#1d1b19",
    "ink": "#e9e2d5",
    "quiet": "#a89f90",
    "line": "#3d3832",
    "rule": "#857c70",
    "raised": "#2a2723",
    "ember": "#ff7a3d",
    "ember-text": "#ffa77d",
    "water": "#5aa9ee",
    "shadow": "#000000a6",
}
