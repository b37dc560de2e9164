"""Moves of Forma as text: ``obstacle c3``, ``tower j10``, ``c3+c4+d4``, ``misfit P5``, ``pass``."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludotheque.core.errors import UnreadableMove, quoted
from ludotheque.core.options import Options
from ludotheque.core.roles import Outcome
from ludotheque.games.forma.elements import (
    DRAWINGS,
    ELEMENT_OF,
    ELEMENTS,
    FIRST_SHAPE,
    MOST_SQUARES,
    SHAPE_NUMBER,
    SHAPES,
    SIDE,
    SQUARES,
    to_corner,
)
from ludotheque.games.forma.language import _, plural
from ludotheque.games.forma.rules import MISFIT, OBSTACLE, PASS, TOWER

FILES = "abcdefghijklmnopqrst"
_SQUARE = re.compile(r"([a-t])([1-9]|1[0-9]|20)")
_NEARLY_SQUARE = re.compile(r"[a-z]\d{1,3}")
_TYPED = re.compile(r"(?:([A-Z][1-5])|([A-Za-z][1-5])\.([1-8])) *[ @] *([A-Za-z]\d{1,2})")


def _gallery() -> str:
    """Every element with its name, as many on a line as fit."""
    blocks, lines = [], [""] * 4
    for name, drawing in DRAWINGS.items():
        rows = [name, *drawing.replace("#", "▓▓").replace(".", "  ").split("/")]
        blocks.append([row.ljust(max(map(len, rows)) + 2) for row in [*rows, "", "", ""][:4]])
    text = []
    for block in blocks:
        if len(lines[0]) + len(block[0]) > 76:
            text += lines
            lines = [""] * 4
        lines = [line + row for line, row in zip(lines, block, strict=True)]
    return "\n".join(line.rstrip() for line in text + lines if line.strip())


def help_text() -> str:
    """How moves are written, for somebody at a terminal."""
    forms = {
        "c3+c4+d4": _("place an element on these squares"),
        "V3.2 c3": _(
            "the same by name, way of turning (1 to 8) and the south-west corner of the rectangle around it"
        ),
        "V3": _("how the element looks in each way"),
        "obstacle c3": _("put an obstacle (set-up)"),
        "tower j10": _("put the tower (ends the set-up)"),
        "misfit P5": _("an element that did not fit is out of the game (only by eye)"),
        "pass": _("only where nothing fits"),
    }
    return "\n".join([*(f"{form:<14}{meaning}" for form, meaning in forms.items()), "", _gallery()])


def square_name(square: int) -> str:
    """c3 for the square 42; the inverse of `square_number`."""
    return f"{FILES[square % SIDE]}{square // SIDE + 1}"


def square_number(name: str) -> int:
    """The square that a text names, or UnreadableMove."""
    found = _SQUARE.fullmatch(name)
    if found:
        return (int(found[2]) - 1) * SIDE + FILES.index(found[1])
    if _NEARLY_SQUARE.fullmatch(name):
        raise UnreadableMove(
            _("{text} is not a square of the board; they are a1 to t20 [M1]", text=quoted(name))
        )
    raise UnreadableMove(
        _("{text} is not a square; write a file a–t and a rank 1–20, as in c3 [M1]", text=quoted(name))
    )


def covered(code: int) -> list[int]:
    """The squares that a placement covers, by file, then rank."""
    shape, corner = divmod(code, SQUARES)
    return [corner + dy * SIDE + dx for dx, dy in SHAPES[shape]]


def element_of(code: int) -> str:
    """The name of the element that a placement places."""
    return ELEMENTS[int(ELEMENT_OF[code // SQUARES])]


def format_move(code: int) -> str:
    """The text of a move; the inverse of `parse_move`."""
    if code < OBSTACLE:
        return "+".join(map(square_name, covered(code)))
    if code < TOWER:
        return f"obstacle {square_name(code - OBSTACLE)}"
    if code < MISFIT:
        return f"tower {square_name(code - TOWER)}"
    return "pass" if code == PASS else f"misfit {ELEMENTS[code - MISFIT]}"


@lru_cache(4096)  # a table reads a move several times: to play it, to tell of it in each language
def parse_move(text: str) -> int:
    """The move that a text spells, or UnreadableMove."""
    if text == "pass":
        return PASS
    verb, space, rest = text.partition(" ")
    if verb == "misfit" and space:
        return MISFIT + _kind(rest)
    if verb in ("obstacle", "tower") and space:
        return (OBSTACLE if verb == "obstacle" else TOWER) + square_number(rest)
    if not re.fullmatch(r"[a-z]\d{1,3}(\+[a-z]\d{1,3})*", text, re.ASCII):
        raise UnreadableMove(
            _(
                '{text} is not a move; write "c3+c4+d4", "obstacle c3", "tower j10", "misfit P5" or "pass"',
                text=quoted(text),
            )
        )
    return _placement(text, [square_number(name) for name in text.split("+")])


def _placement(text: str, squares: list[int]) -> int:
    """The placement that covers these squares, written in the one right order."""
    places = [(square % SIDE, square // SIDE) for square in squares]
    if len(set(places)) < len(places):
        raise UnreadableMove(_("{text} names a square twice", text=quoted(text)))
    shape = to_corner(places)
    if shape not in SHAPE_NUMBER:
        raise UnreadableMove(_why_no_element(text, places))
    if places != sorted(places):
        right = "+".join(square_name(y * SIDE + x) for x, y in sorted(places))
        raise UnreadableMove(
            _("{text}: squares are sorted by file, then by rank: {right}", text=quoted(text), right=right)
        )
    west, south = min(x for x, _ in places), min(y for _, y in places)
    return SHAPE_NUMBER[shape] * SQUARES + south * SIDE + west


def _why_no_element(text: str, places: list[tuple[int, int]]) -> str:
    """Why squares are not an element: they fall apart, or they are too many."""
    if not _are_joined(places):
        return _(
            "{text}: these squares are not an element: they are not joined by their sides [M2]",
            text=quoted(text),
        )
    return _(
        "{text}: these squares are not an element: no element has more than {most} squares [M2]",
        text=quoted(text),
        most=MOST_SQUARES,
    )


def _kind(name: str) -> int:
    """The number of the element that a text names, or UnreadableMove."""
    if name not in ELEMENTS:
        raise UnreadableMove(
            _(
                "{text} is not an element; there are {names} [M2]",
                text=quoted(name),
                names=", ".join(ELEMENTS),
            )
        )
    return ELEMENTS.index(name)


def _are_joined(places: list[tuple[int, int]]) -> bool:
    reached, edge, left = {places[0]}, [places[0]], set(places)
    while edge:
        x, y = edge.pop()
        near = ({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left) - reached
        reached |= near
        edge += near
    return reached == left


def read_typed(text: str) -> str:
    """The notation of what a person typed: squares in any order, or an element, how it lies and a square.

    ``d4 c3, c4`` and ``V3.2 c3`` are understood; whatever else is typed stays as it is. Some names of
    elements are squares too: f5 is a square, F5 an element.
    """
    text = text.strip()
    if found := _TYPED.fullmatch(text):
        return _turned(found[1] or found[2].upper(), int(found[3] or 1), found[4].lower())
    if text in ELEMENTS:
        raise UnreadableMove(_ways(text))
    names = re.split(r"[\s,+]+", text.lower())
    if all(_NEARLY_SQUARE.fullmatch(name) for name in names):
        squares = sorted({square_number(name) for name in names}, key=lambda square: (square % SIDE, square))
        return "+".join(map(square_name, squares))
    return text


def _turned(name: str, way: int, place: str) -> str:
    """An element turned in its *way* with its rectangle's south-west corner on a square."""
    kind = _kind(name)
    ways = int(FIRST_SHAPE[kind + 1] - FIRST_SHAPE[kind])
    if way > ways:
        raise UnreadableMove(
            plural(
                "{element} can be turned in {number} way, not {way}",
                "{element} can be turned in {number} ways, not {way}",
                ways,
                element=name,
                way=way,
            )
        )
    x, y = square_number(place) % SIDE, square_number(place) // SIDE
    squares = [(x + dx, y + dy) for dx, dy in SHAPES[FIRST_SHAPE[kind] + way - 1]]
    if max(max(square) for square in squares) >= SIDE:
        raise UnreadableMove(
            _("{move}: it would stick out over the board's edge [M1]", move=f"{name}.{way} {place}")
        )
    return "+".join(square_name(j * SIDE + i) for i, j in squares)


def _ways(name: str) -> str:
    """Every way to turn an element, drawn side by side."""
    kind = ELEMENTS.index(name)
    blocks = []
    for way, shape in enumerate(SHAPES[FIRST_SHAPE[kind] : FIRST_SHAPE[kind + 1]], start=1):
        width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
        rows = ["".join("▓▓" if (x, y) in shape else "  " for x in range(width)) for y in range(height)][::-1]
        wide = max(2 * width, 4) + 2
        blocks.append([row.ljust(wide) for row in [f"{name}.{way}", *rows, *[""] * (5 - height)]])
    lines = ["".join(block[k] for block in blocks).rstrip() for k in range(6)]
    drawn = "\n".join(line for line in lines if line)
    return _("write a way and a square, as in {example}:", example=f"{name}.1 c3") + f"\n{drawn}"


def read_setup(options: Options, setup: Mapping[str, Any]) -> list[Outcome]:
    """Nothing: chance plays no part in Forma."""
    return []


def write_setup(options: Options, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """A record's set-up, which is empty."""
    return {}
