"""What the table of Fou! in the browser needs; see `core.page.Page`. All moves are clicks on cards."""

from typing import Any

from ludotheque.core.view import View
from ludotheque.games.fou.page.art import CSS, SHAPES
from ludotheque.games.fou.page.board import card_key
from ludotheque.games.fou.page.choices import choices, label, preview
from ludotheque.games.fou.page.coach import coach
from ludotheque.games.fou.page.illustrations import illustrations
from ludotheque.games.fou.page.log import breakdown, log_entry
from ludotheque.games.fou.page.panels import panels
from ludotheque.games.fou.page.picture import picture
from ludotheque.games.fou.view import FouView
from ludotheque.games.fou.words import prompt

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
