"""What Forma gives to its table in the browser; picking up and turning elements is table.js."""

from ludotheque.core.page import Choice, Line
from ludotheque.core.view import View
from ludotheque.games.forma import words
from ludotheque.games.forma.language import _, plural
from ludotheque.games.forma.notation import element_of, parse_move
from ludotheque.games.forma.page.coach import coach
from ludotheque.games.forma.page.illustrations import illustrations
from ludotheque.games.forma.page.panels import panels
from ludotheque.games.forma.page.picture import draw as picture
from ludotheque.games.forma.page.script import extra
from ludotheque.games.forma.page.style import PAGE_CSS as CSS
from ludotheque.games.forma.rules import FOR_BRIDGE, FOR_HOLE, FOR_OBSTACLE, FOR_TOWER
from ludotheque.games.forma.view import FormaView, Seat, Square
from ludotheque.games.forma.words import prompt

__all__ = [
    "CSS",
    "SCRIPT",
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
]  # fmt: skip

SCRIPT = "page/script.js"


def choices(view: View, /) -> list[Choice]:
    """A pass, if nothing else is left (M9); all other moves are made with the script."""
    data: FormaView = view.data
    if data.turn != view.seat or not data.must_pass:
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


def touched(data: FormaView, move: str, /) -> list[str]:
    """Nothing: the board draws its last move itself."""
    return []


def marks(data: FormaView, seat: int, /) -> str:
    """A seat's colour; with two players its two colours are drawn as one (M4)."""
    return words.SEAT_LETTERS[seat]


def log_entry(before: FormaView, move: str, after: FormaView, /) -> str:
    """What a move did and earned."""
    sentences = [_done(before, move, after)]
    if after.phase == "over":
        sentences.append(_("Nobody has an element that fits any more: the game is over."))
    return " ".join(sentences)


def _done(before: FormaView, move: str, after: FormaView) -> str:
    who = words.player(before.turn)
    verb, _space, rest = move.partition(" ")
    if verb == "pass":
        return _("{who} has nothing that fits and passes.", who=who)
    if verb == "obstacle":
        return _("{who} puts an obstacle on {square}.", who=who, square=rest)
    if verb == "tower":
        return _("{who} puts the tower on {square}; the set-up is done.", who=who, square=rest)
    if verb == "misfit" and before.misfits:
        return _("{who} misjudges {element} too, loses it, and the turn is over.", who=who, element=rest)
    if verb == "misfit":
        return _("{who} misjudges {element}: it does not fit and is lost.", who=who, element=rest)
    element = element_of(parse_move(move))
    earned = ", ".join(words.gains(before.seats[before.turn], after.seats[before.turn]))
    return _(
        "{who} places {element} on {squares}: {earned}.",
        who=who,
        element=element,
        squares=move,
        earned=earned,
    )


def scores(data: FormaView, /) -> list[int]:
    """The points as they stand."""
    return [seat.score for seat in data.seats]


def breakdown(data: FormaView, /) -> list[Line]:
    """How each seat's points came about (M18); they add up to its score."""
    return [line for k, seat in enumerate(data.seats) for line in _lines(k, seat)]


def _lines(k: int, seat: Seat) -> list[Line]:
    squares = plural("{number} square covered", "{number} squares covered", seat.squares)
    lines = [Line(k, squares, seat.squares)]
    if seat.holes:
        holes = plural("{number} hole encircled", "{number} holes encircled", seat.holes)
        lines.append(Line(k, holes, FOR_HOLE * seat.holes))
    if seat.obstacles:
        closed = plural("{number} obstacle closed", "{number} obstacles closed", seat.obstacles)
        lines.append(Line(k, closed, FOR_OBSTACLE * seat.obstacles))
    for bridge in seat.bridges:
        lines.append(Line(k, _bridge(bridge[0], bridge[-1]), FOR_BRIDGE))
    if seat.tower:
        lines.append(Line(k, _("The tower closed"), FOR_TOWER))
    if seat.left_over:
        left = plural("{number} square left over", "{number} squares left over", seat.left_over)
        lines.append(Line(k, left, -seat.left_over))
    return lines


def _bridge(first: Square, last: Square) -> str:
    return _("A bridge from {first} to {last}", first=words.name(first), last=words.name(last))


def preview(view: View, move: str, /) -> str:
    """What a placement would earn; by eye nothing is told beforehand (M8)."""
    data: FormaView = view.data
    if data.by_eye or data.turn != view.seat or data.phase != "place":
        return ""
    state = view.imagine(0)  # everything lies open: this is the position itself
    state.play(move)
    after: FormaView = state.view(view.seat).data
    return ", ".join(words.gains(data.seats[view.seat], after.seats[view.seat]))
