"""What Forma gives to its table in the browser; see core.page. script.js picks up and turns elements."""

from ludotheque.games.forma import words
from ludotheque.games.forma.page.art import CSS, SHAPES
from ludotheque.games.forma.page.choices import attempt, choices, label, preview
from ludotheque.games.forma.page.coach import coach
from ludotheque.games.forma.page.illustrations import illustrations
from ludotheque.games.forma.page.lesson import LESSON
from ludotheque.games.forma.page.log import breakdown, log_entry, tally
from ludotheque.games.forma.page.panels import holds, panels
from ludotheque.games.forma.page.picture import picture
from ludotheque.games.forma.page.script import extra
from ludotheque.games.forma.view import FormaView
from ludotheque.games.forma.words import SEAT_LETTERS, prompt

SCRIPT = "page/script.js"

__all__ = [
    "CSS",
    "LESSON",
    "SCRIPT",
    "SHAPES",
    "attempt",
    "beside_scores",
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
    "placed",
    "preview",
    "prompt",
    "scores",
    "tally",
    "touched",
]


def scores(data: FormaView, /) -> list[int]:
    """The points earned so far; what is left over is only taken off at the end (M18)."""
    return [words.earned(data, seat) for seat in data.seats]


def beside_scores(data: FormaView, /) -> list[str]:
    """How many squares of elements would be taken off now."""
    return [] if data.phase == "over" else [words.left_over(seat) for seat in data.seats]


def touched(data: FormaView, move: str, /) -> list[str]:
    """What was put up in the set-up; the board draws its last element itself."""
    verb, _space, square = move.partition(" ")
    return {"obstacle": [f"obstacle:{square}"], "tower": ["tower"]}.get(verb, [])


def placed(data: FormaView, move: str, /) -> list[str]:
    """The element that was laid, with the line around it; or what was put up in the set-up."""
    put_up = touched(data, move)
    if put_up or not data.last_squares:
        return put_up
    return [f"piece:{len(data.pieces) - 1}", f"last:{words.name(data.last_squares[0])}"]


def marks(data: FormaView, seat: int, /) -> str:
    """A seat's colour; with two players its two colours are drawn as one (M4)."""
    return SEAT_LETTERS[seat]
