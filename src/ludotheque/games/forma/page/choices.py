"""The moves of Forma as they are offered, named, and tried out beforehand."""

from ludotheque.core.page import Choice
from ludotheque.core.view import View
from ludotheque.core.worlds import data_after
from ludotheque.games.forma import words
from ludotheque.games.forma.language import _
from ludotheque.games.forma.notation import element_of, parse_move
from ludotheque.games.forma.view import FormaView


def choices(view: View, /) -> list[Choice]:
    """A pass, if nothing else is left (M9) or after a misfit (M8); other moves are made with the script."""
    data: FormaView = view.data
    if data.turn != view.seat or not (data.must_pass or data.may_pass):
        return []
    return [Choice("pass", _("Pass"))]


def label(data: FormaView, move: str, /) -> str:
    """A move in a few words."""
    verb, _space, rest = move.partition(" ")
    if verb == "pass":
        return _("Pass")
    if verb == "obstacle":
        return _("An obstacle on {square}", square=rest)
    if verb == "tower":
        return _("The tower on {square}", square=rest)
    if verb == "misfit":
        return _("{element} does not fit", element=rest)
    return _("{element} on {squares}", element=element_of(parse_move(move)), squares=move)


def preview(view: View, move: str, /) -> str:
    """What a placement would earn; by eye nobody knows beforehand (M8)."""
    data: FormaView = view.data
    if data.by_eye or data.turn != view.seat or data.phase != "place":
        return ""
    after: FormaView = data_after(view, move)
    return ", ".join(words.gains(data.seats[view.seat], after.seats[view.seat]))


def attempt(data: FormaView, part: str, /) -> str:
    """An element of the rack is taken up with the script; in the set-up (M6) that is asked for too early."""
    kind, _colon, element = part.partition(":")
    return f"misfit {element}" if kind == "rack" and data.phase == "set-up" else ""
