"""What Forma gives to its table in the browser; see core.page. script.js picks up and turns elements."""

from ludotheque.games.forma.page.art import CSS, SHAPES
from ludotheque.games.forma.page.choices import choices, label, preview
from ludotheque.games.forma.page.coach import coach
from ludotheque.games.forma.page.illustrations import illustrations
from ludotheque.games.forma.page.log import breakdown, log_entry
from ludotheque.games.forma.page.panels import panels
from ludotheque.games.forma.page.picture import picture
from ludotheque.games.forma.page.script import extra
from ludotheque.games.forma.view import FormaView
from ludotheque.games.forma.words import SEAT_LETTERS, prompt

SCRIPT = "page/script.js"

__all__ = [
    "CSS",
    "SCRIPT",
    "SHAPES",
    "breakdown",
    "choices",
    "coach",
    "extra",
    "illustrations",
    "label",
    "log_entry",
    "marks",
    "panels",
    "picture",
    "preview",
    "prompt",
    "scores",
    "touched",
]


def scores(data: FormaView, /) -> list[int]:
    """The points as they stand."""
    return [seat.score for seat in data.seats]


def touched(data: FormaView, move: str, /) -> list[str]:
    """Nothing: the board draws its last move itself."""
    return []


def marks(data: FormaView, seat: int, /) -> str:
    """A seat's colour; with two players its two colours are drawn as one (M4)."""
    return SEAT_LETTERS[seat]
