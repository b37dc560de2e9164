"""What Feurio! gives to its table in the browser; see core.page. All moves are clicks on parts."""

from typing import Any

from ludotheque.core.view import View
from ludotheque.games.feurio.page.art import CSS, SHAPES
from ludotheque.games.feurio.page.choices import attempt, choices, label, preview, told_apart
from ludotheque.games.feurio.page.coach import coach
from ludotheque.games.feurio.page.illustrations import illustrations
from ludotheque.games.feurio.page.lesson import LESSON
from ludotheque.games.feurio.page.log import breakdown, log_entry, tally
from ludotheque.games.feurio.page.panels import holds, panels
from ludotheque.games.feurio.page.picture import picture
from ludotheque.games.feurio.view import FeurioView
from ludotheque.games.feurio.words import prompt

SCRIPT = ""

__all__ = [
    "CSS",
    "LESSON",
    "SCRIPT",
    "SHAPES",
    "attempt",
    "breakdown",
    "choices",
    "coach",
    "extra",
    "holds",
    "illustrations",
    "label",
    "log_entry",
    "marks",
    "panels",
    "picture",
    "preview",
    "prompt",
    "scores",
    "tally",
    "told_apart",
    "touched",
]


def scores(data: FeurioView) -> list[int] | None:
    """The points as they stand; None where all share a goal."""
    return [seat.score for seat in data.seats] if data.mode == "versus" else None


def touched(data: FeurioView, move: str) -> list[str]:
    """The tile that was laid, or that men went to."""
    return [f"tile:{word}" for word in move.split() if "," in word]


def marks(data: FeurioView, seat: int) -> str:
    """The colours of a fire brigade."""
    return data.seats[seat].colours


def extra(view: View) -> dict[str, Any]:
    """Nothing: there is no script."""
    return {}
