"""Moves as text: the number of a column, ``1`` … ``7`` from the left."""

from connect_four.rules import COLUMNS
from ludotheque.core.errors import UnreadableMove, quoted

NAMES = [str(column + 1) for column in range(COLUMNS)]


def format_move(code: int) -> str:
    """The text of a move."""
    return NAMES[code]


def parse_move(text: str) -> int:
    """The move of a text."""
    if text not in NAMES:
        raise UnreadableMove(f"{quoted(text)} is not a column; write 1 to {COLUMNS}")
    return NAMES.index(text)


def label_move(code: int) -> str:
    """The same for a button or a screen reader."""
    return f"Column {code + 1}"


def cell_of(code: int) -> tuple[int, int]:
    """Where on the board the move belongs; the row does not matter, since a whole column is clicked."""
    return 0, code
