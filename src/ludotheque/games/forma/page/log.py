"""What is said of moves once they are made, and how the points came about."""

from ludotheque.core.page import Line
from ludotheque.games.forma import words
from ludotheque.games.forma.language import _, plural
from ludotheque.games.forma.notation import element_of, parse_move
from ludotheque.games.forma.rules import FOR_BRIDGE
from ludotheque.games.forma.view import FormaView, Seat, Square


def log_entry(before: FormaView, move: str, after: FormaView, /) -> str:
    """What a move did and earned."""
    sentences = [_done(before, move, after)]
    if after.phase == "over":
        sentences.append(_("Nobody has an element that fits any more: the game is over."))
    return " ".join(sentences)


def _done(before: FormaView, move: str, after: FormaView) -> str:
    who = words.player(before.turn)
    verb, _space, rest = move.partition(" ")
    if verb == "pass" and before.may_pass:
        return _("{who} takes no other element and passes.", who=who)
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


def breakdown(data: FormaView, /) -> list[Line]:
    """How each seat's points came about (M18); they add up to its score."""
    return [line for k, seat in enumerate(data.seats) for line in _lines(k, seat)]


def _lines(k: int, seat: Seat) -> list[Line]:
    squares = plural("{number} square covered", "{number} squares covered", seat.squares)
    lines = [Line(k, squares, seat.points["squares"])]
    if seat.holes:
        holes = plural("{number} hole encircled", "{number} holes encircled", seat.holes)
        lines.append(Line(k, holes, seat.points["holes"]))
    if seat.obstacles:
        closed = plural("{number} obstacle closed", "{number} obstacles closed", seat.obstacles)
        lines.append(Line(k, closed, seat.points["obstacles"]))
    for bridge in seat.bridges:
        lines.append(Line(k, _bridge(bridge[0], bridge[-1]), FOR_BRIDGE))
    if seat.tower:
        lines.append(Line(k, _("The tower closed"), seat.points["tower"]))
    if seat.left_over:
        left = plural("{number} square left over", "{number} squares left over", seat.left_over)
        lines.append(Line(k, left, seat.points["left_over"]))
    return lines


def tally(data: FormaView, /) -> list[dict[str, int]]:
    """Each seat's points by the five ways, and what is left over."""
    return [dict(words.ways(seat)) for seat in data.seats]


def _bridge(first: Square, last: Square) -> str:
    return _("A bridge from {first} to {last}", first=words.name(first), last=words.name(last))
