"""What the table of Fou! in the browser needs; see `core.page.Page`. All moves are clicks on cards."""

from typing import Any

from ludotheque.core.view import View
from ludotheque.games.fou.page.art import CSS, SHAPES
from ludotheque.games.fou.page.board import card_key
from ludotheque.games.fou.page.choices import attempt, choices, label, preview
from ludotheque.games.fou.page.coach import coach
from ludotheque.games.fou.page.illustrations import illustrations
from ludotheque.games.fou.page.lesson import LESSON
from ludotheque.games.fou.page.log import breakdown, interlude, log_entry, tally
from ludotheque.games.fou.page.panels import holds, panels, redrawn
from ludotheque.games.fou.page.picture import picture
from ludotheque.games.fou.view import FouView
from ludotheque.games.fou.words import prompt

__all__ = [
    "CSS",
    "LESSON",
    "PAST_PANELS",
    "SCRIPT",
    "SEATS_ALIKE",
    "SHAPES",
    "attempt",
    "breakdown",
    "choices",
    "coach",
    "extra",
    "holds",
    "illustrations",
    "interlude",
    "label",
    "log_entry",
    "marks",
    "panels",
    "picture",
    "preview",
    "prompt",
    "redrawn",
    "scores",
    "tally",
    "touched",
]

PAST_PANELS = ("played", "previous")  # (O12)
SEATS_ALIKE = True  # points and how many cards somebody holds are for all to see (O12)
SCRIPT = ""  # a click on a card plays it


def scores(data: FouView) -> list[int]:
    """The totals."""
    return [seat.total for seat in data.seats]


def marks(data: FouView, seat: int) -> str:
    """Nothing: the colours belong to the cards."""
    return ""


def touched(data: FouView, move: str) -> list[str]:
    """The card played last, where it lies."""
    plays = data.trick or (data.last_trick.plays if data.last_trick else ())
    return [card_key(data, play.card, play.seat) for play in plays[-1:]]


def extra(view: View) -> dict[str, Any]:
    """Nothing: there is no script."""
    return {}
