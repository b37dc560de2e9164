"""Moves and stacks of Feurio! as text: ``lay 2,0``, ``break 0,1 G``, ``B2 1,-1``, ``pass``."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ludotheque.core.errors import BadRecord, UnreadableMove, quoted
from ludotheque.core.options import Options
from ludotheque.core.roles import Outcome
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.rules import (
    BREAK,
    CELLS,
    COPIES,
    LAY,
    MEN,
    MOST_MEN,
    PASS,
    REACH,
    STRIDE,
    TILES,
    VALUES,
)

COLOUR_LETTERS = "GBYR"  # green, blue, yellow, red (F3, F9)

_NUMBER = r"(?:0|-?[1-9][0-9]?)"  # one spelling: no plus, no leading zero, no minus zero
_CELL = rf"(?P<q>{_NUMBER}),(?P<r>{_NUMBER})"
_FORMS = (
    re.compile(rf"lay {_CELL}"),
    re.compile(rf"break {_CELL} (?P<colour>[GBYR])"),
    re.compile(rf"(?P<colour>[GBYR])(?P<men>[1-3]) {_CELL}"),
)


def help_text() -> str:
    """How moves are written, for somebody at a terminal."""
    return _(
        """\
lay 2,0       lay the drawn tile face up on the cell 2,0
break 2,0 G   lay it face down; a green man pays (firebreaks only)
G2 0,1        put two green men on the tile at 0,1
pass          place no men"""
    )


def cell_number(q: int, r: int) -> int:
    """The number of a cell; the inverse of `coordinates`."""
    return (r + REACH) * STRIDE + q + REACH


def coordinates(cell: int) -> tuple[int, int]:
    """The axial coordinates (q, r) of a cell."""
    return cell % STRIDE - REACH, cell // STRIDE - REACH


def split(code: int) -> tuple[int, int, str, int]:
    """A move but a pass as its verb (LAY, BREAK, MEN), its cell, its colour's letter, its number of men."""
    verb, cell = divmod(code, CELLS)
    if verb == LAY:
        return LAY, cell, "", 0
    if verb < MEN:
        return BREAK, cell, COLOUR_LETTERS[verb - BREAK], 0
    colour, more = divmod(verb - MEN, MOST_MEN)
    return MEN, cell, COLOUR_LETTERS[colour], more + 1


def format_move(code: int) -> str:
    """The text of a move; the inverse of `parse_move`."""
    if code == PASS:
        return "pass"
    verb, cell, colour, men = split(code)
    q, r = coordinates(cell)
    if verb == LAY:
        return f"lay {q},{r}"
    return f"break {q},{r} {colour}" if verb == BREAK else f"{colour}{men} {q},{r}"


@lru_cache(4096)  # a table reads a move several times: to play it, to tell of it in each language
def parse_move(text: str) -> int:
    """The move that a text spells, or UnreadableMove."""
    if text == "pass":
        return PASS
    for form in _FORMS:
        if found := form.fullmatch(text):
            parts = found.groupdict()
            break
    else:
        raise UnreadableMove(
            _('{text} is not a move; write "lay 2,0", "break 2,0 G", "G2 0,1" or "pass"', text=quoted(text))
        )
    q, r = int(parts["q"]), int(parts["r"])
    if max(abs(q), abs(r)) > REACH:
        raise UnreadableMove(
            _("{text}: no forest reaches that far; coordinates are −{reach} … {reach}",
              text=quoted(text), reach=REACH)
        )  # fmt: skip
    return _verb(parts) * CELLS + cell_number(q, r)


def _verb(parts: Mapping[str, str]) -> int:
    if "colour" not in parts:
        return LAY
    colour = COLOUR_LETTERS.index(parts["colour"])
    return MEN + MOST_MEN * colour + int(parts["men"]) - 1 if "men" in parts else BREAK + colour


def unshuffled(options: Options) -> list[int]:
    """The stack before it is shuffled: 1 six times, 2 six times … (F1)."""
    return [value for value in range(1, VALUES + 1) for _ in range(COPIES)]


def read_setup(options: Options, setup: Mapping[str, Any]) -> list[Outcome]:
    """The stack of a record: 36 values in the order drawn, six of each (F1)."""
    stack = setup.get("stack")
    if not isinstance(stack, list) or len(stack) != TILES:
        raise BadRecord(f'"setup" must hold "stack", a list of {TILES} values')
    for value in stack:
        if type(value) is not int or not 1 <= value <= VALUES:
            raise BadRecord(f"the stack holds {quoted(value)}; tiles have values 1 to {VALUES} [F1]")
    for value, count in sorted(Counter(stack).items()):
        if count != COPIES:
            raise BadRecord(f"the stack holds the value {value} {count} times, not {COPIES} [F1]")
    return [np.array(stack, np.uint8)]


def write_setup(options: Options, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """A record's set-up; the inverse of `read_setup`."""
    (stack,) = outcomes
    return {"stack": stack.tolist()}
