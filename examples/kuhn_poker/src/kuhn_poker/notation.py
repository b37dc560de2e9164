"""Moves as text: ``pass`` and ``bet``. A record tells the deal as ``{"chance": [[2, 0]]}``: K and J."""

from ludotheque.core.errors import UnreadableMove, quoted
from ludotheque.core.options import Options

NAMES = ["pass", "bet"]


def format_move(code: int) -> str:
    """The text of a move."""
    return NAMES[code]


def parse_move(text: str) -> int:
    """The move of a text."""
    if text not in NAMES:
        raise UnreadableMove(f"{quoted(text)} is not a move; write pass or bet")
    return NAMES.index(text)


def label_move(code: int) -> str:
    """The same for a button or a screen reader."""
    return ("Pass: check or fold", "Bet or call")[code]


def unshuffled(options: Options) -> list[int]:
    """J, Q, K: shuffled, the first two are dealt. A server can prove such a shuffle to its players."""
    return [0, 1, 2]
